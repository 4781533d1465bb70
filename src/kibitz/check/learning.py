"""The law of `game/learning.py`: features have whole numbers below `feature_count`, and are finite."""

from __future__ import annotations

from itertools import pairwise
from numbers import Integral

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, odd_pair
from kibitz.game import State, answers


def features(inquiry: Inquiry, s: State) -> None:
    """What an evaluation may be learned from at a state, and who sees it."""
    game = inquiry.game
    if not answers(game, "features"):
        return
    found = inquiry.listed("features", s, game.features, s, most=MOST_CHOICES)
    odd = odd_pair(found)
    if odd is None:
        numbers = range(game.feature_count)
        odd = next((pair for pair in found if not isinstance(pair[0], Integral) or pair[0] not in numbers), None)
    if odd is not None:
        wanted = f"expected pairs of a number from 0 to {game.feature_count - 1} and how much there is of it"
        inquiry.fault("features", f"features at {inquiry.where(s)} gives {odd!r}: {wanted}")
    viewer = inquiry.asked("viewer", s, game.viewer, s)
    if viewer not in range(game.players):
        inquiry.fault("viewer", f"viewer at {inquiry.where(s)} is {viewer!r}: expected 0 to {game.players - 1}")


def levels(inquiry: Inquiry, s: State, shares: list[float]) -> None:
    """Every utility is one of the levels that the game declares, if it declares any."""
    declared = inquiry.game.utility_levels
    if not declared:
        return
    if any(one >= other for one, other in pairwise(declared)):
        inquiry.fault("levels", f"utility_levels are {tuple(declared)}: expected them rising")
    odd = next((share for share in shares if share not in declared), None)
    if odd is not None:
        said = f"utilities {shares} at {inquiry.where(s)}"
        inquiry.fault("levels", f"{said} are not all among the declared utility_levels {tuple(declared)}")
