// What may be chosen beside a question: its kind, its trees, and a series of it for a class.

import { button, element, field, select } from "../shared/element.js";
import { icon, iconButton } from "../shared/icons.js";

const TREES = {
  opponents: "MAX and MIN",
  chance: "With chance",
  players: "Three players",
  mixed: "Mixed",
};
const MOST_ITEMS = 40;

/** The fields of one question: `ask(changes)` asks another. `kinds` are those of the server. */
export function settings(wishes, kinds, ask) {
  const kind = kinds.find((each) => each.kind === wishes.kind);
  const whole = (name, label, least, most) => {
    const input = element("input", { type: "number", min: least, max: most, value: wishes[name] });
    input.onchange = () => input.value !== "" && ask({ [name]: Number(input.value) });
    return field(label, input);
  };
  const able = wishes.tree ? kinds.filter((each) => each.needs_tree) : kinds;
  const made = [field("Question", select(able.map((each) => [each.kind, each.title]), wishes.kind, (chosen) => ask({ kind: chosen })))];
  if (kind.variants.length) {
    const variants = kind.variants.map((name) => [name, name[0].toUpperCase() + name.slice(1)]);
    made.push(field("Variant of alpha-beta", select(variants, wishes.variant, (variant) => ask({ variant }))));
  }
  if (wishes.tree) {
    const random = button("Random trees instead", () => ask({ tree: null }), { class: "small" });
    return [...made, element("p", { class: "note" }, "About your own tree."), random];
  }
  if (kind.trees.length > 1) {
    const trees = [...kind.trees, "mixed"].map((name) => [name, TREES[name]]);
    made.push(field("Trees", select(trees, wishes.trees, (chosen) => ask({ trees: chosen }))));
  }
  const seed = whole("seed", "Seed", 0, 999999999);
  const sizes = kind.trees.length ? [whole("depth", "Depth", 2, 6), whole("branching", "Branching", 2, 6), seed] : [seed];
  return [...made, element("div", { class: "quiz-sizes" }, ...sizes)];
}

/** The panel for a class: a link to this question, and a series of any mix of kinds as a link and as sheets. */
export class Sharing {
  constructor(host, { link, onCopy, onStart }) {
    Object.assign(this, { host, link, onCopy, onStart });
    this.chosen = null; // the kinds of the series; null: that of the question
    this.count = 6;
  }

  show(wishes, kinds, more = []) {
    this.wishes = wishes;
    const copy = iconButton("link", "Copy the link to this question", () => this.onCopy("question"), "Same quiz for a class");
    copy.classList.remove("quiet");
    const series = wishes.tree ? [] : this.#series(kinds);
    this.host.replaceChildren(copy, ...series, ...more);
  }

  /** What the series is made of. */
  get series() {
    const { seed, depth, branching, variant, trees, kind, kinds } = this.wishes;
    const own = kinds ?? [kind];
    return { kinds: this.chosen ?? own, seed, count: this.count, depth, branching, variant, trees, place: 0 };
  }

  #series(kinds) {
    const wanted = this.series.kinds;
    const boxes = kinds.map(({ kind, title }) => {
      const box = element("input", { type: "checkbox", value: kind, checked: wanted.includes(kind) });
      box.onchange = () => this.#chose(boxes.map((label) => label.querySelector("input")));
      return element("label", { class: "quiz-kind" }, box, element("span", {}, title));
    });
    const count = element("input", { type: "number", min: 1, max: MOST_ITEMS, value: this.count });
    count.onchange = () => {
      this.count = Math.min(MOST_ITEMS, Math.max(1, Number(count.value) || 1));
      count.value = this.count;
      this.#relink();
    };
    this.sheets = [0, 1].map((answers) =>
      element("a", { class: "button small", target: "_blank", rel: "noopener" }, icon("print"), answers ? "With answers" : "Questions"),
    );
    this.#relink();
    const all = element("fieldset", { class: "quiz-kinds" }, element("legend", { class: "visually-hidden" }, "Kinds of questions"), boxes);
    const start = button("Start", () => this.onStart(this.series), { class: "small" });
    const copy = iconButton("link", "Copy the link to the series", () => this.onCopy("series"), "Copy the link");
    copy.classList.replace("quiet", "small");
    return [
      element("details", { class: "quiz-series", open: this.isOpen ?? false, ontoggle: (event) => (this.isOpen = event.target.open) },
        element("summary", {}, "A series: kinds and number"), all, field("Questions", count), element("div", { class: "row tight" }, start, copy)),
      element("h2", {}, "A sheet to print, from this seed"),
      element("div", { class: "row tight" }, ...this.sheets),
    ];
  }

  #chose(boxes) {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    this.chosen = chosen.length ? chosen : null;
    if (!chosen.length) for (const box of boxes) box.checked = this.series.kinds.includes(box.value);
    this.#relink();
  }

  #relink() {
    for (const [answers, link] of this.sheets.entries()) link.href = sheetAddress(this.series, answers);
  }
}

/** The address of the sheet with the questions of a series. */
export function sheetAddress({ seed, count, depth, branching, variant, trees, kinds }, answers) {
  const asked = { seed, count, depth, branching, kinds: kinds.join(","), variant, trees, answers };
  return `sheet?${new URLSearchParams(asked)}`;
}
