// Dice: a roll by its probabilities, and the map of every roll.

import { element } from "../shared/element.js";
import { chancesText, wordsAndDepth } from "../shared/wording.js";

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

/** Are these the faces of dice? Else chance deals cards, or whatever the game says. */
export function isDice(outcomes) {
  return outcomes.every(({ outcome }) => /^[1-6]([-, ]?[1-6])*$/.test(outcome));
}

/** Every roll as a tile: what falls, how likely, and what it is worth. The shade says it again. */
export function rollMap(answer, outcomes) {
  const chances = new Map(outcomes.map(({ outcome, probability }) => [outcome, probability]));
  const values = answer.moves.map(({ value }) => (Array.isArray(value) ? value[0] : value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const tiles = answer.moves.map((move, index) => {
    const level = high > low ? (values[index] - low) / (high - low) : 0.5;
    const words = wordsAndDepth(move)[0].replace(/^wins (?=.*%)/, "");
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
  const [, depth] = wordsAndDepth(answer);
  const whose = Array.isArray(answer.value) ? "one number for each player" : "for player 1";
  const caption = element("figcaption", { class: "note" }, `The value of every ${isDice(outcomes) ? "roll" : "outcome"}, ${whose}${depth ? `, to ${depth}` : ""}.`);
  return element("figure", { class: "map" }, element("div", { class: "tiles" }, tiles), caption);
}
