// Whose turn it is, and what the person at the page may do about it.

import { button } from "../shared/element.js";
import { chanceWords } from "./chance.js";
import { endParts, endWords } from "./ending.js";
import { playerName, sentence } from "../shared/wording.js";

const MOST_BESIDE = 3;

/** Is it the turn of a seat that the person is not looking from? */
export function isForeign(at, seat) {
  return at.hidden && seat !== null && !at.chance && !at.over && at.player !== seat;
}

/** May the person move now, or choose what falls? */
export function mayMove(at, session, seat) {
  return !at.over && (at.chance || session.isPersons(at.player)) && !isForeign(at, seat);
}

/** Whose turn it is, in words. */
export function turnWords(at, session, { seat, rolling, thinks }) {
  if (at.over) return endWords(at, session);
  if (at.chance) return rolling ? chanceWords(at).goesOn : chanceWords(at).waits;
  const name = sentence(playerName(at.player));
  if (!session.isPersons(at.player)) return thinks ? `${name}: the engine thinks …` : `${name}: the engine is to move.`;
  if (isForeign(at, seat)) return `Pass the device to ${playerName(at.player)}.`;
  if (session.sides.length === 1) return "Your move.";
  const people = session.sides.filter(({ who }) => who === "person").length;
  return people === 1 ? `Your move, ${playerName(at.player)}.` : `${name} to move.`;
}

/** What can be done about it, as buttons. */
export function turnButtons(at, session, { seat, turns, onSeat, onMove, ...ending }) {
  const offer = (words, act, kind = "primary") => button(words, act, { class: `small ${kind}` });
  if (at.over) return endParts(at, session, ending);
  if (at.chance) return turns.rolling ? [] : [offer(chanceWords(at).act, () => turns.roll())];
  if (turns.isThinking) return [offer("Move now", () => turns.moveNow(), "late"), offer("Pause", () => turns.pause(), "late")];
  if (!session.isPersons(at.player)) return [offer("Let it move", () => turns.letGo())];
  if (isForeign(at, seat)) return [offer(`Look as ${playerName(at.player)}`, () => onSeat(at.player))];
  return beside(at).map(({ move }) => offer(sentence(move), () => onMove(move)));
}

/** On a board with cells: the few moves that have none, such as passing. */
export function beside({ moves, board }) {
  const found = moves.filter(({ cell }) => !cell);
  const isFew = found.length <= MOST_BESIDE && (moves.length === 1 || found.length < moves.length);
  return isFew && board.includes("data-cell") ? found : [];
}
