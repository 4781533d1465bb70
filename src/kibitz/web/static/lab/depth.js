// Where a search stops early: the depth limit, quiescence, a beam, and what deepening remembers from round to round.

import { button, element } from "../shared/element.js";
import { valueText } from "../shared/wording.js";

const SLIDING = 150; // milliseconds after the slider rests, the search is run
const SWITCHES = [
  ["table", "Table", "What was found to the end is not searched again"],
  ["best-first", "Best first", "The best child of the last round is tried first"],
  ["killers", "Killers", "What cut at this ply is tried early"],
];
const NAMES = ["depth", "quiescence", "beam", "without"];

/** The settings that an address gives; null where it gives none. In the tree of a position `depth` is that tree's, and `limit` ours. */
export function readCutoff(params) {
  const depth = params.game ? params.limit : params.depth;
  const given = { depth: depth ? Number(depth) : null, quiescence: String(params.quiescence) === "1", beam: Number(params.beam ?? 0) };
  const without = params.without ? params.without.split(",") : [];
  return given.depth || given.quiescence || given.beam || without.length ? { ...given, without } : null;
}

/** The settings of a run as they stand in an address. */
export function cutoffParams(run, isPlace) {
  const { depth, quiescence, beam, without } = cutoffOf(run);
  const name = isPlace ? "limit" : "depth";
  return { ...(depth ? { [name]: depth } : {}), quiescence: quiescence ? 1 : null, beam: beam || null, without: without.join(",") };
}

/** Was a run made as an address says? */
export function isCutAs(run, params) {
  return JSON.stringify(readCutoff(params) ?? unlimited()) === JSON.stringify(cutoffOf(run));
}

/** The settings of a run. In the tree of a position `depth` is that tree's, and `limit` the search's. */
export function cutoffOf(run) {
  const depth = run.limit === undefined ? run.depth : run.limit;
  return { ...Object.fromEntries(NAMES.map((name) => [name, run[name]])), depth };
}

function unlimited() {
  return { depth: null, quiescence: false, beam: 0, without: [] };
}

/** The part of a request that holds the settings, as far as a search can make use of them. */
export function asCutoff(run, { algorithm, variant = null, isPlace = false }, cutoff) {
  if (!cutoff) return {};
  const offered = run?.algorithms.find((row) => row.algorithm === algorithm && (!variant || row.variant === variant));
  const { depth, quiescence, beam, without } = cutoff;
  const looks = offered?.looks_on === false ? {} : { ...(quiescence ? { quiescence } : {}), ...(beam ? { beam } : {}) };
  const remembers = offered?.remembers === false || !without.length ? {} : { without };
  return { ...(depth ? { [isPlace ? "limit" : "depth"]: depth } : {}), ...looks, ...remembers };
}

/**
 * The panel: `onChange(cutoff)` runs the search with other settings, `onFill()` gives every node an evaluation, `onStep(index)`
 * goes to a step, and `ask()` resolves to what the search finds at every depth.
 */
