// The search itself, on the position that is being played: its tree, what was cut and why, what each technique saves.

import { button, drawing, element, field, select } from "../shared/element.js";
import { Ablation } from "./ablation.js";

const DEPTHS = [1, 2, 3, 4, 5, 6];

/** Show the view; see main.js for what it returns. */
export function mount(root, params, context) {
  const view = new SearchView(root, context);
  view.open(params);
  return { update: (changed) => view.open(changed), unmount: () => view.leave(), get keys() { return view.keys; } };
}

class SearchView {
  constructor(root, context) {
    this.context = context;
    this.stepper = null;
    this.asking = null;
    this.#build(root);
  }

  #build(root) {
    this.title = element("h1", {}, "Search");
    const depths = DEPTHS.map((depth) => [String(depth), depth === 1 ? "1 ply" : `${depth} plies`]);
    this.depth = select(depths, "2", () => this.#change());
    this.algorithm = select([["auto", "auto"]], "auto", () => this.#change());
    this.board = element("div", { class: "search-board" });
    this.lab = element("a", { class: "button" }, "Open in the tree lab");
    this.play = element("a", { class: "button" }, "Back to board");
    this.error = element("p", { class: "error", hidden: true, role: "alert" });
    this.tree = element("div", { class: "search-tree" });
    this.empty = element("p", { class: "waiting" }, "Drawing the tree …");
    this.counts = element("p", { class: "note" });
    this.cuts = element("ol", { class: "list cuts" });
    this.noCuts = element("p", { class: "note nothing" });
    const main = element("section", { class: "search-main", "aria-label": "The tree" }, this.tree, this.empty);
    const side = element("div", { class: "side-panels" }, this.#where(), this.#cutPanel(), this.#savedPanel());
    root.append(element("div", { class: "search" }, main, side));
  }

  #where() {
    const fields = element("div", { class: "row where-fields" }, field("Depth", this.depth), field("Search", this.algorithm));
    const links = element("div", { class: "row" }, this.play, this.lab);
    const facts = element("div", { class: "stack grow" }, this.title, fields, links, this.error);
    return element("section", { class: "panel where", "aria-label": "Position" }, this.board, facts);
  }

  #cutPanel() {
    const head = element("div", { class: "panel-head" }, element("h2", {}, "What was cut, and why"));
    const list = element("div", { class: "panel-scroll" }, this.noCuts, this.cuts);
    return element("section", { class: "panel cut", "aria-label": "What was cut" }, head, this.counts, list);
  }

