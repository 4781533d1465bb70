// The board and what stands around it: the gauge, whose turn it is, the moves as buttons and as text, and the tools.

import { allow, button, complain, drawing, element } from "../shared/element.js";
import { Board } from "./board.js";
import { chanceWords } from "./chance.js";
import { Directions } from "./directions.js";
import { Gauge } from "./gauge.js";
import { sign } from "./sign.js";
import { Steps } from "./steps.js";
import { beside } from "./turn.js";

const SOUND = "kibitz.sound"; // "on" is kept in the browser
const FLATTER = 1.6; // times as flat as a drawing may be what is kept for it
const MANY = 60; // more moves than this are not offered as buttons at once

/**
 * The stage. It calls `onPlay(move)`, `onTyped(text)`, `onCursor(words)`, `onUndo()`, `onRedo()`, `onFlip()`, `onNew()`,
 * `onPaste()` and `onCopy("position" | "game" | "link")`; and for moves made in steps `onStep(place, seat, steps)`, which resolves
 * to the position with those steps made, `onStepped()` when it is shown, and `complain(error)`.
 */
export class Stage {
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    this.offered = [];
    this.opensForChance = false;
    this.wasOpen = false;
    this.throwsOnBoard = ""; // the game whose board shows the dice itself
    this.held = null; // the shape that a small screen keeps for the board
    const gauge = element("div", { class: "gauge" });
    this.boardHost = element("div", { class: "board", tabIndex: 0, role: "application" });
    this.frame = element("div", { class: "board-frame" }, this.boardHost);
    this.gauge = new Gauge(gauge);
    this.directions = new Directions({ onPlay: actions.onPlay, onRefused: (direction) => this.#refused(direction) });
    const onSwipe = (direction) => this.directions.go(direction);
    const onPlay = (move) => this.steps.take(move);
    this.board = new Board(this.boardHost, { onPlay, onCursor: actions.onCursor, onSwipe });
    this.steps = new Steps({
      ask: actions.onStep,
      show: (at) => this.showBoard(at, at.moves, { follows: true }),
      onMove: actions.onPlay,
      onChange: (done) => this.#stepped(done),
      complain: actions.complain,
    });
    this.dice = element("div", { class: "dice", "aria-hidden": "true" });
    this.status = element("div", { class: "status" });
    this.words = element("p", { class: "grow status-words", role: "status" });
    host.append(
      element("div", { class: "board-row" }, gauge, this.frame),
      element("div", { class: "turn" }, this.dice, this.status),
      this.#moves(),
      this.#toolbar(),
    );
  }

  #moves() {
    this.input = element("input", { type: "text", class: "control", autocomplete: "off", spellcheck: false });
    this.input.placeholder = "Type a move";
    this.input.maxLength = 200;
    this.input.setAttribute("aria-label", "Type a move");
    const typed = (event) => {
      event.preventDefault();
      if (this.input.value.trim() && !this.input.readOnly) this.actions.onTyped(this.input.value.trim());
    };
    this.input.oninput = () => this.#showButtons();
    const error = element("p", { class: "error", hidden: true, role: "alert" });
    this.form = element("form", { class: "field move-form", onsubmit: typed }, this.input, error);
    this.buttons = element("div", { class: "move-buttons" });
    this.list = element("details", { class: "moves" }, element("summary", {}, "Moves"), this.buttons);
    return element("div", { class: "move-row" }, this.list, this.form);
  }

