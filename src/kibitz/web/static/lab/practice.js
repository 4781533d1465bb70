// Exercises in the lab: what is asked before each step, what is hidden, the projector view, and dragging nodes.

import { copied } from "../shared/copying.js";
import { button, element } from "../shared/element.js";
import { iconButton } from "../shared/icons.js";
import { hideLeaves } from "./hiding.js";
import { popover } from "./popover.js";
import { Predict } from "./predict.js";
import { Projector } from "./projector.js";
import { Reorder } from "./reorder.js";

const ASKED = [
  ["v", "Value v"],
  ["window", "Window α, β"],
  ["cut", "Cut?"],
  ["next", "Next leaf, or child"],
];
const HIDDEN = [
  ["counts", "Counts and cuts, until the end"],
  ["values", "Leaf values, until the search gets there"],
];
const FEW = 40; // leaves of a tree that is shown whole while it is predicted
const USUAL = ["v", "window", "cut"];

/** Everything of the lab that is for practice; `request()` is its search as the server wants it, `write()` its address. */
export class Practice {
  constructor(lab, { request, address, write }) {
    const { stepper, context } = lab;
    Object.assign(this, { lab, stepper, context, write, address });
    const asked = () => {
      const { step, ...search } = request();
      return search;
    };
    this.predict = new Predict(stepper, context, { request: asked, onChange: () => this.#changed(), link: () => this.#link() });
    this.projector = new Projector(lab.element, stepper, context);
    this.reorder = new Reorder(stepper, lab.editor, context);
    this.hidden = new Set();
    this.wishes = USUAL;
    stepper.onLimit = () => this.predict.isOn && !this.predict.isOver && this.predict.wanted();
    lab.editor.isSecret = (name) => this.hidden.has("values") && !this.#isVisited(name);
    this.#listen();
    this.#build();
    this.follow(lab.params ?? {});
  }

  /** What is hidden is hidden again at every step. */
  #listen() {
    const { onShow } = this.stepper;
    this.stepper.onShow = (index, step) => {
      onShow?.(index, step);
      this.#hide(index);
    };
  }

  // ------------------------------------------------------------ the menu

  #build() {
    this.checks = new Map();
    const check = (name, words, onchange) => {
      const box = element("input", { type: "checkbox", onchange });
      this.checks.set(name, box);
      return element("label", { class: "check" }, box, words);
    };
    const asks = ASKED.map(([name, words]) => check(name, words, () => this.#wish()));
    const hides = HIDDEN.map(([name, words]) => check(name, words, () => this.#toggle(name)));
    const group = (label, boxes) => element("fieldset", { class: "predict-choice" }, element("legend", {}, label), ...boxes);
    this.begin = button("Start", () => this.start(), { class: "primary", "data-first": "" });
    this.leave = button("Stop", () => this.#stop());
    const share = button("Link for a class", () => copied(this.#link(), "Link to this exercise copied.", this.context), { class: "quiet" });
    const content = element("div", { class: "predict-menu" }, group("Ask before each step", asks), group("Hide", hides));
    content.append(element("div", { class: "row" }, this.begin, this.leave, share));
    this.menu = popover("Predict", "Predict each step before you see it", content);
    this.stepper.stage.zooms.append(iconButton("projector", "Projector view", () => this.projector.toggle()));
  }

  /** What goes into the lab's strip: a button, and the panel that it opens. */
  get parts() {
    return [this.menu.opener, this.menu.panel];
  }

  #wish() {
    this.wishes = ASKED.map(([name]) => name).filter((name) => this.checks.get(name).checked);
  }

  #toggle(name) {
    if (this.checks.get(name).checked) this.hidden.add(name);
    else this.hidden.delete(name);
    this.#changed();
  }

  #mark() {
    for (const [name] of ASKED) this.checks.get(name).checked = this.wishes.includes(name);
    for (const [name] of HIDDEN) this.checks.get(name).checked = this.hidden.has(name);
    this.leave.hidden = !this.predict.isOn;
    this.begin.textContent = this.predict.isOn ? "Start again" : "Start";
  }

  // ------------------------------------------------------------ exercises

  start() {
    this.menu.close();
    if (this.wishes.length) return this.#startAlone();
    return this.context.toast("Choose what to ask: v, window, cut or next.", "error");
  }

  /** A search beside it would show what is asked: it goes first. */
  #startAlone() {
    if (!this.lab.beside.wanted) return this.predict.start(this.wishes);
    this.isWanted = true; // begins when the run without it is shown
    return this.lab.beside.leave();
  }

  #stop() {
    this.menu.close();
    this.predict.stop();
  }

  /** The address asks for these. */
  follow({ predict, hide }) {
    const names = (text, rows) => (text ?? "").split(",").filter((name) => rows.some(([known]) => known === name));
    this.hidden = new Set(names(hide, HIDDEN));
    const asked = predict === "everything" ? ASKED.map(([name]) => name) : names(predict, ASKED);
    if (asked.length) this.wishes = asked;
    this.isWanted = asked.length > 0;
    if (!this.isWanted) this.predict.drop();
    if (this.isWanted) this.stepper.veil(0, true); // until it is known what is asked
  }

  /** The address asks for these of the run that is shown. */
  followHere(params) {
    const before = JSON.stringify(this.params);
    this.follow(params);
    if (this.isWanted !== this.predict.isOn || before !== JSON.stringify({ ...this.params, predict: params.predict ?? null })) this.shown();
  }

  /** Another run is shown: an exercise begins again with it. */
  shown() {
    const isOn = this.predict.isOn || this.isWanted;
    this.isWanted = false;
    this.#changed({ quietly: true });
    if (isOn) this.predict.start(this.wishes);
  }

  /** The parameters of the address that make the same exercise. */
  get params() {
    const isOn = this.predict.isOn || this.isWanted;
    return { predict: isOn ? this.wishes.join(",") : null, hide: [...this.hidden].join(",") || null };
  }

  #link() {
    const hide = [...this.hidden].join(",") || null;
    return this.context.link.whole("lab", { ...this.address(), step: null, predict: this.wishes.join(","), hide });
  }

  // ------------------------------------------------------------ what is hidden

  #changed({ quietly = false } = {}) {
    const { predict, stepper, lab } = this;
    if (predict.isOn) this.#unfold();
    const isAsking = predict.isOn && !predict.isOver;
    const isVeiled = isAsking || (this.hidden.has("counts") && !predict.isOver);
    lab.element.classList.toggle("is-predicting", predict.isOn);
    lab.element.classList.toggle("is-secret", this.hidden.has("values"));
    lab.editor.isLocked = isAsking || this.hidden.has("values");
    lab.counts.hide(isVeiled);
    lab.legend.show(lab.run, isVeiled);
    stepper.veil(predict.limit, isVeiled);
    lab.counts.step(stepper.index, this.#isOver(stepper.index));
    hideLeaves(stepper, this.hidden.has("values"), stepper.index);
    this.#mark();
    if (!quietly) this.write();
  }

  /** Which subtrees are open would tell where the search is going. */
  #unfold() {
    const { run } = this.lab;
    if (!run.folded.length || run.counts.leaves > FEW || this.unfolded === run.text) return;
    this.unfolded = run.text;
    this.stepper.onFold([], null);
  }

  #isOver(index) {
    return index === this.stepper.last && !(this.predict.isOn && !this.predict.isOver);
  }

  #hide(index) {
    if (this.lab.counts.isHidden) this.lab.counts.step(index, this.#isOver(index));
    hideLeaves(this.stepper, this.hidden.has("values"), index);
  }

  #isVisited(name) {
    return this.stepper.steps.some((step) => step.node === name && step.index <= this.stepper.index);
  }

  // ------------------------------------------------------------ the shell

  get keys() {
    return [
      ["p", "Predict each step before you see it", () => (this.predict.isOn ? this.predict.focus() : this.start())],
      ["f", "Projector view", () => this.projector.toggle()],
      ["Escape", "Leave the projector view", () => this.projector.leave()],
      ["Alt+ArrowLeft", "In the drawing: move the node among its siblings; or drag it"],
    ];
  }

  destroy() {
    this.projector.leave();
    this.reorder.destroy();
  }
}
