// Two moves side by side: what each comes to, the board where that shows, and what is threatened there.

import { drawing, element, select } from "../shared/element.js";
import { isWorse, restsOn, wordsAndDepth } from "../shared/wording.js";

const SMALL = 26; // pixels a cell
const FAR = 4; // plies of a good move's line that are shown

/**
 * A move beside another one of the same answer. `line(moves, size)` gives the positions along a line; `onOther(report)` is
 * called when the person chooses another move to compare with.
 */
export class Comparison {
  constructor({ answer, report, other, line, onOther, say }) {
    Object.assign(this, { answer, report, other, line, onOther, say });
    const rest = answer.moves.filter(({ move }) => move !== report.move);
    const chosen = (move) => onOther(rest.find((each) => each.move === move));
    const choice = select(rest.map(({ move }) => [move, move]), other.move, chosen, { "aria-label": `Compare ${report.move} with` });
    choice.className = "control compact";
    this.sides = element("div", { class: "versus-sides" });
    const title = element("h3", {}, `${report.move} beside`);
    this.content = element("div", {}, element("div", { class: "row versus-head" }, title, choice), this.sides);
    this.#show();
  }

  async #show() {
    try {
      const drawn = await Promise.all([this.report, this.other].map((each) => this.#side(each)));
      this.sides.replaceChildren(...drawn);
    } catch {
      // The position is gone: there is nothing to compare.
    }
  }

  async #side(report) {
    const { player } = this.answer;
    const point = Math.min(report.line.length, report.shows_at ?? FAR);
    const plies = await this.line(report.line.slice(0, point), SMALL);
    const end = plies.at(-1);
    const [words] = wordsAndDepth(report, player);
    const rests = restsOn(report);
    const made = end?.threats?.[0];
    const heading = element("p", { class: "versus-move" }, element("b", {}, report.move), ` ${words}`);
    const after = element("p", { class: "note" }, point > 1 ? `after ${report.line.slice(0, point).join(" ")}` : "");
    const threat = made ? element("p", { class: "note" }, `${this.say(end.player)} threatens ${made.words}`) : null;
    const kind = `versus-side ${isWorse(report) ? "worse" : "better"}`;
    return element("figure", { class: kind }, heading, rests ? element("span", { class: "rests-on" }, rests) : null, end ? drawing(end.board) : null, after, threat);
  }
}
