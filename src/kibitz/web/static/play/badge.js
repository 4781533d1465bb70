// What a badge on the board says, in the little room it has.

/** Words, and below them the depth that they rest on (null: none), in lines of at most `most` letters; `brief` is shorter. */
export function inLines({ words, brief, depth }, most) {
  const short = shortened(words, brief, most);
  if (depth !== null) return [short, `depth ${depth}`.length <= most ? `depth ${depth}` : `d${depth}`];
  if (words.length <= most) return [words];
  const [first, ...rest] = words.split(" ");
  const second = rest.join(" ");
  if (rest.length && Math.max(first.length, second.length) <= most) return [first, second];
  return [short];
}

/** Words as they are; where they are too long, the brief ones, and of these as much as there is room for. */
function shortened(words, brief, most) {
  if (words.length <= most) return words;
  return brief.length <= most ? brief : `${brief.slice(0, Math.max(2, Math.floor(most) - 1))}…`;
}
