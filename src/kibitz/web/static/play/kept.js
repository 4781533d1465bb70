// What a person likes, kept in the browser: whether there is an analysis and for how long, how long a game is judged,
// whether dice roll automatically, and how well the engine plays.

const KEY = "kibitz.play";
const USUAL = { analysis: true, seconds: 10, autoRoll: true, judging: 30, engine: {} };

/** What was kept, or what is usual. */
export function preferences() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...USUAL };
  }
}

/** Keep them. */
export function keep(preferred) {
  localStorage.setItem(KEY, JSON.stringify(preferred));
}
