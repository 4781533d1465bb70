// What a prediction is typed into: a number, a vector, a name, or yes and no.

import { button, element } from "../shared/element.js";

let made = 0;

/** The blank that a question asks to be filled in: `answer`, `focus()`, and `close(filled)` once it is graded. */
export function blankOf(blank, question) {
  return blank.kind === "yes-no" ? new YesNo(blank) : new Typed(blank, question);
}

class Typed {
  constructor({ name, label, kind, choices }, { node }) {
    Object.assign(this, { name, label, choices });
    const id = `predict-blank-${++made}`;
    this.input = element("input", { id, class: "control", size: kind === "vector" ? 12 : 6, spellcheck: false });
    this.input.autocomplete = "off";
    this.input.setAttribute("autocapitalize", "off");
    this.input.setAttribute("aria-label", kind === "name" ? label : `${label} at ${node}`);
    if (kind === "vector") this.input.placeholder = "<1,2,6>";
    if (kind === "name") this.input.placeholder = "a name";
    const parts = [element("span", { "aria-hidden": "true" }, label), this.input];
    this.quick = name === "alpha" ? [this.#infinite("−∞")] : name === "beta" ? [this.#infinite("+∞")] : [];
    this.element = element("div", { class: "predict-blank" }, element("label", { for: id }, ...parts), ...this.quick);
  }

  #infinite(sign) {
    return button(sign, () => this.fill(sign), { class: "small", "aria-label": `${sign} for ${this.label}` });
  }

  get answer() {
    return this.input.value.trim();
  }

  /** Write an answer into it. */
  fill(text) {
    this.input.value = text;
    this.input.focus({ preventScroll: true });
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  close(filled) {
    this.input.readOnly = true;
    for (const each of this.quick) each.hidden = true;
    mark(this.element, filled);
  }
}

class YesNo {
  constructor({ name, label }) {
    Object.assign(this, { name, label, choices: [] });
    const group = `predict-blank-${++made}`;
    this.radios = ["yes", "no"].map((value) => element("input", { type: "radio", name: group, value }));
    const options = this.radios.map((radio) => element("label", { class: "predict-option" }, radio, radio.value === "yes" ? "Yes" : "No"));
    const label_ = element("span", { id: group }, label);
    this.element = element("div", { class: "predict-blank", role: "radiogroup", "aria-labelledby": group }, label_, ...options);
    this.element.onkeydown = (event) => this.#pressed(event);
  }

  /** y and n choose, beside the arrow keys; Enter answers. */
  #pressed(event) {
    const radio = { y: this.radios[0], n: this.radios[1] }[event.key.toLowerCase()];
    if (!radio || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    radio.checked = true;
    radio.focus();
  }

  get answer() {
    return this.radios.find((radio) => radio.checked)?.value ?? "";
  }

  focus() {
    (this.radios.find((radio) => radio.checked) ?? this.radios[0]).focus({ preventScroll: true });
  }

  close(filled) {
    for (const radio of this.radios) radio.disabled = true;
    mark(this.element, filled);
  }
}

/** Say whether it was right, and what would have been. */
function mark(host, { right, expected }) {
  host.classList.add(right ? "is-right" : "is-wrong");
  host.append(element("b", { class: "predict-mark" }, right ? "✓" : `✗ ${expected}`));
}
