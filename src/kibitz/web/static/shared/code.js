// Pseudo-code set as a textbook sets it, with the line of the current step marked.

import { element } from "./element.js";

const KEYWORDS = new Set(["function", "if", "then", "return", "for", "each", "in", "do", "else", "and", "or", "repeat", "while"]);
const WORD = /([A-Z][A-Z0-9-]+|[a-z]+)/;

/** The pseudo-code of an algorithm, one list item a line. */
export class Code {
  constructor() {
    this.list = element("ol", { class: "code-lines" });
    this.element = element("section", { class: "code", tabIndex: 0, "aria-label": "Pseudo-code" }, this.list);
  }

  /** Show these lines. */
  write(lines) {
    this.lines = lines;
    this.current = null;
    this.list.replaceChildren(...lines.map(typeset));
  }

  /** Mark a line, counted from 1. */
  mark(number) {
    this.current?.classList.remove("is-current");
    this.current?.removeAttribute("aria-current");
    this.current = this.list.children[number - 1] ?? null;
    this.current?.classList.add("is-current");
    this.current?.setAttribute("aria-current", "step");
    if (this.current) reveal(this.element, this.current);
  }
}

/** One line: keywords bold, functions in small capitals, its indent kept when it wraps. */
function typeset(line) {
  const indent = line.length - line.trimStart().length;
  const words = line
    .trim()
    .split(WORD)
    .map((word) => {
      if (KEYWORDS.has(word)) return element("b", {}, word);
      if (/^[A-Z][A-Z0-9-]+$/.test(word) && word !== "MAX" && word !== "MIN") return element("span", { class: "code-name" }, word);
      return word;
    });
  return element("li", { style: `--indent: ${indent / 2}` }, element("span", { class: "code-line" }, ...words));
}

/** Scroll within the box only: the page must not jump at a step. */
function reveal(box, line) {
  if (box.scrollHeight <= box.clientHeight) return;
  const from = line.offsetTop - box.offsetTop;
  if (from < box.scrollTop) box.scrollTop = from - 8;
  const over = from + line.offsetHeight - box.scrollTop - box.clientHeight;
  if (over > 0) box.scrollTop += over + 8;
}
