// What the teacher asks: the position from Play, the tree from the lab, or the question from the quiz.

import { button, complain, element, field, select } from "../shared/element.js";

const JUDGING = 3; // seconds that the engine may think about what is right
const MOST_NAMED = 30; // moves that are all as good
const LOOK = ["look", "Just show it"];
const ABOUT_POSITIONS = [["move", "Which move?"], ["value", "Wins, draws or loses?"], LOOK];
const VIEWS = { position: ["play", "Play"], tree: ["lab", "the Tree lab"], quiz: ["quiz", "Quiz"] };
const OF_A_QUIZ = ["tree", "variant", "trees", "node", "after"]; // what its address says in words

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
      ["quiz", "Question from the quiz"],
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

  async #choose(source) {
    this.source = source;
    press(this.sources, source);
    this.refresh();
    if (source === "position") return this.#offer(this.#group("Question", ABOUT_POSITIONS, (kind) => this.#chooseKind(kind)), "move");
    this.quizzes ??= await this.context.api.get("api/quiz/kinds");
    if (this.source !== source) return undefined;
    if (source === "quiz") return this.#offer(null, "");
    const about = this.quizzes.filter((each) => each.needs_tree);
    const usual = about.find((each) => each.usual).kind;
    const list = select([...about.map((each) => [each.kind, each.title]), LOOK], usual, (kind) => this.#chooseKind(kind));
    return this.#offer(field("Question", list), usual);
  }

  #offer(kinds, first) {
    this.kinds.replaceChildren(...(kinds ? [kinds] : []));
    this.#chooseKind(first);
  }

  #chooseKind(kind) {
    this.kind = kind;
    press(this.kinds, kind);
  }

  /** Say what would be shown: play, lab and quiz may have gone on. */
  refresh() {
    const { link } = this.context;
    const [view, place] = VIEWS[this.source];
    const params = this.context.remembered?.[view] ?? {};
    const words = { tree: () => this.#treeWords(params), quiz: () => this.#quizWords(params), position: () => this.#placeWords(link.placeFrom(params)) };
    this.shown.replaceChildren(words[this.source](), " ", element("a", { href: link.href(view, params) }, `Change it in ${place}`));
  }

  #quizWords({ kind, kinds, seed, place = 1 }) {
    if (!seed) return "No question has been asked in the quiz yet: open it first.";
    return kinds ? `Question ${place} of the series with seed ${seed}.` : `The question "${kind}" with seed ${seed}.`;
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
      await this.context.api.post("api/room/ask", { kind: this.kind, ...body, sentence: this.sentence.value.trim() });
    } catch (error) {
      complain(this.asks, error.message);
    }
  }

  async #body() {
    const { api, link } = this.context;
    const params = this.context.remembered?.[VIEWS[this.source][0]] ?? {};
    if (this.source === "quiz") return this.#quizBody(params);
    if (this.source === "tree") {
      const tree = params.tree ?? (await api.get("api/lab/gallery"))[0].tree;
      const step = this.kind === "look" && params.step ? { step: link.number(params.step) } : {};
      const search = this.kind === "look" && params.algorithm ? { algorithm: params.algorithm } : {};
      return { tree, ...(params.variant ? { variant: params.variant } : {}), ...search, ...step };
    }
    const place = link.placeFrom(params);
    return { ...place, flip: params.flip === "1" };
  }

  /** The question that the quiz shows. */
  async #quizBody(params) {
    const whole = (names) => Object.fromEntries(names.filter((name) => /^\d+$/.test(params[name] ?? "")).map((name) => [name, Number(params[name])]));
    const said = Object.fromEntries(OF_A_QUIZ.filter((name) => params[name]).map((name) => [name, params[name]]));
    const about = { ...whole(["seed", "depth", "branching"]), ...said };
    if (about.seed === undefined) throw new Error("No question has been asked in the quiz yet: open Quiz first.");
    if (!params.kinds) return { kind: params.kind, ...about };
    const { kinds, place = "1" } = params;
    const series = { ...about, kinds: kinds.split(","), ...whole(["count"]), place: Number(place) - 1 };
    const { kind, seed, trees } = await this.context.api.post("api/quiz/series", series);
    return { ...about, kind, seed, trees };
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
