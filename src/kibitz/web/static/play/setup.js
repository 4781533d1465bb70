// Which game, how it is set up, and who plays. What is refused stays in its field, with the sentence below it.

import { button, complain, element, field, select } from "../shared/element.js";
import { PlayersPanel } from "./players.js";
import { playerName, sentence } from "../shared/wording.js";

const WIDE = "(min-width: 1080px)"; // room for all of it beside the board

/**
 * The panel. `onGame(name)` when another game is picked; `onSetUp({set, position})` returns a promise that rejects with
 * the server's sentence; `onSides(sides)`, `onSeat(seat)` at once; `levels` and `onEngine` are as of the players' panel.
 */
export class Setup {
  constructor(host, { games, levels, onGame, onSetUp, onSides, onEngine, onSeat, onAutoRoll }) {
    Object.assign(this, { host, games, onSetUp, onSeat });
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
    const people = element("div", { class: "stack" });
    const inShort = element("span", { class: "note in-short" });
    this.players = new PlayersPanel(people, { levels, onSides, onEngine, inShort });
    this.rolls = element("input", { type: "checkbox", onchange: () => onAutoRoll(this.rolls.checked) });
    this.rollsWords = element("span");
    this.rollsLabel = element("label", { class: "check" }, this.rolls, this.rollsWords);
    const open = matchMedia(WIDE).matches;
    host.append(
      field("Game", this.game),
      element("details", { open }, element("summary", {}, "Players", inShort), people, this.seatField, this.rollsLabel),
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
    this.players.show(sides, facts.algorithms);
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

  /** Show that the server refuses how a player thinks, beside the field for it; is there one? */
  refuseLimit(error, player) {
    return this.players.refuse(error, player);
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
      return field(sentence(name.replaceAll("_", " ")), control, values || value.length > 5 ? { class: "field listed" } : {});
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
