// Play and analyse: one game on the table, its board, its judge and its history.

import { button, element } from "../element.js";
import { AnalysisPanel } from "./analysis.js";
import { drawn, rollMap } from "./chance.js";
import * as clipboard from "./clipboard.js";
import { HistoryPanel } from "./history.js";
import { Lesson } from "./lesson.js";
import { Positions } from "./positions.js";
import { Review } from "./review.js";
import { Session, sidesFrom, sidesText } from "./session.js";
import { Setup } from "./setup.js";
import { Stage } from "./stage.js";
import { Thinking } from "./thinking.js";
import { isForeign, mayMove, outcome, turnWords } from "./turn.js";
import { Walk } from "./walk.js";
import { playerName, sentence, wordsOf } from "./wording.js";

const KEPT = "kibitz.play";
const ROLLING = 450; // milliseconds that a die tumbles
const JUDGING = 0.3; // seconds a position of the history
const LESSON = 1; // seconds for a move tried in a lesson, and for the rolls after a move
const SMALL = 32; // pixels a cell of the board at the end of a line

/** Show the view; see main.js for what it returns. */
export function mount(root, params, context) {
  const play = new Play(root, context);
  play.open(params);
  return { update: (changed) => play.open(changed), unmount: () => play.leave(), keys: play.keys };
}

class Play {
  constructor(root, context) {
    this.context = context;
    this.kept = preferences();
    this.thinking = new Thinking(); // for a side, or for the analysis: never both
    this.judging = new Thinking();
    this.review = new Review();
    this.answers = new Map(); // what the engine said of positions in lessons
    this.session = null;
    this.at = null; // the position on the table, as the server tells it
    this.latest = null; // what the engine last said of it
    this.mode = null; // a Walk or a Lesson
    this.running = false; // may the engine and the dice go on by themselves?
    this.engineThinks = false;
    this.rolling = 0;
    this.flipped = false;
    this.#build(root);
    this.onPaste = (event) => this.#paste(event);
    document.addEventListener("paste", this.onPaste);
    this.keys = this.#keys();
  }

  // ------------------------------------------------------------ what it is made of

