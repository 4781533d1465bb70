// Who plays which side: a person, or the engine at a level. How long it thinks, and by what, stands behind "More".

import { complain, element, field, select } from "../shared/element.js";
import { keptOf, LIMITS, usualEngine } from "./session.js";
import { sign } from "./sign.js";
import { playerName, sentence } from "../shared/wording.js";

const USUAL = "usual"; // the limit of a level itself

/**
 * The panel. `levels` is a promise of what the server tells of them; `onSides(sides)` is called with every change, and
 * `onEngine(kept)` with what is worth keeping of an engine that was chosen. `inShort` is filled with how well it plays.
 */
export class PlayersPanel {
  constructor(host, { levels, onSides, onEngine, inShort }) {
    Object.assign(this, { host, onSides, onEngine, inShort });
    this.levels = [];
    this.longest = LIMITS.time.max;
    levels.then((told) => this.#know(told), () => {}); // without them the sides still say who plays
  }

  #know({ levels, longest }) {
    Object.assign(this, { levels, longest });
    if (this.sides) this.#draw();
  }

  /** Show who plays; `algorithms` are those that fit the game. */
  show(sides, algorithms) {
    this.sides = sides.map((side) => ({ ...side }));
    this.algorithms = algorithms;
    this.#draw();
  }

  /** Show the server's refusal beside the limit of a player; is it about one? */
  refuse({ field: about, message }, player) {
    const box = this.host.children[player]?.querySelector(".limit");
    if (!(about in LIMITS) || !box) return false;
    box.closest("details").open = true;
    complain(box, message);
    return true;
  }

  #draw() {
    const focused = this.host.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    // Read from the page, not kept by "toggle": that event may come only after the panel has been drawn again.
    const open = Array.from(this.host.children, (side) => side.querySelector("details")?.open ?? false);
    this.host.replaceChildren(...this.sides.map((_, player) => this.#side(player, open[player] ?? false)));
    this.inShort.textContent = this.#words();
    if (focused) this.host.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  /** How well the engine plays, in a few words: "intermediate", "3 × intermediate", "no engine". */
  #words() {
    const all = this.sides.filter(({ who }) => who === "engine").map((side) => this.#level(side)?.name ?? "engine");
    const kinds = [...new Set(all)].map((name) => [name, all.filter((each) => each === name).length]);
    return kinds.map(([name, number]) => (number > 1 ? `${number} × ${name}` : name)).join(", ") || "no engine";
  }

  #level(side) {
    return this.levels.find(({ number }) => number === side.level);
  }

  #side(player, open) {
    const side = this.sides[player];
    const name = sentence(playerName(player));
    const row = element("div", { class: "side-row" }, sign(player), element("span", {}, name), this.#who(player, name));
    if (side.who === "person") return element("div", { class: "side" }, row);
    const words = this.#level(side)?.words;
    const note = this.sides.length <= 2 ? element("p", { class: "note level-words" }, words ?? "\u00a0") : null;
    return element("div", { class: "side" }, row, note, this.#more(player, name, open));
  }

  #who(player, name) {
    const side = this.sides[player];
    const level = ({ number, name: called }) => element("option", { value: String(number) }, sentence(called));
    const known = this.levels.length ? this.levels : [{ number: side.level ?? usualEngine().level, name: "engine" }];
    const made = element(
      "select",
      { class: "control", "aria-label": name },
      element("option", { value: "person" }, "Person"),
      element("optgroup", { label: "Engine" }, known.map(level)),
    );
    made.value = side.who === "person" ? "person" : String(side.level);
    made.onchange = () => {
      if (made.value === "person") return this.#change(player, { who: "person" });
      const before = side.who === "person" ? usualEngine() : side;
      const chosen = Number(made.value);
      const isBest = chosen === this.levels.at(-1)?.number;
      return this.#change(player, { ...before, level: chosen, careless: before.careless && !isBest });
    };
    return made;
  }

  // ------------------------------------------------------------ more

  #more(player, name, open) {
    return element(
      "details",
      { class: "more", open },
      element("summary", { "aria-label": `${name}, more` }, "More"),
      this.#limit(player, name),
      this.#algorithm(player, name),
      this.#careless(player, name),
    );
  }

  #limit(player, name) {
    const side = this.sides[player];
    const usual = this.#level(side)?.seconds;
    const kinds = Object.entries(LIMITS).map(([kind, { words }]) => [kind, words]);
    const kind = select([[USUAL, usual ? `up to ${usual} s` : "as usual"], ...kinds], side.limit || USUAL, (value) => {
      const chosen = value === USUAL ? { limit: "", amount: null } : { limit: value, amount: LIMITS[value].amount };
      this.#change(player, { ...side, ...chosen });
    });
    kind.className = "control";
    kind.setAttribute("aria-label", `${name}, kind of limit`);
    const amount = side.limit ? element("input", { type: "text", inputMode: "decimal", class: "control", autocomplete: "off" }) : null;
    const row = element("div", { class: "limit-row" }, element("span", { class: "label" }, "Thinks"), amount, kind);
    const box = element("div", { class: "field limit" }, row, element("p", { class: "error", hidden: true, role: "alert" }));
    if (!amount) return box;
    amount.value = String(side.amount);
    amount.setAttribute("aria-label", `${name}, limit`);
    amount.oninput = () => this.#fits(player, box, amount);
    amount.onchange = () => {
      if (this.#fits(player, box, amount)) this.#change(player, { ...this.sides[player], amount: Number(amount.value) }, { keep: true });
    };
    return box;
  }

  /** Is this a limit? If not, that is said below its field. */
  #fits(player, box, control) {
    const { limit } = this.sides[player];
    const { min, step, words } = LIMITS[limit];
    const max = limit === "time" ? this.longest : LIMITS[limit].max;
    const number = Number(control.value);
    const fits = control.value.trim() !== "" && number >= min && number <= max && (step === "any" || Number.isInteger(number));
    const expected = `expected ${step === 1 ? "a whole number" : "a number"} of ${words} from ${min} to ${max.toLocaleString("en")}`;
    complain(box, fits ? "" : `The limit is '${control.value}': ${expected}`);
    control.toggleAttribute("aria-invalid", !fits);
    return fits;
  }

  #algorithm(player, name) {
    const side = this.sides[player];
    const options = [["auto", "Automatic"], ...this.algorithms.map((algorithm) => [algorithm, algorithm])];
    const made = select(options, side.algorithm, (algorithm) => this.#change(player, { ...side, algorithm }));
    const box = field("Algorithm", made);
    made.setAttribute("aria-label", `${name}, algorithm`);
    return box;
  }

  #careless(player, name) {
    const side = this.sides[player];
    const isBest = side.level === (this.levels.at(-1)?.number ?? side.level);
    const words = "May throw away a won game";
    const box = element("input", { type: "checkbox", checked: side.careless, "aria-label": `${words}, ${playerName(player)}` });
    box.onchange = () => this.#change(player, { ...side, careless: box.checked });
    return isBest ? null : element("label", { class: "check" }, box, words);
  }

  #change(player, side, { keep = false } = {}) {
    this.sides[player] = side;
    if (!keep) this.#draw();
    if (side.who === "engine") this.onEngine(keptOf(side));
    this.onSides(this.sides.map((each) => ({ ...each })));
  }
}
