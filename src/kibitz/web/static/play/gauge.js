// Who stands better: a bar between two players, or a bar for each of several.

import { element } from "../shared/element.js";
import { sign } from "./sign.js";
import { gaugeLevel, playerName, sentence, valueText, wordsAndDepth, wordsOf } from "../shared/wording.js";

/** The gauge beside the board, for two players. */
export class Gauge {
  constructor(host) {
    this.host = host;
    this.level = element("div", { class: "gauge-level" });
    this.words = element("div", { class: "gauge-words" });
    this.bar = element("div", { class: "gauge-bar", role: "img", "aria-label": "No judgement yet" }, this.level);
    host.append(this.bar, this.words);
  }

  /** Show an answer of the engine; null for none. */
  show(answer, flipped = false) {
    const part = answer && gaugeLevel(answer);
    const known = part !== null;
    this.host.classList.toggle("unknown", !known);
    this.host.classList.toggle("flipped", flipped);
    this.level.style.setProperty("--share", known ? Math.max(0.015, Math.min(0.985, part)) : 0.5);
    const player = answer?.player < 0 ? 0 : answer?.player;
    const words = answer && !Array.isArray(answer.value) ? wordsOf(answer) : "";
    this.words.replaceChildren(...(words ? inBrief(answer, player) : []));
    this.bar.setAttribute("aria-label", words ? `${sentence(playerName(player))} ${words}` : "No judgement yet");
  }
}

/** Whose the words are, unless nothing is known, and on another line what they rest on. */
function inBrief(answer, player) {
  const [words, depth] = wordsAndDepth(answer);
  const whose = answer.undecided ? [] : [sign(player), " "];
  return [...whose, words, " ", element("span", { class: "gauge-depth" }, depth)];
}

/** Take the values from bars; the bars stay. */
export function emptyBars(host) {
  for (const level of host.querySelectorAll(".bar-level")) level.style.width = "0";
  for (const value of host.querySelectorAll(".bar-value")) value.textContent = "";
}

/** A labelled bar for each player's value, with the names that people know the players by, if there are any. */
export function bars(values, names = []) {
  const low = Math.min(0, ...values);
  const span = Math.max(...values.map((value) => value - low)) || 1;
  const rows = values.map((value, player) => {
    const level = element("span", { class: `bar-level player-${Math.min(player, 3)}` });
    level.style.width = `${(100 * (value - low)) / span}%`;
    return element(
      "div",
      { class: "bar-row" },
      element("span", { class: "bar-name" }, sign(player), ` ${sentence(names[player] ?? playerName(player))}`),
      element("span", { class: "bar-track" }, level),
      element("span", { class: "bar-value" }, valueText(value)),
    );
  });
  return element("div", { class: "bars" }, rows);
}
