// Looking back on a game: who stood better and where it turned, and the lesson from one's own mistakes.

import { Lesson } from "./lesson.js";
import { Review } from "./review.js";
import { Thinking } from "../shared/thinking.js";

const JUDGING = 0.3; // seconds for the first look at a position
const LESSON = 5; // seconds for a position of a lesson

/**
 * Judges the game on the table. `onChange()` is called when it is done; mistakes go to `complain(error)`.
 */
export class LookingBack {
  constructor({ table, stage, history, kept, context, onChange, complain }) {
    Object.assign(this, { table, stage, history, kept, context, onChange, complain });
    this.review = new Review();
    this.judging = new Thinking();
    this.trying = new Thinking();
    this.answers = new Map(); // what the engine said of positions in lessons
  }

  /** Another game is on the table. */
  forget() {
    if (this.review.keepFor(this.table.place)) return;
    this.judging.stop();
    this.answers.clear();
  }

  /** Is all of the game judged? */
  get isComplete() {
    return this.review.isComplete(this.table.session.allMoves);
  }

  /** May the game be judged? While something is hidden, that would tell it. */
  get mayJudge() {
    const { at, seat, session } = this.table;
    return session.allMoves.length > 0 && !this.judging.running && (!at.hidden || seat === null || at.over);
  }

  /** Show the moves, the chart and the marks. */
  show() {
    const { session, at } = this.table;
    const moves = session.allMoves;
    const busy = this.judging.running;
    this.history.show({ played: at.played, undone: session.undone, judged: this.review.plies(moves), busy, mayJudge: this.mayJudge, budget: this.kept.judging });
    this.history.showChart(this.review.whole(moves), {
      mistakes: this.review.mistakes(moves, session.sides).length,
      complete: this.isComplete,
      proven: this.review.isProven(moves),
      ply: session.moves.length,
    });
  }

  /** Judge every move of the game, quickly first, then until it is proven or the budget is spent. */
  async judge() {
    const moves = this.table.session.allMoves;
    if (!this.mayJudge) return;
    const place = { ...this.table.place, moves };
    const onData = (judged) => {
      this.review.take(judged, place);
      this.show();
    };
    const asked = this.judging.ask("api/history", { ...place, time: JUDGING, budget: this.kept.judging, width: this.history.width }, { onData });
    this.show();
    try {
      const judged = await asked;
      if (judged) this.context.announce(judged.sentence ?? "");
    } catch (error) {
      this.complain(error);
    } finally {
      this.show();
      this.onChange();
    }
  }

  /** Judge no longer: what has been found stands. */
  halt() {
    this.judging.stop();
    this.show();
  }

  /** A lesson over the mistakes, in `host()`; null where there are none. */
  lesson(host, onEnd) {
    const mistakes = this.review.mistakes(this.table.session.allMoves, this.table.session.sides);
    if (!mistakes.length) return null;
    this.judging.stop();
    const open = (ply) => this.#open(ply);
    const judge = (ply) => this.#judgedBefore(ply);
    return new Lesson({ host: host(), mistakes, unit: this.table.at.unit, open, judge, onEnd, announce: this.context.announce });
  }

  /** Nothing goes on behind the view. */
  stop() {
    this.judging.stop();
    this.trying.stop();
  }

  async #open(ply) {
    try {
      const at = await this.table.look(this.#before(ply));
      this.stage.showBoard(at, at.moves);
      const plain = !at.moves.some((move) => move.cell);
      this.stage.offer(at.moves.map(({ move }) => move), { plain, open: plain || undefined });
    } catch (error) {
      this.complain(error);
    }
  }

  #before(ply) {
    return { ...this.table.place, moves: this.table.session.allMoves.slice(0, ply - 1) };
  }

  async #judgedBefore(ply) {
    const place = this.#before(ply);
    const key = JSON.stringify(place);
    try {
      const answer = this.answers.get(key) ?? (await this.trying.ask("api/best", { ...place, time: LESSON }));
      if (answer) this.answers.set(key, answer);
      return answer;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }
}
