"""A small game that is well defined. Tests break it in one place at a time, here or in a file of its own."""

from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    ply: int
    taken: int


class Fine(kz.Game):
    """Four times, take 0 or 1; what was taken decides."""

    def initial(self):
        return State(0, 0)

    def player(self, s):
        return s.ply % 2

    def actions(self, s):
        if s.ply < 4:
            for a in range(2):  # noqa: UP028  (the compiler has no `yield from`)
                yield a

    def result(self, s, a):
        return State(s.ply + 1, s.taken * 2 + a)

    def is_terminal(self, s):
        return s.ply == 4

    def utility(self, s, player):
        v = self.worth(s)
        return v if player == 0 else -v

    def worth(self, s):
        return s.taken % 3 - 1


class Mutable(Fine):
    """A list for a state, changed in place."""

    def initial(self):
        return [0, 0]

    def player(self, s):
        return s[0] % 2

    def actions(self, s):
        return [0, 1] if s[0] < 4 else []

    def result(self, s, a):
        s[0] += 1
        return s

    def is_terminal(self, s):
        return s[0] >= 4

    def utility(self, s, player):
        return 0
