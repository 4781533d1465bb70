"""The desk of proof-number search: the engine's, with what is to be proven, and records with proof numbers.

A record on the stack stands for a child: its numbers as the player to move at its parent sees them. OWN is how much is
still to be shown if that player is to have its way there, OTHER how much if its opponent is.
"""

from __future__ import annotations

from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, words
from kibitz.search.engine.desk import STACK_AT, Desk, Words

# Words of the engine's desk that are free there: who is to get something, how much at least (centred), and a number
# that tells questions apart in the table. Which of the game's own limits are asked, and how numbers are added up.
ATTACKER, GOAL, SALT, STATIC, ASK_SETTLED, SUMS, MOBILITY, SLACK = range(49, 57)

OWN, OTHER, BOUND, PLIES, RESTS, CIRCLES, STATE = range(7)


@jit
def child_size(s: object) -> int:
    """How many words the record of a child takes; in Python its state is not among them, but its number is."""
    return STATE + words(s) if is_packable(s) else STATE + 1


@jit
def write(at: Words, record: int, own: int, other: int, bound: float, plies: int, rests: int, circles: int) -> None:
    """Put down how a child stands."""
    at[record + OWN] = own
    at[record + OTHER] = other
    pack(at, record + BOUND, bound)
    at[record + PLIES] = plies
    at[record + RESTS] = rests
    at[record + CIRCLES] = circles


__all__ = ["ATTACKER", "GOAL", "SALT", "STACK_AT", "STATIC", "Desk", "child_size", "write"]
