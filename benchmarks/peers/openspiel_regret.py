"""OpenSpiel: CFR+ in Python and in C++, over its games in C++."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms import exploitability as exploiting


def game(name: str) -> Any:
    """A game that OpenSpiel has, by its name."""
    return pyspiel.load_game(name)


class InCpp:
    """Its solver in C++."""

    def __init__(self, played: Any) -> None:
        self.game = played
        self.solver = pyspiel.CFRPlusSolver(played)

    def improve(self, iterations: int) -> None:
        """Make so many iterations more."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()

    def exploitability(self) -> float:
        """The mean of what a player could gain."""
        return float(pyspiel.exploitability(self.game, self.solver.average_policy()))


class InPython:
    """Its solver in Python."""

    def __init__(self, played: Any) -> None:
        self.game = played
        self.solver = cfr.CFRPlusSolver(played)

    def improve(self, iterations: int) -> None:
        """Make so many iterations more."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()

    def exploitability(self) -> float:
        """The mean of what a player could gain."""
        return float(exploiting.exploitability(self.game, self.solver.average_policy()))
