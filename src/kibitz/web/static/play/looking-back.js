// Looking back on a game: who stood better and where it turned, the lesson from one's own mistakes, and puzzles.

import { copy } from "./clipboard.js";
import { Lesson } from "./lesson.js";
import { Review } from "./review.js";
import { Thinking } from "../shared/thinking.js";
import { playerName, sentence } from "../shared/wording.js";

const JUDGING = 0.3; // seconds for the first look at a position
const LESSON = 5; // seconds for a position of a lesson
const PUZZLES = 30; // seconds to find a puzzle
const MOST_PUZZLES = 50; // of one game
const SEEDS = 1e9;
const TRIES = 5; // puzzles asked for, to find one that has not been shown

/**
 * Judges the game on the table, and sets tasks from it. `onChange()` is called when it is judged; mistakes go to
 * `complain(error)`.
 */
export class LookingBack {
  constructor({ table, stage, history, kept, context, onChange, complain }) {
    Object.assign(this, { table, stage, history, kept, context, onChange, complain });
    this.review = new Review();
    this.judging = new Thinking();
    this.trying = new Thinking();
    this.answers = new Map(); // what the engine said of positions in lessons
    this.entries = []; // the moves as they were played last, so that those taken back still say whose they were
  }

  /** Another game is on the table. */
  forget() {
    if (this.review.keepFor(this.table.place)) return;
    this.judging.stop();
    this.answers.clear();
    this.entries = [];
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

  /** The mistakes of the person at the page that are known of. */
  get mistakes() {
    const { session } = this.table;
    return this.review.mistakes(session.allMoves, session.sides);
  }

  /** Show the moves, the chart and the marks. */
  show() {
    const { session, at } = this.table;
    const moves = session.allMoves;
    const busy = this.judging.running;
    this.history.show({
      entries: this.#known(at.played, moves),
      count: session.moves.length,
      next: at.player,
      names: at.names,
      judged: this.review.plies(moves),
      busy,
      mayJudge: this.mayJudge,
      mayPuzzle: !at.hidden,
      budget: this.kept.judging,
    });
    this.history.showChart(this.review.whole(moves), {
      mistakes: this.mistakes.length,
      complete: this.isComplete,
      proven: this.review.isProven(moves),
      ply: session.moves.length,
    });
  }

  /** Every move with who played it, those taken back too. */
  #known(played, moves) {
    const before = this.entries;
    const judged = this.review.plies(moves);
    this.entries = moves.map((move, index) => {
      if (played[index]) return { ...played[index], undone: false };
      const kept = before[index]?.move === move ? before[index] : { move, told: move, player: judged[index + 1]?.player };
      return { ...kept, undone: true };
    });
    return this.entries;
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
    const onNote = (words) => this.history.note(words);
    const asked = this.judging.ask("api/history", { ...place, time: JUDGING, budget: this.kept.judging, width: this.history.width }, { onData, onNote });
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

  // ------------------------------------------------------------ lessons and puzzles

  /** A lesson over the mistakes, in `host()`; null where there are none. */
  lesson(host, onEnd) {
    const tasks = this.mistakes.map((mistake, index, all) => this.#mistaken(mistake, `Mistake ${index + 1} of ${all.length}`));
    if (!tasks.length) return null;
    this.judging.stop();
    return this.#begun({ host: host(), label: "Learn from mistakes", tasks, onEnd });
  }

  /** Puzzles in `host()`: the one on the table if `depth` tells how deep it is, those of the game if `own`, then made-up ones. */
  puzzles(host, onEnd, { depth = null, own = false } = {}) {
    this.judging.stop();
    const { game, set, position } = this.table.place;
    const here = { place: this.table.place, name: leveled(depth), prompt: this.#asks, depth: Number(depth) };
    const seen = new Set(depth ? [position] : []);
    const more = async () => {
      const seed = Math.floor(Math.random() * SEEDS);
      const asked = own ? { position, moves: this.table.session.allMoves, count: MOST_PUZZLES } : { seed, count: TRIES };
      const wasOwn = own;
      own = false; // those of the game come once
      const found = [];
      const onData = (puzzle) => {
        if (!seen.has(puzzle.position)) found.push(asTask(puzzle, { game, set }));
        seen.add(puzzle.position);
        if (found.length && !wasOwn) this.trying.stop(); // one at a time
      };
      await this.trying.ask("api/puzzles", { game, set, time: PUZZLES, ...asked }, { onData });
      return found.length || !wasOwn ? found : more();
    };
    return this.#begun({ host: host(), label: "Puzzle", tasks: depth ? [here] : [], more, onEnd });
  }

  get #asks() {
    return `${sentence(playerName(this.table.at.player))} to move. One move alone is right: find it.`;
  }

  #begun({ host, label, tasks, more, onEnd }) {
    const { announce, toast, link } = this.context;
    return new Lesson({
      host,
      label,
      tasks,
      more,
      unit: this.table.at.unit,
      open: (place, isOpen) => this.#open(place, isOpen),
      judge: (place) => this.#judged(place),
      onPuzzle: ({ place, depth }) => link.write("play", { ...link.paramsOf(place), puzzle: depth }),
      onCopy: () => copy(location.href, "link", this.context),
      complain: this.complain,
      onEnd: (words) => {
        this.trying.stop();
        if (words) toast(words);
        onEnd();
      },
      announce,
    });
  }

  #mistaken({ ply, move, player, best, best_words: bestWords, words }, name) {
    const place = { ...this.table.place, moves: this.table.session.allMoves.slice(0, ply - 1) };
    const title = `${name}: ${sentence(playerName(player))}, move ${ply}`;
    return { place, name: title, prompt: `${move} was played here. Find a better move.`, played: move, best, bestWords, playedWords: words };
  }

  /** Nothing goes on behind the view. */
  stop() {
    this.judging.stop();
    this.trying.stop();
  }

  /** Show a place on the board; `isOpen` lets moves be tried there. */
  async #open(place, isOpen) {
    try {
      const at = await this.table.look(place);
      const moves = isOpen ? at.moves : [];
      this.stage.showBoard(at, moves);
      const plain = !at.moves.some((move) => move.cell);
      this.stage.offer(moves.map(({ move }) => move), { plain, open: plain || undefined });
      return at;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  async #judged(place) {
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

/** A puzzle of the server as a task. */
function asTask(puzzle, { game, set }) {
  const { position, task, solution: best, words: bestWords, depth, ply, played } = puzzle;
  const where = ply ? `, move ${ply}` : "";
  return { place: { game, set, position, moves: [] }, name: `${leveled(depth)}${where}`, prompt: sentence(task), best, bestWords, depth, only: true, was: played };
}

/** How hard a puzzle is, by how deep its point lies. */
function leveled(depth) {
  const plies = Number(depth);
  if (!plies) return "Puzzle";
  const level = plies <= 3 ? "easy" : plies <= 6 ? "medium" : plies <= 10 ? "hard" : "very hard";
  return `Puzzle: ${level} (${plies} ${plies === 1 ? "ply" : "plies"} deep)`;
}
