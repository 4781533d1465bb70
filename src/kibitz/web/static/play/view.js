// Play and analyse: one game on the table, its board, its judge and its history.

import { allow, element } from "../shared/element.js";
import { AnalysisPanel } from "./analysis.js";
import * as clipboard from "./clipboard.js";
import { HistoryPanel } from "./history.js";
import { keep, preferences } from "./kept.js";
import { keysOf } from "./shortcuts.js";
import { LookingBack } from "./looking-back.js";
import { Modes } from "./modes.js";
import { Positions } from "./positions.js";
import { Rules } from "./rules.js";
import { sidesText } from "./session.js";
import { Setup } from "./setup.js";
import { Stage } from "./stage.js";
import { KeptGames } from "./store.js";
import { Table } from "./table.js";
import { Status } from "./status.js";
import { mayMove } from "./turn.js";
import { Turns } from "./turns.js";
import * as progress from "../shared/progress.js";
import { callPlayers, isWorse, sentence } from "../shared/wording.js";

const SMALL = 32; // pixels a cell of the board at the end of a line

/** Show the view; see main.js for what it returns. */
export function mount(root, params, context) {
  const play = new Play(root, context);
  play.open(params);
  const reconnect = () => play.reconnect();
  return { update: (changed) => play.open(changed), unmount: () => play.leave(), reconnect, get keys() { return keysOf(play); } };
}

class Play {
  constructor(root, context) {
    this.context = context;
    this.kept = preferences();
    this.#build(root);
    this.onPaste = (event) => this.#paste(event);
    document.addEventListener("paste", this.onPaste);
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
    this.#buildSetup(setup);
    this.#buildStage(stage);
    this.#buildPanels(analysis, history);
    this.#buildGame();
    this.games = new KeptGames({ host: setup, table: this.table, context: this.context, onOpen: (place) => this.#openKept(place) });
  }

  #buildSetup(host) {
    this.setup = new Setup(host, {
      games: this.context.games,
      onGame: (name) => this.begin({ game: name, set: {}, position: null, moves: [] }),
      onSetUp: (chosen) => this.#setUp(chosen),
      onSides: (sides) => this.#setSides(sides),
      onEngine: (engine) => this.#keep({ engine }, () => {}),
      levels: this.context.api.get("api/levels"),
      onSeat: (seat) => this.#seeAs(seat),
      onAutoRoll: (on) => this.#keep({ autoRoll: on }, () => this.#arrived({})),
    });
    this.rules = new Rules(host, this.context);
  }

  #buildStage(host) {
    this.stage = new Stage(host, {
      onPlay: (move) => this.#chosen(move),
      onTyped: (text) => this.#typed(text),
      onCursor: this.context.announce,
      onUndo: () => this.undo(),
      onRedo: () => this.redo(),
      onFlip: () => this.flip(),
      onNew: () => this.begin({ ...this.table.place, moves: [] }),
      onCopy: (what) => this.copy(what),
      onPaste: () => clipboard.ask((text) => this.#use(text)),
      onStep: (place, seat, steps) => this.positions.at(place, { flip: this.table.flipped, seat, steps }),
      onStepped: () => this.turns.showAgain(),
      complain: (error) => this.#complain(error),
      onExport: () => import("./take-away.js").then(({ offerFiles }) => offerFiles(this.context, this.table)),
    });
  }

  #buildPanels(analysis, history) {
    this.analysis = new AnalysisPanel(analysis, {
      onToggle: (on) => this.#keep({ analysis: on }, () => this.turns.analyse()),
      onTime: (seconds) => this.#keep({ seconds }, () => this.turns.analyse()),
      onStop: () => this.turns.halt(),
      onGo: () => this.turns.analyse(),
      onPlay: (move) => this.#chosen(move),
      onPoint: (move) => !this.modes.current && this.stage.board.point(move),
      onWhy: (report) => this.modes.why(report, this.turns.latest),
      onRolls: (move) => this.turns.showRolls(move),
      lineEnd: async (line) => (this.modes.current ? null : (await this.modes.line(line, SMALL)).at(-1)),
    });
    this.history = new HistoryPanel(history, {
      onGo: (count) => this.#jump(count),
      onJudge: () => this.judge(),
      onStop: () => this.lookingBack.halt(),
      onBudget: (judging) => this.#keep({ judging }, () => {}),
      onLearn: () => this.modes.learn(),
      onPuzzle: () => this.modes.puzzle(),
    });
  }

