// The address bar: `#/view?name=value&…`. A link is a position, a tree or a quiz.

/** What the address says: the view's name and its parameters as texts. */
export function read(hash = location.hash) {
  const [path, query = ""] = splitOnce(hash.replace(/^#\/?/, ""), "?");
  const params = {};
  for (const part of query.split("&").filter(Boolean)) {
    const [name, value = ""] = splitOnce(part, "=");
    params[decoded(name)] = decoded(value);
  }
  return { view: path || "games", params };
}

/** The address of a view with parameters; those that are empty, null or undefined are left out. */
export function href(view, params = {}) {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  return `#/${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

const listeners = new Set();

/** Call `listener(view, params)` whenever the page itself writes an address. */
export function onWrite(listener) {
  listeners.add(listener);
}

/** Write the address without going anywhere; `push` makes a step that Back takes back. */
export function write(view, params, { push = false } = {}) {
  const address = href(view, params);
  if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
  for (const listener of listeners) listener(view, params);
}

/** Go to a view, as if a link to it were clicked. */
export function go(view, params) {
  location.hash = href(view, params);
}

/** The whole address of a view, for copying. */
export function whole(view, params) {
  return new URL(href(view, params), document.baseURI).href;
}

let firstGame = null;

/** Places that name no game are of this one. */
export function beginWith(game) {
  firstGame = game;
}

/** The game, its set-up, where it began and the moves since, from parameters. Moves are always a list. */
export function placeFrom(params) {
  const set = {};
  for (const [name, value] of Object.entries(params)) if (name.startsWith("set.")) set[name.slice(4)] = value;
  const listed = unveiled(params.moves ?? "");
  const moves = listed ? listed.split(",").map(decoded) : [];
  return { game: params.game ?? firstGame, set, position: params.position ?? null, moves };
}

/** The parameters that say a place. `veiled` keeps the moves from being read at a glance, where they tell what is hidden. */
export function paramsOf({ game, set = {}, position = null, moves = [] }, { veiled = false } = {}) {
  const params = { game };
  for (const [name, value] of Object.entries(set)) params[`set.${name}`] = value;
  if (position) params.position = position;
  // A move may hold a comma of its own.
  const listed = moves.map((move) => move.replace(/[%,+]/g, encodeURIComponent)).join(",");
  if (moves.length) params.moves = veiled ? `~${btoa(encodeURIComponent(listed))}` : listed;
  return params;
}

function unveiled(moves) {
  if (!moves.startsWith("~")) return moves;
  try {
    return decodeURIComponent(atob(moves.slice(1)));
  } catch {
    return moves;
  }
}

/** A number of a link as the server wants it; anything else goes as it is, for the server to refuse. */
export function number(text) {
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

function splitOnce(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function encoded(text) {
  // What an address may show as it is stays readable; a space becomes +.
  return encodeURIComponent(text).replace(/%(2C|3A|2F|3B|40|24|3F)/g, decodeURIComponent).replaceAll("%20", "+");
}

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
