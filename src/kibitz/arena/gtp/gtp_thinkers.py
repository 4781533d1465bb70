"""Who thinks about a move: Monte Carlo where playouts say more than a guess, else the search that UCI asks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from kibitz.arena.uci.report import Report
from kibitz.arena.uci.thinkers import Asked, Means, thinker_for
from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.native.override import override
from kibitz.search.pacing import Pace

TREE_MEGABYTES = 1024.0  # for the tree, taken as it grows: several seconds a move, and what is kept from the last one


@dataclass(frozen=True)
class Considered:
    """A move that was looked at: how often, what it is worth to the player to move, and what follows it."""

    text: str
    visits: int
    value: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """What a thought has found: a move, and those it was chosen from, best first."""

    action: Action
    simulations: int  # or nodes, where nothing was simulated
    seconds: float
    considered: tuple[Considered, ...]
    is_exact: bool = False

    @property
    def value(self) -> float:
        """What the move is worth to the player to move, in the game's own units."""
        return self.considered[0].value


class GtpThinker(Protocol):
    """A search, as a session sees it. `choose` runs in one thread; `stop` may come from another."""

    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""

    def begin_game(self) -> None:
        """Forget what was found in another game."""

    def choose(self, s: State, history: tuple[int, ...], pace: Pace) -> Choice:
        """Think about a state that is not the end, as long as the pace allows."""

    def stop(self) -> None:
        """End what runs, from any thread."""


@dataclass(frozen=True)
class GtpMeans:
    """What a thinker may use. With `simulations`, a move is thought about for this many and no clock is looked at."""

    megabytes: float | None = None
    threads: int = 1
    seed: int | None = None
    simulations: int | None = None
    techniques: Any = None
    interpreted: bool = False


MakeThinker = Callable[[Game, GtpMeans], GtpThinker]


def gtp_thinker_for(game: Game, means: GtpMeans) -> GtpThinker:
    """Monte Carlo for a game that says how it is played out, or that has no evaluation; else a deepening search."""
    if game.has_playout or not game.has_evaluate:
        return MonteCarloThinker(game, means)
    if means.simulations is not None:
        raise BadInput(f"{game.facts.name!r} is not simulated: it is searched to a depth; leave --simulations out")
    return DeepeningThinker(game, means)


class MonteCarloThinker(GtpThinker):
    """Simulates, and keeps what is still of use of its tree from move to move."""

    def __init__(self, game: Game, means: GtpMeans) -> None:
        from kibitz.search.montecarlo.montecarlo_engine import MonteCarloEngine

        self._game = game
        self._means = means
        self._engine = MonteCarloEngine(
            game,
            megabytes=TREE_MEGABYTES if means.megabytes is None else means.megabytes,
            threads=means.threads,
            seed=means.seed,
            techniques=means.techniques,
            interpreted=means.interpreted,
        )

    @override
    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""
        for _ in self._engine.think(self._game.initial(), simulations=1):
            pass
        self._engine.forget()

    @override
    def begin_game(self) -> None:
        """Forget what was found in another game."""
        self._engine.forget()

    @override
    def choose(self, s: State, history: tuple[int, ...], pace: Pace) -> Choice:
        """Think about a state that is not the end, as long as the pace allows."""
        begun = time.perf_counter()
        wanted = self._means.simulations
        self._engine.go_on()
        last: Any = None
        seconds = pace.soft if wanted is None else None
        for last in self._engine.think(s, history=history, simulations=wanted, seconds=seconds):
            is_late = seconds is not None and time.perf_counter() - begun >= seconds
            if is_late or (wanted is None and len(last.rows) == 1):
                break
        rows = tuple(
            Considered(self._game.action_text(s, row.action), row.visits, float(row.value), self._texts(s, row))
            for row in last.rows
        )
        best = last.rows[0]
        return Choice(best.action, last.simulations, time.perf_counter() - begun, rows, best.is_exact)

    @override
    def stop(self) -> None:
        """End what runs, from any thread."""
        self._engine.stop()

    def _texts(self, s: State, row: Any) -> tuple[str, ...]:
        texts = []
        for a in row.line:
            texts.append(self._game.action_text(s, a))
            s = self._game.result(s, a)
        return tuple(texts)


class DeepeningThinker(GtpThinker):
    """Searches deeper and deeper, with the thinker that UCI has for the game."""

    def __init__(self, game: Game, means: GtpMeans) -> None:
        self._game = game
        given = Means(means.megabytes, means.threads, means.techniques, means.interpreted)
        self._thinker = thinker_for(game, given)

    @override
    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""
        self._thinker.prepare()

    @override
    def begin_game(self) -> None:
        """Forget what was found in another game."""
        self._thinker.begin_game()

    @override
    def choose(self, s: State, history: tuple[int, ...], pace: Pace) -> Choice:
        """Think about a state that is not the end, as long as the pace allows."""
        reports: list[Report] = []

        def hear(report: Report) -> bool:
            reports.append(report)
            return pace.wants_more(report)

        self._thinker.ready()
        timer = threading.Timer(pace.hard, self._thinker.stop)
        timer.daemon = True
        timer.start()
        try:
            self._thinker.think(Asked(s, history), hear)
        finally:
            timer.cancel()
            timer.join()
        return self._choice(s, reports)

    @override
    def stop(self) -> None:
        """End what runs, from any thread."""
        self._thinker.stop()

    def _choice(self, s: State, reports: list[Report]) -> Choice:
        for report in reversed(reports):
            if report.line:
                rows = tuple(
                    Considered(line.moves[0], 0, line.value, line.moves) for line in report.lines if line.moves
                )
                action = self._game.parse_action(s, report.line[0])
                return Choice(action, report.nodes, report.seconds, rows, report.is_exact)
        a = next(iter(self._game.actions(s)))  # stopped before the first depth
        text = self._game.action_text(s, a)
        return Choice(a, 0, 0.0, (Considered(text, 0, 0.0, (text,)),))
