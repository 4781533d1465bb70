"""What is to be played: players, fixtures between them, and the terms; the same for a match and a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from kibitz.arena.match.match_game import Job, MatchGame
from kibitz.arena.match.openings import Openings, read_openings, usual_plies
from kibitz.arena.match.player import Player
from kibitz.arena.match.player_text import PlayerText
from kibitz.arena.match.seating import Seating, seatings
from kibitz.arena.match.simple_players import Ask
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.given import whole
from kibitz.games import GameSource

TOGETHER, ALL_PAIRS, FIRST = "together", "all pairs", "first"  # who meets whom
LONGEST, LONGEST_WITH_CHANCE = 1_000, 20_000  # plies


@dataclass(frozen=True)
class MatchTerms:
    """How a match is played: `games` of each fixture, where they begin, and the seed of all that is random.

    `plies` random ones make an opening, None: as many as the game needs; `openings` is a file of some. A game of
    `longest` plies is drawn, None: as many as suit the game.
    """

    games: int = 100
    seed: int = 0
    plies: int | None = None
    openings: str | None = None
    longest: int | None = None
    interpreted: bool = False

    def __post_init__(self) -> None:
        whole("the number of games", self.games)
        whole("the seed", self.seed, None)
        if self.plies is not None:
            whole("the number of random plies", self.plies, 0)
        if self.longest is not None:
            whole("the longest game", self.longest)
        if self.plies is not None and self.openings is not None:
            raise BadInput(f"openings come from {self.openings!r} or from random plies: leave one of them out")


class Fixtures:
    """All games of a match or a tournament, by fixture and number."""

    def __init__(self, source: GameSource, players: Sequence[str], terms: MatchTerms, *, meet: str = TOGETHER) -> None:
        """`meet`: all at one table, everybody meets everybody, or the first one meets all others."""
        self.source = source
        self.terms = terms
        self.meet = meet
        self.players = [PlayerText.read(text) for text in players]
        if len(self.players) < 2:
            raise BadInput(f"a match needs two players, got {len(self.players)}")
        numbers = range(len(self.players))
        pairs = ((0, number) for number in numbers[1:]) if meet == FIRST else combinations(numbers, 2)
        self.pairings: list[tuple[int, ...]] = [tuple(numbers)] if meet == TOGETHER else list(pairs)
        self.seatings: list[Seating] = seatings(self.game, len(self.pairings[0]))

    @property
    def is_tournament(self) -> bool:
        """Are there pairings, and not one table for all?"""
        return self.meet != TOGETHER

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return self.source.game()

    @cached_property
    def names(self) -> list[str]:
        """What to call the players, no two alike."""
        called = [player.called for player in self.players]
        return [
            name if called.count(name) == 1 else f"{name} ({called[: number + 1].count(name)})"
            for number, name in enumerate(called)
        ]

    @cached_property
    def plies(self) -> int:
        """The random plies of an opening."""
        if self.terms.openings is not None:
            return 0
        if self.terms.plies is not None:
            return self.terms.plies
        return usual_plies(self.game, is_varied=any(player.kind == "random" for player in self.players))

    @cached_property
    def openings(self) -> Openings:
        """Where the games begin."""
        path = self.terms.openings
        listed = () if path is None else read_openings(self.game, path)
        return Openings(self.game, self.terms.seed, plies=self.plies, listed=listed)

    @property
    def longest(self) -> int:
        """After how many plies a game is drawn."""
        usual = LONGEST_WITH_CHANCE if self.game.facts.chance else LONGEST
        return usual if self.terms.longest is None else self.terms.longest

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.terms.games * len(self.pairings)

    def jobs(self) -> Iterator[Job]:
        """Every game, in the order in which they are best played: opening by opening, fixture by fixture.

        Each is made when it is asked for: openings take time to draw.
        """
        for first in range(0, self.terms.games, len(self.seatings)):
            for fixture in range(len(self.pairings)):
                for number in range(first, min(first + len(self.seatings), self.terms.games)):
                    yield self.job(fixture, number)

    def place_of(self, game: MatchGame) -> tuple[int, int, int]:
        """Where a game stands in the order of `jobs`."""
        return game.number // len(self.seatings), game.fixture, game.number

    def job(self, fixture: int, number: int) -> Job:
        """The game of this number of a fixture."""
        opening, seating = divmod(number, len(self.seatings))
        pairing = self.pairings[fixture]
        seats = tuple(pairing[contestant] for contestant in self.seatings[seating])
        return Job(fixture, number, pairing, seats, opening, self.openings[opening])

    def player(self, number: int, ask: Ask | None = None) -> Player:
        """A player, made."""
        interpreted = self.terms.interpreted
        made = self.players[number].player(self.source, self.game, interpreted=interpreted, ask=ask)
        made.name = self.names[number]
        return made

    @cached_property
    def goes_by_clock(self) -> bool:
        """Has a player a time limit, so that what is played depends on how fast it was?"""
        return any(player.goes_by_clock for player in self.players)

    def notes(self, ask: Ask | None = None) -> list[str]:
        """What should be known of the players, in sentences; `BadInput` or `DoesNotFit` where one cannot play."""
        found = []
        for number, text in enumerate(self.players):
            made = self.player(number, ask)
            found += text.notes
            if made.note:
                found.append(f"{self.names[number]!r} plays {made.note}")
        return list(dict.fromkeys(found))

    def header(self) -> dict[str, Any]:
        """What a file of its games says of it: two matches with the same are the same match, played on."""
        terms = self.terms
        return {
            "kibitz": "match",
            **self.source.json(),
            "players": [player.text for player in self.players],
            "fixtures": [list(pairing) for pairing in self.pairings],
            "seed": terms.seed,
            "plies": self.plies,
            "openings": terms.openings,
            "longest": self.longest,
        }
