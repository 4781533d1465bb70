// The board: a drawing with cells, and what lies over it. It knows no rules, only which cells a move is made of.

import { drawing, shape } from "../shared/element.js";
import { inLines } from "./badge.js";
import { openChoice } from "./choice.js";

const FAR_ENOUGH = 6; // pixels a pointer moves before it is a drag
const MOST_CHANGED = 8; // more cells than these are no move, but another board
const SMALLEST = 13; // pixels, of a badge's letters
const LARGEST = 17;
const WIDE = 0.63; // of such a letter, as part of its height
const CROWDED = 6; // pieces under badges
const MOST_BADGED = 3; // then
const UNDER = ".kz-trail, .kz-threat"; // between a cell's floor and its piece
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A board in `host`. `onPlay(move)` is called with the text of a move that was clicked, dragged or entered; `onCursor(words)`
 * tells what lies under the cursor of the keys.
 */
export class Board {
  constructor(host, { onPlay, onCursor = () => {} }) {
    this.host = host;
    this.onPlay = onPlay;
    this.onCursor = onCursor;
    this.moves = [];
    this.cells = new Map();
    this.selected = null;
    this.passed = []; // cells on the way of the picked piece that were clicked already
    this.cursor = null;
    this.badges = new Map();
    this.pointed = null;
    this.drag = null;
    this.looks = new Map();
    this.changed = [];
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#drop());
    // Chromium scrolls in spite of touch-action on a part of a drawing, and then cancels the pointer.
    host.addEventListener("touchmove", (event) => this.drag && event.cancelable && event.preventDefault(), { passive: false });
    new ResizeObserver(() => this.#paint()).observe(host);
  }

  /**
   * Show a drawing and the moves that may be made on it: [{move, cell, from, through, becomes}]. `size` is a cell's, in
   * the drawing's units. Where the drawing `follows` the one before by a move, the cells that differ are marked, besides
   * those that the drawing marks as the way of the move.
   */
  show({ svg, size, moves = [], columns = false, label = "", follows = false }) {
    this.#drop();
    this.#closeMenu();
    const before = follows ? this.looks : null;
    this.drawing = drawing(svg);
    this.size = size;
    this.moves = moves.filter((move) => move.cell);
    this.columns = columns;
    this.#pick(null);
    this.pointed = null;
    this.badges = new Map();
    this.host.replaceChildren(this.drawing);
    this.host.setAttribute("aria-label", label);
    this.#findCells();
    const isChanged = ([cell, look]) => before?.has(cell) && before.get(cell) !== look && !this.cells.get(cell).trodden;
    this.changed = [...this.looks].filter(isChanged).map(([cell]) => cell);
    if (this.changed.length > MOST_CHANGED) this.changed = [];
    this.host.classList.toggle("card", this.cells.size === 0);
    if (this.cursor && !this.cells.has(this.cursor)) this.cursor = null;
    this.marks = shape("g", { class: "marks" });
    this.drawing.append?.(this.marks);
    this.#paint();
  }

  /** Can moves be made by clicking cells? */
  get hasCells() {
    return this.moves.length > 0;
  }

  /** Words over the cells of moves: a map of move to {words, brief, depth, best, rank}. */
  setBadges(badges) {
    this.badges = badges;
    this.#paint();
  }

  /** Point a move out, or none. */
  point(move) {
    this.pointed = move;
    this.#paint();
  }

  /** Move the cursor of the keys by an arrow key. */
  moveCursor(key) {
    if (!this.cells.size) return false;
    if (!this.cursor) this.cursor = this.#firstCell();
    else this.cursor = this.#neighbour(this.cursor, DIRECTIONS[key]) ?? this.cursor;
    this.host.focus({ preventScroll: true });
    this.#paint();
    this.onCursor(this.#saidOf(this.cursor));
    return true;
  }

  /** Do what a click on the cell under the cursor does. */
  press() {
    if (!this.cursor) return false;
    this.#choose(this.cursor);
    return true;
  }

  /** Let go of a piece that was picked; was there one? */
  release() {
    const had = this.selected !== null || Boolean(this.menu);
    this.#closeMenu();
    this.#pick(null);
    this.#paint();
    return had;
  }

  // ------------------------------------------------------------ cells

  #findCells() {
    this.cells = new Map();
    this.looks = new Map();
    for (const group of this.host.querySelectorAll("[data-cell]")) {
      const matrix = group.transform.baseVal.consolidate()?.matrix;
      const half = this.size / 2;
      const parts = [...group.children].filter((part) => !part.matches(UNDER));
      const trodden = Boolean(group.querySelector(".kz-trail"));
      this.looks.set(group.dataset.cell, parts.map((part) => part.outerHTML).join(""));
      const [left, top, width, height] = group.dataset.box?.split(",").map(Number) ?? [-half, -half, this.size, this.size];
      group.append(shape("rect", { class: "hit", x: left, y: top, width, height }));
      const { name, said = "" } = group.dataset;
      const taken = parts.length > 1;
      this.cells.set(group.dataset.cell, { group, x: matrix?.e ?? 0, y: matrix?.f ?? 0, width, height, taken, trodden, name, said, isPlace: "box" in group.dataset });
    }
    for (const { cell, from } of this.moves) this.cells.get(String(from ?? cell))?.group.classList.add("playable");
    this.host.classList.toggle("draggable", this.moves.some((move) => move.from));
    if (this.columns) for (const [cell, { group }] of this.cells) if (this.#movesOn(cell).length) group.classList.add("playable");
  }

  #firstCell() {
    const first = this.moves[0];
    const wanted = first && String(first.from ?? first.cell);
    return this.cells.has(wanted) ? wanted : this.cells.keys().next().value;
  }

  #neighbour(cell, [right, down]) {
    const here = this.cells.get(cell);
    let best = null;
    let nearest = Infinity;
    for (const [name, { x, y }] of this.cells) {
      const ahead = (x - here.x) * right + (y - here.y) * down;
      const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
      const distance = ahead + 3 * aside;
      if (ahead > 1 && aside <= ahead && distance < nearest) [best, nearest] = [name, distance];
    }
    return best;
  }

