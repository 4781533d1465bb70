// The games that are not finished, kept in this browser: where each stands, as the parameters of its link.

const KEY = "kibitz.unfinished";
const MOST = 12;

/** What is kept, the latest first: [{params, seat, when}]. */
export function unfinished() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.params?.game === "string") : [];
  } catch {
    return [];
  }
}

/** Keep where a game stands; a game that is over is no longer kept. A game from the same beginning is replaced. */
export function note({ params, seat, over }) {
  const others = unfinished().filter((each) => beginning(each) !== beginning({ params }));
  store(over ? others : [{ params, seat, when: Date.now() }, ...others]);
}

/** Keep a game no longer. */
export function forget({ params }) {
  store(unfinished().filter((each) => beginning(each) !== beginning({ params })));
}

/** What a game began from: its name, its set-up and its position. */
function beginning({ params }) {
  const own = Object.entries(params).filter(([name]) => /^(game|position|set\..*)$/.test(name));
  return JSON.stringify(own.sort());
}

function store(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing: the link still holds the game.
  }
}
