// The line below the board: whose turn it is, or how the game ended, and what can be done about it.

import { turnButtons, turnWords } from "./turn.js";

/**
 * Says it on the stage, unless a mode has the board. `onBegin(sides)` begins the game again with these sides, `onSeat(player)`
 * looks with the eyes of a player, `onMove(move)` plays.
 */
export class Status {
  constructor({ table, stage, turns, modes, lookingBack, onJudge, onBegin, onSeat, onMove }) {
    Object.assign(this, { table, stage, turns, modes, lookingBack, onJudge, onBegin, onSeat, onMove });
  }

  /** Say how the game stands. */
  show() {
    if (this.modes.current) return;
    const { at, session, seat } = this.table;
    const { turns, modes, lookingBack, onJudge, onBegin, onSeat, onMove } = this;
    const words = turnWords(at, session, { seat, rolling: turns.rolling, thinks: turns.isThinking });
    const buttons = turnButtons(at, session, {
      seat,
      turns,
      onSeat,
      onMove,
      isJudged: lookingBack.isComplete,
      isJudging: lookingBack.judging.running,
      mistakes: lookingBack.mistakes.length,
      onJudge,
      onLearn: () => modes.learn(),
      onPuzzles: () => modes.puzzle({ own: true }),
      onNew: () => onBegin(session.sides),
      onSwap: () => onBegin(session.sides.toReversed()),
    });
    this.stage.say(words, at, buttons.filter(Boolean));
  }
}
