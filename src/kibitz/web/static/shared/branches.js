// Branches that can be chosen in a drawn tree, by mouse, finger or keyboard, and the marks of a grade on them.

import { shape } from "./element.js";

const FROM = 0.22; // near the parent all branches meet: the part that can be hit begins here
const AT = 0.6; // where marks are drawn, as part of the way down
const BELOW = 36; // from a leaf's middle to the word below its name

/** What is said of a branch after grading: the sign in the drawing and its word. */
const MARKS = {
  right: ["cut", "M-4.5 .5-1.5 3.5 4.5-3.5"],
  missed: ["missed", "M0-4.5V1M0 4.2v.1"],
  wrong: ["not cut", "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5"],
  gone: ["gone already", "M-4 0h8"],
};

/** Makes the branches to `children` of a drawing toggles; `parents` maps a child to its parent. */
export class Branches {
  constructor(svg, children, parents, onToggle) {
    this.svg = svg;
    this.onToggle = onToggle;
    this.chosen = new Set();
    this.isOpen = true;
    this.parents = parents;
    this.toggles = new Map(children.map((child) => [child, this.#toggle(child)]));
    this.layer = shape("g", { class: "quiz-branches" }, ...this.toggles.values());
    svg.append(this.layer);
    svg.setAttribute("role", "group"); // a picture could not have buttons in it
    this.#makeStop(this.toggles.get(children[0]));
    this.layer.addEventListener("focusin", (event) => this.#makeStop(event.target.closest("[data-child]")));
    this.layer.addEventListener("keydown", (event) => this.#pressed(event));
    svg.addEventListener("click", (event) => this.#clicked(event));
  }

  #toggle(child) {
    const { x1, y1, x2, y2 } = this.#ends(child);
    const from = [x1 + FROM * (x2 - x1), y1 + FROM * (y2 - y1)];
    const name = `branch from ${this.parents.get(child)} to ${child}`;
    return shape(
      "g",
      { class: "quiz-branch", role: "button", tabindex: -1, "aria-pressed": "false", "aria-label": name, "data-child": child },
      shape("line", { class: "quiz-hit", x1: from[0], y1: from[1], x2, y2 }),
      shape("line", { class: "quiz-line", x1, y1, x2, y2 }),
      shape("path", { class: "quiz-strokes", d: "M-7-3h14M-7 3h14", transform: this.#across(child) }),
    );
  }

  /** One branch is a stop of the Tab key; arrows go to the others. */
  #makeStop(toggle) {
    this.stop?.setAttribute("tabindex", -1);
    this.stop = toggle;
    toggle?.setAttribute("tabindex", 0);
  }

  #ends(child) {
    const part = this.svg.querySelector(`[data-part="edge:${CSS.escape(child)}"]`);
    const line = part.matches("line") ? part : part.querySelector("line");
    return Object.fromEntries(["x1", "y1", "x2", "y2"].map((name) => [name, Number(line.getAttribute(name))]));
  }

  /** A place on the branch, turned so that x runs across it. */
  #across(child) {
    const { x1, y1, x2, y2 } = this.#ends(child);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI - 90;
    return `translate(${x1 + AT * (x2 - x1)} ${y1 + AT * (y2 - y1)}) rotate(${angle.toFixed(1)})`;
  }

  // ------------------------------------------------------------ choosing

  toggle(child) {
    if (!this.isOpen || !this.toggles.has(child)) return;
    const isChosen = !this.chosen.delete(child);
    if (isChosen) this.chosen.add(child);
    this.toggles.get(child).setAttribute("aria-pressed", String(isChosen));
    this.onToggle(this.chosen.size);
  }

  /** A click on a node means the branch that leads to it. */
  #clicked(event) {
    const child = event.target.closest("[data-child]")?.dataset.child ?? event.target.closest("[data-node]")?.dataset.node;
    if (child) this.toggle(child);
  }

  #pressed(event) {
    const child = event.target.dataset.child;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.toggle(child);
    else if (event.key.startsWith("Arrow")) this.toggles.get(this.#beside(child, event.key.slice(5)))?.focus();
    else return;
    event.preventDefault();
  }

  /** The branch above, below, to the left or right. */
  #beside(child, way) {
    const all = [...this.toggles.keys()];
    const depth = (name) => (this.parents.get(name) ? 1 + depth(this.parents.get(name)) : 0);
    const level = all.filter((name) => depth(name) === depth(child));
    const at = level.indexOf(child);
    if (way === "Left") return level[at - 1];
    if (way === "Right") return level[at + 1];
    return way === "Up" ? this.parents.get(child) : all.find((name) => this.parents.get(name) === child);
  }

  /** The names of the chosen children, in the order of the drawing. */
  get answer() {
    return [...this.toggles.keys()].filter((child) => this.chosen.has(child));
  }

  // ------------------------------------------------------------ after grading

  /** Mark every branch that is in one of the lists `{right, missed, wrong, gone}`, and let nothing be changed. */
  mark(lists) {
    this.isOpen = false;
    this.layer.classList.add("is-graded");
    for (const [sort, children] of Object.entries(lists)) {
      for (const child of children) this.#mark(child, sort);
    }
    this.#makeRoom();
  }

  #mark(child, sort) {
    const [word, path] = MARKS[sort];
    const toggle = this.toggles.get(child);
    const [place] = this.#across(child).split(" rotate");
    const sign = sort === "wrong" ? shape("rect", { x: -8, y: -8, width: 16, height: 16, rx: 2 }) : shape("circle", { r: 8.5 });
    const mark = shape("g", { transform: place }, sign, shape("path", { d: path }));
    toggle.append(shape("g", { class: `quiz-mark quiz-${sort}` }, mark, this.#word(child, word)));
    toggle.setAttribute("aria-label", `${toggle.getAttribute("aria-label")}: ${word}`);
  }

  /** The word of a mark: upright below a leaf, where there is room for all; along the branch to any other node. */
  #word(child, word) {
    const node = this.svg.querySelector(`[data-part="node:${CSS.escape(child)}"]`);
    if (node.classList.contains("kz-leaf")) {
      const below = `${node.getAttribute("transform")} translate(0 ${BELOW}) rotate(90)`;
      return shape("text", { class: "quiz-word", transform: below, dy: "0.35em", "text-anchor": "start" }, word);
    }
    const { x1, x2 } = this.#ends(child);
    const side = x2 < x1 ? -1 : 1; // on the outer side of the fan
    const turn = `${this.#across(child)} translate(${side * 16} 0) rotate(${side * 90})`;
    return shape("text", { class: "quiz-word", transform: turn, dy: "0.35em", "text-anchor": "middle" }, word);
  }

  /** Make the drawing high enough for the words below its leaves. */
  #makeRoom() {
    const { height } = this.svg.viewBox.baseVal;
    const box = this.layer.getBBox();
    const needed = Math.ceil(box.y + box.height + 8);
    if (needed > height) this.svg.setAttribute("viewBox", `0 0 ${this.svg.viewBox.baseVal.width} ${needed}`);
  }
}

/** The names of all nodes of a run above one of them. */
export function namesAbove({ nodes_list: nodes }, name) {
  const parents = new Map(nodes.map((node) => [node.name, node.parent]));
  const above = new Set();
  for (let at = parents.get(name); at; at = parents.get(at)) above.add(at);
  return above;
}
