// What was edited, to be undone and redone.

/** Texts of a tree in the order in which they came to be, and which of them is shown. */
export class Past {
  constructor() {
    this.forget();
  }

  forget() {
    this.texts = [];
    this.at = -1;
  }

  /** A new text: what had been undone before it is gone. */
  record(text) {
    if (text === this.now) return;
    this.texts.length = this.at + 1;
    this.texts.push(text);
    this.at += 1;
  }

  get now() {
    return this.texts[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.texts.length - 1;
  }

  /** The text before this one, or undefined. */
  undo() {
    if (!this.canUndo) return undefined;
    this.at -= 1;
    return this.now;
  }

  /** The text that was undone last, or undefined. */
  redo() {
    if (!this.canRedo) return undefined;
    this.at += 1;
    return this.now;
  }
}
