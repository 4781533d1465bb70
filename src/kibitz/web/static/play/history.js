// The game so far: its moves, its chart, and the mistakes in it.

import { allow, button, drawing, element, select } from "../shared/element.js";
import { arrange } from "./columns.js";
import { sign } from "./sign.js";

const MARGIN = 16; // pixels on each side of the chart
const MARKS = { slip: "?!", mistake: "?", blunder: "??" };

const BUDGETS = [["10", "10 s"], ["30", "30 s"], ["60", "1 min"]]; // for going on after the first look
const LEGEND = "✓ proven · d12 to depth 12 · ○ undecided · ✱ changed since";

/**
 * The panel. It calls `onGo(count)`, `onJudge()`, `onStop()`, `onBudget(seconds)`, `onLearn()`, `onPuzzle()`.
 */
export class HistoryPanel {
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    this.chips = new Map(); // by ply: what is shown, and how it was made
    this.judge = button("Judge the game", () => (this.busy ? actions.onStop() : actions.onJudge()), { class: "small" });
    this.budget = select(BUDGETS, "30", (value) => actions.onBudget(Number(value)), { "aria-label": "Judge for" });
    this.budget.className = "control compact";
    this.budget.title = "How long to keep searching after the first look";
    this.learn = button("Learn", actions.onLearn, { class: "small", hidden: true, title: "Learn from mistakes", "aria-label": "Learn from mistakes" });
    this.puzzle = button("Puzzle", actions.onPuzzle, { class: "small", title: "A position in which one move alone is right" });
    this.chart = element("div", { class: "chart", hidden: true });
    this.sentence = element("p", { class: "note sentence", hidden: true });
    this.standing = element("p", { class: "note standing", hidden: true });
    this.legend = element("p", { class: "note legend", hidden: true }, LEGEND);
    this.list = element("ol", { class: "plies" });
    this.nothing = element("p", { class: "note nothing" }, "No moves yet.");
    host.append(
      element("div", { class: "panel-head" }, element("h2", {}, "Game"), this.learn, this.puzzle, this.budget, this.judge),
      this.chart,
      this.sentence,
      this.standing,
      element("div", { class: "panel-scroll" }, this.nothing, this.list, this.legend),
    );
    this.chart.onclick = (event) => {
      const ply = event.target.closest("[data-ply]")?.dataset.ply;
      if (ply !== undefined) actions.onGo(Number(ply));
    };
  }

  /** How wide a chart may be drawn, as the server takes it. */
  get width() {
    return Math.round(Math.min(1600, Math.max(240, this.host.clientWidth - 2 * MARGIN)));
  }

  /** Show the moves, played and taken back, with what is known about them. `entries` have `move`, `told`, `player`, `undone`. */
  show({ entries, count, next, names, judged, busy, mayJudge, mayPuzzle, budget }) {
    this.busy = busy;
    allow(this.judge, busy || mayJudge);
    this.puzzle.hidden = !mayPuzzle;
    this.budget.value = String(budget);
    this.budget.disabled = busy;
    this.nothing.hidden = entries.length > 0;
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    const chips = entries.map((entry, index) => this.#chip(index + 1, entry, judged[index + 1], index + 1 === count));
    for (const ply of this.chips.keys()) if (ply > entries.length) this.chips.delete(ply);
    arrange(this.list, chips, { entries, next, names });
    if (focused) this.list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    this.#bringIntoView(this.list.querySelector("[aria-current]"));
  }

  /** Scroll the list, and only the list, to where the game stands. */
  #bringIntoView(current) {
    const box = this.list.parentElement;
    if (!current) return;
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    const isSeen = top >= box.scrollTop && bottom <= box.scrollTop + box.clientHeight - 8;
    if (!isSeen) box.scrollTop = top - box.clientHeight / 2;
  }

  /** Show the chart and the sentence of a judged game; null for none. */
  showChart(judged, { mistakes, complete, proven, ply }) {
    this.host.classList.toggle("judged", Boolean(judged));
    const hadFocus = document.activeElement === this.judge;
    this.judge.textContent = this.busy ? "Stop" : complete ? "Judge again" : "Judge the game";
    this.judge.hidden = this.budget.hidden = proven && !this.busy;
    this.legend.hidden = !judged;
    this.chart.hidden = !judged?.chart;
    this.sentence.hidden = !judged?.sentence;
    this.standing.hidden = !judged && !this.busy;
    if (this.busy && !judged) this.standing.textContent = "Judging …";
    this.learn.hidden = !mistakes;
    if (hadFocus && this.judge.hidden) (mistakes ? this.learn : this.list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
    if (judged?.chart) {
      this.chart.replaceChildren(drawing(judged.chart));
      this.sentence.textContent = judged.sentence ?? "";
      this.standing.textContent = standing(judged, { busy: this.busy, complete });
      this.chart.querySelector(`[data-ply="${ply}"]`)?.classList.add("now");
    }
  }

  /** Something to say while nothing is known of the game yet: compiling, waiting. */
  note(words) {
    if (this.busy && this.chart.hidden) this.standing.textContent = `Judging: ${words}`;
  }

  /** The button of a move: the one that is there already where it would look the same. */
  #chip(ply, entry, verdict, current) {
    const key = JSON.stringify([entry, verdict?.mistake, verdict?.rests, verdict?.was, verdict?.why, current]);
    const kept = this.chips.get(ply);
    if (kept?.key === key) return kept.chip;
    const chip = this.#made(ply, entry, verdict, current);
    this.chips.set(ply, { key, chip });
    return chip;
  }

  #made(ply, { move, told, player, undone }, verdict, current) {
    const mark = verdict?.mistake ? MARKS[verdict.mistake] : "";
    const chip = button("", () => this.actions.onGo(ply), {
      class: `quiet ply${undone ? " undone" : ""}${mark ? " marked" : ""}${player < 0 ? " by-chance" : ""}`,
      "aria-current": current ? "step" : null,
      "data-ply": String(ply),
      title: verdict ? said(verdict) : null,
    });
    chip.append(element("span", { class: "ply-number" }, String(ply)));
    if (player !== undefined && player !== null) chip.append(sign(player));
    chip.append(element("span", {}, told || move));
    if (mark) {
      const words = element("span", { class: "visually-hidden" }, ` ${verdict.mistake}`);
      chip.append(element("span", { class: "mark" }, mark), words);
    }
    if (verdict?.rests) chip.append(...rests(verdict));
    return chip;
  }
}

/** How far the judge is, and why it goes no further. */
function standing({ plies, proven, stopped_by: by }, { busy, complete }) {
  const exact = plies.filter((ply) => ply.exact).length;
  const known = `${exact} of ${plies.length} positions proven`;
  if (busy) return `Judging … ${known}.`;
  if (proven && complete) return `✓ Everything is proven: ${plies.length} positions.`;
  return by === "time" ? `Time is up: ${known}. Judge again for longer to learn more.` : `Stopped: ${known}.`;
}

/** What a judgement rests on, and whether it has changed, as small signs that are also said. */
function rests({ rests: words, rests_on: kind, rests_depth: depth, was }) {
  const short = { proof: "✓", nothing: "○", depth: `d${depth}` }[kind] ?? "≈";
  const spoken = element("span", { class: "visually-hidden" }, ` ${words}${was ? `, changed: it was ${was}` : ""}`);
  return [element("span", { class: "rests", "aria-hidden": "true" }, `${was ? "✱" : ""}${short}`), spoken];
}

/** All that is known of a move, for who rests on it. */
function said({ why, words, rests: grounds, was }) {
  return [why || words, grounds, was && `at first: ${was}`].filter(Boolean).join("; ");
}
