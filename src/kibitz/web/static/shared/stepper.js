// A search, step by step: one index moves the drawing, the line of pseudo-code and the sentence together.

import { Code } from "./code.js";
import { allow, button, element } from "./element.js";
import { icon, iconButton } from "./icons.js";
import { Frames } from "./frames.js";
import { Viewport } from "./viewport.js";

const A_STEP = 1200; // milliseconds at speed 1
const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * Shows a run (an answer of /api/lab or /api/search-tree) in `host`.
 *
 * `step` is where to begin; `onStep(index, step)` is called at every move; `announce(text)` speaks the sentence, which is a
 * live region of its own otherwise. `onFold(folded, name)` is called with the nodes to close, and the one that was pressed, where subtrees are opened or closed. `bar` above the drawing and `side` beside it have room for more.
 */
export class Stepper {
  constructor(host, run, { step = 0, onStep = null, announce = null, onFold = null } = {}) {
    this.onStep = onStep;
    this.onFold = onFold;
    this.announce = announce;
    this.speed = 1;
    this.limit = Infinity; // the furthest step that may be shown; `onLimit()` hears of whoever wants to go on
    this.isVeiled = false; // is it kept a secret how many steps and cuts there are?
    this.#build();
    host.replaceChildren(this.element);
    this.load(run, step);
  }

  // ------------------------------------------------------------ what it is made of

  #build() {
    this.stage = new Viewport();
    this.stage.target = () => this.#current();
    this.stage.view.addEventListener("click", (event) => this.#folded(event));
    this.stage.view.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && this.#folded(event));
    this.openAll = button("Open all", () => this.#fold([]), { class: "small quiet" });
    this.closeAll = button("Close all", () => this.#fold(this.#inner()), { class: "small quiet" });
    this.folds = element("div", { class: "stage-folds", role: "group", "aria-label": "Subtrees", hidden: true }, this.openAll, this.closeAll);
    this.stage.element.append(this.folds);
    this.code = new Code();
    this.bar = element("div", { class: "stepper-bar" });
    this.sentence = element("p", { class: "stepper-sentence" });
    if (!this.announce) this.sentence.setAttribute("role", "status");
    this.main = element("div", { class: "stepper-main" }, this.bar, this.stage.element, this.sentence, this.#controls());
    this.side = element("div", { class: "stepper-side" }, this.code.element);
    const grid = element("div", { class: "stepper-grid" }, this.main, this.side);
    this.element = element("div", { class: "stepper" }, grid);
  }

  /** Where the search is: the node of the step, or the closed one that it lies in. */
  #current() {
    return this.frames?.node(this.steps[this.index]?.node) ?? this.frames?.svg.querySelector(".kz-current");
  }

  /** A subtree is opened or closed by its sign. */
  #folded(event) {
    const toggle = event.target.closest?.("[data-fold]");
    if (!toggle || !this.onFold) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the node itself is not meant
    const { fold } = toggle.dataset;
    const { folded } = this.run;
    this.#fold(toggle.getAttribute("aria-expanded") === "false" ? folded.filter((name) => name !== fold) : [...folded, fold], fold);
  }

  #fold(folded, name = null) {
    this.pause();
    this.onFold(folded, name);
  }

