// What may have the board instead of the game: a refutation that is walked through, or a lesson.

import { Lesson } from "./lesson.js";
import { Walk } from "./walk.js";
import { isWorse, playerName, sentence } from "../shared/wording.js";

/**
 * The mode of a board, if there is one. `onEnter()` is called before one begins, `hush(words)` keeps the
 * engine from telling the answer, `onLeave(wasLesson)` when the person goes
 * back to the game.
 */
export class Modes {
  constructor({ table, stage, analysis, positions, lookingBack, context, complain, onEnter, onLeave, hush }) {
    Object.assign(this, { table, stage, analysis, positions, lookingBack, context, complain, onEnter, onLeave, hush });
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

  /** Say why a move is worse than the best, or what speaks for it, and let its line be walked through. */
  async why(report, answer) {
    this.end();
    const mine = this.turn;
    const { at } = this.table;
    const { size } = at;
    try {
      const plies = await this.line(report.line, size);
      if (mine !== this.turn) return;
      this.#walk(report, answer, plies, (ply) => (ply ? { ...plies[ply - 1], size } : at));
      await this.#compare(report, answer, isWorse(report) ? answer.moves[0] : answer.moves.find(isWorse) ?? answer.moves[1]);
    } catch (error) {
      this.complain(error);
    }
  }

  #walk(report, answer, plies, drawn) {
    const { why, reason, move, shows_at: showsAt, argument } = report;
    const said = why || (reason ? `${move} is best: it ${reason}. ${answer.summary}` : answer.summary);
    const show = (ply) => {
      this.stage.showBoard(drawn(ply), [], { follows: ply > 0 });
      this.stage.board.annotate(notesAt(ply, plies, argument?.threat));
    };
    const told = (ply) => this.#told(ply, plies, { showsAt, shown: argument?.shown });
    const title = isWorse(report) ? `Why not ${move}?` : `Why ${move}?`;
    const { announce } = this.context;
    this.onEnter();
    this.current = new Walk({ host: this.stage.enter("walking"), title, plies, showsAt, why: said, told, show, onEnd: () => this.leave(), announce });
  }

  /** What there is to say of a ply: what it threatens, where the loss shows, or that the game ends. */
  #told(ply, plies, { showsAt, shown }) {
    const { player, move, threats, over, caption } = plies[ply - 1];
    const who = this.#nameOf(player);
    const threat = threats[0] ? ` and threatens ${threats[0].words}` : "";
    const end = over ? `. The game is over${caption ? `: ${caption}` : ""}` : "";
    const point = ply === showsAt && shown && !over ? `. Here it shows: ${shown}` : "";
    return `${who} plays ${move}${threat}${end}${point}`.replace(/[^.]$/, "$&.");
  }

  #nameOf(player) {
    return sentence(this.table.at.names?.[player] ?? playerName(player));
  }

  async #compare(report, answer, other) {
    if (!other) return;
    const mine = this.turn;
    const { Comparison } = await import("./comparison.js"); // only who asks why needs it
    if (mine !== this.turn) return;
    const onOther = (chosen) => this.#compare(report, answer, chosen);
    const line = (moves, size) => this.line(moves, size);
    const say = (player) => this.#nameOf(player);
    this.analysis.compare(new Comparison({ answer, report, other, line, onOther, say }).content);
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
    this.analysis.compare(null);
    this.stage.leave();
  }

  /** Back to the game. */
  leave() {
    const wasLesson = Boolean(this.lesson);
    this.end();
    this.onLeave(wasLesson);
  }
}

/** What is noted on the board at a ply: the next moves, and what is threatened there. Before any, the move and its reply. */
function notesAt(ply, plies, refuting) {
  const next = plies.slice(ply, ply ? ply + 1 : 2).filter(({ cells }) => cells.length);
  const named = ply ? plies[ply - 1].threats : [];
  const standing = ply === 0 && refuting && refuting.ply < 2 ? [refuting] : [];
  return { plies: next, first: ply + 1, threats: [...named, ...standing] };
}
