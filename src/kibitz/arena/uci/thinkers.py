"""Who thinks: the selective search where a game can be evaluated, else the analysis that suits the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from kibitz.answer.analyse import analyse_with
from kibitz.answer.analysis import Analysis
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Options
from kibitz.arena.uci.report import Report, ReportedLine, plies_to_end
from kibitz.game import Action, Game, State
from kibitz.native.override import override
from kibitz.search.clock import Remote
from kibitz.search.engine.techniques import Techniques

DEEPEST = 64  # plies, where no depth is asked for
ALL_DAY = 86_400.0  # seconds: a limit that makes an analysis deepen, where another thread says when to stop

Hear = Callable[[Report], bool]  # is given what has been found, after each depth; False: that is enough


@dataclass(frozen=True)
class Asked:
    """A position to think about: the keys of the positions before it, and limits that the search keeps itself."""

    s: State
    history: tuple[int, ...] = ()
    deepest: int | None = None
    nodes: int | None = None
    lines: int = 1
    only: tuple[Action, ...] = ()  # the actions to choose from; empty: all


@dataclass(frozen=True)
class Means:
    """What a thinker may use."""

    megabytes: float | None = None
    threads: int = 1
    techniques: Techniques | None = None
    interpreted: bool = False


class Thinker(Protocol):
    """A search, as a session sees it. `think` runs in one thread; `stop` may come from another."""

    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""

    def begin_game(self) -> None:
        """Forget what was found in another game."""

    def ready(self) -> None:
        """Take earlier orders to stop back."""

    def think(self, asked: Asked, hear: Hear) -> None:
        """Search deeper and deeper until `hear` has had enough, a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """End what runs, and whatever is asked before `ready`, from any thread."""


def thinker_for(game: Game, means: Means) -> Thinker:
    """The one that suits the game."""
    from kibitz.search.partition.partition_engine import engine_for

    engine = engine_for(
        game,
        megabytes=means.megabytes,
        threads=means.threads,
        techniques=means.techniques,
        interpreted=means.interpreted,
        endgames=endgames_for(game, Options()),
    )
    return EngineThinker(engine) if hasattr(engine, "think") else AnalysisThinker(game, means)


class EngineThinker(Thinker):
    """Thinks with an engine that has `think`, and keeps its table from move to move."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._game: Game = engine.game

    @override
    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""
        s = self._game.initial()
        self._engine.begin(s)
        for _ in self._engine.think(s, deepest=1):
            pass
        self._engine.begin(s)

    @override
    def begin_game(self) -> None:
        """Forget what was found in another game."""
        self._engine.begin(self._game.initial())

    @override
    def ready(self) -> None:
        """Take earlier orders to stop back."""
        self._engine.go_on()

    @override
    def think(self, asked: Asked, hear: Hear) -> None:
        """Search deeper and deeper until `hear` has had enough, a limit is reached or `stop` is called."""
        engine = self._engine
        before = engine.nodes
        engine.allow(None if asked.nodes is None else before + asked.nodes)
        deepest = DEEPEST if asked.deepest is None else asked.deepest
        limits = {"history": asked.history, "deepest": deepest, "lines": asked.lines, "only": asked.only}
        for thought in engine.think(asked.s, **limits):
            if not hear(self._report(asked, thought)):
                break

    @override
    def stop(self) -> None:
        """End what runs, and whatever is asked before `ready`, from any thread."""
        self._engine.stop()

    def _report(self, asked: Asked, thought: Any) -> Report:
        lines = [
            ReportedLine(float(value), plies_to_end(self._game, float(value)), self._texts(asked.s, line))
            for _, value, line in islice(thought.rows, asked.lines)
        ]
        counted = thought.depth, thought.reached, thought.nodes, thought.seconds, thought.hash_full, thought.is_exact
        return Report(*counted, tuple(lines))

    def _texts(self, s: State, line: Any) -> tuple[str, ...]:
        texts = []
        for a in line:
            texts.append(self._game.action_text(s, a))
            s = self._game.result(s, a)
        return tuple(texts)


@dataclass
class AnalysisThinker(Thinker):
    """Thinks as `kibitz best` does."""

    game: Game
    means: Means
    _remote: Remote = field(default_factory=Remote)

    @override
    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""
        self._analysed(Asked(self.game.initial(), deepest=1), lambda _: None)

    @override
    def begin_game(self) -> None:
        """Nothing is kept from one position to the next."""

    @override
    def ready(self) -> None:
        """Take earlier orders to stop back."""
        self._remote = Remote()

    @override
    def think(self, asked: Asked, hear: Hear) -> None:
        """Search deeper and deeper until `hear` has had enough, a limit is reached or `stop` is called."""
        remote = self._remote
        told: list[Report] = []

        def progress(answer: Analysis) -> None:
            report = _analysis_report(answer, asked)
            if report is not None:
                told.append(report)
                if not hear(report):
                    remote.stop()

        last = _analysis_report(self._analysed(asked, progress), asked)
        if last is not None and (not told or told[-1].lines != last.lines):
            hear(last)

    @override
    def stop(self) -> None:
        """End what runs, and whatever is asked before `ready`, from any thread."""
        self._remote.stop()

    def _analysed(self, asked: Asked, progress: Callable[[Analysis], None]) -> Analysis:
        options = Options(
            seconds=ALL_DAY,
            depth=asked.deepest,
            nodes=asked.nodes,
            algorithm="deepening",
            threads=self.means.threads,
            megabytes=self.means.megabytes,
            techniques=self.means.techniques,
            interpreted=self.means.interpreted,
            compiled=not self.means.interpreted,
            history=asked.history,
        )
        return analyse_with(self.game, options, asked.s, progress=progress, remote=self._remote)


def _analysis_report(answer: Analysis, asked: Asked) -> Report | None:
    """What an analysis says of the moves to choose from; None where it says nothing yet."""
    moves = [move for move in answer.moves if not asked.only or move.action in asked.only][: asked.lines]
    if not moves:
        return None
    lines = []
    for move in moves:
        sign = {"win": 1, "loss": -1}.get(move.outcome or "", 0)
        plies = sign * move.distance if sign and move.distance else None
        assert isinstance(move.value, (int, float)), "a game for two has one value"
        lines.append(ReportedLine(float(move.value), plies, move.line))
    search = answer.search
    return Report(search.depth, search.depth, search.nodes, search.seconds, 0, answer.exact, tuple(lines))
