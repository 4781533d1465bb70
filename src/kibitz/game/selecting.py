"""Selecting: what a search that cannot look at everything goes by when it looks at some lines longer than at others."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.judging import Judging
from kibitz.game.ordering import Ordering
from kibitz.game.rules import Action, State
from kibitz.native.tuples import fingerprint

KINDS = 1024  # the numbers of `action_kind` are below this


class Selecting(Judging, Ordering):
    """Which lines deserve a longer look. Asked by the selective search, in games that have an evaluation.

    The law: `noisy_actions` are legal actions; the kind of an action is a number from 0 to below 1,024; a game that is
    over early is terminal; no game is terminal but those that are over early and those without an action.
    """

    swing: float = 0.0  # how far `evaluate` commonly moves in a ply: a pawn in chess. 0: nothing is left out by margins
    has_noisy_actions: bool = False  # see `Game`
    has_is_over_early: bool = False
    has_gain: bool = False
    has_exchange: bool = False
    has_action_kind: bool = False
    has_forecast: bool = False

    def noisy_actions(self, s: State) -> Iterable[Action]:
        """The actions that upset `evaluate`, where listing only those is quicker than asking `is_noisy` of each."""
        for a in self.actions(s):
            if self.is_noisy(s, a):
                yield a

    def is_over_early(self, s: State) -> bool:
        """Is the game over although actions would be left, as by a rule of fifty moves? Quicker than `is_terminal`.

        A search that lists the actions anyway asks this instead, and knows that the game is over where there are none.
        """
        return self.is_terminal(s)

    def gain(self, s: State, a: Action) -> float:
        """The most that `evaluate` can rise for the player to move at once by this action: the piece that it takes."""
        return 0.0

    def exchange(self, s: State, a: Action) -> float:
        """What this action wins, or loses, once all has been taken that is worth taking on its square."""
        return 0.0

    def action_kind(self, s: State, a: Action) -> int:
        """A number below 1,024 that actions with the same idea share, such as a piece and the square it goes to."""
        return fingerprint(a) & (KINDS - 1)

    def forecast(self, s: State, depth: int) -> tuple[int, float, float, float]:
        """How well a shallow search foretells one of this depth (ProbCut): its depth, a slope, an offset, an error.

        The deep value is then about slope · shallow + offset, with this standard error. A depth of 0 says: not at all.
        """
        return 0, 1.0, 0.0, 0.0
