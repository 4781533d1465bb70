// Whose turn it is, and what the person at the page may do about it.

import { playerName, sentence } from "./wording.js";

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
  if (at.over) return at.verdict || "The game is over.";
  if (at.chance) return rolling ? "The dice roll …" : "The dice are to roll.";
  const name = sentence(playerName(at.player));
  if (!session.isPersons(at.player)) return thinks ? `${name}: the engine thinks …` : `${name}: the engine is to move.`;
  if (isForeign(at, seat)) return `${name} is to move. Hand over before you look.`;
  if (session.sides.length === 1) return "Your move.";
  const people = session.sides.filter(({ who }) => who === "person").length;
  return people === 1 ? `Your move, ${playerName(at.player)}.` : `${name} to move.`;
}

/** How a game between two ended, as an answer of the engine would say it; null with more players. */
export function outcome(at) {
  if (at.utilities?.length !== 2) return null;
  const [first, second] = at.utilities;
  const words = first > second ? "wins" : first < second ? "loses" : "draws";
  return { value: first - second, words, player: 0, exact: true };
}
