"""A match or a tournament, played: games are kept as they end, and the result is there at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.match.fixtures import ALL_PAIRS, Fixtures, MatchTerms
from kibitz.arena.match.kept_matches import KeptMatch
from kibitz.arena.match.match_game import MatchGame
from kibitz.arena.match.results import MatchResult, TournamentResult
from kibitz.arena.match.scores import FixtureScores
from kibitz.arena.match.side_by_side import played
from kibitz.arena.match.simple_players import Ask
from kibitz.arena.match.strength import Sprt
from kibitz.cluster.spread import spread_over
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.given import whole
from kibitz.games import GameSource
from kibitz.pieces import Spread, one_by_one

BETWEEN_LOOKS = 0.2  # seconds from one call of `watch` to the next, at least
Watch = Callable[[Any], None]  # called with the result so far


@dataclass
class Contest:
    """Everything that is asked for: what is played, where, in which file games are kept, and when to stop."""

    fixtures: Fixtures
    spread: Spread = one_by_one  # where the games are played
    out: str | None = None
    sprt: Sprt | None = None
    ask: Ask | None = None
    keep: Callable[[MatchGame], None] | None = None  # called with every game that has ended, also with those of `out`
    games: dict[tuple[int, int], MatchGame] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _ratios: list[float] = field(default_factory=list)  # of the sequential test, after each opening

    def __post_init__(self) -> None:
        if self.sprt is not None and (self.fixtures.is_tournament or len(self.fixtures.players) > 2):
            raise BadInput("a sequential test compares two players: leave --sprt out")
        self.notes = self.fixtures.notes(self.ask)
        self.fixtures.openings[0]  # a file of openings that cannot be read is told before anything is written

    def play(self, watch: Watch | None = None) -> None:
        """Play what is not played yet. It may be interrupted at any moment, and called again.

        `watch` is called after a game, though not more than a few times a second.
        """
        shown = 0.0
        fixtures = self.fixtures
        kept = None
        if self.out is not None:
            kept = KeptMatch(self.out, fixtures.header(), with_seconds=fixtures.goes_by_clock)
        try:
            for game in () if kept is None else kept.games:
                if game.number < fixtures.terms.games:
                    self._take(game)
            if self._is_decided:
                return
            put_down = self._keeping(kept)
            before = set(self.games)
            todo = (job for job in fixtures.jobs() if (job.fixture, job.number) not in before)
            for game in played(fixtures, todo, self.spread, self.ask):
                self._take(game)
                put_down(game)
                if watch is not None and time.monotonic() >= shown + BETWEEN_LOOKS:
                    watch(self.result)
                    shown = time.monotonic()
                if self._is_decided:
                    return
            if kept is not None:
                kept.complete(fixtures.place_of)
        finally:
            if kept is not None:
                kept.close()

    def _keeping(self, kept: KeptMatch | None) -> Callable[[MatchGame], None]:
        """What puts a game into the file: at once; with a sequential test when all before it are there.

        The test may end the match before some of those that are played side by side: they are not in the file then.
        """
        if kept is None:
            return lambda game: None
        if self.sprt is None:
            return kept.keep
        early: dict[int, MatchGame] = {}

        def in_order(game: MatchGame) -> None:
            early[game.number] = game
            known = {each.number for each in kept.games}
            result = self.match_result()
            most = len(result.games) if result.decision else game.number + len(early) + 1
            for number in sorted(early):
                if number >= most or (number and number - 1 not in known):
                    break
                kept.keep(early.pop(number))
                known.add(number)

        return in_order

    def _take(self, game: MatchGame) -> None:
        self.games[game.fixture, game.number] = game
        if self.keep is not None:
            self.keep(game)

    @property
    def _is_decided(self) -> bool:
        return self.sprt is not None and bool(self.match_result().decision)

    @property
    def result(self) -> MatchResult | TournamentResult:
        """What is known by now."""
        return self.tournament_result() if self.fixtures.is_tournament else self.match_result()

    def _scores(self, fixture: int) -> FixtureScores:
        games = (game for (number, _), game in self.games.items() if number == fixture)
        return FixtureScores(self.fixtures.pairings[fixture], len(self.fixtures.seatings), games)

    def match_result(self) -> MatchResult:
        """What is known of the first fixture."""
        return MatchResult.of(self.fixtures, self._scores(0), self.sprt, tuple(self.notes), self._ratios)

    def tournament_result(self) -> TournamentResult:
        """What is known of all fixtures."""
        scores = [self._scores(number) for number in range(len(self.fixtures.pairings))]
        return TournamentResult(self.fixtures, tuple(scores), tuple(self.notes))


def match(
    game: Game | str,
    *players: str,
    games: int = 100,
    jobs: int = 1,
    cluster: str | None = None,
    seed: int = 0,
    plies: int | None = None,
    openings: str | None = None,
    longest: int | None = None,
    sprt: tuple[float, float] | None = None,
    out: str | None = None,
    interpreted: bool = False,
    watch: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Let players play each other: `kz.match("connect-four", "deepening depth=4", "random", games=20)`.

    Players are texts as on the command line: an algorithm with its options, `random`, `greedy`, `uci:COMMAND`,
    `gtp:COMMAND`. Every opening is played in all seatings. `plies` random ones make an opening, or the lines of the
    file `openings`. With `sprt`, two numbers of Elo, it stops as soon as it is clear which is nearer. `out` is a file
    that keeps every game, so that the same call goes on where it was stopped. `jobs` games are played at a time, each
    in a process of its own; a script then needs `if __name__ == "__main__":`. `cluster` is the address of a Dask
    cluster that plays them instead. `watch` is called with the result so far, a few times a second at most.
    """
    terms = MatchTerms(games, seed, plies, openings, longest, interpreted)
    test = None if sprt is None else Sprt(*sprt)
    fixtures = Fixtures(GameSource.of(game), players, terms)
    with spread_over(whole("the number of games at a time", jobs), cluster) as spread:
        contest = Contest(fixtures, spread, out, test)
        contest.play(watch)
    return contest.match_result()


def tournament(
    game: Game | str,
    *players: str,
    games: int = 100,
    jobs: int = 1,
    cluster: str | None = None,
    seed: int = 0,
    plies: int | None = None,
    openings: str | None = None,
    longest: int | None = None,
    out: str | None = None,
    interpreted: bool = False,
    watch: Callable[[TournamentResult], None] | None = None,
) -> TournamentResult:
    """Let everybody play everybody, `games` each, as `match` does; the result has a cross-table and ratings."""
    terms = MatchTerms(games, seed, plies, openings, longest, interpreted)
    fixtures = Fixtures(GameSource.of(game), players, terms, meet=ALL_PAIRS)
    with spread_over(whole("the number of games at a time", jobs), cluster) as spread:
        contest = Contest(fixtures, spread, out)
        contest.play(watch)
    return contest.tournament_result()
