// What a person answers with: a number, the two ends of a window, or branches in the drawing.

import { button, element } from "../shared/element.js";
import { Branches } from "../shared/branches.js";

/** The root's value. */
export class ValueAnswer {
  constructor(words = "Value of the root") {
    this.input = typed(words);
    this.element = element("div", { class: "quiz-fields" }, labelled(words, this.input));
  }

  get isReady() {
    return this.input.value.trim() !== "";
  }

  get answer() {
    return this.input.value.trim();
  }

  focus() {
    this.input.focus();
  }

  close() {
    this.input.readOnly = true;
  }
}

/** The child that is selected, by its name. */
export class ChildAnswer extends ValueAnswer {
  constructor() {
    super("Name of the child");
  }
}

/** α and β at a node. */
export class WindowAnswer {
  constructor(question) {
    this.alpha = typed(`α at ${question.node}`);
    this.beta = typed(`β at ${question.node}`);
    this.quick = [infinite(this.alpha, "−∞"), infinite(this.beta, "+∞")];
    const fields = [
      element("div", { class: "quiz-field" }, labelled("α", this.alpha), this.quick[0]),
      element("div", { class: "quiz-field" }, labelled("β", this.beta), this.quick[1]),
    ];
    this.element = element("div", { class: "quiz-fields" }, fields);
  }

  get isReady() {
    return this.alpha.value.trim() !== "" && this.beta.value.trim() !== "";
  }

  get answer() {
    return { alpha: this.alpha.value.trim(), beta: this.beta.value.trim() };
  }

  focus() {
    (this.alpha.value.trim() ? this.beta : this.alpha).focus();
  }

  close() {
    for (const input of [this.alpha, this.beta]) input.readOnly = true;
    for (const one of this.quick) one.disabled = true;
  }
}

/** The branches that are cut. Nothing chosen is an answer too. */
export class PruneAnswer {
  constructor(question, svg, parents) {
    const children = question.parts_to_click.map((part) => part.replace(/^edge:/, ""));
    this.told = element("p", { class: "note quiz-told", role: "status" }, "Click a branch to cut it; click it again to undo.");
    this.branches = new Branches(svg, children, parents, (count) => {
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

function typed(label) {
  const input = element("input", { class: "control", size: 7, "aria-label": label, spellcheck: false });
  input.autocomplete = "off";
  return input;
}

function labelled(words, input) {
  return element("label", { class: "quiz-label" }, element("span", { "aria-hidden": "true" }, words), input);
}

function infinite(input, sign) {
  return button(sign, () => {
    input.value = sign;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, { class: "small", "aria-label": `${sign} for ${input.getAttribute("aria-label")}` });
}
