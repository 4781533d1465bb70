// A drawing and what each step changes in it. Any step is one binary search per part away from any other.

/** Leafs through a drawing: `{svg, changes}`, where `changes[i]` gives, by part, the markup that is new at step i. */
export class Frames {
  constructor(drawing) {
    this.svg = parsed(drawing.svg);
    this.svg.querySelector(":scope > title")?.remove(); // the drawing is named by its label; a tooltip would hide the nodes'
    this.at = 0;
    this.last = Math.max(0, drawing.changes.length - 1);
    this.parts = new Map();
    for (const element of this.svg.querySelectorAll("[data-part]")) {
      this.parts.set(element.dataset.part, { element, shown: 0, steps: [0], markups: [element.outerHTML] });
    }
    drawing.changes.forEach((change, step) => this.#learn(change, step));
  }

  #learn(change, step) {
    for (const [key, markup] of Object.entries(change)) {
      const part = this.parts.get(key);
      if (!part) continue;
      part.steps.push(step);
      part.markups.push(markup);
    }
  }

  /** Show a step: only the parts that differ from what is on the page are replaced. */
  show(step) {
    this.at = Math.min(Math.max(step, 0), this.last);
    for (const part of this.parts.values()) {
      const wanted = latest(part.steps, this.at);
      if (wanted !== part.shown) replace(part, wanted);
    }
  }

  /** The element of a part, such as `node:A`, as it is now. */
  element(key) {
    return this.parts.get(key)?.element ?? null;
  }

  /** The element of a node, by its name. */
  node(name) {
    return this.element(`node:${name}`);
  }
}

function replace(part, wanted) {
  const element = parsed(part.markups[wanted]);
  part.element.replaceWith(element);
  part.element = element;
  part.shown = wanted;
}

/** The place of the last number in a rising list that is not above `limit`. The first is always taken. */
export function latest(rising, limit) {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rising[middle] <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The SVG element that this markup stands for. */
function parsed(markup) {
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
  holder.innerHTML = markup;
  return holder.firstElementChild;
}
