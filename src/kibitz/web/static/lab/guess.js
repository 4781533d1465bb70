// What an inner node is given: its evaluation, and whether that is not to be trusted.

import { element } from "../shared/element.js";

/** The fields for the chosen node: `change(kind, {value})` sends what is new; `leave()` goes back to the drawing. */
export class Guess {
  constructor(change, leave) {
    this.leave = leave;
    this.input = element("input", { class: "control lab-guess", size: 4, autocomplete: "off", placeholder: "none" });
    this.input.setAttribute("aria-label", "Evaluation");
    this.input.title = "Evaluation of this node, for searches that stop here; empty for none";
    this.input.onchange = () => change("guess", { value: this.input.value.trim() });
    this.input.onkeydown = (event) => this.#pressed(event);
    this.noisy = element("input", { type: "checkbox", onchange: () => change("noisy", { value: this.noisy.checked ? "yes" : "no" }) });
    const title = "Noisy: quiescence looks through this node at the depth limit";
    const evaluated = element("label", { class: "lab-guess-label" }, "~", this.input);
    this.element = element("span", { class: "lab-guess-fields" }, evaluated, element("label", { class: "lab-guess-label", title }, this.noisy, "noisy"));
  }

  /** Show a node's; nothing at a leaf. */
  show(node) {
    this.node = node;
    this.element.hidden = node.kind === "leaf";
    this.input.value = node.guess === null ? "" : Array.isArray(node.guess) ? `<${node.guess.join(",")}>` : String(node.guess);
    this.noisy.checked = node.noisy;
  }

  #pressed(event) {
    if (event.key === "Escape") this.show(this.node);
    if (event.key === "Escape" || event.key === "Enter") this.leave(); // the field then sends what is new
  }

  /** Go to the field. */
  focus() {
    this.input.focus();
    this.input.select();
  }
}
