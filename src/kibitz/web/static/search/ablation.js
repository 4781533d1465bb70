// What each technique of the engine saves: the same search again, without one of them at a time.

import { button, element } from "../shared/element.js";
import { Thinking } from "../shared/thinking.js";
import { amount } from "../shared/wording.js";

const LONGEST = 20; // seconds for the whole table

const ABOUT = "Searches this position again, each time without one technique, and counts the nodes.";

const PLAIN = {
  "": ["Everything on", "the search as it is"],
  principal: ["Null window", "later moves are first tried with an empty window, only to see whether they are better"],
  table: ["Hash table", "a position met again is looked up, not searched again"],
  "best first": ["Best move first", "the move that was best before is tried first"],
  killers: ["Killer moves", "a move that cut off a sister is tried early"],
  history: ["History", "moves that have often cut are tried early"],
  order: ["The game's own order", "the game says which moves look promising"],
  bounds: ["Bounds", "the game proves limits for a value, cheaply"],
  proof: ["Proofs", "the game proves limits by harder thinking"],
  symmetry: ["Symmetry", "mirror images count as one position"],
  "children first": ["Children first", "replies are looked up before any of them is searched"],
  quiescence: ["Quiescence", "the search goes on in the middle of an exchange"],
  "null move": ["Null move", "a side that could pass and still stand well need not be searched deeply"],
  reductions: ["Late move reductions", "late moves are searched less deeply at first"],
  "all of them": ["None of them", "plain alpha-beta"],
};

/** The panel. `place()` gives the position to measure. */
export class Ablation {
  constructor(host, { place }) {
    this.place = place;
    this.thinking = new Thinking();
    this.depth = element("input", { type: "text", inputMode: "numeric", value: "8", class: "control" });
    this.depth.setAttribute("aria-label", "Depth of the measurement");
    this.go = button("Measure", null, { type: "submit", class: "small primary" });
    this.error = element("p", { class: "error", hidden: true, role: "alert" });
    this.about = element("p", { class: "note" }, ABOUT);
    this.table = element("table", { class: "ablation", hidden: true });
    this.rows = element("tbody");
    const heads = ["Without", "Nodes", "Times"].map((words) => element("th", { scope: "col" }, words));
    this.table.append(
      element("caption", { class: "visually-hidden" }, "Nodes searched without each technique"),
      element("thead", {}, element("tr", {}, heads)),
      this.rows,
    );
    const onsubmit = (event) => (event.preventDefault(), this.#measure());
    const label = element("span", { class: "label" }, "depth");
    const form = element("form", { class: "row tight", onsubmit }, label, this.depth, this.go);
    host.append(
      element("div", { class: "panel-head" }, element("h2", {}, "What techniques save"), form),
      this.error,
      element("div", { class: "panel-scroll" }, this.about, this.table),
    );
  }

  /** The position is another one: the numbers are not its own. */
  clear() {
    this.thinking.stop();
    this.#setBusy(false);
    this.rows.replaceChildren();
    this.table.hidden = true;
    this.about.hidden = false;
    this.about.textContent = ABOUT;
    this.error.hidden = true;
  }

  #setBusy(busy) {
    this.go.textContent = busy ? "Stop" : "Measure";
    this.busy = busy;
  }

  async #measure() {
    if (this.busy) {
      this.thinking.stop();
      return this.#setBusy(false);
    }
    this.clear();
    this.#setBusy(true);
    const text = this.depth.value.trim();
    const depth = /^-?\d+$/.test(text) ? Number(text) : text || null;
    try {
      await this.thinking.ask("api/ablate", { ...this.place(), depth, time: LONGEST }, {
        onData: (row) => this.#add(row),
        onNote: (note) => (this.about.textContent = note),
      });
    } catch (error) {
      this.error.textContent = error.message;
      this.error.hidden = false;
    } finally {
      if (!this.thinking.running) this.#setBusy(false);
    }
  }

  #add({ without, nodes, seconds, times }) {
    const [name, meaning] = PLAIN[without] ?? [without, ""];
    const bar = element("span", { class: "ablation-bar" });
    bar.dataset.times = String(times);
    this.about.hidden = true;
    this.table.hidden = false;
    this.rows.append(
      element(
        "tr",
        { title: meaning, class: without === "" ? "all" : "" },
        element("th", { scope: "row" }, name, meaning ? element("span", { class: "meaning" }, meaning) : null),
        element("td", {}, amount(nodes)),
        element("td", { title: `${seconds.toFixed(3)} s` }, `${times.toFixed(2)}×`, bar),
      ),
    );
    this.#scale();
  }

  /** Bars on one scale, a logarithm: twice as long is far more than twice as many. */
  #scale() {
    const bars = [...this.rows.querySelectorAll(".ablation-bar")];
    const level = (bar) => Math.max(0, Math.log2(Number(bar.dataset.times)));
    const most = Math.max(1, ...bars.map(level));
    for (const bar of bars) bar.style.width = `${Math.max(2, (100 * level(bar)) / most)}%`;
  }
}
