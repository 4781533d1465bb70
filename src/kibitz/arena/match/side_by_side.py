"""Games side by side, each in a process of its own: a program's clock is disturbed by nothing that we do.

Contract. What a game is depends on its job alone. When whoever asks for games ends, in whatever way, so do the
processes, and the programs that they started.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from itertools import chain
from multiprocessing import connection
from typing import Any

from kibitz.arena.match.fixtures import Fixtures, MatchTerms
from kibitz.arena.match.match_game import Job, MatchGame, MatchTable
from kibitz.arena.match.player import Failed, GameSoFar, Player, Resigned
from kibitz.arena.match.program import kill_programs
from kibitz.arena.match.simple_players import Ask
from kibitz.errors import BadInput, KibitzError, raised
from kibitz.games import GameSource

END_TIME = 5.0  # seconds for a process to end


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


def played(fixtures: Fixtures, jobs: Iterable[Job], processes: int, ask: Ask | None = None) -> Iterator[MatchGame]:
    """Play games, `processes` at a time; each comes when it is finished."""
    if processes <= 1:
        hall = Hall(fixtures, ask)
        try:
            for job in jobs:
                yield hall.play(job)
        finally:
            hall.close()
        return
    yield from _Crew(fixtures, processes).play(iter(jobs))


class _Crew:
    """Processes that play."""

    def __init__(self, fixtures: Fixtures, number: int) -> None:
        self._fixtures = fixtures
        self._number = number
        self._context = multiprocessing.get_context("spawn")
        self._processes: list[Any] = []
        self._ends: list[connection.Connection] = []
        self._lives: list[connection.Connection] = []  # a process ends when its own is closed

    def play(self, jobs: Iterator[Job]) -> Iterator[MatchGame]:
        """Hand out games as long as there are any."""
        first = next(jobs, None)
        if first is None:
            return
        waiting = chain([first], jobs)
        try:
            self._start()
            with contextlib.suppress(OSError):
                self._ends[0].send(("warm", first))
            self._heard(self._ends[0])  # compiled once, before many of them do the same
            for _ in range(self._number - 1):
                self._start()
            busy = sum(self._hand_out(end, waiting) for end in self._ends)
            while busy:
                for ready in connection.wait(self._ends):
                    assert isinstance(ready, connection.Connection)
                    game = self._heard(ready)
                    busy -= not self._hand_out(ready, waiting)
                    yield game
        finally:
            self._end()

    def _hand_out(self, end: connection.Connection, waiting: Iterator[Job]) -> bool:
        """Give a process its next game, if there is one."""
        job = next(waiting, None)
        if job is not None:
            with contextlib.suppress(OSError):  # a process that has ended is noticed when it should answer
                end.send(("play", job))
        return job is not None

    def _heard(self, end: connection.Connection) -> Any:
        """What a process has to say; `KibitzError` where it is that something went wrong."""
        try:
            kind, found = end.recv()
        except (EOFError, OSError):
            more = "with several, a script needs 'if __name__ == \"__main__\":'"
            raise BadInput(
                f"a process that plays games ended unexpectedly; play one at a time to see why ({more})"
            ) from None
        if kind == "error":
            raise BadInput(found)
        return found

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        its_life, life = self._context.Pipe(duplex=False)
        fixtures = self._fixtures
        given = (theirs, its_life, fixtures.source, [player.text for player in fixtures.players], fixtures.terms)
        process = self._context.Process(target=_work, args=(*given, fixtures.meet), daemon=True)
        with _deaf():
            process.start()
        theirs.close()
        its_life.close()
        self._processes.append(process)
        self._ends.append(ours)
        self._lives.append(life)

    def _end(self) -> None:
        for each in (*self._ends, *self._lives):
            each.close()
        for process in self._processes:
            process.join(END_TIME)
            if process.is_alive():
                process.kill()
            process.join()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C: it is for the one who started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(
    end: connection.Connection,
    life: connection.Connection,
    source: GameSource,
    players: list[str],
    terms: MatchTerms,
    meet: str,
) -> None:
    """What a process does: it plays the games that it is told to, as long as its life lasts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    try:
        hall = Hall(Fixtures(source, players, terms, meet=meet))
        while True:
            order, job = end.recv()
            if order == "warm":
                hall.warm_up(job)
            end.send((order, hall.play(job) if order == "play" else None))
    except (EOFError, OSError):
        life.poll(None)  # it was told to end, and will
    except KibitzError as error:
        _tell(end, str(error))
    except Exception as error:  # the rules are somebody else's
        _tell(end, raised(repr(source.name), error))


def _tell(end: connection.Connection, sentence: str) -> None:
    with contextlib.suppress(OSError):
        end.send(("error", sentence))


def _end_with(life: connection.Connection) -> None:
    """End this process, and the programs it has started, when whoever started it lets go or has ended in any way."""
    with contextlib.suppress(EOFError, OSError):
        life.recv()
    kill_programs()
    os._exit(0)
