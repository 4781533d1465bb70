// The bounds by which Star1 and Star2 cut: two fields, and where the numbers in them come from.

import { button, element } from "../shared/element.js";

/** Bounds as they stand in an address, `-2,2`; null where there are none. */
export function written(bounds) {
  return bounds ? bounds.join(",") : null;
}

/** The bounds that an address gives; null where it gives none. */
export function readBounds(text) {
  return text ? text.split(",").map(Number) : null;
}

/** The bounds that were given to a run's search; null where it has them from the leaves, or needs none. */
export function givenBounds(run) {
  return run?.bounds_given ? run.bounds : null;
}

/** The part of a request that gives bounds, where there are some and the search is not known to have no use for them. */
export function asBounds(run, algorithm, bounds) {
  const offered = run?.algorithms.find((row) => row.algorithm === algorithm);
  return bounds && offered?.uses_bounds !== false ? { bounds } : {};
}

/** The fields: `onChange([low, high])`, or null for those of the leaves. */
export class Bounds {
  constructor(onChange) {
    this.onChange = onChange;
    this.low = this.#field("lab-bound-low", "Lower bound");
    this.high = this.#field("lab-bound-high", "Upper bound");
    this.source = element("span", { class: "note", role: "status" });
    this.reset = button("From the leaves", () => onChange(null), { class: "small" });
    const fields = element("div", { class: "lab-bounds-row" }, "Values from", this.low, "to", this.high);
    this.element = element("div", { class: "lab-bounds", hidden: true }, fields, this.source, this.reset);
  }

  /** Show the bounds of a run; nothing where it uses none. */
  show({ bounds, bounds_given: isGiven }) {
    this.element.hidden = !bounds;
    if (!bounds) return;
    this.shown = bounds.map(String);
    this.#write();
    this.source.textContent = isGiven ? "Bounds you gave." : "Bounds taken from the leaves; type your own.";
    this.reset.hidden = !isGiven;
  }

  #field(id, label) {
    const field = element("input", { id, class: "control", inputmode: "decimal", autocomplete: "off", "aria-label": label });
    field.onchange = () => this.#typed();
    return field;
  }

  #write() {
    [this.low.value, this.high.value] = this.shown;
  }

  async #typed() {
    const texts = [this.low, this.high].map((field) => field.value.trim().replace("−", "-").replace(",", "."));
    const numbers = texts.map((text) => (text === "" ? NaN : Number(text)));
    const isAsked = numbers.every(Number.isFinite) && (await this.onChange(numbers));
    if (!isAsked) this.#write(); // refused: the search goes by those from before
  }
}
