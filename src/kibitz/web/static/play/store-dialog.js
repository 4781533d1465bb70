// The dialog of kept games: the switch, the list with its filters, and what was played in the position on the table.

import { button, element, select } from "../shared/element.js";
import { gameRow, statisticsTable } from "./store-rows.js";

const MOST = 50; // games of a list
const RESULTS = [["", "Any result"], ["1", "Player 1 won"], ["2", "Player 2 won"], ["draw", "Draw"], ["unfinished", "Unfinished"]];
const ALL = "all";
const HERE = "here";

/** The dialog, opened. It calls `onStatus(status)` when the store is switched, and `onOpen(game)` to open one. */
export class StoreDialog {
  constructor({ table, context, onStatus, onOpen }) {
    Object.assign(this, { table, context, onStatus, onOpen });
    this.turn = 0; // counts questions, so that a slow answer cannot overtake a later one
    this.shown = ALL;
    this.#build();
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.#start();
  }

  #build() {
    this.on = element("input", { type: "checkbox", onchange: () => this.#switch() });
    this.where = element("p", { class: "note store-file" });
    this.tabs = { [ALL]: this.#tab(ALL, "All games"), [HERE]: this.#tab(HERE, "This position") };
    this.filters = this.#filters();
    this.said = element("p", { class: "note", role: "status" });
    this.statistics = element("div", { class: "store-statistics" });
    this.list = element("ul", { class: "store-list" });
    this.dialog = element(
      "dialog",
      { class: "dialog store-dialog", "aria-labelledby": "store-title" },
      element("h2", { id: "store-title", tabIndex: -1, autofocus: true }, "Kept games"),
      element("label", { class: "check" }, this.on, element("span", {}, "Keep every game from now on")),
      this.where,
      element("div", { class: "row store-tabs", role: "group", "aria-label": "Which games" }, Object.values(this.tabs)),
      this.filters,
      this.said,
      this.statistics,
      this.list,
      this.#bottom(),
    );
    this.dialog.onclose = () => this.dialog.remove();
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  #tab(which, words) {
    return button(words, () => this.#show(which), { class: "small", "aria-pressed": "false" });
  }

  #filters() {
    const text = (name, words) =>
      element("input", { type: "search", class: "control", name, placeholder: words, "aria-label": words, autocomplete: "off" });
    this.player = text("player", "Player");
    this.tag = text("tag", "Tag");
    this.tags = element("datalist", { id: "store-tags" });
    this.tag.setAttribute("list", this.tags.id);
    this.result = select(RESULTS, "", () => this.#list(), { "aria-label": "Result" });
    this.result.className = "control";
    this.mine = element("input", { type: "checkbox", checked: true, onchange: () => this.#list() });
    const only = element("label", { class: "check" }, this.mine, element("span", {}, "This game only"));
    for (const control of [this.player, this.tag]) control.onchange = () => this.#list();
    const asked = (event) => {
      event.preventDefault();
      this.#list();
    };
    return element("form", { class: "store-filters", onsubmit: asked }, this.player, this.tag, this.result, only, this.tags);
  }

  #bottom() {
    const file = element("input", { type: "file", accept: ".pgn,.sgf,.pdn,.json,.jsonl", hidden: true });
    file.onchange = () => this.#bringIn(file);
    return element(
      "div",
      { class: "row end" },
      file,
      button("Import …", () => file.click(), { title: "Games from a file: PGN, SGF, PDN or JSON" }),
      button("Export", () => this.#export(), { title: "Save the listed games to a file" }),
      button("Close", () => this.dialog.close(), { class: "primary" }),
    );
  }

  // ------------------------------------------------------------ what is shown

  async #start() {
    await this.#try(async () => this.#showStatus(await this.context.api.get("api/store")));
    this.#show(ALL);
  }

  #showStatus(status) {
    this.status = status;
    this.on.checked = status.on;
    const count = status.games === 1 ? "1 game" : `${status.games.toLocaleString("en")} games`;
    this.where.textContent = status.on || status.games ? `${count} in ${status.file}` : "Nothing is kept until you say so.";
    this.tags.replaceChildren(...status.tags.map((tag) => element("option", { value: tag })));
    this.onStatus(status);
  }

  #switch() {
    return this.#try(async () => this.#showStatus(await this.context.api.post("api/store/switch", { on: this.on.checked })));
  }

  #show(which) {
    this.shown = which;
    for (const [name, tab] of Object.entries(this.tabs)) tab.setAttribute("aria-pressed", String(name === which));
    this.filters.hidden = which !== ALL;
    this.statistics.replaceChildren();
    return which === ALL ? this.#list() : this.#here();
  }

  #list() {
    const { place } = this.table;
    const text = { player: this.player.value.trim(), tag: this.tag.value.trim(), result: this.result.value };
    const given = { game: this.mine.checked ? place.game : "", ...text };
    const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
    return this.#ask("api/store/list", { ...asked, limit: MOST }, (found) => this.#showGames(found, "No kept games fit."));
  }

