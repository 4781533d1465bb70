// What has moved is seen to move: pieces go, tiles slide, discs fall and turn. Nothing is, where a person wants no motion.

import { shape } from "../shared/element.js";
import { heightOf } from "./cells.js";

const LASTS = 200; // milliseconds that a piece takes to its next stop
const FALLS = 90; // milliseconds that it falls through the first cell
const MOST = 48; // more changes than these are no move
const FARTHEST = 2.2; // cells that a figure walks; what is farther is a jump
const SMOOTH = "cubic-bezier(.3, 0, .2, 1)";
const ACROSS = new Set(["left", "right"]);

/** The motion between one drawing of a board and the next. */
export class Motion {
  #layer = null;
  #hidden = [];
  #running = [];

  constructor() {
    this.hasTaken = false;
  }

  /**
   * Show how the cells `before` became those `after`, which are in `drawing` already. `made` is the move between them, if it
   * is known; `columns` is true where pieces fall, `isPut` where the piece that moved is in its place already; `figures` are
   * those before and after.
   */
  start(drawing, before, after, { made, columns, size, isPut, figures }) {
    const taken = (cells) => [...cells.values()].filter((cell) => cell.taken).length;
    this.hasTaken = taken(before) > taken(after);
    if (isStill() || !before.size || !drawing.animate || heightOf(before) !== heightOf(after)) return;
    this.#walk(figures, size);
    if (this.#climb(drawing, before, after, made, isPut)) return;
    const plan = planned(before, after, made);
    const count = plan.goes.length + plan.comes.length + plan.leaves.length + plan.turns.length;
    if (!count || count > MOST) return;
    this.#layer = shape("g", { class: "moving", "aria-hidden": "true" });
    const plate = columns && drawing.querySelector(".kz-plate"); // they fall behind it
    if (plate) plate.before(this.#layer);
    else drawing.querySelector(".marks").before(this.#layer);
    for (const cell of plan.leaves) this.#leave(before.get(cell));
    for (const cell of plan.turns) this.#turn(before.get(cell), after.get(cell));
    const isThere = (start) => isPut && start === String(made?.from);
    for (const { stops, to } of plan.goes) if (!isThere(stops[0])) this.#go(stops.map((stop) => before.get(stop)), after.get(to));
    for (const cell of plan.comes) {
      if (columns) this.#fall(after.get(cell), after, size);
      else this.#come(after.get(cell));
    }
    Promise.all(this.#running.map(({ finished }) => finished)).then(() => this.finish(), () => {});
  }

  /** End it at once: everything is where it belongs. */
  finish() {
    for (const running of this.#running) running.cancel();
    for (const group of this.#hidden) group.classList.remove("arriving");
    this.#layer?.remove();
    [this.#layer, this.#hidden, this.#running] = [null, [], []];
  }

  /** A small shake of the head. */
  shake(drawing) {
    if (isStill()) return;
    const steps = [0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    drawing.animate?.(steps, { duration: 180 });
  }

  /** Of stacks, the uppermost piece goes from one to another; are there stacks? */
  #climb(drawing, before, after, made, isPut) {
    if (!drawing.querySelector(".kz-top")) return false;
    const steps = made?.steps ?? (made?.from && !isPut ? [[made.from, made.cell]] : []);
    const ways = steps.map((step) => step.map(String)).filter(([from, to]) => topOf(before.get(from)) && topOf(after.get(to)));
    if (ways.length) drawing.querySelector(".marks").before((this.#layer = shape("g", { class: "moving", "aria-hidden": "true" })));
    for (const [from, to] of ways) {
      const [start, end] = [topOf(before.get(from)), topOf(after.get(to))];
      const piece = end.piece.cloneNode(false);
      piece.append(end.top.cloneNode(true));
      const far = { ...start.origin, y: start.origin.y + start.up - end.up };
      this.#animate([piece], [at(far), at(end.origin)], { duration: LASTS * 1.4, easing: SMOOTH });
      end.top.classList.add("arriving");
      this.#hidden.push(end.top);
    }
    Promise.all(this.#running.map(({ finished }) => finished)).then(() => this.finish(), () => {});
    return true;
  }

  #go(stops, end) {
    const [start] = stops;
    const way = [...stops.slice(1), end];
    const frames = [start, ...way].map(at);
    // A pawn that becomes a queen goes as a pawn.
    this.#animate(start.standing, frames, { duration: LASTS * (0.5 + 0.5 * way.length), easing: SMOOTH });
    this.#hide(end);
  }

  #fall(end, cells, size) {
    const top = Math.min(...[...cells.values()].map(({ y }) => y));
    const cellsDown = (end.y - top) / size + 1;
    const frames = [at({ x: end.x, y: top - size }), at(end)];
    this.#animate(end.standing, frames, { duration: FALLS * Math.sqrt(cellsDown) * 2, easing: "cubic-bezier(.5, 0, .9, .6)" });
    this.#hide(end);
  }

  #come(end) {
    const frames = [{ transform: `${at(end).transform} scale(.55)`, opacity: 0.2 }, { transform: `${at(end).transform} scale(1)`, opacity: 1 }];
    this.#animate(end.standing, frames, { duration: LASTS * 0.75, easing: SMOOTH });
    this.#hide(end);
  }

  #leave(start) {
    const frames = [{ ...at(start), opacity: 1 }, { ...at(start), opacity: 0 }];
    this.#animate(start.standing, frames, { duration: LASTS, easing: "ease-out" });
  }

  /** One side goes, then the other comes. */
  #turn(start, end) {
    const scaled = (across) => ({ transform: `${at(end).transform} scale(${across}, 1)` });
    const half = { duration: LASTS * 0.6, fill: "both" };
    this.#animate(start.standing, [scaled(1), scaled(0)], { ...half, easing: "ease-in" });
    this.#animate(end.standing, [scaled(0), scaled(1)], { ...half, delay: half.duration, easing: "ease-out" });
    this.#hide(end);
  }

  #walk([before, after], size) {
    if (before.length !== after.length) return;
    after.forEach((figure, number) => {
      const [from, to] = [before[number], figure].map(placed);
      const far = Math.hypot(to.x - from.x, to.y - from.y) / size;
      if (far === 0 || far > FARTHEST) return;
      this.#running.push(figure.animate([at(from), at(to)], { duration: LASTS, easing: "linear" }));
    });
  }

  #animate(standing, frames, how) {
    const piece = shape("g", {}, ...standing.map((part) => part.cloneNode(true)));
    this.#layer.append(piece);
    this.#running.push(piece.animate(frames, { fill: "both", ...how }));
  }

  #hide({ group }) {
    group.classList.add("arriving");
    this.#hidden.push(group);
  }
}

/** The uppermost piece of a stack, what it is drawn in, and how far down it lies from the origin; null where none stands. */
function topOf(cell) {
  const top = cell?.standing[0]?.querySelector(".kz-top");
  if (!top) return null;
  const piece = cell.standing[0];
  const scale = piece.transform.baseVal.consolidate().matrix.d;
  return { top, piece, origin: cell.origin, up: scale * top.transform.baseVal.consolidate().matrix.f };
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function at({ x, y, origin = { x, y } }) {
  return { transform: `translate(${origin.x}px, ${origin.y}px)` };
}

function placed(group) {
  const { e: x, f: y } = group.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  return { x, y };
}

/**
 * What happened between two sets of cells: what `goes` from where by which stops to where, what `comes` and what `leaves`,
 * and what `turns` into something else where it stands.
 */
function planned(before, after, made) {
  const isOther = (cell) => before.get(cell)?.look !== after.get(cell)?.look;
  const left = new Set([...before.keys()].filter((cell) => before.get(cell).taken && isOther(cell)));
  const arrived = new Set([...after.keys()].filter((cell) => after.get(cell).taken && isOther(cell)));
  const goes = slid(before, after, made?.direction) ?? [];
  const isSlide = goes.length > 0;
  const known = made?.from && [made.from, ...(made.through ?? [])].map(String);
  if (known && left.has(known[0]) && arrived.has(String(made.cell))) goes.push({ stops: known, to: String(made.cell) });
  settle(goes, left, arrived);
  if (!isSlide) goes.push(...settle(alike(before, after, left, arrived), left, arrived));
  const turns = [...arrived].filter((cell) => left.has(cell));
  const comes = [...arrived].filter((cell) => !left.has(cell));
  const leaves = isSlide ? [] : [...left].filter((cell) => !arrived.has(cell));
  return { goes, comes, leaves, turns };
}

/** What went is accounted for; what stood where it went to is still to be taken off. */
function settle(goes, left, arrived) {
  for (const { stops, to } of goes) {
    left.delete(stops[0]);
    arrived.delete(to);
  }
  return goes;
}

/** What left one cell and stands on another now, where there is only one such. */
function alike(before, after, left, arrived) {
  const byName = (cells, all) => {
    const found = new Map();
    for (const cell of cells) {
      const name = all.get(cell).said || all.get(cell).look; // a card is the same in any size
      found.set(name, [...(found.get(name) ?? []), cell]);
    }
    return found;
  };
  const ends = byName(arrived, after);
  return [...byName(left, before)]
    .filter(([name, cells]) => cells.length === 1 && ends.get(name)?.length === 1)
    .map(([name, cells]) => ({ stops: cells, to: ends.get(name)[0] }));
}

/** Tiles that slid: in each line the first is still the first, or two alike have become one. Null where it was otherwise. */
function slid(before, after, direction) {
  if (!direction || direction === "stay") return null;
  const [axis, along] = ACROSS.has(direction) ? ["y", "x"] : ["x", "y"];
  const sign = direction === "left" || direction === "up" ? 1 : -1;
  const goes = [];
  for (const place of new Set([...after.values()].map((cell) => cell[axis]))) {
    const inLine = (cells) => [...cells].filter(([, cell]) => cell[axis] === place && cell.taken);
    const sortedLine = (cells) => inLine(cells).sort(([, one], [, other]) => sign * (one[along] - other[along]));
    const tiles = sortedLine(before);
    for (const [to, tile] of sortedLine(after)) {
      const [from, first] = tiles.shift() ?? [];
      if (!from) return null;
      if (first.look === tile.look) {
        if (from !== to) goes.push({ stops: [from], to });
        continue;
      }
      const [other, second] = tiles.shift() ?? [];
      if (second?.look !== first.look) return null;
      goes.push({ stops: [from], to }, { stops: [other], to });
    }
    if (tiles.length) return null;
  }
  return goes;
}
