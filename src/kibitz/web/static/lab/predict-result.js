// The result of an exercise, to be handed in: a table, a CSV file, a page to print. Nothing of it is kept.

import { copied } from "../shared/copying.js";
import { button, element } from "../shared/element.js";
import { save } from "../shared/files.js";

const HEADS = ["Question", "Step", "Node", "Asked", "Answer", "Right answer", "Points"];

/**
 * The dialog: `ask(name)` gives the result from the server, `again()` begins the exercise anew, `svg` is the drawing as it
 * stands, and `link()` the address of the exercise.
 */
export class PredictResult {
  constructor(context, { exercise, svg, link, ask, again }) {
    Object.assign(this, { context, exercise, link, ask, again });
    this.svg = svg.cloneNode(true);
    for (const each of this.svg.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  }

  async open() {
    this.result = await this.ask("");
    const { points, possible } = this.result;
    this.name = element("input", { class: "control", autocomplete: "name", maxLength: 200 });
    const label = element("label", { class: "predict-name" }, "Your name", this.name);
    this.dialog = element("dialog", { class: "dialog predict-result", "aria-labelledby": "predict-result-title" });
    const heading = element("h2", { id: "predict-result-title", tabIndex: -1, autofocus: true }, `${points} of ${possible} points`);
    const table = element("div", { class: "predict-table", tabIndex: 0, role: "region", "aria-label": "Every answer" }, this.#table());
    this.dialog.append(heading, this.#left(), label, table, this.#buttons());
    this.dialog.onclose = () => this.dialog.remove();
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  #left() {
    const { of, possible } = this.result;
    const left = possible - of;
    const words = left ? `${left === 1 ? "1 answer is" : `${left} answers are`} missing.` : "Every question was answered.";
    return element("p", { class: "note" }, `${this.exercise.title}. ${words} Nothing of this is kept on the server.`);
  }

  #table() {
    const head = element("tr", {}, ...HEADS.map((words) => element("th", { scope: "col" }, words)));
    const rows = this.result.rows.map(({ question, step, node, asked, given, expected, points }) => {
      const cells = [question, step, node, asked, given || "(shown)", expected, points];
      return element("tr", { class: points ? "is-right" : "is-wrong" }, ...cells.map((cell) => element("td", {}, String(cell))));
    });
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  #buttons() {
    const close = () => this.dialog.close();
    const guarded = (action) => () => action().catch((error) => this.context.toast(error.message, "error"));
    const again = () => {
      close();
      this.again();
    };
    return element(
      "div",
      { class: "row end predict-actions" },
      button("Again", again, { class: "quiet" }),
      button("Link for a class", () => copied(this.link(), "Link to this exercise copied.", this.context), { class: "quiet" }),
      button("Print", () => this.#print()),
      button("CSV", guarded(() => this.#save()), { "aria-label": "Download as CSV" }),
      button("Close", close, { class: "primary" }),
    );
  }

  async #save() {
    const { csv } = await this.ask(this.name.value.trim());
    save(new Blob([csv], { type: "text/csv;charset=utf-8" }), "prediction.csv");
  }

  /** The page to print stands in for all others while the browser prints. */
  #print() {
    const { points, possible } = this.result;
    const sheet = element("section", { class: "print-sheet" });
    sheet.append(
      element("h1", {}, `Predict, then see: ${this.exercise.title}`),
      element("p", {}, "Name: ", element("b", {}, this.name.value.trim() || "\u00a0".repeat(40))),
      element("p", {}, `Points: ${points} of ${possible}`),
      element("p", { class: "print-link" }, this.link()),
      this.svg.cloneNode(true),
      this.#table(),
    );
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    print();
  }
}
