// Games of the user's own, while their files are being written: read again when they change, mistakes shown by their line.

import { button, element } from "./element.js";

const EVERY = 1000; // milliseconds from one look at the files to the next, while the page is looked at

/**
 * Watches the files behind the user's games. `readAgain(rows)` is called with the games that were read again without a mistake;
 * a mistake is shown above `host` until it is mended.
 */
export class OwnGames {
  constructor({ host, api, toast, readAgain }) {
    Object.assign(this, { api, toast, readAgain });
    this.versions = new Map();
    this.box = element("section", { class: "own-mistake", role: "alert", "aria-label": "A mistake in your game", hidden: true });
    host.before(this.box);
    api.onMistake((told) => this.#complain(told, null));
    document.addEventListener("visibilitychange", () => this.#look());
    this.#look();
  }

  async #look() {
    clearTimeout(this.timer);
    if (document.hidden) return;
    try {
      this.#compare(await this.api.get("api/own-games"));
    } catch (error) {
      if (error.status) this.#complain({ error: error.message, where: error.where }, null); // the files themselves take too long
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(), EVERY);
  }

  #compare(rows) {
    const isFirst = this.versions.size === 0;
    const changed = rows.filter(({ game, version }) => this.versions.get(game.name) !== version);
    for (const { game, version } of changed) this.versions.set(game.name, version);
    const wrong = rows.find(({ mistake }) => mistake);
    if (wrong && (changed.includes(wrong) || isFirst)) this.#complain(wrong.mistake, wrong.file);
    if (isFirst || !changed.length) return;
    if (!wrong) this.#close();
    const mended = changed.filter(({ mistake }) => !mistake);
    if (!mended.length) return;
    this.readAgain(mended.map(({ game }) => game));
    this.toast(`${[...new Set(mended.map(({ file }) => file))].join(", ")} has changed: the page shows it as it is now.`);
  }

  /** Show a mistake: the sentence, and the lines of the file around it. */
  #complain({ error, where }, file) {
    const title = where ? `${where.file}, line ${where.line}` : (file ?? "Your game");
    const close = button("Close", () => this.#close(), { class: "quiet small" });
    const lines = (where?.code ?? []).map(({ number, text }) => {
      const isIt = number === where.line;
      const line = element("div", { class: isIt ? "own-line wrong" : "own-line" });
      line.append(element("span", { class: "own-number" }, String(number)), element("code", {}, text || " "));
      if (isIt) line.append(element("span", { class: "visually-hidden" }, "the mistake is in this line"));
      return line;
    });
    this.box.replaceChildren(
      element("div", { class: "own-mistake-head" }, element("h2", {}, title), close),
      element("p", {}, error),
      ...(lines.length ? [element("div", { class: "own-lines" }, lines)] : []),
      element("p", { class: "note" }, "Fix it and save the file: the page continues automatically."),
    );
    this.box.hidden = false;
  }

  #close() {
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}
