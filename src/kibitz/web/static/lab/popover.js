// Panels that open below their button: closed by Escape or a click elsewhere, as the browser does it.

import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";

const MARGIN = 8;

/** A button and the panel that it opens; the panel must be put into the page beside it. */
export function popover(words, label, content, { picture = null } = {}) {
  const panel = element("div", { class: "panel lab-popover", role: "group", "aria-label": label }, content);
  panel.popover = "auto";
  const opener = element("button", { type: "button", class: "button quiet lab-opener", title: label });
  opener.append(...(picture ? [icon(picture)] : []), element("span", {}, words), caret());
  opener.setAttribute("aria-expanded", "false");
  opener.popoverTargetElement = panel;
  panel.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) place(panel, opener);
    if (isOpen) panel.querySelector("[data-first], button, input, select, textarea")?.focus();
  });
  return { opener, panel, close: () => panel.hidePopover() };
}

function caret() {
  return element("span", { class: "lab-caret", "aria-hidden": "true" });
}

function place(panel, opener) {
  const box = opener.getBoundingClientRect();
  const left = Math.min(box.left, document.documentElement.clientWidth - panel.offsetWidth - MARGIN);
  const top = Math.min(box.bottom + 4, document.documentElement.clientHeight - panel.offsetHeight - MARGIN);
  panel.style.left = `${Math.max(MARGIN, left)}px`;
  panel.style.top = `${Math.max(MARGIN, top)}px`;
}
