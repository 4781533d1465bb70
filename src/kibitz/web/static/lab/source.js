// Where a tree comes from: typed in brackets, chance, or a real position.

import { button, complain, element, field, select } from "../shared/element.js";
import { iconButton } from "../shared/icons.js";
import { popover } from "./popover.js";

const AROUND = 28; // letters shown on each side of a mistake

// ------------------------------------------------------------ typed in brackets

/** A field for a tree in brackets: `onTree(text)` when Enter or Draw says it is ready. */
export class Brackets {
  constructor(onTree) {
    this.area = element("textarea", { class: "control mono", rows: 1, spellcheck: false, "aria-label": "The tree in brackets" });
    this.area.title = "Levels alternate MAX, MIN. max( min( chance(1/2: 8 1/2: 9) say otherwise, <1,2,6> is a vector. Enter draws";
    this.area.autocomplete = "off";
    this.area.setAttribute("autocapitalize", "off");
    this.area.setAttribute("aria-describedby", "lab-mistake");
    this.area.onkeydown = (event) => this.#pressed(event, onTree);
    this.area.oninput = () => this.#mark();
    this.draw = button("Draw", () => onTree(this.area.value), { class: "primary" });
    this.mistake = element("div", { id: "lab-mistake", class: "lab-mistake", role: "alert", hidden: true });
    this.element = element("div", { class: "lab-brackets" }, this.area, this.draw);
  }

  #pressed(event, onTree) {
    if (event.key === "Escape") {
      this.write(this.shown);
      this.area.blur();
    }
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    onTree(this.area.value);
  }

  /** The tree that is shown, as text. */
  write(text) {
    this.shown = text;
    this.area.value = text;
    this.refuse("");
    this.#mark();
  }

  #mark() {
    this.draw.hidden = this.area.value === this.shown;
  }

  /** Say what is wrong with what was typed, and mark the column, from 1, where that is known; "" takes it away. */
  refuse(sentence, column = 0) {
    this.mistake.hidden = !sentence;
    this.area.toggleAttribute("aria-invalid", Boolean(sentence));
    this.mistake.replaceChildren();
    if (!sentence) return;
    this.mistake.append(element("p", { class: "error" }, sentence));
    if (column) this.#point(column - 1);
  }

  #point(at) {
    const text = this.area.value;
    const from = Math.max(0, at - AROUND);
    const found = text.slice(at, at + 1).trim() || "␣";
    const parts = [from ? "…" : "", text.slice(from, at), element("mark", {}, found), text.slice(at + 1, at + AROUND)];
    this.mistake.append(element("code", { "aria-hidden": "true" }, ...parts));
    this.area.focus();
    this.area.setSelectionRange(at, at + 1);
  }
}

// ------------------------------------------------------------ at random

const RANDOM = { kind: "opponents", depth: 3, branching: 3, low: 0, high: 20, seed: 1, even: true };
const RANDOM_KINDS = [
  ["opponents", "MAX and MIN"],
  ["chance", "with chance"],
  ["players", "three players"],
];

/** A random tree: every change draws one at once. `onAsk(wishes)` resolves when it is drawn. */
export function randomMenu(onAsk) {
  const wishes = { ...RANDOM };
  const mistake = element("p", { class: "error", role: "alert", hidden: true });
  const ask = async (given) => {
    Object.assign(wishes, given);
    try {
      await onAsk({ ...wishes });
      mistake.hidden = true;
    } catch (error) {
      mistake.textContent = error.message;
      mistake.hidden = false;
    }
  };
  const number = (name, label, least, most) => {
    const input = element("input", { type: "number", name, min: least, max: most, value: wishes[name] });
    input.onchange = () => input.value !== "" && ask({ [name]: Number(input.value) });
    return field(label, input);
  };
  const seed = number("seed", "Seed", 0, 999999999);
  const dice = iconButton("dice", "Another seed", () => {
    const next = Math.floor(Math.random() * 100000);
    seed.querySelector("input").value = next;
    ask({ seed: next });
  });
  const even = element("input", { type: "checkbox", checked: wishes.even, onchange: () => ask({ even: even.checked }) });
  const form = element(
    "div",
    { class: "lab-form" },
    field("Kind", select(RANDOM_KINDS, wishes.kind, (kind) => ask({ kind }), { "data-first": "" }), { "data-wide": "" }),
    number("depth", "Depth", 1, 6),
    number("branching", "Branching", 1, 6),
    number("low", "Lowest leaf", -999, 999),
    number("high", "Highest leaf", -999, 999),
    element("div", { class: "row tight lab-seed" }, seed, dice),
    element("label", { class: "check" }, even, "All alike"),
    button("Draw", () => ask({}), { class: "primary" }),
    mistake,
  );
  return popover("Random", "A random tree", form);
}

// ------------------------------------------------------------ a real position

/** The tree below a position of a game: `onAsk(place)` resolves when it is drawn. */
export function positionMenu({ games, firstGame }, onAsk) {
  const offered = games.filter((game) => !game.hidden).map((game) => [game.name, game.title]);
  const game = select(offered, firstGame("lab"), null, { "data-first": "" });
  const position = element("input", { placeholder: "the start", spellcheck: false, autocomplete: "off" });
  const moves = element("input", { placeholder: "none", spellcheck: false, autocomplete: "off" });
  const depth = element("input", { type: "number", min: 1, max: 6, value: 2 });
  const whole = field("Position", position);
  const hint = element("p", { class: "note" });
  const show = () => {
    const notation = games.find((one) => one.name === game.value)?.notation;
    hint.textContent = notation ? `Notation: ${notation}` : "";
  };
  game.onchange = show;
  show();
  const form = element("form", { class: "lab-form" });
  form.onsubmit = async (event) => {
    event.preventDefault();
    complain(whole, "");
    try {
      const place = { game: game.value, position: position.value.trim() || null, moves: words(moves.value) };
      await onAsk({ ...place, depth: Number(depth.value) });
      menu.close();
    } catch (error) {
      complain(whole, error.message);
    }
  };
  const submit = element("button", { class: "button primary" }, "Draw its tree");
  form.append(field("Game", game), field("Depth", depth), whole, field("Moves from there", moves), hint, submit);
  const menu = popover("Position", "The tree of a real position", form);
  return menu;
}

function words(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}
