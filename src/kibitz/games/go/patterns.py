"""Shapes of 3×3 points that are worth a stone in the middle: hane, cuts and replies at the edge.

The eight points around an empty one are two bytes: in the lower one a bit for each stone of the player to move, in the
upper one for each of the other; a point off the board has both. So a shape is a number of 16 bits, and whether it is a
good one a single bit in a table of 8 KB, which stays in the processor's nearest cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from kibitz.games.go.board import Board
from kibitz.games.go.points import WORD, Points
from kibitz.native.bits import down, up, wrap

# One player is X, the other O, in either colour; `.` is empty, `?` anything on the board or off it, `x` is anything but
# X, `o` anything but O, and `#` is off the board. Every turn and reflection counts.
SHAPES = (
    # Hane: round the end of the other's stones, with support on one side at least.
    ("XOX", "...", "???"),
    ("XO.", "...", "?.?"),
    ("XO?", "X..", "o.?"),
    ("XXO", "...", "?.?"),
    # Cuts: between two stones of the other that are not connected elsewhere, and the same cut prevented.
    ("XO?", "O.x", "?x?"),
    ("?O?", "X.X", "ooo"),
    ("XO?", "O.X", "???"),
    # At the edge: block, descend, connect underneath.
    ("X.?", "O.?", "###"),
    ("OX?", "x.O", "###"),
    ("?X?", "o.O", "###"),
    ("?XO", "o.o", "###"),
    ("?OX", "X.O", "###"),
)
# The places of a shape's eight points in the bytes: row by row from the lowest, the middle left out.
AROUND = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))
EMPTY, MINE, THEIRS, OUTSIDE = 0, 1, 2, 3
MEANINGS = {
    "X": (MINE,),
    "O": (THEIRS,),
    ".": (EMPTY,),
    "#": (OUTSIDE,),
    "x": (EMPTY, THEIRS),
    "o": (EMPTY, MINE),
    "?": (EMPTY, MINE, THEIRS, OUTSIDE),
}


def shape_table() -> Any:
    """A bit for each of the 65,536 shapes: is it a good one? In 1,024 words."""
    import numpy as np

    table = np.zeros(1 << 10, np.int64)
    for number in shape_numbers():
        table[number >> 6] = wrap(int(table[number >> 6]) | 1 << (number & 63))
    return table


def shape_numbers() -> Iterator[int]:
    """The numbers of all good shapes; some come up more than once."""
    for rows in SHAPES:
        for turned in _turned(rows):
            around = [MEANINGS[turned[row][column]] for row, column in AROUND]
            for cells in product(*around):
                yield _number(cells)
                yield _number(tuple({MINE: THEIRS, THEIRS: MINE}.get(cell, cell) for cell in cells))


def _turned(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A shape in its eight orientations."""
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        yield rows
        yield rows[::-1]


def _number(cells: tuple[int, ...]) -> int:
    number = 0
    for place, cell in enumerate(cells):
        number |= (cell & 1) << place | (cell >> 1) << (place + 8)
    return number


def padded(game: Board, points: Points) -> Points:
    """The set with everything off the board in it, which makes the edge visible in a shape."""
    low, middle, high = points.low | ~game.inside_low, 0, 0
    if game.word_count > 1:
        middle = points.middle | ~game.inside_middle
    if game.word_count > 2:
        high = points.high | ~game.inside_high
    return Points(low, middle, high)


def three_from(game: Board, points: Points, start: int) -> int:
    """Three points in a row of a padded set, from `start`, which may lie one row below the board or above it."""
    if start < 0:
        return (up(points.low, -start) | ((1 << -start) - 1)) & 7
    if game.word_count == 1 or start < WORD - 2:
        return points.low >> min(start, WORD - 1) & 7 if game.word_count == 1 else down(points.low, start) & 7
    if start < WORD:
        return (down(points.low, start) | up(points.middle, WORD - start)) & 7
    if game.word_count == 2 or start < 2 * WORD - 2:
        start -= WORD
        return points.middle >> min(start, WORD - 1) & 7 if game.word_count == 2 else down(points.middle, start) & 7
    if start < 2 * WORD:
        return (down(points.middle, start - WORD) | up(points.high, 2 * WORD - start)) & 7
    # Beyond the last word everything is off the board, as its highest bit says.
    return points.high >> min(start - 2 * WORD, WORD - 1) & 7


def eight_around(game: Board, points: Points, point: int) -> int:
    """The eight points around one, of a padded set, as a byte."""
    below = three_from(game, points, point - game.stride - 1)
    level = three_from(game, points, point - 1)
    above = three_from(game, points, point + game.stride - 1)
    return below | (level & 1) << 3 | (level >> 2) << 4 | above << 5


def shape_at(game: Board, mine: Points, theirs: Points, point: int) -> int:
    """The number of the shape around an empty point; both sets are padded."""
    return eight_around(game, mine, point) | eight_around(game, theirs, point) << 8
