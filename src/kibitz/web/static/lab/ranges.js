// Ranges at the nodes: between which two numbers each may still lie, as textbooks draw it.

import { element } from "../shared/element.js";

/** The switch: `onChange()` when it is turned, to ask for the tree again. */
export class RangeSwitch {
  constructor(onChange) {
    this.onChange = onChange;
    this.isOn = false;
    this.box = element("input", { type: "checkbox", id: "lab-ranges", onchange: () => this.#turn(this.box.checked) });
    const words = element("span", {}, "Show ranges ", element("small", { class: "note" }, "[low, high]"));
    this.element = element("label", { class: "check lab-ranges" }, this.box, words);
    this.element.title = "Between which two numbers the value of each node may still lie, by the leaves seen so far";
  }

  /** Take over what the address says. */
  read({ ranges }) {
    this.isOn = ranges === "1";
  }

  /** The part of an address that keeps it. */
  get address() {
    return { ranges: this.isOn ? 1 : null };
  }

  /** The part of a request that asks for ranges: where a tree has none, that is no mistake of whoever looks at it. */
  get asked() {
    return this.isOn ? { ranges: "fitting" } : {};
  }

  /** Is this run drawn as the switch says? */
  isAsIn({ ranges }) {
    return ranges === null || ranges === this.isOn;
  }

  /** Show how it stands; nothing where a run has no ranges to show. */
  show({ ranges }) {
    this.element.hidden = ranges === null;
    this.box.checked = this.isOn;
  }

  toggle() {
    if (!this.element.hidden) this.#turn(!this.isOn);
  }

  #turn(isOn) {
    this.isOn = isOn;
    this.onChange();
  }
}
