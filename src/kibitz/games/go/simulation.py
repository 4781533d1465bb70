"""A Go board that can be simulated on: what a playout plays, and what is believed of a stone before any simulation."""

from __future__ import annotations

from itertools import product
from typing import Any

from kibitz.games.go.board import Board, State
from kibitz.games.go.patterns import shape_table
from kibitz.games.go.playouts import sensible_action
from kibitz.games.go.points import NO_POINTS, Points, either, number_of, single
from kibitz.games.go.prospects import prospect_of
from kibitz.native.bits import wrap
from kibitz.native.override import override


class SimulatedBoard(Board):
    """A board with the tables that playouts look up."""

    rave = True  # a stone is worth much the same now or later
    exploration = 0.1  # RAVE and prospects say where to look

    bare = (*Board.bare, "_around", "_across", "_within_two", "_shapes")

    def __init__(self, size: int = 9, suicide: bool = False) -> None:
        super().__init__(size, suicide)
        self._around = _steps_table(self, ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)))
        self._across = _steps_table(self, ((-1, -1), (-1, 1), (1, -1), (1, 1)))
        self._within_two = _steps_table(self, tuple(product(range(-2, 3), range(-2, 3))))
        self._shapes = shape_table()

    def around(self, point: int) -> Points:
        """The up to eight points around a point."""
        return _looked_up(self, self._around, point)

    def across(self, point: int) -> Points:
        """The up to four points diagonally beside a point."""
        return _looked_up(self, self._across, point)

    def within_two(self, point: int) -> Points:
        """The points up to two rows and two columns away, the point itself included."""
        return _looked_up(self, self._within_two, point)

    def is_edge(self, point: int) -> bool:
        """Is a point on the edge of the board?"""
        return number_of(self.across(point)) < 4

    def is_good_shape(self, shape: int) -> bool:
        """Is a shape around an empty point, as `patterns.shape_at` numbers it, worth a stone?"""
        return int(self._shapes[shape >> 6]) >> (shape & 63) & 1 == 1

    @override
    def playout(self, s: State, luck: int) -> int:
        return sensible_action(self, s, luck)

    @override
    def prospect(self, s: State, a: int) -> tuple[float, float]:
        return prospect_of(self, s, a)


def _looked_up(board: Board, table: Any, point: int) -> Points:
    """A set of points from a table with three words for each point."""
    at = 3 * point
    low, middle, high = int(table[at]), 0, 0
    if board.word_count > 1:
        middle = int(table[at + 1])
    if board.word_count > 2:
        high = int(table[at + 2])
    return Points(low, middle, high)


def _steps_table(board: Board, steps: tuple[tuple[int, int], ...]) -> Any:
    """The points that lie some steps of rows and columns from every point, three words each."""
    import numpy as np

    table = np.zeros(3 * board.size * board.stride, np.int64)
    for row in range(board.size):
        for column in range(board.size):
            found = NO_POINTS
            for up, right in steps:
                if 0 <= row + up < board.size and 0 <= column + right < board.size:
                    found = either(found, single(board.point(row + up, column + right)))
            for word, bits in enumerate(found):
                table[3 * board.point(row, column) + word] = wrap(bits)
    return table
