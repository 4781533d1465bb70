"""A small game made for trying out a search: a tree in which equal positions are one position, with guesses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.game import CHANCE, Game
from kibitz.native.override import override


class Row(NamedTuple):
    """One position: who is to move, the rows that its actions lead to, what it is worth and guessed to be to MAX."""

    player: int
    after: tuple[int, ...]
    chances: tuple[float, ...]
    value: float
    guess: float


class TrialGame(Game):
    """A small random game that a search is tried on.

    A state is a number; `first` is the one of row 0, so that no two trial games share a state, and a table that a
    search keeps from one game to the next is not to blame. Actions are counted from 0. Positions that are equal are
    the same state, however they are reached, and a player may move twice in a row.
    """

    notation = "the number of a position"

    def __init__(self, rows: Sequence[Row], first: int = 0) -> None:
        self._rows = tuple(rows)
        self._first = first
        self._asked: set[int] = set()

    @property
    def leaves_read(self) -> int:
        """How many different positions were asked for their utility or their evaluation."""
        return len(self._asked)

    def _row(self, s: int) -> Row:
        return self._rows[s - self._first]

    @override
    def initial(self) -> int:
        return self._first

    @override
    def player(self, s: int) -> int:
        return self._row(s).player

    @override
    def actions(self, s: int) -> Iterator[int]:
        yield from range(len(self._row(s).after))

    @override
    def outcomes(self, s: int) -> Iterator[tuple[int, float]]:
        yield from enumerate(self._row(s).chances)

    @override
    def result(self, s: int, a: int) -> int:
        return self._first + self._row(s).after[a]

    @override
    def is_terminal(self, s: int) -> bool:
        return not self._row(s).after

    @override
    def utility(self, s: int, player: int) -> float:
        self._asked.add(s)
        return self._row(s).value if player == 0 else -self._row(s).value

    @override
    def evaluate(self, s: int, player: int) -> float:
        self._asked.add(s)
        return self._row(s).guess if player == 0 else -self._row(s).guess

    @override
    def depth_spent(self, s: int) -> int:
        return 0 if self._row(s).player == CHANCE else 1
