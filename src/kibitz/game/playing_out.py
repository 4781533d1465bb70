"""Playing out: what a simulation goes by when it plays a game to its end (Monte Carlo tree search)."""

from __future__ import annotations

from kibitz.errors import Stuck
from kibitz.game.rules import Action, Rules, State


class PlayingOut(Rules):
    """How a game is played out quickly, and what is believed of a move before any simulation. Asked by `montecarlo`.

    The law: a playout takes legal actions only, and the same ones for the same luck; a prospect is a share from 0 to 1,
    and its weight is not negative.
    """

    has_playout: bool = False  # see `Game`
    has_prospect: bool = False
    exploration: float = 0.0  # how much simulations explore: c of UCB1, in standard deviations; 0: as the search has it
    rave: bool = False  # is an action worth much the same whenever it is taken, as a stone is in Go? Then RAVE helps

    def playout(self, s: State, luck: int) -> Action:
        """The action that a simulation takes here; `luck` is a random number of 64 bits, a new one each time.

        The default takes any action, each as likely as the others. One that answers forced moves, as players do, makes
        simulations say more.
        """
        number = 0
        for _ in self.actions(s):
            number += 1
        if number == 0:
            raise Stuck("a position is not terminal and has no actions")
        wanted = (luck >> 33 & 0x7FFFFFFF) * number >> 31  # a product in place of a division
        for a in self.actions(s):  # noqa: B007
            if wanted == 0:
                break
            wanted -= 1
        return a

    def prospect(self, s: State, a: Action) -> tuple[float, float]:
        """What is believed of an action beforehand: the player's share of what is at stake, from 0 to 1, and a weight.

        The weight says how many simulations this belief is worth; 0 stands for no belief.
        """
        return 0.5, 0.0
