// A game on the page: where it began, the moves since, those taken back, and who plays which side. It knows no rules.

import { preferences } from "./kept.js";

const PERSON = { who: "person" };
const BEST = 6; // the level that always plays the best move it finds
const ENGINE = { who: "engine", level: 3, careless: false, algorithm: "auto", limit: "", amount: null };
const KEPT = ["level", "careless", "limit", "amount"]; // of an engine, from one game to the next

export const LIMITS = {
  time: { words: "seconds", amount: 1, step: "any", min: 0.05, max: 60 },
  depth: { words: "plies", amount: 6, step: 1, min: 1, max: 10000 },
  nodes: { words: "nodes", amount: 100000, step: 1, min: 1, max: 1e15 },
};

/** The engine as it was chosen last, or as it usually is. */
export function usualEngine() {
  return engineOf(preferences().engine ?? {});
}

/** What is kept of an engine. */
export function keptOf(side) {
  return Object.fromEntries(KEPT.map((name) => [name, side[name]]));
}

/** Who plays, where nobody has said: a person first, the engine the other sides. */
export function usualSides(players) {
  return Array.from({ length: players }, (_, player) => (player === 0 ? { ...PERSON } : usualEngine()));
}

/** An engine from what was kept or written somewhere; what makes no sense in it is as usual. */
function engineOf({ level, careless, algorithm = "auto", limit, amount }) {
  const known = Number.isInteger(level) && level >= 1 && level <= BEST ? level : ENGINE.level;
  const limits = limit in LIMITS && amount > 0 ? { limit, amount } : {};
  return { ...ENGINE, level: known, careless: Boolean(careless) && known < BEST, algorithm, ...limits };
}

/**
 * Sides from a link, such as "person,level.3": "level" or "careless" with its number, and behind it, where they are chosen,
 * algorithm, limit and amount. "engine.auto.depth.6" is the best level. The usual ones for what is missing or makes no
 * sense. `algorithms` are those that fit the game.
 */
export function sidesFrom(text, players, algorithms) {
  const sides = usualSides(players);
  (text ?? "").split(",").slice(0, players).forEach((part, player) => {
    const [who, ...words] = part.split(".");
    if (who === "person") sides[player] = { ...PERSON };
    if (!["engine", "level", "careless"].includes(who)) return;
    const level = who === "engine" ? BEST : Number(words.shift());
    const [algorithm = "auto", limit, ...amount] = words;
    if (algorithm !== "auto" && !algorithms.includes(algorithm)) return;
    sides[player] = engineOf({ level, careless: who === "careless", algorithm, limit, amount: Number(amount.join(".")) });
  });
  return sides;
}

/** The same as text; empty for the usual sides. */
export function sidesText(sides) {
  const said = (list) => list.map(sideText).join(",");
  return said(sides) === said(usualSides(sides.length)) ? "" : said(sides);
}

function sideText({ who, level, careless, algorithm, limit, amount }) {
  if (who === "person") return "person";
  const search = limit ? [algorithm, limit, amount] : algorithm === "auto" ? [] : [algorithm];
  return [...(level === BEST && search.length ? ["engine"] : [careless ? "careless" : "level", level]), ...search].join(".");
}

/** One game being played. Nothing in it changes but the sides: a move makes another session. */
export class Session {
  constructor(place, sides, undone = []) {
    this.place = place;
    this.sides = sides;
    this.undone = undone; // the next move to redo is the last
  }

  get moves() {
    return this.place.moves;
  }

  /** Every move of the game, those taken back too. */
  get allMoves() {
    return [...this.moves, ...this.undone.toReversed()];
  }

  /** After a move; what was taken back is forgotten unless it is the same. */
  after(move) {
    return this.#with([...this.moves, move], this.undone.at(-1) === move ? this.undone.slice(0, -1) : []);
  }

  /** With the moves as the game itself writes them: a person may have typed them otherwise. */
  written(played) {
    return this.#with(played.map(({ move }) => move), this.undone);
  }

  /** Where `count` moves have been played, back or forward. */
  wentTo(count) {
    const all = this.allMoves;
    const kept = Math.max(0, Math.min(count, all.length));
    return this.#with(all.slice(0, kept), all.slice(kept).reverse());
  }

  #with(moves, undone) {
    return new Session({ ...this.place, moves }, this.sides, undone);
  }

  /** Where undo leads: to the last move that a person made, so that it is theirs again; one back where none plays. */
  undoTarget(played) {
    for (let count = this.moves.length - 1; count >= 0; count--) if (this.isPersons(played[count]?.player)) return count;
    return this.sides.some((side) => side.who === "person") ? 0 : Math.max(0, this.moves.length - 1);
  }

  /** Is this player a person? */
  isPersons(player) {
    return this.sides[player]?.who === "person";
  }

  /** The game as `kibitz play` keeps it. */
  kept(start) {
    const set = Object.fromEntries(Object.entries(this.place.set).map(([name, value]) => [name, String(value)]));
    return { game: this.place.game, set, position: start, moves: this.moves };
  }
}
