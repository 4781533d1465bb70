// Making elements. Text is always text: only `svg` takes markup, and it comes from Kibitz's own drawings.

/**
 * An HTML element. `given` holds properties (`textContent`, `onclick`, `disabled` …), attributes with a hyphen
 * (`aria-label`, `data-ply`), `class` and `role`; what is null or undefined is left out. Children are elements or text.
 */
export function element(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (name === "class") made.className = value;
    else if (name.includes("-") || name === "role" || name === "for" || name === "list") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An SVG element with attributes. */
export function shape(tag, given = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The drawing that an SVG text stands for. */
export function drawing(svg) {
  const made = document.createElement("template");
  made.innerHTML = svg;
  return made.content.firstElementChild ?? document.createTextNode("");
}

/** A button: its words, what it does, and more properties if wanted. */
export function button(words, onclick, given = {}) {
  const { class: extra = "", ...rest } = given;
  return element("button", { type: "button", class: `button ${extra}`.trim(), onclick, ...rest }, words);
}

/** May a button be used? It stays in the tab order if not: the focus must not be lost by pressing it for the last time. */
export function allow(made, allowed) {
  made.setAttribute("aria-disabled", String(!allowed));
}

let fields = 0;

/** A control with its label above it, and room for a mistake below: `field.querySelector(".error")`. */
export function field(label, control, given = {}) {
  control.id ||= `field-${++fields}`;
  const error = element("p", { class: "error", id: `${control.id}-error`, hidden: true });
  control.setAttribute("aria-describedby", error.id);
  return element("div", { class: "field", ...given }, element("label", { for: control.id }, label), control, error);
}

/** Show a mistake below a field's control, or take it away with "". */
export function complain(fieldOf, sentence) {
  const error = fieldOf.querySelector(".error");
  error.textContent = sentence;
  error.hidden = !sentence;
  fieldOf.querySelector("input, select, textarea")?.toggleAttribute("aria-invalid", Boolean(sentence));
}

/** A select of options, each `value` or `[value, words]`. */
export function select(options, value, onchange, given = {}) {
  const made = element("select", { ...given });
  for (const option of options) {
    const [own, words] = Array.isArray(option) ? option : [option, option];
    made.append(element("option", { value: own }, words));
  }
  if (value !== undefined && value !== null) made.value = value;
  if (onchange) made.onchange = () => onchange(made.value);
  return made;
}