  #toolbar() {
    const { actions } = this;
    this.undo = button("Undo", actions.onUndo, { title: "Undo (u)" });
    this.redo = button("Redo", actions.onRedo, { title: "Redo (r)" });
    return element(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Board and moves" },
      this.undo,
      this.redo,
      button("Flip", actions.onFlip, { title: "Flip the board (f)" }),
      button("New", actions.onNew, { title: "New game (n)" }),
      this.#soundButton(),
      element("span", { class: "grow" }),
      this.#copies(),
      button("Paste", actions.onPaste, { title: "Paste a position, a game or a link (Ctrl+V)" }),
      button("Export", actions.onExport, { title: "Save it as a web page, a drawing, a film …" }),
    );
  }

  #soundButton() {
    const show = (made) => {
      made.setAttribute("aria-pressed", String(isSoundOn()));
      made.title = isSoundOn() ? "Sound is on" : "Sound is off";
      return made;
    };
    const pressed = () => {
      localStorage.setItem(SOUND, isSoundOn() ? "off" : "on");
      show(made);
      sound("move");
    };
    const made = button("♪", pressed, { class: "sound", "aria-label": "Sound" });
    return show(made);
  }

  #copies() {
    const item = (what) => button(`Copy ${what}`, () => this.actions.onCopy(what), { class: "quiet" });
    const items = element("div", { class: "menu-items" }, ["position", "game", "link"].map(item));
    const menu = element("details", { class: "menu" }, element("summary", { class: "button" }, "Copy"), items);
    const close = () => {
      if (items.contains(document.activeElement)) menu.firstElementChild.focus();
      menu.open = false;
    };
    menu.addEventListener("click", (event) => event.target.closest(".menu-items") && close());
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.preventDefault();
      close();
    });
    menu.addEventListener("focusout", (event) => !menu.contains(event.relatedTarget) && (menu.open = false));
    return menu;
  }

  // ------------------------------------------------------------ showing

  /**
   * Show a position's board and let these moves be made on it. `step` is how many moves it is ahead of the board before, and
   * `made` the move between them, if it is one.
   */
  showBoard(at, moves, { follows = false, step = follows ? 1 : 0, made = null } = {}) {
    const label = `Board. ${at.caption || at.text}`;
    const columns = Boolean(at.columns_click);
    const offered = this.steps.offered(at, moves);
    const parts = new Map(at.moves?.map(({ move, steps = [] }) => [move, steps]));
    this.board.show({ svg: at.board, size: at.size, moves: offered, columns, label, follows, step, made: this.steps.moved(made), parts });
    this.directed = [at.game, moves];
    this.directions.offer(...this.directed);
    this.#holdShape(at);
    if (step > 0) sound(at.over ? "end" : this.board.hasTaken ? "take" : "move");
  }

  /** Another game is on the table: the board may have another shape. What is to be dealt again keeps its own. */
  begin({ game, chance }) {
    if (!chance || game !== this.held?.game) this.held = null;
  }

  /** The shape of the board stays the one it has at the first turn, unless too little would be seen: nothing below it moves. */
  #holdShape({ game, chance }) {
    const { width = 0, height = 0 } = this.board.drawing.viewBox?.baseVal ?? {};
    const shape = height && width / height;
    const fits = this.held && !this.held.isFleeting && shape > this.held.shape / FLATTER;
    if (!shape || (game === this.held?.game && fits)) return;
    this.held = { game, shape, isFleeting: chance };
    this.boardHost.style.setProperty("--shape", shape);
  }

  /** A move was not accepted: the keys and swipes that made it may make one again. */
  offerAgain() {
    this.directions.offer(...this.directed);
  }

  #refused(direction) {
    this.board.refuse();
    this.actions.onCursor(direction === "stay" ? "You cannot stay here." : `You cannot go ${direction}.`);
  }

  #stepped(done) {
    allow(this.undo, done.length > 0 || this.steps.at.played.length > 0);
    this.actions.onCursor(done.length ? `${done.at(-1)}. The move goes on.` : "Taken back.");
    this.actions.onStepped();
  }

  /** Show what chance has brought last, as the seat sees it. */
  showDice(at) {
    const isOnBoard = at.board.includes("kz-throw");
    const shown = at.dice && !isOnBoard ? [drawing(at.dice)] : [];
    if (isOnBoard) this.throwsOnBoard = at.game;
    const mayHold = at.hasChance && at.chance_kind !== "card" && at.game !== this.throwsOnBoard; // cards are too wide to wait for
    const isHeld = mayHold && !shown.length && at.played.length > 0; // their room is kept: nothing jumps
    this.dice.style.minWidth = isHeld ? `${this.dice.offsetWidth}px` : "";
    this.dice.classList.toggle("held", isHeld);
    this.dice.classList.remove("rolling");
    this.host.classList.toggle("with-dice", at.hasChance && at.chance_kind === "die");
    this.boardHost.classList.toggle("thrown", isOnBoard && Boolean(at.dice));
    this.dice.replaceChildren(...shown);
  }

  /** Let the dice tumble; what else chance may bring just appears. */
  tumble({ game, outcome_kind: kind }) {
    if (kind !== "die" || game === this.throwsOnBoard) return;
    this.dice.classList.add("rolling");
    if (!this.dice.firstChild) this.dice.append(element("span", { class: "die-blank" }));
  }

  /** Offer what may be done at a position, if it is the person's turn. */
  offerFrom(at, { mayMove, autoRoll }) {
    const { chance, outcomes, moves } = at;
    const texts = chance ? outcomes.map((each) => each.outcome) : moves.map((each) => each.move);
    const isClicked = (move) => move.cell || at.steps?.moves.length;
    const plain = !chance && !moves.some(isClicked);
    const isPartly = !chance && !moves.every(isClicked) && !beside(at).length; // some have neither cell nor button
    const opens = chance && !autoRoll; // to choose what falls; else the person's own opening and closing stands
    const isNew = opens !== this.opensForChance;
    if (isNew && opens) this.wasOpen = this.list.open;
    this.opensForChance = opens;
    this.offer(mayMove ? texts : [], {
      summary: chance ? chanceWords(at).choose : undefined,
      plain,
      open: isPartly || (isNew ? opens || this.wasOpen : undefined),
    });
  }

  /** Offer moves as buttons and as text; `open` shows the buttons, `plain` where there is no board to click. */
  offer(moves, { summary, plain, open }) {
    const height = this.buttons.offsetHeight;
    this.offered = moves;
    this.#showButtons();
    this.list.firstElementChild.textContent = summary ?? this.#countWords(moves);
    if (open !== undefined) this.list.open = open;
    if (moves.length) this.list.classList.toggle("plain", plain);
    this.list.classList.toggle("held", moves.length === 0); // an open list keeps its room: nothing jumps until it is filled again
    this.buttons.style.minHeight = moves.length ? "" : `${height}px`;
    this.input.readOnly = moves.length === 0;
    this.refuse("");
    this.#keepFocus();
  }

  #countWords(moves) {
    const count = moves.length === 1 ? "1 move" : `${moves.length} moves`;
    if (!this.#arePointed(moves)) return count;
    return `${count}: ${matchMedia("(pointer: coarse)").matches ? "swipe on the board" : "arrow keys, W A S D or drag"}`;
  }

  #arePointed(moves) {
    return moves.length > 0 && moves.every((move) => this.directions.wayOf(move));
  }

  /** Who plays with the buttons is led back to them as soon as there are any; until then, to the board. */
  #keepFocus() {
    const isLost = document.activeElement === document.body || document.activeElement === this.boardHost;
    if (!this.wasAtButtons || !isLost) return;
    const first = this.buttons.querySelector("button");
    const isThere = first?.checkVisibility() ?? false;
    (isThere ? first : this.boardHost).focus({ preventScroll: true });
    this.wasAtButtons = !isThere;
  }

  /** Of many moves, those that have in them what is being typed. */
  #showButtons() {
    const typed = bare(this.input.value);
    const fitting = this.offered.filter((move) => bare(move).includes(typed));
    const moves = fitting.length ? fitting : this.offered;
    const focused = this.buttons.contains(document.activeElement);
    const buttons = moves.slice(0, MANY).map((move) => this.#moveButton(move));
    this.buttons.classList.toggle("pad", this.#arePointed(moves));
    const more = moves.length - MANY;
    this.buttons.replaceChildren(...buttons, ...(more > 0 ? [element("p", { class: "note" }, `and ${more} more: type to find them`)] : []));
    this.buttons.scrollTop = 0;
    if (focused) this.wasAtButtons = true;
  }

  #moveButton(move) {
    const arrow = this.directions.arrowOf(move);
    const words = arrow ? [element("span", { class: "arrow", "aria-hidden": "true" }, arrow), move] : move;
    const way = this.directions.wayOf(move);
    return button(words, () => this.actions.onPlay(move), { "data-move": move, "data-way": way });
  }

  /** Show a sentence below the field for moves, or none. */
  refuse(words) {
    complain(this.form, words);
  }

  /** Say whose turn it is, with buttons for what can be done about it. */
  say(words, { player, over }, buttons) {
    this.#tell(over ? [] : [sign(player), " "], words);
    this.status.replaceChildren(this.words, ...buttons);
    this.status.classList.toggle("over", over);
  }

  /** There is no position: offer to try again. */
  sayNothing(again) {
    this.#tell([], "The position could not be set up.");
    this.status.replaceChildren(this.words, button("Try again", again, { class: "small primary" }));
  }

  /** The same words again are not said again. */
  #tell(signs, words) {
    const next = element("p", {}, signs, words);
    if (next.innerHTML !== this.words.innerHTML) this.words.replaceChildren(...next.childNodes);
  }

  /** Is there a gauge to be seen? */
  showGauge(shown) {
    this.host.classList.toggle("with-gauge", shown);
  }

  /** Make room for a mode, "walking" or "learning", and give the place for its bar. */
  enter(kind) {
    this.host.classList.add("in-mode", kind);
    this.status.classList.remove("over");
    this.host.scrollIntoView({ block: "start" });
    return this.status;
  }

  /** Back from a mode. */
  leave() {
    this.host.classList.remove("in-mode", "walking", "learning");
  }
}

function isSoundOn() {
  return localStorage.getItem(SOUND) === "on";
}

/** A sound, for who wants it; nobody else loads it. */
function sound(kind) {
  if (isSoundOn()) import("./sound.js").then(({ play }) => play(kind));
}

function bare(text) {
  return text.toLowerCase().replaceAll(" ", "");
}
