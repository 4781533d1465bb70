// The page of somebody in the classroom: join with the code, see the question, answer it.

import * as api from "../shared/api.js";
import { button, complain, element, field } from "../shared/element.js";
import { Question } from "./question.js";
import { Tally } from "./tally.js";
import { follow } from "./watching.js";

const root = document.getElementById("view");
const state = document.getElementById("state");

let number = 0;
let question = null;
let tally = null;
let verdict = null;
let said = null;
let mistake = null;
let isBack = true;

/** Show one thing instead of whatever was there. */
function show(...children) {
  root.removeAttribute("aria-busy");
  root.replaceChildren(...children);
}

// ------------------------------------------------------------ joining

function askForCode(code = "", mistake = "") {
  state.textContent = "";
  const input = element("input", {
    type: "text",
    value: code,
    maxLength: 24,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: false,
    class: "room-code-input",
  });
  const asked = field("Code of the room", input);
  const form = element(
    "form",
    { class: "panel stack room-join" },
    element("h1", {}, "Join the room"),
    element("p", { class: "note" }, "Your teacher shows the code. No name is asked for, and nothing is kept."),
    asked,
    element("button", { class: "button primary room-large" }, "Join"),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    join(input.value, asked);
  };
  show(form);
  if (mistake) complain(asked, mistake);
  input.focus();
}

async function join(code, asked = null) {
  try {
    await api.post("api/room/join", { code });
    history.replaceState(null, "", location.pathname); // the code need not stay in the address
    enter();
  } catch (error) {
    if (asked) complain(asked, error.message);
    else askForCode(code, error.message);
  }
}

// ------------------------------------------------------------ in the room

function enter() {
  number = 0;
  follow("api/room/watch", {
    onTold: told,
    onLost: () => (state.textContent = "Connection lost. Trying again …"),
    onRefused: () => askForCode("", "Join again: the room has a new code, or the server was restarted."),
  });
}

function told(data) {
  if (data.question !== undefined) begin(data);
  state.textContent = data.present === 1 ? "1 person here" : `${data.present} people here`;
  if (!question) return;
  question.stand(data);
  tally.show(data);
  said.textContent = question.words(data);
  verdict.textContent = verdictOf(data);
  verdict.hidden = !verdict.textContent;
}

function begin(data) {
  number = data.number;
  question = null;
  if (!data.question) {
    return show(
      element(
        "section",
        { class: "panel empty" },
        element("h1", {}, "You are in."),
        element("p", {}, "Wait for the first question."),
      ),
    );
  }
  const host = element("section", { class: "room-question", "aria-label": "Question" });
  said = element("p", { class: "room-said", role: "status" });
  verdict = element("p", { class: "room-verdict", hidden: true });
  mistake = element("p", { class: "error", role: "alert", hidden: true });
  const counts = element("section", { class: "panel", "aria-label": "Answers", hidden: true });
  question = new Question(host, data.question, { onAnswer: (answer) => send(answer) });
  tally = new Tally(counts);
  return show(host, mistake, said, verdict, counts);
}

async function send(answer) {
  const asked = number;
  complainOf("");
  try {
    await api.post("api/room/answer", { number: asked, answer });
  } catch (error) {
    if (asked !== number) return;
    complainOf(error.message);
    question?.refuse();
  }
}

/** Say why an answer was not taken until another one is given: the counts, which change, stand elsewhere. */
function complainOf(sentence) {
  mistake.textContent = sentence;
  mistake.hidden = !sentence;
}

function verdictOf({ stage, mine, right, tally: rows, words, proven }) {
  if (stage !== "revealed" || !right) return "";
  if (!proven) return words; // an opinion of the engine, no more
  const because = words ? ` ${words}` : "";
  const named = `${right.join(", ") || "nothing is cut"}`;
  if (!mine) return `Right: ${named}.${because}`;
  const isRight = mine.length === right.length && mine.every((each) => right.includes(each));
  const isOneOf = question.isSingle && rows?.some((row) => row.answer === mine[0] && row.right);
  if (isRight || isOneOf) return `Right!${because}`;
  return `Not quite. Right: ${named}.${because}`;
}

// ------------------------------------------------------------ the beginning

/** The code that an address holds; what is no code is refused like a wrong one. */
function codeIn(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

async function start() {
  try {
    const room = await api.get("api/room");
    isBack = true;
    const code = codeIn(location.hash.slice(1));
    if (!room.open) {
      return show(
        element(
          "section",
          { class: "panel empty" },
          element("h1", {}, "There is no room here."),
          element("p", {}, "A room is opened by 'kibitz serve --room'."),
          button("Try again", () => location.reload(), { class: "primary" }),
        ),
      );
    }
    if (room.seated) return enter();
    return code ? join(code) : askForCode();
  } catch (error) {
    isBack = false;
    const retry = button("Try again", () => location.reload(), { class: "primary" });
    return show(element("section", { class: "panel empty" }, element("h1", {}, "Nothing here yet."), element("p", {}, error.message), retry));
  }
}

api.onBack(() => !isBack && start());
start();
