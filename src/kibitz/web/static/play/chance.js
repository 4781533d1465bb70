// Dice: a roll by its probabilities, and the map of every roll.

import { element } from "../shared/element.js";
import { briefly, chancesText } from "../shared/wording.js";

/** One outcome, drawn by its probability. */
export function drawn(outcomes, random = Math.random()) {
  let left = random * outcomes.reduce((sum, { probability }) => sum + probability, 0);
  for (const { outcome, probability } of outcomes) {
    left -= probability;
    if (left < 0) return outcome;
  }
  return outcomes.at(-1).outcome;
}

/** The best move of an answer; where moves are to be mixed, one of them by its probability. */
export function mixed(answer, random = Math.random()) {
  const rows = answer.moves.filter(({ probability }) => typeof probability === "number");
  return rows.length ? drawn(rows.map(({ move, probability }) => ({ outcome: move, probability })), random) : answer.best;
}

/** What to say about chance, by what it brings: dice, cards, or whatever the game says. */
const KINDS = {
  die: { one: "roll", act: "Roll", choose: "Choose the roll", waits: "Roll the dice.", goesOn: "The dice roll …" },
  card: { one: "card", act: "Deal", choose: "Choose the card", waits: "Deal a card.", goesOn: "Dealing …" },
  other: { one: "outcome", act: "Go on", choose: "Choose the outcome", waits: "Chance decides next.", goesOn: "Chance decides …" },
};

/** The words for what chance brings at a position. */
export function chanceWords({ outcome_kind: kind }) {
  return KINDS[kind] ?? KINDS.other;
}

/** Every roll as a tile: what falls, how likely, and what it is worth. The shade says it again. */
export function rollMap(answer, at) {
  const chances = new Map(at.outcomes.map(({ outcome, probability }) => [outcome, probability]));
  const values = answer.moves.map(({ value }) => (Array.isArray(value) ? value[0] : value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const tiles = answer.moves.map((move, index) => {
    const level = high > low ? (values[index] - low) / (high - low) : 0.5;
    const words = move.undecided ? move.claim : briefly(move);
    const tile = element(
      "div",
      { class: "tile", title: `${move.move}: ${words}` },
      element("span", { class: "tile-roll" }, move.move),
      element("span", { class: "tile-chance" }, chances.has(move.move) ? chancesText(chances.get(move.move)) : ""),
      element("span", { class: "tile-value" }, words),
    );
    tile.style.setProperty("--level", level.toFixed(3));
    return tile;
  });
  const depth = answer.depth === null ? "" : `, to depth ${answer.depth}`;
  const whose = Array.isArray(answer.value) ? "one number for each player" : "for player 1";
  const caption = element("figcaption", { class: "note" }, `The value of every ${chanceWords(at).one}, ${whose}${depth}.`);
  return element("figure", { class: "map" }, element("div", { class: "tiles" }, tiles), caption);
}
