"""A user's game, as in the README: matches on a table, taken one, two or three at a time."""

from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    left: int
    mover: int


class Matches(Game):
    """Take one, two or three; whoever takes the last one wins"""

    def __init__(self, matches=21):
        self.matches = matches

    def initial(self):
        return State(self.matches, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield from range(1, min(3, s.left) + 1)

    def result(self, s, take):
        return State(s.left - take, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1
