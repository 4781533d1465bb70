// A kept game as a row, and what was played in a position as a table.

import { button, element } from "../shared/element.js";

/** A row of the list. `onOpen()`, `onTags(add, remove)` and `onDelete()` are what its buttons do. */
export function gameRow(game, { onOpen, onTags, onDelete }) {
  const name = `game ${game.number}`;
  const title = `${game.players.join(" – ")}`;
  const open = button("Open", onOpen, { class: "small", "aria-label": `Open ${name}`, disabled: !game.offered });
  if (!game.offered) open.title = "This server does not offer the game: start it with --game";
  const tools = element("span", { class: "store-tools" }, open);
  const row = element(
    "li",
    { class: "store-row" },
    element("span", { class: "store-number" }, String(game.number)),
    element("span", { class: "store-facts" }, element("b", {}, title), element("small", { class: "note" }, facts(game)), tagsOf(game)),
    tools,
  );
  tools.append(
    button("Tags", () => row.append(tagForm(game, onTags)), { class: "small quiet", "aria-label": `Tags of ${name}` }),
    deleting(name, onDelete),
  );
  return row;
}

function facts({ name, set, result, date, plies, ply, mirrored, source }) {
  const parameters = Object.entries(set).map(([key, value]) => `${key} ${value}`);
  const where = !ply ? "" : `here after ${ply}${mirrored ? ", mirrored" : ""}`;
  const moves = plies === 1 ? "1 move" : `${plies} moves`;
  const said = [[name, ...parameters].join(", "), resultWords(result), moves, where, date.slice(0, 10), source];
  return said.filter(Boolean).join(" · ");
}

function resultWords(result) {
  return /^\d/.test(result) ? `player ${result.replaceAll(",", " and ")} won` : result;
}

function tagsOf({ tags, note }) {
  if (!tags.length && !note) return null;
  return element("small", { class: "store-tags" }, [...tags.map((tag) => element("span", { class: "store-tag" }, tag)), note]);
}

/** Tags as text with commas between them: what is added and what is gone is sent. */
function tagForm({ number, tags }, onTags) {
  const input = element("input", { type: "text", class: "control", value: tags.join(", "), "aria-label": `Tags of game ${number}, with commas between them` });
  const done = (event) => {
    event.preventDefault();
    const wanted = input.value.split(",").map((tag) => tag.trim()).filter(Boolean);
    onTags(wanted.filter((tag) => !tags.includes(tag)), tags.filter((tag) => !wanted.includes(tag)));
  };
  const form = element("form", { class: "store-tag-form", onsubmit: done }, input, button("Save", null, { type: "submit", class: "small" }));
  queueMicrotask(() => input.focus());
  return form;
}

/** A button that asks once more before it deletes. */
function deleting(name, onDelete) {
  const made = button("Delete", () => {
    if (made.dataset.sure) return onDelete();
    made.dataset.sure = "yes";
    made.textContent = "Really?";
    return undefined;
  }, { class: "small quiet", "aria-label": `Delete ${name}` });
  made.onblur = () => {
    delete made.dataset.sure;
    made.textContent = "Delete";
  };
  return made;
}

/** What was played in a position: how often, how that ended for who played it, and when last. */
export function statisticsTable(moves) {
  const most = Math.max(...moves.map(({ count }) => count));
  const head = ["Move", "Played", "Won", "Drawn", "Lost", "Score", "Last"].map((words) => element("th", { scope: "col" }, words));
  const rows = moves.map((move) => {
    const bar = element("span", { class: "store-bar", "aria-hidden": "true" });
    bar.style.width = `${Math.round((60 * move.count) / most)}px`;
    const score = move.score === null ? (move.utility === null ? "–" : move.utility.toFixed(2)) : `${Math.round(100 * move.score)} %`;
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, move.move),
      element("td", {}, bar, String(move.count)),
      [move.wins, move.draws, move.losses].map((count) => element("td", {}, String(count))),
      element("td", {}, score),
      element("td", {}, (move.last ?? "").slice(0, 10)),
    );
  });
  return element("table", { class: "store-table" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows));
}
