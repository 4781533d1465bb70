"""Hex: the first player joins top and bottom, the second one left and right."""

from typing import NamedTuple

import kibitz as kz

NEIGHBOURS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


class State(NamedTuple):
    board: tuple[int, ...]  # row by row: 0 empty, 1 the first player, 2 the second
    mover: int


class Hex(kz.Game):
    """Hex: join your two sides"""

    def __init__(self, size: int = 4) -> None:
        self.size = size

    def initial(self):
        return State((0,) * (self.size * self.size), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if not self.is_terminal(s):
            for cell in range(self.size * self.size):
                if s.board[cell] == 0:
                    yield cell

    def result(self, s, cell):
        return State(kz.replaced(s.board, cell, s.mover + 1), 1 - s.mover)

    def joined(self, s, player):
        """Has the player a chain from side to side?"""
        n = self.size
        seen = [False] * (n * n)
        stack = []
        for i in range(n):
            cell = i if player == 0 else i * n
            if s.board[cell] == player + 1:
                seen[cell] = True
                stack.append(cell)
        while stack:
            cell = stack.pop()
            row = cell // n
            column = cell % n
            if (row if player == 0 else column) == n - 1:
                return True
            for down, right in NEIGHBOURS:
                y = row + down
                x = column + right
                if 0 <= y < n and 0 <= x < n:
                    other = y * n + x
                    if s.board[other] == player + 1 and not seen[other]:
                        seen[other] = True
                        stack.append(other)
        return False

    def is_terminal(self, s):
        return self.joined(s, 1 - s.mover)  # only who has just moved can have won

    def utility(self, s, player):
        return -1 if player == s.mover else 1
