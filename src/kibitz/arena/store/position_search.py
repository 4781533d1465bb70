"""Games by position: those that came to one, also mirrored, and what was played there with what success.

A position and its mirror images share a number, their place; each also has one of its own. A move that was played in a
mirror image is counted for the move here that leads to the same place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kibitz.arena.store.game_store import POSITION_ROW, GameStore, dumped
from kibitz.arena.store.kept_entry import DRAW, KeptEntry, Wanted
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine, place_of, places_of
from kibitz.errors import KibitzError
from kibitz.game import CHANCE, Game, State


@dataclass(frozen=True)
class Hit:
    """A game that came to a position: at which ply first, and whether mirrored."""

    entry: KeptEntry
    ply: int
    is_mirrored: bool

    def json(self) -> dict[str, Any]:
        """For a program."""
        return {**self.entry.json(), "ply": self.ply, "mirrored": self.is_mirrored}


@dataclass(frozen=True)
class MoveRecord:
    """How often a move was played in a position, how that ended for the player who moved, and when it was last."""

    move: str
    count: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: str = ""
    paid: float = 0.0  # the sum of what the rules paid the player who moved, over `judged` plays
    judged: int = 0

    @property
    def score(self) -> float | None:
        """The share of points, 1 for a win and ½ for a draw; None where nothing is known."""
        known = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / known if known else None

    @property
    def utility(self) -> float | None:
        """What it brought on average, as the rules pay; None where nothing is known."""
        return self.paid / self.judged if self.judged else None

    def json(self) -> dict[str, Any]:
        """For a program."""
        counts = {"count": self.count, "wins": self.wins, "draws": self.draws, "losses": self.losses}
        return {"move": self.move, **counts, "score": self.score, "utility": self.utility, "last": self.last or None}

    def with_plays(self, count: int, last: str, points: float | None, share: float | None) -> MoveRecord:
        """With more plays that ended alike: in points 1, ½ or 0, and in what the rules paid."""
        return replace(
            self,
            count=self.count + count,
            last=max(self.last, last),
            wins=self.wins + count * (points == 1.0),
            draws=self.draws + count * (points == 0.5),
            losses=self.losses + count * (points == 0.0),
            paid=self.paid + (0.0 if share is None else count * share),
            judged=self.judged + (0 if share is None else count),
        )


@dataclass(frozen=True)
class PositionRecord:
    """What was played in a position, the most frequent first: `games` came to it, and `ended` of them stop there."""

    games: int
    ended: int
    moves: tuple[MoveRecord, ...]

    def json(self) -> dict[str, Any]:
        """For a program."""
        return {"games": self.games, "ended": self.ended, "moves": [move.json() for move in self.moves]}


def games_with(
    store: GameStore, rules: KeptRules, s: State, *, wanted: Wanted | None = None, limit: int = 20
) -> list[Hit]:
    """The games that came to a position or one of its mirror images, the latest first."""
    found, given = _found(store, rules, s, wanted)
    _, own = place_of(rules.unclaimed, s)
    question = f"SELECT p.number, min(p.ply), max(p.own = ?) {found} GROUP BY p.number ORDER BY p.number DESC LIMIT ?"
    rows = store.database.rows(question, [own, *given, limit])
    return [Hit(store.entry(number), ply, not is_own) for number, ply, is_own in rows]


def count_with(store: GameStore, rules: KeptRules, s: State, *, wanted: Wanted | None = None) -> int:
    """How many games came to a position or one of its mirror images."""
    found, given = _found(store, rules, s, wanted)
    row = store.database.row(f"SELECT count(DISTINCT p.number) {found}", given)
    return int(row[0]) if row else 0


def _found(store: GameStore, rules: KeptRules, s: State, wanted: Wanted | None) -> tuple[str, list[Any]]:
    """What stands behind SELECT for the games that came to a position, and what is put into it."""
    places = places_of(rules.unclaimed, s)
    condition, given = (wanted or Wanted()).condition()
    tables = "positions p JOIN games g ON g.number = p.number JOIN rules r ON r.id = g.rules"
    where = f"p.rules = ? AND p.place IN ({','.join('?' * len(places))}) AND {condition}"
    return f"FROM {tables} WHERE {where}", [up_to_date(store, rules), *places, *given]


def statistics(store: GameStore, rules: KeptRules, s: State) -> PositionRecord:
    """What was played in a position, mirror images included."""
    game = rules.unclaimed
    _, own = place_of(game, s)
    found_at, given = _found(store, rules, s, None)
    rows = store.database.rows(
        f"SELECT p.move, p.own = ?, p.following, g.result, g.shares, count(*), max(g.played) {found_at} "
        "AND p.move IS NOT NULL GROUP BY 1, 2, 3, 4, 5",
        [own, *given],
    )
    mirrored = {} if game.is_terminal(s) else _by_following(game, s)
    seat = CHANCE if game.is_terminal(s) else game.player(s)
    found: dict[str, MoveRecord] = {}
    for move, is_own, following, result, shares, count, last in rows:
        here = move if is_own else mirrored.get(following, move)
        points, share = _points(result, seat, game.players), _share(shares, seat)
        found[here] = found.get(here, MoveRecord(here)).with_plays(count, last, points, share)
    games = count_with(store, rules, s)
    ended = store.database.row(f"SELECT count(DISTINCT p.number) {found_at} AND p.move IS NULL", given)
    moves = sorted(found.values(), key=lambda each: (-each.count, each.move))
    return PositionRecord(games, int(ended[0]) if ended else 0, tuple(moves))


def _by_following(game: Game, s: State) -> Mapping[int, str]:
    """The first move that leads to each place."""
    found: dict[int, str] = {}
    for a in game.choices(s):
        for place in places_of(game, game.result(s, a)):
            found.setdefault(place, game.action_text(s, a))
    return found


def _points(result: str, seat: int, players: int) -> float | None:
    if not result or seat < 0 or players < 2:
        return None
    return 0.5 if result == DRAW else float(str(seat) in result.split(","))


def _share(shares: str | None, seat: int) -> float | None:
    given = None if shares is None or seat < 0 else json.loads(shares)
    return None if given is None or seat >= len(given) else float(given[seat])


def up_to_date(store: GameStore, rules: KeptRules) -> int:
    """The number of the rules in the store, whose positions are worked out again where the rules number them otherwise.

    That is so after a user has changed a game, or Kibitz how it tells positions apart. A game that can no longer be
    played by the rules stays as it is, and is not found by position. −1 where no such game is kept.
    """
    database = store.database
    parameters = dumped(dict(rules.parameters))
    found = database.row("SELECT id, sample FROM rules WHERE game = ? AND parameters = ?", (rules.game, parameters))
    if found is None:
        return -1
    number, sample = int(found[0]), rules.sample()
    if found[1] != sample:
        with database.writing():
            games = database.rows("SELECT number, position, moves FROM games WHERE rules = ?", (number,))
            database.write("DELETE FROM positions WHERE rules = ?", (number,))
            for game, position, moves in games:
                database.write_many(POSITION_ROW, ((number, game, *row) for row in _places(rules, position, moves)))
            database.write("UPDATE rules SET sample = ? WHERE id = ?", (sample, number))
    return number


def _places(rules: KeptRules, position: str, moves: str) -> list[tuple[Any, ...]]:
    try:
        return list(PlayedLine.of(rules, position, json.loads(moves)).places())
    except KibitzError:
        return []
