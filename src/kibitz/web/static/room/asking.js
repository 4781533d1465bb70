// What the teacher asks: the position from Play or the tree from the lab, and one question about it.

import { button, complain, element, field } from "../shared/element.js";

const JUDGING = 3; // seconds that the engine may think about what is right
const MOST_NAMED = 30; // moves that are all as good
const KINDS = {
  position: [
    ["move", "Which move?"],
    ["value", "Wins, draws or loses?"],
    ["look", "Just show it"],
  ],
  tree: [
    ["cut", "What is cut?"],
    ["value", "What is it worth?"],
    ["look", "Just show it"],
  ],
};

/** The panel in which a question is put together. */
export class Asking {
  constructor(host, context) {
    this.host = host;
    this.context = context;
    this.asked = null; // the place that is asked about, as the server tells it
    this.source = "position";
    this.kind = "move";
    this.#build();
    this.refresh();
  }

  #build() {
    this.sources = this.#group("What to show", [
      ["position", "Position from Play"],
      ["tree", "Tree from the lab"],
    ], (source) => this.#choose(source));
    this.shown = element("p", { class: "note room-shown" });
    this.kinds = element("div", {});
    this.sentence = element("input", { type: "text", maxLength: 300, autocomplete: "off", placeholder: "the usual words" });
    this.asks = field("Your own words (optional)", this.sentence);
    this.button = button("Show to the room", () => this.#ask(), { class: "primary" });
    this.host.replaceChildren(element("h2", {}, "Ask the room"), this.sources, this.shown, this.kinds, this.asks, this.button);
    this.#choose(this.source);
  }

  #group(label, options, onChoose) {
    const buttons = options.map(([value, words]) => button(words, () => onChoose(value), { "data-value": value, "aria-pressed": "false" }));
    return element("div", { class: "row room-group", role: "group", "aria-label": label }, buttons);
  }

  #choose(source) {
    this.source = source;
    this.kinds.replaceChildren(this.#group("Question", KINDS[source], (kind) => this.#chooseKind(kind)));
    press(this.sources, source);
    this.#chooseKind(KINDS[source][0][0]);
    this.refresh();
  }

  #chooseKind(kind) {
    this.kind = kind;
    press(this.kinds, kind);
  }

  /** Say what would be shown: play and lab may have gone on. */
  refresh() {
    const { link } = this.context;
    const isTree = this.source === "tree";
    const params = this.context.remembered?.[isTree ? "lab" : "play"] ?? {};
    const view = isTree ? "lab" : "play";
    const words = isTree ? this.#treeWords(params) : this.#placeWords(link.placeFrom(params));
    this.shown.replaceChildren(words, " ", element("a", { href: link.href(view, params) }, isTree ? "Change it in the Tree lab" : "Change it in Play"));
  }

  #treeWords({ tree, game }) {
    if (tree) return shortened(tree);
    return game ? "The tree of a position: open it in the lab as a tree in brackets first." : "The first tree of the gallery.";
  }

  #placeWords({ game, moves, position }) {
    const title = this.context.games.find(({ name }) => name === game)?.title ?? game;
    const after = moves.length ? `after ${moves.length} ${moves.length === 1 ? "move" : "moves"}` : "";
    return `${[title, after || (position ? "a set-up position" : "the start")].join(", ")}.`;
  }

  async #ask() {
    complain(this.asks, "");
    try {
      const body = await this.#body();
      await this.context.api.post("api/room/ask", { ...body, kind: this.kind, sentence: this.sentence.value.trim() });
    } catch (error) {
      complain(this.asks, error.message);
    }
  }

  async #body() {
    const { api, link } = this.context;
    const params = this.context.remembered?.[this.source === "tree" ? "lab" : "play"] ?? {};
    if (this.source === "tree") {
      const tree = params.tree ?? (await api.get("api/lab/gallery"))[0].tree;
      const step = this.kind === "look" && params.step ? { step: link.number(params.step) } : {};
      const search = this.kind === "look" && params.algorithm ? { algorithm: params.algorithm } : {};
      return { tree, ...(params.variant ? { variant: params.variant } : {}), ...search, ...step };
    }
    const place = link.placeFrom(params);
    return { ...place, flip: params.flip === "1" };
  }

  /** What the engine holds to be right: `{right, words, proven}`; empty where the question knows it, or the engine does not. */
  async judged(kind) {
    const { asked } = this;
    if (!asked?.game || (kind !== "move" && kind !== "value")) return {};
    try {
      const { game, set, position, moves } = asked;
      const found = await this.context.api.post("api/best", { game, set, position, moves, time: JUDGING });
      if (kind === "move") return rightMoves(found);
      const results = { win: "wins", draw: "draws", loss: "loses" };
      const words = `The player to move: ${found.words}.`;
      return found.outcome in results ? { right: [results[found.outcome]], words } : { words, proven: false };
    } catch (error) {
      this.context.toast(error.message, "error");
      return {};
    }
  }
}

/** The best moves: all that lose nothing. Where that is not proven they are the engine's choice, and called so. */
function rightMoves({ moves, best, exact, undecided, words }) {
  if (undecided) return {};
  const right = moves.filter(({ loss, move }) => loss === 0 || move === best).map(({ move }) => move);
  const named = right.slice(0, MOST_NAMED);
  if (exact) return { right: named, words: `It ${words}.`, proven: true };
  return { right: named, words: `The engine prefers ${named.join(", ")}: ${words}.`, proven: false };
}

function press(group, value) {
  for (const each of group.querySelectorAll("[data-value]")) each.setAttribute("aria-pressed", String(each.dataset.value === value));
}

function shortened(text) {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
