// The analysis: every move judged while the engine thinks, best first.

import { allow, button, drawing, element, select } from "../shared/element.js";
import { bars, emptyBars } from "./gauge.js";
import { rollMap } from "./chance.js";
import { Ranking } from "./ranking.js";
import { amount, isBest, isWorse, restsOn, valueText, wordsAndDepth } from "../shared/wording.js";

const TIMES = [["3", "3 s"], ["10", "10 s"], ["60", "1 min"]];
const HOVERED = 120; // milliseconds before a small board is fetched
const LOOKED_UP = { book: "looked up in the opening book", table: "looked up in the endgame table" };
const ENDED = { solved: "solved", depth: "depth limit reached", time: "time limit reached", nodes: "node limit reached", worlds: "deal limit reached", iterations: "iteration limit reached", simulations: "simulation limit reached", decided: "decided: no other move can catch up", answered: "nothing is left to ask", outcomes: "the likely outcomes are searched", endless: "play can go on for ever", memory: "memory is full", stopped: "stopped" };

/**
 * The panel. It calls `onToggle(on)`, `onStop()`, `onGo()`, `onTime(seconds)`, `onPlay(move)`, `onPoint(move | null)`,
 * `onWhy(report)`, `onRolls(move)`; `lineEnd(line)` gives the position at the end of a line.
 */
export class AnalysisPanel {
  constructor(host, actions) {
    this.actions = actions;
    this.rows = new Map();
    this.answer = null;
    this.toggle = button("On", () => actions.onToggle(!this.on), { class: "small", "aria-pressed": "true" });
    this.time = select(TIMES, "10", (value) => actions.onTime(Number(value)), { "aria-label": "Think for" });
    this.time.className = "control compact";
    this.stop = button("Stop", () => this.#stopOrGo(), { class: "small stop" });
    this.numbers = element("p", { class: "numbers", "aria-live": "off" });
    this.summary = element("p", { class: "summary", "aria-live": "off" });
    this.versus = element("div", { class: "versus", hidden: true });
    this.players = element("div", { class: "values" });
    this.alliances = element("div", { class: "alliances" });
    this.list = element("ol", { class: "list candidates" });
    this.ranking = new Ranking(this.list);
    this.nothing = element("p", { class: "note nothing" });
    this.map = element("div", { class: "rolls", hidden: true });
    this.preview = element("div", { class: "preview", hidden: true, onclick: () => this.hidePreview() });
    host.append(
      element("div", { class: "panel-head" }, element("h2", {}, "Analysis"), this.time, this.stop, this.toggle),
      this.numbers,
      this.summary,
      element("div", { class: "panel-scroll" }, this.versus, this.players, this.nothing, this.list, this.alliances, this.map),
      this.preview,
    );
    this.host = host;
  }

  /** On or off, and for how long to think. */
  set({ analysis: on, seconds }) {
    this.on = on;
    this.toggle.textContent = on ? "On" : "Off";
    this.toggle.setAttribute("aria-pressed", String(on));
    this.toggle.setAttribute("aria-label", on ? "Analysis is on" : "Analysis is off");
    this.time.value = String(seconds);
    this.time.disabled = !on;
    this.#showStop();
  }

  /** Nothing is known yet. The bars of several players keep their room, so that nothing jumps; an `isIdle` panel needs none. */
  clear(sentence = "", { isIdle = false } = {}) {
    this.answer = null;
    this.hideRolls();
    this.hidePreview();
    this.#clearRows();
    if (sentence) this.players.replaceChildren();
    else emptyBars(this.players);
    this.alliances.replaceChildren();
    this.numbers.textContent = "";
    this.summary.textContent = "";
    this.summary.hidden = Boolean(sentence);
    this.nothing.textContent = sentence;
    this.host.classList.toggle("idle", isIdle);
    this.nothing.hidden = !sentence;
  }

  /** Is a search under way? If not, it may have been cut short. */
  setThinking(thinking, { isCut = false } = {}) {
    this.thinking = thinking;
    this.isCut = isCut;
    if (!thinking) this.ranking.settle();
    this.#showStop();
    this.#showNumbers();
  }

  /** Something to say while nothing is known: compiling, waiting. */
  note(sentence) {
    if (!this.answer) this.numbers.textContent = sentence;
  }

  /** Show what the engine knows. `extras` says what else a row offers: {rolls: true} in games of chance; `at` is the position. */
  show(answer, extras = {}) {
    this.answer = answer;
    this.names = extras.at?.names ?? [];
    this.nothing.hidden = true;
    this.summary.hidden = false;
    this.#showStop();
    this.#showNumbers();
    setText(this.summary, unbroken(answer.summary));
    this.players.replaceChildren(...(Array.isArray(answer.value) ? [bars(answer.value, extras.at?.names)] : []));
    this.alliances.replaceChildren(...alliances(answer));
    if (answer.player < 0) return this.#showOutcomes(answer, extras.at);
    this.list.classList.toggle("alike", !answer.moves.some(isWorse));
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    this.ranking.show(answer.moves.map((move) => this.#showRow(move, extras)));
    for (const move of this.rows.keys()) if (!answer.moves.some((each) => each.move === move)) this.rows.delete(move);
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  #clearRows() {
    this.rows.clear();
    this.ranking.clear();
    this.list.replaceChildren();
  }

  #showOutcomes(answer, at) {
    this.#clearRows();
    this.list.replaceChildren(element("li", { class: "plain" }, rollMap(answer, at)));
  }

  /** Is there anything to stop, or to go on with? */
  get mayStop() {
    return this.on && (this.thinking || (this.nothing.hidden && !this.answer?.exact));
  }

  #stopOrGo() {
    if (this.thinking) this.actions.onStop();
    else if (this.mayStop) this.actions.onGo();
  }

  #showStop() {
    this.stop.textContent = this.thinking ? "Stop" : "Go on";
    allow(this.stop, this.mayStop);
  }

