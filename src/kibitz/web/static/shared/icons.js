// The small pictures on the lab's buttons.

import { element, shape } from "./element.js";

const PATHS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  play: "M6 4l10 6-10 6z",
  pause: "M6 4h3v12H6zM11 4h3v12h-3z",
  forward: "M6 4l8 6-8 6z",
  end: "M15 4v12M4 4l8 6-8 6z",
  cut: "M6 14.5 15 4M14 14.5 5 4M4.7 17a2 2 0 1 0 .1-4 2 2 0 0 0-.1 4zM15.3 17a2 2 0 1 1-.1-4 2 2 0 0 1 .1 4z",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  fit: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  undo: "M8 4 4 8l4 4M4 8h8a4 4 0 0 1 0 8H8",
  redo: "M12 4l4 4-4 4M16 8H8a4 4 0 0 0 0 8h4",
  dice: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M12.5 7.5h.01M7.5 12.5h.01M10 10h.01",
  link: "M8.5 11.5l3-3M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2",
  left: "M12 4l-6 6 6 6",
  right: "M8 4l6 6-6 6",
  remove: "M5 5l10 10M15 5 5 15",
  swap: "M6 3v14M3 6l3-3 3 3M14 17V3M11 14l3 3 3-3",
  quiz: "M7 7.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M10 15.5h.01",
  projector: "M3 3.5h14M4 3.5v9h12v-9M10 12.5v3M6.5 17.5l3.5-2 3.5 2",
  print: "M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z",
};
const SOLID = new Set(["first", "back", "play", "pause", "forward", "end"]);

/** A small picture for a button; the button itself carries the name. */
export function icon(name) {
  const paint = SOLID.has(name) ? "currentColor" : "none";
  const thick = name === "dice" ? "2" : "1.8";
  const joins = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  const path = shape("path", { d: PATHS[name], fill: paint, stroke: "currentColor", "stroke-width": thick, ...joins });
  return shape("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true", class: "lab-icon" }, path);
}

/** A button with a picture and a name, and perhaps a visible word. */
export function iconButton(name, label, onclick, word = "") {
  const made = element("button", { type: "button", class: `button quiet${word ? "" : " icon"}`, title: label, onclick });
  made.append(icon(name), ...(word ? [element("span", {}, word)] : []));
  if (word !== label) made.setAttribute("aria-label", label);
  return made;
}
