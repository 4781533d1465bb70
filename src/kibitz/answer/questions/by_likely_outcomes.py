"""Answers over the likely outcomes only: every value with the error that it risks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf, isinf

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, for_mover, words_for
from kibitz.answer.certainty import Value, is_undecided, to_depth, undecided_words
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.game import CHANCE, Action
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import ask

Interval = tuple[float, float, float]  # a value as estimated, the least and the most it can be, for the player to move


@dataclass
class LikelyQuestion(TextbookQuestion):
    """One position for a search that leaves unlikely outcomes out, at chance nodes below the position itself."""

    uses = ("outcomes",)

    found: dict[Action, Interval] = field(default_factory=dict)  # by action
    is_to_the_end: bool = False  # was no position evaluated?

    @classmethod
    @override
    def is_for(cls, algorithm: Algorithm) -> bool:
        return algorithm.interval

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        reports, is_to_the_end = super().at_depth(depth)
        self.is_to_the_end = is_to_the_end
        return reports, is_to_the_end and all(report.error == 0 for report in reports)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        if self.player == CHANCE:
            pairs = list(self.game.outcomes(self.s))
            low, high = (sum(chance * self.found[a][at] for a, chance in pairs) for at in (1, 2))
        else:
            low, high = (max(interval[at] for interval in self.found.values()) for at in (1, 2))
        error = error_of((answer.value, low, high))
        return replace(answer, error=error, words=self._words(answer.value, error, self.is_to_the_end, search.depth))

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        report = super().did(depth, seconds)
        return replace(
            report,
            statistics=report.statistics | {"outcomes": self.options.outcomes, "skipped_outcomes": self.watch.skipped},
        )

    @override
    def glanced(self, action: Action, value: Value) -> MoveReport:
        report = super().glanced(action, value)
        return replace(report, error=inf, words=self._words(value, inf, False, 1))

    @override
    def ended(self, exact: bool) -> str:
        left_out = self.options.depth is None and self.watch.evaluated == 0 and not exact
        return "outcomes" if left_out else super().ended(exact)

    @override
    def _value(self, action: Action, below: int) -> float:
        after = self.game.result(self.s, action)
        found = ask(
            self.algorithm, self.game, after, self._plies(below), self.watch, self.interpreted, is_checked=True
        ).value
        value, low, high = (self._own(number) for number in found)
        self.found[action] = value, min(low, high), max(low, high)
        return value

    @override
    def guess(self, action: Action) -> float:
        value = float(super().guess(action))
        self.found[action] = value, -inf, inf
        return value

    def _own(self, value: float) -> float:
        """A number of player 0's as the player to move sees it, also where nothing is proven and it is infinite."""
        if isinf(value):
            return -value if self.player == 1 else value
        return float(for_mover(self.game, self.s, value))

    @override
    def _move(self, action: Action, value: Value, exact: bool, line: tuple[str, ...], depth: int) -> MoveReport:
        error = error_of(self.found[action])
        report = super()._move(action, value, exact and error == 0, line, depth)
        return replace(report, error=error, words=self._words(value, error, exact, depth))

    def _words(self, value: float, error: float, is_to_the_end: bool, depth: int) -> str:
        if is_undecided(self.game, self.s, value, is_to_the_end):
            return undecided_words(depth)
        words = words_for(self.game, self.s, value, is_to_the_end and error == 0)
        return f"{words}{self._risk(error)}{'' if is_to_the_end else to_depth(depth)}"

    def _risk(self, error: float) -> str:
        if error == 0:
            return ""
        if isinf(error):
            return ", error unknown"
        if self.game.facts.utility_range == (0.0, 1.0):
            return f" ± {100 * error:.2g} % at most"
        return f" ± {error:.2g} at most"


def error_of(interval: Interval) -> float:
    """How far a value is from the truth at most; rounding does not count."""
    value, low, high = interval
    if isinf(low) or isinf(high):
        return inf
    error = max(high - value, value - low)
    return 0.0 if error < 1e-12 * max(1.0, abs(value)) else error
