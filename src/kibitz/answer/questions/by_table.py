"""Answers from a whole game solved: every position's value is known, however long play may go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import isinf

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, words_for
from kibitz.answer.certainty import Value
from kibitz.answer.questions.question import LONGEST_LINE, ValueQuestion
from kibitz.answer.soonest import Plies, plies_in
from kibitz.errors import Unsolved
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.repeating import used_up
from kibitz.native.override import override
from kibitz.search import needs
from kibitz.search.algorithm import Algorithm
from kibitz.search.ties import ROUNDING
from kibitz.search.whole.value_iteration import ENOUGH, WholeGame


@dataclass
class WholeQuestion(ValueQuestion):
    """One position of a game that is solved whole, from that position on."""

    algorithms = ("table",)
    uses = ("megabytes", "endgames")

    whole: WholeGame = field(init=False)
    is_too_large: bool = False

    @classmethod
    @override
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        return needs.is_in_vectors(game)

    def holds(self, s: State) -> bool:
        """Is a state among those that have been solved?"""
        if "whole" not in vars(self) or self.whole.value(s) is None:
            return False
        return not self._ended(self.whole.start) or self.game.key(s) == self.game.key(self.whole.start)

    @override
    def prepare(self) -> WholeGame:
        if self.holds(self.s):
            return self.whole
        self.whole = WholeGame(self.game, self.s, used_up=self._ended(self.s), **self.options.settings)
        self.whole.prepare()
        return self.whole

    def _ended(self, start: State) -> list[int]:
        """The keys of positions that end the game if they come up once more, now that it is at `start`."""
        return used_up(self.game, (*self.options.history, int(self.game.recurrence(start))))

    @override
    def begin(self) -> WholeGame:
        return self.prepare()

    @override
    def exact_value(self) -> Value:
        self.whole.solve()
        values, player = self.whole.value(self.s), max(self.player, 0)
        assert values is not None  # all that can be reached from here are solved
        if not self.whole.is_exact(self.s):
            raise Unsolved(self.whole.open_reason(self.s, player))
        return values if self.in_vectors else values[player] + 0.0

    @override
    def depths(self) -> Iterable[int]:
        return [1]

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        try:
            self.whole.solve()
        except Unsolved:
            if not self.options.is_limited:
                raise
            self.is_too_large = True
            return self.at_a_glance(), False  # within limits there is always a move
        moves = [self._move(action) for action in self.game.choices(self.s)]
        return moves, all(self.whole.is_exact(self.game.result(self.s, move.action), again=True) for move in moves)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        if any(move.error is None for move in moves):
            return answer  # at a glance
        error = self.whole.error(self.s)
        return replace(answer, error=error, words=self._words(answer.value, error))

    @override
    def plies(self, answer: Analysis) -> Iterator[Plies]:
        yield plies_in(self.whole, answer)

    @override
    def ended(self, exact: bool) -> str:
        return "memory" if self.is_too_large else "solved" if exact else "not closed"

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        return SearchReport(self.algorithm.name, self.whole.sweeps, self.whole.nodes, seconds)

    def _move(self, action: Action) -> MoveReport:
        after = self.game.result(self.s, action)
        value = self.whole.value(after, again=True)
        assert value is not None  # it is among those that can be reached
        error = self.whole.error(after, again=True)
        report = self._reported(action, value, self.whole.is_exact(after, again=True), self._line(action))
        return replace(report, error=error, words=self._words(report.value, error))

    def _words(self, value: Value, error: float) -> str:
        """A value in words, with its error where that is not 0."""
        size = max(1.0, *(abs(share) for share in (value if isinstance(value, tuple) else (value,))))
        words = words_for(self.game, self.s, value, error <= ENOUGH * size)
        if error <= ENOUGH * size:
            return words
        return f"{words}, error unknown" if isinf(error) else f"{words} ± {error:.2g} at most"

    def _reported(
        self, action: Action, values: tuple[float, ...], exact: bool, line: tuple[str, ...] | None = None
    ) -> MoveReport:
        value = values if self.in_vectors else values[max(self.player, 0)]
        text = self.game.action_text(self.s, action)
        return MoveReport(text, action, value, self.words(value, exact, 1), 0.0, line or (text,))

    def _line(self, action: Action) -> tuple[str, ...]:
        """What best play is after a move, up to a roll of the dice."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        s = game.result(s, action)
        while len(line) < LONGEST_LINE and not self.whole.is_over(s) and game.player(s) != CHANCE:
            action = self._best(s)
            line.append(game.action_text(s, action))
            s = game.result(s, action)
        return tuple(line)

    def _best(self, s: State) -> Action:
        """The first of the best actions; values that differ only by rounding are equal, and the plies decide."""
        actions = list(self.game.actions(s))
        worth = [self._worth(s, action) for action in actions]
        most = max(worth)
        enough = most - ROUNDING * max(1.0, abs(most))
        best = [action for action, found in zip(actions, worth, strict=True) if found >= enough]
        wanted = -1 + (self.whole.distance(s) or 0)
        return next((a for a in best if self.whole.distance(self.game.result(s, a), again=True) == wanted), best[0])

    def _worth(self, s: State, a: Action) -> float:
        values = self.whole.value(self.game.result(s, a), again=True)
        assert values is not None
        return values[self.game.player(s)]
