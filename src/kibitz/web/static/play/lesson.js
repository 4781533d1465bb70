// Positions to be solved, one after the other: one's own mistakes again, before they were made, or puzzles.

import { button, element } from "../shared/element.js";
import { isWorse, lossText, sentence } from "../shared/wording.js";

/**
 * A lesson over tasks: `place`, `name`, `prompt`, and where known `played`, `best`, `bestWords`, `only` (`best` alone is right).
 * `more()` gives further ones. `open(place, isOpen)` shows a place, `judge(place)` gives the engine's answer there.
 */
export class Lesson {
  constructor({ host, label, tasks, more, unit, open, judge, onPuzzle, onCopy, complain, onEnd, announce }) {
    Object.assign(this, { host, tasks, more, unit, open, judge, onPuzzle, onCopy, complain, onEnd, announce });
    this.number = 0;
    this.found = new Set(); // tasks that were solved without help
    this.helped = new Set();
    this.title = element("p", { class: "bar-title" });
    this.words = element("p", { class: "bar-words told" });
    this.answer = button("Show the answer", () => this.#showAnswer(), { class: "small" });
    this.next = button("Next", () => this.#next(), { class: "small primary" });
    const leave = button("Leave", () => this.end(), { class: "small", title: "Leave (Esc)" });
    this.copy = button("Copy link", () => this.onCopy(), { class: "small", hidden: true });
    const controls = element("div", { class: "row tight" }, this.answer, this.next, this.copy, leave);
    const told = element("div", { class: "grow" }, this.title, this.words);
    host.replaceChildren(element("div", { class: "mode-bar", role: "group", "aria-label": label }, told, controls));
    if (this.task) this.#open();
    else this.#fetch();
  }

  get task() {
    return this.tasks[this.number];
  }

  /** A move was tried. */
  async try(move) {
    const { task } = this;
    if (this.done || !task) return;
    if (task.only && move === task.best) return this.#solved(move, `Right: ${move}, ${task.bestWords}.`);
    this.#say("Let me see …");
    const answer = await this.judge(task.place);
    if (task !== this.task || this.done || !answer) return;
    const report = answer.moves.find((each) => each.move === move);
    if (!report) return this.#say(`${move} is not a legal move here. Try another one.`);
    if (report.undecided) return this.#tryUndecided(move);
    if (!isWorse(report) && !task.only) return this.#solved(move, `Right: ${move}, ${report.words}.`);
    const same = move === task.played ? "That was the move played. " : "";
    const loses = isWorse(report) ? `${move} (${report.words}) gives away ${lossText(report.loss, this.unit)}` : `${move} is not the one`;
    this.#say(`${same}${report.why || loses}${/[.!]$/.test(report.why) ? "" : "."} Try another move.`);
  }

  /** The time was too short to tell; what is known of the task still holds. */
  #tryUndecided(move) {
    const { best, bestWords, played, playedWords, only } = this.task;
    if (move === best) return this.#solved(move, `Right: ${move}, ${bestWords}.`);
    if (only) return this.#say(`${move} is not the one. Try another move.`);
    if (move === played) return this.#say(`That was the move played: ${playedWords}. Try another move.`);
    return this.#say(`${move} is undecided: the time is too short to tell. Try another move, or look at the answer.`);
  }

  /** Show the position again: the board has been turned. */
  show() {
    return this.task && this.open(this.task.place, true);
  }

  /** Leave the lesson. */
  end() {
    const tried = this.found.size + this.helped.size;
    this.onEnd(tried ? `You found ${this.found.size} of ${tried}.` : "");
  }

  /** Nothing is left running. */
  cancel() {}

  async #open() {
    const { task } = this;
    this.done = false;
    this.title.textContent = task.name;
    this.answer.disabled = false;
    this.next.disabled = false;
    this.next.textContent = this.number + 1 < this.tasks.length ? "Next" : this.more ? "Another puzzle" : "Done";
    this.#say(task.prompt);
    const at = await this.open(task.place, true);
    this.copy.hidden = !task.depth;
    if (at && task.depth) this.onPuzzle(task);
  }

  /** Ask for more tasks, and go on with the first of them. */
  async #fetch() {
    this.done = true;
    this.answer.disabled = this.next.disabled = true;
    this.title.textContent = "Puzzle";
    this.next.textContent = "Another puzzle";
    this.#say("Looking for a position in which one move alone is right …");
    try {
      this.tasks.push(...(await this.more()));
    } catch (error) {
      this.complain(error);
    }
    if (this.task) return this.#open();
    this.next.disabled = false;
    return this.#say("No puzzle was found this time.");
  }

  async #showAnswer() {
    const { task } = this;
    const { best, bestWords } = task;
    const answer = task.only ? null : await this.judge(task.place);
    if (task !== this.task || (!answer && !best)) return;
    this.helped.add(task);
    this.found.delete(task);
    const isKnown = answer && !answer.undecided;
    this.#solved(isKnown ? answer.best : best, isKnown ? `Best is ${answer.best}: ${answer.words}.` : `Best is ${best}: ${bestWords}.`);
  }

  #solved(move, words) {
    this.done = true;
    this.answer.disabled = true;
    if (!this.helped.has(this.task)) this.found.add(this.task);
    this.#say(words);
    this.next.focus();
    this.open({ ...this.task.place, moves: [...this.task.place.moves, move] }, false);
  }

  #say(words) {
    this.words.textContent = words;
    this.announce(sentence(words));
  }

  #next() {
    this.number = Math.min(this.number + 1, this.tasks.length);
    if (this.task) this.#open();
    else if (this.more) this.#fetch();
    else this.end();
  }
}