  #showNumbers() {
    if (!this.answer) return;
    const { search, exact } = this.answer;
    const searched = [
      howFar(search),
      `${amount(search.nodes)} nodes`,
      `${amount(search.nodes_per_second)}/s`,
      exact ? "exact" : this.thinking ? "thinking …" : ENDED[this.isCut ? "stopped" : search.stopped_by],
    ];
    const lookedUp = LOOKED_UP[search.stopped_by];
    this.numbers.textContent = (lookedUp ? [lookedUp, exact ? "exact" : howFar(search)] : searched).join(" · ");
    const [nodes, speed] = [search.nodes, search.nodes_per_second].map((number) => number.toLocaleString("en"));
    this.numbers.title = `${search.algorithm}: ${nodes} nodes, ${speed} a second`;
  }

  // ------------------------------------------------------------ rows

  #showRow(move, extras) {
    const row = this.rows.get(move.move) ?? this.#newRow(move.move, extras);
    row.report = move;
    const { player, moves, undecided } = this.answer;
    const [words] = wordsAndDepth(move, player);
    const rests = restsOn(move);
    const loss = move.loss_words ? `−${move.loss_words}` : "";
    const line = this.#lineOf(move);
    const isCounted = typeof move.visits === "number";
    const differ = moves.some(isWorse);
    setText(row.words, words);
    setText(row.rests, move.undecided && move.depth === null ? "" : rests);
    setText(row.loss, withoutUnit(loss, words));
    setText(row.line, line);
    row.rests.classList.toggle("proven", move.exact);
    row.item.style.setProperty("--visited", isCounted ? share(move, moves) : 0);
    row.item.classList.toggle("counted", isCounted);
    row.item.classList.toggle("best", isBest(move, this.answer));
    row.item.dataset.outcome = move.outcome ?? "";
    row.why.classList.toggle("unasked", !differ);
    row.why.setAttribute("aria-label", isWorse(move) ? `Why not ${move.move}?` : `Why ${move.move}?`);
    const worse = loss ? `, ${loss.slice(1)} worse than the best` : !isWorse(move) ? (differ ? ", best" : ", as good as any") : undecided ? "" : ", it looks worse than the best";
    const then = line ? `; ${line === move.line.slice(1).join(" ") ? "then " : ""}${line}` : "";
    row.main.setAttribute("aria-label", `Play ${move.move}: ${words}${rests ? `, ${rests}` : ""}${worse}${then}`);
    return row.item;
  }

  /** What stands below a move: what follows it, or how often it is played or best; with several players, what the others get. */
  #lineOf(move) {
    if (typeof move.probability === "number") return `played ${(100 * move.probability).toFixed(1)} % of the time`;
    if (typeof move.best_share === "number") return `best in ${Math.round(100 * move.best_share)} % of the deals`;
    const line = move.line.slice(1).join(" ");
    if (!Array.isArray(move.value)) return line;
    const named = (value, seat) => `${this.names[seat] ?? `player ${seat + 1}`} ${valueText(value)}`;
    const others = move.value.map(named).filter((_, seat) => seat !== this.answer.player);
    return `${others.join(", ")}${line ? ` · ${line}` : ""}`;
  }

  #newRow(move, extras) {
    const row = { words: cell("words"), rests: cell("rests-on"), loss: cell("loss"), line: cell("line") };
    row.main = button("", (event) => this.#tapped(event, row) || this.actions.onPlay(move), { class: "quiet candidate" });
    row.main.append(element("span", { class: "move" }, move), row.words, row.rests, row.loss, row.line);
    row.why = button("Why?", () => this.actions.onWhy(row.report), { class: "quiet small why" });
    const [label, brought] = extras.at?.chance_kind === "card" ? ["Cards", "card"] : ["Rolls", "roll"];
    const rolls = button(label, () => this.actions.onRolls(move), { class: "quiet small rolls-button" });
    rolls.setAttribute("aria-label", `Every ${brought} after ${move}`);
    row.item = element("li", { "data-move": move }, row.main, row.why, extras.rolls ? rolls : null);
    // A finger's tap comes with a mouse's events and with the focus; neither of these is a wish to look.
    row.item.addEventListener("pointerenter", (event) => event.pointerType === "touch" || this.#hover(row));
    row.item.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.hidePreview());
    row.item.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.#hover(row));
    row.item.addEventListener("focusout", () => this.preview.classList.contains("tapped") || this.hidePreview());
    this.rows.set(move, row);
    return row;
  }

  // ------------------------------------------------------------ the small board

  #hover(row) {
    this.hovered = row;
    this.actions.onPoint(row.report.move);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#showPreview(row), HOVERED);
  }

  /** A finger cannot hover: on the line itself it opens the small board. Was that meant? */
  #tapped(event, row) {
    if (event.pointerType !== "touch" || !event.target.closest(".line") || row.report.line.length < 2) return false;
    const isShown = this.preview.classList.contains("tapped") && this.hovered === row;
    this.hidePreview();
    if (isShown) return true;
    this.hovered = row;
    this.actions.onPoint(row.report.move);
    this.preview.classList.add("tapped");
    this.#showPreview(row);
    return true;
  }

  async #showPreview(row) {
    const { line } = row.report;
    try {
      const end = await this.actions.lineEnd(line);
      if (this.hovered !== row || !end) return;
      this.preview.replaceChildren(drawing(end.board), element("p", { class: "note" }, `after ${line.join(" ")}`));
      this.preview.hidden = false;
      const top = row.item.getBoundingClientRect().top - this.host.getBoundingClientRect().top;
      const most = innerHeight - this.host.getBoundingClientRect().top - this.preview.offsetHeight - 16;
      this.preview.style.top = `${Math.max(0, Math.min(top, most))}px`;
    } catch {
      // The line belongs to a position that is gone: there is nothing to show.
    }
  }

  /** Take the small board away. */
  hidePreview() {
    clearTimeout(this.waiting);
    if (this.hovered) this.actions.onPoint(null);
    this.hovered = null;
    this.preview.hidden = true;
    this.preview.classList.remove("tapped");
  }

  // ------------------------------------------------------------ two moves side by side

  /** Show what is to be seen of two moves side by side above the list; nothing with null. */
  compare(content) {
    this.versus.replaceChildren(...(content ? [content] : []));
    this.versus.hidden = !content;
    if (content) this.versus.parentElement.scrollTop = 0;
  }

  // ------------------------------------------------------------ rolls after a move

  /** Show every roll after a move as a small map. */
  showRolls(move, content) {
    const close = button("Close", () => this.hideRolls(), { class: "quiet small" });
    const title = element("h3", {}, `Every roll after ${move}`);
    this.map.replaceChildren(element("div", { class: "row between" }, title, close), content);
    this.map.hidden = false;
    this.map.scrollIntoView({ block: "nearest" });
  }

  /** Take that map away. */
  hideRolls() {
    this.map.hidden = true;
    this.map.replaceChildren();
  }
}

