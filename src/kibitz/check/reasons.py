"""The law of `game/reasons.py`: what is decided is so in fact."""

from __future__ import annotations

from math import floor

from kibitz.check.inquiry import Inquiry
from kibitz.check.walk import Place
from kibitz.check.worth import LITTLE, Worth
from kibitz.game import answers


def decided(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """`decided` says 1 where player 0 gets the target, 0 where it does not, and -1 where that is not plain to see."""
    game, s = inquiry.game, place.state
    if not answers(game, "decided") or not worth.is_exact(number) or not game.is_memorable(s):
        return
    value = worth.low[number]
    for target in (floor(value), floor(value) + 1):
        found, _ = inquiry.asked("decided", s, game.decided, s, target)
        gets = int(value >= target - LITTLE)
        if found not in (-1, gets):
            truth = f"player 0 gets {value:g} with best play"
            inquiry.fault("decided", f"decided at {inquiry.where(s)} with {target} is {found!r}, but {truth}")
