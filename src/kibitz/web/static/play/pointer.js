// Mouse, pen and finger on the board: clicks, pieces that are dragged, swipes, and aiming at cells smaller than a finger.

const FAR_ENOUGH = 6; // pixels a pointer moves before it is a drag
const SWIPED = 28; // pixels before it is a swipe
const UNDER = ".kz-trail, .kz-threat";

/** What the pointer does with a `board` in `host`; `onSwipe("up" | "down" | "left" | "right")`. */
export class Pointer {
  #drag = null; // the piece being dragged: {cell, x, y, pointer, ghost}
  #swipe = null; // where a swipe began: {x, y, pointer}
  #aiming = null; // the pointer that aims at small cells
  #isUsed = false; // the click that follows belongs to a drag
  #isPut = false; // the last move was made by putting the piece down

  constructor(host, board, { onSwipe }) {
    Object.assign(this, { host, board, onSwipe });
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointerleave", () => this.isDragging || board.hover(null));
    host.addEventListener("pointercancel", () => this.drop());
    // Chromium scrolls in spite of touch-action on a part of a drawing, and then cancels the pointer.
    const holds = () => this.#drag || this.#swipe || this.#aiming !== null;
    host.addEventListener("touchmove", (event) => holds() && event.cancelable && event.preventDefault(), { passive: false });
  }

  /** Is a piece in the air? */
  get isDragging() {
    return Boolean(this.#drag?.ghost);
  }

  /** Was the last move made by putting a piece down, so that it need not be seen to move? Asked once. */
  takePut() {
    const wasPut = this.#isPut;
    this.#isPut = false;
    return wasPut;
  }

  /** Let go of everything. */
  drop() {
    if (this.isDragging) {
      this.#drag.ghost.remove();
      this.host.classList.remove("dragging");
      this.board.cells.get(this.#drag.cell)?.group.classList.remove("lifted");
    }
    this.#drag = this.#swipe = this.#aiming = null;
  }

  #click(event) {
    if (event.target.closest(".board-menu")) return;
    if (this.#isUsed) return void (this.#isUsed = false);
    if (event.detail > 1) return; // of a double click, the second half must not answer for the other side
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (!cell) return void this.board.release();
    this.board.cursor = null;
    this.board.choose(cell);
  }

  #down(event) {
    this.#isUsed = false;
    if (event.button !== 0 || !event.isPrimary || event.target.closest?.(".board-menu")) return;
    const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
    const at = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    const isTouch = event.pointerType === "touch";
    if (this.host.classList.contains("swiped")) this.#swipe = at;
    else if (cell && this.board.mayLift(cell)) this.#drag = { ...at, cell, ghost: null };
    else if (isTouch && this.host.classList.contains("fine")) {
      this.#aiming = event.pointerId;
      this.board.hover(cell ?? null);
    }
  }

  #move(event) {
    if (this.#aiming === event.pointerId) return void this.board.hover(this.#cellAt(event) ?? null);
    if (this.#swipe?.pointer === event.pointerId) return void this.#swiping(event);
    if (this.#drag?.pointer === event.pointerId) return void this.#dragging(event);
    if (event.pointerType === "mouse") this.board.hover(event.target.closest?.("[data-cell]")?.dataset.cell ?? null);
  }

  /** One swipe is one move, made as soon as it is clear where to. */
  #swiping(event) {
    const [right, down] = [event.clientX - this.#swipe.x, event.clientY - this.#swipe.y];
    if (Math.hypot(right, down) < SWIPED) return;
    const isAcross = Math.abs(right) > Math.abs(down);
    this.#swipe = null;
    this.#isUsed = true;
    this.onSwipe(isAcross ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
  }

  #dragging(event) {
    const drag = this.#drag;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
      this.#lift();
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.drawing.getScreenCTM().inverse());
    drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    this.board.hover(this.#cellAt(event) ?? null);
  }

  #cellAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    return under.map((each) => each.closest?.("[data-cell]")?.dataset.cell).find(Boolean);
  }

  #lift() {
    const { cell, pointer } = this.#drag;
    const { group } = this.board.cells.get(cell);
    this.host.setPointerCapture(pointer);
    this.board.pick(cell);
    const ghost = group.cloneNode(true);
    for (const name of ["data-cell", "role", "aria-label", "tabindex", "aria-pressed"]) ghost.removeAttribute(name);
    ghost.setAttribute("class", "ghost");
    for (const part of ghost.querySelectorAll(`.hit, ${UNDER}`)) part.remove();
    if (ghost.children.length > 1) ghost.firstElementChild.remove(); // the floor stays where it is
    const top = ghost.querySelector(".kz-top"); // of a stack, one is picked up
    if (top) top.parentNode.replaceChildren(top);
    top?.removeAttribute("transform");
    group.classList.add("lifted");
    this.host.classList.add("dragging");
    this.board.drawing.append(ghost);
    this.#drag.ghost = ghost;
  }

  #up(event) {
    this.#swipe = null;
    if (this.#aiming === event.pointerId) return void this.#aimed(event);
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const wasLifted = this.isDragging;
    this.drop();
    if (!wasLifted) return; // a click follows
    this.#isUsed = true;
    this.board.hover(null);
    const cell = this.#cellAt(event);
    this.board.pick(drag.cell);
    this.#isPut = Boolean(cell) && cell !== drag.cell && this.board.isTarget(cell);
    if (this.#isPut) this.board.choose(cell);
    else this.board.release();
  }

  #aimed(event) {
    this.#aiming = null;
    this.#isUsed = true;
    const cell = this.#cellAt(event);
    this.board.hover(null);
    this.board.cursor = null;
    if (cell) this.board.choose(cell);
  }
}
