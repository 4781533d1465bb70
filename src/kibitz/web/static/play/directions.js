// Moves that are directions: the arrow keys, W A S D and swipes play them. The server says which way each move goes.

const KEYS = {
  ...{ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", " ": "stay" },
  ...{ w: "up", s: "down", a: "left", d: "right" },
};
const PATIENCE = 800; // milliseconds that a key waits for its turn
const ARROWS = { up: "↑", down: "↓", left: "←", right: "→", stay: "•" };

/** `onPlay(move)` plays one; `onRefused(direction)` is called where there is no such move. */
export class Directions {
  #ways = new Map();
  #game = "";
  #waiting = null; // what was pressed before its turn: {direction, since}

  constructor({ onPlay, onRefused }) {
    Object.assign(this, { onPlay, onRefused });
  }

  /** These moves of a game may be made now. */
  offer(game, moves) {
    if (game !== this.#game) this.#waiting = null;
    this.#ways = new Map(moves.filter(({ direction }) => direction).map(({ direction, move }) => [direction, move]));
    if (this.#ways.size) this.#game = game;
    else if (game !== this.#game) this.#game = "";
    if (!this.#waiting || !this.#ways.size) return;
    const { direction, since } = this.#waiting;
    this.#waiting = null;
    if (performance.now() - since < PATIENCE) queueMicrotask(() => this.go(direction));
  }

  /** Is this a game of directions, whoever is to move? */
  get isOn() {
    return this.#game !== "";
  }

  /** May one stay where one is? */
  get mayStay() {
    return this.#ways.has("stay");
  }

  /** The arrow for a move's button; empty where it is not a direction. */
  arrowOf(move) {
    return ARROWS[this.wayOf(move)] ?? "";
  }

  /** Which way a move goes. */
  wayOf(move) {
    return [...this.#ways].find(([, each]) => each === move)?.[0];
  }

  /** Play what a key stands for; is it one of these keys? */
  press(key) {
    const direction = KEYS[key.length === 1 ? key.toLowerCase() : key];
    if (!this.isOn || !direction) return false;
    this.go(direction);
    return true;
  }

  /** Play a direction; before one's turn it waits a moment. */
  go(direction) {
    if (!this.#ways.size) return void (this.#waiting = { direction, since: performance.now() });
    const move = this.#ways.get(direction);
    if (move === undefined) return void this.onRefused(direction);
    this.#ways = new Map(); // once
    this.onPlay(move);
  }
}
