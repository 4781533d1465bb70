"""Identity: which positions are one and the same to a table."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.rules import Action, State
from kibitz.native import Native
from kibitz.native.tuples import fingerprint


class Identity(Native):
    """When two positions are one, and what it means that one comes up again. Asked by every search that has a table.

    The law: states that differ have different keys, and symmetric states are worth the same. Where repeating counts,
    the key holds all that makes a position the same, and nothing that only counts moves: states with one key then have
    the same player to move and the same actions.

    Whether a position has come up before depends on the game so far, which a state does not tell: it is handed to a
    search beside the state, and whatever rests on it is never called exact unless the game is over.
    """

    repetition: float | None = None  # what a position that comes up again is worth to player 0; None: nothing special
    repetition_times: int = 3  # so often it comes up until the game is over by that; a search takes the second for it
    repetition_is_illegal: bool = False  # may no action lead to a position that has been there before?
    has_reversible: bool = False  # see `Game`
    has_recurrence: bool = False
    has_symmetric: bool = False  # see `Game`

    def key(self, s: State) -> int:
        """A 64-bit number for the state; different states must have different ones."""
        return fingerprint(s)

    def recurrence(self, s: State) -> int:
        """A 64-bit number for what may not come up again, or counts when it does: by default `key`.

        Where repetitions are compared by less than the whole state, such as the stones alone whoever is to move, this
        holds just that. A game so far is handed to searches as these numbers.
        """
        return self.key(s)

    def retakes(self, s: State, a: Action) -> bool:
        """Is this an action after which the rule against repeating binds the other, such as taking a ko?

        Asked in proofs, where repeating is illegal, of a game that answers it. By that it promises: nobody is ever left
        without an action that repeats nothing; and whoever can be sure of a value without such actions, although the
        other may do anything, repeating too, can be sure of it without repeating a position.
        """
        return False

    def symmetric(self, s: State) -> Iterable[State]:
        """Other states that are worth the same: mirror images, say."""
        for _ in range(0):
            yield s

    def is_memorable(self, s: State) -> bool:
        """Is this a state worth looking up in a table? Not where searching is as quick."""
        return True

    def reversible(self, s: State) -> int:
        """How many plies back an earlier position may lie that is this one again: those since the last capture, say.

        Fewer positions have to be compared then. The default compares with the whole line and the game so far.
        """
        return 1_000_000
