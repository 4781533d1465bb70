// Dragging a node among its siblings: by mouse, by a finger held on it, or with Alt and the arrow keys.

import { shape } from "../shared/element.js";

const A_DRAG = 6; // pixels
const A_HOLD = 350; // milliseconds that a finger rests on a node before it can be dragged
const REACH = 26; // units of the drawing: how high the mark is where the node would land

/** Lets the nodes of a stepper's drawing be dragged; an editor makes the change. */
export class Reorder {
  constructor(stepper, editor, { announce }) {
    Object.assign(this, { stepper, editor, announce });
    const { view } = stepper.stage;
    view.addEventListener("pointerdown", (event) => this.#down(event), true);
    view.addEventListener("keydown", (event) => this.#pressed(event), true);
    view.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
    view.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    this.move = (event) => this.#moved(event);
    this.up = (event) => this.#ended(event);
    this.escape = (event) => event.key === "Escape" && this.#cancel(event);
  }

  // ------------------------------------------------------------ keys

  #pressed(event) {
    const way = { ArrowLeft: "left", ArrowRight: "right" }[event.key];
    if (!event.altKey || !way || !this.editor.chosen) return;
    event.preventDefault(); // it would leave the page
    event.stopPropagation();
    if (!this.editor[way].disabled) this.#change(way);
  }

  async #change(kind, given = {}) {
    if (!(await this.editor.change(kind, given))) return;
    const node = this.editor.nodes.get(this.editor.chosen);
    if (node?.parent) this.announce(`${node.name} is child ${node.number} of ${node.parent} now.`);
  }

  // ------------------------------------------------------------ dragging

  #down(event) {
    const drawn = event.target.closest?.("[data-node]");
    const isToggle = event.target.closest?.("[data-fold], input");
    if (!drawn || isToggle || event.button !== 0 || this.editor.isLocked || this.begun) return;
    const name = drawn.dataset.node;
    const node = this.editor.nodes.get(name);
    const row = node?.parent ? this.editor.children.get(node.parent) : [];
    if (row.length < 2) return;
    const isMouse = event.pointerType === "mouse";
    if (isMouse) event.stopPropagation(); // the sheet stays where it is
    this.begun = { name, row, x: event.clientX, y: event.clientY, pointer: event.pointerId, isMouse };
    if (!isMouse) this.holding = setTimeout(() => this.#lift(this.begun), A_HOLD);
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.up);
    addEventListener("keydown", this.escape, true);
  }

  #moved(event) {
    const { begun } = this;
    if (event.pointerId !== begun.pointer) return;
    const isFar = Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > A_DRAG;
    if (!this.drag && isFar) {
      if (!begun.isMouse) return void this.#stop(); // a finger that moves at once scrolls
      this.#lift(begun);
    }
    if (this.drag) this.#follow(event.clientX, event.clientY);
  }

  /** The node leaves its place: a copy follows the pointer, and a mark shows where it would land. */
  #lift({ name, row, x, y }) {
    const { frames } = this.stepper;
    const drawn = frames.node(name);
    const others = row.filter((other) => other !== name && frames.node(other));
    if (!drawn || !others.length) return this.#stop();
    this.stepper.pause();
    const ghost = drawn.cloneNode(true);
    ghost.removeAttribute("data-node");
    ghost.classList.add("reorder-ghost");
    const mark = shape("path", { class: "reorder-mark" });
    frames.svg.append(mark, ghost);
    drawn.classList.add("reorder-lifted");
    this.drag = { name, row, others, drawn, ghost, mark, from: row.indexOf(name), to: row.indexOf(name) };
    this.stepper.stage.view.classList.add("is-reordering");
    return this.#follow(x, y);
  }

  #follow(x, y) {
    const { drag } = this;
    const { svg } = this.stepper.frames;
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const places = drag.others.map((other) => placeOf(this.stepper.frames.node(other)));
    drag.to = places.filter((place) => place.x < at.x).length;
    drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    const [before, after] = [places[drag.to - 1], places[drag.to]];
    const middle = before && after ? (before.x + after.x) / 2 : before ? before.x + gap(places) : after.x - gap(places);
    const height = (before ?? after).y;
    drag.mark.setAttribute("d", `M${middle} ${height - REACH}v${2 * REACH}m-6 0h12m-12 ${-2 * REACH}h12`);
  }

  #ended(event) {
    if (event.pointerId !== this.begun.pointer) return;
    const { drag } = this;
    this.#stop();
    if (!drag) return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (event.type === "pointercancel" || drag.to === drag.from) return;
    this.editor.choose(drag.name, { quietly: true });
    this.#change("place", { value: drag.to + 1 });
  }

  #cancel(event) {
    if (!this.drag) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stop();
  }

  #stop() {
    clearTimeout(this.holding);
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.up);
    removeEventListener("keydown", this.escape, true);
    const { drag } = this;
    this.begun = null;
    this.drag = null;
    if (!drag) return;
    drag.ghost.remove();
    drag.mark.remove();
    drag.drawn.classList.remove("reorder-lifted");
    this.stepper.stage.view.classList.remove("is-reordering");
  }

  destroy() {
    this.#stop();
  }
}

/** Where a node stands in the drawing. */
function placeOf(drawn) {
  const { e, f } = drawn.transform.baseVal.consolidate().matrix;
  return { x: e, y: f };
}

/** How far beyond the first or last sibling the mark stands. */
function gap(places) {
  return places.length > 1 ? Math.abs(places[1].x - places[0].x) / 2 : 40;
}

/** The click that ends a drag is meant for nobody. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
