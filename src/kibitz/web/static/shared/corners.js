// Four corners around a node: it is the chosen one, or the one in question.

const AROUND = 11; // from the node's shape
const CORNER = 9;

/** The path of four corners around a box. */
export function corners({ x, y, width, height }) {
  const [left, top, right, bottom] = [x - AROUND, y - AROUND, x + width + AROUND, y + height + AROUND];
  const ends = [
    [left, top, 1, 1],
    [right, top, -1, 1],
    [right, bottom, -1, -1],
    [left, bottom, 1, -1],
  ];
  return ends.map(([cx, cy, dx, dy]) => `M${cx + dx * CORNER} ${cy}H${cx}V${cy + dy * CORNER}`).join("");
}
