// A question and the means to answer it, by its shape: cells of a board, branches of a tree, buttons, or numbers.

import { Branches } from "../shared/branches.js";
import { button, complain, drawing, element, field, select, shape } from "../shared/element.js";

const CELL = 64; // units of a board's drawing, as the server draws it for a room
const LONG = 70; // letters of a sentence that is set smaller
const MOST_BUTTONS = 12; // choices that are all shown; more are in a list

/** Shows a question in `host`; `onAnswer(answer)` is called with what is chosen. Without it, it is only looked at. */
export class Question {
  constructor(host, { kind, shape: how, sentence, drawing: svg, choices, many, facts }, { onAnswer = null } = {}) {
    Object.assign(this, { kind, choices, many, facts, onAnswer });
    this.isBoard = how === "board";
    this.isOpen = true;
    this.picked = null; // the cell of a piece that was picked up
    this.mine = null;
    this.figure = element("div", { class: "room-figure" }, drawing(svg));
    this.svg = this.figure.querySelector("svg");
    this.fields = element("div", { class: "room-fields" });
    const isLong = sentence.length > LONG ? " is-long" : "";
    host.replaceChildren(element("h1", { class: `room-sentence${isLong}` }, sentence), this.figure, this.fields);
    if (this.isBoard) this.#onBoard();
    if (many) this.#branches();
    if (!onAnswer || kind === "look") return;
    if (many) this.#sending();
    else if (choices.length) this.#choices();
    else this.#numbers();
    if (facts.form?.are_nodes) this.#onNodes();
  }

  /** Is one answer given, not several at once? */
  get isSingle() {
    return !this.many;
  }

  // ------------------------------------------------------------ where the question stands

  /** Show what this seat has answered, and whether it may still answer. */
  stand({ stage, mine, right = null }) {
    this.isOpen = stage === "open";
    this.mine = mine;
    this.fields.hidden = stage === "revealed";
    for (const control of this.fields.querySelectorAll("button, input, select")) control.disabled = !this.isOpen;
    for (const each of this.fields.querySelectorAll("[data-choice]")) {
      each.setAttribute("aria-pressed", String(mine?.includes(each.dataset.choice) ?? false));
    }
    const list = this.fields.querySelector("select");
    if (list && mine) list.value = mine[0]; // it may have been tapped on the board
    if (this.branches) this.branches.isOpen = this.isOpen && this.onAnswer !== null;
    this.#paint(stage === "revealed" ? right : null);
    if (stage === "revealed" && this.branches && right && !this.isMarked) this.#mark(right);
  }

