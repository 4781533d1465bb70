// Keys: which one was pressed, what it is called, and the dialog that lists them.

import { button, element } from "./element.js";

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };

/** Does a key event match a key such as "u", "Ctrl+z", "ArrowLeft", "WASD" (any of them) or "1 … 9" (a range)? */
export function matches(key, event) {
  const held = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (key.startsWith("Ctrl+")) return held && event.key.toLowerCase() === key.slice(5).toLowerCase();
  if (held) return false;
  if (key === "Arrows") return event.key.startsWith("Arrow");
  if (key === "WASD") return !event.shiftKey && /^[wasd]$/i.test(event.key);
  if (key.startsWith("Shift+")) return event.shiftKey && event.key === key.slice(6);
  const range = key.match(/^(.) … (.)$/);
  if (range) return event.key.length === 1 && event.key >= range[1] && event.key <= range[2];
  return event.key === key;
}

/** Should the page leave this key to the control that has the focus? */
export function belongsToControl(key, event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (event.key === "Escape") return false;
  if (target.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])")) {
    return !key.startsWith("Ctrl+") || /^Ctrl\+[acvxyz]$/i.test(key);
  }
  if (target.matches("input[type=radio], input[type=range]")) return /^(Arrow|Home|End|Page| )/.test(event.key);
  if (target.matches("button, a[href], summary, [role=button], [role=option]")) return event.key === "Enter" || event.key === " ";
  return target.matches("input[type=checkbox]") && event.key === " ";
}

/** What a key is called, as elements. */
export function named(key) {
  if (key === "Arrows") return ["← ↑ → ↓"].map(kbd);
  if (key === "WASD") return ["W A S D"].map(kbd);
  return key.split("+").length > 1 && key !== "+"
    ? key.split("+").map((part) => kbd(NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)))
    : [kbd(NAMES[key] ?? key)];
}

/** Open the list of keys: rows of [key, sentence, …]; those without a sentence are not listed. */
export function showKeys(rows) {
  const seen = new Map();
  for (const [key, sentence] of rows) if (sentence) seen.set(sentence, [...(seen.get(sentence) ?? []), key]);
  const list = element("dl", { class: "keys" });
  for (const [sentence, keys] of seen) {
    const names = keys.flatMap((key, index) => [...(index ? [" or "] : []), ...named(key)]);
    list.append(element("div", {}, element("dt", {}, names), element("dd", {}, sentence)));
  }
  const dialog = element("dialog", { class: "dialog keys-dialog", "aria-labelledby": "keys-title" });
  dialog.append(
    element("h2", { id: "keys-title", tabIndex: -1, autofocus: true }, "Keys"),
    list,
    element("form", { method: "dialog", class: "row end" }, button("Close", null, { type: "submit", class: "primary" })),
  );
  dialog.onclose = () => dialog.remove();
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

function kbd(name) {
  return element("kbd", { class: "kbd" }, name);
}
