// The board: a drawing with cells, and what lies over it. It knows no rules, only which cells a move is made of.

import { drawing, shape } from "../shared/element.js";
import { arrow, noted } from "./arrows.js";
import { drawnBadge } from "./badge.js";
import { cellsIn, heightOf, nameOf, neighbour, openUp, sorted } from "./cells.js";
import { openChoice } from "./choice.js";
import { Motion } from "./moving.js";
import { Pointer } from "./pointer.js";

const MOST_CHANGED = 8; // more cells than these are no move, but another board
const CROWDED = 6; // pieces under badges
const MOST_BADGED = 3; // then
const FINGER = 24; // pixels: cells smaller than this are aimed at, not tapped
const HINTED = 1500; // milliseconds that the pieces which can move stay lit
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A board in `host`. `onPlay(move)` is called with the text of a move that was clicked, dragged or entered; `onCursor(words)`
 * tells what a person who does not see the board should hear; `onSwipe(direction)` is called where moves are directions.
 */
export class Board {
  constructor(host, { onPlay, onCursor = () => {}, onSwipe = () => {} }) {
    this.host = host;
    this.onPlay = onPlay;
    this.onCursor = onCursor;
    this.moves = [];
    this.cells = new Map();
    this.selected = null;
    this.passed = []; // cells on the way of the picked piece that were clicked already
    this.cursor = null; // the cell that has the focus of the keys
    this.hovered = []; // the cells where a click would move to
    this.hinting = 0;
    this.badges = new Map();
    this.notes = {}; // arrows and rings: see arrows.js
    this.pointed = null;
    this.changed = [];
    this.motion = new Motion();
    this.pointer = new Pointer(host, this, { onSwipe });
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.#resized()).observe(host);
  }

  /**
   * Show a drawing and the moves that may be made on it: [{move, cell, from, through, becomes, direction}]. `size` is a
   * cell's, in the drawing's units. Where the drawing `follows` the one before by a move, the cells that differ are marked,
   * besides those that the drawing marks as the way of the move. `step` is how many moves it is ahead of the one before,
   * and `made` the move between them, if it is one and known: then what moved is seen to move. `parts` are the pairs of cells
   * that moves in several parts go from and to, by the move.
   */
  show({ svg, size, moves = [], columns = false, label = "", follows = false, step = follows ? 1 : 0, made = null, parts = new Map() }) {
    this.pointer.drop();
    this.motion.finish();
    this.#closeMenu();
    const [old, oldFigures] = [this.cells, this.#figures()];
    const held = this.host.contains(document.activeElement) ? this.#heldCell : null;
    this.drawing = drawing(svg);
    this.size = size;
    this.moves = moves.filter((move) => move.cell);
    this.parts = parts;
    this.columns = columns;
    this.#pick(null);
    this.pointed = null;
    this.hovered = [];
    this.badges = new Map();
    this.notes = {};
    this.host.replaceChildren(this.drawing);
    this.host.setAttribute("aria-label", label);
    this.#findCells();
    const isChanged = ([cell, { whole, trodden, isPlace }]) => old.has(cell) && old.get(cell).whole !== whole && !trodden && !isPlace;
    this.changed = follows ? [...this.cells].filter(isChanged).map(([cell]) => cell) : [];
    if (this.changed.length > MOST_CHANGED || made?.direction || heightOf(old) !== heightOf(this.cells)) this.changed = [];
    this.host.classList.toggle("card", this.cells.size === 0);
    this.host.classList.toggle("swiped", moves.some(({ direction }) => direction));
    if (this.cursor && !this.cells.has(this.cursor)) this.cursor = null;
    this.marks = shape("g", { class: "marks" });
    this.drawing.append?.(this.marks);
    if (held) (this.cells.get(held)?.group ?? this.host).focus({ preventScroll: true });
    this.#resized();
    if (step) {
      const how = { made, columns, size, isPut: this.pointer.takePut(), figures: [oldFigures, this.#figures()] };
      this.motion.start(this.drawing, old, this.cells, how);
    }
  }

  /** Has the last drawing fewer cells with something on them than the one before? */
  get hasTaken() {
    return this.motion.hasTaken;
  }

  /** Can moves be made by clicking cells? */
  get hasCells() {
    return this.moves.length > 0;
  }

  /** Arrows and rings for moves to come and for threats, {plies, threats}; none with {}. */
  annotate(notes) {
    this.notes = notes;
    this.paint();
  }

  /** Words over the cells of moves: see badge.js. */
  setBadges(badges) {
    this.badges = badges;
    this.paint();
  }

  /** Point a move out, or none. */
  point(move) {
    this.pointed = move;
    this.paint();
  }

  /** Move the cursor of the keys by an arrow key. */
  moveCursor(key) {
    if (!this.cells.size) return false;
    const here = this.#heldCell ?? this.cursor;
    this.cursor = here ? neighbour(this.cells, here, DIRECTIONS[key]) ?? here : this.#firstCell();
    this.cells.get(this.cursor).group.focus({ preventScroll: true });
    this.paint();
    return true;
  }

  /** Do what a click on the cell under the cursor does. */
  press() {
    if (!this.cursor) return false;
    this.choose(this.cursor);
    return true;
  }

  /** Let go of a piece that was picked; was there one? */
  release() {
    const had = this.selected !== null || Boolean(this.menu);
    this.#closeMenu();
    this.#pick(null);
    if (had) this.#label();
    this.paint();
    return had;
  }

  /** Something is out of the question: the board shakes its head. */
  refuse() {
    this.motion.shake(this.drawing);
  }

  // ------------------------------------------------------------ keys

  /** A cell that has the focus is a button: Enter and Space press it. */
  #key(event) {
    const cell = event.target.closest?.("[role=button][data-cell]")?.dataset.cell;
    if (!cell || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.cursor = cell;
    this.choose(cell);
  }

  /** The cell that has the focus. */
  get #heldCell() {
    const held = document.activeElement?.closest?.("[data-cell]")?.dataset.cell;
    return this.cells.has(held) ? held : null;
  }

  #focused(event) {
    const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
    if (!cell || cell === this.cursor || !event.target.matches(":focus-visible")) return;
    this.cursor = cell;
    this.paint();
  }

  #resized() {
    const onScreen = this.size * (this.drawing?.getScreenCTM?.()?.a ?? 1);
    this.host.classList.toggle("fine", this.cells.size > 0 && onScreen < FINGER);
    this.paint();
  }