  #here() {
    const { place, at, seat } = this.table;
    this.list.replaceChildren();
    if (at.hidden && seat !== null && !at.over) {
      this.said.textContent = "What was played here would tell what is hidden. Choose “Everything” under Players to see it.";
      return undefined;
    }
    const { game, set, position, moves } = place;
    const asked = { game, set, position, moves };
    return this.#ask("api/store/statistics", asked, async (played) => {
      this.statistics.replaceChildren(...(played.moves.length ? [statisticsTable(played.moves)] : []));
      const found = await this.context.api.post("api/store/search", { ...asked, limit: MOST });
      this.#showGames(found, "No kept game came to this position.");
    });
  }

  #showGames({ games, total }, none) {
    const many = total === 1 ? "1 game" : `${total.toLocaleString("en")} games`;
    this.said.textContent = !total ? none : games.length < total ? `The latest ${games.length} of ${many}` : many;
    this.games = games;
    this.list.replaceChildren(...games.map((game) => this.#row(game)));
  }

  #row(game) {
    return gameRow(game, {
      onOpen: () => this.#openGame(game.number),
      onTags: (add, remove) => this.#changed("api/store/tag", { number: game.number, add, remove }),
      onDelete: () => this.#changed("api/store/delete", { number: game.number }),
    });
  }

  // ------------------------------------------------------------ what is done

  #openGame(number) {
    return this.#try(async () => {
      const game = await this.context.api.post("api/store/show", { number });
      await this.onOpen(game);
      this.dialog.close();
    });
  }

  #changed(path, body) {
    return this.#try(async () => {
      await this.context.api.post(path, body);
      this.#showStatus(await this.context.api.get("api/store"));
      await this.#show(this.shown);
    });
  }

  #bringIn(control) {
    const [file] = control.files;
    control.value = "";
    if (!file) return undefined;
    return this.#try(async () => {
      const { numbers, known, broken } = await this.context.api.post("api/store/import", { file: file.name, text: await file.text() });
      this.#showStatus(await this.context.api.get("api/store"));
      this.mine.checked = false;
      await this.#show(ALL);
      const parts = [`${numbers.length} kept`, known && `${known} were there already`, broken.length && `${broken.length} could not be read: ${broken[0]}`];
      this.said.textContent = `${file.name}: ${parts.filter(Boolean).join(", ")}`;
    });
  }

  #export() {
    const numbers = (this.games ?? []).map(({ number }) => number);
    if (!numbers.length) return void (this.said.textContent = "There are no games here to export.");
    return this.#try(async () => {
      const { file, text } = await this.context.api.post("api/store/export", { numbers, ending: this.#ending });
      const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: file });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  /** How to write games: as their players do, where they are all of one such game; else as JSON. */
  get #ending() {
    const endings = new Set(this.games.map(({ record }) => record));
    return (endings.size === 1 && [...endings][0]) || "json";
  }

  async #ask(path, body, show) {
    const mine = ++this.turn;
    await this.#try(async () => {
      const found = await this.context.api.post(path, body);
      if (mine === this.turn) await show(found);
    });
  }

  /** Whatever goes wrong is said here, and nothing is lost. */
  async #try(act) {
    try {
      await act();
    } catch (error) {
      this.said.textContent = error.message;
      if (this.status) this.on.checked = this.status.on;
    }
  }
}
