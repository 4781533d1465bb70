"""Connect Four's board as bits, and what can be said of a set of cells, whoever is to move."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.native.bits import down, lowest, lowest_bits, up, wrap


class State(NamedTuple):
    """Stones, one bit per cell, column by column, with an empty bit on top of each column:

        6 13 20 27 34 41 48     always empty: lines cannot run from one column into the next
        5 12 19 26 33 40 47
        4 11 18 25 32 39 46
        3 10 17 24 31 38 45
        2  9 16 23 30 37 44
        1  8 15 22 29 36 43
        0  7 14 21 28 35 42

    Expensive facts are carried in the state: the empty cells that would complete a line.
    """

    me: int  # stones of the player to move
    all: int  # stones of both
    mine: int  # empty cells where the player to move would complete a line
    theirs: int  # empty cells where the other would
    over: int  # 1 if the last stone completed a line, 2 if the board is full without one


class Board(Game):
    """A board of any size that fits in 64 bits. A set of cells is a number with one bit per cell, as in `State`."""

    def __init__(self, width: int = 7, height: int = 6, line: int = 4) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 64:
            raise BadInput(f"a board of {width}×{height} does not fit: width × (height + 1) must be between 2 and 64")
        if line < 2:
            raise BadInput(f"a line must be 2 or longer, got {line}")
        self.width = width
        self.height = height
        self.line = line
        self.cells = width * height
        self.bottom = wrap(sum(1 << column * (height + 1) for column in range(width)))
        self.board = wrap(self.bottom * ((1 << height) - 1))
        # Counting rows from the top: where a column has an even number of empty cells, whoever follows up gets these.
        self.even = wrap(sum(1 << c * (height + 1) + r for c in range(width) for r in range(height - 1, -1, -2)))
        self.utility_range = (-float((self.cells + 1) // 2), float((self.cells + 1) // 2))

    def drop(self, s: State, column: int) -> int:
        """The cell, as a bit, in which a stone comes to rest in this column."""
        place = column * (self.height + 1)
        return wrap(s.all + up(1, place)) & up(lowest_bits(self.height), place)

    def playable(self, s: State) -> int:
        """The cells where a stone can come to rest."""
        return wrap(s.all + self.bottom) & self.board

    def above(self, cells: int) -> int:
        """All cells above these."""
        found = 0
        higher = up(cells, 1) & self.board
        while higher:
            found |= higher
            higher = up(higher, 1) & self.board
        return found

    def column_of(self, cell: int) -> int:
        """All cells of the column a cell is in."""
        return up(lowest_bits(self.height), lowest(cell) // (self.height + 1) * (self.height + 1))

    def mirrored(self, cells: int) -> int:
        """These cells with left and right exchanged."""
        image = 0
        column = lowest_bits(self.height + 1)
        for number in range(self.width):
            part = down(cells, number * (self.height + 1)) & column
            image |= up(part, (self.width - 1 - number) * (self.height + 1))
        return image

    def completing(self, stones: int, everything: int) -> int:
        """The empty cells where one more of these stones completes a line."""
        if self.line != 4:
            return self.completing_any(stones) & self.board & ~everything
        found = up(stones, 1) & up(stones, 2) & up(stones, 3)
        for step in (self.height, self.height + 1, self.height + 2):
            pair = up(stones, step) & up(stones, 2 * step)
            found |= pair & (up(stones, 3 * step) | down(stones, step))
            pair = down(stones, step) & down(stones, 2 * step)
            found |= pair & (up(stones, step) | down(stones, 3 * step))
        return found & self.board & ~everything

    def completing_any(self, stones: int) -> int:
        """Where one more of these stones completes a line of any length, on the board or beyond its edge."""
        found = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            for missing in range(self.line):
                cells = -1
                for number in range(self.line):
                    steps = (missing - number) * step
                    if steps > 0:
                        cells &= up(stones, min(steps, 64))
                    elif steps < 0:
                        cells &= down(stones, min(-steps, 64))
                found |= cells
        return found

    def has_four(self, stones: int) -> bool:
        """Do four of these stones stand in a line?"""
        pairs = stones & down(stones, 1)
        found = pairs & down(pairs, 2)
        for step in (self.height, self.height + 1, self.height + 2):
            pairs = stones & down(stones, step)
            found |= pairs & down(pairs, 2 * step)
        return found != 0

    def has_line(self, stones: int) -> bool:
        """Do as many of these stones stand in a line as win the game?"""
        if self.line == 4:
            return self.has_four(stones)
        found = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            starts = stones
            for number in range(1, self.line):
                starts &= down(stones, min(64, number * step))
            found |= starts
        return found != 0

    def open_lines(self, free: int, stones: int, step: int) -> tuple[int, int]:
        """Where lines of four begin that are free in a direction, and those with one stone, or three, in them."""
        pairs = free & down(free, step)
        lines = pairs & down(pairs, 2 * step)
        odd = stones ^ down(stones, step)
        return lines, lines & (odd ^ down(odd, 2 * step))

    def starts_through(self, place: int, step: int) -> int:
        """The cells where a line of four that runs through a place can begin."""
        window = 1 | up(1, step) | up(1, 2 * step) | up(1, 3 * step)
        back = place - 3 * step
        return up(window, back) if back >= 0 else down(window, -back)
