"""Small games to learn, with what there is to be known about them."""

from typing import NamedTuple

from kibitz.game import CHANCE, Game
from kibitz.games.nim import Nim
from kibitz.games.tic_tac_toe import TicTacToe


class Walk(NamedTuple):
    at: int


class RandomWalk(Game):
    """A drunkard between two doors; the right one is worth 1. Five places, true values 1/6 to 5/6."""

    players = 1
    utility_range = (0.0, 1.0)
    feature_count = 7

    def initial(self):
        return Walk(3)

    def player(self, s):
        return CHANCE

    def actions(self, s):
        for step in range(0):  # noqa: UP028  (it is compiled)
            yield step

    def outcomes(self, s):
        yield -1, 0.5
        yield 1, 0.5

    def result(self, s, step):
        return Walk(s.at + step)

    def is_terminal(self, s):
        return s.at in (0, 6)

    def utility(self, s, player):
        return 1.0 if s.at == 6 else 0.0

    def features(self, s):
        yield s.at, 1.0


class BitNim(Nim):
    """Nim with features from which it can be told: how many piles have each binary digit, odd or even."""

    feature_count = 5

    def viewer(self, s):
        return s.mover

    def features(self, s):
        total = 0
        for size in s.piles:
            total ^= size
        yield 0, 1.0
        if total != 0:
            yield 1, 1.0
        for digit in range(3):
            yield 2 + digit, float(total >> digit & 1)


class SeenTicTacToe(TicTacToe):
    """Tic-tac-toe seen by the player to move: whose each square is, and rows that only one side has stones in."""

    feature_count = 25

    def viewer(self, s):
        return self.player(s)

    def features(self, s):
        yield 24, 1.0
        for square in range(9):
            if s.me >> square & 1:
                yield square, 1.0
            if s.other >> square & 1:
                yield 9 + square, 1.0
        for line in (7, 56, 448, 73, 146, 292, 273, 84):
            mine = _ones(s.me & line)
            theirs = _ones(s.other & line)
            if theirs == 0 and mine > 0:
                yield 17 + mine, 1.0
            if mine == 0 and theirs > 0:
                yield 20 + theirs, 1.0


def _ones(board):
    total = 0
    while board:
        total += board & 1
        board >>= 1
    return total
