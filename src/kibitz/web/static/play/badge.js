// Badges on the board: what each move is worth, in the little room it has. Never cut, never over what it judges.

import { shape } from "../shared/element.js";
import { isBest, ownValue, wordsAndDepth } from "../shared/wording.js";

const SMALLEST = 11.5; // pixels on the screen, of a badge's letters
const LARGEST = 17; // on an empty cell
const IN_CORNER = 14; // beside a piece
const WIDE = 0.62; // of such a letter, as part of its height
const MOST_DIGITS = 4; // behind the point
const CERTAIN = 2; // of them, where a number is an average of simulations
const MANY = 12; // moves: of more, those of which nothing is known have no badge
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };
const ORDER = new Intl.PluralRules("en", { type: "ordinal" });
const TONES = { win: "win", draw: "draw", loss: "loss" };

/**
 * The badges of an answer: a map of move to {forms, depth, best, tone, rank}. `forms` say the same in fewer and fewer
 * letters; where numbers stand for moves that differ, they differ too. `unit` is what the game counts as 1.
 */
export function badgesOf(answer, unit = 1) {
  const { player } = answer;
  const moves = answer.moves.filter(({ undecided }) => !undecided || answer.moves.length <= MANY);
  const values = moves.map((move) => ({ move, value: ownValue(move, player) }));
  const numbers = numbersOf(values.filter(({ move }) => isNumber(move)), unit);
  const ranks = [...new Set(values.map(({ move }) => rounded(move.loss)))].sort((one, other) => one - other);
  const badge = (move, rank) => {
    const [words] = wordsAndDepth(move, player);
    const place = placeWords(ranks.indexOf(rounded(move.loss)) + 1);
    const forms = isNumber(move) ? numbers.get(move.move).concat(place) : [words, move.brief, move.brief.split(" ")[0]];
    const best = isBest(move, answer); // where all are alike, none stands out
    return [move.move, { forms, depth: move.depth, best, tone: TONES[move.outcome] ?? "", rank, proven: move.exact }];
  };
  return new Map(moves.map(badge));
}

/** A place in the order of the moves: "best", "2nd", "21st". */
function placeWords(place) {
  return place === 1 ? "best" : `${place}${ENDINGS[ORDER.select(place)]}`;
}

/** Is a move judged by a number, and not by how the game ends? */
function isNumber({ brief, value, undecided }) {
  return !undecided && value !== null && !/^[WL=?]/.test(brief);
}

function rounded(loss) {
  return Number((loss ?? 0).toPrecision(9));
}