  #mark(right) {
    this.isMarked = true;
    const chosen = this.onAnswer ? (this.mine ?? []) : right; // the teacher is shown what is right, and marks nothing
    this.branches.mark({
      right: right.filter((name) => chosen.includes(name)),
      missed: right.filter((name) => !chosen.includes(name)),
      wrong: chosen.filter((name) => !right.includes(name)),
    });
  }

  /** What is said below the question. */
  words({ stage, mine, answered }) {
    if (this.kind === "look") return "";
    const own = mine ? `Your answer: ${mine.join(", ") || "nothing is cut"}.` : "";
    if (stage === "revealed") return own || "You gave no answer.";
    if (stage === "closed") return `${own || "You gave no answer."} No more answers are taken.`;
    const others = `${answered} ${answered === 1 ? "answer" : "answers"} so far.`;
    return own ? `${own} You may change it. ${others}` : others;
  }

  /** The answer was not taken: nothing is marked as chosen. */
  refuse() {
    this.picked = null;
    this.#paint(null);
  }

  #answer(answer) {
    if (this.isOpen) this.onAnswer(answer);
  }

  // ------------------------------------------------------------ cells

  #onBoard() {
    this.cells = new Map();
    for (const group of this.svg?.querySelectorAll("[data-cell]") ?? []) {
      const matrix = group.transform.baseVal.consolidate()?.matrix;
      this.cells.set(group.dataset.cell, { x: matrix?.e ?? 0, y: matrix?.f ?? 0 });
      group.append(shape("rect", { class: "room-hit", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }));
    }
    this.marks = shape("g", { class: "room-marks" });
    this.svg?.append(this.marks);
    if (!this.onAnswer) return;
    this.figure.classList.add("is-live");
    this.svg?.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (cell && this.isOpen) this.#tapped(cell);
    });
    this.#paint(null);
  }

  #tapped(cell) {
    const { moves } = this.facts;
    const isHere = (move) => move.cell && (String(move.cell) === cell || (this.facts.columns_click && columnOf(move.cell) === columnOf(cell)));
    const going = moves.filter((move) => isHere(move) && String(move.from ?? null) === String(this.picked));
    if (going.length) {
      this.picked = null;
      if (going.length > 1) this.#choose(going.map(({ move }) => move));
      else this.#answer(going[0].move);
    } else {
      this.picked = moves.some((move) => move.from && String(move.from) === cell) ? cell : null;
    }
    this.#paint(null);
  }

  /** Several moves go there: the list below is narrowed to them. */
  #choose(moves) {
    this.#showChoices(moves);
    this.fields.querySelector("button")?.focus();
  }

  #paint(right) {
    if (!this.marks) return;
    const { moves } = this.facts;
    const shown = [];
    const ring = (cell, sort) => {
      const at = this.cells.get(String(cell));
      if (at) shown.push(shape("rect", { class: sort, x: at.x - CELL / 2 + 2, y: at.y - CELL / 2 + 2, width: CELL - 4, height: CELL - 4, rx: 6 }));
    };
    const trace = (name, sort) => {
      const move = moves.find((each) => each.move === name);
      if (move?.from) ring(move.from, sort);
      if (move?.cell) ring(move.cell, sort);
    };
    for (const name of this.mine ?? []) trace(name, "room-mine");
    for (const name of right ?? []) trace(name, "room-right");
    if (this.picked) {
      ring(this.picked, "room-picked");
      for (const move of moves) if (move.cell && String(move.from) === this.picked) this.#dot(move.cell, shown);
    }
    this.marks.replaceChildren(...shown);
  }

  #dot(cell, shown) {
    const at = this.cells.get(String(cell));
    if (at) shown.push(shape("circle", { class: "room-dot", cx: at.x, cy: at.y, r: CELL / 7 }));
  }

  // ------------------------------------------------------------ other means

  #choices() {
    this.#showChoices(this.choices);
  }

  #showChoices(choices) {
    if (choices.length <= MOST_BUTTONS) {
      const buttons = choices.map((choice) =>
        button(choice, () => this.#answer(choice), { class: "room-large", "data-choice": choice, "aria-pressed": "false" }),
      );
      const isNarrowed = choices.length < this.choices.length;
      if (isNarrowed) buttons.push(button("All moves", () => this.#choices(), { class: "quiet" }));
      return this.fields.replaceChildren(element("div", { class: "room-choices", role: "group", "aria-label": "Answers" }, buttons));
    }
    const first = this.isBoard ? "Choose a move …" : "Choose …";
    const list = select([["", first], ...choices], "", (choice) => choice && this.#answer(choice), { class: "room-large" });
    return this.fields.replaceChildren(field(this.isBoard ? "Tap the board, or choose here" : "Tap a node, or choose here", list));
  }

  /** A tap on a node chooses it. */
  #onNodes() {
    this.figure.classList.add("is-live");
    this.svg?.addEventListener("click", (event) => {
      const name = event.target.closest("[data-node]")?.dataset.node;
      if (this.choices.includes(name)) this.#answer(name);
    });
  }

  #numbers() {
    const asked = this.facts.form.fields;
    const fields = asked.map(({ label, said }) => {
      const input = element("input", { type: "text", inputMode: "text", autocomplete: "off", maxLength: 60, class: "room-large", "aria-label": said });
      return field(asked.length > 1 ? label : `${label}, such as 3 or -1/2`, input);
    });
    const form = element("form", { class: "room-typed" }, fields, element("button", { class: "button primary room-large" }, "Send"));
    form.onsubmit = (event) => {
      event.preventDefault();
      const values = fields.map((each) => each.querySelector("input").value.trim());
      fields.forEach((each, at) => complain(each, values[at] ? "" : "Type a number first."));
      if (values.every(Boolean)) this.#answer(values.length > 1 ? values : values[0]);
    };
    this.fields.replaceChildren(form);
  }

  #branches() {
    const { parents } = this.facts;
    this.branches = new Branches(this.svg, this.choices, new Map(Object.entries(parents)), () => {});
    this.branches.isOpen = this.onAnswer !== null;
  }

  #sending() {
    const send = button("Send", () => this.#answer(this.branches.answer), { class: "primary room-large" });
    const hint = element("p", { class: "note" }, "Tap the branches that are cut, then send.");
    this.fields.replaceChildren(hint, send);
  }
}

function columnOf(cell) {
  return String(cell).split(",")[1];
}
