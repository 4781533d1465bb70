// The shell: which view is shown, the theme, the keys, and the two places where the page speaks.

import * as api from "./shared/api.js";
import { button, element } from "./shared/element.js";
import { belongsToControl, matches, showKeys } from "./shared/keys.js";
import * as link from "./shared/link.js";
import * as theme from "./shared/theme.js";

const VIEWS = {
  games: { title: "Games", load: () => dressed(import("./home/view.js"), ["home/home"]) },
  play: { title: "Play", load: () => import("./play/view.js") },
  search: { title: "Search", load: () => dressed(import("./search/view.js")) },
  lab: { title: "Tree lab", load: () => dressed(import("./lab/view.js")) },
  quiz: { title: "Quiz", load: () => dressed(import("./quiz/view.js")) },
  lectures: { title: "Lectures", load: () => dressed(import("./lectures/view.js"), ["lectures/lectures"]) },
  room: { title: "Room", load: () => dressed(import("./room/view.js"), [...TREES, "room/room"]) },
};
// The looks of the views with trees: together and in this order, and only for whoever goes there.
const TREES = [
  ...["search/search", "shared/stepper", "lab/lab", "lab/drawn", "lab/counts", "lab/beside", "lab/depth", "lab/predict"],
  ...["lab/projector", "quiz/quiz", "shared/phone"],
];
const IS_OF_A_GAME = new Set(["play", "search"]); // two looks at one position
const SAID = 6; // sentences that stay for a screen reader
const SHOWN_FOR = 6000; // milliseconds that a message stays, unless it is a mistake

const root = document.getElementById("view");
const toastBox = document.getElementById("toast");
const announcer = document.getElementById("announcer");
const sheets = new Map(); // by their names, when they have come
const remembered = {}; // the last parameters of each view: its tab leads back to them

let listHeight = 0; // how far the list of games was scrolled when it was left
let current = null; // { name, view }
let turn = 0; // counts navigations, so that a slow one cannot overtake a later one
let hiding = 0;

/** Say something to a screen reader only, after what was said before: nothing is overwritten. */
function announce(text) {
  if (text) announcer.append(element("p", {}, text));
  while (announcer.childElementCount > SAID) announcer.firstElementChild.remove();
}

/** Say something in the page's one place for messages. Mistakes stay until they are closed or the next message. */
function toast(text, kind = "note") {
  clearTimeout(hiding);
  toastBox.hidden = !text;
  toastBox.className = `toast ${kind}`;
  toastBox.replaceChildren(element("span", {}, text), button("Close", () => toast(""), { class: "quiet" }));
  if (text && kind !== "error") hiding = setTimeout(() => toast(""), SHOWN_FOR);
}

const context = { api, link, announce, toast, games: [], firstGame, remembered };

/** The name of the game that a view begins with, as the server says. */
function firstGame(view) {
  return (context.games.find(({ opens }) => opens === view) ?? context.games[0])?.name;
}

/** A view's module, once its looks are there too. */
async function dressed(loading, looks = TREES) {
  const [module] = await Promise.all([loading, ...looks.map(worn)]);
  return module;
}

/** A style sheet, by its name: asked for once, and there when the promise resolves. */
function worn(name) {
  if (!sheets.has(name)) {
    const sheet = element("link", { rel: "stylesheet", href: `static/${name}.css` });
    sheets.set(name, new Promise((done) => (sheet.onload = sheet.onerror = done)));
    document.head.append(sheet);
  }
  return sheets.get(name);
}

async function show() {
  const mine = ++turn;
  const { view: name, params } = link.read();
  if (!(name in VIEWS)) {
    link.write("games", {});
    toast(`There is no view '${name}': expected ${Object.keys(VIEWS).join(", ")}.`, "error");
    return show();
  }
  note(name, params);
  if (current?.name === name) return current.view.update(params);
  if (current?.name === "games") listHeight = scrollY;
  current?.view.unmount();
  current = null;
  root.setAttribute("aria-busy", "true");
  try {
    const module = await VIEWS[name].load();
    if (mine !== turn) return;
    root.replaceChildren();
    root.className = `view-${name}`;
    current = { name, view: module.mount(root, params, context) };
    scrollTo(0, name === "games" ? listHeight : 0);
    const isLost = mine > 1 && document.activeElement === document.body; // what had the focus is gone
    if (isLost) root.focus({ preventScroll: true });
  } catch (error) {
    if (mine !== turn) return;
    console.error(error);
    root.replaceChildren(empty("This view could not be loaded.", "Is 'kibitz serve' still running?"));
  } finally {
    if (mine === turn) root.removeAttribute("aria-busy");
  }
}

