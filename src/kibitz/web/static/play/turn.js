// Whose turn it is, and what the person at the page may do about it.

import { button } from "../shared/element.js";
import { isDice } from "./chance.js";
import { playerName, sentence } from "../shared/wording.js";

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
  if (at.chance) return chanceWords(isDice(at.outcomes), rolling);
  const name = sentence(playerName(at.player));
  if (!session.isPersons(at.player)) return thinks ? `${name}: the engine thinks …` : `${name}: the engine is to move.`;
  if (isForeign(at, seat)) return `${name} is to move. Hand over before you look.`;
  if (session.sides.length === 1) return "Your move.";
  const people = session.sides.filter(({ who }) => who === "person").length;
  return people === 1 ? `Your move, ${playerName(at.player)}.` : `${name} to move.`;
}

/** What can be done about it, as buttons. */
export function turnButtons(at, session, { seat, turns, isJudged, onJudge, onNew, onSeat }) {
  const offer = (words, act, kind = "primary") => button(words, act, { class: `small ${kind}` });
  if (at.over) return [...(isJudged ? [] : [offer("Look back", onJudge, "")]), offer("New game", onNew)];
  if (at.chance) return turns.rolling ? [] : [offer(isDice(at.outcomes) ? "Roll" : "Go on", () => turns.roll())];
  if (turns.isThinking) return [offer("Move now", () => turns.moveNow(), ""), offer("Pause", () => turns.pause(), "")];
  if (!session.isPersons(at.player)) return [offer("Let it move", () => turns.letGo())];
  if (isForeign(at, seat)) return [offer(`Look as ${playerName(at.player)}`, () => onSeat(at.player))];
  return [];
}

function chanceWords(areDice, rolling) {
  if (areDice) return rolling ? "The dice roll …" : "The dice are to roll.";
  return rolling ? "Chance decides …" : "Chance is to decide.";
}

/** How a game between two ended, as an answer of the engine would say it; null with more players. */
export function outcome(at) {
  if (at.utilities?.length !== 2) return null;
  const [first, second] = at.utilities;
  const [words, ended] = first > second ? ["wins", "win"] : first < second ? ["loses", "loss"] : ["draws", "draw"];
  return { value: first - second, words, player: 0, exact: true, outcome: ended };
}
