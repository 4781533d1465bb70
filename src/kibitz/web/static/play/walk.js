// A line played out on the board, ply by ply: the refutation of a move.

import { allow, button, element } from "../shared/element.js";
import { icon, iconButton } from "../shared/icons.js";
import { sentence } from "../shared/wording.js";

const PACE = 1100; // milliseconds from one ply to the next

/** Walks a line. `show(ply)` draws ply 0 (the position itself) to the last; `onEnd()` when the person leaves. */
export class Walk {
  constructor({ host, plies, start, showsAt, why, show, onEnd, announce }) {
    Object.assign(this, { host, plies, start, showsAt, why, show, onEnd, announce });
    this.at = 0;
    this.timer = 0;
    this.title = element("p", { class: "bar-title" });
    this.words = element("p", { class: "bar-words" });
    this.playing = iconButton("play", "Play", () => this.toggle());
    this.back = iconButton("back", "Back", () => this.step(-1));
    this.next = iconButton("forward", "Next", () => this.step(1));
    const leave = button("Leave", () => this.end(), { class: "small", title: "Leave (Esc)" });
    const controls = element("div", { class: "row tight" }, this.playing, this.back, this.next, leave);
    const told = element("div", { class: "grow" }, this.title, this.words);
    host.replaceChildren(element("div", { class: "mode-bar", role: "group", "aria-label": "Why?" }, told, controls));
    this.go(0);
    this.toggle();
    this.playing.focus({ preventScroll: true });
  }

  /** Go to a ply. */
  go(ply) {
    this.at = Math.max(0, Math.min(ply, this.plies.length));
    const here = this.plies[this.at - 1];
    const shown = this.showsAt === null || this.showsAt === undefined ? this.plies.length : this.showsAt;
    const line = this.plies.slice(0, this.at).map(({ move }) => move).join(" ");
    this.title.textContent = this.at ? `${this.at} of ${this.plies.length}: ${line}` : "The position now";
    const loss = this.at >= shown;
    this.words.textContent = loss ? this.why : here?.over ? "The game is over." : "";
    this.words.classList.toggle("told", loss);
    allow(this.back, this.at > 0);
    allow(this.next, this.at < this.plies.length);
    this.show(this.at);
    this.announce(here ? `${sentence(here.move)}. ${this.at === shown ? this.why : ""}` : "");
    if (this.at === this.plies.length) this.#pause();
  }

  /** One ply on or back; stops playing. */
  step(by) {
    this.#pause();
    this.go(this.at + by);
  }

  /** Play or pause. */
  toggle() {
    if (this.timer) return this.#pause();
    if (this.at === this.plies.length) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), PACE);
    this.#showPlaying("Pause");
  }

  /** Leave; the board is the game's again. */
  end() {
    this.#pause();
    this.onEnd();
  }

  /** Stop the clock without another word. */
  cancel() {
    this.#pause();
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.#showPlaying("Play");
  }

  #showPlaying(label) {
    this.playing.replaceChildren(icon(label.toLowerCase()));
    this.playing.setAttribute("aria-label", label);
    this.playing.title = label;
  }
}