/** A number of something that the words beside it count too: what it is need not be said twice. */
function withoutUnit(loss, words) {
  const unit = / \p{L}+$/u.exec(loss)?.[0];
  return unit && words.endsWith(unit) ? loss.slice(0, -unit.length) : loss;
}

function cell(name) {
  return element("span", { class: name });
}

/** Words in which a number and its sign for per cent stay together. */
function unbroken(words) {
  return words.replaceAll(" %", "\u00a0%");
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The visits of a move as a share of those of the most visited one. */
function share(move, moves) {
  return move.visits / Math.max(1, ...moves.map(({ visits }) => visits ?? 0));
}

/** How far a search has come: its depth, or how many deals, iterations or simulations it was. */
function howFar({ depth, statistics, iterations, simulations, exploitability, stopped_by: ended }) {
  if (ended === "table") return "looked up";
  if (typeof simulations === "number") return `${amount(simulations)} simulations · depth ${depth}`;
  if (statistics?.worlds !== undefined) return `${amount(statistics.worlds)} deals`;
  if (typeof iterations !== "number") return `depth ${depth}`;
  const off = typeof exploitability === "number" ? ` · exploitability ${exploitability.toPrecision(2)}` : "";
  return `${amount(iterations)} iterations${off}`;
}

/** Where the interests of several players join or part, in sentences. */
function alliances(answer) {
  const sentences = (answer.alliances ?? []).flatMap((turn) => turn.sentences);
  return sentences.slice(0, 4).map((sentence) => element("p", { class: "note" }, sentence));
}
