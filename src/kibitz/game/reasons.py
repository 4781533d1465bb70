"""Reasons: how little of a position decides it (partition search)."""

from __future__ import annotations

from kibitz.game.rules import Action, State
from kibitz.native import Native
from kibitz.native.tuples import fingerprint


class Reasons(Native):
    """Why player 0 gets what it gets. Asked by partition search (`search/partition/`).

    Whether player 0 gets a number of points in the end often depends on little of a position. A game of whole numbers
    that can tell on how little is remembered in classes. *Why* is a set of things that matter, one bit each, such as
    the cards that must be where they are; the fewer, the larger the class. A game that answers `decided` answers all of
    these. They are asked of states that are memorable, but for `why_before`.

    The law: two states with the same outline that agree in the bits that matter are decided alike.
    """

    def decided(self, s: State, target: int) -> tuple[int, int]:
        """Does player 0 get `target` or more in the end? 1, 0 or, if that is not plain to see, -1; and why."""
        return -1, 0

    def banked(self, s: State) -> int:
        """What player 0 has for sure: two positions that differ in nothing else are one to the table."""
        return 0

    def outline(self, s: State) -> int:
        """What all positions of a class have in common, as a 64-bit number."""
        return fingerprint(s)

    def detail(self, s: State) -> tuple[int, int]:
        """What positions of a class may differ in: two 64-bit numbers, of which the same bits matter."""
        return 0, 0

    def mattering(self, s: State, why: int) -> int:
        """The bits of `detail` that matter if `why` does."""
        return 0

    def named(self, s: State, bits: int) -> int:
        """What matters in this state if these bits of its detail do: `mattering` turned round."""
        return 0

    def why_before(self, s: State, a: Action, why: int, is_enough: bool) -> int:
        """What matters before an action if `why` matters after it.

        Where one action is not enough, the answer holds for all actions that `candidates` leaves out in its favour.
        """
        return why

    def is_covered(self, s: State, a: Action, other: Action, why: int) -> bool:
        """If an action fails because of `why`, does another one lead to the same class, and so fail too?"""
        return False
