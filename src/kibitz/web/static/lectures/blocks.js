// What a slide is made of: text, commands with what they print, and pictures of the trees and boards they are about.

import { button, element, field } from "../shared/element.js";
import { copied } from "../shared/copying.js";
import * as link from "../shared/link.js";

const OPTIONS = { // of topics, with their names for a person
  games: "Games or trees",
  seed: "Seed",
  branching: "Moves in a position",
  plies: "Plies of a game",
  speed: "Nodes a second",
  time: "Seconds for a move",
};
const USED_BY_CALCULATOR = ["branching", "plies", "speed", "time"];
const MARKS = { code: "code", strong: "strong", emphasis: "em" };
const CELL = 34; // pixels of a board's cell
const MOST_PICTURES = 8; // of one command

/** A block of a slide as an element. */
export function blockOf(block, tools) {
  if (block.kind === "console") return new Command(block, tools).element;
  return element("p", { class: block.kind === "item" ? "slide-item" : "" }, inline(block.spans));
}

/** Spans as elements; addresses lead to views of this page. */
export function inline(spans) {
  return spans.map(({ kind, text, address }) => {
    if (kind === "link") return element("a", { href: address }, text.startsWith("#/") ? nameOf(text) : text);
    return MARKS[kind] ? element(MARKS[kind], {}, text) : text;
  });
}

/** A command, what it prints, and what it is about in pictures. A topic of the lectures can be computed here and now. */
class Command {
  constructor(block, { context, pictures }) {
    this.block = block;
    this.context = context;
    this.pictures = pictures;
    this.output = element("pre", { class: "console-output", tabIndex: 0, "aria-label": `What '${block.command}' prints` });
    this.figures = element("div", { class: "slide-figures" });
    this.#print(block.output, block.is_cut);
    this.#picture(block.seen_at);
    this.element = element("section", { class: "console", "aria-label": block.command }, this.#head(), this.output, this.figures);
  }

  #head() {
    const copy = () => copied(this.block.command, "Command copied.", this.context);
    const row = [element("code", { class: "console-command" }, `$ ${this.block.command}`)];
    row.push(button("Copy", copy, { class: "small quiet", "aria-label": `Copy the command ${this.block.command}` }));
    if (this.block.topic) {
      this.fields = this.#fields();
      this.run = button("Compute now", () => this.#compute(), { class: "small" });
      row.push(this.run);
    }
    const head = element("div", { class: "console-head" }, ...row);
    return this.fields?.length ? element("div", {}, head, element("div", { class: "console-options" }, this.fields.map(({ host }) => host))) : head;
  }

  /** Fields for the numbers that the command gives, and for those of the calculator. */
  #fields() {
    const { topic, options } = this.block;
    const names = topic === "calculator" ? USED_BY_CALCULATOR : Object.keys(options);
    return names.map((name) => {
      const input = element("input", { type: "number", min: 0, step: "any", value: options[name] ?? "", placeholder: "usual" });
      input.onkeydown = (event) => event.key === "Enter" && this.#compute();
      return { name, input, host: field(OPTIONS[name], input) };
    });
  }

  async #compute() {
    const given = Object.fromEntries(this.fields.filter(({ input }) => input.value !== "").map(({ name, input }) => [name, Number(input.value)]));
    this.run.disabled = true;
    this.run.textContent = "Computing …";
    try {
      const found = await this.context.api.stream("api/lectures/topic", { topic: this.block.topic, ...given });
      this.#print(found.text, false);
      this.#picture(found.links);
      this.context.announce("Computed.");
    } catch (error) {
      this.context.toast(error.message, "error");
    } finally {
      this.run.disabled = false;
      this.run.textContent = "Compute now";
    }
  }

  #print(lines, isCut) {
    this.output.textContent = [...lines, ...(isCut ? ["…"] : [])].join("\n");
    this.output.hidden = !this.output.textContent;
  }

  // ------------------------------------------------------------ pictures

  #picture(places) {
    const shown = places.map((address, number) => {
      const { view, params } = link.read(address);
      const picture = element("div", { class: "slide-picture", "aria-hidden": "true" });
      this.pictures.put(picture, (signal) => this.#drawn(view, params, signal));
      const href = link.href(view, params);
      const title = places.length > 1 ? `${number + 1}. ${titleOf(address)}` : titleOf(address);
      return element("figure", { class: `slide-figure of-${view}` }, picture, element("figcaption", {}, element("a", { href }, title)));
    });
    for (const figure of shown.slice(MOST_PICTURES)) figure.firstChild.remove();
    this.figures.replaceChildren(...shown);
  }

  async #drawn(view, params, signal) {
    const { api } = this.context;
    if (view === "lab") return (await api.post("api/lab/export", { ...treeOf(params), format: "svg" }, { signal })).text;
    const place = link.placeFrom(params);
    return (await api.post("api/position", { ...place, size: CELL }, { signal })).board;
  }
}

/** What the lab is asked to draw. */
function treeOf({ tree, algorithm, variant, bounds, depth, quiescence, beam, without }) {
  const asked = { tree, ...(algorithm ? { algorithm } : {}), ...(variant ? { variant } : {}) };
  const stops = { ...(depth ? { depth: Number(depth) } : {}), ...(quiescence ? { quiescence: true } : {}), ...(beam ? { beam: Number(beam) } : {}) };
  const forgets = without ? { without: without.split(",") } : {};
  return { ...asked, ...stops, ...forgets, ...(bounds ? { bounds: bounds.split(",").map(Number) } : {}) };
}

/** What a link to a view of this page is called in a sentence: a game by its name. */
function nameOf(address) {
  const { view, params } = link.read(address);
  return view === "play" && !params.position && !params.moves ? params.game : titleOf(address);
}

/** What a link to a view of this page is called. */
function titleOf(address) {
  const { view, params } = link.read(address);
  if (view === "lab") return params.predict ? "Predict it in the tree lab" : "Step through it in the tree lab";
  if (view === "quiz") return params.kind ? `Quiz (${params.kind})` : "Quiz";
  if (view === "search") return `The tree of ${params.game}`;
  return view === "play" ? `Play ${params.game} from here` : address;
}
