// A series of questions that a link gives to a whole class: where it stands, and the score at its end.

import { button, element } from "../shared/element.js";
import { icon } from "../shared/icons.js";

const KEY = "kibitz.quiz.series";

/** A series `{kinds, seed, count, …}`; what was right at the first try is kept while the browser's tab is open. */
export class Series {
  constructor(wishes) {
    this.wishes = wishes;
    this.name = JSON.stringify([wishes.kinds, wishes.seed, wishes.count, wishes.depth, wishes.branching, wishes.variant, wishes.trees]);
  }

  /** What is known of each question, in order: `{title, right}`, or nothing yet. */
  get results() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
      return kept.name === this.name ? kept.results : [];
    } catch {
      return [];
    }
  }

  /** A question was answered; only the first try counts. */
  count(title, right) {
    const { results } = this;
    results[this.wishes.place] ??= { title, right };
    sessionStorage.setItem(KEY, JSON.stringify({ name: this.name, results }));
  }

  forget() {
    sessionStorage.removeItem(KEY);
  }

  get isLast() {
    return this.wishes.place + 1 >= this.wishes.count;
  }

  get words() {
    return `Question ${this.wishes.place + 1} of ${this.wishes.count}`;
  }

  /** The end: how many were right, and which. */
  summary(onAgain, sheetAddress) {
    const { count } = this.wishes;
    const results = Array.from({ length: count }, (_, place) => this.results[place] ?? null);
    const right = results.filter((result) => result?.right).length;
    const rows = results.map((result, place) =>
      element("li", { class: result?.right ? "is-right" : "is-wrong" },
        element("span", {}, `${place + 1}. ${result?.title ?? "not answered"}`),
        element("b", {}, result ? (result.right ? "✓ right" : "✗ wrong") : "–")),
    );
    return element("section", { class: "panel quiz-end", "aria-label": "Score of the series" },
      element("h1", { tabIndex: -1 }, `${right} of ${count} right`),
      element("ol", { class: "quiz-results" }, rows),
      element("div", { class: "row" },
        button("Once more", onAgain, { class: "primary" }),
        element("a", { class: "button", href: sheetAddress, target: "_blank", rel: "noopener" }, icon("print"), "All answers to print")),
    );
  }
}
