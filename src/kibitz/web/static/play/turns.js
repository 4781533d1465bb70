// What happens at every position without a click: the dice roll, the engine moves, or the analysis runs.

import { element } from "../shared/element.js";
import { badgesOf } from "./badge.js";
import { drawn, mixed, rollMap } from "./chance.js";
import { Thinking } from "../shared/thinking.js";
import { playerName, sentence, wordsOf } from "../shared/wording.js";

const ROLLING = 450; // milliseconds that a die tumbles
const ROLLS = 1; // seconds for the rolls after a move
const SMALL = 32; // pixels a cell of a position that is not looked at

/**
 * Goes on from the position on the table. `play(move)` plays one for the engine or the dice; `isBusy()` is true while a
 * refutation or a lesson has the board; `onChange()` is called when whose turn it is should be said again, and
 * `onRefused(error)` where the server refuses a limit: is that said beside its field?
 */
export class Turns {
  constructor({ table, stage, analysis, kept, context, play, isBusy, onChange, onRefused }) {
    Object.assign(this, { table, stage, analysis, kept, context, play, isBusy, onChange, onRefused });
    this.thinking = new Thinking(); // for a side, or for the analysis: never both
    this.isRunning = false; // may the engine and the dice go on without a click?
    this.resumes = false; // did they until the server was lost?
    this.isThinking = false; // does the engine think about its own move?
    this.rolling = 0;
    this.latest = null; // what the engine last said of the position
    this.frame = 0;
  }

  /** Go on, now that a position has arrived. */
  goOn() {
    this.stop();
    if (this.isBusy()) return;
    const { over, chance, player } = this.table.at;
    this.analysis.set(this.kept);
    this.#showGauge();
    if (!over && chance && this.isRunning && this.kept.autoRoll) this.#tumble();
    else if (!over && !chance && this.isRunning && !this.table.session.isPersons(player)) this.#engineMoves();
    else this.analyse();
    this.onChange();
  }

  /** Nothing goes on automatically. */
  stop() {
    this.thinking.stop();
    this.isThinking = false;
    clearTimeout(this.rolling);
    this.rolling = 0;
  }

  /** End the search, as a person asks for it; what it has found stays. */
  halt() {
    if (this.isThinking) return this.pause();
    const isCut = this.thinking.running;
    this.thinking.stop();
    return isCut ? this.analysis.setThinking(false, { isCut }) : undefined;
  }

  /** The engine shall wait. */
  pause() {
    this.stop();
    this.resumes ||= this.isRunning && this.context.api.isGone();
    this.isRunning = false;
    this.analysis.setThinking(false, { isCut: true });
    this.onChange();
  }

  /** The engine need not wait any longer. */
  letGo() {
    this.isRunning = true;
    this.goOn();
  }

  /** The server is there again: go on as before it was lost. */
  reconnect() {
    this.isRunning ||= this.resumes;
    this.resumes = false;
    this.goOn();
  }

  /** The engine shall move at once, with the best it has. */
  moveNow() {
    if (this.latest?.best) this.play(this.latest.chosen ?? mixed(this.latest));
  }

  /** Nothing of this position is known any more, or it is not to be said. */
  hush(words) {
    this.stop();
    this.latest = null;
    this.analysis.clear(words, { isIdle: this.table.at.over || !this.kept.analysis });
    this.analysis.setThinking(false);
    this.stage.board.setBadges(new Map());
    this.stage.gauge.show(null, this.table.flipped);
  }

  // ------------------------------------------------------------ chance and the engine

