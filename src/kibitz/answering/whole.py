"""Answers from a whole game solved: every position's value is known, however long play may go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.analysis import MoveReport, SearchReport, words_for
from kibitz.answering.question import LONGEST_LINE, Question
from kibitz.game import CHANCE, Game
from kibitz.search.value_iteration import WholeGame


@dataclass
class WholeQuestion(Question):
    """One position of a game that is solved whole, from that position on."""

    megabytes: float | None = None
    whole: WholeGame = field(init=False)

    def prepare(self) -> WholeGame:
        given: dict[str, Any] = {"megabytes": self.megabytes, "interpreted": self.interpreted}
        self.whole = WholeGame(self.game, self.s, nodes=self.limit.nodes, **given)
        return self.whole

    def depths(self) -> Iterable[int]:
        return [1]

    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        self.whole.solve()
        return [self._move(action) for action in self.game.choices(self.s)], True

    def did(self, depth: int, seconds: float) -> SearchReport:
        return SearchReport(self.algorithm.name, self.whole.sweeps, self.whole.nodes, seconds)

    def _move(self, action: Any) -> MoveReport:
        value = self.whole.value(self.game.result(self.s, action))
        assert value is not None  # it is among those that can be reached
        return self._reported(action, value, True, self._line(action))

    def _reported(
        self, action: Any, values: tuple[float, ...], exact: bool, line: tuple[str, ...] | None = None
    ) -> MoveReport:
        value = values if self.algorithm.vector else values[max(self.player, 0)]
        text = self.game.action_text(self.s, action)
        return MoveReport(text, action, value, words_for(self.game, self.s, value, exact), 0.0, line or (text,))

    def _line(self, action: Any) -> tuple[str, ...]:
        """What best play is after a move, up to a roll of the dice."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        s = game.result(s, action)
        while len(line) < LONGEST_LINE and not game.is_terminal(s) and game.player(s) != CHANCE:
            action = max(game.actions(s), key=lambda a: self._worth(game, s, a))
            line.append(game.action_text(s, action))
            s = game.result(s, action)
        return tuple(line)

    def _worth(self, game: Game, s: Any, a: Any) -> float:
        values = self.whole.value(game.result(s, a))
        assert values is not None
        return values[game.player(s)]
