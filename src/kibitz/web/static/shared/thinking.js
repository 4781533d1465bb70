// One search at a time: a new one ends the old one.

import * as api from "./api.js";

const BUSY = 429;
const TRIES = 4;
const PAUSE = 250; // milliseconds before asking a busy server again: an aborted search needs a moment to end

/** A stream from the server that can be stopped. */
export class Thinking {
  #controller = null;

  /** Is a search under way? */
  get running() {
    return this.#controller !== null;
  }

  /** Ask, and follow the answer: `onData`, `onNote`. Resolves with the last answer; null if it was stopped meanwhile. */
  async ask(path, body, { onData, onNote } = {}) {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    const mine = (listener) => (data) => !controller.signal.aborted && listener?.(data);
    try {
      const options = { onData: mine(onData), onNote: mine(onNote), signal: controller.signal };
      return await asked(path, body, options);
    } catch (error) {
      if (controller.signal.aborted || api.isAbort(error)) return null;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }

  /** End the search; what it has told so far stands. */
  stop() {
    this.#controller?.abort();
    this.#controller = null;
  }
}

async function asked(path, body, options) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await api.stream(path, body, options);
    } catch (error) {
      if (error.status !== BUSY || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * attempt));
      if (options.signal.aborted) return null;
    }
  }
}
