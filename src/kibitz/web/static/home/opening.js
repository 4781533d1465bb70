// The board at the top: the game that the page begins with, ready to play. The first move leads to the table.

import { button, drawing, element, shape } from "../shared/element.js";
import * as link from "../shared/link.js";
import { factsOf, showRules } from "../shared/rules.js";

const SIZE = 48; // pixels a cell

export class Opening {
  #asked = new AbortController();

  constructor(host, { game, context }) {
    Object.assign(this, { game, context });
    this.board = element("div", { class: "home-board", role: "group", "aria-label": `${game.title}: make the first move` });
    this.hint = element("p", { class: "home-hint" });
    host.append(element("h1", {}, "Play any game, and see why"), this.board, this.#words());
    this.#show();
  }

  #words() {
    const { game, context } = this;
    return element(
      "div",
      { class: "home-words" },
      element("p", { class: "home-about-all" }, "Every move is judged, and every judgement comes with its reason. Pick a game below, or begin right here."),
      element("h2", {}, game.title),
      element("p", { class: "home-facts" }, factsOf(game)),
      element("p", {}, game.goal || game.about),
      this.hint,
      element(
        "div",
        { class: "row" },
        element("a", { class: "button primary", href: link.href("play", { game: game.name }) }, `Play ${game.title}`),
        button("Rules", () => showRules(game, { api: context.api }), { "aria-label": `Rules of ${game.title}` }),
      ),
    );
  }

  async #show() {
    try {
      const body = { game: this.game.name, size: SIZE, seat: this.game.hidden ? 0 : null };
      this.at = await this.context.api.post("api/position", body, { signal: this.#asked.signal });
    } catch (error) {
      if (!this.context.api.isAbort(error)) this.context.toast(error.message, "error");
      return;
    }
    const made = drawing(this.at.board);
    made.querySelector("title")?.remove();
    for (const name of ["role", "aria-label"]) made.removeAttribute(name); // its cells are buttons
    this.board.replaceChildren(made);
    this.#enliven(made);
  }

  /** Let the cells of moves be clicked; where a click anywhere in a column means its move, the whole column. */
  #enliven(made) {
    const moves = this.at.moves.filter(({ cell, from }) => cell && !from);
    const named = new Map(moves.map(({ move, cell }) => [cell.join(","), move]));
    const cells = [...made.querySelectorAll("[data-cell]")];
    for (const group of cells) {
      const own = group.dataset.cell;
      const move = this.at.columns_click ? moves.find(({ cell }) => cell[1] === columnOf(own))?.move : named.get(own);
      if (move === undefined) continue;
      group.append(shape("rect", { class: "hit", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE }));
      group.onclick = () => this.#play(move);
      if (this.at.columns_click) this.#lightTogether(group, cells.filter((each) => columnOf(each.dataset.cell) === columnOf(own)));
      if (named.has(own)) this.#makeButton(group, move);
    }
    if (named.size) this.hint.textContent = `You move first: ${matchMedia("(pointer: coarse)").matches ? "tap" : "click"} ${this.at.columns_click ? "a column" : "a cell"} of the board.`;
  }

  #makeButton(group, move) {
    const said = this.at.columns_click ? `Play in column ${move}` : `Play ${move}`;
    for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": said })) group.setAttribute(name, value);
    group.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#play(move);
    };
  }

  #lightTogether(group, column) {
    const light = (on) => () => column.forEach((each) => each.classList.toggle("lit", on));
    group.onpointerenter = light(true);
    group.onpointerleave = light(false);
    group.onfocus = light(true);
    group.onblur = light(false);
  }

  #play(move) {
    this.context.link.go("play", { ...link.paramsOf({ game: this.game.name, moves: [move] }), go: "1" });
  }

  stop() {
    this.#asked.abort();
  }
}

function columnOf(cell) {
  return Number(cell.split(",")[1]);
}
