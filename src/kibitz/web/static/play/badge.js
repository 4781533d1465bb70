// What a badge on the board says, in the little room it has.

const INITIALS = [[/^wins (?=.*%)/, ""], [/^wins\b/, "W"], [/^loses\b/, "L"], [/^draws\b/, "="], [/^undecided\b/, "?"], [" in ", " "]];

/** Words, and below them the depth that they rest on, if any, in lines of at most so many letters. */
export function inLines([words, depth], most) {
  if (depth) return [shortened(words, most), depth.length <= most ? depth : depth.replace("depth ", "d")];
  if (words.length <= most) return [words];
  const [first, ...rest] = words.split(" ");
  const second = rest.join(" ");
  if (rest.length && Math.max(first.length, second.length) <= most) return [first, second];
  return [shortened(words, most)];
}

/** Words as they are or, where they are too long, with initials: W 7, L 12, =, ? for undecided. */
function shortened(words, most) {
  if (words.length <= most) return words;
  const short = INITIALS.reduce((text, [long, initial]) => text.replace(long, initial), words);
  return short.length <= most ? short : `${short.slice(0, Math.max(2, Math.floor(most) - 1))}…`;
}
