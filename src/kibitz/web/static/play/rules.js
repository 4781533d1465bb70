// What the game on the table is about, and its rules one click away.

import { button, element } from "../shared/element.js";
import { showRules } from "../shared/rules.js";

/** The line below the choice of a game, at the top of `host`. */
export class Rules {
  constructor(host, { api }) {
    this.goal = element("p", { class: "note" });
    this.button = button("Rules", () => this.game && showRules(this.game, { api }), { class: "small" });
    const line = element("div", { class: "rules-line" }, this.goal, this.button);
    host.firstElementChild.after(line); // below the choice of a game
  }

  /** Show the line for a game as the server lists it. */
  show(game) {
    this.game = game;
    this.goal.textContent = (game.goal || game.about).split(/(?<=[.!?])\s/)[0]; // the rest is in the rules
    this.button.setAttribute("aria-label", `Rules of ${game.title}`);
  }
}
