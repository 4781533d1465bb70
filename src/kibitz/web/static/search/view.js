// The search itself, on the position that is being played: its tree, what was cut and why, what each technique saves.

import { button, drawing, element, field, select } from "../shared/element.js";
import { Ablation } from "./ablation.js";

const DEPTHS = [1, 2, 3, 4, 5, 6];
const A_NODE = 45; // pixels: the least that a node of a tree and its board need to be read

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
    this.told = element("p", { class: "note telling", hidden: true });
    this.cuts = element("ol", { class: "list cuts" });
    this.noCuts = element("p", { class: "note nothing" });
    const main = element("section", { class: "search-main", "aria-label": "The tree" }, this.tree, this.empty);
    const side = element("div", { class: "side-panels" }, this.#where(), this.#cutPanel(), this.#savedPanel());
    root.append(element("div", { class: "search" }, main, side));
  }

  #where() {
    const fields = element("div", { class: "row where-fields" }, field("Depth", this.depth), field("Search", this.algorithm));
    const links = element("div", { class: "row" }, this.play, this.lab);
    const facts = element("div", { class: "stack grow" }, this.title, fields, this.told, links, this.error);
    return element("section", { class: "panel where", "aria-label": "Position" }, this.board, facts);
  }

  #cutPanel() {
    const head = element("div", { class: "panel-head" }, element("h2", {}, "What was cut, and why"));
    const list = element("div", { class: "panel-scroll" }, this.noCuts, this.cuts);
    return element("section", { class: "panel cut", "aria-label": "What was cut" }, head, this.counts, list);
  }

  #savedPanel() {
    const ablation = element("section", { class: "panel saved", "aria-label": "What each technique saves" });
    this.ablation = new Ablation(ablation, { place: () => this.#placeShown() });
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
    const step = /^\d+$/.test(params.step ?? "") ? Number(params.step) : null;
    const isStart = !place.moves.length && !place.position;
    this.wanted = { depth: params.depth ? link.number(params.depth) : null, telling: isStart && !params.depth, algorithm, variant, step };
    this.folded = null; // as it fits
    this.play.href = link.href("play", link.paramsOf(place, { veiled: this.veiled }));
    if (other) this.ablation.clear();
    if (other) this.shown = null;
    await this.#showTree();
    if (!this.shown) await this.#showPosition(this.place); // there is no tree, but there may be a board
  }

  #change() {
    const [algorithm, variant] = this.algorithm.value.split("/");
    this.#settle();
    this.wanted = { depth: Number(this.depth.value), telling: false, algorithm, variant, step: null };
    this.folded = null;
    this.#showTree();
  }

  /** What is looked at further is the position that is shown, also where the server has chosen it. */
  #settle() {
    if (this.run?.played.length) this.place = this.#placeShown();
  }

  #placeShown() {
    return { ...this.place, moves: [...this.place.moves, ...(this.run?.played ?? [])] };
  }

  async #showPosition(place) {
    this.shown = place;
    const seat = this.veiled ? 0 : null; // only what that seat may see
    try {
      const at = await this.context.api.post("api/position", { ...place, seat, size: 32 });
      if (this.shown !== place) return;
      this.title.textContent = at.title;
      this.board.replaceChildren(drawing(at.board));
    } catch (error) {
      if (this.shown === place) this.#openInstead(error);
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
    return this.stepper ? [] : [2, 1].map((depth) => ({ depth, telling: false, algorithm: "auto", step: null }));
  }

  #run({ depth, telling, algorithm, variant }, signal) {
    const room = Math.min(Math.max(Math.floor(this.tree.parentElement.clientWidth / A_NODE), 6), 400);
    const drawn = { boards: true, fold: "yes", folded: this.folded, room };
    const body = { ...this.place, depth, telling, algorithm, ...(variant ? { variant } : {}), ...drawn };
    return this.context.api.post("api/search-tree", body, { signal });
  }

  /** Close these nodes and open all others; `name` is the one that the focus is on. */
  async #fold(folded, name) {
    this.folded = folded;
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    try {
      const run = await this.#run(this.wanted, signal);
      this.run = run;
      this.stepper.refold(run, name);
    } catch (error) {
      if (!this.context.api.isAbort(error)) this.#refuse(error.message);
    }
  }

  #refuse(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = !sentence;
  }

  #showRun(run, Stepper) {
    this.run = run;
    this.empty.hidden = true;
    this.depth.value = String(run.depth);
    const begin = this.wanted.step ?? run.steps.length - 1;
    const onStep = (index) => this.#stepped(index);
    if (this.stepper) this.stepper.load(run, begin);
    else {
      const onFold = (folded, name) => this.#fold(folded, name);
      this.stepper = new Stepper(this.tree, run, { step: begin, onStep, onFold, announce: this.context.announce });
    }
    const place = this.#placeShown();
    if (JSON.stringify(place) !== JSON.stringify(this.shown)) this.#showPosition(place);
    this.#tellPosition();
    this.#showFits();
    this.#showCounts();
    this.#showCuts();
    this.lab.href = this.context.link.href("lab", { tree: run.text, algorithm: run.algorithm, variant: run.variant });
    this.#stepped(this.stepper.index ?? 0);
  }

  /** Say where the position comes from that the server chose, and that nothing differs where nothing does. */
  #tellPosition() {
    const { played, alike, depth } = this.run;
    const { link } = this.context;
    const plies = depth === 1 ? "1 ply" : `${depth} plies`;
    this.told.hidden = !played.length && !alike;
    if (played.length) {
      const start = element("a", { href: link.href("search", { ...link.paramsOf(this.place), depth }) }, "Show the start instead");
      this.told.replaceChildren(`At the start all moves look alike to a search, so this is a later position. `, start);
    } else if (alike) {
      const other = button("Show a position where they differ", () => this.#showTelling(), { class: "link" });
      this.told.replaceChildren(`All moves are worth the same ${plies} deep. `, other);
    }
  }

  #showTelling() {
    this.wanted = { ...this.wanted, depth: null, telling: true, step: null };
    this.folded = null;
    this.#showTree();
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
    const fewer = counts.fewest !== null && counts.fewest < counts.visited;
    const fewest = fewer ? `; alpha-beta in the best order would visit ${number(counts.fewest)}` : "";
    this.counts.textContent = `${visited}${fewest}.`;
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
    const chosen = this.wanted.depth === null ? {} : { depth: this.wanted.depth }; // a link to it lets the server choose again
    this.context.link.write("search", { ...place, ...chosen, algorithm, variant, step: index });
  }

  get keys() {
    const deeper = (by) => {
      const before = Number(this.depth.value);
      const depth = Math.max(1, Math.min(6, before + by));
      if (depth === before) return;
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
