// Games in the store: each is kept move by move as it is played, and the dialog finds them again.

import { button } from "../shared/element.js";

const KEY = "kibitz.store"; // in this tab: the game that is being kept, so that it is the same one after a reload

/**
 * Keeps the game on the table, if the store is on, and opens the dialog with all that are kept. `onOpen(place)` puts one
 * on the table.
 */
export class KeptGames {
  constructor({ host, table, context, onOpen }) {
    Object.assign(this, { table, context, onOpen });
    this.game = { number: null }; // the game on the table, in the store; no number before its first move
    this.status = null; // what the server says of the store; asked once, when it matters
    this.sending = Promise.resolve(); // one after the other: a later move must not be overtaken by an earlier one
    const title = "Games that were played: list, open, search this position (k)";
    host.append(button("Kept games", () => this.open(), { class: "wide kept-games", title, "aria-haspopup": "dialog" }));
  }

  /** Another game is on the table: is it the one that was kept last, after a reload, say? */
  begun() {
    const { place } = this.table;
    const last = remembered();
    const isSame = last?.beginning === beginning(place) && goesOn(last.moves, place.moves);
    this.game = { number: isSame ? last.number : null };
  }

  /** A move was played: keep the game with it. One in which only chance has moved so far is not kept yet. */
  follow() {
    const { game, table } = this;
    if (table.at.played.every(({ player }) => player < 0)) return this.sending;
    const { place, sides, allMoves: moves } = table.session;
    const asked = { ...place, moves, players: sides.map(nameOf) };
    this.sending = this.sending.then(() => this.#send(game, asked)).catch((error) => this.#failed(error));
    return this.sending;
  }

  async #send(game, asked) {
    this.status ??= await this.context.api.get("api/store");
    if (!this.status.on) return;
    const kept = await this.context.api.post("api/store/keep", { ...asked, number: game.number });
    game.number = kept.number;
    if (game === this.game) remember({ number: kept.number, beginning: beginning(asked), moves: asked.moves });
  }

  /** Say once that the game is not kept, unless somebody has switched the store off elsewhere. */
  async #failed(error) {
    const wasOn = this.status?.on;
    this.status = { on: false };
    const isStillOn = wasOn && (await this.context.api.get("api/store").catch(() => ({ on: true }))).on;
    if (isStillOn) this.context.toast(`${error.message} The game is not kept.`, "error");
  }

  /** Open the dialog, which is fetched when it is first wanted. */
  async open() {
    const { table, context } = this;
    const loaded = await import("./store-dialog.js").catch(() => null);
    if (!loaded) return context.toast("The list of kept games could not be loaded. Is 'kibitz serve' still running?", "error");
    if (document.querySelector("dialog[open]")) return undefined; // asked for twice
    const onStatus = (status) => (this.status = status);
    const onOpen = ({ number, offered, set, position, moves }) => {
      const place = { game: offered, set, position, moves };
      remember({ number, beginning: beginning(place), moves });
      return this.onOpen(place);
    };
    return new loaded.StoreDialog({ table, context, onStatus, onOpen });
  }
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function remember(last) {
  sessionStorage.setItem(KEY, JSON.stringify(last));
}

function beginning({ game, set, position }) {
  return JSON.stringify([game, Object.entries(set ?? {}).sort(), position ?? null]);
}

/** Is one game the other, so far? A game without moves is a new one. */
function goesOn(one, other) {
  return other.length > 0 && one.slice(0, other.length).join("\n") === other.slice(0, one.length).join("\n");
}

function nameOf({ who, level, careless, algorithm, limit, amount }) {
  if (who === "person") return "person";
  const search = [algorithm === "auto" ? "" : algorithm, limit ? `${limit}=${amount}` : ""];
  return [`level ${level}`, careless ? "careless" : "", ...search].filter(Boolean).join(" ");
}
