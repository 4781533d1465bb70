"""Breakthrough: pawns that walk straight or diagonally, and capture diagonally only."""

from typing import NamedTuple

import kibitz as kz

WHITE, BLACK = 1, 2


class State(NamedTuple):
    board: tuple[int, ...]  # row by row from the top; 0 is empty
    mover: int


class Breakthrough(kz.Game):
    """Breakthrough: reach the far row, or capture everything"""

    def __init__(self, size: int = 5) -> None:
        self.size = size

    def initial(self):
        n = self.size
        return State((BLACK,) * (2 * n) + (0,) * (n * n - 4 * n) + (WHITE,) * (2 * n), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        n = self.size
        if self.winner(s) >= 0:
            return
        mine = s.mover + 1
        step = -1 if s.mover == 0 else 1
        for row in range(n):
            for column in range(n):
                if s.board[row * n + column] == mine:
                    ahead = row + step
                    for side in range(column - 1, column + 2):
                        if 0 <= side < n:
                            target = s.board[ahead * n + side]
                            if target == 0 or (target == 3 - mine and side != column):
                                yield (row * n + column, ahead * n + side)

    def result(self, s, move):
        start, end = move
        board = kz.replaced(s.board, start, 0)
        board = kz.replaced(board, end, s.mover + 1)
        return State(board, 1 - s.mover)

    def winner(self, s):
        """0 or 1, and -1 while nobody has won."""
        n = self.size
        for column in range(n):
            if s.board[column] == WHITE:
                return 0
            if s.board[n * (n - 1) + column] == BLACK:
                return 1
        white = False
        black = False
        for cell in s.board:
            if cell == WHITE:
                white = True
            elif cell == BLACK:
                black = True
        if not black:
            return 0
        if not white:
            return 1
        return -1

    def is_terminal(self, s):
        return self.winner(s) >= 0

    def utility(self, s, player):
        return 1 if self.winner(s) == player else -1

    def evaluate(self, s, player):
        lead = 0
        for cell in s.board:
            if cell == WHITE:
                lead += 1
            elif cell == BLACK:
                lead -= 1
        return lead / 100 if player == 0 else -lead / 100
