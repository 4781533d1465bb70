"""Othello's board as bits: where a disc may be placed, and which discs it turns over."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.native.bits import bit, count, down, highest, up, wrap

WIDTH = 8
SIDES = wrap(0x7E7E7E7E7E7E7E7E)  # all columns but the first and the last
PASS = 64
EMPTIES = ("usual", "winner", "nobody")


class State(NamedTuple):
    """Discs, one bit per square, row by row from the upper left corner; a smaller board lies in the middle of it.

    The moves are carried along: they tell whether the game goes on, and how many replies there are orders the moves.
    """

    me: int  # discs of the player to move
    other: int
    moves: int  # where the player to move may place a disc
    mover: int


def rays() -> Any:
    """For each square the squares beyond it in eight directions, first those with higher numbers: see `Board.flips`."""
    import numpy as np

    found = np.zeros(64 * 8, np.int64)
    for square in range(64):
        row, column = divmod(square, WIDTH)
        for number, (down_by, right_by) in enumerate(
            ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
        ):
            beyond = 0
            for steps in range(1, WIDTH):
                to_row, to_column = row + steps * down_by, column + steps * right_by
                if 0 <= to_row < WIDTH and 0 <= to_column < WIDTH:
                    beyond |= 1 << to_row * WIDTH + to_column
            found[square * 8 + number] = wrap(beyond)
    return found


class Board(Game):
    """A board of 4×4, 6×6 or 8×8 squares. A set of squares is a number with one bit per square, as in `State`."""

    bare = (
        *("learned_rays", "learned_digits", "learned_shares", "learned_parts", "learned_numbers", "learned_weights"),
        "learned_forecasts",
    )
    # What `patterns` needs, where there are learned weights: see `evaluation`.
    learned_digits: Any
    learned_shares: Any
    learned_parts: Any
    learned_numbers: Any
    learned_weights: Any

    few: int = 8  # empty squares: with as many or fewer left, `last_squares` takes over from the engine
    by_parity: int = 6  # with as many or fewer, parity alone orders the moves: counting replies costs more
    judged: int = 12  # with more than these, the evaluation has a say in the order of a proof's moves

    def __init__(self, size: int = 8, empties: str = "usual") -> None:
        """`empties`: who gets the squares that are empty in the end, the `winner` or `nobody`.

        `usual`: the winner on the board of 8×8, as in tournaments; nobody on a smaller one, as in its published value.
        """
        if size not in (4, 6, 8):
            raise BadInput(f"the board must be 4, 6 or 8 squares wide, got {size}")
        if empties not in EMPTIES:
            raise BadInput(f"empties must be usual, winner or nobody, got {empties!r}")
        self.size = size
        self.empties = empties
        is_winners = empties == "winner" or (empties == "usual" and size == WIDTH)
        self.winner_gets = 1 if is_winners else 0  # of every empty square
        self.margin = (WIDTH - size) // 2
        inside = range(self.margin, self.margin + size)
        self.board = wrap(sum(1 << row * WIDTH + column for row in inside for column in inside))
        self.cells = size * size
        self.corners = wrap(sum(1 << self.square(r, c) for r in (0, size - 1) for c in (0, size - 1)))
        inner = (1, size - 2)
        self.beside = wrap(sum(1 << self.square(r, c) for r in inner for c in inner))  # diagonally next to a corner
        self.learned_rays = rays()
        self.utility_range = (-float(self.cells), float(self.cells))

    def square(self, row: int, column: int) -> int:
        """The number of a square; rows and columns count from 0 at the upper left corner of this board."""
        return (self.margin + row) * WIDTH + self.margin + column

    def empty(self, s: State) -> int:
        """The empty squares."""
        return self.board & ~(s.me | s.other)

    def left(self, s: State) -> int:
        """How many squares are empty."""
        return self.cells - count(s.me | s.other)

    def flips(self, me: int, other: int, square: int) -> int:
        """The discs that a disc of `me` on an empty square turns over.

        Along a ray to higher numbers, adding 1 carries through all discs of `other` to the first square without one;
        along a ray to lower numbers, that is the highest bit. Some 60 instructions, and no branch.
        """
        rays = self.learned_rays
        at = square * 8
        found = 0
        for direction in range(at, at + 4):
            ray = int(rays[direction])
            end = wrap((other | ~ray) + 1) & me & ray
            found |= wrap(end - (1 if end else 0)) & ray
        for direction in range(at + 4, at + 8):
            ray = int(rays[direction])
            end = bit(highest((~other & ray) | 1)) & me & ray
            found |= up(wrap(-end), 1) & ray
        return found

    def legal(self, me: int, other: int) -> int:
        """Where `me` may place a disc: the empty squares at the end of a row of discs of `other` from one of `me`."""
        inner = other & SIDES  # a row that goes on at the other side of the board is none
        found = self.ends(me, inner, 1) | self.ends(me, inner, 7) | self.ends(me, other, 8) | self.ends(me, inner, 9)
        return found & self.board & ~(me | other)

    def ends(self, me: int, between: int, step: int) -> int:
        """The squares at the ends of rows that begin next to `me` and run through `between`, to both sides.

        All rows at once: one square, two, then two by two where two in a row are known to be there.
        """
        higher = between & up(me, step)
        lower = between & down(me, step)
        higher |= between & up(higher, step)
        lower |= between & down(lower, step)
        pairs_up = between & up(between, step)
        pairs_down = down(pairs_up, step)
        higher |= pairs_up & up(higher, 2 * step)
        lower |= pairs_down & down(lower, 2 * step)
        higher |= pairs_up & up(higher, 2 * step)
        lower |= pairs_down & down(lower, 2 * step)
        return up(higher, step) | down(lower, step)

    def around(self, discs: int) -> int:
        """The squares next to these, and these."""
        level = discs | (up(discs, 1) & ~wrap(0x0101010101010101)) | (down(discs, 1) & ~wrap(0x8080808080808080))
        return level | up(level, WIDTH) | down(level, WIDTH)

    def score(self, me: int, other: int) -> int:
        """The difference in discs at the end of a game, for `me`; the winner may get the squares that are empty."""
        mine, theirs = count(me), count(other)
        lead = mine - theirs
        if lead == 0:
            return 0
        left = (self.cells - mine - theirs) * self.winner_gets
        return lead + left if lead > 0 else lead - left
