"""Dice and cards: what happens where nobody decides."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.rules import Action, Rules, State


class Chance(Rules):
    """What may fall where CHANCE is to move. Asked by every search that knows chance nodes.

    The law: every probability lies between 0 and 1, and those of a state sum to 1.
    """

    chance: bool | None = None  # are there chance nodes? None: yes if the game answers `outcomes`
    has_outcomes: bool = False  # see `Game`

    def outcomes(self, s: State) -> Iterable[tuple[Action, float]]:
        """Where CHANCE is to move: every outcome with its probability."""
        for _ in range(0):
            for a in self.actions(s):
                yield a, 0.0
