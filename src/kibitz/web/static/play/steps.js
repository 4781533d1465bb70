// A move made in steps: each step is played on the board as if it were a move, and can be taken back until the last one.

/**
 * Steps of the move being made. A position whose `steps` is not null offers `steps.moves` on its board in place of its whole
 * moves: [{move, cell, from, leads, completes}]. `ask(place, seat, steps)` resolves to the position with those steps made,
 * `show(at)` shows it, `onMove(move)` is called with the whole move once it is complete, `onChange(done)` whenever steps were made
 * or taken back.
 */
export class Steps {
  #asked = 0; // counts the questions, so that a late answer is not shown

  constructor({ ask, show, onMove, onChange = () => {}, complain = () => {} }) {
    Object.assign(this, { ask, show, onMove, onChange, complain });
    this.at = null;
    this.last = null; // the step made last
  }

  /** A position is on the board; the moves it offers there: steps, where moves are made of them. */
  offered(at, moves) {
    this.#asked += 1;
    this.at = moves.length ? at : null;
    return moves.length && at.steps ? at.steps.moves : moves;
  }

  /** What is to be seen to move when `made` has been: of a move that was made here, only its last step. */
  moved(made) {
    const step = this.last;
    this.last = null;
    return step && (!made || step.completes === made.move) ? step : made;
  }

  /** The steps made so far. */
  get done() {
    return this.at?.steps?.done ?? [];
  }

  /** A move was made on the board: a step, or a whole one. */
  take(move) {
    const step = this.at?.steps?.moves.find((each) => each.move === move);
    if (!step) return this.onMove(move);
    this.last = step;
    if (step.completes) return this.onMove(step.completes);
    return this.#go([...this.done, move]);
  }

  /** Take back the last step; was there one? */
  undo() {
    const { done } = this;
    if (!done.length) return false;
    this.last = null;
    this.#go(done.slice(0, -1));
    return true;
  }

  /** Words over the steps, from those over whole moves: what the best move that a step leads to is worth. */
  badges(whole) {
    const steps = this.at?.steps?.moves;
    if (!steps) return whole;
    const best = ({ leads }) =>
      leads.map((move) => whole.get(move)).reduce((one, other) => (other && (!one || other.rank < one.rank) ? other : one), null);
    return new Map(steps.map((step) => [step.move, best(step)]).filter(([, badge]) => badge));
  }

  async #go(done) {
    const mine = ++this.#asked;
    try {
      const { game, set, start: position, played, seen } = this.at;
      const at = await this.ask({ game, set, position, moves: played.map(({ move }) => move) }, seen, done);
      if (mine !== this.#asked) return;
      this.show(at);
      this.onChange(done);
    } catch (error) {
      this.complain(error);
    }
  }
}
