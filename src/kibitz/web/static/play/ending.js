// The end of a game: who has won, what each side has scored, and what to do next.

import { button, element } from "../shared/element.js";
import { playerName, sentence } from "../shared/wording.js";
import { sign } from "./sign.js";

/** How a game ended, in words: for the person at the page first, where just one plays. */
export function endWords(at, session) {
  const verdict = at.verdict || "The game is over.";
  const people = session.sides.flatMap(({ who }, player) => (who === "person" ? [player] : []));
  if (people.length !== 1 || session.sides.length < 2) return verdict;
  const winners = winnersOf(at);
  const isShared = winners.length === 0 || winners.length === session.sides.length;
  if (isShared) return verdict;
  const hasWon = winners.includes(people[0]);
  const told = `${playerName(winners[0])} won`;
  const isTold = winners.length === 1 && verdict.includes(told);
  if (isTold && (hasWon || session.sides.length === 2)) return verdict.replace(told, hasWon ? "you won" : "you lost");
  return isTold ? verdict : `${hasWon ? "You won. " : "You lost. "}${verdict}`;
}

/** The scores of the sides, and buttons for what to do next. */
export function endParts(at, session, { isJudged, isJudging, mistakes, onJudge, onLearn, onPuzzles, onNew, onSwap }) {
  const offer = (words, act, kind = "") => button(words, act, { class: `small ${kind}` });
  const isTwo = session.sides.length === 2 && session.isPersons(0) !== session.isPersons(1);
  const buttons = [
    offer("New game", onNew, "primary"),
    isTwo && offer("Change sides", onSwap),
    !isJudged && !isJudging && session.moves.length > 0 && offer("Judge the game", onJudge),
    mistakes > 0 && offer("Learn from mistakes", onLearn),
    !at.hidden && session.moves.length > 0 && offer("Puzzles from this game", onPuzzles),
  ];
  return [scoresOf(at, session), element("div", { class: "row tight next-steps", role: "group", "aria-label": "What next?" }, buttons)];
}

/** Who has won; nobody where all did equally well. */
function winnersOf({ scores, utilities }) {
  if (scores) return scores.filter(({ won }) => won).map(({ player }) => player);
  const most = Math.max(...(utilities ?? []));
  return (utilities ?? []).flatMap((share, player) => (share === most ? [player] : []));
}

/** A list of the sides: name, who played it, what it scored. */
function scoresOf(at, session) {
  const scores = at.scores ?? session.sides.map((_, player) => ({ player, name: playerName(player), text: "", won: false }));
  if (scores.length === 1 && !scores[0].text) return null;
  const winners = winnersOf(at);
  const isOnly = session.sides.filter(({ who }) => who === "person").length === 1;
  const row = ({ player, name, text }) => {
    const who = session.isPersons(player) ? (isOnly ? "you" : "") : "engine";
    const hasWon = winners.includes(player) && winners.length < scores.length;
    const told = [text, hasWon && scores.length > 1 ? "won" : ""].filter(Boolean).join(", ");
    const named = scores.length > 1 ? [sign(player), ` ${sentence(name)}`, who && element("span", { class: "note" }, ` (${who})`)] : [];
    return element("li", { class: `score${hasWon ? " won" : ""}` }, named, told && element("strong", {}, ` ${told}`));
  };
  return element("ul", { class: "scores", "aria-label": "Score" }, scores.map(row));
}
