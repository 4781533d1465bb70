"""Limits: what is known of a position's value before it is searched."""

from __future__ import annotations

import math

from kibitz.game.rules import Rules, State

LONGEST_WIN = 1_000  # plies: a value that is no further from a win, by `haste`, tells in how many plies it wins


class Limits(Rules):
    """What a position can be worth, at least and at most. Asked by every search that cuts.

    The law: what a game ends with lies within every limit that was given on the way there, the lower limit comes first,
    and what is at stake never changes along one game; where the game `goes_on`, no action ends it.
    """

    zero_sum: bool | None = None  # do utilities always sum to `utility_sum`? None: yes if there are two players
    utility_sum: float = 0.0
    utility_total: float = math.inf  # the most that all utilities sum to, where they do not always sum to the same
    utility_range: tuple[float, float] = (-math.inf, math.inf)
    whole: bool = False  # are all utilities whole numbers between -30,000 and 30,000? Guesses need not be
    haste: float = 0.0  # how much less a win counts for every ply that it takes, in a search that guesses; 0: no less
    has_bounds: bool = False  # see `Game`
    has_proof: bool = False
    has_stakes: bool = False
    has_settled: bool = False

    def at_stake(self, s: State) -> float:
        """What the utilities sum to in every game that goes on from this state, where it depends on the position.

        Along one game it never changes. A card game for two that may begin with any number of cards needs it.
        """
        return self.utility_sum

    def bounds(self, s: State) -> tuple[float, float]:
        """Two numbers between which player 0's value is proven to lie. Cheap: asked of every child.

        In a search to a depth they may take the place of a guess that lies beyond them.
        """
        return self.utility_range

    def proof(self, s: State) -> tuple[float, float]:
        """The same as `bounds`, by harder thinking: asked once of a state, when it is about to be searched."""
        return self.utility_range

    def stakes(self, s: State, player: int) -> tuple[float, float]:
        """Two numbers between which a player's utility will lie, and any guess at it, however the game goes on."""
        return self.utility_range

    def settled(self, s: State, alpha: float, beta: float) -> tuple[float, int]:
        """The value for the player to move by code of the game's own, and how many positions that code looked at.

        For the last plies, where a search costs more than it saves, and where limits are worth asking for only if they
        can cut: α < β say what is of use. A value of α or less is an upper limit, one of β or more a lower one, others
        are exact. -1 positions: nothing is told. Asked where a search goes to the end; never where CHANCE is to move.
        """
        return 0.0, -1

    def lasts(self, s: State) -> int:
        """How many plies the game can still last at most; a large number where nobody knows.

        Asked in Python, where a search looks only so far: near the end of a game it tries to prove instead.
        """
        return 1_000_000

    def goes_on(self, s: State) -> bool:
        """Is it sure that no action ends the game at once? Quicker than to try them all; False where it is not known.

        Asked by `perft`, which then counts the actions without making them.
        """
        return False

    def known(self, s: State) -> float | None:
        """The exact value for the player to move where a book or a table holds it. Asked in Python, before a search."""
        return None