  #saidOf(cell) {
    const isTarget = this.selected !== null && cell !== this.selected;
    const found = isTarget ? this.#movesTo(cell) : [...this.#movesOn(cell), ...this.#movesFrom(cell)];
    const moves = found.map(({ move }) => move);
    const can = moves.length ? `move ${moves.join(", ")}` : "no move here";
    return `${this.#nameOf(cell)}: ${can}`;
  }

  /** What a cell is called, and what stands on it. */
  #nameOf(cell) {
    const { name, said } = this.cells.get(cell);
    const [row, column] = cell.split(",").map(Number);
    return [name ?? `row ${row + 1}, column ${column + 1}`, ...(said ? [said] : [])].join(", ");
  }

  #movesOn(cell) {
    const there = this.moves.filter((move) => !move.from && String(move.cell) === cell);
    if (there.length || !this.columns) return there;
    const column = cell.split(",")[1];
    return this.moves.filter((move) => !move.from && String(move.cell[1]) === column);
  }

  #movesFrom(cell) {
    return this.moves.filter((move) => move.from && String(move.from) === cell);
  }

  /** The moves of the picked piece that go by the cells clicked so far. */
  get #open() {
    const isOnTheWay = ({ through = [] }) => this.passed.every((cell, at) => String(through[at]) === cell);
    return this.selected === null ? [] : this.#movesFrom(this.selected).filter(isOnTheWay);
  }

  #movesTo(cell) {
    return this.#open.filter((move) => String(move.cell) === cell);
  }

  /** The moves of the picked piece whose next stop is a cell, but not their last. */
  #movesBy(cell) {
    return this.#open.filter(({ through = [] }) => String(through[this.passed.length]) === cell);
  }

  // ------------------------------------------------------------ choosing

  #choose(cell) {
    this.#closeMenu();
    const found = this.selected === null ? this.#movesOn(cell) : this.#movesTo(cell);
    if (found.length === 1) return this.#play(found[0].move);
    if (found.length > 1) return this.#openMenu(cell, found);
    const onTheWay = this.#movesBy(cell);
    if (onTheWay.length === 1) return this.#play(onTheWay[0].move);
    if (onTheWay.length > 1) this.passed.push(cell);
    else this.#pick(cell !== this.selected && this.#movesFrom(cell).length ? cell : null);
    this.#paint();
    if (this.selected === null) return;
    const moves = this.#open.map(({ move }) => move).join(", ");
    this.onCursor(`${this.#nameOf(this.selected)} picked: ${moves}`);
  }

  /** Pick up the piece on a cell, or none. */
  #pick(cell) {
    this.selected = cell;
    this.passed = [];
  }

  #play(move) {
    this.#pick(null);
    this.#paint();
    this.onPlay(move);
  }

  #openMenu(cell, moves) {
    this.#paint();
    const onChoose = (move) => {
      this.#closeMenu();
      this.host.focus({ preventScroll: true });
      this.#play(move);
    };
    this.menu = openChoice(this.host, this.#onHost(cell), moves, { onChoose, onPoint: (move) => this.point(move) });
  }

  #closeMenu() {
    if (!this.menu) return;
    const hadFocus = this.menu.contains(document.activeElement);
    this.menu.remove();
    this.menu = null;
    this.pointed = null;
    if (hadFocus) this.host.focus({ preventScroll: true });
  }

  #onHost(cell) {
    const box = this.cells.get(cell).group.querySelector(".hit").getBoundingClientRect();
    const host = this.host.getBoundingClientRect();
    return { x: box.x - host.x, y: box.y - host.y, width: box.width, height: box.height };
  }

  // ------------------------------------------------------------ pointer

  #click(event) {
    if (event.target.closest(".board-menu")) return;
    if (this.dragged) return void (this.dragged = false);
    if (event.detail > 1) return; // of a double click, the second half must not answer for the other side
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (!cell) return void this.release();
    this.cursor = null;
    this.#choose(cell);
  }

  #down(event) {
    this.dragged = false;
    const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
    if (event.button !== 0 || !cell || !this.#movesFrom(cell).length) return;
    this.drag = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  }

  #move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
      this.#lift();
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.drawing.getScreenCTM().inverse());
    drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    this.#hover(this.#cellAt(event));
  }

  /** While a piece is dragged: the cell it would go to. */
  #hover(cell) {
    const over = cell && this.#movesTo(cell).length ? cell : null;
    if (over === this.drag.over) return;
    this.drag.over = over;
    this.#paint();
  }

  #cellAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    return under.map((each) => each.closest?.("[data-cell]")?.dataset.cell).find(Boolean);
  }

  #lift() {
    const { cell, pointer } = this.drag;
    const { group } = this.cells.get(cell);
    this.host.setPointerCapture(pointer);
    this.#closeMenu();
    this.#pick(cell);
    this.cursor = null;
    this.#paint();
    const ghost = group.cloneNode(true);
    ghost.removeAttribute("data-cell");
    ghost.setAttribute("class", "ghost");
    for (const part of ghost.querySelectorAll(`.hit, ${UNDER}`)) part.remove();
    if (ghost.children.length > 1) ghost.firstElementChild.remove(); // the floor stays where it is
    const top = ghost.querySelector(".kz-top"); // of a stack, one is picked up
    if (top) top.parentNode.replaceChildren(top);
    top?.removeAttribute("transform");
    group.classList.add("lifted");
    this.host.classList.add("dragging");
    this.drawing.append(ghost);
    this.drag.ghost = ghost;
  }

  #up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const lifted = Boolean(drag.ghost);
    this.#drop();
    if (!lifted) return; // a click follows
    this.dragged = true;
    const cell = this.#cellAt(event);
    this.#pick(drag.cell);
    if (cell && cell !== drag.cell && this.#movesTo(cell).length) this.#choose(cell);
    else this.release();
  }

  #drop() {
    if (this.drag?.ghost) {
      this.drag.ghost.remove();
      this.host.classList.remove("dragging");
      this.cells.get(this.drag.cell)?.group.classList.remove("lifted");
    }
    this.drag = null;
  }

  // ------------------------------------------------------------ what lies over the cells

  #paint() {
    if (!this.marks) return;
    const over = this.changed.map((cell) => this.#frame(cell, "changed"));
    if (this.selected !== null) over.push(...[this.selected, ...this.passed].map((cell) => this.#frame(cell, "picked")));
    if (this.drag?.over) over.push(this.#frame(this.drag.over, "over"));
    over.push(...this.#pointing());
    const named = this.#badged();
    const ends = new Set(this.#open.map(({ cell }) => String(cell)));
    const stops = new Set(this.#open.flatMap(({ through = [] }) => through.slice(this.passed.length).map(String)));
    for (const cell of ends) if (!named.has(cell)) over.push(this.#dot(cell));
    for (const cell of stops) if (!named.has(cell) && !ends.has(cell)) over.push(this.#dot(cell, "stop"));
    for (const [cell, badge] of named) over.push(this.#badge(cell, badge));
    if (this.cursor) over.push(this.#frame(this.cursor, "cursor"));
    this.marks.replaceChildren(...over.filter(Boolean));
  }

  #frame(cell, kind) {
    const at = this.cells.get(cell);
    if (!at) return null;
    const [width, height] = [at.width - this.size * 0.06, at.height - this.size * 0.06];
    return shape("rect", { class: kind, x: at.x - width / 2, y: at.y - height / 2, width, height, rx: this.size * 0.12 });
  }

  /** Where a picked piece may go: a ring around what it would take, else a dot; a `stop` on the way is smaller. */
  #dot(cell, kind = "target") {
    const at = this.cells.get(cell);
    if (!at) return null;
    const isRing = at.taken && kind === "target" && !at.isPlace; // on a place there is room for more
    const reach = isRing ? 0.44 : kind === "target" ? 0.15 : 0.08;
    return shape("circle", { class: isRing ? "target ring" : kind, cx: at.x, cy: at.y, r: this.size * reach });
  }

  #pointing() {
    const move = this.pointed && this.moves.find((each) => each.move === this.pointed);
    if (!move) return [];
    const frame = this.#frame(String(move.cell), "pointed");
    if (!move.from) return [frame];
    const stops = [move.from, ...(move.through ?? []), move.cell].map((cell) => this.cells.get(String(cell)));
    if (stops.some((stop) => !stop)) return [frame];
    const [start, end] = stops.slice(-2);
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    const [tipX, tipY] = [end.x - this.size * 0.18 * Math.cos(angle), end.y - this.size * 0.18 * Math.sin(angle)];
    const long = this.size * 0.3;
    const wing = (turn) => `${tipX - long * Math.cos(angle + turn)} ${tipY - long * Math.sin(angle + turn)}`;
    const way = stops.slice(0, -1).map(({ x, y }) => `${x} ${y}`).join("L");
    const d = `M${way}L${tipX} ${tipY}M${wing(0.5)}L${tipX} ${tipY}L${wing(-0.5)}`;
    return [frame, shape("path", { class: "arrow", d, "stroke-width": this.size * 0.09 })];
  }

  /** Which cell shows which badge: where several moves share one, the best of them. */
  #badged() {
    const shown = new Map();
    for (const { move, cell, from } of this.moves) {
      const badge = this.badges.get(move);
      if (!badge || (from && this.selected !== null && String(from) !== this.selected)) continue;
      const where = String(from && this.selected === null ? from : cell);
      const before = shown.get(where);
      if (this.cells.has(where) && (!before || badge.rank < before.rank)) shown.set(where, badge);
    }
    return this.selected === null && this.#isCrowded(shown) ? bestOf(shown, MOST_BADGED) : shown;
  }

  /** Would badges hide most of the pieces? Then the best few are enough; a piece that is picked shows all of its own. */
  #isCrowded(shown) {
    return [...shown.keys()].filter((cell) => this.cells.get(cell).taken).length > CROWDED;
  }

  #badge(cell, badge) {
    const at = this.cells.get(cell);
    const scale = this.drawing.getScreenCTM()?.a || 1;
    const letters = Math.max(SMALLEST / scale, Math.min(this.size * 0.2, LARGEST / scale));
    const lines = inLines(badge, (this.size * 0.92) / (letters * WIDE));
    const width = Math.min(this.size * 0.98, Math.max(...lines.map((line) => line.length)) * letters * WIDE + letters * 0.7);
    const height = lines.length * letters * 1.15 + letters * 0.4;
    const y = at.taken ? at.y + at.height / 2 - height / 2 : at.y;
    const drawn = shape("g", { class: badge.best ? "words best" : "words", transform: `translate(${at.x} ${y})` });
    drawn.append(shape("rect", { x: -width / 2, y: -height / 2, width, height, rx: letters * 0.45 }));
    lines.forEach((line, row) => {
      const text = shape("text", { y: (row - (lines.length - 1) / 2) * letters * 1.15, "font-size": letters });
      text.textContent = line;
      drawn.append(text);
    });
    return drawn;
  }
}

/** The entries of a map of badges with the lowest ranks. */
function bestOf(badges, count) {
  return new Map([...badges].sort(([, one], [, other]) => one.rank - other.rank).slice(0, count));
}
