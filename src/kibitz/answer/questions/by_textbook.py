"""Answers by the textbook searches: each move's value by a search of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, for_mover
from kibitz.answer.certainty import Value
from kibitz.answer.questions.question import DEEPEST, LONGEST_LINE, ValueQuestion
from kibitz.answer.soonest import Plies, plies_if_small
from kibitz.errors import Stopped, Unsolved
from kibitz.game import CHANCE, Action
from kibitz.native.override import override
from kibitz.search.asking import ask
from kibitz.search.watch import Count

NODES_FOR_A_LINE = 2_000_000  # at least that many may be spent on finding the line behind a move


@dataclass
class TextbookQuestion(ValueQuestion):
    """One position for any textbook search that no other question asks.

    With a depth or no limit at all, one search to that depth; under a clock, deeper and deeper ones.
    """

    watch: Count = field(init=False)
    _behind: int = field(init=False, default=0)  # nodes spent on lines: part of the limit, not of the search

    @override
    def prepare(self) -> Count:
        ask(self.algorithm, self.game, self.s, 0, Count(), self.interpreted, is_checked=True)
        self.watch = Count(self.options.nodes)
        return self.watch

    @override
    def exact_value(self) -> Value:
        if self.rests_on_history:
            name = self.algorithm.name
            raise Unsolved(f"{self.game.text(self.s)!r} is not solved: {name} does not look at the game so far")
        found = ask(self.algorithm, self.game, self.s, None, self.watch, self.interpreted, is_checked=True)
        return for_mover(self.game, self.s, found.value)

    @override
    def depths(self) -> Iterable[int]:
        if self.options.seconds is None and self.options.nodes is None:
            return [self.options.depth or DEEPEST]
        return range(1, (self.options.depth or DEEPEST) + 1)

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        guesses = self.watch.evaluated
        if self.options.nodes is not None:
            self.watch.allow(self.options.nodes - self._behind)
        self.watch.enter(self.s, 0.0, 0.0)
        below = depth - self.game.depth_spent(self.s)
        values = [(action, self._value(action, below)) for action in self.choices()]
        self.watch.leave(self.s, 0.0)
        exact = self.watch.evaluated == guesses and not self.rests_on_history
        return [self._move(action, value, exact, self._line(action, below), depth) for action, value in values], exact

    @override
    def plies(self, answer: Analysis) -> Iterator[Plies]:
        return plies_if_small(answer)

    @property
    def _spent(self) -> int:
        """The nodes that count against the limit."""
        return self.watch.nodes + self._behind

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        watch = self.watch
        report = SearchReport(self.algorithm.name, min(depth, watch.deepest), watch.nodes, seconds, 0, watch.cuts)
        return replace(report, statistics=_of_chance(watch)) if self.game.facts.chance else report

    def _value(self, action: Action, below: int) -> Value:
        after = self.game.result(self.s, action)
        value = ask(
            self.algorithm, self.game, after, self._plies(below), self.watch, self.interpreted, is_checked=True
        ).value
        return for_mover(self.game, self.s, value)

    def _plies(self, below: int) -> int | None:
        return below if below < DEEPEST - 1 else None

    def _move(self, action: Action, value: Value, exact: bool, line: tuple[str, ...], depth: int) -> MoveReport:
        words = self.words(value, exact, depth)
        return MoveReport(self.game.action_text(self.s, action), action, value, words, 0.0, line)

    def _line(self, action: Action, below: int) -> tuple[str, ...]:
        """What best play is after a move; ends at a roll of the dice, and where finding out would cost too much."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        if self.watch.is_stopped:
            return tuple(line)
        s = game.result(s, action)
        budget = max(self.watch.nodes, NODES_FOR_A_LINE)
        if self.options.nodes is not None:
            budget = min(budget, self.options.nodes - self._spent)
        while below > 0 and len(line) < LONGEST_LINE and not game.is_terminal(s) and game.player(s) != CHANCE:
            spare = Count(budget, stop_with=self.watch)
            try:
                action = ask(
                    self.algorithm, game, s, self._plies(below), spare, self.interpreted, is_checked=True
                ).action
            except Stopped:
                break
            finally:
                budget -= spare.nodes
                self._behind += spare.nodes
            line.append(game.action_text(s, action))
            below -= game.depth_spent(s)
            s = game.result(s, action)
        return tuple(line)


def _of_chance(watch: Count) -> dict[str, Any]:
    """The counts at chance nodes."""
    return {"chance_nodes": watch.chance_nodes, "chance_cutoffs": watch.chance_cuts, "probes": watch.probes}
