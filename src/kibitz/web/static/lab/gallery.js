// The lectures' trees: a menu by lecture that can be searched, and the question of the tree that is open.

import { button, element } from "../shared/element.js";
import * as link from "../shared/link.js";
import { popover } from "./popover.js";

/** The lectures' trees, chapter by chapter, each with its question: `onPick(exhibit)`. */
export function galleryMenu(exhibits, onPick) {
  const rows = exhibits.map((exhibit) => pickOf(exhibit, () => (menu.close(), onPick(exhibit))));
  const chapters = [...new Set(exhibits.map(({ lecture }) => lecture))].map((lecture) => {
    const own = rows.filter((_, at) => exhibits[at].lecture === lecture);
    const { chapter } = exhibits.find((exhibit) => exhibit.lecture === lecture);
    const title = element("h3", { id: `gallery-${lecture}` }, `${lecture}. ${chapter}`);
    return element("section", { "aria-labelledby": title.id }, title, element("ul", { class: "list" }, own.map(listed)));
  });
  const none = element("p", { class: "note", role: "status", hidden: true });
  const search = element("input", { type: "search", class: "control", "aria-label": "Search the gallery", "data-first": "" });
  search.placeholder = "Search: prune, quiz, dice …";
  search.oninput = () => narrow(search.value, exhibits, rows, chapters, none);
  const content = element("div", { class: "gallery" }, element("div", { class: "gallery-search" }, search, none), ...chapters);
  content.addEventListener("keydown", (event) => walk(event, search, rows));
  const menu = popover("Gallery", "The lectures' trees, by lecture", content);
  menu.panel.classList.add("gallery-panel");
  return menu;
}

function pickOf(exhibit, onclick) {
  const pick = element("button", { type: "button", class: "gallery-pick", "data-exhibit": exhibit.name, onclick });
  pick.append(element("b", {}, exhibit.title), element("span", { class: "note" }, exhibit.question));
  return pick;
}

function listed(pick) {
  return element("li", {}, pick);
}

/** Show only what has all the words that were typed. */
function narrow(typed, exhibits, rows, chapters, none) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  exhibits.forEach((exhibit, at) => {
    const { title, question, chapter, section, algorithm, variant, tree } = exhibit;
    const text = [title, question, chapter, section, algorithm, variant, tree].join(" ").toLowerCase();
    rows[at].parentElement.hidden = !words.every((word) => text.includes(word));
  });
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector("li:not([hidden])");
  none.hidden = chapters.some((chapter) => !chapter.hidden);
  none.textContent = `No tree of the gallery has “${typed.trim()}”.`;
}

/** Arrows go from tree to tree, and from the first one back to the search; Enter in the search opens the first one. */
function walk(event, search, rows) {
  const shown = rows.filter((row) => !row.parentElement.hidden);
  const at = shown.indexOf(document.activeElement);
  if (event.key === "Enter" && document.activeElement === search) shown[0]?.click();
  else if (event.key === "ArrowDown") (shown[at + 1] ?? shown.at(-1))?.focus();
  else if (event.key === "ArrowUp") (at > 0 ? shown[at - 1] : search).focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The tree of the gallery that an address names; null where it names none. */
export function exhibitIn(gallery, { exhibit }, toast) {
  const found = gallery.find(({ name }) => name === exhibit);
  if (exhibit && !found) toast(`The gallery has no tree '${exhibit}'.`, "error");
  return found ?? null;
}

/** What a tree of the gallery asks, and behind a click the answer, which the lab computes. */
export class Story {
  constructor({ api, toast, announce }) {
    this.api = api;
    this.toast = toast;
    this.announce = announce;
    this.element = element("details", { class: "lab-story", hidden: true });
  }

  /** Tell of an exhibit; of nothing where there is none. */
  show(exhibit) {
    this.element.hidden = !exhibit;
    if (!exhibit || exhibit === this.exhibit) return void (this.exhibit = exhibit);
    this.exhibit = exhibit;
    this.element.open = false;
    const title = element("summary", {}, element("b", {}, exhibit.title), element("span", { class: "lab-question" }, exhibit.question));
    this.answer = element("div", { class: "lab-answer" }, button("Show the answer", () => this.#answer(exhibit), { class: "small" }));
    const [, place = ""] = exhibit.page.split("#");
    const href = link.href("lectures", { lecture: exhibit.lecture, slide: place });
    const page = element("a", { href }, `Lecture ${exhibit.lecture}, ${exhibit.section}`);
    this.element.replaceChildren(title, this.answer, element("p", { class: "note" }, page));
  }

  async #answer(exhibit) {
    try {
      const { answer } = await this.api.get(`api/lab/gallery/${exhibit.name}/answer`);
      if (exhibit !== this.exhibit) return;
      this.answer.replaceChildren(element("p", { class: "lab-answered" }, answer), element("p", {}, exhibit.note));
      this.announce(answer);
    } catch (error) {
      this.toast(error.message, "error");
    }
  }
}
