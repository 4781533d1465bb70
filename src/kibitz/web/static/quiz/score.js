// How many questions were answered, and how many of them right at the first try. Kept while the browser's tab is open.

const KEY = "kibitz.quiz";
const NOTHING = { asked: 0, right: 0, streak: 0, best: 0 };

/** The score so far. */
export function score() {
  try {
    return { ...NOTHING, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...NOTHING };
  }
}

/** One more question was answered. */
export function count(right) {
  const before = score();
  const streak = right ? before.streak + 1 : 0;
  const now = {
    asked: before.asked + 1,
    right: before.right + (right ? 1 : 0),
    streak,
    best: Math.max(before.best, streak),
  };
  sessionStorage.setItem(KEY, JSON.stringify(now));
}

/** Begin again. */
export function forget() {
  sessionStorage.removeItem(KEY);
}
