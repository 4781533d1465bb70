"""Answers from an equilibrium: how often each move is to be played, from what the player to move knows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, average_words, how_far
from kibitz.answer.certainty import UNDECIDED
from kibitz.answer.questions.question import Progress, Question, loss_of
from kibitz.errors import Stopped, Unwritten
from kibitz.game import CHANCE, Action
from kibitz.native.execution import is_runnable, run
from kibitz.native.override import override
from kibitz.saving import refuse_unwritable
from kibitz.search.clock import Remote
from kibitz.search.diagnosis import in_words
from kibitz.search.equilibrium.regret import Regret
from kibitz.search.equilibrium.sampling import Sampled
from kibitz.search.equilibrium.strategy import Strategy, expected
from kibitz.search.watch import Count

FIRST_BATCH = 16  # iterations before the first answer
OF_A_PLY = 100  # iterations for each ply of a depth limit: play is learned to its end, whatever the limit
BATCH = 0.2  # seconds between two answers, about
SMALL = 100_000  # positions of a game small enough for the worth of every outcome of chance at its beginning
MOST_KEPT = 2  # games whose strategies are kept

Learner = Regret | Sampled

_kept: dict[Any, Learner] = {}
_keeping = threading.Lock()


@dataclass
class RegretQuestion(Question):
    """One position of a game whose equilibrium is learned from the game's beginning.

    Under a clock it goes on from what the last question about the same game has learned; under any other limit it
    starts again, so that the answer depends on nothing else. A `strategy` file is loaded first, and saved in the end.
    """

    algorithms = ("regret",)
    uses = ("megabytes", "seed", "variant", "iterations", "strategy")
    is_tried_first = False  # there is always more to learn

    learner: Learner = field(init=False)
    _behind: Count = field(init=False)  # what the worth of chance's outcomes took: part of the node limit
    _size: int = field(init=False, default=FIRST_BATCH)

    def __post_init__(self) -> None:
        if self.path is not None:
            refuse_unwritable(self.path)

    @property
    def path(self) -> str | None:
        """The file of the strategy."""
        return self.options.strategy

    @property
    def iterations(self) -> int | None:
        """How many to make at most."""
        depth, most = self.options.depth, self.options.iterations
        return depth * OF_A_PLY if depth is not None and most is None else most

    # ------------------------------------------------------------ learning

    @override
    def prepare(self) -> Learner:
        with _keeping:  # one that is kept may have searched more than a node limit allows
            kept = _kept.pop(self._key, None) if self.options.nodes is None else None
        self.learner = kept or self._new()
        self._behind = Count()
        if self.options.seconds is None or self.iterations is not None or self.path is not None:
            self.learner.restart()
        self.learner.go_on()
        self.learner.allow(self.options.nodes)
        self.learner.prepare()
        if self.player == CHANCE and not self.learner.interpreted:
            is_runnable(expected, self.game, self.s, 0, Strategy.nothing(), Count())
        return self.learner

    def _new(self) -> Learner:
        options = self.options
        if options.variant == "sampled":
            return Sampled(
                self.game, megabytes=options.megabytes, seed=options.seed or 0, interpreted=options.interpreted
            )
        return Regret(self.game, variant=options.variant, megabytes=options.megabytes, interpreted=options.interpreted)

    @property
    def _key(self) -> Any:
        """What a learner depends on."""
        options = self.options
        seed = (options.seed or 0) if options.variant == "sampled" else 0
        return type(self.game), repr(self.game), options.variant, options.megabytes, seed, options.interpreted

    @override
    def answer(self, progress: Progress | None, remote: Remote | None = None) -> Analysis:
        found = super().answer(progress, remote)
        with _keeping:
            if self.options.nodes is None:
                _kept[self._key] = self.learner
            while len(_kept) > MOST_KEPT:
                _kept.pop(next(iter(_kept)))
        if found.search.stopped_by == "depth":
            is_enough = self.iterations is not None and self.learner.iterations >= self.iterations
            found = replace(found, search=replace(found.search, stopped_by="iterations" if is_enough else "nodes"))
        if self.path is not None and isinstance(self.learner, Regret) and self.learner.is_ready:
            _write(self.learner, self.path, found)
        return found

    @override
    def depths(self) -> Iterator[int]:
        """The iterations to be made by the next answer, and the next."""
        yield self._next()
        while not self._is_enough():
            yield self._next()

    def _next(self) -> int:
        made = self.learner.iterations
        return made + self._size if self.iterations is None else max(made, min(made + self._size, self.iterations))

    @property
    def _spent(self) -> int:
        """The nodes that count against the limit."""
        return self.learner.nodes + self._behind.nodes

    def _is_enough(self) -> bool:
        spent = self.options.nodes is not None and self._spent >= self.options.nodes
        return spent or (self.iterations is not None and self.learner.iterations >= self.iterations)

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        if self.path is not None and not self.learner.is_ready and Path(self.path).exists():
            assert isinstance(self.learner, Regret)
            self.learner.load(self.path)
        started = time.perf_counter()
        self.learner.improve(max(0, depth - self.learner.iterations))
        self.learner.measure()
        reports = self._reports()
        if time.perf_counter() - started < BATCH:
            self._size *= 2
        return reports, self._is_exact

    @property
    def _is_exact(self) -> bool:
        return self.learner.is_measured and self.learner.is_exact

    # ------------------------------------------------------------ the answer

    @override
    def _stopped(self, answer: Analysis | None, end: BaseException, remote: Remote, seconds: float) -> Analysis:
        """As elsewhere, but nothing that was learned is lost."""
        if self.learner.is_ready:
            answer = self.report(self._reports(), self._is_exact, self.did(0, seconds))
        return super()._stopped(answer, end, remote, seconds)

    @override
    def _in_a_line(self, progress: Callable[[str], None] | None) -> Progress | None:
        if progress is None:
            return None
        return lambda answer: progress(how_far(answer.search))

    @property
    @override
    def shortfall(self) -> str:
        off = f"{self._answered.search.statistics['exploitability']:.3g}"
        return f"within the limit: the exploitability is still {off}"

    def _reports(self) -> list[MoveReport]:
        if self.player == CHANCE:
            return self._outcomes()
        pairs = self.learner.at(self.s)
        actions = list(self.game.actions(self.s))
        return [self._move(a, worth, chance) for a, (chance, worth) in zip(actions, pairs, strict=True)]

    def _outcomes(self) -> list[MoveReport]:
        """What each outcome of chance is worth; empty at the beginning of a game where that would take long."""
        is_beginning = self.s == self.game.initial()
        watch = self._behind
        most = watch.nodes + SMALL if is_beginning else None
        if self.options.nodes is not None:
            left = max(0, self.options.nodes - self._spent)
            most = watch.nodes + (min(SMALL, left) if is_beginning else left)
        watch.allow(most)
        table = self.learner.table()
        rows = []
        try:
            for outcome, _ in self.game.outcomes(self.s):
                after = self.game.result(self.s, outcome)
                with in_words(self.game, after):
                    worth = run(expected, self.game, after, 0, table, watch, interpreted=self.learner.interpreted)
                rows.append(self._move(outcome, float(worth), None))
        except Stopped:
            return []
        return rows

    def _move(self, action: Action, worth: float, probability: float | None) -> MoveReport:
        text = self.game.action_text(self.s, action)
        words = average_words(self.game, self.s, worth, None)
        return MoveReport(text, action, worth, words, 0.0, (text,), probability=probability)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        """The moves in the order of their probability; the value is that of the play of them all."""
        if self.player == CHANCE:
            value = self._expected(moves) if moves else self.learner.values()[0]
            words = self._value_words(value)
            outcomes = tuple(self._sure(move, exact) for move in moves)
            return Analysis(self.game, self.s, self.position, CHANCE, exact, None, value, words, outcomes, search)
        most = max(move.value for move in moves)
        likeliest = max(move.probability or 0.0 for move in moves)
        rows = [replace(self._sure(move, exact), loss=loss_of(most, move.value)) for move in moves]
        ranked = sorted(rows, key=lambda move: (loss_of(likeliest, move.probability or 0.0), move.loss))
        value = sum((move.probability or 0.0) * move.value for move in moves)
        words = self._value_words(value)
        return Analysis(
            self.game, self.s, self.position, self.player, exact, ranked[0].move, value, words, tuple(ranked), search
        )

    def _value_words(self, value: float) -> str:
        return average_words(self.game, self.s, value, None) if self.learner.is_ready else UNDECIDED

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        learner = self.learner
        statistics: dict[str, Any] = {"iterations": learner.iterations}
        if learner.is_ready:
            off = learner.exploitability if learner.is_measured else None
            statistics |= {"information_sets": learner.information_sets, "exploitability": off}
        return SearchReport(
            self.algorithm.name, learner.iterations, learner.nodes, seconds, stopped_by="depth", statistics=statistics
        )

    @override
    def at_a_glance(self) -> list[MoveReport]:
        """With nothing learned, every move is as good as another."""
        choices = list(self.game.choices(self.s))
        share = None if self.player == CHANCE else 1 / len(choices)
        return [replace(self._move(choice, 0.0, share), words=UNDECIDED) for choice in choices]


def _write(learner: Regret, path: str, found: Analysis) -> None:
    """Save what was learned; where that fails, the error has the answer with it, so that it is not lost."""
    try:
        learner.save(path)
    except Unwritten as error:
        error.answer = found
        raise
