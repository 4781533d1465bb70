// The lectures: five sets of notes slide by slide, with the trees, the boards and the numbers that show what each says.

import { allow, element, select } from "../shared/element.js";
import { iconButton } from "../shared/icons.js";
import { Pictures } from "../shared/pictures.js";
import { blockOf, inline } from "./blocks.js";

/** Show the lectures in `root`. */
export function mount(root, params, context) {
  const view = new Lectures(root, context);
  view.update(params);
  return view;
}

class Lectures {
  constructor(root, context) {
    this.context = context;
    this.element = element("div", { class: "lectures" });
    this.pictures = null; // of the slide that is shown
    root.append(this.element);
  }

  get keys() {
    if (!this.slide) return [];
    return [
      ["ArrowRight", "Next slide", () => this.#turn(1)],
      ["ArrowLeft", "Slide before", () => this.#turn(-1)],
      ["Home", "First slide", () => this.#turn(-this.at)],
    ];
  }

  /** Show what the address asks for: the list, or a slide by its number or by the name that links use. */
  async update(params) {
    this.wanted = params;
    try {
      this.lectures ??= await this.context.api.get("api/lectures");
    } catch (error) {
      this.context.toast(error.message, "error");
      return;
    }
    if (this.wanted !== params) return; // another address has come since
    const lecture = this.lectures.find(({ number }) => String(number) === params.lecture);
    if (!lecture) this.#list();
    else this.#show(lecture, numberOf(lecture, params.slide));
  }

  unmount() {
    this.wanted = null;
    this.pictures?.stop();
  }

  /** The server is back: ask for what is missing. */
  reconnect() {
    this.update(this.wanted ?? {});
  }

  // ------------------------------------------------------------ the list

  #list() {
    this.slide = null;
    this.pictures?.stop();
    const rows = this.lectures.map((lecture) => {
      const href = this.context.link.href("lectures", { lecture: lecture.number, slide: 1 });
      return element(
        "li",
        { class: "panel lecture-card" },
        element("h2", {}, element("a", { href }, `${lecture.number}. ${lecture.title}`)),
        ...lecture.about.filter(({ spans }) => spans).map(({ spans }) => element("p", {}, inline(spans))),
        element("p", { class: "note" }, `${lecture.slides.length} parts`),
      );
    });
    const nothing = element("p", {}, "This installation has no lectures: they come with the documentation.");
    this.element.replaceChildren(
      element("h1", {}, "Lectures on adversarial search"),
      element("p", { class: "note" }, "Five courses' notes, slide by slide. Every number on a slide can be computed again, here and now."),
      rows.length ? element("ol", { class: "lecture-list" }, rows) : nothing,
    );
  }

  // ------------------------------------------------------------ a slide

  #show(lecture, at) {
    this.lecture = lecture;
    this.at = at;
    this.pictures?.stop();
    this.pictures = new Pictures(this.context.api);
    const { title, blocks } = (this.slide = lecture.slides[at]);
    const tools = { context: this.context, pictures: this.pictures };
    const heading = element("h1", { class: "slide-title", tabIndex: -1 }, title);
    this.element.replaceChildren(
      this.#bar(),
      element("article", { class: "panel slide" }, heading, ...blocks.map((block) => blockOf(block, tools))),
    );
    document.title = `${title} · Kibitz`;
  }

  #bar() {
    const { slides, number, title } = this.lecture;
    const rows = slides.map((slide, at) => [String(at), slide.title]);
    const before = iconButton("left", "Slide before (←)", () => this.#turn(-1));
    const after = iconButton("right", "Next slide (→)", () => this.#turn(1));
    allow(before, this.at > 0);
    allow(after, this.at < slides.length - 1);
    return element(
      "nav",
      { class: "slide-bar", "aria-label": "Slides" },
      element("a", { class: "slide-of", href: this.context.link.href("lectures") }, `${number}. ${title}`),
      select(rows, String(this.at), (at) => this.#go(Number(at)), { "aria-label": "Slide", class: "control" }),
      element("span", { class: "row tight" }, before, element("span", { class: "slide-count" }, `${this.at + 1} / ${slides.length}`), after),
    );
  }

  #turn(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.lecture.slides.length || by === 0) return;
    this.#go(to);
  }

  #go(at) {
    const focused = document.activeElement?.getAttribute("aria-label");
    this.context.link.write("lectures", { lecture: this.lecture.number, slide: at + 1 }, { push: true });
    this.#show(this.lecture, at);
    scrollTo(0, 0);
    const same = [...this.element.querySelectorAll(".slide-bar button, .slide-bar select")];
    (same.find((each) => each.getAttribute("aria-label") === focused) ?? this.element.querySelector("h1")).focus({ preventScroll: true });
    this.context.announce(this.slide.title);
  }
}

/** Which slide an address names, from 0; the first one where it names none that there is. */
function numberOf({ slides }, named = "1") {
  const anchored = slides.findIndex(({ anchor }) => anchor === named);
  const number = /^\d+$/.test(named) ? Number(named) - 1 : anchored;
  return number >= 0 && number < slides.length ? number : 0;
}
