// Learn from your mistakes: each one again, before it was made, until a better move is found.

import { button, element } from "../shared/element.js";
import { isWorse, lossText, playerName, sentence } from "../shared/wording.js";

/**
 * A lesson over some mistakes of a judged game: plies with `ply`, `move`, `player`. `open(ply)` shows the position before that
 * ply and resolves once it stands; `judge(ply)` gives the engine's answer there.
 */
export class Lesson {
  constructor({ host, mistakes, unit, open, judge, onEnd, announce }) {
    Object.assign(this, { host, mistakes, unit, open, judge, onEnd, announce });
    this.number = 0;
    this.title = element("p", { class: "bar-title" });
    this.words = element("p", { class: "bar-words told" });
    this.answer = button("Show the answer", () => this.#showAnswer(), { class: "small" });
    this.next = button("Next", () => this.#next(), { class: "small primary" });
    const leave = button("Leave", () => this.end(), { class: "small", title: "Leave (Esc)" });
    const controls = element("div", { class: "row tight" }, this.answer, this.next, leave);
    const told = element("div", { class: "grow" }, this.title, this.words);
    const named = { class: "mode-bar", role: "group", "aria-label": "Learn from your mistakes" };
    host.replaceChildren(element("div", named, told, controls));
    this.#open();
  }

  get mistake() {
    return this.mistakes[this.number];
  }

  /** A move was tried. */
  async try(move) {
    if (this.done) return;
    const mistake = this.mistake;
    this.#say("Let me see …");
    const answer = await this.judge(mistake.ply);
    if (mistake !== this.mistake || !answer) return;
    const report = answer.moves.find((each) => each.move === move);
    if (!report) return this.#say(`${move} is not a legal move here. Try another one.`);
    if (report.undecided) return this.#tryUndecided(move);
    if (!isWorse(report)) return this.#solved(`Right: ${move}, ${report.words}.`);
    const same = move === mistake.move ? "That was the move played. " : "";
    this.#say(`${same}${move} (${report.words}) gives away ${lossText(report.loss, this.unit)}. Try another move.`);
  }

  /** The time was too short to tell; what the judge of the whole game found still holds. */
  #tryUndecided(move) {
    const { best, best_words: words, move: played, words: bad } = this.mistake;
    if (move === best) return this.#solved(`Right: ${move}, ${words}.`);
    if (move === played) return this.#say(`That was the move played: ${bad} where ${words} was possible. Try another move.`);
    return this.#say(`${move} is undecided: the time is too short to tell. Try another move, or look at the answer.`);
  }

  /** Show the position again: the board has been turned. */
  show() {
    return this.open(this.mistake.ply);
  }

  /** Leave the lesson. */
  end() {
    this.onEnd();
  }

  /** Nothing is left running. */
  cancel() {}

  async #open() {
    this.done = false;
    const { move, player, ply } = this.mistake;
    this.title.textContent = `Mistake ${this.number + 1} of ${this.mistakes.length}: ${playerName(player)}, move ${ply}`;
    this.answer.disabled = false;
    this.next.textContent = this.number + 1 < this.mistakes.length ? "Next" : "Done";
    this.#say(`${move} was played here. Find a better move.`);
    await this.open(ply);
  }

  async #showAnswer() {
    const answer = await this.judge(this.mistake.ply);
    const { best, best_words: words } = this.mistake;
    if (answer) this.#solved(answer.undecided ? `Best is ${best}: ${words}.` : `Best is ${answer.best}: ${answer.words}.`);
  }

  #solved(words) {
    this.done = true;
    this.answer.disabled = true;
    this.#say(words);
    this.next.focus();
  }

  #say(words) {
    this.words.textContent = words;
    this.announce(sentence(words));
  }

  #next() {
    this.number += 1;
    if (this.mistake) this.#open();
    else this.end();
  }
}
