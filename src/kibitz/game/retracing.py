"""Retracing: which positions may have come just before one."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.rules import State
from kibitz.native import Native


class Retracing(Native):
    """Play taken back by one ply. Asked by `kibitz forecast`, which weighs random probes by the ways that meet.

    The law: an action of every state that is given leads to the state asked about, and the state before every action is
    among those given. Each is given once. Some may be beyond reach from the initial state: whoever asks finds out.
    """

    has_previous: bool = False  # see `Game`

    def previous(self, s: State) -> Iterable[State]:
        """The states from which one action, or one outcome of chance, leads to this one.

        With it the positions of a game that nobody can count are estimated to within a few percent; without it only
        their order of magnitude is.
        """
        for _ in range(0):
            yield s
