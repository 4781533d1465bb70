"""What a match or a tournament has found: printed, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.arena.match.fixtures import Fixtures
from kibitz.arena.match.match_game import MatchGame
from kibitz.arena.match.ratings import Ratings, rated
from kibitz.arena.match.scores import FixtureScores
from kibitz.arena.match.seating import sides_of
from kibitz.arena.match.strength import Sprt, Strength
from kibitz.native.override import override

NO_GAMES = Strength.of([], [])


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from its first player's side. It prints as some lines; `json()` is for programs."""

    fixtures: Fixtures
    scores: FixtureScores
    sprt: Sprt | None
    ratio: float  # the log-likelihood ratio of the sequential test; 0 without one
    decision: str  # of the test: "low", "high", or empty while nothing is decided
    notes: tuple[str, ...]

    @staticmethod
    def of(
        fixtures: Fixtures, scores: FixtureScores, sprt: Sprt | None, notes: tuple[str, ...], ratios: list[float]
    ) -> MatchResult:
        """The result of these games: up to the opening after which a sequential test decides, in the order of numbers.

        So it does not matter which of the games that are played side by side ends first. `ratios` has what the test
        said after each opening, as far as it was asked before; what it says now is added.
        """
        if sprt is None:
            return MatchResult(fixtures, scores, None, 0.0, "", notes)
        whole = scores.complete().points(0)
        while len(ratios) < len(whole):
            ratios.append(sprt.ratio(whole[: len(ratios) + 1]))
        for number, ratio in enumerate(ratios, 1):
            if decision := sprt.decision(ratio):
                return MatchResult(fixtures, scores.first(number), sprt, ratio, decision, notes)
        return MatchResult(fixtures, scores, sprt, ratios[-1] if ratios else 0.0, "", notes)

    @property
    def players(self) -> list[str]:
        """What the players are called."""
        return self.fixtures.names

    @property
    def games(self) -> list[MatchGame]:
        """The games that count, in their order."""
        return self.scores.games

    @cached_property
    def strength(self) -> Strength:
        """How the first player did."""
        return self.scores.strength(0)

    @property
    def wins(self) -> int:
        """How many games the first player won."""
        return self.strength.wins

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return self.strength.draws

    @property
    def losses(self) -> int:
        """How many games the first player lost."""
        return self.strength.losses

    @property
    def elo(self) -> float | None:
        """The first player's Elo above the second's; None where it would be endless."""
        return self.strength.elo

    @property
    def error(self) -> float | None:
        """Half of the 95 % interval of `elo`."""
        return self.strength.error

    def json(self) -> dict[str, Any]:
        """For a program."""
        found = {
            **self.fixtures.source.json(),
            "players": self.players,
            **self.strength.json(),
            "played": len(self.games),
            "openings": dict(Counter(_total(group) for group in self.scores.points(0))),
            "ended": endings(self.games),
            "failures": failures(self.fixtures, self.games),
            "seconds": seconds_spent(self.fixtures, self.games),
            "notes": list(self.notes),
        }
        if len(self.players) > 2:
            every = [self.scores.strength(number).json() for number in range(len(self.players))]
            found["standings"] = [{"player": name, **each} for name, each in zip(self.players, every, strict=True)]
        else:
            more = self.scores.difference(0, 1)
            found["difference"], found["difference_error"] = more.mean, more.margin
        if self.sprt is not None:
            low, high = self.sprt.bounds
            test = {"elo0": self.sprt.low, "elo1": self.sprt.high, "llr": self.ratio, "lower": low, "upper": high}
            found["sprt"] = {**test, "accepted": {"low": "elo0", "high": "elo1"}.get(self.decision)}
        return found

    def line(self) -> str:
        """The result on one line, for progress."""
        test = "" if self.sprt is None else f", LLR {self.ratio:+.2f}"
        return f"{len(self.games)} games: {self.strength.words()}{test}"

    @override
    def __str__(self) -> str:
        lines = [*self._heading(), *self._test(), *remarks(self.fixtures, self.games), *self.notes]
        return "\n".join(lines)

    def _heading(self) -> list[str]:
        name, players = self.fixtures.game.facts.name, self.players
        played = f"{name}, {_count(len(self.games), 'game')}"
        if len(players) > 2 or len(set(sides_of(self.fixtures.game))) != 2:
            width = max(map(len, players))
            every = [self.scores.strength(number) for number in range(len(players))]
            rows = [
                f"  {who:<{width}}  {each.utility_words()}, best in {each.wins}"
                for who, each in zip(players, every, strict=True)
            ]
            if len(players) == 2:
                more = self.scores.difference(0, 1)
                rows.append(f"  {players[0]} gets {more} more")
            return [f"{played}:", *rows]
        found = self.strength
        lines = [f"{played}: {players[0]} against {players[1]}", f"  {found.words()}"]
        if found.superiority is not None:
            lines[-1] += f", {100 * found.superiority:.1f} % likely the stronger"
        if is_paid(self.fixtures, self.games):
            lines.insert(1, f"  {found.utility_words()}")
        return lines

    def _test(self) -> list[str]:
        if self.sprt is None:
            return []
        low, high = self.sprt.bounds
        said = {"low": f"no more than {self.sprt.low:g}", "high": f"{self.sprt.high:g} or more"}
        decided = f"{said[self.decision]} Elo" if self.decision else "undecided"
        return [
            f"  SPRT {self.sprt.low:g} or {self.sprt.high:g} Elo: {decided}, "
            f"log-likelihood ratio {self.ratio:+.2f} ({low:+.2f} to {high:+.2f})"
        ]


