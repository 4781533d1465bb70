// Leaves whose value is a secret until the search gets there.

const covered = new WeakMap(); // what stands at a leaf that is covered, to be shown again

/** Cover the leaves of a stepper's drawing that no step up to `index` has visited; uncover the others. */
export function hideLeaves(stepper, isHidden, index) {
  const visited = new Set(stepper.steps.slice(0, index + 1).map((step) => step.node));
  for (const leaf of stepper.frames.svg.querySelectorAll(".kz-leaf[data-node]")) {
    const isSecret = isHidden && !visited.has(leaf.dataset.node);
    if (isSecret !== covered.has(leaf)) (isSecret ? cover : uncover)(leaf);
  }
}

function cover(leaf) {
  covered.set(leaf, [...leaf.childNodes].map((node) => node.cloneNode(true)));
  const value = leaf.querySelector(".kz-value");
  const title = leaf.querySelector("title");
  if (value) value.textContent = "?";
  if (title) title.textContent = `${leaf.dataset.node}: leaf`;
}

function uncover(leaf) {
  leaf.replaceChildren(...covered.get(leaf));
  covered.delete(leaf);
}
