// Predict, then see: before each step that matters the student fills in what it will be. Graded by the server.

import { button, element } from "../shared/element.js";
import { iconButton } from "../shared/icons.js";
import { blankOf } from "./blanks.js";
import { PredictResult } from "./predict-result.js";

/**
 * The form below the sentence, and how far the stepper may go while it is on.
 *
 * `request()` gives the search as the server wants it; `onChange(isOn)` hears when an exercise begins or ends; `link()` is
 * the address of the exercise for a class.
 */
export class Predict {
  constructor(stepper, context, { request, onChange, link }) {
    Object.assign(this, { stepper, context, request, onChange, link });
    this.asked = null; // what is asked about, while an exercise is on
    this.turn = 0; // counts requests: a slow answer must not overtake a later one
    this.#build();
    stepper.stage.view.addEventListener("click", (event) => this.#pick(event), true);
  }

  #build() {
    this.title = element("h2", { class: "predict-title", id: "predict-title" }, "Predict");
    this.score = element("span", { class: "predict-score" });
    this.prompt = element("p", { class: "predict-prompt", id: "predict-prompt" });
    this.fields = element("div", { class: "predict-fields", role: "group", "aria-labelledby": "predict-prompt" });
    this.verdict = element("div", { class: "predict-verdict", role: "status" });
    this.send = element("button", { class: "button primary" }, "Answer");
    this.show = button("Show me", () => this.#answer(null), { class: "quiet", title: "Show the answer, for no points" });
    this.finish = button("Finish", () => this.end(), { class: "quiet", title: "End here, and see the result" });
    const buttons = element("div", { class: "predict-buttons" }, this.send, this.show, this.finish);
    const leave = iconButton("remove", "Leave the exercise", () => this.stop());
    const head = element("div", { class: "predict-head" }, this.title, this.score, leave);
    const foot = element("div", { class: "predict-foot" }, buttons, this.verdict);
    this.form = element("form", { class: "predict", "aria-labelledby": "predict-title", hidden: true });
    this.form.noValidate = true;
    this.form.append(head, this.prompt, this.fields, foot);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.#submitted();
    };
    this.stepper.sentence.after(this.form);
  }

  get isOn() {
    return this.asked !== null;
  }

  // ------------------------------------------------------------ beginning and ending

  /** Begin an exercise on the run that is shown; `asked` are some of v, window, cut and next. */
  async start(asked) {
    const mine = ++this.turn;
    try {
      const exercise = await this.context.api.post("api/lab/predict", { ...this.request(), asked });
      if (mine !== this.turn) return;
      this.exercise = exercise;
    } catch (error) {
      if (mine === this.turn) this.#refused(error);
      return;
    }
    Object.assign(this, { asked: this.exercise.asked, at: 0, answers: [], graded: [], isOver: false });
    this.form.hidden = false;
    this.onChange(true);
    if (!this.exercise.questions.length) this.context.toast("There is nothing to predict in this tree.", "error");
    this.#pose();
  }

