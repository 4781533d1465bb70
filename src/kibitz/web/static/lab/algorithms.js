// Which search to run: those that fit the tree can be chosen, the others say why they do not.

import { element } from "../shared/element.js";
import { Bounds } from "./bounds.js";
import { Simulations } from "./simulations.js";

/**
 * The choice of a search, `onChoose(algorithm, variant)`, of the bounds it goes by, `onBounds([low, high] or null)`, and of
 * how its simulations are run, `onSimulated({simulations, exploration, seed})`.
 */
export class Algorithms {
  constructor(onChoose, onBounds, onSimulated) {
    this.select = element("select", { id: "lab-algorithm", class: "control" });
    this.select.onchange = () => onChoose(...this.select.value.split("/"));
    const label = element("label", { class: "label", for: "lab-algorithm" }, "Algorithm");
    this.told = element("p", { class: "note", role: "status", hidden: true });
    this.bounds = new Bounds(onBounds);
    this.simulations = new Simulations(onSimulated);
    const more = [this.bounds.element, this.simulations.element];
    this.element = element("div", { class: "lab-algorithm" }, label, this.select, this.told, ...more);
  }

  /** Offer the searches of this run, those that do not fit with the reason, and mark what was run; `wanted` was asked for. */
  show(run, wanted) {
    const refused = run.algorithms.find(({ algorithm, fits }) => algorithm === wanted && !fits);
    this.told.hidden = !refused;
    this.told.textContent = refused ? `${name(refused)} ${refused.why}; so this is ${run.title}.` : "";
    this.told.title = refused?.reason ?? "";
    this.select.replaceChildren(...run.algorithms.map(option));
    this.select.value = keyOf(run);
    this.bounds.show(run);
    this.simulations.show(run);
  }

  /** Choose the next one that fits. */
  next() {
    const options = [...this.select.options].filter((option) => !option.disabled);
    const at = options.findIndex((option) => option.value === this.select.value);
    this.select.value = options[(at + 1) % options.length].value;
    this.select.onchange();
  }
}

function option(offered) {
  const { title, fits, why, reason } = offered;
  return element("option", { value: keyOf(offered), disabled: !fits, title: reason }, fits ? title : `${title}: ${why}`);
}

function keyOf({ algorithm, variant }) {
  return variant ? `${algorithm}/${variant}` : algorithm;
}

/** The name of a search, whichever its form. */
function name({ title, variant }) {
  return variant ? title.split(",")[0] : title;
}