function empty(title, sentence) {
  return element(
    "section",
    { class: "panel empty" },
    element("h1", {}, title),
    element("p", {}, sentence),
    button("Try again", () => location.reload(), { class: "primary" }),
  );
}

/** What the browser calls this page: the game before the view where there is one on the table. */
function titleOf(name, params) {
  const { title } = VIEWS[name];
  const game = IS_OF_A_GAME.has(name) && context.games.find((each) => each.name === link.placeFrom(params).game);
  return [...(game ? [game.title] : []), ...(game && name === "play" ? [] : [title]), "Kibitz"].join(" · ");
}

/** Remember where a view stands, and let its tab lead back there; play and search are two looks at one position. */
function note(name, params) {
  remembered[name] = params;
  document.title = titleOf(name, params);
  if (IS_OF_A_GAME.has(name)) {
    const place = link.paramsOf(link.placeFrom(params));
    const twin = name === "play" ? "search" : "play";
    remembered[twin] = { ...remembered[twin], ...emptied(remembered[twin]), ...place };
  }
  for (const tab of document.querySelectorAll("#tabs a")) {
    const own = tab.dataset.view;
    tab.href = link.href(own, remembered[own]);
    if (own === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

function emptied(params = {}) {
  const names = Object.keys(params).filter((name) => /^(game|position|moves|set\..*)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, null]));
}

const ALWAYS = [
  ["?", "This list", () => showKeys(allKeys())],
  ["g", "Go to the next view", () => goToNextView()],
];

function allKeys() {
  return [...(current?.view.keys ?? []), ...ALWAYS];
}

function goToNextView() {
  const names = Object.keys(VIEWS).filter((name) => document.querySelector(`#tabs a[data-view=${name}]`)?.hidden === false);
  const next = names[(names.indexOf(current?.name) + 1) % names.length];
  document.querySelector(`#tabs a[data-view=${next}]`).click();
}

/** Whoever points at a link is about to follow it: fetch its view already. */
function foresee(event) {
  const pointed = event.target.closest?.("a[href^='#/']");
  if (pointed) VIEWS[link.read(pointed.hash).view]?.load().catch(() => {}); // said when it is shown
}

function onKey(event) {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  for (const [key, , act] of allKeys()) {
    if (!act || !matches(key, event) || belongsToControl(key, event)) continue;
    if (act(event) !== false) event.preventDefault();
    return;
  }
}

function showTheme() {
  const words = { auto: "◐ Auto", light: "○ Light", dark: "● Dark" };
  const themeButton = document.getElementById("theme");
  themeButton.textContent = words[theme.chosen()];
  themeButton.title = "Light, dark, or as the system says";
  themeButton.setAttribute("aria-label", `Theme: ${theme.chosen()}`);
}

/** The server is there again: take back what was said of it, and let the view go on. */
function reconnect(wasLookedFor) {
  if (!current) return void location.reload(); // there is nothing yet to go on with
  if (api.isAboutServer(toastBox.firstChild?.textContent)) toast("The server is back.");
  if (wasLookedFor) current.view.reconnect?.();
}

async function start() {
  document.getElementById("theme").onclick = () => {
    theme.choose(theme.following());
    showTheme();
  };
  document.getElementById("keys").onclick = () => showKeys(allKeys());
  document.querySelector(".skip").onclick = (event) => {
    event.preventDefault();
    root.focus();
  };
  showTheme();
  addEventListener("keydown", onKey);
  addEventListener("pointerover", foresee);
  addEventListener("hashchange", show);
  link.onWrite(note);
  api.onBack(reconnect);
  const isLoading = VIEWS[link.read().view]?.load(); // while the games are asked for
  isLoading?.catch(() => {}); // said when it is shown
  try {
    context.games = await api.get("api/games");
    link.beginWith(firstGame("play"));
  } catch (error) {
    root.removeAttribute("aria-busy");
    root.replaceChildren(empty("Nothing to show yet.", error.message));
    return;
  }
  await show();
  if (context.games.some(({ own }) => own)) watchOwnGames();
}

/** Games of the user's own are read again when their files change: the view then begins anew, where it was. */
async function watchOwnGames() {
  const { OwnGames } = await import("./shared/own-games.js");
  const readAgain = (rows) => {
    context.games = context.games.map((game) => rows.find(({ name }) => name === game.name) ?? game);
    const { view, params } = link.read();
    const shown = link.placeFrom(params).game;
    if (IS_OF_A_GAME.has(view) ? !rows.some(({ name }) => name === shown) : view !== "games") return;
    current?.view.unmount();
    current = null;
    show();
  };
  new OwnGames({ host: root, api, toast, readAgain });
}

start();