/** For each move its number with as many digits as tell the moves apart, and the same without what can be left out. */
function numbersOf(judged, unit) {
  const isShare = judged.some(({ move }) => move.brief.includes("%"));
  const scale = isShare ? 100 : 1 / unit;
  const different = new Set(judged.map(({ value }) => Number((value * scale).toPrecision(9)))).size;
  const isWhole = judged.every(({ value }) => Number.isInteger(value * scale));
  const isSigned = judged.some(({ value, move }) => value < 0 || /^[+−≤]/.test(move.brief));
  const at = (digits) => judged.map(({ value }) => (value * scale).toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1"));
  let digits = isWhole ? 0 : isShare ? 1 : 2;
  const most = judged.some(({ move }) => typeof move.confidence === "number") ? CERTAIN : MOST_DIGITS;
  while (digits < most && !isWhole && new Set(at(digits)).size < different) digits += 1;
  let fewer = digits;
  while (fewer > 0 && new Set(at(fewer - 1)).size === new Set(at(digits)).size) fewer -= 1;
  const forms = judged.map(({ move, value }) => {
    const limit = move.brief.startsWith("≤") ? "≤" : "";
    const made = (count) => limit + signed((value * scale).toFixed(count), isSigned && !isShare);
    const [whole, short] = [made(digits), made(fewer)];
    return [move.move, [isShare ? `${whole} %` : whole, whole, short, short.replace(/^([≤+−]*)0\./, "$1.")]];
  });
  return new Map(forms);
}

function signed(text, isSigned) {
  if (/^-?0(\.0+)?$/.test(text)) return text.replace("-", "");
  return text.startsWith("-") ? `−${text.slice(1)}` : isSigned ? `+${text}` : text;
}

/**
 * A badge over a cell of a board, of `cells` that are `size` wide and shown at `scale` pixels a unit: in the middle of an empty
 * cell, in a corner of one where something stands.
 */
export function drawnBadge(cell, badge, cells, size, scale) {
  const at = cells.get(cell);
  const isBeside = at.taken || at.isPlace;
  const most = isBeside ? IN_CORNER : LARGEST;
  const letters = Math.max(SMALLEST / scale, Math.min(size * 0.2, most / scale));
  const spot = at.isPlace ? placeOf(at, cells) : { room: isBeside ? size * 1.02 : size * 0.92 };
  const lines = inLines(badge, spot.room / (letters * WIDE) - 0.7, !isBeside && size * scale > 48);
  const width = Math.max(1.2, ...lines.map((line) => line.length)) * letters * WIDE + letters * 0.55;
  const height = lines.length * letters * 1.12 + letters * 0.3;
  const { x, y } = spot.put ? spot.put(width, height) : isBeside ? corner(at, cells, size, width, height) : at;
  const kind = ["words", badge.tone, badge.best ? "best" : "", badge.proven ? "" : "guess", isBeside ? "cornered" : ""];
  const drawn = shape("g", { class: kind.filter(Boolean).join(" "), transform: `translate(${x} ${y})` });
  drawn.append(shape("rect", { x: -width / 2, y: -height / 2, width, height, rx: letters * 0.45 }));
  lines.forEach((line, row) => {
    const text = shape("text", { y: (row - (lines.length - 1) / 2) * letters * 1.12, "font-size": letters });
    text.textContent = line;
    drawn.append(text);
  });
  return drawn;
}

function isCard({ standing = [] }) {
  return standing.some((part) => part.matches?.(".kz-face"));
}

/** Where a badge lies beside what it judges: below the sign of a card, at the upper right of anything else. */
function corner(at, cells, size, width, height) {
  const { x, y } = at;
  if (isCard(at)) return { x: x - size / 2 + width / 2 + size * 0.04, y: y + size / 2 - height / 2 };
  const isFree = [...cells.values()].some((other) => !other.taken && Math.abs(other.x - x) < 1 && Math.abs(other.y + size - y) < 1);
  const over = width > size * 0.7 && isFree ? height - size * 0.1 : size * 0.06; // a wide one would lie on the head of a piece
  return { x: x + size / 2 - width / 2 + size * 0.06, y: y - size / 2 + height / 2 - over };
}

/** The same on a table, where places have sizes of their own and cards lie over each other: below or beside a card's sign. */
function placeOf(at, cells) {
  const [left, top, right, bottom] = [at.x - at.width / 2, at.y - at.height / 2, at.x + at.width / 2, at.y + at.height / 2];
  const others = [...cells.values()].filter((other) => other !== at && other.taken && other.isPlace);
  if (!isCard(at)) {
    const middle = others.reduce((sum, { y }) => sum + y, at.y) / (others.length + 1);
    const out = /kz-sign|kz-die/.test(at.look) ? 0.5 : 0; // over the edge, off words and pips
    const edge = (height) => (at.y < middle ? bottom - height * (0.5 - out) : top + height * (0.5 - out));
    return { room: at.width, put: (_, height) => ({ x: at.x, y: edge(height) }) };
  }
  const near = (limit, found) => Math.min(limit, ...found);
  const beside = others.filter(({ x, y }) => x > at.x + 1 && Math.abs(y - at.y) < at.height / 2).map(({ x, width }) => x - width / 2);
  const below = others.filter(({ x, y }) => y > at.y + 1 && Math.abs(x - at.x) < at.width / 2).map(({ y, height }) => y - height / 2);
  const [seenRight, seenBottom] = [near(right, beside), near(bottom, below)];
  const low = at.look.includes("<path") ? 0.7 : 0.2; // a card without a suit has its sign in the middle
  if (seenBottom > at.y + at.height * 0.2) {
    return { room: seenRight - left, put: (width, height) => ({ x: left + Math.max(width, seenRight - left) / 2, y: seenBottom - height * low }) };
  }
  const isFree = !beside.some((edge) => edge < right + at.width * 0.4);
  const edge = right + (isFree ? at.width * 0.3 : 0); // it may stand out over the edge of the card
  return { room: edge - left - at.width * 0.62, put: (width) => ({ x: edge - width / 2, y: (top + seenBottom) / 2 }) };
}

/** The longest form that fits, and below it the depth that it rests on, where there is room. */
function inLines({ forms, depth }, room, isHigh) {
  const said = forms.find((form) => form.length <= room) ?? forms.at(-1);
  if (isHigh && depth !== null && `depth ${depth}`.length <= room) return [said, `depth ${depth}`];
  if (isHigh && said !== forms[0] && depth === null) {
    const [first, ...rest] = forms[0].split(" ");
    const second = rest.join(" ");
    if (second && Math.max(first.length, second.length) <= room) return [first, second];
  }
  return [said];
}
