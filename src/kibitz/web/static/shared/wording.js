// Numbers and players in words.

const SHORT = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const SIGNS = ["●", "◉", "■", "◆"];

/** A player's name, from 0: "player 1"; chance has its own. */
export function playerName(player) {
  return player < 0 ? "chance" : `player ${player + 1}`;
}

/** The shape that stands for a player wherever its colour is used. */
export function playerSign(player) {
  return player < 0 ? "⚄" : SIGNS[Math.min(player, SIGNS.length - 1)];
}

/** Is a move worse than the best, by more than the noise of calculating? */
export function isWorse({ loss }) {
  return loss > 1e-9;
}

/** A large number as people read it: 12,345 or 3.2 M. */
export function amount(number) {
  if (number >= 1e9) return `${SHORT.format(number / 1e9)} G`;
  if (number >= 1e6) return `${SHORT.format(number / 1e6)} M`;
  return Math.round(number).toLocaleString("en");
}

/** A value, or one for each player, short. */
export function valueText(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).join(" · ");
  return plain(value).replace("-", "−");
}

function plain(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  if (size >= 100) return String(Number(value.toPrecision(4)));
  return size >= 0.01 ? value.toFixed(2) : value.toPrecision(1);
}

/** A probability: "1/6" where it is a simple fraction, else in per cent. */
export function chancesText(probability) {
  for (let under = 1; under <= 36; under++) {
    const over = Math.round(probability * under);
    if (over > 0 && Math.abs(over / under - probability) < 1e-9) return under === 1 ? "1" : `${over}/${under}`;
  }
  return `${SHORT.format(100 * probability)} %`;
}

/** Is nothing known of the value of an answer or of a move? */
export function isUndecided({ words }) {
  return (words ?? "").startsWith("undecided");
}

/** The words of a value, and the depth that it rests on apart from them: ["+0.31", "depth 12"]; "" where it is proven. */
export function wordsAndDepth({ value, words }) {
  if (isUndecided({ words })) return ["undecided", words.match(/depth \d+$/)?.[0] ?? ""];
  const [, bare, , depth = ""] = words.match(/^(.*?)( \((depth \d+)\))?$/);
  const isLongNumber = /^[-−]?\d+\.\d{3,}$/.test(bare);
  return [Array.isArray(value) || isLongNumber ? valueText(value) : bare, depth];
}

/** The words of an answer; where they are only numbers, those rounded. */
export function wordsOf(answer) {
  const [words, depth] = wordsAndDepth(answer);
  return isUndecided(answer) ? answer.words : depth ? `${words} (${depth})` : words;
}

/** How much of the gauge is player 1's, from 0 to 1; null where an answer has one value a player, or nothing is known. */
export function share({ value, words, player, outcome }) {
  if (value === null || value === undefined || Array.isArray(value) || isUndecided({ words })) return null;
  const own = ownShare(value, words ?? "", outcome);
  return player === 1 ? 1 - own : own;
}

const SHARES = { win: 1, draw: 0.5, loss: 0 };

function ownShare(value, words, outcome) {
  if (outcome in SHARES) return SHARES[outcome];
  if (words.includes("%")) return value;
  return 0.5 + Math.atan(value) / Math.PI;
}

/** A capital letter first. */
export function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}
