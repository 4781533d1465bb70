// How Monte Carlo tree search is run: the number of simulations, the c of UCB1, and the seed of the random games.

import { element } from "../shared/element.js";
import { iconButton } from "../shared/icons.js";

const FIELDS = [
  ["simulations", "Simulations", "numeric"],
  ["exploration", "c", "decimal"],
  ["seed", "Seed", "numeric"],
];
const NAMES = FIELDS.map(([name]) => name);
const MOST_SEEDS = 100000;

/** The settings that an address gives, as numbers; null where it gives none. */
export function readSimulated(params) {
  const given = NAMES.filter((name) => params[name] !== undefined).map((name) => [name, Number(params[name])]);
  return given.length ? Object.fromEntries(given) : null;
}

/** The settings of a run, as they stand in an address; nothing where it has no simulations. */
export function simulatedOf(run) {
  return run?.simulations ? Object.fromEntries(NAMES.map((name) => [name, Number(run[name].toFixed(3))])) : {};
}

/** The part of a request that says how simulations are run, where the search has some. */
export function asSimulated(run, algorithm, simulated) {
  const offered = run?.algorithms.find((row) => row.algorithm === algorithm);
  return simulated && offered?.simulates !== false ? simulated : {};
}

/** The fields: `onChange({simulations, exploration, seed})` resolves to whether that was possible. */
export class Simulations {
  constructor(onChange) {
    this.onChange = onChange;
    this.inputs = FIELDS.map(([name, label, mode]) => this.#input(name, label, mode));
    const fields = this.inputs.map((input, at) => element("label", { class: "lab-simulations-field" }, FIELDS[at][1], input));
    const again = iconButton("dice", "Other random games", () => this.#ask({ seed: Math.floor(Math.random() * MOST_SEEDS) }));
    this.element = element("div", { class: "lab-simulations", hidden: true }, ...fields, again);
  }

  /** Show the settings of a run; nothing where it has no simulations. */
  show(run) {
    this.shown = simulatedOf(run);
    this.element.hidden = !run.simulations;
    this.#write();
  }

  #input(name, label, inputmode) {
    const field = element("input", { id: `lab-${name}`, class: "control", inputmode, autocomplete: "off" });
    field.onchange = () => this.#ask({ [name]: field.value.trim() === "" ? NaN : Number(field.value.replace(",", ".")) });
    return field;
  }

  #write() {
    this.inputs.forEach((input, at) => (input.value = this.shown[NAMES[at]] ?? ""));
  }

  async #ask(change) {
    const isAsked = Object.values(change).every(Number.isFinite) && (await this.onChange({ ...this.shown, ...change }));
    if (!isAsked) this.#write(); // refused: those from before are shown
  }
}
