// The rules of a game in a dialog, as its page of the documentation or its docstring tells them.

import { button, drawing, element } from "./element.js";
import * as link from "./link.js";

const LUCK = { die: "dice", card: "cards are dealt" };

/** How many play, and what they do not know: "2 players · no luck · nothing hidden". */
export function factsOf({ players, chance, chance_kind: kind, hidden }) {
  const many = players === 1 ? "1 player" : `${players} players`;
  return [many, chance ? (LUCK[kind] ?? "luck") : "no luck", hidden ? "something is hidden" : "nothing hidden"].join(" · ");
}

/** Open the rules of a game; `plays` offers to play it. */
export function showRules(game, { api, plays = false }) {
  const picture = element("div", { class: "rules-picture", "aria-hidden": "true" });
  const paragraphs = game.rules.split(/\n\s*\n/).filter(Boolean);
  const dialog = element(
    "dialog",
    { class: "dialog rules-dialog", "aria-labelledby": "rules-title" },
    element("h2", { id: "rules-title", tabIndex: -1, autofocus: true }, game.title),
    element("p", { class: "note" }, factsOf(game)),
    picture,
    headed("Goal", game.goal),
    headed("Rules", ...(paragraphs.length ? paragraphs : ["This game does not say. A docstring of its class would be shown here."])),
    headed("What the numbers mean", game.numbers),
    element(
      "form",
      { method: "dialog", class: "row end" },
      plays && button("Play", () => link.go("play", { game: game.name }), { type: "submit", class: "primary" }),
      button("Close", null, { type: "submit", class: plays ? "" : "primary" }),
    ),
  );
  dialog.onclose = () => dialog.remove();
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  api.text(game.picture).then(
    (svg) => picture.replaceChildren(drawing(svg)),
    () => picture.remove(),
  );
}

function headed(title, ...paragraphs) {
  const told = paragraphs.filter(Boolean);
  return told.length ? [element("h3", {}, title), ...told.map((text) => element("p", { class: "rules-text" }, text))] : [];
}