@dataclass(frozen=True)
class TournamentResult:
    """The result of a tournament. It prints as a cross-table; `json()` is for programs."""

    fixtures: Fixtures
    scores: tuple[FixtureScores, ...]
    notes: tuple[str, ...]

    @property
    def players(self) -> list[str]:
        """What the players are called."""
        return self.fixtures.names

    @property
    def games(self) -> list[MatchGame]:
        """All games, fixture by fixture."""
        return [game for each in self.scores for game in each.games]

    @cached_property
    def ratings(self) -> Ratings:
        """Everybody's rating."""
        return rated(len(self.players), {_pair(each): each.points(each.pairing[0]) for each in self.scores})

    @cached_property
    def _table(self) -> dict[tuple[int, int], Strength]:
        """How each did against each."""
        found = {}
        for each in self.scores:
            first, second = _pair(each)
            found[first, second], found[second, first] = each.strength(first), each.strength(second)
        return found

    def strength(self, first: int, second: int) -> Strength:
        """How a player did against another one, both by their places among the players."""
        return self._table.get((first, second), NO_GAMES)

    @property
    def order(self) -> list[int]:
        """The players from the best rating to the worst."""
        return sorted(range(len(self.players)), key=lambda number: -self.ratings.elo[number])

    def json(self) -> dict[str, Any]:
        """For a program."""
        ratings = self.ratings
        return {
            **self.fixtures.source.json(),
            "players": [
                {
                    "player": self.players[number],
                    "rating": ratings.elo[number],
                    "error": ratings.error[number],
                    "points": sum(self._points(number, other) for other in self.order if other != number),
                    "games": sum(self._games(number, other) for other in self.order if other != number),
                }
                for number in self.order
            ],
            "finite": ratings.is_finite,
            "pairings": [
                {"first": self.players[first], "second": self.players[second], **self.strength(first, second).json()}
                for first, second in map(_pair, self.scores)
            ],
            "ended": endings(self.games),
            "failures": failures(self.fixtures, self.games),
            "seconds": seconds_spent(self.fixtures, self.games),
            "notes": list(self.notes),
        }

    def _points(self, first: int, second: int) -> float:
        found = self.strength(first, second)
        return found.wins + found.draws / 2

    def _games(self, first: int, second: int) -> int:
        return self.strength(first, second).games

    def line(self) -> str:
        """The result on one line, for progress."""
        best = self.order[0]
        return f"{len(self.games)} of {self.fixtures.total} games: {self.players[best]} leads"

    @override
    def __str__(self) -> str:
        name = self.fixtures.game.facts.name
        lines = [f"{name}, {_count(len(self.games), 'game')}:", *self.cross_table()]
        if self.games and not self.ratings.is_finite:
            lines.append("Somebody won or lost everything: half a win and half a loss are added to each pairing.")
        return "\n".join([*lines, *remarks(self.fixtures, self.games), *self.notes])

    def cross_table(self) -> list[str]:
        """Everybody against everybody, in per cent of the points, from the best rating to the worst."""
        order, ratings = self.order, self.ratings
        rows = [["", "", "Elo", "±", "points", *(str(place) for place in range(1, len(order) + 1))]]
        for place, number in enumerate(order, 1):
            others = [other for other in order if other != number]
            points, games = (sum(count(number, other) for other in others) for count in (self._points, self._games))
            error = ratings.error[number]
            row = [
                str(place),
                self.players[number],
                f"{ratings.elo[number]:+.0f}",
                "" if error is None else f"{error:.0f}",
            ]
            row.append(f"{points:g}/{games}")
            row += ["·" if other == number else self._share(number, other) for other in order]
            rows.append(row)
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]

    def _share(self, first: int, second: int) -> str:
        games = self._games(first, second)
        return f"{100 * self._points(first, second) / games:.0f}" if games else "–"