  #build(root) {
    this.title = element("h1", { class: "visually-hidden" }, "Play");
    const setup = element("section", { class: "panel setup", "aria-label": "Set-up" });
    const stage = element("section", { class: "play-stage", "aria-label": "Board" });
    const analysis = element("section", { class: "panel analysis", "aria-label": "Analysis" });
    const history = element("section", { class: "panel history", "aria-label": "History" });
    const side = element("div", { class: "side-panels" }, analysis, history);
    root.append(this.title, element("div", { class: "play" }, setup, stage, side));
    this.setup = new Setup(setup, {
      games: this.context.games,
      onGame: (name) => this.#begin({ game: name, set: {}, position: null, moves: [] }),
      onSetUp: (chosen) => this.#setUp(chosen),
      onSides: (sides) => this.#setSides(sides),
      onSeat: (seat) => this.#look(seat),
      onAutoRoll: (on) => this.#keep({ autoRoll: on }, () => this.#goOn()),
    });
    this.#buildStage(stage);
    this.#buildPanels(analysis, history);
  }

  #buildStage(host) {
    this.stage = new Stage(host, {
      onPlay: (move) => this.#chosen(move),
      onTyped: (text) => this.#typed(text),
      onCursor: this.context.announce,
      onUndo: () => this.#undo(),
      onRedo: () => this.#redo(),
      onFlip: () => this.#flip(),
      onNew: () => this.#new(),
      onCopy: (what) => this.#copy(what),
      onPaste: () => clipboard.ask((text) => this.#use(text)),
    });
    this.board = this.stage.board;
    this.positions = new Positions({ api: this.context.api, games: this.context.games, frame: this.stage.frame });
  }

  #buildPanels(analysis, history) {
    this.analysis = new AnalysisPanel(analysis, {
      onToggle: (on) => this.#keep({ analysis: on }, () => this.#analyse()),
      onTime: (seconds) => this.#keep({ seconds }, () => this.#analyse()),
      onStop: () => this.#stop(),
      onGo: () => this.#analyse(),
      onPlay: (move) => this.#chosen(move),
      onPoint: (move) => !this.mode && this.board.point(move),
      onWhy: (report) => this.#why(report),
      onRolls: (move) => this.#showRolls(move),
      lineEnd: async (line) => (await this.#line(line, SMALL)).at(-1),
    });
    this.history = new HistoryPanel(history, {
      onGo: (count) => this.#jump(count),
      onJudge: () => this.#judge(),
      onLearn: () => this.#learn(),
    });
  }

  #keys() {
    const walking = (act) => () => (this.mode instanceof Walk ? act(this.mode) : false);
    return [
      ["Arrows", "Move over the board; in a refutation, a ply back or on", (event) => this.#arrow(event.key)],
      ["Enter", "Play, or pick up, what is under the cursor", () => !(this.mode instanceof Walk) && this.board.press()],
      [" ", "In a refutation: play or pause", walking((walk) => walk.toggle())],
      ["1 … 9", "Begin to type a move", () => this.#beginTyping()],
      ["m", "Type a move", () => this.stage.input.focus()],
      ["u", "Undo", () => this.#undo()],
      ["Ctrl+z", "Undo", () => this.#undo()],
      ["r", "Redo", () => this.#redo()],
      ["Ctrl+y", "Redo", () => this.#redo()],
      ["f", "Flip the board", () => this.#flip()],
      ["n", "New game", () => this.#new()],
      ["a", "Analysis on or off", () => this.analysis.toggle.click()],
      ["s", "Stop thinking", () => this.#stop()],
      ["w", "Why not the second best move?", () => this.#whyNext()],
      ["j", "Judge the game", () => this.#judge()],
      ["c", "Copy the position", () => this.#copy("position")],
      ["Shift+C", "Copy the game", () => this.#copy("game")],
      ["l", "Copy a link", () => this.#copy("link")],
      ["Ctrl+v", "Paste a position, a game or a link", null],
      ["Escape", "Leave a refutation or a lesson, let go of a piece", () => this.#escape()],
    ];
  }

  // ------------------------------------------------------------ opening a place

  /** Open what the address says. */
  async open(params) {
    const place = this.context.link.placeFrom(params);
    this.flipped = params.flip === "1";
    this.running = place.moves.length === 0; // a link to the middle of a game waits for the person
    await this.#open(place, params.sides);
  }

  async #open(place, sides) {
    this.#endMode();
    this.#stopThinking();
    try {
      const at = await this.#position(place);
      this.#take(place, at, sidesFrom(sides, at.players));
    } catch (error) {
      if (this.context.api.isAbort(error)) return;
      this.#complain(error);
      await this.#openInstead(place, error).catch((again) => this.#complain(again));
    }
  }

  /** A place that is refused: show the game it names from the beginning, and what was said in the fields. */
  async #openInstead(refused, error) {
    const names = this.context.games.map(({ name }) => name);
    const game = [refused.game, "connect-four", names[0]].find((name) => names.includes(name));
    const place = { game, set: {}, position: null, moves: [] };
    const at = await this.#position(place);
    this.#take(place, at, sidesFrom("", at.players), { write: false });
    if (game !== refused.game) return;
    this.setup.show({ ...this.#setupFacts(), place: refused });
    this.setup.refuse(Object.keys(refused.set).length && !refused.position ? "set" : "position", error.message);
  }

  #take(place, at, sides, { write = true } = {}) {
    const isOther = this.session?.place.game !== place.game;
    this.session = new Session(place, sides);
    if (isOther || !at.hidden) this.seat = at.hidden ? usualSeat(sides) : null;
    this.review.keepFor(place);
    this.at = at;
    this.setup.show(this.#setupFacts());
    if (at.hidden && !at.over && at.seen !== this.seat) return this.#look(this.seat);
    this.#arrived({ write });
  }

  #setupFacts() {
    const { place, sides } = this.session;
    return { place, facts: this.#facts(), sides, seat: this.seat, autoRoll: this.kept.autoRoll, hidden: this.at.hidden };
  }

  #facts() {
    return this.context.games.find(({ name }) => name === this.session.place.game);
  }

  #begin(place) {
    const isSame = place.game === this.session?.place.game;
    this.running = true;
    this.#open(place, isSame ? sidesText(this.session.sides) : "");
  }

  async #setUp({ set, position }) {
    const bare = { game: this.session.place.game, set, position: null, moves: [] };
    const place = { ...bare, position };
    let at = null;
    for (const [about, asked] of [["set", bare], ["position", place]]) {
      try {
        at = await this.#position(asked);
      } catch (error) {
        if (!this.context.api.isAbort(error)) this.setup.refuse(about, error.message);
        return;
      }
    }
    this.running = true;
    this.#replace(place, at);
  }

  /** Put another place on the table; the sides stay where there are as many. */
  #replace(place, at) {
    const isAlike = this.session.place.game === place.game && this.session.sides.length === at.players;
    this.#endMode();
    this.#take(place, at, sidesFrom(isAlike ? sidesText(this.session.sides) : "", at.players));
  }

  #position(place) {
    const isSame = place.game === this.session?.place.game;
    return this.positions.at(place, { flip: this.flipped, seat: isSame ? this.seat : undefined });
  }

  // ------------------------------------------------------------ what is on the table

  /** Ask for the position again, because something about it or its looks has changed, and go on from there. */
  async #refresh({ push = false } = {}) {
    try {
      this.at = await this.#position(this.session.place);
    } catch (error) {
      if (this.context.api.isAbort(error)) return false;
      throw error;
    }
    this.#arrived({ push });
    return true;
  }

  #refreshOrComplain() {
    this.#refresh().catch((error) => this.#complain(error));
  }

  #complain(error) {
    if (!this.context.api.isAbort(error)) this.context.toast(error.message, "error");
  }

  #arrived({ push = false, write = true } = {}) {
    if (write) this.context.link.write("play", this.#params(), { push });
    this.#showAll();
    this.#goOn();
  }

  #params() {
    const { place, sides } = this.session;
    const said = this.context.link.paramsOf(place, { veiled: this.at.hidden });
    return { ...said, sides: sidesText(sides), flip: this.flipped ? "1" : "" };
  }

  #showAll() {
    const { at } = this;
    const follows = this.shown?.game === at.game && this.shown.played.length + 1 === at.played.length;
    this.shown = at;
    this.title.textContent = `Play ${at.title}`;
    this.stage.showBoard(at, this.#mayMove() ? at.moves : [], { follows });
    this.stage.showDice(at);
    this.stage.undo.disabled = this.session.moves.length === 0;
    this.stage.redo.disabled = this.session.undone.length === 0;
    this.#offerMoves();
    this.#showStatus();
    this.#showHistory();
  }

  #mayMove() {
    return mayMove(this.at, this.session, this.seat);
  }

  #offerMoves() {
    const { chance, outcomes, moves } = this.at;
    const texts = chance ? outcomes.map((each) => each.outcome) : moves.map((each) => each.move);
    const plain = !chance && !moves.some((move) => move.cell);
    const isPartly = !chance && moves.some((move) => !move.cell); // some moves have no cell to click
    const isNew = chance !== this.offeredChance; // else the person's own opening and closing stands
    this.offeredChance = chance;
    this.stage.offer(this.#mayMove() ? texts : [], {
      summary: chance ? "Choose the roll" : undefined,
      plain,
      open: isPartly || (isNew ? chance && !this.kept.autoRoll : undefined),
    });
  }

  #showHistory() {
    const moves = this.session.allMoves;
    const busy = this.judging.running;
    this.history.show({ played: this.at.played, undone: this.session.undone, judged: this.review.plies(moves), busy });
    this.history.showChart(this.review.whole(moves), {
      mistakes: this.review.mistakes(moves, this.session.sides).length,
      complete: !busy && this.review.isComplete(moves),
      ply: this.session.moves.length,
    });
  }

  #showStatus() {
    if (this.mode) return;
    this.stage.say(this.#turnWords(), this.at, this.#turnButtons());
  }

  #turnWords() {
    return turnWords(this.at, this.session, { seat: this.seat, rolling: this.rolling, thinks: this.engineThinks });
  }

  #turnButtons() {
    const { at } = this;
    const offer = (words, act, kind = "primary") => button(words, act, { class: `small ${kind}` });
    if (at.over) {
      const look = this.review.isComplete(this.session.allMoves) ? [] : [offer("Look back", () => this.#judge(), "")];
      return [...look, offer("New game", () => this.#new())];
    }
    if (at.chance) return this.rolling ? [] : [offer("Roll", () => this.#roll())];
    if (this.engineThinks) return [offer("Move now", () => this.#moveNow(), ""), offer("Pause", () => this.#pauseEngine(), "")];
    if (!this.session.isPersons(at.player)) return [offer("Let it move", () => this.#letGo())];
    if (isForeign(at, this.seat)) return [offer(`Look as ${playerName(at.player)}`, () => this.#look(at.player))];
    return [];
  }

  // ------------------------------------------------------------ taking turns

  /** What follows by itself: dice, the engine's move, or the analysis. */
  #goOn() {
    this.#stopThinking();
    if (this.mode) return;
    const { over, chance, player, verdict } = this.at;
    this.analysis.set({ on: this.kept.analysis, seconds: this.kept.seconds });
    if (over) this.context.announce(verdict);
    if (!over && chance && this.running && this.kept.autoRoll) this.#tumble();
    else if (!over && !chance && this.running && !this.session.isPersons(player)) this.#engineMoves();
    else this.#analyse();
    this.#showStatus();
  }

  #stopThinking() {
    this.thinking.stop();
    this.engineThinks = false;
    clearTimeout(this.rolling);
    this.rolling = 0;
  }

  #letGo() {
    this.running = true;
    this.#goOn();
  }

  #tumble() {
    this.analysis.clear();
    this.analysis.setThinking(false);
    this.stage.gauge.show(null, this.flipped);
    this.stage.tumble();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.rolling = setTimeout(() => this.#roll(), isStill ? 0 : ROLLING);
  }

  #roll() {
    this.running = true;
    this.#play(drawn(this.at.outcomes), { push: false });
  }

  async #engineMoves() {
    const { limit, amount, algorithm } = this.session.sides[this.at.player];
    this.engineThinks = true;
    const answer = await this.#think({ [limit]: amount, algorithm }, { shown: this.kept.analysis && !this.at.hidden });
    if (!answer?.best) return;
    this.context.announce(`${sentence(playerName(answer.player))} plays ${answer.best}: ${wordsOf(answer)}`);
    this.#play(answer.best, { push: false });
  }

  #moveNow() {
    if (this.latest?.best) this.#play(this.latest.best, { push: false });
  }

  #pauseEngine() {
    this.#stopThinking();
    this.running = false;
    this.analysis.setThinking(false);
    this.#showStatus();
  }

  #stop() {
    if (this.engineThinks) return this.#pauseEngine();
    this.thinking.stop();
    this.analysis.setThinking(false);
  }

  // ------------------------------------------------------------ analysis

  #analyse() {
    if (this.mode || this.engineThinks) return;
    this.thinking.stop();
    const quiet = this.#whyNoAnalysis();
    this.analysis.set({ on: this.kept.analysis, seconds: this.kept.seconds });
    this.analysis.clear(quiet);
    this.analysis.setThinking(false);
    this.latest = null;
    this.board.setBadges(new Map());
    this.stage.gauge.show(this.at.over ? outcome(this.at) : null, this.flipped);
    this.stage.showGauge(this.kept.analysis && this.session.sides.length === 2 && !this.at.hidden);
    if (!quiet) this.#think({ time: this.kept.seconds }, { shown: true });
  }

  #whyNoAnalysis() {
    if (!this.kept.analysis) return "Analysis is off. Press a, or the button above, to see every move judged.";
    if (this.at.hidden && this.seat !== null && !this.at.over) {
      return "The analysis would show what is hidden. Choose “Everything” under Players to see it.";
    }
    return this.at.over ? `${this.at.verdict || "The game is over."} There is nothing left to judge.` : "";
  }

  /** Let the engine look at the position; the last it said, or null if it was stopped or failed. */
  async #think(limits, { shown }) {
    const { at } = this;
    this.latest = null;
    if (shown) {
      this.analysis.clear();
      this.analysis.note("thinking …");
    }
    this.analysis.setThinking(true);
    try {
      return await this.thinking.ask("api/best", { ...this.session.place, ...limits }, {
        onData: (answer) => this.#heard(answer, at, shown),
        onNote: (note) => shown && this.analysis.note(note),
      });
    } catch (error) {
      this.#complain(error);
      this.#pauseEngine();
      return null;
    } finally {
      if (!this.thinking.running) this.analysis.setThinking(false);
    }
  }

  #heard(answer, at, shown) {
    if (this.at !== at) return;
    this.latest = answer;
    if (!shown || this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.at === at && this.latest) this.#showAnswer(this.latest);
    });
  }

  #showAnswer(answer) {
    this.analysis.show(answer, { rolls: this.#facts().chance && !this.at.chance, outcomes: this.at.outcomes });
    if (this.mode) return;
    this.stage.gauge.show(answer, this.flipped);
    const differ = answer.moves.some((move) => move.loss > 0); // where all are alike, none stands out
    const badge = (move, rank) => [move.move, { words: wordsOf(move), best: differ && move.loss === 0, rank }];
    this.board.setBadges(new Map(answer.moves.map(badge)));
  }

  async #showRolls(move) {
    const place = { ...this.session.place, moves: [...this.session.moves, move] };
    this.#stop();
    try {
      const after = await this.context.api.post("api/position", { ...place, size: SMALL });
      if (after.player >= 0 || after.over) {
        return this.analysis.showRolls(move, element("p", { class: "note" }, `No dice roll after ${move}.`));
      }
      const show = (answer) => this.analysis.showRolls(move, rollMap(answer, after.outcomes));
      await this.thinking.ask("api/best", { ...place, time: LESSON }, { onData: show });
    } catch (error) {
      this.#complain(error);
    }
  }

  // ------------------------------------------------------------ moves

  /** The person chose a move, by whatever means. */
  #chosen(move) {
    if (this.mode instanceof Lesson) return void this.mode.try(move);
    this.#endMode();
    this.running = true;
    this.#play(move, { push: true });
  }

  async #typed(move) {
    this.stage.refuse("");
    if (this.mode instanceof Lesson) {
      this.stage.input.value = "";
      return this.mode.try(move);
    }
    this.running = true;
    if (await this.#play(move, { push: true, refuse: (error) => this.stage.refuse(error.message) })) this.stage.input.value = "";
  }

  /** Play a move; was it accepted? If not, all is as it was. */
  async #play(move, { push, refuse = (error) => this.#complain(error) }) {
    this.#stopThinking();
    const { place, undone } = this.session;
    this.session.play(move);
    try {
      this.at = await this.#position(this.session.place);
    } catch (error) {
      if (this.context.api.isAbort(error)) return false;
      Object.assign(this.session, { place, undone });
      refuse(error);
      this.#goOn();
      return false;
    }
    this.session.settle(this.at.played);
    this.#arrived({ push });
    this.context.announce(`${sentence(this.at.played.at(-1)?.told ?? move)}. ${this.#turnWords()}`);
    return true;
  }

  #beginTyping() {
    if (!this.stage.input.disabled) this.stage.input.focus();
    return false; // the key itself goes into the field
  }

  #jump(count) {
    this.#endMode();
    this.running = false;
    this.session.goTo(count);
    this.#refreshOrComplain();
  }

  #undo() {
    if (this.mode) this.#endModeAndShow();
    else if (this.session.moves.length) this.#jump(this.session.undoTarget(this.at.played));
  }

  async #redo() {
    if (this.mode || !this.session.undone.length) return;
    this.running = false;
    do {
      this.session.goTo(this.session.moves.length + 1);
      if (!(await this.#refresh())) return;
    } while (this.session.undone.length && !this.at.over && !this.session.isPersons(this.at.player));
  }

  #flip() {
    this.flipped = !this.flipped;
    if (this.mode instanceof Lesson) return void this.mode.open(this.mode.mistake.ply);
    this.#endMode();
    this.#refreshOrComplain();
  }

  #new() {
    this.#begin({ ...this.session.place, moves: [] });
  }

  #setSides(sides) {
    this.session.sides = sides;
    this.running = true;
    const isEngines = this.at.hidden && this.seat !== null && !this.session.isPersons(this.seat);
    if (isEngines) this.#look(usualSeat(sides));
    else this.#arrived();
  }

  #look(seat) {
    this.seat = seat;
    this.setup.show(this.#setupFacts());
    this.#refreshOrComplain();
  }

  #arrow(key) {
    if (this.mode instanceof Walk) return this.mode.step(key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
    return this.board.moveCursor(key);
  }

  // ------------------------------------------------------------ modes: a refutation, or a lesson

  #line(line, size) {
    return this.positions.line(this.session.place, line, { flip: this.flipped, seat: this.seat, size });
  }

  async #why(report) {
    this.#endMode();
    let plies;
    try {
      plies = await this.#line(report.line, this.at.size);
    } catch (error) {
      return this.#complain(error);
    }
    const { size } = this.at;
    const show = (ply) => this.stage.showBoard(ply ? { ...plies[ply - 1], size } : this.at, [], { follows: ply > 0 });
    const { why, shows_at: showsAt } = report;
    const { announce } = this.context;
    const onEnd = () => this.#endModeAndShow();
    this.mode = new Walk({ host: this.stage.enter("walking"), plies, showsAt, why, show, onEnd, announce });
  }

  /** Why not the best of the moves that are worse than the best? */
  #whyNext() {
    const worse = this.latest?.moves.find((move) => move.loss > 0);
    if (worse) this.#why(worse);
    else this.context.toast("There is no worse move to explain.");
  }

  #learn() {
    const mistakes = this.review.mistakes(this.session.allMoves, this.session.sides);
    if (!mistakes.length) return;
    this.#stopThinking();
    this.judging.stop();
    this.#endMode();
    this.analysis.clear("In a lesson the analysis keeps quiet.");
    this.analysis.setThinking(false);
    this.stage.gauge.show(null, this.flipped);
    const open = (ply) => this.#openLesson(ply);
    const judge = (ply) => this.#judgedBefore(ply);
    const onEnd = () => this.#endModeAndShow();
    this.mode = new Lesson({ host: this.stage.enter("learning"), mistakes, open, judge, onEnd, announce: this.context.announce });
  }

  async #openLesson(ply) {
    try {
      const at = await this.#position(this.#placeBefore(ply));
      this.stage.showBoard(at, at.moves);
      const plain = !at.moves.some((move) => move.cell);
      this.stage.offer(at.moves.map(({ move }) => move), { plain, open: plain || undefined });
    } catch (error) {
      this.#complain(error);
    }
  }

  #placeBefore(ply) {
    return { ...this.session.place, moves: this.session.allMoves.slice(0, ply - 1) };
  }

  async #judgedBefore(ply) {
    const place = this.#placeBefore(ply);
    const key = JSON.stringify(place);
    try {
      const answer = this.answers.get(key) ?? (await this.thinking.ask("api/best", { ...place, time: LESSON }));
      if (answer) this.answers.set(key, answer);
      return answer;
    } catch (error) {
      this.#complain(error);
      return null;
    }
  }

  #endMode() {
    this.mode?.cancel();
    this.mode = null;
    this.stage.leave();
  }

  #endModeAndShow() {
    const wasLesson = this.mode instanceof Lesson;
    this.#endMode();
    if (wasLesson) return this.#refreshOrComplain();
    this.#showAll();
    if (this.latest && this.kept.analysis) this.#showAnswer(this.latest);
    this.stage.boardHost.focus({ preventScroll: true });
  }

  #escape() {
    if (this.board.release()) return;
    if (this.mode) this.#endModeAndShow();
    else document.activeElement?.blur?.();
  }

  // ------------------------------------------------------------ looking back

  async #judge() {
    const moves = this.session.allMoves;
    if (!moves.length || this.judging.running) return;
    this.#stop();
    const place = { ...this.session.place, moves };
    const onData = (judged) => {
      this.review.take(judged, place);
      this.#showHistory();
    };
    const asked = this.judging.ask("api/history", { ...place, time: JUDGING }, { onData });
    this.#showHistory();
    try {
      const judged = await asked;
      if (judged) this.context.announce(judged.sentence ?? "");
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#showHistory();
      this.#showStatus();
      if (!this.latest) this.#analyse();
    }
  }

  // ------------------------------------------------------------ copy and paste

  #copy(what) {
    const texts = {
      position: () => this.at.position,
      game: () => JSON.stringify(this.session.kept(this.at.start)),
      link: () => this.context.link.whole("play", this.#params()),
    };
    clipboard.copy(texts[what](), what, this.context);
  }

  #paste(event) {
    if (event.target.closest?.("input, textarea, dialog")) return;
    event.preventDefault();
    this.#use(event.clipboardData.getData("text")).catch((error) => this.#complain(error));
  }

  async #use(text) {
    const { place, position } = clipboard.meant(text);
    const { game, set } = this.session.place;
    const wanted = place ?? { game, set, position, moves: [] };
    const at = await this.#position(wanted);
    this.running = false;
    this.#replace(wanted, at);
  }

  // ------------------------------------------------------------ keeping, and leaving

  #keep(change, then) {
    Object.assign(this.kept, change);
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
    then();
  }

  /** Leave the view: nothing goes on behind it. */
  leave() {
    document.removeEventListener("paste", this.onPaste);
    this.mode?.cancel();
    this.positions.stop();
    this.#stopThinking();
    this.judging.stop();
    cancelAnimationFrame(this.frame);
  }
}

function usualSeat(sides) {
  return Math.max(0, sides.findIndex((side) => side.who === "person"));
}

function preferences() {
  const usual = { analysis: true, seconds: 10, autoRoll: true };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return usual;
  }
}
