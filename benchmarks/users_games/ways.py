"""Four in a row on a 4×4 board, on any empty cell, written in many ways.

The rules, the order of moves and the nodes are the same: only the state, and the lines that read and change it, differ.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

import kibitz as kz

LINES = (
    (0, 1, 2, 3),
    (4, 5, 6, 7),
    (8, 9, 10, 11),
    (12, 13, 14, 15),
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (3, 6, 9, 12),
)
MASKS = tuple(sum(1 << cell for cell in line) for line in LINES)


class State(NamedTuple):
    board: tuple[int, ...]
    mover: int


class Game(kz.Game):
    """The rules, over a board of 16 cells: 0 is empty, 1 and 2 are the players'."""

    def initial(self):
        return State((0,) * 16, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if not self.has_line(s):
            for cell in range(16):
                if s.board[cell] == 0:
                    yield cell

    def result(self, s, cell):
        return State(kz.replaced(s.board, cell, s.mover + 1), 1 - s.mover)

    def has_line(self, s):
        """Does the player who has just moved have four in a row?"""
        mark = 2 - s.mover
        for line in LINES:
            full = True
            for cell in line:
                if s.board[cell] != mark:
                    full = False
                    break
            if full:
                return True
        return False

    def is_full(self, s):
        for cell in s.board:
            if cell == 0:
                return False
        return True

    def is_terminal(self, s):
        return self.has_line(s) or self.is_full(s)

    def utility(self, s, player):
        if self.has_line(s):
            return -1 if player == s.mover else 1
        return 0


class Replaced(Game):
    """a tuple, kz.replaced"""


class ThroughList(Game):
    """a tuple, changed through a list: b = list(s.board) … tuple(b)"""

    def result(self, s, cell):
        b = list(s.board)
        b[cell] = s.mover + 1
        return State(tuple(b), 1 - s.mover)


class Slices(Game):
    """a tuple, s.board[:a] + (1,) + s.board[a + 1:]"""

    def result(self, s, cell):
        return State(s.board[:cell] + (s.mover + 1,) + s.board[cell + 1 :], 1 - s.mover)


class Underscore(Game):
    """a tuple, s._replace(…)"""

    def result(self, s, cell):
        return s._replace(board=kz.replaced(s.board, cell, s.mover + 1), mover=1 - s.mover)


class Sentences(Game):
    """a tuple; any(all(…)), 0 not in s.board, a list of moves"""

    def actions(self, s):
        return [] if self.has_line(s) else [cell for cell in range(16) if s.board[cell] == 0]

    def has_line(self, s):
        return any(all(s.board[cell] == 2 - s.mover for cell in line) for line in LINES)

    def is_full(self, s):
        return 0 not in s.board


class RowsState(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    mover: int


class Nested(Game):
    """a tuple of rows"""

    def initial(self):
        return RowsState(((0, 0, 0, 0),) * 4, 0)

    def actions(self, s):
        if not self.has_line(s):
            for row in range(4):
                for column in range(4):
                    if s.rows[row][column] == 0:
                        yield row * 4 + column

    def result(self, s, cell):
        row = kz.replaced(s.rows[cell // 4], cell % 4, s.mover + 1)
        return RowsState(kz.replaced(s.rows, cell // 4, row), 1 - s.mover)

    def has_line(self, s):
        mark = 2 - s.mover
        for line in LINES:
            full = True
            for cell in line:
                if s.rows[cell // 4][cell % 4] != mark:
                    full = False
                    break
            if full:
                return True
        return False

    def is_full(self, s):
        for row in s.rows:
            for cell in row:
                if cell == 0:
                    return False
        return True


@dataclass(frozen=True)
class FrozenState:
    board: tuple[int, ...]
    mover: int


class Frozen(Game):
    """a frozen dataclass with a tuple, kz.replaced"""

    def initial(self):
        return FrozenState((0,) * 16, 0)

    def result(self, s, cell):
        return FrozenState(kz.replaced(s.board, cell, s.mover + 1), 1 - s.mover)


class FrozenReplace(Frozen):
    """a frozen dataclass with a tuple, dataclasses.replace"""

    def result(self, s, cell):
        return replace(s, board=kz.replaced(s.board, cell, s.mover + 1), mover=1 - s.mover)


class ArrayState(NamedTuple):
    board: Any
    mover: int


class Array(Game):
    """a NumPy array of int8, copied"""

    def initial(self):
        return ArrayState(np.zeros(16, np.int8), 0)

    def result(self, s, cell):
        board = s.board.copy()
        board[cell] = s.mover + 1
        return ArrayState(board, 1 - s.mover)


class BitsState(NamedTuple):
    mine: int  # of the player to move
    theirs: int
    mover: int


class Bits(Game):
    """two ints, one bit per cell"""

    def initial(self):
        return BitsState(0, 0, 0)

    def actions(self, s):
        if not self.has_line(s):
            for cell in range(16):
                if not (s.mine | s.theirs) >> cell & 1:
                    yield cell

    def result(self, s, cell):
        return BitsState(s.theirs, s.mine | 1 << cell, 1 - s.mover)

    def has_line(self, s):
        for mask in MASKS:
            if s.theirs & mask == mask:
                return True
        return False

    def is_full(self, s):
        return s.mine | s.theirs == 0xFFFF


class StringState(NamedTuple):
    board: str
    mover: int


class String(Game):
    """a string"""

    def initial(self):
        return StringState("." * 16, 0)

    def actions(self, s):
        if not self.has_line(s):
            for cell in range(16):
                if s.board[cell] == ".":
                    yield cell

    def result(self, s, cell):
        return StringState(s.board[:cell] + "XO"[s.mover] + s.board[cell + 1 :], 1 - s.mover)

    def has_line(self, s):
        mark = "OX"[s.mover]
        for line in LINES:
            full = True
            for cell in line:
                if s.board[cell] != mark:
                    full = False
                    break
            if full:
                return True
        return False

    def is_full(self, s):
        return "." not in s.board


class StateOfSets(NamedTuple):
    mine: frozenset[int]  # of the player to move
    theirs: frozenset[int]
    mover: int


class Sets(Game):
    """a frozenset of cells for each player"""

    def initial(self):
        return StateOfSets(frozenset(), frozenset(), 0)

    def actions(self, s):
        if not self.has_line(s):
            for cell in range(16):
                if cell not in s.mine and cell not in s.theirs:
                    yield cell

    def result(self, s, cell):
        return StateOfSets(s.theirs, s.mine | {cell}, 1 - s.mover)

    def has_line(self, s):
        return any(s.theirs.issuperset(line) for line in LINES)

    def is_full(self, s):
        return len(s.mine) + len(s.theirs) == 16


WAYS: tuple[type[Game], ...] = (
    Replaced,
    ThroughList,
    Slices,
    Underscore,
    Sentences,
    Nested,
    Frozen,
    FrozenReplace,
    Array,
    Bits,
    String,
    Sets,
)
