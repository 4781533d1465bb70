// Two searches of one tree side by side, moved by one stepper: leaf by leaf, or step by step.

import { element, select } from "../shared/element.js";
import { Frames } from "../shared/frames.js";
import { iconButton } from "../shared/icons.js";
import { Viewport } from "../shared/viewport.js";

const PACES = [
  ["leaves", "leaf by leaf"],
  ["steps", "step by step"],
];

/** For each moment the steps of two searches, [one, other]: where one has nothing to do, it waits. */
export function timeline(one, other, pace) {
  const haveLeaves = [one, other].every((steps) => steps.some(({ event }) => event === "leaf")); // simulations have none
  const [first, second] = [one, other].map((steps) => stretches(steps, haveLeaves ? pace : "steps"));
  const moments = [];
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const both = [first[at], second[at]];
    const length = Math.max(...both.map((stretch) => (stretch ? stretch.end - stretch.start : 0)));
    for (let offset = 0; offset < length; offset += 1) {
      const ends = [one.length - 1, other.length - 1];
      moments.push(both.map((stretch, which) => (stretch ? Math.min(stretch.start + offset, stretch.end - 1) : ends[which])));
    }
  }
  return moments;
}

/** The parts of a search that belong together: up to the first leaf, from there to the next one, and so on. */
function stretches(steps, pace) {
  const leaves = pace === "leaves" ? steps.flatMap((step, at) => (step.event === "leaf" && at ? [at] : [])) : [];
  const starts = [0, ...leaves];
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? steps.length }));
}

/** A run that takes these steps, one after the other; where it waits, nothing happens. */
function stretched(run, indices) {
  const waits = (at) => at > 0 && indices[at - 1] === indices[at];
  const steps = indices.map((index, at) => ({ ...run.steps[index], index: at, ...(waits(at) ? { event: "wait" } : {}) }));
  const changes = indices.map((index, at) => (waits(at) ? {} : run.drawing.changes[index]));
  return { ...run, steps, drawing: { svg: run.drawing.svg, changes } };
}

