// Asking the server for positions, drawn as large as they fit.

const SMALLEST = 20; // pixels a cell
const LARGEST = 140;
const CLOSE = 0.2; // how far from fitting a drawing may be
const MOST_LINES = 200; // kept

/** Positions and lines from the server. `frame` is the element that a board has to fit into. */
export class Positions {
  #asking = null;
  #lines = new Map();

  constructor({ api, games, frame }) {
    Object.assign(this, { api, games, frame });
    this.size = 64; // pixels a cell, until it is known what fits: the drawing's letters keep their size
  }

  /**
   * The position at a place as a seat sees it: null is everything, undefined is the first seat where something is hidden.
   * Once a game is over nothing is hidden. A newer question ends an older one, which then rejects with AbortError.
   */
  async at(place, { flip, seat, steps = [] }) {
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    const isHidden = this.games.find(({ name }) => name === place.game)?.hidden;
    const asked = { ...place, flip, steps, seat: seat === undefined ? (isHidden ? 0 : null) : seat };
    const answer = await this.#asked(asked, signal);
    const isRevealed = answer.hidden && answer.over && answer.seen !== null;
    return isRevealed ? this.#asked({ ...asked, seat: null }, signal) : answer;
  }

  /** The algorithm that plays a seat of a game without knowing what is hidden; null where there is none. */
  seated(game) {
    return this.games.find(({ name }) => name === game)?.seated ?? null;
  }

  /** The algorithms that fit a game. */
  algorithms(game) {
    return this.games.find(({ name }) => name === game)?.algorithms ?? [];
  }

  /** Ask no more. */
  stop() {
    this.#asking?.abort();
  }

  /** The positions along a line of play, kept for the next time. */
  line(place, line, { flip, seat, size }) {
    const body = { ...place, line, flip, seat, size };
    const key = JSON.stringify(body);
    if (!this.#lines.has(key)) {
      if (this.#lines.size >= MOST_LINES) this.#lines.clear();
      const asked = this.api.post("api/line", body).then(({ plies }) => plies);
      asked.catch(() => this.#lines.delete(key));
      this.#lines.set(key, asked);
    }
    return this.#lines.get(key);
  }

  async #asked(body, signal) {
    const asked = this.size;
    const answer = await this.api.post("api/position", { ...body, size: asked }, { signal });
    const fitting = this.#fitting(answer.board);
    if (Math.abs(fitting / this.size - 1) > CLOSE) {
      this.size = fitting;
      answer.board = (await this.api.post("api/position", { ...body, size: fitting }, { signal })).board;
    }
    // The server's `chance` says whether the game has any; here it is whether chance is to move.
    return { ...answer, size: answer.cell_size === asked ? this.size : answer.cell_size, seen: body.seat, hasChance: answer.chance, chance: answer.player < 0 && !answer.over };
  }

  /** The size of a cell with which a drawing fits the place it has. */
  #fitting(svg) {
    const [, width, height] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [];
    const room = this.frame.getBoundingClientRect();
    if (!width || !room.width || !/data-cell|kz-cloth/.test(svg)) return this.size;
    const high = matchMedia("(min-width: 760px)").matches ? room.height : Math.max(300, 0.56 * innerHeight); // as in widths.css
    return Math.round(Math.min(LARGEST, Math.max(SMALLEST, this.size * Math.min(room.width / width, high / height))));
  }
}
