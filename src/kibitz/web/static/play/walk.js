// Why a move is bad, or good: the argument at once, then its line on the board, ply by ply.

import { allow, button, element } from "../shared/element.js";
import { icon, iconButton } from "../shared/icons.js";
import { sentence } from "../shared/wording.js";

const PACE = 1100; // milliseconds from one ply to the next
const HIGHEST = 150; // pixels for the argument; what is longer is scrolled

/**
 * Walks a line. `show(ply)` draws ply 0 (the position itself) to the last; `onEnd()` when the person leaves. `why` is the whole
 * argument, and `showsAt` the ply after which it shows; `told(ply)` is what there is to say of one ply.
 */
export class Walk {
  constructor({ host, title, plies, showsAt, why, told, show, onEnd, announce }) {
    Object.assign(this, { host, plies, showsAt: showsAt ?? plies.length, why, told, show, onEnd, announce });
    this.at = 0;
    this.timer = 0;
    this.words = element("p", { class: "bar-words told" });
    this.playing = iconButton("play", "Play", () => this.toggle());
    this.back = iconButton("back", "Back", () => this.step(-1));
    this.next = iconButton("forward", "Next", () => this.step(1));
    const leave = button("Leave", () => this.end(), { class: "small", title: "Leave (Esc)" });
    const controls = element("div", { class: "row tight" }, this.back, this.playing, this.next, leave);
    this.steps = plies.map(({ move }, index) => this.#step(move, index + 1));
    const line = element("div", { class: "walk-line" }, this.steps);
    const text = element("div", { class: "grow" }, this.words);
    host.replaceChildren(element("div", { class: "mode-bar", role: "group", "aria-label": title }, text, controls, line));
    this.go(0);
    const { scrollHeight, clientHeight } = this.words; // the whole argument is seen at once, and nothing jumps on the way
    if (scrollHeight > clientHeight) this.words.style.height = `${Math.min(scrollHeight + 2, HIGHEST)}px`;
    this.next.focus({ preventScroll: true });
  }

  #step(move, ply) {
    const go = () => {
      this.#pause();
      this.go(ply);
    };
    const isPoint = ply === this.showsAt && this.why;
    const named = isPoint ? { "aria-label": `${move}: here it shows`, title: "Here it shows" } : {};
    return button(move, go, { class: `small quiet walk-ply${isPoint ? " point" : ""}`, ...named });
  }

  /** Go to a ply. */
  go(ply) {
    this.at = Math.max(0, Math.min(ply, this.plies.length));
    this.steps.forEach((step, index) => {
      step.classList.toggle("done", index < this.at);
      if (index === this.at - 1) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const here = this.plies[this.at - 1];
    const words = here ? this.told(this.at) : this.why;
    this.words.textContent = words;
    allow(this.back, this.at > 0);
    allow(this.next, this.at < this.plies.length);
    this.show(this.at);
    this.announce(here ? `${sentence(here.move)}. ${words}` : words);
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
