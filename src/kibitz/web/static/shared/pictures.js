// The pictures on the cards. Each is asked for when its card comes near the screen, so that the page is quick.

import { drawing } from "./element.js";

const NEAR = "200px";

export class Pictures {
  #asked = new AbortController();

  constructor(api) {
    this.api = api;
    this.waiting = new Map(); // what to ask for, by the element that it is shown in
    this.watch = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && this.#show(entry.target)), {
      rootMargin: NEAR,
    });
  }

  /** Show in `host` what `ask(signal)` resolves to, an SVG, once it is near. */
  put(host, ask) {
    this.waiting.set(host, ask);
    this.watch.observe(host);
  }

  async #show(host) {
    const ask = this.waiting.get(host);
    this.waiting.delete(host);
    this.watch.unobserve(host);
    if (!ask) return;
    try {
      const made = drawing(await ask(this.#asked.signal));
      made.querySelector?.(":scope > title")?.remove(); // the card is named by its own words
      host.replaceChildren(made);
    } catch {
      host.classList.add("missing"); // the card is whole without it
    }
  }

  /** Ask for no more. */
  stop() {
    this.watch.disconnect();
    this.#asked.abort();
  }
}
