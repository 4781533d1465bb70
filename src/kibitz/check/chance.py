"""The law of `game/chance.py`: each outcome once, with probabilities between 0 and 1 that sum to 1."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, odd_pair, twice
from kibitz.game import Action, State


def outcomes(inquiry: Inquiry, s: State) -> tuple[list[Action], list[float]]:
    """What may fall where CHANCE is to move, and how likely each of it is."""
    pairs = inquiry.listed("outcomes", s, inquiry.game.outcomes, s, most=MOST_CHOICES)
    if not inquiry.game.facts.chance or not pairs:
        inquiry.fault("chance", f"CHANCE is to move at {inquiry.where(s)}, but outcomes gives nothing there")
        return [], []
    odd = odd_pair(pairs)
    if odd is not None:
        wanted = "expected pairs of an outcome and its probability"
        inquiry.fault("pairs", f"outcomes at {inquiry.where(s)} gives {odd!r}: {wanted}")
        return [], []
    found, chances = [outcome for outcome, _ in pairs], [float(probability) for _, probability in pairs]
    if any(not 0 <= probability <= 1 for probability in chances):
        inquiry.fault("probability", f"a probability at {inquiry.where(s)} is {min(chances):g}: expected 0 to 1")
    elif abs(sum(chances) - 1) > 1e-9:
        inquiry.fault("probabilities", f"the probabilities at {inquiry.where(s)} sum to {sum(chances):.6g}: expected 1")
    repeated = twice(found)
    if repeated is not None:
        wanted = "expected each outcome once, with all of its probability"
        inquiry.fault("outcomes", f"outcomes at {inquiry.where(s)} gives {repeated!r} twice: {wanted}")
    return found, chances
