// Talking to the server. Whatever goes wrong is an ApiError whose message is a sentence for people.

/**
 * A request that was refused or lost; `status` is 0 where the server did not answer at all. `field` names the field of the
 * request that the message is about ("set.width"), and `column` where in its text, from 1; both may be missing.
 */
export class ApiError extends Error {
  constructor(message, status, { field = "", column = 0, where = null } = {}) {
    super(message);
    Object.assign(this, { status, field, column, where });
    if (where) for (const listener of mistaken) listener({ error: message, where });
  }
}

/** What is said when the server is not there. */
const GONE = "The server does not answer. Is 'kibitz serve' still running?";
const BROKEN_OFF = "The server broke off in the middle of its answer. Is 'kibitz serve' still running?";

const SOONEST = 1000; // milliseconds until a lost server is looked for again
const LATEST = 5000;
const SIGN_OF_LIFE = "static/favicon.svg"; // costs the server nothing

const listeners = new Set();
const mistaken = new Set();

/** Call `listener({error, where})` when a request fails because of a line in a file of the user's own. */
export function onMistake(listener) {
  mistaken.add(listener);
}
let isLost = false;
let looking = 0;

/**
 * Call `listener(wasLookedFor)` when the server answers again after it did not: it is looked for until it does. Nothing was
 * asked of it if it `wasLookedFor`; else it is answering a request.
 */
export function onBack(listener) {
  listeners.add(listener);
}

/** Is the server gone, as far as is known? */
export function isGone() {
  return isLost;
}

/** Is a message about a server that is not there? */
export function isAboutServer(message) {
  return message === GONE || message === BROKEN_OFF;
}

/** The answer to `GET path`, from JSON. */
export function get(path, { signal } = {}) {
  return answered(path, { signal });
}

/** The answer to `GET path`, as it is: a drawing. */
export async function text(path, { signal } = {}) {
  const response = await reached(path, { signal });
  if (!response.ok) throw await refusal(response);
  return response.text();
}

/** The answer to `POST path` with a JSON body, from JSON. */
export function post(path, body, { signal } = {}) {
  return answered(path, { ...asJson(body), signal });
}

/**
 * `POST path` and follow the answer as it grows: `onData(object)` for each message, `onNote(sentence)` while the server
 * waits or compiles. Resolves with the last object when the stream ends; rejects with ApiError, or AbortError if `signal`
 * was aborted.
 */
export async function stream(path, body, { onData = () => {}, onNote = () => {}, signal } = {}) {
  const options = asJson(body);
  options.headers.accept = "text/event-stream";
  const response = await reached(path, { ...options, signal });
  if (!response.ok) throw await refusal(response);
  let last = null;
  for await (const { event, data } of events(response.body)) {
    if (event === "note") onNote(data.note);
    else if (event === "failed") throw new ApiError(data.error, response.status, data);
    else if (event !== "done") onData((last = data));
  }
  return last;
}

/** Was this error made by aborting a request ourselves? */
export function isAbort(error) {
  return error?.name === "AbortError";
}

function asJson(body) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function answered(path, options) {
  const response = await reached(path, options);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

async function reached(path, options) {
  try {
    const response = await fetch(new URL(path.replace(/^\//, ""), document.baseURI), options);
    if (isLost) isBack(false);
    return response;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw lost(GONE);
  }
}

function lost(sentence) {
  if (!isLost) look(SOONEST);
  isLost = true;
  return new ApiError(sentence, 0);
}

function isBack(wasLookedFor) {
  clearTimeout(looking);
  isLost = false;
  for (const listener of listeners) listener(wasLookedFor);
}

/** Look for the server after a pause, and again after a longer one. */
function look(pause) {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    try {
      await fetch(new URL(SIGN_OF_LIFE, document.baseURI), { method: "HEAD", cache: "no-store" });
      if (isLost) isBack(true);
    } catch {
      look(Math.min(2 * pause, LATEST));
    }
  }, pause);
}

async function refusal(response) {
  try {
    const told = await response.json();
    if (typeof told.error === "string") return new ApiError(told.error, response.status, told);
  } catch {
    // Not ours: said below.
  }
  return new ApiError(`The server answered ${response.status} ${response.statusText}.`, response.status);
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value.replaceAll("\r", "");
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const message = parsed(block);
        if (message) yield message;
      }
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    throw lost(BROKEN_OFF);
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parsed(block) {
  let event = "message";
  const lines = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) lines.push(line.slice(5).trimStart());
  }
  if (!lines.length && event === "message") return null;
  return { event, data: lines.length ? JSON.parse(lines.join("\n")) : {} };
}
