// The game on the table: where it stands, and how it gets anywhere else. It knows neither rules nor panels.

import { Session, sidesFrom, sidesText } from "./session.js";

/**
 * A game being played. Nothing changes before the server has answered: what is on the table and the board always belong
 * together, however slow the way and however quick the person. `positions` asks the server; `onLeave()` is called when
 * another position is wanted, `onArrived({push, isNew})` when it is there.
 */
export class Table {
  #ahead = null; // what is being gone to: {session, seat, flipped}
  #redoing = 0; // how often redo was asked for and is not done yet

  constructor({ positions, isAbort, onLeave, onArrived }) {
    Object.assign(this, { positions, isAbort, onLeave, onArrived });
    this.session = null;
    this.at = null; // the position, as the server sends it
    this.seat = null; // whose eyes it is seen with; null sees everything
    this.flipped = false;
  }

  get place() {
    return this.session.place;
  }

  // ------------------------------------------------------------ another game

  /** Put a place on the table, with sides as a link writes them. Rejects where it is refused; then all is as it was. */
  async put(place, sides, { flipped = this.flipped, write = true } = {}) {
    const isOther = this.session?.place.game !== place.game;
    this.onLeave();
    this.#ahead = null;
    let at = await this.#seen(place, { seat: isOther ? undefined : this.seat, flipped });
    const session = new Session(place, sidesFrom(sides, at.players, this.positions.algorithms(place.game)));
    const seat = !at.hidden ? null : isOther ? usualSeat(session.sides) : this.seat;
    if (at.hidden && !at.over && at.seen !== seat) at = await this.#seen(place, { seat, flipped });
    Object.assign(this, { session, seat, flipped, at });
    this.onArrived({ isNew: true, write });
  }

  /** The same, from the table itself: the sides stay where there are as many. */
  async replace(place) {
    const isSame = place.game === this.session.place.game;
    const wanted = isSame ? sidesText(this.session.sides) : "";
    await this.put(place, wanted);
  }

  /** The position at a place, only to look at it. */
  look(place) {
    return this.#seen(place, { seat: this.seat, flipped: this.flipped });
  }

  // ------------------------------------------------------------ the same game

  /** Play a move on the board that is seen; resolves to whether that has happened. Rejects where it is refused. */
  play(move, { push = false } = {}) {
    return this.#go({ session: this.session.after(move) }, { push, isPlayed: true });
  }

  /** Go to where `count` moves have been played. */
  goTo(count) {
    return this.#go({ session: this.#heading.session.wentTo(count) });
  }

  /** Back to the last move that a person made. */
  undo() {
    const { session } = this.#heading;
    const played = [...this.at.played, { player: this.at.player }]; // the move that is just being made can be taken back too
    return session.moves.length ? this.goTo(session.undoTarget(played)) : Promise.resolve(false);
  }

  /** Forth again, to the person's next turn; asked again meanwhile, to the one after it. */
  async redo() {
    this.#redoing += 1;
    if (this.#redoing > 1) return;
    try {
      while (this.#redoing > 0 && (await this.#redoOnce())) this.#redoing -= 1;
    } finally {
      this.#redoing = 0;
    }
  }

  async #redoOnce() {
    do {
      const { session } = this.#heading;
      if (!session.undone.length || !(await this.goTo(session.moves.length + 1))) return false;
    } while (!this.at.over && !this.session.isPersons(this.at.player));
    return true;
  }

  /** Turn the board round; the position is the same, so nothing is left. */
  flip() {
    return this.#go({ flipped: !this.#heading.flipped }, { isSame: true });
  }

  /** See the board with the eyes of a seat; null sees everything. */
  seeAs(seat) {
    return this.#go({ seat });
  }

  /** What is on the table, or is about to be. */
  get #heading() {
    const { session, seat, flipped } = this;
    return this.#ahead ?? { session, seat, flipped };
  }

  async #go(change, { push = false, isPlayed = false, isSame = false } = {}) {
    const next = { ...this.#heading, ...change };
    this.#ahead = next;
    if (!isSame) this.onLeave();
    try {
      const at = await this.#seen(next.session.place, next);
      if (isPlayed) next.session = next.session.written(at.played);
      this.#ahead = null;
      Object.assign(this, { ...next, at });
    } catch (error) {
      if (this.#ahead === next) this.#ahead = null;
      if (this.isAbort(error)) return false;
      throw error;
    }
    this.onArrived({ push, isSame });
    return true;
  }

  #seen(place, { seat, flipped }) {
    return this.positions.at(place, { flip: flipped, seat });
  }
}

function usualSeat(sides) {
  return Math.max(0, sides.findIndex((side) => side.who === "person"));
}
