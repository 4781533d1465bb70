"""Judging: what a search that stops before the end of the game goes by."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.chance import Chance
from kibitz.game.rules import CHANCE, Action, State


class Judging(Chance):
    """Guesses, and where they may be trusted. Asked by every search with a depth limit.

    The law: a guess is a finite number on the scale of the utilities, and keeps to `utility_range` if `guesses_within`
    says so; a step takes 0 or more of the depth; what `passed` gives is no better for its player than the best action.
    """

    guesses_within: bool = False  # do all guesses keep to `utility_range`? Then a search to a depth may cut by it
    guesses_are_whole: bool = False  # are all guesses whole numbers, as utilities are in a game that is `whole`?
    has_evaluate: bool = False  # see `Game`
    has_is_quiet: bool = False
    has_is_noisy: bool = False
    has_passed: bool = False
    has_is_reducible: bool = False

    def evaluate(self, s: State, player: int) -> float:
        """A guess at the utility of a state in which the game is not over, on the same scale.

        It may leave `utility_range`; a game whose guesses never do says so in `guesses_within`, and is searched faster.
        """
        return 0.0

    def depth_spent(self, s: State) -> int:
        """How much of a search's depth a step from this state takes: 1 for a move, 0 for a roll of the dice.

        A game whose depth is to count rounds says 1 for the last player of a round and 0 for the others.
        """
        return 0 if self.has_outcomes and self.player(s) == CHANCE else 1

    def is_quiet(self, s: State) -> bool:
        """May `evaluate` be trusted here? No in the middle of an exchange (quiescence search)."""
        return True

    def is_noisy(self, s: State, a: Action) -> bool:
        """Is this an action that upsets `evaluate`, such as a capture?"""
        return False

    def passed(self, s: State) -> Iterable[State]:
        """The state after doing nothing, where that is sure to be no better than the best action (null move)."""
        for _ in range(0):
            yield s

    def is_reducible(self, s: State, a: Action) -> bool:
        """May this action, when tried late, be searched less deep at first?"""
        return False