def _aligned(row: list[str], widths: list[int]) -> list[str]:
    """Names to the left, numbers to the right."""
    return [
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]


def _pair(scores: FixtureScores) -> tuple[int, int]:
    first, second = scores.pairing
    return first, second


def _total(points: list[float]) -> str:
    return f"{sum(points):g}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def is_paid(fixtures: Fixtures, games: Iterable[MatchGame]) -> bool:
    """Does it matter how much is won, not only who wins?"""
    even = fixtures.game.facts.utility_sum / fixtures.game.players
    amounts = {abs(utility - even) for game in games if game.failed is None for utility in game.utilities or ()}
    return len(amounts - {0.0}) > 1


def endings(games: Iterable[MatchGame]) -> dict[str, int]:
    """How many games ended in which way, the commonest first."""
    return dict(Counter(game.ended.partition(":")[0] for game in games).most_common())


def failures(fixtures: Fixtures, games: Iterable[MatchGame]) -> list[dict[str, Any]]:
    """The games that somebody lost by failing: who, and why."""
    return [
        {"player": fixtures.names[game.seats[game.failed]], "game": game.number, "why": game.ended}
        for game in games
        if game.failed is not None and game.ended != "resigned"
    ]


def seconds_spent(fixtures: Fixtures, games: Iterable[MatchGame]) -> list[float]:
    """How long each player thought, in all."""
    found = [0.0] * len(fixtures.players)
    for game in games:
        for contestant, seconds in zip(game.seats, game.seconds, strict=True):
            found[contestant] += seconds
    return [round(seconds, 3) for seconds in found]


def remarks(fixtures: Fixtures, games: list[MatchGame]) -> list[str]:
    """What else should be known of the games, in sentences."""
    found = []
    long = endings(games).get("too long", 0)
    if long:
        found.append(
            f"{_count(long, 'game')} passed {fixtures.longest:,} plies and {'was' if long == 1 else 'were'} drawn."
        )
    numbers, openings = {game.opening_number for game in games}, {game.opening for game in games}
    if fixtures.plies and len(openings) < len(numbers):
        drawn = f"{_count(len(numbers), 'opening')} of {fixtures.plies} plies were drawn"
        found.append(f"{drawn}, {len(openings)} of them different.")
    failed = failures(fixtures, games)
    for player, number in Counter(each["player"] for each in failed).items():
        first = next(each["why"] for each in failed if each["player"] == player)
        found.append(f"{player} lost {_count(number, 'game')} by failing; the first: {first}")
    return found
