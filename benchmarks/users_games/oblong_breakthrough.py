"""Breakthrough on a board of any width and height, by the rules alone: nothing says what a position is worth."""

from typing import NamedTuple

import kibitz as kz

WHITE, BLACK = 1, 2


class State(NamedTuple):
    board: tuple[int, ...]  # row by row from the top; 0 is empty
    mover: int


class Breakthrough(kz.Game):
    """Breakthrough: reach the far row, or capture everything"""

    def __init__(self, width: int = 6, height: int = 6) -> None:
        self.width = width
        self.height = height

    def initial(self):
        two = 2 * self.width
        return State((BLACK,) * two + (0,) * (self.width * self.height - 2 * two) + (WHITE,) * two, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if self.is_terminal(s):
            return
        mine = WHITE if s.mover == 0 else BLACK
        step = -1 if s.mover == 0 else 1
        for start in range(self.width * self.height):
            if s.board[start] == mine:
                row = start // self.width + step
                column = start % self.width
                for side in range(max(column - 1, 0), min(column + 2, self.width)):
                    end = row * self.width + side
                    if s.board[end] == 0 or (s.board[end] != mine and side != column):
                        yield (start, end)

    def result(self, s, move):
        start, end = move
        moved = kz.replaced(kz.replaced(s.board, start, 0), end, s.board[start])
        return State(moved, 1 - s.mover)

    def is_terminal(self, s):
        # Only who has just moved can have won: with a pawn on the far row, or by taking the last one.
        last = BLACK if s.mover == 0 else WHITE
        far = 0 if last == WHITE else (self.height - 1) * self.width
        for column in range(self.width):
            if s.board[far + column] == last:
                return True
        for cell in s.board:
            if cell == 3 - last:
                return False
        return True

    def utility(self, s, player):
        return -1 if player == s.mover else 1
