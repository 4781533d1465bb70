// A card for a game, and one for a game that is not finished.

import { button, element } from "../shared/element.js";
import * as link from "../shared/link.js";
import { factsOf, showRules } from "../shared/rules.js";

const SMALL = 32; // pixels a cell
const SPANS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A game: its picture, what it is, and its rules one click away. The whole card leads to playing it. */
export function gameCard(game, { pictures }) {
  const picture = pictureBox();
  pictures.put(picture, (signal) => pictures.api.text(game.picture, { signal }));
  const opened = () => showRules(game, { api: pictures.api, plays: true });
  const rules = button("Rules", opened, { class: "small quiet", "aria-label": `Rules of ${game.title}` });
  return element(
    "li",
    { class: "home-card", "data-game": game.name },
    picture,
    element("h3", {}, element("a", { href: link.href("play", { game: game.name }) }, game.title)),
    game.about.replace(/\.$/, "") !== game.title && element("p", { class: "home-about" }, game.about),
    element("div", { class: "home-foot" }, element("p", { class: "home-facts" }, factsOf(game)), rules),
  );
}

/** A game that is not finished: where it stands, and a link that goes on with it. */
export function progressCard(kept, game, { pictures, onRemove }) {
  const picture = pictureBox();
  const place = link.placeFrom(kept.params);
  const flip = kept.params.flip === "1";
  const asked = { ...place, flip, seat: game.hidden ? (kept.seat ?? 0) : null, size: SMALL };
  pictures.put(picture, async (signal) => (await pictures.api.post("api/position", asked, { signal })).board);
  const count = place.moves.length === 1 ? "1 move" : `${place.moves.length} moves`;
  const remove = button("Remove", onRemove, { class: "small quiet", "aria-label": `Remove ${game.title} from the games in progress` });
  const title = `Continue ${game.title}`;
  return element(
    "li",
    { class: "home-card unfinished", "data-game": game.name },
    picture,
    element("h3", {}, element("a", { href: link.href("play", { ...kept.params, go: "1" }) }, title)),
    element("div", { class: "home-foot" }, element("p", { class: "home-facts" }, `${count} · ${ago(kept.when)}`), remove),
  );
}

function pictureBox() {
  return element("div", { class: "home-picture", "aria-hidden": "true" });
}

/** How long ago that was: "5 minutes ago". */
function ago(when) {
  const seconds = Math.max(0, (Date.now() - when) / 1000);
  for (const [unit, size] of SPANS) if (seconds >= size) return AGO.format(-Math.floor(seconds / size), unit);
  return "just now";
}