  #buildGame() {
    const { context, stage, analysis, history, kept } = this;
    const { api, games } = context;
    this.positions = new Positions({ api, games, frame: stage.frame });
    this.table = new Table({
      positions: this.positions,
      isAbort: api.isAbort,
      onLeave: () => this.turns.stop(),
      onArrived: (how) => this.#arrived(how),
    });
    const { table } = this;
    const play = (move) => this.#play(move);
    const isBusy = () => Boolean(this.modes.current);
    const onRefused = (error) => this.turns.isThinking && this.setup.refuseLimit(error, table.at.player);
    this.turns = new Turns({ table, stage, analysis, kept, context, play, isBusy, onChange: () => this.status.show(), onRefused });
    const complain = (error) => this.#complain(error);
    this.lookingBack = new LookingBack({ table, stage, history, kept, context, onChange: () => this.#judged(), complain });
    const { positions, lookingBack } = this;
    const onLeave = (wasLesson) => this.#backToGame(wasLesson);
    const onEnter = () => analysis.hidePreview();
    const hush = (words) => this.turns.hush(words);
    this.modes = new Modes({ table, stage, analysis, positions, lookingBack, context, complain, onEnter, onLeave, hush });
    this.status = new Status({
      table,
      stage,
      turns: this.turns,
      modes: this.modes,
      lookingBack,
      onJudge: () => this.judge(),
      onBegin: (sides) => this.#open({ ...table.place, moves: [] }, sidesText(sides)),
      onSeat: (player) => this.#seeAs(player),
      onMove: (move) => this.#chosen(move),
    });
  }

  // ------------------------------------------------------------ opening a place

  /** Open what the address says. */
  async open(params) {
    const place = this.context.link.placeFrom(params);
    await this.#open(place, params.sides, { flipped: params.flip === "1", waits: Boolean(params.puzzle) || (place.moves.length > 0 && params.go !== "1") });
    this.#sayUnfit(place.game, params.sides ?? "");
    if (params.puzzle && !this.table.at?.over) this.modes.puzzle({ depth: params.puzzle === "new" ? null : params.puzzle });
  }

  /** Say why an engine that a link names does not fit the game: the usual one plays instead. */
  #sayUnfit(game, sides) {
    const reasons = this.context.games.find(({ name }) => name === game)?.reasons_against ?? {};
    const unfit = sides.split(/[,.]/).find((word) => word in reasons);
    if (unfit) this.context.toast(reasons[unfit], "error");
  }

  /** Begin a game; the sides stay where it is the same. */
  begin(place) {
    const isSame = place.game === this.table.session?.place.game;
    return this.#open(place, isSame ? sidesText(this.table.session.sides) : "");
  }

