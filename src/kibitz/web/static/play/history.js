// The game so far: its moves, its chart, and the mistakes in it.

import { allow, button, drawing, element, select } from "../shared/element.js";
import { sign } from "./sign.js";

const MARGIN = 16; // pixels on each side of the chart
const MARKS = { slip: "?!", mistake: "?", blunder: "??" };

const BUDGETS = [["10", "10 s"], ["30", "30 s"], ["60", "1 min"]]; // for going on after the first look
const LEGEND = "✓ proven · d12 to depth 12 · ○ undecided · ✱ changed since";

/** The panel. It calls `onGo(count)`, `onJudge()`, `onStop()`, `onBudget(seconds)`, `onLearn()`. */
export class HistoryPanel {
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    this.judge = button("Judge the game", () => (this.busy ? actions.onStop() : actions.onJudge()), { class: "small" });
    this.budget = select(BUDGETS, "30", (value) => actions.onBudget(Number(value)), { "aria-label": "Judge for" });
    this.budget.className = "control compact";
    this.budget.title = "How long to keep searching after the first look";
    this.learn = button("Learn", actions.onLearn, { class: "small", hidden: true, title: "Learn from mistakes", "aria-label": "Learn from mistakes" });
    this.chart = element("div", { class: "chart", hidden: true });
    this.sentence = element("p", { class: "note sentence", hidden: true });
    this.legend = element("p", { class: "note legend", hidden: true }, LEGEND);
    this.list = element("ol", { class: "plies" });
    this.nothing = element("p", { class: "note nothing" }, "No moves yet.");
    host.append(
      element("div", { class: "panel-head" }, element("h2", {}, "Game"), this.learn, this.budget, this.judge),
      this.chart,
      this.sentence,
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

  /** Show the moves played and those taken back, with what is known about them. */
  show({ played, undone, judged, busy, mayJudge, budget }) {
    const count = played.length + undone.length;
    this.busy = busy;
    allow(this.judge, busy || mayJudge);
    this.budget.value = String(budget);
    this.budget.disabled = busy;
    this.nothing.hidden = count > 0;
    const items = [];
    for (let ply = 1; ply <= count; ply++) {
      const entry = played[ply - 1];
      const verdict = judged[ply];
      const takenBack = undone.at(played.length - ply); // the next one is the last of them
      items.push(this.#ply(ply, entry, takenBack, verdict, ply === played.length));
    }
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    this.list.replaceChildren(...items);
    if (focused) this.list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.parentElement.scrollTop = current.offsetTop - this.list.parentElement.clientHeight + 48;
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
    this.learn.hidden = !mistakes;
    if (hadFocus && this.judge.hidden) (mistakes ? this.learn : this.list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
    if (judged?.chart) {
      this.chart.replaceChildren(drawing(judged.chart));
      this.sentence.textContent = `${judged.sentence ?? ""}${this.busy ? ` ${progress(judged)}` : ""}`;
      this.chart.querySelector(`[data-ply="${ply}"]`)?.classList.add("now");
    }
  }

  #ply(ply, entry, undone, verdict, current) {
    const move = entry ? entry.told || entry.move : undone;
    const mark = verdict?.mistake ? MARKS[verdict.mistake] : "";
    const player = entry?.player ?? verdict?.player;
    const chip = button("", () => this.actions.onGo(ply), {
      class: `quiet ply${entry ? "" : " undone"}${mark ? " marked" : ""}`,
      "aria-current": current ? "step" : null,
      "data-ply": String(ply),
      title: verdict ? said(verdict) : null,
    });
    chip.append(element("span", { class: "ply-number" }, String(ply)));
    if (player !== undefined && player !== null) chip.append(sign(player));
    chip.append(element("span", {}, move));
    if (mark) {
      const words = element("span", { class: "visually-hidden" }, ` ${verdict.mistake}`);
      chip.append(element("span", { class: "mark" }, mark), words);
    }
    if (verdict?.rests) chip.append(...rests(verdict));
    return element("li", {}, chip);
  }
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

/** How far the judge is. */
function progress({ plies }) {
  return `(${plies.filter(({ exact }) => exact).length} of ${plies.length} proven …)`;
}
