"""Solve bridge deals double dummy: the tricks of every declarer in every suit.

TEXT is a deal: four hands in PBN, such as 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3'.
"""

from __future__ import annotations

from kibitz.game.command import GameCommand, Prover
from kibitz.games.bridge import Bridge
from kibitz.games.bridge.double_dummy import DoubleDummy, Tricks
from kibitz.native.override import override


class Command(GameCommand):
    """`kibitz dummy`."""

    @override
    def game(self) -> Bridge:
        """The game whose positions are proven."""
        return Bridge()

    @override
    def answer(self, text: str, prover: Prover) -> Tricks:
        """The twenty results of a deal."""
        return DoubleDummy(prover).tricks(text)
