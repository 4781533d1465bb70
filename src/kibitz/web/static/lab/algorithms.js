// Which search to run: those that fit the tree can be chosen, the others say why they do not.

import { element } from "../shared/element.js";
import { Bounds } from "./bounds.js";

const KNOWN = [
  ["minimax", null, "Minimax"],
  ["alphabeta", "fail-soft", "Alpha-beta, fail-soft"],
  ["alphabeta", "fail-hard", "Alpha-beta, fail-hard"],
  ["alphabeta", "strict", "Alpha-beta, strict"],
  ["expectimax", null, "Expectimax"],
  ["expectiminimax", null, "Expectiminimax"],
  ["star1", null, "Star1"],
  ["star2", null, "Star2"],
  ["maxn", null, "Maxⁿ"],
  ["shallow", null, "Maxⁿ with shallow pruning"],
  ["paranoid", null, "Paranoid: alpha-beta against all others"],
  ["best-reply", null, "Best-reply search"],
];

const FOR_SEVERAL = /^(maxn|shallow|paranoid|best-reply)$/;

const TITLES = Object.fromEntries(KNOWN.map(([algorithm, , title]) => [algorithm, title.split(",")[0]]));

/** May a search fit a tree, as far as its text tells? The server has the last word. */
export function mayFit(algorithm, tree) {
  if (tree.includes("<")) return FOR_SEVERAL.test(algorithm);
  if (algorithm !== "maxn" && FOR_SEVERAL.test(algorithm)) return false;
  return !(/chance\s*\(/i.test(tree) && /^(minimax|alphabeta)$/.test(algorithm));
}

/** The choice of a search, `onChoose(algorithm, variant)`, and of the bounds it goes by, `onBounds([low, high] or null)`. */
export class Algorithms {
  constructor(onChoose, onBounds) {
    this.select = element("select", { id: "lab-algorithm", class: "control" });
    this.select.onchange = () => onChoose(...this.select.value.split("/"));
    const label = element("label", { class: "label", for: "lab-algorithm" }, "Algorithm");
    this.told = element("p", { class: "note", role: "status", hidden: true });
    this.bounds = new Bounds(onBounds);
    this.element = element("div", { class: "lab-algorithm" }, label, this.select, this.told, this.bounds.element);
  }

  /** Offer what fits the tree of this run, and mark what was run; `wanted` is what was asked for. */
  show(run, wanted) {
    const isOther = wanted !== "auto" && wanted !== run.algorithm;
    this.told.hidden = !isOther;
    this.told.textContent = isOther ? `${TITLES[wanted] ?? wanted} ${why(wanted, run)}; so this is ${run.title}.` : "";
    const fitting = new Map(run.fits.map((row) => [keyOf(row.algorithm, row.variant), row.title]));
    const known = new Map(KNOWN.map(([algorithm, variant, title]) => [keyOf(algorithm, variant), title]));
    const options = [...new Set([...known.keys(), ...fitting.keys()])].map((key) => {
      const title = known.get(key) ?? fitting.get(key);
      const fits = fitting.has(key);
      const words = fits ? title : `${title}: ${why(key, run)}`;
      return element("option", { value: key, disabled: !fits }, words);
    });
    this.select.replaceChildren(...options);
    this.select.value = keyOf(run.algorithm, run.variant);
    this.bounds.show(run);
  }

  /** Choose the next one that fits. */
  next() {
    const options = [...this.select.options].filter((option) => !option.disabled);
    const at = options.findIndex((option) => option.value === this.select.value);
    this.select.value = options[(at + 1) % options.length].value;
    this.select.onchange();
  }
}

function keyOf(algorithm, variant) {
  return variant ? `${algorithm}/${variant}` : algorithm;
}

function why(key, run) {
  const kinds = new Set(run.nodes_list.map((node) => node.kind));
  const isForSeveral = FOR_SEVERAL.test(key);
  if (!kinds.has("player") && isForSeveral) return "is for vectors of several players";
  if (kinds.has("player") && !isForSeveral) return "is for two players at most";
  if (kinds.has("chance") && /^(minimax|alphabeta)/.test(key)) return "cannot weigh chance nodes";
  if (kinds.has("min") && key === "expectimax") return "is for MAX and chance alone";
  if (!kinds.has("chance") && /^star/.test(key)) return "cuts at chance nodes, and there are none";
  return "does not fit this tree";
}
