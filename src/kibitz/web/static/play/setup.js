// Which game, how it is set up, and who plays. What is refused stays in its field, with the sentence below it.

import { button, complain, element, field, select } from "../shared/element.js";
import { LIMITS, usualSides } from "./session.js";
import { sign } from "./sign.js";
import { playerName, sentence } from "../shared/wording.js";

const WIDE = "(min-width: 1080px)"; // room for all of it beside the board

/**
 * The panel. `onGame(name)` when another game is picked; `onSetUp({set, position})` returns a promise that rejects with
 * the server's sentence; `onSides(sides)`, `onSeat(seat)` at once.
 */
export class Setup {
  constructor(host, { games, onGame, onSetUp, onSides, onSeat, onAutoRoll }) {
    Object.assign(this, { host, games, onSetUp, onSides, onSeat });
    this.game = select(games.map(({ name, title }) => [name, title]), null, onGame);
    this.about = element("p", { class: "note" });
    this.parameters = element("div", { class: "parameters" });
    this.position = element("input", { type: "text", autocomplete: "off", spellcheck: false });
    this.positionField = field("Position (empty: the beginning)", this.position);
    this.form = element(
      "form",
      { class: "stack", onsubmit: (event) => (event.preventDefault(), this.#submit()) },
      this.parameters,
      this.positionField,
      element("div", {}, button("Set up", null, { type: "submit", class: "wide" })),
    );
    this.seat = select([], null, (value) => this.onSeat(value === "all" ? null : Number(value)));
    this.seatField = field("Point of view", this.seat);
    this.people = element("div", { class: "stack" });
    this.rolls = element("input", { type: "checkbox", onchange: () => onAutoRoll(this.rolls.checked) });
    this.rollsWords = element("span");
    this.rollsLabel = element("label", { class: "check" }, this.rolls, this.rollsWords);
    const open = matchMedia(WIDE).matches;
    host.append(
      field("Game", this.game),
      element("details", { open }, element("summary", {}, "Players"), this.people, this.seatField, this.rollsLabel),
      element("details", { open }, element("summary", {}, "Set-up"), this.about, this.form),
    );
  }

  /** Fill the fields from a place. */
  show({ place, facts, sides, seat, autoRoll, hidden }) {
    this.facts = facts;
    this.game.value = place.game;
    this.about.textContent = facts.notation ? `Notation: ${facts.notation}.` : "";
    this.#showParameters(place.set);
    this.position.value = place.position ?? "";
    complain(this.positionField, "");
    this.#showSides(sides);
    this.#showSeat(sides.length, seat, hidden);
    this.rollsWords.textContent = facts.chance_kind === "card" ? "Deal automatically" : "Roll automatically";
    this.rollsLabel.hidden = !facts.chance;
    this.rolls.checked = autoRoll;
  }

  /** Show the server's refusal beside the field it is about. */
  refuse({ field: about, message }) {
    const name = about.startsWith("set.") ? about.slice("set.".length) : "";
    const control = name && this.parameters.querySelector(`[data-name="${CSS.escape(name)}"]`);
    complain(control ? control.closest(".field") : this.positionField, message);
  }

  #showParameters(set) {
    const fields = this.facts.parameters.map(({ name, default: usual, kind, values }) => {
      const value = set[name] ?? asText(usual);
      const control =
        kind === "yes or no"
          ? select(["yes", "no"], /^(yes|true|1|on)$/i.test(value) ? "yes" : "no")
          : values
          ? select(values, value)
          : element("input", { type: "text", value, autocomplete: "off", spellcheck: false });
      control.dataset.name = name;
      control.dataset.usual = kind === "yes or no" ? (usual ? "yes" : "no") : asText(usual);
      return field(sentence(name.replaceAll("_", " ")), control, values ? { class: "field listed" } : {});
    });
    this.parameters.replaceChildren(...fields);
    this.parameters.hidden = !fields.length;
  }

  async #submit() {
    for (const each of this.form.querySelectorAll(".field")) complain(each, "");
    const set = {};
    for (const control of this.parameters.querySelectorAll("[data-name]")) {
      const value = control.value.trim();
      if (value !== control.dataset.usual) set[control.dataset.name] = value;
    }
    await this.onSetUp({ set, position: this.position.value.trim() || null });
  }

  // ------------------------------------------------------------ who plays

  #showSides(sides) {
    this.sides = sides.map((side) => ({ ...side }));
    this.people.replaceChildren(...this.sides.map((_, player) => this.#side(player)));
  }

  #side(player) {
    const side = this.sides[player];
    const name = sentence(playerName(player));
    const engines = this.facts.algorithms.map((algorithm) => [algorithm, `Engine, ${algorithm}`]);
    const options = [["person", "Person"], ["auto", "Engine"], ...engines];
    const who = select(options, side.who === "person" ? "person" : side.algorithm, (value) => {
      const engine = { ...usualSides(2)[1], ...side, who: "engine", algorithm: value };
      this.#change(player, value === "person" ? { who: "person" } : engine);
    });
    who.className = "control";
    who.setAttribute("aria-label", name);
    const row = element("div", { class: "side-row" }, sign(player), element("span", {}, name), who);
    return element("div", { class: "side" }, row, side.who === "engine" ? this.#engine(player, name) : null);
  }

  #engine(player, name) {
    const side = this.sides[player];
    const limit = select(
      Object.entries(LIMITS).map(([kind, { words }]) => [kind, words]),
      side.limit,
      (value) => this.#change(player, { ...side, limit: value, amount: LIMITS[value].amount }),
    );
    const amount = element("input", { type: "text", inputMode: "decimal", value: String(side.amount), autocomplete: "off" });
    for (const [control, words] of [[amount, "limit"], [limit, "kind of limit"]]) {
      control.className = "control";
      control.setAttribute("aria-label", `${name}, ${words}`);
    }
    const row = element("div", { class: "engine-row" }, element("span", { class: "label" }, "thinks"), amount, limit);
    const box = element("div", { class: "field engine" }, row, element("p", { class: "error", hidden: true }));
    amount.onchange = () => this.#setAmount(player, box, amount);
    return box;
  }

  #setAmount(player, box, control) {
    const side = this.sides[player];
    const { min, step } = LIMITS[side.limit];
    const number = Number(control.value);
    const fits = control.value.trim() !== "" && number >= min && (step === "any" || Number.isInteger(number));
    const expected = `expected ${step === 1 ? "a whole number" : "a number"} of ${min} or more`;
    complain(box, fits ? "" : `The limit is '${control.value}': ${expected}`);
    control.toggleAttribute("aria-invalid", !fits);
    if (fits) this.#change(player, { ...side, amount: number }, { keep: true });
  }

  #change(player, side, { keep = false } = {}) {
    this.sides[player] = side;
    if (!keep) {
      const at = this.people.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
      this.#showSides(this.sides);
      if (at) this.people.querySelector(`[aria-label="${at}"]`)?.focus();
    }
    this.onSides(this.sides.map((each) => ({ ...each })));
  }

  #showSeat(players, seat, hidden) {
    this.seatField.hidden = !hidden;
    const seats = Array.from({ length: players }, (_, player) => [String(player), sentence(playerName(player))]);
    const options = [...seats, ["all", "Everything, including what is hidden"]];
    this.seat.replaceChildren(...options.map(([value, words]) => element("option", { value }, words)));
    this.seat.value = seat === null ? "all" : String(seat);
  }
}

function asText(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  return String(value);
}
