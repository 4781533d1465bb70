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

    solver_of: Any = pyspiel.CFRPlusSolver
    exploitability_of: Any = staticmethod(pyspiel.exploitability)

    def __init__(self, played: Any) -> None:
        self.game = played
        self.solver = self.solver_of(played)

    def improve(self, iterations: int) -> None:
        """Run this many more iterations."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()

    def exploitability(self) -> float:
        """The mean of what a player could gain."""
        return float(self.exploitability_of(self.game, self.solver.average_policy()))


class InPython(InCpp):
    """Its solver in Python."""

    solver_of = cfr.CFRPlusSolver
    exploitability_of = staticmethod(exploiting.exploitability)