  // ------------------------------------------------------------ cells

  #findCells() {
    this.cells = cellsIn(this.drawing, this.size);
    if (this.cells.size) openUp(this.drawing);
    Object.assign(this, sorted(this.moves, this.cells, this.columns));
    for (const { cell, from } of this.moves) this.cells.get(String(from ?? cell))?.group.classList.add("playable");
    if (this.columns) for (const cell of this.on.keys()) this.cells.get(cell)?.group.classList.add("playable");
    this.host.classList.toggle("draggable", this.off.size > 0);
    this.lit = this.#worthLighting();
    this.#label();
  }

  #figures() {
    return [...this.host.querySelectorAll(".kz-figures > g")];
  }

  /** Of empty cells only a few can be played on: they are lit. Where nearly all can, or the way is a direction, nothing is. */
  #worthLighting() {
    if (this.columns || this.moves.some(({ from, direction }) => from || direction)) return [];
    const free = [...this.cells].filter(([, { taken }]) => !taken).map(([cell]) => cell);
    const legal = free.filter((cell) => this.on.has(cell));
    return legal.length * 2 <= free.length ? legal : [];
  }

  /** What a screen reader says of each cell; one that can be pressed is a button. */
  #label() {
    const open = this.#open;
    const ends = new Set(open.map(({ cell }) => String(cell)));
    const stops = new Set(open.map(({ through = [] }) => String(through[this.passed.length])));
    for (const [cell, { group }] of this.cells) {
      const moves = this.selected === null || cell === this.selected ? this.#movesOn(cell) : this.#movesTo(cell);
      const isOpen = moves.length > 0 || this.off.has(cell) || ends.has(cell) || stops.has(cell);
      const only = moves.length === 1 && moves[0].move !== this.cells.get(cell).name ? `: ${moves[0].move}` : "";
      group.setAttribute("role", isOpen ? "button" : "img");
      group.setAttribute("aria-label", this.#nameOf(cell) + only);
      group.toggleAttribute("aria-pressed", false);
      if (cell === this.selected) group.setAttribute("aria-pressed", "true");
    }
  }

  #firstCell() {
    const first = this.moves[0];
    const wanted = first && String(first.from ?? first.cell);
    return this.cells.has(wanted) ? wanted : this.cells.keys().next().value;
  }

  #nameOf(cell) {
    return nameOf(cell, this.cells.get(cell));
  }

  #movesOn(cell) {
    return this.on.get(cell) ?? [];
  }

  #movesFrom(cell) {
    return this.off.get(cell) ?? [];
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

  /** Can a piece be picked up here? */
  mayLift(cell) {
    return this.off.has(cell);
  }

  /** Can the picked piece go here? */
  isTarget(cell) {
    return this.#movesTo(cell).length > 0;
  }

  /** A cell was pressed, by whatever means. */
  choose(cell) {
    this.#closeMenu();
    const found = this.selected === null ? this.#movesOn(cell) : this.#movesTo(cell);
    if (found.length === 1) return this.#play(found[0].move);
    if (found.length > 1) return this.#openMenu(cell, found);
    const onTheWay = this.#movesBy(cell);
    if (onTheWay.length === 1) return this.#play(onTheWay[0].move);
    const wasPicked = this.selected !== null;
    if (onTheWay.length > 1) this.passed.push(cell);
    else this.#pick(cell !== this.selected && this.#movesFrom(cell).length ? cell : null);
    this.#label();
    this.paint();
    if (this.selected === null) return void (wasPicked || this.#hint(cell));
    const moves = this.#open.map(({ move }) => move).join(", ");
    this.onCursor(`${this.#nameOf(this.selected)} picked: ${moves}`);
  }

  /** Nothing can be done with this cell: light those with which something can, if they are few. */
  #hint(cell) {
    if (!this.moves.length) return;
    this.onCursor(`No move from ${this.#nameOf(cell)}`);
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => {
      this.hinting = 0;
      this.paint();
    }, HINTED);
    this.paint();
  }

  /** Pick up the piece on a cell, or none. */
  pick(cell) {
    this.#closeMenu();
    this.#pick(cell);
    this.cursor = null;
    this.#label();
    this.paint();
  }

  #pick(cell) {
    this.selected = cell;
    this.passed = [];
    clearTimeout(this.hinting);
    this.hinting = 0;
  }

  /** The pointer is over a cell, or over none: show where a click would move to. */
  hover(cell) {
    const over = cell === null ? [] : this.#reached(cell);
    if (String(over) === String(this.hovered)) return;
    this.hovered = over;
    this.paint();
  }

  /** The cells that a press on a cell would fill, clear or move to. */
  #reached(cell) {
    const [first] = this.selected === null ? this.#movesOn(cell) : this.#movesTo(cell);
    return first ? (first.covers ?? [first.cell]).map(String) : [];
  }

  #play(move) {
    this.#pick(null);
    this.#label();
    this.paint();
    this.onPlay(move);
  }

  #openMenu(cell, moves) {
    this.paint();
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

  // ------------------------------------------------------------ what lies over the cells

  /** Draw all that lies over the cells again. */
  paint() {
    if (!this.marks) return;
    const over = this.changed.map((cell) => this.#frame(cell, "changed"));
    if (this.selected !== null) over.push(...[this.selected, ...this.passed].map((cell) => this.#frame(cell, "picked")));
    if (this.hinting) over.push(...this.#movable().map((cell) => this.#frame(cell, "hint")));
    const reached = this.cursor ? this.#reached(this.cursor) : this.hovered;
    over.push(...reached.map((cell) => this.#frame(cell, this.pointer.isDragging ? "over" : "hover")));
    over.push(...this.#pointing());
    const named = this.#badged();
    const ends = new Set(this.#open.map(({ cell }) => String(cell)));
    const stops = new Set(this.#open.flatMap(({ through = [] }) => through.slice(this.passed.length).map(String)));
    for (const cell of ends) if (!named.has(cell)) over.push(this.#dot(cell));
    for (const cell of stops) if (!named.has(cell) && !ends.has(cell)) over.push(this.#dot(cell, "stop"));
    if (this.selected === null) for (const cell of this.lit) if (!named.has(cell)) over.push(this.#dot(cell, "legal"));
    const scale = this.drawing.getScreenCTM?.()?.a || 1;
    for (const [cell, badge] of named) over.push(drawnBadge(cell, badge, this.cells, this.size, scale));
    over.push(...noted(this.notes, this.cells, this.size));
    if (this.cursor) over.push(this.#frame(this.cursor, "cursor edge"), this.#frame(this.cursor, "cursor"));
    this.marks.replaceChildren(...over.filter(Boolean));
  }

  /** The cells that a move can begin with; none where they are nearly all there are. */
  #movable() {
    const found = [...this.cells.keys()].filter((cell) => this.off.has(cell) || this.on.has(cell));
    return found.length * 2 <= this.cells.size ? found : [];
  }

  #frame(cell, kind) {
    const at = this.cells.get(cell);
    if (!at) return null;
    const [width, height] = [at.width - this.size * 0.06, at.height - this.size * 0.06];
    return shape("rect", { class: kind, x: at.x - width / 2, y: at.y - height / 2, width, height, rx: this.size * 0.12 });
  }

  /** Where a picked piece may go: a ring around what it would take, else a dot; a `stop` on the way is smaller, as is a cell that is `legal` to play on. */
  #dot(cell, kind = "target") {
    const at = this.cells.get(cell);
    if (!at) return null;
    const isRing = at.taken && kind === "target" && !at.isPlace; // on a place there is room for more
    const reach = isRing ? 0.44 : kind === "target" ? 0.15 : kind === "legal" ? 0.11 : 0.08;
    return shape("circle", { class: isRing ? "target ring" : kind, cx: at.x, cy: at.y, r: this.size * reach });
  }

  #pointing() {
    const move = this.pointed && this.moves.find((each) => each.move === this.pointed);
    if (!move) return (this.parts.get(this.pointed) ?? []).map((part) => arrow(part, this.cells, this.size, "arrow"));
    const frame = this.#frame(String(move.cell), "pointed");
    const stops = move.from ? [move.from, ...(move.through ?? []), move.cell] : [];
    return [frame, arrow(stops, this.cells, this.size, "arrow")];
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
}

/** The entries of a map of badges with the lowest ranks; none where no move stands out. */
function bestOf(badges, count) {
  const ranked = [...badges].sort(([, one], [, other]) => one.rank - other.rank);
  return new Map(ranked.some(([, { best }]) => best) ? ranked.slice(0, count) : []);
}
