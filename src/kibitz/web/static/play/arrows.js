// Arrows and rings over a board: the moves of a line, numbered, and what is threatened.

import { shape } from "../shared/element.js";

const GAP = 0.18; // of a cell, between the tip of an arrow and the middle of its cell
const HEAD = 0.3;

/** The path of an arrow through some cells of a board; null where one of them is not on it. */
export function arrow(stops, cells, size, kind) {
  const way = stops.map((cell) => cells.get(String(cell)));
  if (way.length < 2 || way.some((stop) => !stop)) return null;
  const [start, end] = way.slice(-2);
  const angle = Math.atan2(end.y - start.y, end.x - start.x);
  const [tipX, tipY] = [end.x - size * GAP * Math.cos(angle), end.y - size * GAP * Math.sin(angle)];
  const wing = (turn) => `${tipX - size * HEAD * Math.cos(angle + turn)} ${tipY - size * HEAD * Math.sin(angle + turn)}`;
  const begun = way.slice(0, -1).map(({ x, y }) => `${x} ${y}`).join("L");
  const d = `M${begun}L${tipX} ${tipY}M${wing(0.5)}L${tipX} ${tipY}L${wing(-0.5)}`;
  return shape("path", { class: kind, d, "stroke-width": size * 0.09 });
}

/**
 * What is noted on a board: `plies`, each {cells, player}, are the moves to come, numbered from `first`; `threats` are
 * {cells, path} to point out. A move of a piece is an arrow, one that puts something on a cell is a ring.
 */
export function noted({ plies = [], first = 1, threats = [] }, cells, size) {
  const drawn = [];
  const marked = new Set(threats.flatMap(({ cells: places }) => places.map(String)));
  const seen = new Map(); // how many numbers a cell has already
  for (const { path, cells: places } of threats) {
    drawn.push(arrow(path, cells, size, "arrow threat"), ...places.map((cell) => ring(cell, cells, size, "threatened")));
  }
  plies.forEach(({ cells: stops, player }, index) => {
    const paint = `player-${Math.max(0, Math.min(player, 3))}`;
    const last = String(stops.at(-1));
    const at = cells.get(last);
    if (!at) return;
    if (stops.length > 1) drawn.push(arrow(stops, cells, size, `arrow ply ${paint}`));
    else if (!marked.has(last)) drawn.push(ring(last, cells, size, `ply ${paint}`));
    if (plies.length > 1 || stops.length === 1) drawn.push(number(first + index, at, size, paint, seen.get(last) ?? 0, stops.length > 1));
    seen.set(last, (seen.get(last) ?? 0) + 1);
  });
  return drawn;
}

function ring(cell, cells, size, kind) {
  const at = cells.get(String(cell));
  return at ? shape("circle", { class: kind, cx: at.x, cy: at.y, r: size * 0.4, "stroke-width": size * 0.06 }) : null;
}

/** The number of a ply: in the middle of what it puts down, at the corner of where a piece arrives. */
function number(count, { x, y, taken }, size, paint, before, isMoved) {
  const isAside = isMoved || taken || before > 0;
  const [left, top] = isAside ? [x - size * (0.3 - 0.3 * before), y - size * 0.32] : [x, y];
  const made = shape("g", { class: `ply-number ${paint}`, transform: `translate(${left} ${top})` });
  const text = shape("text", { "font-size": size * (isAside ? 0.24 : 0.32) });
  text.textContent = count;
  made.append(shape("circle", { r: size * (isAside ? 0.17 : 0.24) }), text);
  return made;
}