  /** The nodes that can be closed: those with something below them, but not the root. */
  #inner() {
    const parents = new Set(this.run.nodes_list.map(({ parent }) => parent));
    return this.run.nodes_list.slice(1).flatMap(({ name }) => (parents.has(name) ? [name] : []));
  }

  #showFolds() {
    const canFold = Boolean(this.onFold && this.frames.svg.querySelector("[data-fold]"));
    this.folds.hidden = !canFold;
    if (!canFold) return;
    this.frames.svg.setAttribute("role", "group"); // a picture holds no buttons
    this.openAll.hidden = this.run.folded.length === 0;
    this.closeAll.hidden = this.#inner().every((name) => this.run.folded.includes(name));
  }

  /** Show the same run with other subtrees open: the step stays, and so does the focus. */
  refold(run, name) {
    const { index } = this;
    this.load(run, index);
    this.stage.fit(false);
    const toggle = [...this.frames.svg.querySelectorAll("[data-fold]")].find(({ dataset }) => dataset.fold === name);
    toggle?.focus({ preventScroll: true });
    this.stage.follow(toggle ?? this.#current());
  }

  #controls() {
    this.buttons = {
      first: iconButton("first", "First step", () => this.go(0)),
      back: iconButton("back", "Back one step", () => this.back()),
      play: iconButton("play", "Play", () => this.toggle()),
      forward: iconButton("forward", "Forward one step", () => this.next()),
      cut: iconButton("cut", "To the next cut", () => this.nextCut(), "Next cut"),
      simulation: iconButton("right", "To the end of the simulation", () => this.nextSimulation(), "Simulation"),
      end: iconButton("end", "Last step", () => this.end()),
    };
    this.buttons.play.classList.replace("quiet", "primary");
    return element(
      "div",
      { class: "stepper-controls", role: "group", "aria-label": "Steps" },
      element("div", { class: "stepper-buttons" }, ...Object.values(this.buttons)),
      this.#slider(),
    );
  }

  #slider() {
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": "Step", oninput: () => this.#slid() });
    this.cutMarks = element("div", { class: "stepper-cuts", "aria-hidden": "true" });
    this.count = element("output", { class: "stepper-count", "aria-live": "off" }); // the sentence is what is said
    const track = element("div", { class: "stepper-track" }, this.cutMarks, this.slider);
    return element("div", { class: "stepper-slide" }, track, this.count, this.#speeds());
  }

  #slid() {
    this.pause();
    this.go(Number(this.slider.value));
  }

  #speeds() {
    const options = SPEEDS.map((speed) => element("option", { value: speed, selected: speed === 1 }, `${speed}×`));
    const choose = (event) => this.setSpeed(Number(event.target.value));
    this.speeds = element("select", { class: "stepper-speed", "aria-label": "Speed", title: "Speed", onchange: choose }, ...options);
    return this.speeds;
  }

  // ------------------------------------------------------------ the run

  /** Show another run in the same place. */
  load(run, step = 0) {
    this.pause();
    this.run = run;
    this.steps = run.steps;
    this.cuts = run.steps.filter((told) => told.event === "prune").map((told) => told.index);
    this.ends = run.steps.filter((told, at) => told.simulation && run.steps[at + 1]?.simulation !== told.simulation).map((told) => told.index);
    this.frames = new Frames(run.drawing);
    this.#showFolds();
    this.stage.hold(this.frames.svg);
    this.code.write(run.pseudocode);
    this.veil(this.limit, this.isVeiled);
    this.buttons.simulation.hidden = this.ends.length === 0;
    this.index = -1;
    this.reached = 0;
    this.#show(step);
  }

  /** Show no step beyond `limit`; `isVeiled` hides how many steps there are, and the cuts that have not been reached. */
  veil(limit, isVeiled) {
    Object.assign(this, { limit, isVeiled });
    this.slider.max = this.most;
    this.buttons.cut.hidden = isVeiled || this.cuts.length === 0;
    this.#markCuts();
    if (this.index >= 0) this.#showPlace();
  }

  #markCuts() {
    this.reached = Math.max(this.reached ?? 0, this.index);
    const marked = this.cuts.filter((cut) => !this.isVeiled || cut <= this.reached);
    if (marked.length !== this.cutMarks.childElementCount || !this.isVeiled) {
      this.cutMarks.replaceChildren(...marked.map((index) => this.#cutMark(index)));
    }
  }

  #cutMark(index) {
    return element("i", { style: `left: ${(100 * index) / Math.max(1, this.most)}%` });
  }

  /** The index of the last step. */
  get last() {
    return Math.max(0, this.steps.length - 1);
  }

  /** The index of the last step that may be shown. */
  get most() {
    return Math.max(0, Math.min(this.last, this.limit));
  }

  // ------------------------------------------------------------ moving

  /** Go to a step, from wherever it is. */
  go(index) {
    const changed = this.#show(index);
    if (changed) this.#tell();
    return changed;
  }

  #show(index) {
    const wanted = Math.min(Math.max(Math.round(index) || 0, 0), this.most);
    if (index > this.limit) this.onLimit?.();
    if (wanted === this.index) return false;
    this.index = wanted;
    const step = this.steps[wanted];
    this.frames.show(wanted);
    this.frames.svg.setAttribute("aria-label", `The tree at step ${wanted + 1}${this.#of()}. ${step.sentence}`);
    this.code.mark(step.line);
    this.sentence.textContent = step.sentence;
    this.sentence.dataset.event = step.event;
    this.#showPlace();
    this.stage.follow(this.#current());
    this.onShow?.(wanted, step);
    return true;
  }

  #showPlace() {
    const { index, last, buttons } = this;
    if (this.isVeiled) this.#markCuts();
    this.slider.value = index;
    this.slider.setAttribute("aria-valuetext", `step ${index + 1}${this.#of()}`);
    this.count.textContent = this.isVeiled ? `Step ${index + 1}` : `${index + 1} / ${this.steps.length}`;
    for (const name of ["first", "back"]) allow(buttons[name], index > 0);
    for (const name of ["forward", "end"]) allow(buttons[name], index < last);
    allow(buttons.cut, this.cuts.some((cut) => cut > index));
    allow(buttons.simulation, index < last);
  }

  #of() {
    return this.isVeiled ? "" : ` of ${this.steps.length}`;
  }

  #tell() {
    const step = this.steps[this.index];
    this.announce?.(`Step ${this.index + 1}. ${step.sentence}`);
    this.onStep?.(this.index, step);
  }

  next() {
    this.pause();
    return this.go(this.index + 1);
  }

  back() {
    this.pause();
    return this.go(this.index - 1);
  }

  /** The next step that cuts something, if there is one. */
  nextCut() {
    this.pause();
    const cut = this.isVeiled ? undefined : this.cuts.find((index) => index > this.index);
    return cut === undefined ? false : this.go(cut);
  }

  /** The last step of the simulation that goes on, or of the next one. */
  nextSimulation() {
    this.pause();
    return this.go(this.ends.find((end) => end > this.index) ?? this.last);
  }

  /** The last step of the simulation before. */
  lastSimulation() {
    this.pause();
    return this.go(this.ends.findLast((end) => end < this.index) ?? 0);
  }

  first() {
    this.pause();
    return this.go(0);
  }

  end() {
    this.pause();
    return this.go(this.last);
  }

  // ------------------------------------------------------------ playing

  /** Play, or pause; at the end, from the beginning again. */
  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.index === this.most) this.go(0);
    this.#setPlaying(true);
    this.#tick();
  }

  #tick() {
    this.timer = setTimeout(() => {
      if (!this.go(this.index + 1) || this.index === this.most) this.pause();
      else this.#tick();
    }, A_STEP / this.speed);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.#setPlaying(false);
  }

  #setPlaying(playing) {
    const { play } = this.buttons;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = playing ? "Pause" : "Play";
  }

  setSpeed(speed) {
    this.speed = speed;
    this.speeds.value = String(speed);
  }

  // ------------------------------------------------------------ keys

  /** What the keyboard does here: `[key, sentence, function]`. */
  get keys() {
    const ofSimulations = [
      ["s", "To the end of the simulation", () => this.nextSimulation()],
      ["Shift+S", "Back by a simulation", () => this.lastSimulation()],
    ];
    return [
      ["ArrowRight", "Step forward", () => this.next()],
      ["ArrowLeft", "Step back", () => this.back()],
      ["Home", "First step", () => this.first()],
      ["End", "Last step", () => this.end()],
      ["c", "To the next cut", () => this.nextCut()],
      ...(this.ends.length ? ofSimulations : []),
      [" ", "Play or pause", () => this.toggle()],
      ["+", "Zoom in", () => this.stage.zoom(this.stage.scale * 1.25)],
      ["-", "Zoom out", () => this.stage.zoom(this.stage.scale / 1.25)],
      ["0", "Fit the whole tree", () => this.stage.fit(true)],
    ];
  }

  destroy() {
    this.pause();
    this.stage.destroy();
    this.element.remove();
  }
}
