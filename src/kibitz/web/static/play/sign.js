// The shape that stands for a player, in the player's colour; its name is always written too.

import { element } from "../shared/element.js";
import { playerSign } from "../shared/wording.js";

/** A player's sign; screen readers get the name instead. */
export function sign(player) {
  const paint = Math.max(0, Math.min(player, 3));
  return element("span", { class: `sign player-${paint}`, "aria-hidden": "true" }, playerSign(player));
}
