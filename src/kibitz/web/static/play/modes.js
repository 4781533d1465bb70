// What may have the board instead of the game: a refutation that is walked through, or a lesson.

import { Lesson } from "./lesson.js";
import { Walk } from "./walk.js";

/**
 * The mode of a board, if there is one. `onEnter()` is called before one begins, `hush(words)` keeps the
 * engine from telling the answer, `onLeave(wasLesson)` when the person goes
 * back to the game.
 */
export class Modes {
  constructor({ table, stage, positions, lookingBack, context, complain, onEnter, onLeave, hush }) {
    Object.assign(this, { table, stage, positions, lookingBack, context, complain, onEnter, onLeave, hush });
    this.current = null;
    this.turn = 0; // counts what ended, so that a slow beginning cannot overtake it
  }

  /** The refutation that is walked through, or null. */
  get walk() {
    return this.current instanceof Walk ? this.current : null;
  }

  /** The lesson, or null. */
  get lesson() {
    return this.current instanceof Lesson ? this.current : null;
  }

  /** The positions along a line from the one on the table. */
  line(line, size) {
    const { place, flipped, seat } = this.table;
    return this.positions.line(place, line, { flip: flipped, seat, size });
  }

  /** Play out why a move is worse than the best. */
  async why(report) {
    this.end();
    const mine = this.turn;
    const { at } = this.table;
    const { size } = at;
    try {
      const plies = await this.line(report.line, size);
      if (mine === this.turn) this.#walk(report, plies, (ply) => (ply ? { ...plies[ply - 1], size } : at));
    } catch (error) {
      this.complain(error);
    }
  }

  #walk({ why, shows_at: showsAt }, plies, drawn) {
    const show = (ply) => this.stage.showBoard(drawn(ply), [], { follows: ply > 0 });
    const { announce } = this.context;
    this.onEnter();
    this.current = new Walk({ host: this.stage.enter("walking"), plies, showsAt, why, show, onEnd: () => this.leave(), announce });
  }

  /** Begin a lesson, if there is anything to learn. */
  learn() {
    const host = () => this.#cleared("The analysis is off during a lesson.");
    this.current = this.lookingBack.lesson(host, () => this.leave()) ?? this.current;
  }

  /** Begin with puzzles: the one on the table if its depth is told, those of the game if they are its own, then others. */
  puzzle(which) {
    const host = () => this.#cleared("The analysis is off during a puzzle.");
    this.current = this.lookingBack.puzzles(host, () => this.leave(), which);
  }

  /** The place for a lesson's bar, with the engine hushed. */
  #cleared(words) {
    this.end();
    this.onEnter();
    this.hush(words);
    return this.stage.enter("learning");
  }

  /** End the mode without another word. */
  end() {
    this.turn += 1;
    this.current?.cancel();
    this.current = null;
    this.stage.leave();
  }

  /** Back to the game. */
  leave() {
    const wasLesson = Boolean(this.lesson);
    this.end();
    this.onLeave(wasLesson);
  }
}
