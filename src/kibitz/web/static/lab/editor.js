// Editing in the drawing: choose a node by mouse or arrow keys, type a leaf's value in its place, change what is around.

import { allow, element, select, shape } from "../shared/element.js";
import { corners } from "../shared/corners.js";
import { iconButton } from "../shared/icons.js";
import { Guess } from "./guess.js";

/** What keys do at a node of the drawing; the editor listens to them itself. */
export const KEYS_IN_THE_DRAWING = [
  ["Enter", "In the drawing: type the leaf's value (Tab: the next leaf), or a node's evaluation"],
  ["a", "In the drawing: add a child, or grow a leaf"],
  ["Insert", "In the drawing: add a child, or grow a leaf"],
  ["Delete", "In the drawing: remove the node"],
  ["m", "In the drawing: MAX, MIN, chance"],
  ["Shift+ArrowLeft", "In the drawing: move the node among its siblings"],
];

/**
 * The tools above a stepper's drawing, and what clicks and keys do in it.
 *
 * `edit(change)` sends a change of the tree and resolves to whether it was made; `undo()` and `redo()` take one back.
 */
export class Editor {
  constructor(stepper, { edit, undo, redo, announce }) {
    Object.assign(this, { stepper, edit, announce });
    this.chosen = null;
    this.ring = shape("path", { class: "lab-corners" });
    this.tools = this.#build(undo, redo);
    stepper.stage.onresize = () => this.#placeInput();
    const { view } = stepper.stage;
    view.addEventListener("click", (event) => this.#clicked(event));
    view.addEventListener("keydown", (event) => this.#pressed(event));
    view.setAttribute("aria-label", "The tree. Arrow keys walk from node to node, Enter edits a leaf");
  }

  // ------------------------------------------------------------ tools

  #build(undo, redo) {
    const send = (kind, given = {}) => () => this.change(kind, given);
    this.undoButton = iconButton("undo", "Undo", undo);
    this.redoButton = iconButton("redo", "Redo", redo);
    this.swap = iconButton("swap", "Swap MAX and MIN everywhere", () => this.edit({ kind: "kind" }), "Swap MAX, MIN");
    this.who = element("span", { class: "lab-chosen" });
    this.kind = select([], null, (value) => this.change("kind", { value }), { class: "control", "aria-label": "Who moves here" });
    this.chance = element("input", { class: "control", size: 5, "aria-label": "Probability", title: "Probability" });
    this.chance.onchange = () => this.change("probability", { value: this.chance.value });
    this.add = iconButton("plus", "Add a child", () => this.grow(), "Child");
    this.remove = iconButton("remove", "Remove this node and all below it", send("remove"), "Remove");
    this.left = iconButton("left", "Move left among its siblings", send("left"));
    this.right = iconButton("right", "Move right among its siblings", send("right"));
    this.ofNode = element("div", { class: "lab-tools-node", role: "group", "aria-label": "The chosen node" });
    this.guess = new Guess((kind, given) => this.change(kind, given), () => this.stepper.stage.view.focus());
    this.ofNode.append(this.who, this.kind, this.guess.element, this.chance, this.add, this.remove, this.left, this.right);
    this.hint = element("span", { class: "note lab-hint" }, "Click a leaf to change its value, a node to edit it or to give it an evaluation.");
    const all = [this.undoButton, this.redoButton, this.swap, this.ofNode, this.hint];
    return element("div", { class: "lab-tools", role: "toolbar", "aria-label": "Edit the tree" }, ...all);
  }

  /** A new run is shown: its nodes, whether undo and redo are possible, and which node is chosen now. */
  show(run, { canUndo, canRedo, chosen = null }) {
    this.run = run;
    this.nodes = new Map(run.nodes_list.map((node) => [node.name, node]));
    this.children = new Map(run.nodes_list.map((node) => [node.name, []]));
    for (const node of run.nodes_list) if (node.parent !== null) this.children.get(node.parent).push(node.name);
    allow(this.undoButton, canUndo);
    allow(this.redoButton, canRedo);
    this.swap.hidden = run.nodes_list.some((node) => node.kind === "player");
    this.#closeInput();
    this.choose(this.nodes.has(chosen) ? chosen : null, { quietly: true });
  }

  // ------------------------------------------------------------ choosing a node

  /** Choose a node by its name, or none. */
  choose(name, { quietly = false } = {}) {
    this.chosen = name;
    const node = this.nodes.get(name);
    this.ring.remove();
    this.ofNode.hidden = !node;
    this.hint.hidden = Boolean(node);
    if (!node) return;
    this.#drawRing();
    this.#offer(node);
    if (!quietly) {
      this.stepper.stage.follow(this.stepper.frames.node(name));
      this.announce(this.#described(node));
    }
  }

  #drawRing() {
    const drawn = this.stepper.frames.node(this.chosen);
    if (!drawn) return void this.onHidden?.(this.chosen); // it lies in a closed subtree
    const box = drawn.querySelector(".kz-shape").getBBox();
    this.ring.setAttribute("transform", drawn.getAttribute("transform"));
    this.ring.setAttribute("d", corners(box));
    this.stepper.frames.svg.append(this.ring);
  }

  #offer(node) {
    const isLeaf = node.kind === "leaf";
    const row = node.parent === null ? [node.name] : this.children.get(node.parent);
    this.who.textContent = isLeaf ? `Leaf ${node.name}` : node.name;
    this.kind.hidden = isLeaf;
    if (!isLeaf) this.#offerKinds(node);
    this.guess.show(node);
    this.chance.hidden = node.probability === null;
    this.chance.value = node.probability === null ? "" : fraction(node.probability);
    this.remove.disabled = node.parent === null;
    this.left.disabled = row[0] === node.name;
    this.right.disabled = row.at(-1) === node.name;
    this.add.title = isLeaf ? "Grow: make it a node with two leaves" : "Add a child";
    this.add.setAttribute("aria-label", this.add.title);
    this.add.lastChild.textContent = isLeaf ? "Grow" : "Child";
  }

