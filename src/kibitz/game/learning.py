"""Learning: what an evaluation is learned from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.game.rules import MAX, State
from kibitz.native import Native


class Learning(Native):
    """What there is to see in a position. Asked by `kibitz learn`, and by evaluations that were learned.

    The law: every feature has a number from 0 to below `feature_count`, and how much of it there is, is finite.
    A game that can `weigh` evaluates a state as the sum of features · weights, but for rounding.
    """

    feature_count: int = 0  # how many numbers `features` has
    utility_levels: tuple[float, ...] = ()  # utilities a game can end with, rising; a network tells how likely each is

    def features(self, s: State) -> Iterable[tuple[int, float]]:
        """What an evaluation is learned from: the number, below `feature_count`, of each thing here, and how much.

        What is left out is 0. Seen by `viewer(s)`; dice that lie on the table are ignored.
        """
        for _ in range(0):
            yield 0, 0.0

    def weigh(self, weights: Any) -> None:
        """Take new weights of the features, where `evaluate` sums them up in its own way, quicker than `features` does.

        Asked in Python, of a copy of the game: arrays that depend on the weights are made anew, never changed.
        """

    def viewer(self, s: State) -> int:
        """The player who sees these features: player 0, or whoever's turn it is where both sides are alike."""
        return MAX
