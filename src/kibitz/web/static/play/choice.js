// A small popover over the board: which of several moves that share their cells is meant?

import { button, drawing, element } from "../shared/element.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const MARGIN = 8; // pixels between a cell and the popover

/**
 * Open it in `host` beside `box` (in the host's pixels). `moves` are [{move, becomes}]; `onChoose(move)` is called with the
 * text of one, `onPoint(move)` when one is looked at. Returns the element; removing it closes the popover.
 */
export function openChoice(host, box, moves, { onChoose, onPoint }) {
  const isTurning = moves.every(({ becomes }) => becomes);
  const named = { class: "board-menu", role: "group", "aria-label": isTurning ? "Turn into" : "Which move?" };
  const menu = element("div", named, moves.map((move) => option(move, { onChoose, onPoint })));
  menu.addEventListener("keydown", (event) => step(menu, event));
  host.append(menu);
  place(menu, host, box);
  menu.firstElementChild.focus({ preventScroll: true });
  return menu;
}

function option({ move, becomes }, { onChoose, onPoint }) {
  const look = () => onPoint(move);
  const given = { "data-move": move, onfocus: look, onpointerenter: look };
  if (!becomes) return button(move, () => onChoose(move), given);
  const words = `${becomes.said}, ${move}`;
  return button(drawing(becomes.drawn), () => onChoose(move), { ...given, class: "piece", title: words, "aria-label": words });
}

/** The arrow keys go from one to the next; the board's own cursor stays where it is. */
function step(menu, event) {
  if (event.key === "Escape") return;
  event.stopPropagation();
  const buttons = [...menu.children];
  const way = STEPS[event.key];
  if (!way) return;
  event.preventDefault();
  const at = buttons.indexOf(document.activeElement);
  buttons[(at + way + buttons.length) % buttons.length].focus();
}

/** Below the cell, or above it where there is no room; never beyond the host's edge. */
function place(menu, host, { x, y, width, height }) {
  const room = host.getBoundingClientRect();
  const own = menu.getBoundingClientRect();
  const left = Math.max(0, Math.min(x + width / 2 - own.width / 2, room.width - own.width));
  const below = y + height + MARGIN;
  const top = below + own.height <= room.height ? below : Math.max(0, y - MARGIN - own.height);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
