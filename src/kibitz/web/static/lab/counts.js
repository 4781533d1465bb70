// How many leaves a search looked at, against all there are and against the fewest that alpha-beta could do with.

import { button, element } from "../shared/element.js";
import { latest } from "../shared/frames.js";

const ORDERS = [
  ["as-written", "As written"],
  ["best-first", "Best first"],
  ["fewest-leaves", "Fewest leaves"],
  ["worst-first", "Worst first"],
  ["shuffle", "Shuffle"],
];

/** The panel with the counts, and the buttons that put children in another order: `onOrder(kind)`. */
export class Counts {
  constructor(onOrder) {
    this.change = element("p", { class: "counts-change" });
    this.rows = element("dl", { class: "counts-rows" });
    this.orders = ORDERS.map(([kind, words]) => {
      return button(words, () => onOrder(kind), { class: "small", "data-order": kind, "aria-pressed": "false" });
    });
    const group = element("div", { class: "row counts-orders", role: "group", "aria-label": "Order of the children" });
    group.append(...this.orders);
    this.element = element("section", { class: "panel counts" }, element("h2", {}, "Leaves visited"), this.rows, this.change, group);
  }

  /** Show the counts of a run; where they differ from those `before` (a number of leaves), point it out. */
  show(run, before = null) {
    this.element.hidden = Boolean(run.simulations); // they come to the same leaves again and again
    const { visited, evaluated, leaves, branching, depth, full, best, fewest } = run.counts;
    this.leaves = leaves;
    this.leafSteps = firstVisits(run);
    const power = ["b", raised("m"), ` = ${branching}`, raised(depth)];
    const isFull = leaves === full;
    const stopped = evaluated ? [["Evaluated", ["at the limit"], evaluated]] : [];
    const wanted = [["Visited", [], visited], ...stopped, ["Every leaf", isFull ? power : ["of this tree"], leaves]];
    if (full !== null && !isFull) wanted.push(["Full tree", power, full]);
    if (fewest !== null) wanted.push(["Fewest", best === fewest ? formula() : ["in any order"], fewest]);
    for (const one of this.orders) one.hidden = one.dataset.order === "fewest-leaves" && (fewest === null || best === fewest);
    const scale = Math.max(leaves, Math.min(full ?? 0, 2 * leaves));
    const rows = wanted.map(([name, why, number]) => countRow(name, why, number, scale));
    this.visited = rows[0];
    this.rows.replaceChildren(...rows.map(({ row }) => row));
    this.change.textContent = this.isHidden || before === null || before === visited ? "" : changed(before, visited);
    return this.change.textContent;
  }

  /** Keep the count of visited leaves a secret, or not. */
  hide(isHidden) {
    this.isHidden = isHidden;
    if (isHidden) this.change.textContent = "";
    this.element.classList.toggle("is-hidden", isHidden);
  }

  /** How many of the leaves have been visited at a step; `isOver`: nothing is a secret any more. */
  step(index, isOver = false) {
    const { done, why, number, scale, row } = this.visited;
    const isSecret = Boolean(this.isHidden) && !isOver;
    row.querySelector(".counts-number").textContent = isSecret ? "?" : number;
    row.querySelector(".counts-bar").style.visibility = isSecret ? "hidden" : "";
    if (isSecret) return void (why.textContent = "at the end");
    const sofar = this.leafSteps.length && this.leafSteps[0] <= index ? latest(this.leafSteps, index) + 1 : 0;
    done.style.width = `${Math.min(100, (100 * sofar) / scale)}%`;
    done.hidden = sofar === 0;
    why.textContent = sofar === number ? `of ${this.leaves}` : `${sofar} so far`;
  }

  /** Mark the order that the children are in, if it is a chosen one. */
  mark(order) {
    for (const one of this.orders) one.setAttribute("aria-pressed", String(one.dataset.order === order));
  }
}

/** The steps at which a leaf is come to for the first time. */
function firstVisits(run) {
  const unseen = new Set(run.nodes_list.filter(({ kind }) => kind === "leaf").map(({ name }) => name));
  return run.steps.filter(({ event, node }) => event === "leaf" && unseen.delete(node)).map(({ index }) => index);
}

function changed(before, now) {
  const unit = now === 1 ? "leaf" : "leaves";
  return `${before} → ${now} ${unit}: ${Math.abs(now - before)} ${now < before ? "fewer" : "more"}`;
}

/** What the best order needs in an even tree. */
function formula() {
  return ["b", raised("⌈m/2⌉"), "+ b", raised("⌊m/2⌋"), "− 1"];
}

function raised(text) {
  return element("sup", {}, String(text));
}

/** A number with its name, where it comes from, and a bar on a scale that all rows share. */
function countRow(name, why, number, scale) {
  const share = Math.min(100, (100 * number) / scale);
  const done = element("i", { class: "counts-done", hidden: true });
  const bar = element("span", { class: "counts-bar", "aria-hidden": "true" }, element("i", { style: `width: ${share}%` }), done);
  const small = element("small", {}, ...why);
  const row = element("div", { "data-count": name.toLowerCase().replace(" ", "-") });
  const shown = element("span", { class: "counts-number" }, String(number));
  row.append(element("dt", {}, `${name} `, small), element("dd", {}, bar, shown));
  return { row, done, why: small, number, scale };
}
