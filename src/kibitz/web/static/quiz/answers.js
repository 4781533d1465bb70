// What a person answers with, by the shape of the question's form: numbers, a choice, or edges of the drawing.

import { button, element, select } from "../shared/element.js";
import { Branches } from "../shared/branches.js";

const MOST_BUTTONS = 8; // choices that are all shown; more are in a list

/** The means to answer a question, in the drawing `svg` where that is where it is answered. */
export function answerFor(question, svg) {
  const { shape } = question.form;
  if (shape === "numbers") return new Numbers(question.form);
  return shape === "edges" ? new Edges(question, svg) : new Choice(question.form, svg);
}

/** Numbers to type; each may be a fraction, a vector, or infinite. */
class Numbers {
  constructor({ fields }) {
    this.fields = fields;
    this.inputs = fields.map(({ said, players }) => typed(said, players));
    this.quick = [];
    const lines = fields.map((field, at) => this.#line(field, this.inputs[at], at));
    this.element = element("div", { class: "quiz-fields" }, lines);
  }

  #line({ label, is_bound: isBound }, input, at) {
    const line = element("div", { class: "quiz-field" }, labelled(label, input));
    if (!isBound) return line;
    const sign = at === 0 ? "−∞" : "+∞";
    const quick = button(sign, () => {
      input.value = sign;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, { class: "small", "aria-label": `${sign} for ${input.getAttribute("aria-label")}` });
    this.quick.push(quick);
    line.append(quick);
    return line;
  }

  get isReady() {
    return this.inputs.every((input) => input.value.trim() !== "");
  }

  get answer() {
    const values = this.inputs.map((input) => input.value.trim());
    if (values.length === 1) return values[0];
    return Object.fromEntries(this.fields.map(({ name }, at) => [name, values[at]]));
  }

  focus() {
    (this.inputs.find((input) => input.value.trim() === "") ?? this.inputs[0]).focus();
  }

  close() {
    for (const input of this.inputs) input.readOnly = true;
    for (const one of this.quick) one.disabled = true;
  }
}

/** One of several answers; where they are nodes, a click on the node chooses it, too. */
class Choice {
  constructor({ label, choices, are_nodes: areNodes }, svg) {
    this.choices = choices;
    this.isOpen = true;
    this.svg = areNodes ? svg : null;
    if (choices.length <= MOST_BUTTONS) this.#buttons(label);
    else this.#list(label);
    if (areNodes) this.#clickable();
  }

  #buttons(label) {
    this.inputs = this.choices.map((choice) => element("input", { type: "radio", name: "quiz-choice", value: choice, onchange: () => this.#paint() }));
    this.labels = this.inputs.map((input) => element("label", { class: "quiz-choice" }, input, element("span", {}, input.value)));
    const legend = element("legend", { class: "visually-hidden" }, label);
    this.element = element("fieldset", { class: "quiz-choices" }, legend, this.labels);
  }

  #list(label) {
    this.list = select([["", "Choose …"], ...this.choices], "", () => this.#paint(), { class: "control", "aria-label": label });
    const words = element("span", { "aria-hidden": "true" }, label);
    this.element = element("div", { class: "quiz-fields" }, element("label", { class: "quiz-label is-list" }, words, this.list));
  }

  #clickable() {
    for (const node of this.svg.querySelectorAll("[data-node]")) node.classList.toggle("quiz-pick", this.choices.includes(node.dataset.node));
    this.svg.addEventListener("click", (event) => {
      const name = event.target.closest("[data-node]")?.dataset.node;
      if (this.isOpen && this.choices.includes(name)) this.choose(name);
    });
  }

  choose(choice) {
    if (this.list) this.list.value = choice;
    else this.inputs.find(({ value }) => value === choice).checked = true;
    this.#paint();
  }

  #paint() {
    for (const node of this.svg?.querySelectorAll("[data-node]") ?? []) node.classList.toggle("is-picked", node.dataset.node === this.answer);
  }

  get isReady() {
    return this.answer !== "";
  }

  get answer() {
    return this.list ? this.list.value : (this.inputs.find(({ checked }) => checked)?.value ?? "");
  }

  focus() {
    (this.list ?? this.inputs.find(({ checked }) => checked) ?? this.inputs[0]).focus();
  }

  /** Mark what is right, and what was chosen instead. */
  close({ expected, right }) {
    this.isOpen = false;
    if (this.list) this.list.disabled = true;
    for (const [at, input] of (this.inputs ?? []).entries()) {
      input.disabled = true;
      if (input.value === expected) this.labels[at].append(element("b", { class: "quiz-is-right" }, "✓ right"));
      else if (input.checked && !right) this.labels[at].append(element("b", { class: "quiz-is-wrong" }, "✗"));
    }
  }
}

/** The branches that are cut. Nothing chosen is an answer too. */
class Edges {
  constructor({ form, parents }, svg) {
    this.told = element("p", { class: "note quiz-told", role: "status" }, "Click a branch to cut it; click it again to undo.");
    this.branches = new Branches(svg, form.choices, new Map(Object.entries(parents)), (count) => {
      this.told.textContent = `You cut ${count === 1 ? "1 branch" : `${count} branches`}.`;
    });
    this.element = element("div", { class: "quiz-fields" }, this.told);
  }

  get isReady() {
    return true;
  }

  get answer() {
    return this.branches.answer;
  }

  focus() {
    this.branches.layer.querySelector("[data-child]")?.focus({ preventScroll: true });
  }

  close({ expected, missed, wrong, gone = [] }) {
    const right = expected.filter((child) => !missed.includes(child));
    this.branches.mark({ right, missed, wrong, gone });
  }
}

function typed(label, players) {
  const input = element("input", { class: "control", size: 7, "aria-label": label, spellcheck: false });
  input.autocomplete = "off";
  if (players > 1) input.placeholder = `<${Array.from({ length: players }, (_, player) => player + 1).join(",")}>`;
  return input;
}

function labelled(words, input) {
  return element("label", { class: "quiz-label" }, element("span", { "aria-hidden": "true" }, words), input);
}
