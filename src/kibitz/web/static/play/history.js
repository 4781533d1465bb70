// The game so far: its moves, its chart, and the mistakes in it.

import { allow, button, drawing, element } from "../element.js";
import { sign } from "./sign.js";

const MARGIN = 16; // pixels on each side of the chart
const MARKS = { slip: "?!", mistake: "?", blunder: "??" };

/** The panel. It calls `onGo(count)`, `onJudge()`, `onLearn()`. */
export class HistoryPanel {
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    this.judge = button("Judge the game", actions.onJudge, { class: "small" });
    this.learn = button("Learn from mistakes", actions.onLearn, { class: "small", hidden: true });
    this.chart = element("div", { class: "chart", hidden: true });
    this.sentence = element("p", { class: "note", hidden: true });
    this.list = element("ol", { class: "plies" });
    this.nothing = element("p", { class: "note nothing" }, "No moves yet.");
    host.append(
      element("div", { class: "panel-head" }, element("h2", {}, "Game"), this.learn, this.judge),
      this.chart,
      this.sentence,
      element("div", { class: "panel-scroll" }, this.nothing, this.list),
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
  show({ played, undone, judged, busy, mayJudge }) {
    const count = played.length + undone.length;
    allow(this.judge, mayJudge);
    this.judge.textContent = busy ? "Judging …" : "Judge the game";
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
  showChart(judged, { mistakes, complete, ply }) {
    this.host.classList.toggle("judged", Boolean(judged));
    const hadFocus = document.activeElement === this.judge;
    this.judge.hidden = complete;
    this.chart.hidden = !judged?.chart;
    this.sentence.hidden = !judged?.sentence;
    this.learn.hidden = !mistakes;
    if (hadFocus && complete) (mistakes ? this.learn : this.list.querySelector("[aria-current]"))?.focus({ preventScroll: true });
    if (judged?.chart) {
      this.chart.replaceChildren(drawing(judged.chart));
      this.sentence.textContent = judged.sentence ?? "";
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
      title: verdict?.why || verdict?.words || null,
    });
    chip.append(element("span", { class: "ply-number" }, String(ply)));
    if (player !== undefined && player !== null) chip.append(sign(player));
    chip.append(element("span", {}, move));
    if (mark) {
      const said = element("span", { class: "visually-hidden" }, ` ${verdict.mistake}`);
      chip.append(element("span", { class: "mark" }, mark), said);
    }
    return element("li", {}, chip);
  }
}
