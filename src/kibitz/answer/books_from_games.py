"""Books of what was played: how often each move, how that ended, and when it was last played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from kibitz.game import Action, Game, State
from kibitz.lookup.book_file import BookFile, Played, book_image, book_key
from kibitz.lookup.polyglot import PolyglotBook, write_polyglot

DRAW = "draw"
TIMES, WINS, DRAWS, LOSSES, LAST = range(5)


class MovePlayed(NamedTuple):
    """A legal move of a position, and what a book has of it; moves that are mirror images of each other share it."""

    action: Action
    move: str
    times: int
    wins: int
    draws: int
    losses: int
    last: str  # the day, as 2024-01-31, or as much of it as is known

    @property
    def score(self) -> float | None:
        """The share of the points that the player who made it got, from 0 to 1; None where no result is known."""
        known = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / known if known else None


@dataclass
class Tally:
    """Counts the moves of games, to this many plies from their beginning."""

    game: Game
    plies: int
    games: int = 0
    _counts: dict[int, dict[int, list[int]]] = field(default_factory=dict)  # by position and by place of the action
    _places: dict[int, dict[int, int]] = field(default_factory=dict)  # by position: the place of what leads to another

    def add(self, states: Sequence[State], result: str, date: str) -> None:
        """Count a game: its positions from the first on, who won ("0", "0,2", "draw", or nothing), and the day."""
        self.games += 1
        day = day_number(date)
        for s, t in pairwise(states[: self.plies + 1]):
            key = book_key(self.game, s)
            place = self._places_of(key, s).get(book_key(self.game, t))
            if place is None:
                return  # something happened that is not a move, such as a position that was set up
            counted = self._counts.setdefault(key, {}).setdefault(place, [0, 0, 0, 0, 0])
            counted[TIMES] += 1
            if result:
                is_won = str(self.game.player(s)) in result.split(",")
                counted[DRAWS if result == DRAW else WINS if is_won else LOSSES] += 1
            counted[LAST] = max(counted[LAST], day)

    def held(self, at_least: int = 1) -> list[tuple[int, list[Played]]]:
        """Every position with the moves that were played at least so often, in the order of the keys."""
        found = []
        for key, moves in sorted(self._counts.items()):
            kept = [Played(place, *counted) for place, counted in sorted(moves.items()) if counted[TIMES] >= at_least]
            if kept:
                found.append((key, kept))
        return found

    def _places_of(self, key: int, s: State) -> dict[int, int]:
        if key not in self._places:
            self._places[key] = _places(self.game, book_image(self.game, s))
        return self._places[key]


def _places(game: Game, image: State) -> dict[int, int]:
    """The first place, among the actions of a position, of what leads to each other one, by their keys."""
    found: dict[int, int] = {}
    for place, a in enumerate(game.choices(image)):
        found.setdefault(book_key(game, game.result(image, a)), place)
    return found


def moves_played(game: Game, book: BookFile, s: State) -> list[MovePlayed]:
    """What was played in a position, most often first; empty where the book does not have it."""
    played = {each.place: each for each in book.moves(book_key(game, s))}
    if not played or game.is_terminal(s):
        return []
    places = _places(game, book_image(game, s))
    found = []
    for a in game.choices(s):
        each = played.get(places.get(book_key(game, game.result(s, a)), -1))
        if each is not None:
            numbers = (each.times, each.wins, each.draws, each.losses)
            found.append(MovePlayed(a, game.action_text(s, a), *numbers, day_text(each.last)))
    return sorted(found, key=lambda move: -move.times)


class Opening(NamedTuple):
    """A line of moves from a position, and how games that went that way ended for the player who began it."""

    moves: tuple[str, ...]
    last: MovePlayed
    score: float | None


def openings(game: Game, book: BookFile, s: State, plies: int, at_least: int) -> Iterator[Opening]:
    """The lines of this many plies whose moves were each played at least so often, symmetric ones once.

    Where positions are reached in more than one way, all games that reached the last one count.
    """
    begun = game.player(s)

    def follow(s: State, line: tuple[str, ...], left: int) -> Iterator[Opening]:
        met: set[int] = set()
        for move in moves_played(game, book, s):
            t = game.result(s, move.action)
            if move.times < at_least or book_key(game, t) in met:
                continue
            met.add(book_key(game, t))
            further = list(follow(t, (*line, move.move), left - 1)) if left > 1 and not game.is_terminal(t) else []
            if further or left > 1:
                yield from further
                continue
            own = move.score if game.player(s) == begun or move.score is None else 1.0 - move.score
            yield Opening((*line, move.move), move, own)

    return follow(s, (), plies)


def day_number(date: str) -> int:
    """A date such as 2024-01-31, or the beginning of one, as the number 20240131; 0 where there is none."""
    parts = [part for part in date[:10].split("-") if part.isascii() and part.isdigit()]
    year, month, day = (int(part) for part in [*parts, "0", "0", "0"][:3])
    return year * 10_000 + month * 100 + day


def day_text(number: int) -> str:
    """The other way round."""
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    return "-".join(text for text, known in ((f"{year:04}", year), (f"{month:02}", month), (f"{day:02}", day)) if known)


def positions_of(game: Game, book: BookFile, s: State) -> Iterator[tuple[State, list[MovePlayed]]]:
    """Every position of a book that its own moves lead to from one on, with what was played there."""
    waiting, met = [s], {int(game.key(s))}
    while waiting:
        s = waiting.pop()
        moves = moves_played(game, book, s)
        if moves:
            yield s, moves
        for move in moves:
            t = game.result(s, move.action)
            if int(game.key(t)) not in met:
                met.add(int(game.key(t)))
                waiting.append(t)


# ---------------------------------------------------------------- Polyglot


def write_as_polyglot(game: Game, book: BookFile, path: Path) -> int:
    """Write the positions that a book of games leads to as a Polyglot book; how many moves it has.

    A move weighs two for a game won and one for a draw; where no result is known, one for each game.
    """

    def weighed() -> Iterator[tuple[str, list[tuple[str, int]]]]:
        for s, moves in positions_of(game, book, game.initial()):
            is_known = any(move.score is not None for move in moves)
            weights = [(move.move, 2 * move.wins + move.draws if is_known else move.times) for move in moves]
            yield game.text(s), weights

    return write_polyglot(path, weighed())


def read_polyglot(game: Game, path: str) -> tuple[int, list[tuple[int, list[Played]]]]:
    """What a Polyglot book holds that its own moves lead to, its weights as counts; and how many plies that goes."""
    book = PolyglotBook(path)
    held: dict[int, list[Played]] = {}
    level, plies = {book_key(game, game.initial()): game.initial()}, 0
    while level:
        following: dict[int, State] = {}
        for key, s in level.items():
            image = book_image(game, s)
            weights = {each.move: each.weight for each in book.moves(game.text(image))}
            moves = []
            for place, a in enumerate(game.choices(image) if weights else ()):
                weight = weights.get(game.action_text(image, a), 0)
                if weight > 0:
                    moves.append(Played(place, weight, 0, 0, 0, 0))
                    t = game.result(image, a)
                    following[book_key(game, t)] = t
            if moves:
                held[key] = moves
        level = {key: s for key, s in following.items() if key not in held}
        plies += 1
    return plies - 1, sorted(held.items())
