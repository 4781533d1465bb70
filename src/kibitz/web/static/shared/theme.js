// Light, dark, or as the system says. Loaded before the first paint, so that nothing flashes.

const KEY = "kibitz.theme";
const ROUND = { auto: "light", light: "dark", dark: "auto" };

/** The chosen theme: "auto", "light" or "dark". */
export function chosen() {
  const kept = localStorage.getItem(KEY);
  return kept in ROUND ? kept : "auto";
}

/** Choose a theme and keep it. */
export function choose(theme) {
  localStorage.setItem(KEY, theme);
  apply();
}

/** The theme that comes after the chosen one when its button is pressed. */
export function following() {
  return ROUND[chosen()];
}

const system = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const theme = chosen();
  document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
}

system.addEventListener("change", apply);
apply();
