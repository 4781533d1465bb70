// The cells of a drawn board: what stands on each, which one is next to which, and which moves begin where.

import { shape } from "../shared/element.js";

const UNDER = ".kz-trail, .kz-threat"; // between a cell's floor and its piece
const BESIDE = `title, .hit, .kz-corner, .kz-ring, .kz-mark, .kz-chosen, .kz-pointed, .kz-veil, .kz-badge, ${UNDER}`; // what does not stand on a cell

/**
 * The cells of a drawing by their row and column, "3,4". Each has its `group`, its middle `x` and `y`, what it is called
 * (`name`) and what is `said` to stand on it; `standing` are the elements of that, `look` their markup, `whole` that of all
 * but the tints; `trodden` cells are on the way of the last move. Every cell is given a place to press, `size` wide
 * unless the drawing says how large it is and what of it is not covered (`isPlace`); its `origin` is where its group is drawn.
 */
export function cellsIn(drawing, size) {
  const cells = new Map();
  for (const group of drawing.querySelectorAll?.("[data-cell]") ?? []) {
    const matrix = group.transform.baseVal.consolidate()?.matrix;
    const { cell, name, said = "" } = group.dataset;
    const parts = [...group.children].filter((part) => !part.matches(UNDER));
    const standing = parts.filter((part) => !part.matches(BESIDE)).slice(1); // the first is the cell's floor
    cells.set(cell, {
      ...{ group, name, said, standing, taken: standing.length > 0 },
      look: markup(standing),
      whole: markup(parts),
      trodden: Boolean(group.querySelector(".kz-trail")),
    });
    const [x, y, width, height] = group.dataset.box?.split(",").map(Number) ?? [-size / 2, -size / 2, size, size];
    const origin = { x: matrix?.e ?? 0, y: matrix?.f ?? 0 };
    const middle = { x: origin.x + x + width / 2, y: origin.y + y + height / 2 };
    Object.assign(cells.get(cell), { ...middle, width, height, origin, isPlace: "box" in group.dataset });
    group.append(shape("rect", { class: "hit", x, y, width, height }));
    group.setAttribute("tabindex", "-1");
  }
  return cells;
}

function markup(parts) {
  return parts.map((part) => part.outerHTML).join("");
}

/** To a screen reader a drawing with cells is not one picture, but the cells in it. */
export function openUp(drawing) {
  for (const name of ["role", "aria-label"]) drawing.removeAttribute(name);
  for (const title of drawing.querySelectorAll(":scope > title, [data-cell] > title")) title.remove();
}

/** Where the lowest cell is: boards of different heights cannot be compared cell by cell. */
export function heightOf(cells) {
  return Math.max(...[...cells.values()].map(({ y }) => y));
}

/** What a cell is called, and what stands on it: "e4, white pawn". */
export function nameOf(cell, { name, said, taken }) {
  const [row, column] = cell.split(",").map(Number);
  return `${name ?? `row ${row + 1}, column ${column + 1}`}${said ? `, ${said}` : taken ? "" : ", empty"}`;
}

/** The moves that are made by pressing a cell (`on`), and those that begin on it and go elsewhere (`off`). */
export function sorted(moves, cells, isByColumn) {
  const [on, off, columns] = [new Map(), new Map(), new Map()];
  const add = (map, key, move) => map.set(key, [...(map.get(key) ?? []), move]);
  for (const move of moves) {
    add(move.from ? off : on, String(move.from ?? move.cell), move);
    if (!move.from) add(columns, String(move.cell[1]), move);
  }
  for (const cell of isByColumn ? cells.keys() : []) {
    const there = columns.get(cell.split(",")[1]);
    if (there && !on.has(cell)) on.set(cell, there);
  }
  return { on, off };
}

/** The nearest cell in a direction, [right, down]; null where there is none. */
export function neighbour(cells, cell, [right, down]) {
  const here = cells.get(cell);
  let best = null;
  let nearest = Infinity;
  for (const [name, { x, y }] of cells) {
    const ahead = (x - here.x) * right + (y - here.y) * down;
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    const distance = ahead + 3 * aside;
    if (ahead > 1 && aside <= ahead && distance < nearest) [best, nearest] = [name, distance];
  }
  return best;
}
