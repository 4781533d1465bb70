// The start page: a board to begin on at once, the games that are not finished, and every game as a card.

import { button, element } from "../shared/element.js";
import * as progress from "../shared/progress.js";
import { gameCard, progressCard } from "./cards.js";
import { Filters } from "./filters.js";
import { Opening } from "./opening.js";
import { Pictures } from "../shared/pictures.js";

/** Show the view; see main.js for what it returns. */
export function mount(root, params, context) {
  const home = new Home(root, context);
  home.open(params);
  return { update: (changed) => home.open(changed), unmount: () => home.leave(), keys: home.keys };
}

class Home {
  constructor(root, context) {
    this.context = context;
    this.pictures = new Pictures(context.api);
    this.filters = new Filters({ onChange: () => this.#changed(), onFirst: () => this.#openFirst() });
    this.found = element("p", { class: "note", role: "status" });
    this.none = element("div", { class: "home-none", hidden: true }, button("Show all games", () => this.filters.clear()));
    this.unfinished = this.#section("Games in progress");
    this.own = this.#section("Your own games");
    this.all = this.#section("All games", element("div", { class: "home-find" }, this.filters.host, this.found, this.none));
    const opening = element("section", { class: "panel home-opening", "aria-label": "Begin here" });
    this.opening = new Opening(opening, { game: this.#first(), context });
    root.append(element("div", { class: "home" }, opening, this.unfinished.host, this.own.host, this.all.host));
    this.#fill();
    this.#showUnfinished();
  }

  get keys() {
    return [["/", "Search for a game", () => this.filters.focus()]];
  }

  /** Show what the address asks for. */
  open(params) {
    this.filters.set(params);
    this.#filter();
  }

  leave() {
    this.pictures.stop();
    this.opening.stop();
  }

  #first() {
    const { games, firstGame } = this.context;
    return games.find(({ name }) => name === firstGame("play"));
  }

  #section(title, ...above) {
    const list = element("ul", { class: "home-cards" });
    const id = `home-${title.toLowerCase().replaceAll(" ", "-")}`;
    const host = element("section", { "aria-labelledby": id, hidden: true }, element("h2", { id }, title), ...above, list);
    return { host, list };
  }

  #fill() {
    const games = this.context.games.toSorted(byKind);
    this.cards = games.map((game) => ({ game, card: gameCard(game, { pictures: this.pictures }) }));
    for (const { game, card } of this.cards) (game.own ? this.own : this.all).list.append(card);
    this.own.host.hidden = !games.some(({ own }) => own);
    this.all.host.hidden = false;
  }

  #showUnfinished() {
    const known = (each) => this.context.games.find(({ name }) => name === each.params.game);
    const kept = progress.unfinished().filter(known);
    const cards = kept.map((each) =>
      progressCard(each, known(each), { pictures: this.pictures, link: this.context.link, onRemove: () => this.#remove(each) }),
    );
    this.unfinished.list.replaceChildren(...cards);
    this.unfinished.host.hidden = !cards.length;
  }

  #remove(each) {
    progress.forget(each);
    this.#showUnfinished();
    this.filters.focus();
  }

  // ------------------------------------------------------------ search and filters

  #changed() {
    this.context.link.write("games", this.filters.params());
    this.#filter();
  }

  #filter() {
    const fitting = this.cards.filter(({ game, card }) => !(card.hidden = !this.filters.fits(game)));
    const own = this.cards.some(({ game, card }) => game.own && !card.hidden);
    this.own.host.hidden = !own;
    this.all.list.classList.toggle("searched", this.filters.isOn);
    const count = this.cards.length === 1 ? "1 game" : `${this.cards.length} games`;
    const words = fitting.length ? `${fitting.length} of ${count}` : "No game fits.";
    this.found.textContent = this.filters.isOn ? words : count;
    this.none.hidden = fitting.length > 0;
  }

  /** Play the first game that fits, as Enter in the search field asks for. */
  #openFirst() {
    const fitting = this.cards.filter(({ card }) => !card.hidden);
    const [first] = fitting.toSorted((one, other) => this.filters.distance(one.game) - this.filters.distance(other.game));
    if (first) this.context.link.go("play", { game: first.game.name });
  }
}

/** Games of skill alone first, then those with luck, then those where something is hidden; by name among these. */
function byKind(one, other) {
  const kind = ({ hidden, chance, players }) => 4 * hidden + 2 * chance + (players !== 2);
  return kind(one) - kind(other) || one.title.localeCompare(other.title, "en");
}