  /** A link to the middle of a game `waits` for the person. */
  async #open(place, sides, { flipped = this.table.flipped, waits = false } = {}) {
    this.modes.end();
    this.turns.isRunning = !waits;
    try {
      await this.table.put(place, sides, { flipped });
    } catch (error) {
      if (this.context.api.isAbort(error)) return;
      this.#complain(error);
      if (error.status) await this.#openInstead(place, error).catch((again) => this.#complain(again));
      else this.#stay();
    }
  }

  /** A place that is refused: show the game it names from the beginning, and what was said in the fields. */
  async #openInstead(refused, error) {
    const isKnown = this.context.games.some(({ name }) => name === refused.game);
    const game = isKnown ? refused.game : this.context.firstGame("play");
    await this.table.put({ game, set: {}, position: null, moves: [] }, "", { write: false });
    if (game !== refused.game) return;
    this.setup.show({ ...this.#setupFacts(), place: refused });
    this.setup.refuse(error);
  }

  /** The server is there again: go on from what is on the table. */
  reconnect() {
    if (this.table.session) this.turns.reconnect();
    else this.open(this.context.link.read().params);
  }

  /** The server is gone: what was on the table stays there; where there was nothing, it can be tried again. */
  #stay() {
    if (!this.table.session) return this.stage.sayNothing(() => this.open(this.context.link.read().params));
    this.setup.show(this.#setupFacts());
    return this.turns.pause();
  }

  async #setUp({ set, position }) {
    const bare = { game: this.table.place.game, set, position: null, moves: [] };
    try {
      if (position) await this.table.look(bare);
      this.turns.isRunning = true;
      this.modes.end();
      await this.table.replace({ ...bare, position });
    } catch (error) {
      if (!this.context.api.isAbort(error)) this.setup.refuse(error);
    }
  }

  #setupFacts() {
    const { session, seat, at } = this.table;
    const { place, sides } = session;
    const facts = this.context.games.find(({ name }) => name === place.game);
    return { place, facts, sides, seat, autoRoll: this.kept.autoRoll, hidden: at.hidden };
  }

  // ------------------------------------------------------------ what is on the table

  #complain(error) {
    if (!this.context.api.isAbort(error)) this.context.toast(error.message, "error");
  }

  #arrived({ push = false, write = true, isNew = false, isSame = false }) {
    if (!isSame || this.modes.walk) this.modes.end();
    callPlayers(this.table.at.names);
    if (isNew) {
      this.stage.begin(this.table.at);
      this.games.begun();
      this.lookingBack.forget();
      this.setup.show(this.#setupFacts());
      this.rules.show(this.#setupFacts().facts);
    }
    if (write) this.context.link.write("play", this.#params(), { push });
    const hadFocus = document.activeElement !== document.body;
    this.#showAll();
    if (isSame) this.turns.showAgain();
    else this.turns.goOn();
    const isLost = hadFocus && document.activeElement === document.body; // what had it is gone
    if (isLost) this.stage.boardHost.focus({ preventScroll: true });
  }

  #params() {
    const { place, session, at, flipped } = this.table;
    return { ...this.context.link.paramsOf(place, { veiled: at.hidden }), sides: sidesText(session.sides), flip: flipped ? "1" : "" };
  }

  #showAll() {
    const { at, session } = this.table;
    const step = this.shown?.game === at.game ? at.played.length - this.shown.played.length : 0;
    const made = step === 1 ? this.shown.moves.find(({ move }) => move === at.played.at(-1).move) : null;
    this.shown = at;
    this.title.textContent = `Play ${at.title}`;
    this.stage.showBoard(at, this.#mayMove() ? at.moves : [], { follows: step === 1, step: Math.abs(step) <= 2 ? step : 0, made });
    this.stage.showDice(at);
    allow(this.stage.undo, session.moves.length > 0);
    allow(this.stage.redo, session.undone.length > 0);
    this.stage.offerFrom(at, { mayMove: this.#mayMove(), autoRoll: this.kept.autoRoll });
    this.status.show();
    this.lookingBack.show();
  }

  #mayMove() {
    const { at, session, seat } = this.table;
    const isRolled = at.chance && this.turns.isRunning && this.kept.autoRoll; // in a moment, by nobody's choice
    return !isRolled && mayMove(at, session, seat);
  }

  // ------------------------------------------------------------ moves

  /** The person chose a move, by whatever means. */
  #chosen(move) {
    if (this.modes.lesson) return void this.modes.lesson.try(move);
    this.modes.end();
    this.turns.isRunning = true;
    return this.#play(move, { push: true });
  }

  async #typed(move) {
    this.stage.refuse("");
    if (this.modes.lesson) {
      this.stage.input.value = "";
      return void this.modes.lesson.try(move);
    }
    this.modes.end();
    this.turns.isRunning = true;
    const refuse = (error) => this.stage.refuse(error.message);
    if (await this.#play(move, { push: true, refuse })) this.stage.input.value = "";
  }

  /** Play a move; was it accepted? If not, all is as it was. */
  async #play(move, { push = false, refuse = (error) => this.#complain(error) } = {}) {
    try {
      if (!(await this.table.play(move, { push }))) return false;
    } catch (error) {
      this.stage.offerAgain();
      error.status ? this.turns.goOn() : this.turns.pause();
      refuse(error);
      return false;
    }
    this.games.follow();
    progress.note({ params: this.#params(), seat: this.table.seat, over: this.table.at.over });
    this.#tellMove(this.table.at.played.at(-1), move);
    return true;
  }

  /** Say a move that was made to who does not see it; the engine says its own. */
  #tellMove(last, move) {
    if (last && last.player >= 0 && !this.table.session.isPersons(last.player)) return;
    this.context.announce(`${sentence(last?.told || move)}.`);
  }

  /** Go elsewhere in the game; where that fails, say so and stay. */
  #go(going) {
    return going.catch((error) => {
      this.#complain(error);
      this.turns.pause();
    });
  }

  #jump(count) {
    this.modes.end();
    this.turns.isRunning = false;
    return this.#go(this.table.goTo(count));
  }

  undo() {
    if (this.stage.steps.undo()) return undefined;
    if (this.modes.current) return this.modes.leave();
    this.modes.end();
    this.turns.isRunning = false;
    return this.#go(this.table.undo());
  }

  redo() {
    if (this.modes.current) return;
    this.modes.end();
    this.turns.isRunning = false;
    this.#go(this.table.redo());
  }

  async flip() {
    if (this.modes.walk) this.modes.end();
    await this.#go(this.table.flip());
    this.modes.lesson?.show();
  }

  #setSides(sides) {
    const { table } = this;
    table.session.sides = sides;
    this.turns.isRunning = true;
    const isEngines = table.at.hidden && table.seat !== null && !table.session.isPersons(table.seat);
    if (isEngines) this.#seeAs(Math.max(0, sides.findIndex(({ who }) => who === "person")));
    else this.#arrived({});
  }

  async #seeAs(seat) {
    await this.#go(this.table.seeAs(seat));
    this.setup.show(this.#setupFacts());
  }

  // ------------------------------------------------------------ seeing why

  /** Why not the best of the moves that are worse than the best? */
  whyNext() {
    const worse = this.turns.latest?.moves.find(isWorse);
    if (worse) this.modes.why(worse, this.turns.latest);
    else this.context.toast("There is no worse move to explain.");
  }

  #backToGame(wasLesson) {
    this.#showAll();
    this.context.link.write("play", this.#params());
    if (wasLesson) this.turns.goOn();
    else this.turns.showAgain();
    this.stage.boardHost.focus({ preventScroll: true });
  }

  /** Judge the whole game. */
  judge() {
    if (!this.lookingBack.mayJudge) return;
    this.turns.halt();
    this.lookingBack.judge();
    this.status.show();
  }

  #judged() {
    this.status.show();
    if (!this.turns.latest && !this.turns.thinking.running) this.turns.analyse();
  }

  // ------------------------------------------------------------ copy and paste

  copy(what) {
    const texts = {
      position: () => this.table.at.position,
      game: () => JSON.stringify(this.table.session.kept(this.table.at.start)),
      link: () => (this.modes.lesson ? location.href : this.context.link.whole("play", this.#params())),
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
    const { game, set } = this.table.place;
    const wanted = place ?? { game, set, position, moves: [] };
    await this.#openKept(wanted);
  }

  /** Put a game on the table that was played before: it waits for the person. */
  async #openKept(place) {
    await this.table.look(place); // refused, it changes nothing
    this.modes.end();
    this.turns.isRunning = false;
    await this.table.replace(place);
  }

  // ------------------------------------------------------------ keeping, and leaving

  #keep(change, then) {
    Object.assign(this.kept, change);
    keep(this.kept);
    then();
  }

  /** Leave the view: nothing goes on behind it. */
  leave() {
    document.removeEventListener("paste", this.onPaste);
    this.modes.current?.cancel();
    this.positions.stop();
    this.turns.stop();
    this.lookingBack.stop();
  }
}
