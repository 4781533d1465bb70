// The moves of a game in rows: a column for each player, what chance brings beside the move that follows it.

import { element } from "../shared/element.js";
import { sentence } from "../shared/wording.js";
import { sign } from "./sign.js";

const MOST_COLUMNS = 4;

/** Put the chips of the moves into a list: in columns where two to four play, else one after the other. */
export function arrange(list, chips, { entries, next, names }) {
  const isTable = names.length > 1 && names.length <= MOST_COLUMNS;
  list.classList.toggle("columns", isTable);
  list.style.setProperty("--columns", String(names.length));
  if (!isTable) return list.replaceChildren(...chips.map((chip) => element("li", {}, chip)));
  const cells = inRows(entries.map(({ player }, index) => ({ player: player ?? index % 2, chip: chips[index] })), next, names.length);
  const rows = new Set(cells.map(({ row }) => row));
  const numbers = [...rows].map((row) => placed(element("li", { class: "row-number", "aria-hidden": "true" }, `${row}.`), row + 1, 1));
  const heads = names.map((name, player) => placed(element("li", { class: "column-name" }, sign(player), ` ${sentence(name)}`), 1, player + 2));
  heads.unshift(placed(element("li", { class: "column-name", "aria-hidden": "true" }), 1, 1));
  const shown = cells.map(({ row, column, chips: held }) => placed(element("li", { class: "cell" }, held), row + 1, column + 2));
  return list.replaceChildren(...(cells.length ? heads : []), ...numbers, ...shown);
}

/**
 * Where each move stands. Between two, a row is a turn of each, and a player who moves again goes on in the same cell; between
 * more, a row is as long as nobody in it moves twice, as a trick is.
 */
function inRows(moves, next, players) {
  const cells = [];
  let row = 0;
  let last = -1;
  let filled = new Set();
  let brought = []; // by chance, for the move that follows
  const put = (column, chips) => {
    const goesOn = players === 2 && column === last;
    if (goesOn) return void cells.at(-1).chips.push(...chips);
    if (!row || (players === 2 ? column < last : filled.has(column))) [row, filled] = [row + 1, new Set()];
    filled.add(column);
    last = column;
    cells.push({ row, column, chips });
  };
  for (const { player, chip } of moves) {
    if (player < 0) brought.push(chip);
    else {
      put(player, [...brought, chip]);
      brought = [];
    }
  }
  if (brought.length) put(Math.max(0, next), brought);
  return cells;
}

function placed(made, row, column) {
  made.style.gridRow = String(row);
  made.style.gridColumn = String(column);
  return made;
}
