"""Othello on a small board: enclose discs of the other colour and turn them over."""

from typing import NamedTuple

import kibitz as kz

DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
PASS = -1


class State(NamedTuple):
    board: tuple[int, ...]  # row by row: 0 empty, 1 black (who begins), 2 white
    mover: int


class Othello(kz.Game):
    """Othello: have more discs in the end"""

    whole = True

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.utility_range = (-size * size, size * size)

    def initial(self):
        n = self.size
        b = [0] * (n * n)
        middle = n // 2
        b[(middle - 1) * n + middle - 1] = 2
        b[(middle - 1) * n + middle] = 1
        b[middle * n + middle - 1] = 1
        b[middle * n + middle] = 2
        return State(tuple(b), 0)

    def player(self, s):
        return s.mover

    def turned(self, board, square, player):
        """The squares whose discs are turned over if the player moves here."""
        n = self.size
        mine = player + 1
        theirs = 2 - player
        out = []
        for down, right in DIRECTIONS:
            line = []
            row = square // n + down
            column = square % n + right
            while 0 <= row < n and 0 <= column < n and board[row * n + column] == theirs:
                line.append(row * n + column)
                row += down
                column += right
            if 0 <= row < n and 0 <= column < n and board[row * n + column] == mine:
                out += line
        return out

    def can_move(self, board, player):
        for square in range(self.size * self.size):
            if board[square] == 0 and len(self.turned(board, square, player)) > 0:
                return True
        return False

    def actions(self, s):
        if self.can_move(s.board, s.mover):
            for square in range(self.size * self.size):
                if s.board[square] == 0 and len(self.turned(s.board, square, s.mover)) > 0:
                    yield square
        elif self.can_move(s.board, 1 - s.mover):
            yield PASS

    def result(self, s, square):
        if square == PASS:
            return State(s.board, 1 - s.mover)
        b = list(s.board)
        b[square] = s.mover + 1
        for other in self.turned(s.board, square, s.mover):
            b[other] = s.mover + 1
        return State(tuple(b), 1 - s.mover)

    def is_terminal(self, s):
        return not self.can_move(s.board, 0) and not self.can_move(s.board, 1)

    def utility(self, s, player):
        lead = 0
        for disc in s.board:
            if disc == 1:
                lead += 1
            elif disc == 2:
                lead -= 1
        return lead if player == 0 else -lead