  #offerKinds(node) {
    const kinds = this.#kinds();
    this.kind.replaceChildren(...kinds.map(([value, words]) => element("option", { value }, words)));
    this.kind.value = node.kind === "player" ? `p${node.player + 1}` : node.kind;
  }

  #kinds() {
    const leaf = this.run.nodes_list.find((node) => node.kind === "leaf");
    if (!Array.isArray(leaf.value)) return [["max", "▲ MAX"], ["min", "▼ MIN"], ["chance", "○ Chance"]];
    return [...leaf.value.map((_, player) => [`p${player + 1}`, `Player ${player + 1}`]), ["chance", "○ Chance"]];
  }

  #described(node) {
    const kind = { max: "MAX", min: "MIN", chance: "chance", player: `player ${node.player + 1}` }[node.kind];
    const value = this.isSecret?.(node.name) ? "" : ` ${valueText(node.value)}`;
    const what = node.kind === "leaf" ? `leaf${value}` : `${kind}, ${this.children.get(node.name).length} children`;
    const where = node.parent === null ? "the root" : `child ${node.number} of ${node.parent}`;
    return `${node.name}: ${what}, ${where}`;
  }

  // ------------------------------------------------------------ clicks and keys

  #clicked(event) {
    const drawn = event.target.closest?.("[data-node]");
    if (event.target.closest?.("input")) return;
    this.#closeInput();
    if (!drawn) return this.choose(null);
    this.choose(drawn.dataset.node);
    if (this.nodes.get(this.chosen).kind === "leaf") this.type();
  }

  #pressed(event) {
    if (event.target !== this.stepper.stage.view || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.#action(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #action({ key, shiftKey }) {
    if (shiftKey && this.chosen && key === "ArrowLeft") return () => this.left.disabled || this.change("left");
    if (shiftKey && this.chosen && key === "ArrowRight") return () => this.right.disabled || this.change("right");
    if (key.startsWith("Arrow")) return () => this.#walk(key.slice(5));
    if (!this.chosen) return null;
    if (key === "Escape") return () => this.choose(null);
    if (key === "Delete") return () => this.remove.disabled || this.change("remove");
    if (key === "Insert" || key === "a") return () => this.grow();
    if (key === "m") return () => this.#nextKind();
    return key === "Enter" || key === "F2" ? () => this.type() : null;
  }

  #walk(way) {
    const node = this.nodes.get(this.chosen);
    if (!node) return this.choose(this.stepper.steps[this.stepper.index].node);
    const level = this.run.nodes_list.filter((other) => other.path.length === node.path.length);
    const at = level.indexOf(node);
    const to = {
      Up: node.parent,
      Down: this.children.get(node.name)[0],
      Left: level[at - 1]?.name,
      Right: level[at + 1]?.name,
    }[way];
    if (to) this.choose(to);
  }

  #nextKind() {
    const node = this.nodes.get(this.chosen);
    if (node.kind === "leaf") return;
    const values = this.#kinds().map(([value]) => value);
    this.change("kind", { value: values[(values.indexOf(this.kind.value) + 1) % values.length] });
  }

  // ------------------------------------------------------------ changes

  /** Change something at the chosen node. */
  change(kind, given = {}) {
    if (this.chosen && !this.isLocked) return this.edit({ kind, node: this.chosen, ...given });
    return Promise.resolve(false);
  }

  /** One more child; a leaf becomes a node with two. */
  grow() {
    const node = this.nodes.get(this.chosen);
    if (node) this.change(node.kind === "leaf" ? "grow" : "add");
  }

  /** Type the chosen leaf's value where it stands. */
  type() {
    const node = this.nodes.get(this.chosen);
    if (!node || this.isLocked) return;
    if (node.kind !== "leaf") return void this.guess.focus();
    this.#closeInput();
    const input = element("input", { class: "lab-type", value: valueText(node.value), "aria-label": `Value of leaf ${node.name}` });
    input.autocomplete = "off";
    if (!Array.isArray(node.value)) input.inputMode = "text";
    input.onkeydown = (event) => this.#typed(event);
    input.onblur = () => this.#commit(false);
    this.input = input;
    this.typing = node;
    this.stepper.stage.sheet.append(input);
    this.#placeInput();
    input.focus();
    input.select();
  }

  #placeInput() {
    if (!this.input) return;
    const box = this.stepper.frames.node(this.typing.name)?.querySelector(".kz-shape").getBoundingClientRect();
    if (!box) return;
    const sheet = this.stepper.stage.sheet.getBoundingClientRect();
    const width = Math.max(box.width, 16 + 10 * this.input.value.length, 52);
    this.input.style.width = `${width}px`;
    this.input.style.left = `${box.left + box.width / 2 - width / 2 - sheet.left}px`;
    this.input.style.top = `${box.top + box.height / 2 - 18 - sheet.top}px`;
  }

  #typed(event) {
    event.stopPropagation();
    if (event.key === "Escape") {
      this.#closeInput();
      this.stepper.stage.view.focus();
    } else if (event.key === "Enter") {
      this.#commit(true);
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.#commitAndGo(event.shiftKey ? -1 : 1);
    }
  }

  /** Send what was typed. A mistake keeps the field open while the person is in it. */
  async #commit(stay) {
    const { input, typing } = this;
    if (!input) return true;
    const value = input.value.trim();
    if (value === valueText(typing.value)) {
      this.#closeInput();
      if (stay) this.stepper.stage.view.focus();
      return true;
    }
    input.onblur = null;
    const done = await this.edit({ kind: "value", node: typing.name, value });
    if (this.input === input) this.#refused(input, done, stay);
    else if (stay) this.stepper.stage.view.focus();
    return done;
  }

  #refused(input, done, stay) {
    if (done || !stay) return this.#closeInput();
    input.setAttribute("aria-invalid", "true");
    input.onblur = () => this.#closeInput();
    input.select();
    return undefined;
  }

  /** Tab goes from leaf to leaf, as in a table of numbers. */
  async #commitAndGo(way) {
    const leaves = leavesInOrder(this.run.nodes_list).map((node) => node.name);
    const next = leaves[leaves.indexOf(this.typing.name) + way];
    if (!(await this.#commit(true)) || !next) return;
    this.choose(next);
    this.type();
  }

  #closeInput() {
    const { input } = this;
    this.input = null;
    if (!input) return;
    input.onblur = null;
    input.remove();
  }
}

/** Leaves from left to right. */
function leavesInOrder(nodes) {
  const leaves = nodes.filter((node) => node.kind === "leaf");
  return leaves.sort((one, other) => comparePaths(one.path, other.path));
}

function comparePaths(one, other) {
  const at = one.findIndex((child, place) => child !== other[place]);
  return at < 0 ? 0 : one[at] - (other[at] ?? -1);
}

/** A leaf's value as it is typed: 3, -0.5, <1,2,6>. */
export function valueText(value) {
  return Array.isArray(value) ? `<${value.join(",")}>` : String(value);
}

/** A probability as a person writes it. */
function fraction(probability) {
  for (let below = 1; below <= 100; below += 1) {
    const above = Math.round(probability * below);
    if (Math.abs(above / below - probability) < 1e-9) return below === 1 ? String(above) : `${above}/${below}`;
  }
  return String(Number(probability.toFixed(6)));
}
