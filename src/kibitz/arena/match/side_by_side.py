"""Games side by side, each in a process of its own: a program's clock is disturbed by nothing that we do.

Contract. What a game is depends on its job alone. When whoever asks for games ends, in whatever way, so do the
programs that were started for them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.arena.match.fixtures import Fixtures, MatchTerms
from kibitz.arena.match.match_game import Job, MatchGame, MatchTable
from kibitz.arena.match.player import Failed, GameSoFar, Player, Resigned
from kibitz.arena.match.program import kill_programs
from kibitz.arena.match.simple_players import Ask
from kibitz.cluster.processes import at_end
from kibitz.errors import BadInput, KibitzError, raised
from kibitz.games import GameSource
from kibitz.native.override import override
from kibitz.pieces import Piece, Spread


class Hall:
    """Where games are played one after the other, by players who stay."""

    def __init__(self, fixtures: Fixtures, ask: Ask | None = None) -> None:
        self._fixtures = fixtures
        self._ask = ask
        self._table = MatchTable(fixtures.game, fixtures.terms.seed, fixtures.longest)
        self._players: dict[tuple[int, int], Player] = {}

    def play(self, job: Job) -> MatchGame:
        """Play a game."""
        return self._table.play(job, [self._player(job, seat) for seat in range(len(job.seats))])

    def _player(self, job: Job, seat: int) -> Player:
        """Who has a seat; a contestant with several seats is as many players."""
        contestant = job.seats[seat]
        key = contestant, job.seats[:seat].count(contestant)
        if key not in self._players:
            self._players[key] = self._fixtures.player(contestant, self._ask)
        return self._players[key]

    def warm_up(self, job: Job) -> None:
        """Let every player choose once at the beginning of a game, so that what they need is compiled."""
        game = self._fixtures.game
        start, actions = job.opening.begun(game)
        so_far = GameSoFar(game, start)
        for a in actions:
            so_far.act(a)
        while not game.is_terminal(so_far.state) and game.player(so_far.state) < 0:
            so_far.act(next(iter(game.choices(so_far.state))))
        if game.is_terminal(so_far.state):
            return
        for number in range(len(self._fixtures.players)):
            player = self._fixtures.player(number, self._ask)
            with contextlib.suppress(Failed, Resigned):
                player.begin(game, start, game.player(so_far.state))
                player.choose(so_far)
            player.close()

    def close(self) -> None:
        """Let everybody go."""
        for player in self._players.values():
            player.close()
        self._players.clear()


class Playing:
    """The games of a match as work: called with the job of a game, it plays it. It keeps its players."""

    def __init__(self, fixtures: Fixtures, ask: Ask | None = None) -> None:
        self._fixtures = fixtures
        self._hall = Hall(fixtures, ask)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        fixtures = self._fixtures
        return _playing, (fixtures.source, [player.text for player in fixtures.players], fixtures.terms, fixtures.meet)

    def __call__(self, job: Job) -> MatchGame:
        """Play a game."""
        try:
            return self._hall.play(job)
        except KibitzError:
            raise
        except Exception as error:  # the rules are somebody else's
            raise BadInput(raised(repr(self._fixtures.source.name), error)) from error

    def warm_up(self, job: Job) -> None:
        """Have compiled what the players need."""
        self._hall.warm_up(job)

    def close(self) -> None:
        """Let the players go."""
        self._hall.close()


def _playing(source: GameSource, players: list[str], terms: MatchTerms, meet: str) -> Playing:
    """What plays the games of a match, in another process."""
    at_end(kill_programs)
    return Playing(Fixtures(source, players, terms, meet=meet))


def played(fixtures: Fixtures, jobs: Iterable[Job], spread: Spread, ask: Ask | None = None) -> Iterator[MatchGame]:
    """Play games, wherever `spread` has it done; each comes when it is finished."""
    work = Playing(fixtures, ask)
    try:
        for _, game in spread(work, (Piece(f"game {job.fixture}.{job.number}", job) for job in jobs)):
            yield game
    finally:
        work.close()
