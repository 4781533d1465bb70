"""An outcome as one number, so that comparing two outcomes is comparing two numbers.

What a position is worth to a player, beyond an even share, counts in the upper half of the number, and in the lower how
soon the end comes: a win is more the sooner it comes, a loss the later. A draw is 0 however long it takes. Seen by the
other player an outcome is the same number with the other sign, and a ply earlier it is one nearer to 0.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import NotWhole, TooDeep
from kibitz.native import jit

PLIES = 16  # bits
MOST_PLIES = (1 << PLIES) - 1
MOST_WORTH = (1 << 15) - 1
NO_EXIT = -(1 << 31)  # less than every outcome


@jit
def ended(utility: float, even: float, unit: float) -> int:
    """The outcome of a game that is over, to player 0. Worth is told in units: it has to be a whole number of them."""
    worth = (utility - even) * unit
    if not (-MOST_WORTH <= worth <= MOST_WORTH and worth == float(int(worth))):
        raise NotWhole("a utility is not whole")
    return int(worth) << PLIES | MOST_PLIES if worth > 0 else -(int(-worth) << PLIES | MOST_PLIES) if worth < 0 else 0


@jit
def a_ply_before(outcome: int) -> int:
    """The outcome as seen a ply earlier."""
    if outcome == 0:
        return 0
    if (outcome if outcome > 0 else -outcome) & MOST_PLIES == 0:
        raise TooDeep("an end is further away than can be counted")
    return outcome - 1 if outcome > 0 else outcome + 1


def told(outcome: int, even: float, unit: float) -> tuple[float, int]:
    """The value to player 0 and the plies to the end, -1 for a draw, that an outcome to player 0 stands for."""
    if outcome == 0:
        return even, -1
    size = abs(outcome)
    worth = (size >> PLIES) / unit
    return even + (worth if outcome > 0 else -worth), MOST_PLIES - (size & MOST_PLIES)


def scale_of(game: Any) -> tuple[float, float]:
    """An even share of what the two players win together, and in how many units 1 is counted."""
    even = float(game.utility_sum) / 2
    return even, 1.0 if even == int(even) else 2.0
