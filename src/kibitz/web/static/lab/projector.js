// The projector view: the tree and the sentence alone, as large as the screen allows; the controls fade.

import { iconButton } from "../shared/icons.js";

const AWAKE = 2500; // milliseconds that the controls stay after a pointer has moved
const LARGEST = 5; // how far a small tree is enlarged

/** Turns it on and off; the browser's full screen where it has one. */
export class Projector {
  constructor(host, stepper, { announce }) {
    Object.assign(this, { host, stepper, announce });
    this.isOn = false;
    this.close = iconButton("remove", "Leave the projector view", () => this.leave(), "Leave");
    this.close.classList.add("projector-close");
    this.usual = stepper.stage.largest;
    this.wake = () => this.#wake();
    this.pressed = (event) => this.#pressed(event);
    this.changed = () => !document.fullscreenElement && this.isOn && this.leave();
  }

  toggle() {
    if (this.isOn) this.leave();
    else this.enter();
  }

  enter() {
    this.isOn = true;
    this.before = document.activeElement;
    this.host.classList.add("is-projected");
    document.documentElement.classList.add("has-projector");
    this.stepper.main.append(this.close);
    document.addEventListener("fullscreenchange", this.changed);
    for (const event of ["pointermove", "pointerdown", "focusin"]) addEventListener(event, this.wake);
    document.documentElement.requestFullscreen?.().catch(() => {}); // a phone without it shows the view all the same
    addEventListener("keydown", this.pressed, true);
    this.#fit(LARGEST);
    this.stepper.buttons.forward.focus({ preventScroll: true });
    this.announce("Projector view. Escape leaves it.");
    this.#wake();
  }

  /** Back to the lab; false where it was not on, so that the key is free for others. */
  leave() {
    if (!this.isOn) return false;
    this.isOn = false;
    clearTimeout(this.resting);
    this.host.classList.remove("is-projected", "is-resting");
    document.documentElement.classList.remove("has-projector");
    this.close.remove();
    document.removeEventListener("fullscreenchange", this.changed);
    for (const event of ["pointermove", "pointerdown", "focusin"]) removeEventListener(event, this.wake);
    removeEventListener("keydown", this.pressed, true);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.#fit(this.usual);
    this.before?.focus?.({ preventScroll: true });
    return true;
  }

  /** Arrows step wherever the focus is, and so do the keys that a presenter's remote sends. */
  #pressed(event) {
    const { stepper } = this;
    const step = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back" }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("input, select")) return;
    event.preventDefault();
    event.stopPropagation();
    stepper[step]();
  }

  #fit(largest) {
    this.stepper.stage.largest = largest;
    this.stepper.stage.fit(true);
  }

  #wake() {
    this.host.classList.remove("is-resting");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.host.classList.add("is-resting"), AWAKE);
  }
}
