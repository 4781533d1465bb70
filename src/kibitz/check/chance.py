"""The law of `game/chance.py`: probabilities between 0 and 1 that sum to 1."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, odd_pair
from kibitz.game import Action, State


def outcomes(inquiry: Inquiry, s: State) -> list[Action]:
    """What may fall where CHANCE is to move."""
    pairs = inquiry.listed("outcomes", s, inquiry.game.outcomes, s, most=MOST_CHOICES)
    if not inquiry.game.facts.chance or not pairs:
        inquiry.fault("chance", f"CHANCE is to move at {inquiry.where(s)}, but outcomes gives nothing there")
        return []
    odd = odd_pair(pairs)
    if odd is not None:
        wanted = "expected pairs of an outcome and its probability"
        inquiry.fault("pairs", f"outcomes at {inquiry.where(s)} gives {odd!r}: {wanted}")
        return []
    chances = [probability for _, probability in pairs]
    if any(not 0 <= probability <= 1 for probability in chances):
        inquiry.fault("probability", f"a probability at {inquiry.where(s)} is {min(chances):g}: expected 0 to 1")
    elif abs(sum(chances) - 1) > 1e-9:
        inquiry.fault("probabilities", f"the probabilities at {inquiry.where(s)} sum to {sum(chances):.6g}: expected 1")
    return [outcome for outcome, _ in pairs]
