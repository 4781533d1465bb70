"""Answers from a whole game solved: every position's value is known, however long play may go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isinf
from typing import Any

from kibitz.answer.analysis import Analysis, Limit, MoveReport, SearchReport, words_for
from kibitz.answer.questions.question import LONGEST_LINE, Question
from kibitz.errors import Unsolved
from kibitz.game import CHANCE
from kibitz.native.override import override
from kibitz.search.ties import ROUNDING
from kibitz.search.whole.value_iteration import ENOUGH, WholeGame


@dataclass
class WholeQuestion(Question):
    """One position of a game that is solved whole, from that position on."""

    megabytes: float | None = None
    whole: WholeGame = field(init=False)
    is_too_large: bool = False

    @override
    def prepare(self) -> WholeGame:
        limits: dict[str, Any] = {"megabytes": self.megabytes, "nodes": self.limit.nodes}
        self.whole = WholeGame(self.game, self.s, interpreted=self.interpreted, **limits)
        return self.whole

    @override
    def depths(self) -> Iterable[int]:
        return [1]

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        try:
            self.whole.solve()
        except Unsolved:
            if self.limit == Limit():
                raise
            self.is_too_large = True
            return self.at_a_glance(), False  # within limits there is always a move
        moves = [self._move(action) for action in self.game.choices(self.s)]
        return moves, all(self.whole.is_exact(self.game.result(self.s, move.action)) for move in moves)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        if any(move.error is None for move in moves):
            return answer  # at a glance
        error = self.whole.error(self.s)
        return replace(answer, error=error, words=self._words(answer.value, error))

    @override
    def ended(self, exact: bool) -> str:
        return "memory" if self.is_too_large else "solved" if exact else "not closed"

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        return SearchReport(self.algorithm.name, self.whole.sweeps, self.whole.nodes, seconds)

    def _move(self, action: Any) -> MoveReport:
        after = self.game.result(self.s, action)
        value = self.whole.value(after)
        assert value is not None  # it is among those that can be reached
        error = self.whole.error(after)
        report = self._reported(action, value, self.whole.is_exact(after), self._line(action))
        return replace(report, error=error, words=self._words(report.value, error))

    def _words(self, value: Any, error: float) -> str:
        """A value in words, and how far it may be off where that is more than nothing."""
        size = max(1.0, *(abs(share) for share in (value if isinstance(value, tuple) else (value,))))
        words = words_for(self.game, self.s, value, error <= ENOUGH * size)
        if error <= ENOUGH * size:
            return words
        return f"{words}, error unknown" if isinf(error) else f"{words} ± {error:.2g} at most"

    def _reported(
        self, action: Any, values: tuple[float, ...], exact: bool, line: tuple[str, ...] | None = None
    ) -> MoveReport:
        value = values if self.algorithm.vector else values[max(self.player, 0)]
        text = self.game.action_text(self.s, action)
        return MoveReport(text, action, value, self.words(value, exact, 1), 0.0, line or (text,))

    def _line(self, action: Any) -> tuple[str, ...]:
        """What best play is after a move, up to a roll of the dice."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        s = game.result(s, action)
        while len(line) < LONGEST_LINE and not game.is_terminal(s) and game.player(s) != CHANCE:
            action = self._best(s)
            line.append(game.action_text(s, action))
            s = game.result(s, action)
        return tuple(line)

    def _best(self, s: Any) -> Any:
        """The first action that is best; what differs in the last digits only is as good."""
        actions = list(self.game.actions(s))
        worth = [self._worth(s, action) for action in actions]
        most = max(worth)
        enough = most - ROUNDING * max(1.0, abs(most))
        return next(action for action, found in zip(actions, worth, strict=True) if found >= enough)

    def _worth(self, s: Any, a: Any) -> float:
        values = self.whole.value(self.game.result(s, a))
        assert values is not None
        return values[self.game.player(s)]
