// What the keyboard does at the board.

/** Rows of `[key, sentence, function]` for a play view. */
export function keysOf(play) {
  const { stage, table } = play;
  const walking = (act) => () => (play.modes.walk ? act(play.modes.walk) : false);
  const beginTyping = () => {
    if (!stage.input.readOnly) stage.input.focus();
    return false; // the key itself goes into the field
  };
  const { directions } = stage;
  const steers = directions.isOn;
  const letter = (own) => (steers && "wasd".includes(own) ? `Shift+${own.toUpperCase()}` : own); // W A S D are directions there
  return [
    ...(steers ? steering(play) : [["Arrows", "Move over the board; in a refutation: one ply back or forward", (event) => arrow(play, event.key)]]),
    ["Enter", "Play, or pick up, what is under the cursor", () => !play.modes.walk && stage.board.press()],
    [" ", "In a refutation: play or pause", walking((walk) => walk.toggle())],
    ["1 … 9", "Start typing a move", beginTyping],
    ["m", "Type a move", () => stage.input.focus()],
    ["u", "Undo", () => play.undo()],
    ["Ctrl+z", "Undo", () => play.undo()],
    ["r", "Redo", () => play.redo()],
    ["Ctrl+y", "Redo", () => play.redo()],
    ["f", "Flip the board", () => play.flip()],
    ["n", "New game", () => play.begin({ ...table.place, moves: [] })],
    [letter("a"), "Analysis on or off", () => play.analysis.toggle.click()],
    [letter("s"), "Stop thinking", () => play.turns.halt()],
    [letter("w"), "Why not the second best move?", () => play.whyNext()],
    ["j", "Judge the game", () => play.judge()],
    ["k", "Kept games", () => play.games.open()],
    ["c", "Copy the position", () => play.copy("position")],
    ["Shift+C", "Copy the game", () => play.copy("game")],
    ["l", "Copy a link", () => play.copy("link")],
    ["Ctrl+v", "Paste a position, a game or a link", null],
    ["Escape", "Leave a refutation or a lesson, let go of a piece", () => escape(play)],
  ];
}

/** The keys of a game whose moves are directions. */
function steering(play) {
  const { directions } = play.stage;
  const go = (event) => (play.modes.walk ? arrow(play, event.key) : directions.press(event.key));
  const stay = [" ", "Stay", (event) => !play.modes.walk && directions.press(event.key)];
  const ways = ["Arrows", "WASD"].map((key) => [key, "Go that way", go]);
  return directions.mayStay && !play.modes.walk ? [...ways, stay] : ways;
}

function arrow(play, key) {
  if (play.modes.walk) return play.modes.walk.step(key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
  return play.stage.board.moveCursor(key);
}

function escape(play) {
  if (play.stage.board.release()) return;
  if (play.modes.current) play.modes.leave();
  else document.activeElement?.blur?.();
}