  #savedPanel() {
    const ablation = element("section", { class: "panel saved", "aria-label": "What each technique saves" });
    this.ablation = new Ablation(ablation, { place: () => this.place });
    return ablation;
  }

  /** Open what the address says. */
  async open(params) {
    const { link } = this.context;
    const place = link.placeFrom(params);
    const facts = this.context.games.find(({ name }) => name === place.game);
    const other = JSON.stringify(place) !== JSON.stringify(this.place);
    this.place = place;
    this.veiled = Boolean(facts?.hidden);
    const { variant, algorithm = "auto" } = params;
    this.wanted = { depth: params.depth ? link.number(params.depth) : 2, algorithm, variant, step: /^\d+$/.test(params.step ?? "") ? Number(params.step) : null };
    this.depth.value = String(this.wanted.depth);
    this.play.href = link.href("play", link.paramsOf(place, { veiled: this.veiled }));
    if (other) this.ablation.clear();
    await Promise.all([other ? this.#showPosition() : null, this.#showTree()]);
  }

  #change() {
    const [algorithm, variant] = this.algorithm.value.split("/");
    this.wanted = { depth: Number(this.depth.value), algorithm, variant, step: null };
    this.#showTree();
  }

  async #showPosition() {
    const { place } = this;
    const seat = this.veiled ? 0 : null; // only what that seat may see
    try {
      const at = await this.context.api.post("api/position", { ...place, seat, size: 32 });
      if (this.place !== place) return;
      this.title.textContent = at.title;
      this.board.replaceChildren(drawing(at.board));
    } catch (error) {
      if (this.place === place) this.#openInstead(error);
    }
  }

  /** A place that is refused: the game that it names, from the beginning. */
  #openInstead(error) {
    this.asking?.abort();
    const isKnown = this.context.games.some(({ name }) => name === this.place.game);
    const game = isKnown ? this.place.game : this.context.firstGame("play");
    const isBare = this.place.game === game && !this.place.moves.length && !this.place.position && !Object.keys(this.place.set).length;
    this.context.toast(error.message, "error");
    if (error.status && !isBare) this.open({ game });
  }

  async #showTree() {
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    let refused = "";
    for (const wanted of [this.wanted, ...this.#others()]) {
      try {
        const [run, { Stepper }] = await Promise.all([this.#run(wanted, signal), import("../shared/stepper.js")]);
        if (signal.aborted) return;
        this.wanted = wanted;
        this.#refuse(refused);
        return void this.#showRun(run, Stepper);
      } catch (error) {
        if (this.context.api.isAbort(error)) return;
        refused ||= error.message;
        if (!error.status) break; // nobody is there to ask again
      }
    }
    this.#refuse(refused);
    if (!this.stepper) this.empty.textContent = "There is no tree to draw here.";
  }

  /** What is shown instead where nothing is yet: a tree less deep, with the usual search, is better than an empty page. */
  #others() {
    return this.stepper ? [] : [2, 1].map((depth) => ({ depth, algorithm: "auto", step: null }));
  }

  #run({ depth, algorithm, variant }, signal) {
    const body = { ...this.place, depth, algorithm, ...(variant ? { variant } : {}) };
    return this.context.api.post("api/search-tree", body, { signal });
  }

  #refuse(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = !sentence;
  }

  #showRun(run, Stepper) {
    this.run = run;
    this.empty.hidden = true;
    this.depth.value = String(this.wanted.depth);
    const begin = this.wanted.step ?? run.steps.length - 1;
    const onStep = (index) => this.#stepped(index);
    if (this.stepper) this.stepper.load(run, begin);
    else this.stepper = new Stepper(this.tree, run, { step: begin, onStep, announce: this.context.announce });
    this.#showFits();
    this.#showCounts();
    this.#showCuts();
    this.lab.href = this.context.link.href("lab", { tree: run.text, algorithm: run.algorithm, variant: run.variant });
    this.#stepped(this.stepper.index ?? 0);
  }

  #showFits() {
    const named = ({ algorithm, variant }) => (variant ? `${algorithm}/${variant}` : algorithm);
    this.algorithm.replaceChildren(...this.run.fits.map((fit) => element("option", { value: named(fit) }, fit.title)));
    this.algorithm.value = named(this.run);
  }

  #showCounts() {
    const { counts } = this.run;
    const number = (count) => Math.round(count).toLocaleString("en");
    const visited = `${number(counts.visited)} of ${number(counts.leaves)} leaves visited`;
    const best = counts.best < counts.visited ? `; with the best move always first it would be about ${number(counts.best)}` : "";
    this.counts.textContent = `${visited}${best}.`;
  }

  #showCuts() {
    const prunes = this.run.steps.filter(({ event }) => event === "prune");
    this.noCuts.hidden = prunes.length > 0;
    const never = this.run.simulations ? "simulations go where they went well." : "it visits every node.";
    this.noCuts.textContent = this.run.cuts ? "Nothing was cut here." : `This search never cuts: ${never}`;
    this.cuts.replaceChildren(
      ...prunes.map(({ index, sentence }) => {
        const row = button("", () => this.stepper.go(index), { class: "quiet cut-row" });
        row.append(element("span", { class: "ply-number" }, String(index + 1)), element("span", {}, sentence));
        return element("li", { "data-step": String(index) }, row);
      }),
    );
  }

  #stepped(index) {
    const current = this.cuts.querySelector(`[data-step="${index}"]`);
    for (const row of this.cuts.children) row.classList.toggle("selected", row === current);
    const box = this.cuts.parentElement;
    if (current) box.scrollTop = current.offsetTop - this.cuts.offsetTop - box.clientHeight / 3;
    const { algorithm, variant } = this.run;
    const place = this.context.link.paramsOf(this.place, { veiled: this.veiled });
    this.context.link.write("search", { ...place, depth: this.wanted.depth, algorithm, variant, step: index });
  }

  get keys() {
    const deeper = (by) => {
      const depth = Math.max(1, Math.min(6, this.wanted.depth + by));
      if (depth === this.wanted.depth) return;
      this.depth.value = String(depth);
      this.#change();
    };
    return [
      ...(this.stepper?.keys ?? []),
      ["d", "One ply deeper", () => deeper(1)],
      ["Shift+D", "One ply shallower", () => deeper(-1)],
      ["p", "Back to the board", () => this.play.click()],
      ["o", "Open in the tree lab", () => this.lab.click()],
    ];
  }

  /** Leave the view: nothing goes on behind it. */
  leave() {
    this.asking?.abort();
    this.ablation.thinking.stop();
    this.stepper?.destroy();
  }
}
