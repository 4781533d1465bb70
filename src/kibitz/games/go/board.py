"""The Go board: how points are numbered, what a state holds, and where the neighbours of a point lie."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.games.go.points import NO_POINTS, WORD, Points, either, single
from kibitz.native.bits import down, up, wrap

SMALLEST, LARGEST = 2, 13
BLACK, WHITE = 0, 1

# The points are numbered row by row from a1, at the lower left: row × stride + column. A row is one wider than the
# board, and that last column is never a point: a step to the left or to the right off the board ends there, a step up
# or down off the board ends beyond all rows, and `Board.inside` cuts both away. On 3×3, with a stride of 4:
#
#     3   8   9  10 (11)
#     2   4   5   6  (7)
#     1   0   1   2  (3)
#         a   b   c
#
# One word holds a board of up to 7×7, two one of 9×9 (10×9 = 90 bits), and three one of 13×13 (14×13 = 182 bits).

PASS = 255  # as an action; points are lower
NOWHERE = 254  # no point at all, where one might be kept

# What `State.meta` holds beside the stones, from the lowest bit: who is to move (1), how many passes came last (2), the
# point that may not be retaken at once (8), the last two actions (8 each) and how many there have been (16).
PASSES_AT, KO_AT, LAST_AT, BEFORE_AT, MOVES_AT = 1, 3, 11, 19, 27


class State(NamedTuple):
    """Whose stones lie where, and a word with all the rest: see `meta_of`."""

    me: Points  # stones of the player to move
    other: Points
    meta: int


def meta_of(mover: int, passes: int, ko: int, last: int, before: int, moves: int) -> int:
    """The word beside the stones, put together."""
    return mover | passes << PASSES_AT | ko << KO_AT | last << LAST_AT | before << BEFORE_AT | moves << MOVES_AT


def mover(s: State) -> int:
    """Who is to move: BLACK or WHITE."""
    return s.meta & 1


def passes(s: State) -> int:
    """How many passes came last, one after the other: 0, 1 or 2."""
    return s.meta >> PASSES_AT & 3


def ko_point(s: State) -> int:
    """Where a single stone was taken by a single one, which may not be retaken at once; `NOWHERE` as a rule."""
    return s.meta >> KO_AT & 255


def last_action(s: State) -> int:
    """The last action: a point or `PASS`; `NOWHERE` at the beginning."""
    return s.meta >> LAST_AT & 255


def action_before(s: State) -> int:
    """The action before the last one."""
    return s.meta >> BEFORE_AT & 255


def moves_made(s: State) -> int:
    """How many actions there have been since the game, or the position that was set up, began."""
    return s.meta >> MOVES_AT & 0xFFFF


BEGINNING = meta_of(BLACK, 0, NOWHERE, NOWHERE, NOWHERE, 0)


class Board(Game):
    """A board of a certain size. Its numbers are known to the compiler; functions of stones take it as `game`."""

    bare: tuple[str, ...] = ("_neighbours",)

    def __init__(self, size: int = 9, suicide: bool = False) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise BadInput(f"the board must be from {SMALLEST} to {LARGEST} points wide, got {size}")
        self.size = size
        self.suicide = bool(suicide)
        self.stride = size + 1
        self.cells = size * size
        self.word_count = (size * self.stride - 1) // WORD + 1
        inside = NO_POINTS
        for row in range(size):
            for column in range(size):
                inside = either(inside, single(self.point(row, column)))
        self.inside_low, self.inside_middle, self.inside_high = inside
        self._neighbours = neighbour_table(self)

    def point(self, row: int, column: int) -> int:
        """The number of a point; rows and columns count from 0 at a1."""
        return row * self.stride + column

    def inside(self) -> Points:
        """All points of the board."""
        return Points(self.inside_low, self.inside_middle, self.inside_high)

    def trimmed(self, points: Points) -> Points:
        """The same set, with the words that this board does not need known to be 0."""
        return Points(
            points.low, points.middle if self.word_count > 1 else 0, points.high if self.word_count > 2 else 0
        )

    def neighbours(self, point: int) -> Points:
        """The up to four points beside a point, from a table."""
        table, at = self._neighbours, 3 * point
        low, middle, high = int(table[at]), 0, 0
        if self.word_count > 1:
            middle = int(table[at + 1])
        if self.word_count > 2:
            high = int(table[at + 2])
        return Points(low, middle, high)

    def beside(self, points: Points) -> Points:
        """All points beside these; some of these themselves may be among them. Twenty instructions for two words."""
        stride = self.stride
        low = points.low
        found_low = up(low, 1) | down(low, 1) | up(low, stride) | down(low, stride)
        found_middle = found_high = 0
        if self.word_count > 1:
            middle = points.middle
            found_low |= up(middle, WORD - 1) | up(middle, WORD - stride)
            found_middle = up(middle, 1) | down(middle, 1) | up(middle, stride) | down(middle, stride)
            found_middle |= down(low, WORD - 1) | down(low, WORD - stride)
        if self.word_count > 2:
            middle, high = points.middle, points.high
            found_middle |= up(high, WORD - 1) | up(high, WORD - stride)
            found_high = up(high, 1) | down(high, 1) | up(high, stride) | down(high, stride)
            found_high |= down(middle, WORD - 1) | down(middle, WORD - stride)
        return Points(found_low & self.inside_low, found_middle & self.inside_middle, found_high & self.inside_high)

    def empty(self, s: State) -> Points:
        """The points without a stone."""
        taken_low, taken_middle, taken_high = s.me.low | s.other.low, 0, 0
        if self.word_count > 1:
            taken_middle = s.me.middle | s.other.middle
        if self.word_count > 2:
            taken_high = s.me.high | s.other.high
        return Points(self.inside_low & ~taken_low, self.inside_middle & ~taken_middle, self.inside_high & ~taken_high)


def neighbour_table(board: Board) -> Any:
    """The neighbours of every point, three words each."""
    import numpy as np

    table = np.zeros(3 * board.size * board.stride, np.int64)
    for row in range(board.size):
        for column in range(board.size):
            table_at = 3 * board.point(row, column)
            for word, bits in enumerate(board.beside(single(board.point(row, column)))):
                table[table_at + word] = wrap(bits)
    return table
