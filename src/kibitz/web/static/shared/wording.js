// Numbers and players in words.

const SHORT = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const SIGNS = ["●", "◉", "■", "◆"];

let names = [];

/** From now on players are called by the names that the game on the table gives them. */
export function callPlayers(given) {
  names = given;
}

/** A player's name, from 0, as the game on the table calls it: "White", or "player 1"; chance has its own. */
export function playerName(player) {
  return player < 0 ? "chance" : names[player] ?? `player ${player + 1}`;
}

/** The shape that stands for a player wherever its colour is used. */
export function playerSign(player) {
  return player < 0 ? "⚄" : SIGNS[Math.min(player, SIGNS.length - 1)];
}

/** Is a move worse than the best, by more than the noise of calculating? */
export function isWorse({ loss }) {
  return loss > 1e-9;
}

/** Is a move one of the best, where moves differ? Of those that were simulated, more is known of the one that is named. */
export function isBest(move, { moves, best }) {
  const isNamed = typeof move.visits !== "number" || move.exact || move.move === best;
  return isNamed && !isWorse(move) && !move.undecided && moves.some(isWorse);
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

/** How much a move gives away, in what the game is counted in: 100 hundredths of a pawn are 1.00. */
export function lossText(loss, unit) {
  return unit === 1 ? valueText(loss) : (loss / unit).toFixed(2);
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

/** What a value is worth to one player, where it has a number for each. */
export function ownValue({ value }, player) {
  return Array.isArray(value) ? value[Math.max(0, player ?? 0)] : value;
}

/**
 * What is said of the value of an answer or a move; the value itself, rounded, where there are no better words. Where there is a
 * value for each player, that of `player`; all of them if it is not said whose is meant.
 */
function claimOf({ claim, value }, player) {
  if (Array.isArray(value) && (!claim || claim.startsWith("<"))) return valueText(player === undefined ? value : ownValue({ value }, player));
  return claim || valueText(value);
}

/** The words of a value, and the depth that it rests on apart from them: ["+0.31", "depth 12"]; "" where it rests on none. */
export function wordsAndDepth(judged, player) {
  return [claimOf(judged, player), judged.depth === null ? "" : `depth ${judged.depth}`];
}

/** What a value rests on, in a word or two: "proven", "depth 12", "1,234 visits"; "" where it is not said. */
export function restsOn({ exact, undecided, depth, visits, words }) {
  if (exact) return "proven";
  if (typeof visits === "number") return `${amount(visits)} ${visits === 1 ? "visit" : "visits"}`;
  if (depth !== null && depth !== undefined) return `depth ${depth}`;
  return undecided ? "" : words?.includes("not proven") ? "not proven" : "average";
}

/** The same in as few letters as can be: "W 7", "53.2 %". */
export function briefly({ brief, value }) {
  return brief || valueText(value);
}

/** The words of an answer; where they are only numbers, those rounded. */
export function wordsOf(judged) {
  const [words, depth] = wordsAndDepth(judged);
  return judged.undecided ? judged.words : depth ? `${words} (${depth})` : words;
}

/** How much of the gauge is player 1's, from 0 to 1; null where an answer has one value a player, or nothing is known. */
export function gaugeLevel({ value, player, share, undecided }) {
  if (undecided || typeof value !== "number") return null;
  const own = share ?? 0.5 + Math.atan(value) / Math.PI; // a value without known limits is squeezed between them
  return player === 1 ? 1 - own : own;
}

/** A capital letter first. */
export function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}
