// The order of a list: rows glide to their ranks, and never run away from who is about to press one.

const RESTING = 1000; // milliseconds between two orders while the engine thinks
const GLIDING = 220;

/**
 * Keeps the items of a list in order. Every item lies at the top of the list and is moved down to its place, so that a
 * change of order moves nothing else on the page. While the pointer or the keyboard is on the list its order stays.
 */
export class Ranking {
  constructor(list) {
    this.list = list;
    this.clear();
    for (const left of ["pointerleave", "focusout"]) list.addEventListener(left, () => requestAnimationFrame(() => this.settle()));
    new ResizeObserver(() => this.#place()).observe(list); // another width: other heights
  }

  /** There are no items any more. */
  clear() {
    this.order = [];
    this.wanted = [];
    this.sorted = -Infinity;
    this.list.style.height = "";
  }

  /** Show items, the best first; as long as there may be better words of them, not too often in another order. */
  show(items) {
    const isOther = items.length !== this.order.length || items.some((item) => item.parentElement !== this.list);
    this.wanted = items;
    if (isOther || (performance.now() - this.sorted > RESTING && !this.#isHeld())) this.#sort();
    else this.#place();
  }

  /** Nothing more will come: the order is the one that was wanted last. */
  settle() {
    if (!this.#isHeld()) this.#sort();
  }

  #isHeld() {
    const { list } = this;
    return (matchMedia("(hover: hover)").matches && list.matches(":hover")) || list.querySelector(":focus-visible") !== null;
  }

  #sort() {
    const { list, wanted } = this;
    this.sorted = performance.now();
    for (const item of this.order) if (!wanted.includes(item)) item.remove();
    wanted.forEach((item, rank) => {
      if (list.children[rank] !== item) list.insertBefore(item, list.children[rank] ?? null);
    });
    this.order = wanted;
    this.#place();
  }

  #place() {
    if (!this.order.length) return;
    const heights = this.order.map((item) => item.offsetHeight);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let top = 0;
    this.order.forEach((item, rank) => {
      const [before, after] = [item.style.transform, `translateY(${top}px)`];
      if (before !== after) item.style.transform = after;
      if (before && before !== after && !calm) item.animate([{ transform: before }, { transform: after }], { duration: GLIDING, easing: "ease-out" });
      top += heights[rank];
    });
    this.list.style.height = `${top}px`;
  }
}
