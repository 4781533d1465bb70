"""The law of `game/learning.py`: features have numbers below `feature_count`, and are finite."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, is_number, odd_pair
from kibitz.game import State, answers


def features(inquiry: Inquiry, s: State) -> None:
    """What an evaluation may be learned from at a state."""
    game = inquiry.game
    if not answers(game, "features"):
        return
    found = inquiry.listed("features", s, game.features, s, most=MOST_CHOICES)
    odd = odd_pair(found)
    if odd is None:
        odd = next((pair for pair in found if not is_number(pair[0]) or not 0 <= pair[0] < game.feature_count), None)
    if odd is not None:
        wanted = f"expected pairs of a number from 0 to {game.feature_count - 1} and how much there is of it"
        inquiry.fault("features", f"features at {inquiry.where(s)} gives {odd!r}: {wanted}")
