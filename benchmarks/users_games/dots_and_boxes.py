"""Dots and Boxes: draw a line; whoever closes a box owns it and draws again."""

from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    lines: tuple[int, ...]  # 1 where drawn: the horizontal ones row by row, then the vertical ones
    lead: int  # how many more boxes player 0 has than player 1
    mover: int


class DotsAndBoxes(kz.Game):
    """Dots and Boxes: close more boxes than the other"""

    whole = True

    def __init__(self, rows: int = 2, columns: int = 3) -> None:
        self.rows = rows
        self.columns = columns
        self.horizontal = (rows + 1) * columns
        self.count = self.horizontal + rows * (columns + 1)
        self.utility_range = (-rows * columns, rows * columns)

    def initial(self):
        return State((0,) * self.count, 0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for line in range(self.count):
            if s.lines[line] == 0:
                yield line

    def result(self, s, line):
        lines = kz.replaced(s.lines, line, 1)
        closed = self.boxes(lines) - self.boxes(s.lines)
        if closed == 0:
            return State(lines, s.lead, 1 - s.mover)
        if s.mover == 0:
            return State(lines, s.lead + closed, 0)
        return State(lines, s.lead - closed, 1)

    def boxes(self, lines):
        """How many boxes have all four lines."""
        closed = 0
        for row in range(self.rows):
            for column in range(self.columns):
                top = row * self.columns + column
                bottom = top + self.columns
                left = self.horizontal + row * (self.columns + 1) + column
                if lines[top] == 1 and lines[bottom] == 1 and lines[left] == 1 and lines[left + 1] == 1:
                    closed += 1
        return closed

    def is_terminal(self, s):
        for line in s.lines:
            if line == 0:
                return False
        return True

    def utility(self, s, player):
        return s.lead if player == 0 else -s.lead
