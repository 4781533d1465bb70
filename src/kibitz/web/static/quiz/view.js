// The quiz: a question about a drawn tree, graded exactly, with the step that shows the mistake.

import { button, element, field, select, shape } from "../shared/element.js";
import { copied } from "../shared/copying.js";
import { corners } from "../shared/corners.js";
import { Frames } from "../shared/frames.js";
import { icon, iconButton } from "../shared/icons.js";
import { Viewport } from "../shared/viewport.js";
import { Stepper } from "../shared/stepper.js";
import { ChildAnswer, PruneAnswer, ValueAnswer, WindowAnswer } from "./answers.js";
import { count, forget, score } from "./score.js";

const KINDS = [
  ["value", "The root's value"],
  ["prune", "What is pruned"],
  ["window", "α and β at a node"],
  ["select", "What UCB1 selects"],
];
const VARIANTS = [
  ["fail-soft", "Fail-soft"],
  ["fail-hard", "Fail-hard"],
  ["strict", "Strict"],
  ["update-first", "Update first"],
];
const ABOUT_CUTS = ["prune", "window"]; // the questions for which the form of alpha-beta matters
const USUAL = { kind: "prune", variant: "fail-soft", depth: 3, branching: 3 };

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
    this.#build(root);
  }

  // ------------------------------------------------------------ what it is made of

  #build(root) {
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
    this.asking = element("section", { class: "panel quiz-main" }, this.title, this.stage.element, this.form);
    this.showing = element("section", { class: "quiz-showing", hidden: true, "aria-label": "The search, step by step" });
    this.element = element("div", { class: "quiz" }, this.asking, this.showing, this.#side());
    root.replaceChildren(this.element);
  }

  #side() {
    this.settings = element("section", { class: "panel stack quiz-settings" });
    this.tally = element("section", { class: "panel quiz-score", "aria-label": "Score" });
    this.sharing = element("section", { class: "panel stack quiz-class" });
    this.#showScore();
    return element("div", { class: "quiz-side" }, this.tally, this.settings, this.sharing);
  }

  #showSettings() {
    const { wishes } = this;
    const ask = (given) => this.open({ ...wishes, node: null, ...given }, { push: true });
    const whole = (name, label, least, most) => {
      const input = element("input", { type: "number", min: least, max: most, value: wishes[name] });
      input.onchange = () => input.value !== "" && ask({ [name]: Number(input.value) });
      return field(label, input);
    };
    const variant = field("Variant of alpha-beta", select(VARIANTS, wishes.variant, (value) => ask({ variant: value })));
    variant.hidden = !ABOUT_CUTS.includes(wishes.kind);
    const ofOwn = () => [
      element("p", { class: "note" }, "About your own tree."),
      button("Random trees instead", () => ask({ tree: null }), { class: "small" }),
    ];
    const ofRandom = () => [
      whole("depth", "Depth", 2, 6),
      whole("branching", "Branching", 2, 6),
      whole("seed", "Seed", 0, 999999999),
    ];
    const sizes = wishes.tree ? ofOwn() : [element("div", { class: "quiz-sizes" }, ...ofRandom())];
    const kind = field("Question", select(KINDS, wishes.kind, (chosen) => ask({ kind: chosen })));
    this.settings.replaceChildren(kind, variant, ...sizes);
  }

  #showSharing() {
    const copy = iconButton("link", "Copy the link to this question", () => this.copyLink(), "Same quiz for a class");
    copy.classList.remove("quiet");
    const { seed, depth, branching, kind, variant, tree } = this.wishes;
    const asked = { seed, count: 6, depth, branching, kind, variant };
    const sheet = (answers, words) => {
      const query = new URLSearchParams({ ...asked, answers });
      return element("a", { class: "button small", href: `sheet?${query}`, target: "_blank", rel: "noopener" }, icon("print"), words);
    };
    const toPrint = () => [
      element("h2", {}, "A sheet to print, from this seed"),
      element("div", { class: "row tight" }, sheet(0, "Questions"), sheet(1, "With answers")),
    ];
    const lab = () => {
      const href = this.context.link.href("lab", { tree: this.asked.tree });
      return element("a", { class: "button", href }, "Open the tree in the lab");
    };
    this.sharing.replaceChildren(copy, ...(tree ? [] : toPrint()), ...(this.isGraded ? [lab()] : []));
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
  update(params) {
    const number = (name) => (/^\d+$/.test(params[name] ?? "") ? Number(params[name]) : (USUAL[name] ?? null));
    const { kind = USUAL.kind, variant = USUAL.variant, tree = null, node = null } = params;
    return this.open({ kind, variant, tree, node, seed: number("seed"), depth: number("depth"), branching: number("branching") });
  }

  /** Ask a question; where it cannot be asked, say why. */
  async open(wishes, { push = false, isLastTry = false } = {}) {
    const mine = ++this.turn;
    const { api, link, toast } = this.context;
    try {
      const asked = await api.post("api/quiz", given(wishes));
      const variant = asked.algorithm === "alphabeta" ? { variant: asked.variant } : {};
      const run = await api.post("api/lab", { tree: asked.tree, algorithm: asked.algorithm, ...variant });
      if (mine !== this.turn) return;
      this.wishes = { ...wishes, seed: asked.seed };
      this.asked = asked;
      this.run = run;
      this.#show();
      link.write("quiz", this.#address(), { push });
    } catch (error) {
      if (mine !== this.turn) return;
      toast(error.message, "error");
      if (this.asked) this.#showSettings();
      else if (!isLastTry) this.open({ ...USUAL }, { isLastTry: true });
    }
  }

  #address() {
    const { kind, seed, variant, depth, branching, tree, node } = this.wishes;
    const sizes = tree ? {} : { depth, branching };
    return { kind, seed, ...sizes, variant: ABOUT_CUTS.includes(kind) ? variant : null, tree, node };
  }

  #show() {
    const { asked } = this;
    this.isGraded = false;
    this.#leaveShowing();
    this.title.textContent = asked.sentence;
    const frames = new Frames({ svg: asked.svg, changes: [] });
    frames.svg.setAttribute("role", "group");
    frames.svg.setAttribute("aria-label", "The tree");
    this.stage.hold(frames.svg);
    const parents = new Map(this.run.nodes_list.map((node) => [node.name, node.parent]));
    const make = {
      value: () => new ValueAnswer(),
      window: () => new WindowAnswer(asked),
      prune: () => new PruneAnswer(asked, frames.svg, parents),
      select: () => new ChildAnswer(),
    };
    this.answer = make[asked.kind]();
    if (["value", "window"].includes(asked.kind)) this.#point(frames, asked.node ?? this.run.nodes_list[0].name);
    this.fields.replaceChildren(this.answer.element);
    this.#showButtons();
    this.verdict.hidden = true;
    this.#showSettings();
    this.#showSharing();
    this.context.announce(asked.sentence);
    this.stage.follow(frames.node(asked.node ?? this.run.nodes_list[0].name));
  }

  /** Corners and a question mark at the node that is asked about. */
  #point(frames, name) {
    const drawn = frames.node(name);
    const box = drawn.querySelector(".kz-shape").getBBox();
    const ring = shape("path", { class: "lab-corners", d: corners(box) });
    const mark = shape("text", { class: "quiz-ask", x: box.x + box.width + 18, y: 7, "font-size": 20 }, "?");
    frames.svg.append(shape("g", { transform: drawn.getAttribute("transform"), "aria-hidden": "true" }, ring, mark));
  }

  #showButtons(grade = null) {
    this.check.hidden = Boolean(grade);
    this.next.hidden = !grade;
    this.showMe.hidden = !grade;
    this.showMe.textContent = grade?.right ? "Show the steps" : "Show me";
    this.again.hidden = !grade || grade.right;
  }

  // ------------------------------------------------------------ grading

  async submit() {
    if (this.isGraded) return this.goOn();
    if (!this.answer.isReady) return this.answer.focus();
    const mine = this.turn;
    try {
      const body = { ...given({ ...this.wishes, node: this.asked.node ?? this.wishes.node }), answer: this.answer.answer };
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
    if (this.counted !== this.turn) count(grade.right);
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

  /** The next question: the next seed, or the next kind where the tree is one's own. */
  goOn() {
    const { wishes } = this;
    if (!wishes.tree) return this.open({ ...wishes, seed: wishes.seed + 1, node: null }, { push: true });
    const kinds = this.run.quiz_kinds;
    const kind = kinds[(kinds.indexOf(wishes.kind) + 1) % kinds.length];
    return this.open({ ...wishes, kind, seed: wishes.seed + (kind === "value" ? 1 : 0), node: null }, { push: true });
  }

  // ------------------------------------------------------------ showing why

  /** The search, at the step that shows the mistake. */
  explain() {
    if (!this.isGraded) return;
    const back = button("Back to the question", () => this.#leaveShowing(true), { class: "quiz-back" });
    const why = element("p", { class: "quiz-why" }, this.grade.sentence);
    const host = element("div", { class: "lab-work" });
    this.showing.replaceChildren(host);
    this.asking.hidden = true;
    this.element.classList.add("is-showing");
    this.showing.hidden = false;
    const step = this.grade.step ?? 0;
    this.stepper = new Stepper(host, this.run, { step, announce: this.context.announce });
    this.stepper.bar.append(element("div", { class: "row quiz-because" }, back, why));
    back.focus();
    this.context.announce(`Step ${step + 1}. ${this.run.steps[step].sentence}`);
  }

  #leaveShowing(focus = false) {
    this.stepper?.destroy();
    this.stepper = null;
    this.showing.hidden = true;
    this.asking.hidden = false;
    this.element.classList.remove("is-showing");
    if (focus) this.showMe.focus();
  }

  copyLink() {
    const address = this.context.link.whole("quiz", this.#address());
    return copied(address, "Link copied: everyone who opens it gets this question.", this.context);
  }

  // ------------------------------------------------------------ the shell

  get keys() {
    const asking = [
      ["Tab", "To the branches and fields"],
      ["Arrows", "In the drawing: from branch to branch"],
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

/** What was wished, without what is left open. */
function given(wishes) {
  return Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== null && value !== undefined));
}