/** The choice of a second search, and its drawing beside the first: `onChange()` when another one is wanted. */
export class Beside {
  constructor({ api, toast }, onChange) {
    this.api = api;
    this.toast = toast;
    this.onChange = onChange;
    this.wanted = null; // algorithm/variant
    this.pace = "leaves";
    this.choice = element("select", { id: "lab-beside", class: "control", onchange: () => this.#choose(this.choice.value || null) });
    this.paces = select(PACES, this.pace, (pace) => this.#keep(pace), { class: "control", "aria-label": "In step", hidden: true });
    this.element = element("div", { class: "lab-beside" }, element("label", { class: "label", for: "lab-beside" }, "Beside"), this.choice, this.paces);
    this.stage = new Viewport();
    this.stage.view.setAttribute("aria-label", "The tree of the second search");
    this.heads = [0, 1].map(() => ({ title: element("b"), count: element("span", { class: "note" }) }));
    const [own, other] = this.heads.map(({ title, count }) => element("p", { class: "beside-head", hidden: true }, title, " ", count));
    this.ownHead = own;
    this.column = element("div", { class: "beside-column" }, other, this.stage.element);
    other.hidden = false;
    this.sentence = element("p", { class: "stepper-sentence beside-sentence" });
  }

  /** Take a place in the stepper: the two drawings in a row, the sentences below, a button for the next leaf. */
  join(stepper) {
    this.stepper = stepper;
    const first = element("div", { class: "beside-column" });
    this.row = element("div", { class: "beside-row" }, first);
    stepper.stage.element.replaceWith(this.row);
    first.append(this.ownHead, stepper.stage.element);
    this.leaf = iconButton("right", "To the next leaf of either search", () => this.nextLeaf(), "Next leaf");
    this.leaf.hidden = true;
    stepper.buttons.end.before(this.leaf);
  }

  #choose(wanted) {
    this.wanted = wanted;
    this.onChange();
  }

  #keep(pace) {
    this.pace = pace;
    this.onChange();
  }

  /** Show one search alone. */
  leave() {
    this.#choose(null);
  }

  /** Take over what the address says; an exercise has no second search beside it, which would tell too much. */
  read({ beside = null, pace, predict }) {
    this.wanted = predict ? null : beside;
    this.pace = pace === "steps" ? "steps" : "leaves";
  }

  /** The part of an address that keeps it. */
  get address() {
    return { beside: this.wanted, pace: this.wanted && this.pace === "steps" ? "steps" : null };
  }

  /** Has this run the search beside it that is wanted, at the same pace? */
  isAsIn({ besideAs }) {
    return besideAs === `${this.wanted} ${this.pace}`;
  }

  /** The second search of the tree that a run is of; null where none is wanted, or where it does not fit. */
  async ask(path, body, run) {
    run.besideAs = `${this.wanted} ${this.pace}`;
    const offered = run.algorithms.find((row) => row.fits && keyOf(row) === this.wanted && this.wanted !== keyOf(run));
    if (!offered) return null;
    const { bounds, simulations, exploration, seed, variant, ...rest } = body;
    const more = {
      ...(offered.variant ? { variant: offered.variant } : {}),
      ...(offered.uses_bounds && bounds ? { bounds } : {}),
      ...(offered.simulates && simulations ? { simulations, exploration, seed } : {}),
    };
    try {
      return await this.api.post(path, { ...rest, algorithm: offered.algorithm, ...more, folded: body.folded ?? run.folded });
    } catch (error) {
      this.toast(error.message, "error");
      return null;
    }
  }

  /** The run as the stepper shows it: as it is, or stretched to keep in step with the one beside it. */
  pair(run) {
    const { beside } = run;
    this.#offer(run);
    const isOn = Boolean(beside);
    for (const each of [this.ownHead, this.paces, this.leaf]) each.hidden = !isOn;
    for (const each of [this.column, this.sentence]) if (!isOn) each.remove();
    if (isOn) this.row.append(this.column);
    if (isOn) this.stepper.sentence.after(this.sentence);
    this.stepper.element.classList.toggle("is-beside", isOn);
    this.moments = null;
    if (!beside) return run;
    this.moments = timeline(run.steps, beside.steps, this.pace);
    this.runs = [run, beside].map((each, which) => stretched(each, this.moments.map((moment) => moment[which])));
    this.frames = new Frames(this.runs[1].drawing);
    this.stage.hold(this.frames.svg);
    this.heads.forEach(({ title }, which) => (title.textContent = this.runs[which].title));
    this.stepper.sentence.dataset.title = `${run.title}: `;
    this.sentence.dataset.title = `${beside.title}: `;
    return this.runs[0];
  }

  #offer(run) {
    const others = run.algorithms.filter((row) => row.fits && keyOf(row) !== keyOf(run));
    const options = others.map((row) => element("option", { value: keyOf(row) }, row.title));
    this.choice.replaceChildren(element("option", { value: "" }, "nothing"), ...options);
    this.choice.value = run.beside ? keyOf(run.beside) : "";
    this.paces.value = this.pace;
    this.element.hidden = !others.length;
  }

  /** Show the second search at a moment, and count the leaves of both. */
  show(index) {
    if (!this.moments) return;
    const step = this.runs[1].steps[index];
    this.frames.show(index);
    this.frames.svg.setAttribute("aria-label", `${this.runs[1].title}: ${step.sentence}`);
    this.sentence.textContent = step.sentence;
    this.stage.follow(this.frames.node(step.node));
    this.heads.forEach(({ count }, which) => (count.textContent = counted(this.runs[which], index)));
  }

  /** The step of the first search at a moment. */
  own(index) {
    return this.moments?.[index]?.[0] ?? index;
  }

  nextLeaf() {
    if (!this.moments) return false;
    const { index } = this.stepper;
    this.stepper.pause();
    const next = this.moments.findIndex((_, at) => at > index && this.runs.some(({ steps }) => steps[at].event === "leaf"));
    return this.stepper.go(next < 0 ? this.stepper.last : next);
  }

  destroy() {
    this.stage.destroy();
  }
}

function counted({ steps, counts, simulations, value, last = steps.length - 1 }, index) {
  const isOver = steps[index].event === "wait" && steps.slice(index).every(({ event }) => event === "wait");
  const worth = index === last || isOver ? `, worth ${worthOf(value)}` : "";
  if (simulations) return `simulation ${steps[index].simulation ?? 0} of ${simulations}${worth}`;
  const seen = steps.slice(0, index + 1).filter(({ event }) => event === "leaf").length;
  return `${seen} of ${counts.leaves} leaves${worth}`;
}

function worthOf(value) {
  return (Array.isArray(value) ? `<${value}>` : String(value)).replaceAll("-", "−");
}

function keyOf({ algorithm, variant }) {
  return variant ? `${algorithm}/${variant}` : algorithm;
}
