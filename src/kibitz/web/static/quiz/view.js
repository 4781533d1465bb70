// The quiz: a question about a drawn tree, graded exactly, with the step that shows the mistake. It knows no kind of
// question by name: the server lists them, and a question is answered by the shape of its form.

import { button, element, shape } from "../shared/element.js";
import { copied } from "../shared/copying.js";
import { corners } from "../shared/corners.js";
import { Frames } from "../shared/frames.js";
import { Viewport } from "../shared/viewport.js";
import { Stepper } from "../shared/stepper.js";
import { answerFor } from "./answers.js";
import { count, forget, score } from "./score.js";
import { Series } from "./series.js";
import { settings, sheetAddress, Sharing } from "./settings.js";

const USUAL = { variant: "fail-soft", depth: 3, branching: 3, trees: "opponents" };

/** Show the quiz in `root`. */
export function mount(root, params, context) {
  const quiz = new Quiz(root, context);
  quiz.update(params);
  return quiz;
}

class Quiz {
  constructor(root, context) {
    this.context = context;
    this.turn = 0; // counts questions, so that a slow answer cannot overtake a later one
    this.kinds = null;
    this.series = null;
    this.#build(root);
  }

  // ------------------------------------------------------------ what it is made of

  #build(root) {
    this.place = element("p", { class: "label quiz-place", hidden: true });
    this.title = element("h1", { class: "quiz-question", id: "quiz-question" }, "…");
    this.stage = new Viewport();
    this.stage.view.setAttribute("aria-labelledby", "quiz-question");
    this.fields = element("div", { class: "quiz-answer" });
    this.check = element("button", { class: "button primary" }, "Check");
    this.next = button("Next question", () => this.goOn(), { hidden: true, class: "primary" });
    this.showMe = button("Show me", () => this.explain(), { hidden: true });
    this.again = button("Try again", () => this.retry(), { hidden: true });
    this.verdict = element("div", { class: "quiz-verdict", hidden: true });
    const buttons = element("div", { class: "row quiz-buttons" }, this.check, this.showMe, this.again, this.next);
    const line = element("div", { class: "quiz-line-of-answer" }, this.fields, buttons);
    this.form = element("form", { class: "quiz-form" }, line, this.verdict);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
    this.asking = element("section", { class: "panel quiz-main" }, this.place, this.title, this.stage.element, this.form);
    this.showing = element("section", { class: "quiz-showing", hidden: true, "aria-label": "The search, step by step" });
    this.element = element("div", { class: "quiz" }, this.asking, this.showing, this.#side());
    root.replaceChildren(this.element);
  }

