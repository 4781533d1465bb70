"""What Monte Carlo tree search has found so far: for each action how often it was tried, and what that brought."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from kibitz.game import Action, Game

Worth = float | tuple[float, ...]  # for the player to move; a number for each player where a value takes that


class Estimated(NamedTuple):
    """One action: its visits, the mean of its simulations with its standard error, and the line most visited."""

    action: Action
    visits: int
    value: Worth  # in the game's own units, for the player to move; where CHANCE is, for player 0
    error: float  # the standard error of the value for that player; 0 where it is exact
    is_exact: bool
    line: tuple[Action, ...]


class Estimate(NamedTuple):
    """A position as the simulations so far judge it. The best action comes first."""

    simulations: int  # of this search; the visits of the rows may include those of earlier ones
    rows: tuple[Estimated, ...]
    nodes: int  # positions visited, in the tree and in playouts
    depth: int  # plies of the deepest node of the tree that was reached
    seconds: float
    hash_full: int  # how much of the tree's memory is in use, in thousandths
    ended: str  # why the search is over: "", "simulations", "proven", "decided", "nodes" or "memory"
    broken_off: int = 0  # simulations that went on for too long, and count as the position was judged there

    @property
    def value(self) -> Worth:
        """What the position is worth if the best action is taken."""
        return self.rows[0].value

    @property
    def is_exact(self) -> bool:
        """Is the value of the best action proven, and no other can be better?"""
        return self.ended == "proven"


def doubted(game: Game, error: float, visits: int) -> float:
    """The standard error of a mean; results that were all alike do not make it 0.

    Then it is what one more result, from the other end of the range, would make of it.
    """
    if error > 0.0 or visits == 0:
        return error
    low, high = game.utility_range
    return (high - low if isfinite(low) and isfinite(high) else 1.0) / (visits + 1)
