// What was answered: a bar for each answer, counted without names.

import { element } from "../shared/element.js";

/** The bars in `host`, which is hidden as long as there is nothing to count. */
export class Tally {
  constructor(host) {
    this.host = host;
    this.list = element("ol", { class: "room-tally" });
    host.replaceChildren(element("h2", {}, "Answers"), this.list);
    this.rows = new Map();
  }

  /** Show the counts: `{tally, answered}`; bars that are there already grow. */
  show({ tally, answered, proven }) {
    this.host.hidden = !tally || tally.length === 0;
    const rows = tally ?? [];
    for (const answer of [...this.rows.keys()]) if (!rows.some((row) => row.answer === answer)) this.rows.delete(answer);
    this.list.replaceChildren(...rows.map((row) => this.#row(row, Math.max(1, answered), proven)));
  }

  #row({ answer, count, right }, answered, proven) {
    const made = this.rows.get(answer) ?? this.#made(answer);
    this.rows.set(answer, made);
    made.bar.style.width = `${(100 * count) / answered}%`;
    made.count.textContent = `${count} (${Math.round((100 * count) / answered)} %)`;
    made.mark.textContent = right ? (proven ? "✓ right" : "the engine's choice") : "";
    made.element.classList.toggle("is-right", right === true);
    made.element.classList.toggle("is-wrong", right === false && proven);
    return made.element;
  }

  #made(answer) {
    const bar = element("i", { class: "room-fill" });
    const count = element("span", { class: "room-count" });
    const mark = element("span", { class: "room-mark" });
    const name = element("span", { class: "room-answer" }, answer);
    return { bar, count, mark, element: element("li", {}, name, element("span", { class: "room-track" }, bar), count, mark) };
  }
}
