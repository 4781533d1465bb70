// The tree lab: a tree, a search on it, and every step of that search.

import { element } from "../shared/element.js";
import { Algorithms } from "./algorithms.js";
import { Beside } from "./beside.js";
import { asBounds, givenBounds, readBounds, written } from "./bounds.js";
import { Counts } from "./counts.js";
import { Depth, asCutoff, cutoffOf, cutoffParams, isCutAs, readCutoff } from "./depth.js";
import { Editor, KEYS_IN_THE_DRAWING } from "./editor.js";
import { exportMenu } from "./exports.js";
import { namesAbove } from "../shared/branches.js";
import { copied } from "../shared/copying.js";
import { iconButton } from "../shared/icons.js";
import { exhibitIn, galleryMenu, Story } from "./gallery.js";
import { Legend } from "./legend.js";
import { Past } from "./past.js";
import { Practice } from "./practice.js";
import { RangeSwitch } from "./ranges.js";
import { asSimulated, readSimulated, simulatedOf } from "./simulations.js";
import { Brackets, positionMenu, randomMenu } from "./source.js";
import { Stepper } from "../shared/stepper.js";

const A_LEAF = 26; // pixels: the least that a leaf needs to be read
const WRITING_AFTER = 250; // milliseconds after the last step, the address is written

/** Show the lab in `root`. */
export function mount(root, params, context) {
  const lab = new Lab(root, context);
  lab.start(params);
  return lab;
}

class Lab {
  constructor(root, context) {
    this.root = root;
    this.context = context;
    this.past = new Past();
    this.turn = 0; // counts requests, so that a slow answer cannot overtake a later one
    this.edits = Promise.resolve(); // one change at a time, each on the tree that the one before has made
    this.shuffles = 0;
    this.ranges = new RangeSwitch(() => this.openWith(this.run.algorithm, this.run.variant));
    this.beside = new Beside(context, () => this.openWith(this.run.algorithm, this.run.variant));
    this.element = element("div", { class: "lab" }, element("h1", { class: "visually-hidden" }, "Tree lab"));
    root.replaceChildren(this.element);
  }

  /** The gallery is asked for first: without parameters its first tree is shown. */
  async start(params) {
    this.params = params;
    try {
      this.gallery = await this.context.api.get("api/lab/gallery");
    } catch (error) {
      this.gallery = [];
      this.context.toast(error.message, "error");
    }
    if (!this.isGone) await this.update(this.params);
  }

  // ------------------------------------------------------------ the address

  /** Show what the address says. */
  async update(params) {
    this.params = params;
    if (!this.gallery) return; // `start` comes here again
    const step = Number(params.step ?? 0);
    const { algorithm, variant } = params;
    this.ranges.read(params);
    this.beside.read(params);
    if (this.run && params.tree === this.run.text && this.#isOfRun(params)) {
      this.practice.followHere(params);
      this.stepper.go(step);
    } else if (params.tree) {
      this.practice?.follow(params);
      const exhibit = exhibitIn(this.gallery, params, this.context.toast);
      await this.open({ tree: params.tree, algorithm, variant, ...searchIn(params), step, exhibit, fresh: true, tellIn: "field" });
    } else if (params.game) {
      this.practice?.follow(params);
      await this.openPlace(params).catch((error) => this.#openInstead(error));
    } else if (this.gallery.length) {
      await this.openExhibit(exhibitIn(this.gallery, params, this.context.toast) ?? this.gallery[0], { push: false, step });
    }
  }

  #isOfRun({ algorithm, variant = null, bounds = null, ...params }) {
    const { run } = this;
    const isAsRun = Object.entries(simulatedOf(run)).every(([name, value]) => Number(params[name]) === value);
    const isSame = algorithm === run.algorithm && variant === run.variant && isCutAs(run, params);
    const isShownSo = this.ranges.isAsIn(run) && this.beside.isAsIn(run);
    return isSame && isShownSo && bounds === written(givenBounds(this.run)) && isAsRun;
  }

