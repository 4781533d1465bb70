// What the signs of a drawn search mean: told apart by shape and dash, not by colour alone.

import { element, shape } from "../shared/element.js";

const TRIANGLE = "M2 15 9 3l7 12z";
const KINDS = {
  max: ["MAX", TRIANGLE, "is-max"],
  min: ["MIN", "M2 3h14L9 15z", "is-min"],
  chance: ["chance", "M9 2.5a6.5 6.5 0 1 0 .1 0z", "is-chance"],
  player: ["a player", "M5 2.5h8q2.5 0 2.5 2.5v8q0 2.5-2.5 2.5H5q-2.5 0-2.5-2.5V5q0-2.5 2.5-2.5z", "is-max"],
};
const STATES = [
  ["not yet visited", TRIANGLE, "is-unvisited"],
  ["visited", TRIANGLE, "is-visited"],
  ["current", "M5 13.5 9 6.5l4 7zM1 16 9 1.5 17 16z", "is-current"],
  ["best", "M0 9h18", "is-best"],
];
const CUTS = [
  ["cut", "M0 9h18M7 3v12M11 3v12", "is-cut"],
  ["below a cut", "M0 9h18", "is-below"],
];

const LIMITED = ["depth limit", "M1 9q2 -5 4 0q2 5 4 0q2 -5 4 0q2 5 4 0", "is-limit"];
const LEFT_OUT = ["left out (beam)", "M0 9h4M14 9h4M9 5a4 4 0 1 0 .1 0z", "is-left-out"];
const SIMULATIONS = [
  ["selected", "M0 9h18", "is-walked"],
  ["random game", "M0 9h18", "is-played"],
];
const NUMBERS = "n visits, v their mean, u UCB1";

/** The signs of a drawing, in one line where there is room. */
export class Legend {
  constructor() {
    this.element = element("ul", { class: "lab-legend", "aria-label": "Legend" });
  }

  /** Explain what there is in this run, and nothing else; `isVeiled` does not tell whether something is cut. */
  show(run, isVeiled = false) {
    const kinds = Object.keys(KINDS).filter((kind) => run.nodes_list.some((node) => node.kind === kind));
    const simulations = run.simulations ? SIMULATIONS : [];
    const cuts = (isVeiled ? run.cuts : run.cut.length) ? CUTS : [];
    const early = [...(run.evaluated.length ? [LIMITED] : []), ...(run.dropped.length ? [LEFT_OUT] : [])];
    const signs = [...kinds.map((kind) => KINDS[kind]), ...STATES, ...simulations, ...cuts, ...early];
    this.element.replaceChildren(...signs.map(row), ...(run.simulations ? [element("li", {}, NUMBERS)] : []));
  }
}

function row([words, path, state]) {
  const sign = shape("svg", { viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true", class: state });
  sign.append(...path.split("M").slice(1).map((part) => shape("path", { d: `M${part}` })));
  return element("li", {}, sign, words);
}
