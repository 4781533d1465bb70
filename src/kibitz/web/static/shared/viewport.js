// Where a drawing is looked at: it fits the place it has, can be zoomed and dragged, and follows what happens in it.

import { element } from "./element.js";
import { iconButton } from "./icons.js";

const LEAST = 0.1;
const MOST = 3;
const LARGEST_FIT = 2.2; // a small tree is enlarged, but not to a poster
const READABLE = 0.62; // a large one is not shrunk below this automatically: it scrolls
const A_DRAG = 4; // pixels

/** A scrolling, zooming place for one SVG element. `target()`, if it is set, gives the part that must stay in view. */
export class Viewport {
  constructor() {
    this.sheet = element("div", { class: "stage-sheet" });
    this.view = element("div", { class: "stage-view", tabIndex: 0, role: "group", "aria-label": "The tree" }, this.sheet);
    this.zooms = element(
      "div",
      { class: "stage-zooms", role: "group", "aria-label": "Zoom" },
      iconButton("minus", "Zoom out", () => this.zoom(this.scale / 1.25)),
      iconButton("fit", "Fit the whole tree", () => this.fit(true)),
      iconButton("plus", "Zoom in", () => this.zoom(this.scale * 1.25)),
    );
    this.element = element("div", { class: "stage" }, this.view, this.zooms);
    this.scale = 1;
    this.largest = LARGEST_FIT;
    this.isFitted = true;
    this.isWhole = true; // what is opened is seen whole at first
    this.#listen();
  }

  #listen() {
    this.watcher = new ResizeObserver(() => this.#resized());
    this.watcher.observe(this.view);
    this.view.addEventListener("pointerdown", (event) => this.#drag(event));
    this.view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #resized() {
    if (this.isFitted) this.fit(this.isWhole);
    this.follow(this.target?.());
  }

  /** Look at this drawing. The scale stays where a person has chosen one. */
  hold(svg) {
    this.svg = svg;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    this.size = { width, height };
    this.sheet.replaceChildren(svg);
    if (this.isFitted) this.fit(this.isWhole);
    else this.#resize();
  }

  /** The scale at which the whole drawing is seen, or, unless `whole`, the smallest one that can be read. */
  fit(whole = false) {
    if (!this.size || !this.view.clientWidth) return;
    const room = { width: this.view.clientWidth - 2, height: this.#highest() - 2 };
    const fitting = Math.min(room.width / this.size.width, room.height / this.size.height, this.largest);
    this.isFitted = true;
    this.isWhole = whole;
    this.scale = Math.max(fitting, whole ? LEAST : READABLE);
    this.#resize();
  }

  /** How high the drawing may be: the place's height, or the most that it may grow to. */
  #highest() {
    return parseFloat(getComputedStyle(this.view).maxHeight) || this.view.clientHeight;
  }

  /** Zoom about the middle, or about a point of the view. */
  zoom(scale, at = { x: this.view.clientWidth / 2, y: this.view.clientHeight / 2 }) {
    const before = this.scale;
    this.isFitted = false;
    this.scale = Math.min(Math.max(scale, LEAST), MOST);
    const x = (this.view.scrollLeft + at.x) / before;
    const y = (this.view.scrollTop + at.y) / before;
    this.#resize();
    this.view.scrollTo(x * this.scale - at.x, y * this.scale - at.y);
  }

  #resize() {
    this.svg.style.width = `${this.size.width * this.scale}px`;
    this.svg.style.height = `${this.size.height * this.scale}px`;
    this.svg.style.setProperty("--scale", this.scale);
    this.onresize?.();
  }

  /** Scroll, if need be, so that an element of the drawing is well inside the view. */
  follow(element) {
    if (!element) return;
    const frame = this.view.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const x = beyond(box.left, box.right, frame.left, frame.right);
    const y = beyond(box.top, box.bottom, frame.top, frame.bottom);
    if (x || y) this.view.scrollBy(x, y);
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const frame = this.view.getBoundingClientRect();
    const at = { x: event.clientX - frame.left, y: event.clientY - frame.top };
    this.zoom(this.scale * Math.exp(-event.deltaY / 300), at);
  }

  /** A mouse drags the sheet; a finger scrolls without help. */
  #drag(event) {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest("input")) return;
    const { view } = this;
    const start = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
    let dragged = false;
    const move = (next) => {
      const x = next.clientX - start.x;
      const y = next.clientY - start.y;
      if (!dragged && Math.hypot(x, y) < A_DRAG) return;
      dragged = true;
      view.classList.add("is-dragged");
      view.scrollTo(start.left - x, start.top - y);
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      view.classList.remove("is-dragged");
      if (dragged) window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  }

  destroy() {
    this.watcher.disconnect();
  }
}

/** The click that ends a drag is meant for nobody. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** How far to scroll to bring [low, high] into [from, to], with room around it. */
function beyond(low, high, from, to) {
  const room = Math.min(48, (to - from) / 4);
  if (high - low > to - from - 2 * room) return (low + high - from - to) / 2;
  if (low < from + room) return low - from - (to - from) / 3;
  if (high > to - room) return high - to + (to - from) / 3;
  return 0;
}
