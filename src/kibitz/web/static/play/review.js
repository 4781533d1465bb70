// What is known of the game so far: which moves were mistakes, and for how much of it that holds.

/** A judged game, as the server sends it, held against the game on the table. */
export class Review {
  constructor() {
    this.judged = null;
    this.beginning = "";
  }

  /** Take what was judged of a game that began at a place, if that game is on the table and no more is known of it. */
  take(judged, place) {
    if (this.beginning !== beginning(place)) return;
    const before = this.whole(place.moves);
    if (!before || known(judged) >= known(before)) this.judged = judged;
  }

  /** Another game is on the table: forget the old one, unless it began at the same place. Did it? */
  keepFor(place) {
    const isSame = this.beginning === beginning(place);
    if (!isSame) this.judged = null;
    this.beginning = beginning(place);
    return isSame;
  }

  /** The plies, from the start, that are judged and have been played like this. */
  plies(moves) {
    if (!this.judged) return [];
    const differs = this.judged.plies.findIndex(({ move }, ply) => ply > 0 && move !== moves[ply - 1]);
    return differs < 0 ? this.judged.plies : this.judged.plies.slice(0, differs);
  }

  /** The whole review, if all of it is about the game on the table; else null. */
  whole(moves) {
    return this.judged && this.plies(moves).length === this.judged.plies.length ? this.judged : null;
  }

  /** Is every move of the game judged? */
  isComplete(moves) {
    return this.whole(moves)?.plies.length === moves.length + 1;
  }

  /** Is every position of the game proven? */
  isProven(moves) {
    return this.isComplete(moves) && this.judged.proven;
  }

  /** The mistakes of people; of everybody, where only engines play. */
  mistakes(moves, sides) {
    const all = this.plies(moves).filter(({ mistake }) => mistake);
    const isPerson = (player) => sides[player]?.who === "person";
    return sides.some(({ who }) => who === "person") ? all.filter(({ player }) => isPerson(player)) : all;
  }
}

/** How much is known: plies, and more so proven ones. */
function known({ plies }) {
  return plies.length + plies.filter(({ exact }) => exact).length;
}

function beginning({ game, set, position }) {
  return JSON.stringify([game, set, position]);
}
