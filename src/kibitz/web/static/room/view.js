// The room as the teacher sees it: the code to join, what is shown, and the answers as they come in.

import { allow, button, element } from "../shared/element.js";
import { Asking } from "./asking.js";
import { Question } from "./question.js";
import { Tally } from "./tally.js";
import { follow } from "./watching.js";

/** Show the room in `root`. */
export function mount(root, params, context) {
  const view = new RoomView(root, context);
  view.open();
  return view;
}

class RoomView {
  keys = [];

  constructor(root, context) {
    this.context = context;
    this.root = root;
    this.isGone = false;
    this.stops = () => {};
  }

  async open() {
    let room;
    try {
      room = await this.context.api.get("api/room");
    } catch (error) {
      return this.context.toast(error.message, "error");
    }
    if (this.isGone) return undefined;
    if (!room.open || !room.teacher) return this.#refuse(room);
    this.#build(room);
    this.stops = follow("api/room/watch?teaching=true", {
      onTold: (data) => this.#told(data),
      onLost: () => (this.people.textContent = "Connection lost. Trying again …"),
      onBack: () => this.#showCodeAgain(),
      onRefused: () => this.open(), // it was started again without a room
    });
    return undefined;
  }

  #refuse(room) {
    const words = room.open
      ? "The teacher's page opens on the machine that runs the server."
      : "Start the server with 'kibitz serve --room' to open a classroom to the phones in the room.";
    this.root.replaceChildren(
      element("section", { class: "panel empty" }, element("h1", {}, room.open ? "Only here and now" : "No room is open"), element("p", {}, words)),
    );
  }

  // ------------------------------------------------------------ what it is made of

  #build(room) {
    this.people = element("p", { class: "room-people", role: "status" }, "Nobody is here yet.");
    this.stage = element("section", { class: "panel room-stage", "aria-label": "What is shown" });
    this.answers = element("section", { class: "panel", "aria-label": "Answers" });
    this.counted = element("p", { class: "room-counted", role: "status" });
    this.bars = element("div", { class: "room-bars" });
    this.tally = new Tally(this.bars);
    this.hide = button("Hide the answers", () => this.#toggleBars(), { "aria-pressed": "false" });
    this.closing = button("Take no more answers", () => this.#stage(this.standing === "open" ? "closed" : "open"));
    this.reveal = button("Reveal to everybody", () => this.#reveal(), { class: "primary" });
    this.verdict = element("p", { class: "room-verdict", hidden: true });
    this.controls = element("div", { class: "row" }, this.reveal, this.closing, this.hide);
    this.answers.replaceChildren(this.counted, this.controls, this.verdict, this.bars);
    this.answers.hidden = true;
    this.asking = new Asking(element("section", { class: "panel stack room-asking", "aria-label": "Ask" }), this.context, () => {});
    this.joining = element("section", { class: "panel room-joining", "aria-label": "How to join" });
    this.#showCode(room);
    const side = element("div", { class: "room-side" }, this.joining, this.answers, this.asking.host);
    this.root.replaceChildren(
      element("h1", { class: "visually-hidden" }, "Room"),
      element("div", { class: "room" }, this.stage, side),
    );
    this.#showNothing();
  }

  #showCode(room) {
    const address = room.addresses[0] ?? "";
    const scan = element("div", { class: "room-scan" });
    if (room.picture) scan.innerHTML = room.picture; // drawn by the server
    const others = room.addresses.slice(1, 3);
    this.joining.replaceChildren(
      scan,
      element(
        "div",
        { class: "room-how" },
        element("p", { class: "label" }, "Scan, or go to"),
        element("p", { class: "room-address" }, address.replace(/^http:\/\//, "").replace(/\/$/, "")),
        element("p", { class: "label" }, "Code"),
        element("p", { class: "room-code", "aria-label": `Code ${[...room.code].join(" ")}` }, room.code),
        others.length ? element("p", { class: "note" }, `or ${others.join(", ")}`) : null,
        this.people,
        button("New code", () => this.#renew(), { class: "small quiet", title: "Empty the room: everybody joins again" }),
      ),
    );
  }

  /** A server that was started again may have another code. */
  async #showCodeAgain() {
    await this.#try(async () => this.#showCode(await this.context.api.get("api/room")));
  }

  async #renew() {
    await this.#try(async () => this.#showCode(await this.context.api.post("api/room/code", {})));
  }

  #showNothing() {
    this.stage.replaceChildren(
      element(
        "div",
        { class: "room-nothing" },
        element("h2", {}, "Nothing is shown yet"),
        element("p", {}, "Set up a position in Play or a tree in the Tree lab, come back, and ask about it."),
      ),
    );
  }

  // ------------------------------------------------------------ what is told

  #told(data) {
    this.standing = data.stage;
    this.people.textContent = people(data);
    if (data.question !== undefined) {
      this.#begin(data.question);
      this.asking.asked = data.place;
    }
    if (!this.question) return;
    const isAsked = this.question.kind !== "look";
    this.answers.hidden = !isAsked;
    this.question.stand({ ...data, mine: null });
    this.tally.show(data);
    const of = data.present > data.answered ? ` of ${data.present}` : "";
    this.counted.textContent = `${data.answered}${of} answered`;
    this.closing.textContent = data.stage === "open" ? "Take no more answers" : "Take answers again";
    allow(this.reveal, data.stage !== "revealed");
    this.verdict.hidden = !data.right;
    if (data.right) this.verdict.textContent = this.#verdict(data);
  }

  #verdict({ right, all_right: count, words, proven }) {
    if (!proven) return words;
    const named = right.length ? right.join(", ") : "nothing is cut";
    return `Right: ${named}. ${words ? `${words} ` : ""}${count} ${count === 1 ? "answer is" : "answers are"} right.`;
  }

  #begin(asked) {
    this.question = asked ? new Question(this.stage, asked) : null;
    if (!asked) this.#showNothing();
    this.answers.hidden = !asked || asked.kind === "look";
    scrollTo({ top: 0 });
  }

  // ------------------------------------------------------------ what a teacher does

  #toggleBars() {
    this.bars.classList.toggle("is-hidden");
    const isHidden = this.bars.classList.contains("is-hidden");
    this.hide.setAttribute("aria-pressed", String(isHidden));
    this.hide.textContent = isHidden ? "Show the answers" : "Hide the answers";
  }

  #stage(stage, more = {}) {
    return this.#try(() => this.context.api.post("api/room/stage", { stage, ...more }));
  }

  /** What is right in a position the engine says; a tree's question knows it. */
  async #reveal() {
    if (this.standing === "revealed") return;
    this.reveal.textContent = "Asking the engine …";
    const judged = await this.asking.judged(this.question?.kind);
    this.reveal.textContent = "Reveal to everybody";
    if (this.bars.classList.contains("is-hidden")) this.#toggleBars();
    await this.#stage("revealed", judged);
  }

  async #try(action) {
    try {
      await action();
    } catch (error) {
      this.context.toast(error.message, "error");
    }
  }

  // ------------------------------------------------------------ the shell

  update() {
    this.asking?.refresh();
  }

  unmount() {
    this.isGone = true;
    this.stops();
  }
}

/** How many are here; and whether some of them share a device or a network's address, since a person may take two seats. */
function people({ present, machines }) {
  if (present === 0) return "Nobody is here yet.";
  const from = machines < present ? `, from ${machines === 1 ? "1 address" : `${machines} addresses`}` : "";
  return present === 1 ? "1 person is here." : `${present} people are here${from}.`;
}
