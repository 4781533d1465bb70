"""Identity: which positions are one and the same to a table."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.rules import State
from kibitz.native import Native
from kibitz.native.tuples import fingerprint


class Identity(Native):
    """When two positions are one. Asked by every search that has a table.

    The law: states that differ have different keys, and symmetric states are worth the same. Where repeating counts,
    the key holds all that makes a position the same, and nothing that only counts moves.
    """

    repetition: float | None = None  # what a position that comes up again is worth to player 0; None: nothing special
    repetition_times: int = 3  # how often it must have come up for that in a game; a search takes the second for it
    repetition_is_illegal: bool = False  # may an action not lead to a position that has been there before?
    has_reversible: bool = False  # see `Game`
    has_symmetric: bool = False  # see `Game`

    def key(self, s: State) -> int:
        """A 64-bit number for the state; different states must have different ones."""
        return fingerprint(s)

    def symmetric(self, s: State) -> Iterable[State]:
        """Other states that are worth the same: mirror images, say."""
        for _ in range(0):
            yield s

    def is_memorable(self, s: State) -> bool:
        """Is this a state worth looking up in a table? Not where searching is as quick."""
        return True

    def reversible(self, s: State) -> int:
        """How many plies back a position may lie that comes up again here: the moves since the last capture, say."""
        return 1_000_000