export class Depth {
  constructor({ onChange, onFill, onStep, ask }) {
    Object.assign(this, { onChange, onStep, ask });
    this.slider = element("input", { type: "range", id: "lab-depth", min: 1, step: 1, oninput: () => this.#slid() });
    this.shown = element("output", { class: "lab-depth-shown", for: "lab-depth" });
    this.quiescence = this.#box("Quiescence", "At the depth limit, look through noisy nodes", (quiescence) => ({ quiescence }));
    this.beam = element("input", { id: "lab-beam", class: "control", inputMode: "numeric", autocomplete: "off", placeholder: "all", size: 3 });
    this.beam.onchange = () => this.#change({ beam: Math.max(0, Math.floor(Number(this.beam.value)) || 0) });
    const beam = element("label", { class: "lab-depth-beam", title: "Look only at this many of the most promising children" }, "Beam", this.beam);
    this.looks = element("div", { class: "lab-depth-row" }, this.quiescence.label, beam);
    this.switches = SWITCHES.map(([name, words, why]) => [name, this.#box(words, why, (on) => this.#switched(name, on))]);
    this.remembers = element("div", { class: "lab-depth-row", role: "group", "aria-label": "What deepening remembers" });
    this.remembers.append(...this.switches.map(([, { label }]) => label));
    const fill = button("Fill in means", onFill, { class: "small", title: "Every node gets the mean of the leaves below it" });
    this.blind = element("p", { class: "note", hidden: true }, "No node has an evaluation: each counts as 0. ", fill);
    this.rounds = element("div", { class: "lab-rounds", hidden: true });
    this.table = element("details", { class: "lab-depths" }, element("summary", {}, "How the answer changes with depth"));
    this.table.ontoggle = () => this.#tabulate();
    const label = element("label", { class: "label", for: "lab-depth" }, "Depth");
    const top = element("div", { class: "lab-depth-row" }, label, this.slider, this.shown);
    this.element = element("div", { class: "lab-depth" }, top, this.blind, this.looks, this.remembers, this.rounds, this.table);
  }

  /** Show the settings of a run, and its rounds. */
  show(run) {
    this.run = run;
    this.slider.max = Math.max(1, run.deepest);
    this.limit = cutoffOf(run).depth;
    this.slider.value = this.limit ?? run.deepest;
    this.slider.disabled = run.deepest < 2;
    this.#tellDepth();
    const offered = run.algorithms.find((row) => row.algorithm === run.algorithm && row.variant === run.variant);
    this.looks.hidden = !offered?.looks_on;
    this.remembers.hidden = !offered?.remembers;
    this.quiescence.input.checked = run.quiescence;
    this.beam.value = run.beam || "";
    for (const [name, { input }] of this.switches) input.checked = !run.without.includes(name);
    this.blind.hidden = run.has_guesses || (!run.evaluated.length && !run.beam);
    this.#showRounds(run);
    this.#tabulate();
  }

  #box(words, title, change) {
    const input = element("input", { type: "checkbox", onchange: () => this.#change(change(input.checked)) });
    return { input, label: element("label", { class: "lab-depth-box", title }, input, words) };
  }

  #switched(name, on) {
    const others = this.run.without.filter((other) => other !== name);
    return { without: on ? others : [...others, name] };
  }

  #change(part) {
    return this.onChange({ ...cutoffOf(this.run), ...part });
  }

  #slid() {
    this.#tellDepth();
    clearTimeout(this.sliding);
    const depth = this.#isWhole() ? null : Number(this.slider.value);
    this.sliding = setTimeout(() => depth !== this.limit && this.#change({ depth }), SLIDING);
  }

  #isWhole() {
    return Number(this.slider.value) >= this.run.deepest;
  }

  #tellDepth() {
    const words = this.#isWhole() ? "to the end" : this.slider.value === "1" ? "1 ply" : `${this.slider.value} plies`;
    this.shown.textContent = this.#isWhole() ? "∞" : this.slider.value;
    this.shown.title = words;
    this.slider.setAttribute("aria-valuetext", words);
  }

  // ------------------------------------------------------------ tables

  #showRounds({ rounds, steps }) {
    this.rounds.hidden = rounds.length === 0;
    if (!rounds.length) return;
    const begins = (depth) => steps.findIndex((step) => step.event === "round" && step.round === depth);
    const rows = rounds.map((round) => {
      const open = button(String(round.depth), () => this.onStep(begins(round.depth)), { class: "small quiet", title: `To round ${round.depth}` });
      const cells = [valueText(round.value), round.best ?? "", round.looked, round.plain, round.recalled, round.first_cuts, round.killer_cuts];
      return element("tr", {}, element("td", {}, open), ...cells.map((cell) => element("td", {}, String(cell))));
    });
    const titles = ["", "", "", "leaves and evaluations looked at", "the same for alpha-beta to that depth alone, children as written"];
    const more = ["nodes that the table answered for", "cuts by the best child of the last round", "cuts by a killer"];
    const heads = ["Round", "v", "Best", "Looked", "Plain", "Table", "1st cut", "Killer"];
    this.rounds.replaceChildren(tableOf(heads, rows, [...titles, ...more]));
  }

  async #tabulate() {
    this.table.lastChild.tagName === "TABLE" && this.table.lastChild.remove();
    if (!this.table.open) return;
    const { run } = this;
    const rows = await this.ask();
    if (!rows || run !== this.run || !this.table.open) return;
    this.table.lastChild.tagName === "TABLE" && this.table.lastChild.remove();
    this.table.append(tableOf(["Depth", "Value", "Best", "Leaves", "Evaluations"], rows.map((row) => this.#depthRow(row))));
  }

  #depthRow({ depth, value, best, leaves, evaluations, is_end: isEnd, value_changes: isOther, best_changes: isOtherBest }) {
    const change = () => this.#change({ depth: isEnd ? null : depth });
    const open = button(isEnd ? `${depth} (∞)` : String(depth), change, { class: "small quiet", title: "Search to this depth" });
    const isShown = isEnd ? this.limit === null : this.limit === depth;
    const cells = [[changed(valueText(value), isOther), isOther], [changed(best ?? "", isOtherBest), isOtherBest], [leaves], [evaluations]];
    const marked = cells.map(([text, isNew]) => element("td", { class: isNew ? "is-changed" : "" }, String(text)));
    return element("tr", { class: isShown ? "is-shown" : "" }, element("td", {}, open), ...marked);
  }
}

/** A changed entry is marked by a sign, too. */
function changed(text, isOther) {
  return isOther ? `→ ${text}` : text;
}

function tableOf(heads, rows, titles = []) {
  const head = element("tr", {}, ...heads.map((words, at) => element("th", { scope: "col", title: titles[at] || null }, words)));
  return element("table", { class: "lab-depth-table" }, element("thead", {}, head), element("tbody", {}, ...rows));
}
