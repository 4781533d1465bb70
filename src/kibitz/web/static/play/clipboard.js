// Copying and pasting: a position, a game as `kibitz play` keeps it, or a link.

import { copied } from "../shared/copying.js";
import { button, complain, element, field } from "../shared/element.js";
import * as link from "../shared/link.js";

/** Put text on the clipboard; where the browser forbids it, show the text to copy by hand. */
export function copy(text, what, context) {
  return copied(text, `Copied the ${what}.`, context, () => show(`Copy the ${what}`, text));
}

/** Ask for something to paste; `take(text)` rejects with a sentence to show, and then nothing is lost. */
export function ask(take) {
  const text = element("textarea", { rows: 5, spellcheck: false });
  const box = field("A position, a game or a link", text);
  const dialog = opened("Paste", box, async () => {
    complain(box, "");
    try {
      await take(text.value);
      return true;
    } catch (error) {
      complain(box, error.message);
      return false;
    }
  });
  text.focus();
  return dialog;
}

/** What a pasted text means: a whole place, or just a position of the game that is on the table. */
export function meant(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new Error("There is nothing to paste: expected a position, a game or a link.");
  const hash = trimmed.match(/#\/(play|search)\?\S+$/);
  if (hash) return { place: link.placeFrom(link.read(hash[0]).params) };
  if (trimmed.startsWith("{")) return { place: fromJson(trimmed) };
  return { position: trimmed };
}

function fromJson(text) {
  let kept;
  try {
    kept = JSON.parse(text);
  } catch {
    throw new Error("This is not a saved game: expected the JSON that 'Copy game' or 'kibitz play' makes.");
  }
  const { game, set = {}, position = null, moves = [] } = kept;
  const areMoves = Array.isArray(moves) && moves.every((move) => typeof move === "string");
  if (typeof game !== "string" || typeof set !== "object" || !areMoves) {
    throw new Error("This is not a saved game: expected \"game\", \"set\", \"position\" and \"moves\".");
  }
  return { game, set, position, moves };
}

function show(title, text) {
  const area = element("textarea", { rows: 5, value: text, readOnly: true });
  opened(title, field("Select and copy", area), () => true, "Close");
  area.select();
}

function opened(title, content, done, words = "Use it") {
  const form = element("form", { method: "dialog" }, element("h2", {}, title), content);
  const dialog = element("dialog", { class: "dialog", "aria-label": title }, form);
  form.append(
    element(
      "div",
      { class: "row end" },
      words === "Close" ? null : button("Cancel", () => dialog.close()),
      button(words, null, { type: "submit", class: "primary" }),
    ),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (await done()) dialog.close();
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
