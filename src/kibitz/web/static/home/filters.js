// The search field and the filters: which games fit.

import { button, element } from "../shared/element.js";

const GROUPS = {
  players: [["1", "1 player"], ["2", "2 players"], ["more", "3 or more"]],
  luck: [["no", "No luck"], ["yes", "Luck"]],
  hidden: [["no", "Nothing hidden"], ["yes", "Something hidden"]],
};
const NAMES = { players: "Players", luck: "Luck", hidden: "What is hidden" };
const VALUES = {
  players: ({ players }) => (players > 2 ? "more" : String(players)),
  luck: ({ chance }) => (chance ? "yes" : "no"),
  hidden: ({ hidden }) => (hidden ? "yes" : "no"),
};

/** The row of them. It calls `onChange()` when another choice is made, and `onFirst()` when Enter is pressed. */
export class Filters {
  constructor({ onChange, onFirst }) {
    this.onChange = onChange;
    this.chosen = {};
    const words = "Search for a game";
    this.text = element("input", { type: "search", class: "control", placeholder: words, "aria-label": words, autocomplete: "off" });
    this.text.oninput = onChange;
    this.chips = Object.keys(GROUPS).map((group) => this.#group(group));
    const submitted = (event) => {
      event.preventDefault();
      onFirst();
    };
    const form = { class: "home-filters", role: "search", "aria-label": "Games", onsubmit: submitted };
    this.host = element("form", form, this.text, this.chips);
  }

  #group(group) {
    const chips = GROUPS[group].map(([value, words]) =>
      button(words, () => this.#toggle(group, value), { class: "small chip", "aria-pressed": "false", "data-value": value }),
    );
    return element("div", { class: "home-chips", role: "group", "aria-label": NAMES[group], "data-group": group }, chips);
  }

  #toggle(group, value) {
    this.chosen[group] = this.chosen[group] === value ? "" : value;
    this.#show();
    this.onChange();
  }

  #show() {
    for (const box of this.chips)
      for (const chip of box.children) chip.setAttribute("aria-pressed", String(this.chosen[box.dataset.group] === chip.dataset.value));
  }

  /** Choose what a link says. */
  set(params) {
    if (this.text.value.trim() !== (params.find ?? "")) this.text.value = params.find ?? "";
    for (const group of Object.keys(GROUPS)) this.chosen[group] = GROUPS[group].some(([value]) => value === params[group]) ? params[group] : "";
    this.#show();
  }

  /** What is chosen, as a link says it. */
  params() {
    return { find: this.text.value.trim(), ...this.chosen };
  }

  /** Choose nothing. */
  clear() {
    this.set({});
    this.onChange();
    this.focus();
  }

  focus() {
    this.text.focus();
  }

  /** Is anything searched for or filtered? */
  get isOn() {
    return Object.values(this.params()).some(Boolean);
  }

  /** How far what is typed is from the name of a game: 0 if it is the name, 1 if it begins so, 2 if it is in it, 3 if it is elsewhere. */
  distance({ title }) {
    const [typed, name] = [this.text.value, title].map((text) => text.trim().toLowerCase());
    return [name === typed, name.startsWith(typed), name.includes(typed), true].indexOf(true);
  }

  /** Is this game among what is chosen? Every word that is typed must be found. */
  fits(game) {
    const text = `${game.title} ${game.name} ${game.about} ${game.rules}`.toLowerCase();
    const isNamed = this.text.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
    return isNamed && Object.keys(GROUPS).every((group) => !this.chosen[group] || VALUES[group](game) === this.chosen[group]);
  }
}