  #tumble() {
    this.hush("");
    this.stage.tumble(this.table.at);
    const tumbles = this.table.at.outcome_kind === "die" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.rolling = setTimeout(() => this.roll(), tumbles ? ROLLING : 0);
  }

  /** Let chance decide. */
  roll() {
    this.isRunning = true;
    this.play(drawn(this.table.at.outcomes));
  }

  async #engineMoves() {
    const { at, session } = this.table;
    const { level, careless, limit, amount, algorithm } = session.sides[at.player];
    this.isThinking = true;
    const asked = { level, algorithm, ...(careless ? { careless } : {}), ...(limit ? { [limit]: amount } : {}) };
    const answer = await this.#think(asked, { isShown: this.kept.analysis && !at.hidden });
    if (!answer?.best) return;
    const move = answer.chosen ?? mixed(answer);
    const isTold = !at.hidden && move === answer.best; // else that would tell of what is hidden, or of another move
    this.context.announce(`${sentence(playerName(answer.player))} plays ${move}${isTold ? `: ${wordsOf(answer)}` : ""}`);
    this.play(move);
  }

  // ------------------------------------------------------------ analysis

  /** Judge every move of the position, if that is wanted. */
  analyse() {
    if (this.isBusy() || this.isThinking) return;
    const quiet = this.#whyNoAnalysis();
    this.hush(quiet);
    this.analysis.set(this.kept);
    this.#showGauge();
    const algorithm = this.table.seat === null ? "auto" : this.#seated ?? "auto";
    if (!quiet) this.#think({ time: this.kept.seconds, algorithm }, { isShown: true });
  }

  /** Where something is hidden: the algorithm that answers from what the player to move can see; else nothing. */
  get #seated() {
    const { at, place, positions } = this.table;
    return at.hidden && !at.chance ? positions.seated(place.game) : null;
  }

  /** Show again what is known, on a board that has been drawn again. */
  showAgain() {
    this.#showGauge();
    if (this.latest && this.isShown) this.#showAnswer(this.latest);
  }

  #showGauge() {
    const { at, session, flipped } = this.table;
    this.stage.showGauge(this.kept.analysis && session.sides.length === 2 && at.zero_sum && !at.hidden);
    if (at.over) this.stage.gauge.show(at.ended, flipped);
  }

  #whyNoAnalysis() {
    const { at, seat } = this.table;
    if (!this.kept.analysis) return "Analysis is off. Press a, or the button above, to see every move judged.";
    if (at.hidden && seat !== null && !at.over && (at.player !== seat || !this.#seated)) {
      return "The analysis would show what is hidden. Choose “Everything” under Players to see it.";
    }
    return at.over ? `${at.verdict || "The game is over."} There is nothing left to judge.` : "";
  }

  /** Let the engine look at the position; the last it said, or null if it was stopped or failed. */
  async #think(limits, { isShown }) {
    const { place } = this.table;
    this.latest = null;
    this.isShown = isShown;
    this.analysis.clear();
    if (isShown) this.analysis.note("thinking …");
    this.analysis.setThinking(true);
    try {
      return await this.thinking.ask("api/best", { ...place, ...limits }, {
        onData: (answer) => this.#heard(answer, place),
        onNote: (note) => isShown && this.analysis.note(note),
      });
    } catch (error) {
      if (!this.onRefused(error)) this.context.toast(error.message, "error");
      this.pause();
      return null;
    } finally {
      if (!this.thinking.running && this.analysis.thinking) this.#ended();
    }
  }

  /** The engine has said all: its last words do not wait for the next picture, or the numbers would be said of those before. */
  #ended() {
    if (this.frame) this.#showLatest();
    this.analysis.setThinking(false);
  }

  /** The engine has spoken of a place; if it is on the table still, it is shown with the next picture. */
  #heard(answer, place) {
    if (this.table.place !== place) return;
    this.latest = answer;
    if (!this.isShown || this.frame) return;
    this.frame = requestAnimationFrame(() => this.#showLatest());
  }

  #showLatest() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.latest && this.isShown) this.#showAnswer(this.latest);
  }

  #showAnswer(answer) {
    const { at, flipped } = this.table;
    this.analysis.show(answer, { rolls: at.hasChance && !at.chance, at });
    if (this.isBusy()) return;
    this.stage.gauge.show(answer, flipped);
    this.stage.board.setBadges(this.stage.steps.badges(badgesOf(answer, at.unit)));
  }

  /** Every roll after a move, with its value. */
  async showRolls(move) {
    const { place } = this.table;
    const after = { ...place, moves: [...place.moves, move] };
    const show = (content) => this.table.place === place && this.analysis.showRolls(move, content);
    this.halt();
    try {
      const at = await this.context.api.post("api/position", { ...after, size: SMALL });
      if (this.table.place !== place) return;
      if (at.player >= 0 || at.over) return void show(element("p", { class: "note" }, `Nothing is left to chance after ${move}.`));
      await this.thinking.ask("api/best", { ...after, time: ROLLS }, { onData: (answer) => show(rollMap(answer, at)) });
    } catch (error) {
      this.context.toast(error.message, "error");
    }
  }
}