  #side() {
    this.settings = element("section", { class: "panel stack quiz-settings" });
    this.tally = element("section", { class: "panel quiz-score", "aria-label": "Score" });
    this.sharing = new Sharing(element("section", { class: "panel stack quiz-class" }), {
      link: this.context.link,
      onCopy: (what) => this.copyLink(what),
      onStart: (series) => this.begin(series),
    });
    this.#showScore();
    return element("div", { class: "quiz-side" }, this.tally, this.settings, this.sharing.host);
  }

  #showSettings() {
    const ask = (given) => this.open({ ...this.wishes, ...this.#own(), node: null, after: null, kinds: null, ...given }, { push: true });
    const shown = { ...this.wishes, ...this.#own() };
    this.settings.replaceChildren(...settings(shown, this.kinds, ask));
  }

  /** What a question of a series would be by itself. */
  #own() {
    return this.series ? { kind: this.asked.kind, seed: this.asked.seed, trees: this.asked.trees } : {};
  }

  #showSharing() {
    const lab = () => {
      const href = this.context.link.href("lab", { tree: this.asked.tree });
      return element("a", { class: "button", href }, "Open the tree in the lab");
    };
    this.sharing.show(this.wishes, this.kinds, this.isGraded ? [lab()] : []);
  }

  #showScore() {
    const { asked, right, streak, best } = score();
    const fact = (number, words) => element("div", {}, element("dt", {}, words), element("dd", {}, String(number)));
    const facts = [fact(`${right} / ${asked}`, "right"), fact(streak, "in a row"), fact(best, "best row")];
    const list = element("dl", { class: "quiz-facts" }, facts);
    const clear = button("Reset", () => {
      forget();
      this.#showScore();
    }, { class: "small quiet" });
    clear.hidden = asked === 0;
    this.tally.replaceChildren(list, clear);
  }

  // ------------------------------------------------------------ asking

  /** Ask what the address says. */
  async update(params) {
    const number = (name) => (/^\d+$/.test(params[name] ?? "") ? Number(params[name]) : (USUAL[name] ?? null));
    const { kind = null, variant = USUAL.variant, trees = USUAL.trees, tree = null, node = null, after = null } = params;
    const sizes = { seed: number("seed"), depth: number("depth"), branching: number("branching") };
    const listed = (params.kinds ?? "").split(",").filter(Boolean);
    const kinds = listed.length ? listed : null;
    const series = kinds ? { count: number("count") ?? 6, place: Math.max(0, (number("place") ?? 1) - 1) } : {};
    return this.open({ kind, variant, trees, tree, node, after, kinds, ...sizes, ...series });
  }

  /** Ask a question; where it cannot be asked, say why. */
  async open(wishes, { push = false, isLastTry = false } = {}) {
    const mine = ++this.turn;
    const { api, link, toast } = this.context;
    try {
      this.kinds ??= await api.get("api/quiz/kinds");
      const wanted = { ...wishes, kind: wishes.kind ?? this.kinds.find(({ usual }) => usual).kind };
      const asked = await this.#ask(wanted);
      if (mine !== this.turn) return;
      this.wishes = wanted.kinds ? wanted : { ...wanted, seed: asked.seed, trees: asked.trees };
      this.series = wanted.kinds ? new Series(this.wishes) : null;
      this.asked = asked;
      this.#show();
      link.write("quiz", this.#address(), { push });
    } catch (error) {
      if (mine !== this.turn) return;
      toast(error.message, "error");
      if (this.asked) this.#showSettings();
      else if (!isLastTry) this.open({ ...USUAL }, { isLastTry: true });
    }
  }

  #ask(wishes) {
    const { api } = this.context;
    if (!wishes.kinds) return api.post("api/quiz", given(single(this.#fitting(wishes))));
    const { kinds, count: items, place, depth, branching, variant, trees } = wishes;
    wishes.seed ??= Math.floor(Math.random() * 1_000_000);
    return api.post("api/quiz/series", { kinds, count: items, place, depth, branching, variant, trees, seed: wishes.seed });
  }

  /** The same wishes with trees that the kind can be about. */
  #fitting(wishes) {
    const kind = this.kinds.find((each) => each.kind === wishes.kind);
    const fits = !kind || wishes.trees === "mixed" || kind.trees.includes(wishes.trees);
    return fits ? wishes : { ...wishes, trees: "mixed" };
  }

  /** Begin a series. */
  begin(series) {
    new Series(series).forget();
    return this.open({ ...USUAL, ...series }, { push: true });
  }

  #address(wishes = this.wishes) {
    const { kind, kinds, seed, variant, depth, branching, trees, tree, node, after } = wishes;
    const known = this.kinds.find((each) => each.kind === kind);
    const sizes = tree ? {} : { depth, branching, trees: trees === USUAL.trees ? null : trees };
    if (kinds) return { kinds: kinds.join(","), seed, count: wishes.count, place: wishes.place + 1, ...sizes, variant };
    return { kind, seed, ...sizes, variant: known?.variants.length ? variant : null, tree, node, after };
  }

  #show() {
    const { asked } = this;
    this.isGraded = false;
    this.#leaveShowing();
    this.title.textContent = asked.sentence;
    this.place.hidden = !this.series;
    this.place.textContent = this.series?.words ?? "";
    const frames = new Frames({ svg: asked.svg, changes: [] });
    frames.svg.setAttribute("role", "group");
    frames.svg.setAttribute("aria-label", "The drawing");
    this.stage.hold(frames.svg);
    this.answer = answerFor(asked, frames.svg);
    if (asked.node) this.#point(frames, asked.node, !asked.form.are_nodes);
    this.fields.replaceChildren(this.answer.element);
    this.#showButtons();
    this.verdict.hidden = true;
    this.#showSettings();
    this.#showSharing();
    this.context.announce(`${this.series ? `${this.series.words}. ` : ""}${asked.sentence}`);
    this.stage.follow(asked.node ? frames.node(asked.node) : frames.svg.querySelector("[data-node]"));
  }

  /** Corners at the node that is asked about, and a question mark. */
  #point(frames, name, isAsked) {
    const drawn = frames.node(name);
    const box = drawn.querySelector(".kz-shape").getBBox();
    const ring = shape("path", { class: "lab-corners", d: corners(box) });
    const mark = isAsked ? [shape("text", { class: "quiz-ask", x: box.x + box.width + 18, y: 7, "font-size": 20 }, "?")] : [];
    frames.svg.append(shape("g", { transform: drawn.getAttribute("transform"), "aria-hidden": "true" }, ring, ...mark));
  }

  #showButtons(grade = null) {
    this.check.hidden = Boolean(grade);
    this.next.hidden = !grade;
    this.next.textContent = this.series?.isLast ? "To the score" : "Next question";
    this.showMe.hidden = !grade;
    this.showMe.textContent = grade?.right ? "Show the steps" : "Show me";
    this.again.hidden = !grade || grade.right;
  }

  // ------------------------------------------------------------ grading

  async submit() {
    if (this.isOver) return undefined;
    if (this.isGraded) return this.goOn();
    if (!this.answer.isReady) return this.answer.focus();
    const mine = this.turn;
    try {
      const { kind, seed, trees, node, after } = this.asked;
      const body = given({ ...single({ ...this.wishes, kind, seed, trees, node: this.wishes.node && node, after: this.wishes.after && after }), answer: this.answer.answer });
      const grade = await this.context.api.post("api/quiz/grade", body);
      if (mine !== this.turn) return undefined;
      this.#showGrade(grade);
    } catch (error) {
      if (mine === this.turn) this.#tell(null, error.message);
    }
    return undefined;
  }

  #showGrade(grade) {
    this.isGraded = true;
    this.grade = grade;
    if (this.counted !== this.turn) {
      count(grade.right);
      this.series?.count(this.asked.title, grade.right);
    }
    this.counted = this.turn;
    this.answer.close(grade);
    this.stage.hold(this.stage.svg); // the words of the grade may stand below it
    this.#tell(grade, grade.sentence);
    this.#showButtons(grade);
    this.#showScore();
    this.#showSharing();
    (grade.right ? this.next : this.showMe).focus();
  }

  #tell(grade, sentence) {
    const words = grade === null ? "" : grade.right ? "Right" : "Not quite";
    const spoken = grade?.explanation ?? sentence;
    this.verdict.hidden = false;
    this.verdict.className = `quiz-verdict ${grade === null ? "is-refused" : grade.right ? "is-right" : "is-wrong"}`;
    const mark = element("b", { class: "quiz-word-of-verdict" }, words);
    this.verdict.replaceChildren(...(words ? [mark] : []), element("span", {}, spoken));
    this.context.announce(`${words ? `${words}. ` : ""}${spoken}`);
  }

  /** The same question once more; the score has been counted. */
  retry() {
    const counted = this.counted === this.turn;
    this.#show();
    if (counted) this.counted = this.turn;
    this.answer.focus();
  }

  /** The next question: of the series, of the next seed, or of the next kind where the tree is one's own. */
  goOn() {
    const { wishes } = this;
    if (this.isOver) return undefined;
    if (this.series?.isLast) return this.#finish();
    if (this.series) return this.open({ ...wishes, place: wishes.place + 1 }, { push: true });
    if (!wishes.tree) return this.open({ ...wishes, seed: wishes.seed + 1, node: null, after: null }, { push: true });
    const { kinds } = this.asked;
    const at = (kinds.indexOf(wishes.kind) + 1) % kinds.length;
    return this.open({ ...wishes, kind: kinds[at], seed: wishes.seed + (at === 0 ? 1 : 0), node: null, after: null }, { push: true });
  }

  /** The end of a series: its score. */
  #finish() {
    const end = this.series.summary(() => this.begin({ ...this.wishes, place: 0 }), sheetAddress(this.wishes, 1));
    this.showing.replaceChildren(end);
    this.#turnTo(this.showing);
    this.isOver = true;
    end.querySelector("h1").focus();
    this.context.announce(end.querySelector("h1").textContent);
  }

  // ------------------------------------------------------------ showing why

  /** The search, at the step that shows the mistake. */
  async explain() {
    if (!this.isGraded || this.isOver || this.stepper) return;
    const mine = this.turn;
    let run;
    try {
      run = await this.context.api.post("api/lab", this.grade.shows);
    } catch (error) {
      this.context.toast(error.message, "error");
      return;
    }
    if (mine !== this.turn || !this.isGraded || this.stepper) return;
    const back = button("Back to the question", () => this.#leaveShowing(true), { class: "quiz-back" });
    const why = element("p", { class: "quiz-why" }, this.grade.sentence);
    const host = element("div", { class: "lab-work" });
    this.showing.replaceChildren(host);
    this.#turnTo(this.showing);
    const step = this.grade.step ?? 0;
    this.stepper = new Stepper(host, run, { step, announce: this.context.announce });
    this.stepper.bar.append(element("div", { class: "row quiz-because" }, back, why));
    back.focus();
    this.context.announce(`Step ${step + 1}. ${run.steps[step].sentence}`);
  }

  #turnTo(shown) {
    this.asking.hidden = shown !== this.asking;
    this.showing.hidden = shown !== this.showing;
    this.element.classList.toggle("is-showing", shown === this.showing);
  }

  #leaveShowing(focus = false) {
    this.stepper?.destroy();
    this.stepper = null;
    this.isOver = false;
    this.#turnTo(this.asking);
    if (focus) this.showMe.focus();
  }

  copyLink(what = "question") {
    if (what === "series") {
      const address = this.context.link.whole("quiz", this.#address({ ...this.wishes, ...this.sharing.series }));
      return copied(address, "Link copied: everyone who opens it gets these questions, and a score at the end.", this.context);
    }
    const address = this.context.link.whole("quiz", this.#address());
    return copied(address, "Link copied: everyone who opens it gets this question.", this.context);
  }

  // ------------------------------------------------------------ the shell

  get keys() {
    const asking = [
      ["Tab", "To the branches and fields"],
      ["Arrows", "In the drawing: from branch to branch; between choices"],
      ["Enter", "Cut a branch; elsewhere: check, then the next question", () => this.submit()],
      ["s", "Show me the step", () => this.explain()],
      ["n", "Next question", () => this.goOn()],
      ["r", "Try again", () => this.isGraded && this.retry()],
    ];
    const showing = this.stepper ? [...this.stepper.keys, ["Escape", "Back to the question", () => this.#leaveShowing(true)]] : [];
    return [...showing, ...asking];
  }

  unmount() {
    this.turn += 1;
    this.stepper?.destroy();
    this.stage.destroy();
  }
}

/** The wishes for one question, without those for a series. */
function single({ kind, seed, tree, variant, depth, branching, trees, node, after }) {
  return { kind, seed, tree, variant, depth, branching, trees, node, after };
}

/** What was wished, without what is left open. */
function given(wishes) {
  return Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== null && value !== undefined));
}