  #refused(error) {
    this.context.toast(error.message, "error");
    this.stop();
  }

  /** Leave the exercise: everything may be seen again. */
  stop() {
    this.drop();
    this.onChange(false);
  }

  /** The same, where whoever calls shows something else at once. */
  drop() {
    this.turn += 1;
    this.asked = null;
    this.form.hidden = true;
  }

  /** Take no more answers, show the result, and let everything be seen. */
  async end() {
    const mine = this.turn;
    const dialog = new PredictResult(this.context, {
      exercise: this.exercise,
      svg: this.stepper.frames.svg,
      link: this.link,
      ask: (name) => this.context.api.post("api/lab/predict/result", { ...this.request(), asked: this.asked, answers: this.answers, name }),
      again: () => this.start(this.asked),
    });
    try {
      await dialog.open();
    } catch (error) {
      this.context.toast(error.message, "error");
      return;
    }
    if (mine === this.turn) this.#done();
  }

  #done() {
    this.isOver = true;
    this.onChange(true);
    this.prompt.textContent = "The exercise is over: every step can be seen now.";
    this.fields.replaceChildren();
    this.verdict.replaceChildren();
    this.send.textContent = "Result";
    this.show.hidden = true;
    this.finish.hidden = true;
  }

  // ------------------------------------------------------------ one question

  get question() {
    return this.exercise?.questions[this.at];
  }

  /** How far the stepper may go: not to a step that is still asked about. */
  get limit() {
    if (!this.isOn || this.isOver) return Infinity;
    return this.question ? this.question.step - 1 : Infinity;
  }

  #pose() {
    const { question } = this;
    this.isGraded = false;
    this.#count();
    if (!question) {
      this.stepper.veil(Infinity, true);
      this.stepper.go(this.stepper.last);
      return void this.end();
    }
    this.stepper.veil(this.limit, true);
    this.stepper.go(this.limit);
    this.prompt.textContent = question.prompt;
    this.blanks = question.blanks.map((blank) => blankOf(blank, question));
    this.fields.replaceChildren(...this.blanks.map((blank) => blank.element));
    this.verdict.replaceChildren();
    this.verdict.className = "predict-verdict";
    this.send.textContent = "Answer";
    this.show.hidden = false;
    this.finish.hidden = false;
    this.focus();
  }

  #count() {
    const points = this.graded.reduce((sum, each) => sum + each.points, 0);
    const of = this.graded.reduce((sum, each) => sum + each.of, 0);
    this.title.textContent = this.question ? `Question ${this.at + 1}` : "Predict";
    this.score.textContent = of ? `${points} of ${of} right` : "";
  }

  /** To where the student has to do something. */
  focus() {
    if (this.isGraded || this.isOver) this.send.focus({ preventScroll: true });
    else (this.blanks?.find((blank) => !blank.answer) ?? this.blanks?.[0])?.focus();
  }

  /** Somebody wants to see a step that is still asked about: go on where the question is answered, else ask for it. */
  wanted() {
    if (this.isGraded) this.#next();
    else this.focus();
  }

  #submitted() {
    if (this.isOver) return void this.end();
    if (this.isGraded) return void this.#next();
    const empty = this.blanks.find((blank) => !blank.answer);
    if (empty) {
      this.#say("is-refused", `${empty.label} is empty.`);
      return void empty.focus();
    }
    this.#answer(Object.fromEntries(this.blanks.map((blank) => [blank.name, blank.answer])));
  }

  async #answer(answers) {
    const mine = ++this.turn;
    const { number } = this.question;
    try {
      const graded = await this.context.api.post("api/lab/predict/grade", { ...this.request(), asked: this.asked, number, answers });
      if (mine !== this.turn) return;
      this.answers.push(answers);
      this.graded.push(graded);
      this.#show(graded, answers === null);
    } catch (error) {
      if (mine !== this.turn) return;
      this.#say("is-refused", error.message);
      const quoted = this.blanks.find((blank) => error.message.includes(`'${blank.answer}'`));
      (quoted ?? this).focus();
    }
  }

  /** Uncover the step, and say what was right. */
  #show(graded, isShown) {
    this.blanks.forEach((blank, place) => blank.close(graded.filled[place]));
    const step = this.question.step;
    this.at += 1;
    this.isGraded = true;
    this.#count();
    this.title.textContent = `Question ${graded.number}`;
    this.stepper.veil(this.limit, true);
    this.stepper.go(Math.min(step, this.limit));
    const isRight = graded.points === graded.of;
    const word = isShown ? "Shown." : isRight ? "Right." : graded.points ? "Right in part." : "Wrong.";
    const why = isShown ? graded.filled.map(({ label, expected }) => `${label} ${expected}`).join(", ") : graded.why;
    this.#say(isRight ? "is-right" : "is-wrong", why, word);
    this.send.textContent = this.question ? "Go on" : "See the result";
    this.show.hidden = true;
    this.focus();
  }

  #say(state, text, word = "") {
    this.verdict.className = `predict-verdict ${state}`;
    this.verdict.replaceChildren(...(word ? [element("b", {}, word), " "] : []), text);
  }

  #next() {
    this.#pose();
  }

  /** A click in the drawing is a name, where one is asked for. */
  #pick(event) {
    if (!this.isOn || this.isOver || this.isGraded) return;
    const name = event.target.closest?.("[data-node]")?.dataset.node;
    const blank = this.blanks?.find((each) => each.choices.includes(name));
    if (!blank) return;
    event.stopPropagation();
    blank.fill(name);
  }
}