  #address(step = this.stepper.index) {
    const { text, algorithm, variant } = this.run;
    const what = this.place ?? { tree: text };
    const more = { bounds: written(givenBounds(this.run)), ...simulatedOf(this.run), ...cutoffParams(this.run, this.place) };
    const shown = { ...this.ranges.address, ...this.beside.address, ...this.practice?.params, exhibit: this.exhibit?.name };
    return { ...what, algorithm, variant, ...more, ...shown, step: step || null };
  }

  /** Write the address now, or soon while steps follow each other quickly: browsers count such writings. */
  #write({ push = false, soon = false } = {}) {
    clearTimeout(this.writing);
    const write = () => this.context.link.write("lab", this.#address(), { push });
    if (soon) this.writing = setTimeout(write, WRITING_AFTER);
    else write();
  }

  // ------------------------------------------------------------ opening a tree

  /**
   * Run a search on a tree and show it. A `fresh` tree forgets what was edited before, and the bounds that were given;
   * `lenient` takes the search that fits where the asked one does not. Resolves to whether it worked; a mistake is told
   * in the field or in a toast.
   */
  async open({ tree, algorithm = "auto", variant = null, bounds, simulated, cutoff, tellIn = "toast", lenient = false, ...shown }) {
    if (this.isGone) return false;
    const mine = ++this.turn;
    const within = bounds === undefined && !shown.fresh ? this.bounds : bounds;
    const how = simulated === undefined ? this.simulated : simulated;
    const stops = cutoff === undefined ? this.cutoff : cutoff;
    try {
      const early = asCutoff(this.run, { algorithm, variant }, stops);
      const more = { ...asBounds(this.run, algorithm, within), ...asSimulated(this.run, algorithm, how), ...early };
      const asked = { tree, algorithm, lenient, ...(variant ? { variant } : {}), ...more };
      const run = await this.#ask("api/lab", asked);
      if (mine !== this.turn) return false;
      this.place = null;
      Object.assign(this, { bounds: within, simulated: how, cutoff: stops });
      this.wanted = lenient ? { algorithm, variant } : { algorithm: run.algorithm, variant: run.variant };
      this.show(run, shown);
      return true;
    } catch (error) {
      if (mine !== this.turn) return false;
      this.#refuse(tree, error, tellIn);
      return false;
    }
  }

  /** A run, its largest subtrees closed where it is too wide; the question is kept, to ask again with others open. */
  #ask(path, asked) {
    const width = this.stepper?.stage.view.clientWidth || this.element.clientWidth * 0.6;
    const room = Math.min(Math.max(Math.floor(width / A_LEAF), 8), 400);
    this.asked = { path, body: { ...asked, ...this.ranges.asked, fold: "large", room } };
    return this.#post(path, this.asked.body);
  }

  /** A run, and the one beside it where one is wanted. */
  async #post(path, body) {
    const run = await this.context.api.post(path, body);
    run.beside = await this.beside.ask(path, body, run);
    return run;
  }

  /** Close these nodes and open the others; `name` is the one that the focus is on. */
  async #fold(folded, name) {
    const mine = ++this.turn;
    try {
      const { path, body } = this.asked;
      const run = await this.#post(path, { ...body, folded });
      if (mine !== this.turn) return;
      const { chosen } = this.editor;
      this.run = run;
      this.stepper.refold(this.beside.pair(run), name);
      this.editor.show(run, { canUndo: this.past.canUndo, canRedo: this.past.canRedo, chosen });
    } catch (error) {
      this.context.toast(error.message, "error");
    }
  }

  /** Open whatever hides a node. */
  #reveal(name) {
    const above = namesAbove(this.run, name);
    if (this.run.folded.some((each) => above.has(each))) this.#fold(this.run.folded.filter((each) => !above.has(each)), name);
  }

  #refuse(tree, error, tellIn) {
    if (!this.stepper && tellIn === "field" && error.field !== "tree") {
      this.context.toast(error.message, "error");
      this.open({ tree, fresh: true }); // whatever fits it
    } else if (!this.stepper && tellIn === "field" && this.gallery.length) {
      // There is nothing to look at yet: the first tree is better than an empty page.
      this.openExhibit(this.gallery[0], { push: false }).then((shown) => shown && this.#mistyped(tree, error));
    } else if (this.stepper && tellIn === "field") {
      this.#mistyped(tree, error);
    } else {
      this.context.toast(error.message, "error");
    }
  }

  #openInstead({ message }) {
    this.context.toast(message, "error");
    return this.stepper || !this.gallery.length ? undefined : this.openExhibit(this.gallery[0], { push: false });
  }

  #mistyped(tree, { message, column }) {
    this.brackets.area.value = tree;
    this.brackets.refuse(message, column);
  }

  openExhibit(exhibit, { push = true, step = 0 } = {}) {
    const { tree, algorithm, variant, bounds, depth = null, quiescence = false, beam = 0 } = exhibit;
    const cutoff = { depth, quiescence, beam, without: [] };
    this.ranges.isOn = exhibit.ranges;
    return this.open({ tree, algorithm, variant, bounds, simulated: null, cutoff, fresh: true, push, step, exhibit });
  }

  async openRandom(wishes) {
    const mine = ++this.turn;
    const { tree } = await this.context.api.post("api/lab/random", wishes);
    if (mine !== this.turn) return; // a later wish has overtaken it
    await this.open({ tree, ...this.#chosen(), lenient: true, fresh: true, push: true });
  }

  /** The tree of a real position; `place` has game, position, moves, depth, and perhaps algorithm, variant and step. */
  async openPlace(place) {
    const { api, link } = this.context;
    const mine = ++this.turn;
    const depth = link.number(place.depth ?? 2);
    const asked = { ...link.placeFrom(place), depth, judged: true };
    if (place.algorithm) Object.assign(asked, { algorithm: place.algorithm, ...(place.variant ? { variant: place.variant } : {}) });
    const { bounds, simulated, cutoff } = searchIn(place);
    const early = asCutoff(this.run, { ...place, isPlace: true }, cutoff);
    const more = { ...asBounds(this.run, place.algorithm, bounds), ...asSimulated(this.run, place.algorithm, simulated), ...early };
    const run = await this.#ask("api/search-tree", { ...asked, ...more });
    if (mine !== this.turn) return;
    Object.assign(this, { bounds, simulated, cutoff });
    this.place = { ...link.paramsOf(link.placeFrom(place)), depth };
    this.wanted = { algorithm: run.algorithm, variant: run.variant };
    this.show(run, { step: Number(place.step ?? 0), fresh: true, push: true });
  }

  /** The search that was asked for last: where it does not fit a tree, the next one may have it again. */
  #chosen() {
    return this.wanted ?? {};
  }

  // ------------------------------------------------------------ showing a run

  /** Put a run on the page. */
  show(run, { step = 0, fresh = false, push = false, chosen = null, exhibit = null, order = null } = {}) {
    const before = fresh || !this.run ? null : this.run.counts.visited;
    this.run = run;
    if (!this.stepper) this.#build(run);
    const shown = this.beside.pair(run);
    const change = this.counts.show(shown, before);
    this.depth.show(run); // before the steps: it takes room from the pseudo-code
    this.stepper.load(shown, step);
    if (fresh) this.past.forget();
    this.past.record(run.text);
    if (fresh) this.exhibit = exhibit;
    this.story.show(this.exhibit);
    this.order = order;
    this.brackets.write(run.text);
    this.algorithms.show(run, this.wanted.algorithm);
    this.ranges.show(run);
    this.counts.mark(order ?? "as-written");
    if (change) this.context.announce(change);
    this.editor.show(run, { canUndo: this.past.canUndo, canRedo: this.past.canRedo, chosen });
    this.practice.shown();
    this.#write({ push });
  }

  #build(run) {
    const { announce } = this.context;
    const host = element("div", { class: "lab-work" });
    this.element.append(host);
    const onFold = (folded, name) => this.#fold(folded, name);
    this.stepper = new Stepper(host, run, { announce, onFold, onStep: () => this.#write({ soon: true }) });
    this.brackets = new Brackets((tree) => this.openTyped(tree));
    this.algorithms = new Algorithms(
      (algorithm, variant) => this.openWith(algorithm, variant),
      (bounds) => this.openWith(this.run.algorithm, this.run.variant, bounds),
      (simulated) => this.openWith(this.run.algorithm, this.run.variant, this.bounds, simulated),
    );
    this.counts = new Counts((kind) => this.reorder(kind));
    this.stepper.onShow = (index) => {
      this.counts.step(index);
      this.beside.show(index);
    };
    this.editor = new Editor(this.stepper, {
      edit: (change) => this.edit(change),
      undo: () => this.undo(),
      redo: () => this.redo(),
      announce,
    });
    this.editor.onHidden = (name) => this.#reveal(name);
    this.story = new Story(this.context);
    this.legend = new Legend();
    const practising = { request: () => this.#request(), address: () => this.#address(), write: () => this.#write() };
    this.practice = new Practice(this, practising);
    this.stepper.bar.append(this.#strip(), this.brackets.mistake, this.editor.tools);
    this.stepper.stage.element.append(this.story.element);
    this.stepper.sentence.before(this.legend.element);
    this.beside.join(this.stepper);
    this.algorithms.element.append(this.beside.element, this.ranges.element);
    this.stepper.side.prepend(this.algorithms.element);
    this.depth = new Depth({
      onChange: (cutoff) => this.openWith(this.run.algorithm, this.run.variant, this.bounds, this.simulated, cutoff),
      onFill: () => this.edit({ kind: "guesses" }),
      onStep: (index) => this.stepper.go(index),
      ask: () => this.#byDepth(),
    });
    this.algorithms.element.append(this.depth.element);
    this.stepper.side.append(this.counts.element);
  }

  #strip() {
    const menus = [
      galleryMenu(this.gallery, (exhibit) => this.openExhibit(exhibit)),
      randomMenu((wishes) => this.openRandom(wishes)),
      positionMenu(this.context, (place) => this.openPlace({ ...this.context.link.paramsOf(place), depth: place.depth })),
    ];
    const exported = exportMenu(this.context, () => this.#request());
    const share = iconButton("link", "Copy a link to this step", () => this.copyLink(), "Link");
    const quiz = iconButton("quiz", "Quiz me on this tree", () => this.quiz(), "Quiz me");
    this.quizButton = quiz;
    return element(
      "div",
      { class: "lab-strip" },
      ...menus.map((menu) => menu.opener),
      this.brackets.element,
      exported.opener,
      share,
      quiz,
      ...this.practice.parts,
      ...[...menus, exported].map((menu) => menu.panel),
    );
  }

  #request() {
    const { text, algorithm, variant } = this.run;
    const early = asCutoff(this.run, { algorithm, variant }, cutoffOf(this.run));
    const how = { ...asBounds(this.run, algorithm, givenBounds(this.run)), ...simulatedOf(this.run), ...early, ...this.ranges.asked };
    const more = { ...(variant ? { variant } : {}), ...how };
    return { tree: text, algorithm, ...more, step: this.beside.own(this.stepper.index) };
  }

  #byDepth() {
    const { step, ...asked } = this.#request();
    return this.context.api.post("api/lab/depths", asked).catch((error) => this.context.toast(error.message, "error"));
  }

  // ------------------------------------------------------------ what a person does

  openTyped(tree) {
    return this.open({ tree, ...this.#chosen(), lenient: true, fresh: true, push: true, tellIn: "field" });
  }

  /** Resolves to whether it worked. */
  openWith(algorithm, variant, bounds = this.bounds, simulated = this.simulated, cutoff = this.cutoff) {
    if (this.place) {
      const early = cutoff ? cutoffParams(cutoff, true) : {};
      const asked = this.openPlace({ ...this.place, algorithm, variant, bounds: written(bounds), ...simulated, ...early });
      const refused = (error) => this.context.toast(error.message, "error");
      return asked.then(() => true, (error) => (refused(error), false));
    }
    const { order, editor } = this;
    const shown = { step: this.#sameStep(), chosen: editor.chosen, order };
    return this.open({ tree: this.run.text, algorithm, variant, bounds, simulated, cutoff, ...shown });
  }

  /** At the end one stays at the end; else at the same step, as far as there is one. */
  #sameStep() {
    return this.stepper.index === this.stepper.last ? Infinity : this.stepper.index;
  }

  /** Change the tree; resolves to whether that was possible. */
  edit(change, shown = {}) {
    const made = this.edits.then(() => this.#edit(change, shown));
    this.edits = made.catch(() => false);
    return made;
  }

  async #edit(change, shown) {
    try {
      const { tree, named } = await this.context.api.post("api/lab/edit", { tree: this.run.text, ...change });
      return await this.open({ tree, ...this.#chosen(), lenient: true, step: this.#sameStep(), chosen: named, ...shown });
    } catch (error) {
      this.context.toast(error.message, "error");
      return false;
    }
  }

  /** Put the children in another order, or back in the one they were written in. */
  reorder(kind) {
    if (!this.order) this.written = this.run.text;
    if (kind !== "as-written") {
      this.shuffles += 1;
      const form = kind === "fewest-leaves" && this.run.variant ? { value: this.run.variant } : {};
      return this.edit({ kind, seed: this.shuffles, ...form }, { order: kind });
    }
    if (!this.order) return undefined;
    return this.open({ tree: this.written, ...this.#chosen(), lenient: true, step: this.#sameStep() });
  }

  undo() {
    return this.#restore(this.past.undo());
  }

  redo() {
    return this.#restore(this.past.redo());
  }

  async #restore(tree) {
    if (tree === undefined) return;
    await this.open({ tree, ...this.#chosen(), lenient: true, step: this.#sameStep(), chosen: this.editor.chosen });
  }

  async copyLink() {
    const address = this.context.link.whole("lab", this.#address());
    await copied(address, `Link to step ${this.stepper.index + 1} copied.`, this.context);
  }

  quiz() {
    const kind = this.run.quiz_kinds.includes("prune") ? "prune" : this.run.quiz_kinds[0];
    this.context.link.go("quiz", { kind, tree: this.run.text, variant: this.run.variant });
  }

  // ------------------------------------------------------------ the shell

  get keys() {
    if (!this.stepper) return [];
    return [
      ...this.stepper.keys,
      ...this.practice.keys,
      ["Ctrl+z", "Undo an edit (with Shift: redo)", (event) => (event.shiftKey ? this.redo() : this.undo())],
      ["Ctrl+y", "Redo an edit", () => this.redo()],
      ["t", "Type a tree", () => this.brackets.area.select()],
      ["v", "Next algorithm that fits", () => this.algorithms.next()],
      ["r", "Show or hide ranges", () => this.ranges.toggle()],
      ["l", "With a search beside it: to the next leaf", () => this.beside.nextLeaf()],
      ["o", "Best children first", () => this.reorder("best-first")],
      ["e", "To the drawing: then arrows walk from node to node", () => this.stepper.stage.view.focus()],
      ...KEYS_IN_THE_DRAWING,
    ];
  }

  unmount() {
    clearTimeout(this.writing);
    this.isGone = true;
    this.turn += 1;
    this.practice?.destroy();
    this.stepper?.destroy();
    this.beside.destroy();
  }
}

/** How an address wants a search to be run. */
const searchIn = (params) => ({ bounds: readBounds(params.bounds), simulated: readSimulated(params), cutoff: readCutoff(params) });
