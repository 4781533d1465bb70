"""The law of `game/ordering.py`: every candidate is a legal action, and a promise is a number."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, is_number
from kibitz.game import Action, State, answers


def order(inquiry: Inquiry, s: State, legal: list[Action], after: list[State]) -> None:
    """Which actions look best at a state, and which are left out. `after` has the state behind each legal action."""
    game = inquiry.game
    if answers(game, "candidates"):
        found = inquiry.listed("candidates", s, game.candidates, s, most=MOST_CHOICES)
        illegal = next((a for a in found if a not in legal), None)
        if illegal is not None:
            inquiry.fault(
                "candidates", f"candidates at {inquiry.where(s)} gives {illegal!r}, which is not a legal action"
            )
    if answers(game, "order") or answers(game, "promise"):
        survey = inquiry.asked("survey", s, game.survey, s)
        for a, behind in zip(legal, after, strict=True):
            promise = inquiry.asked("promise", s, game.promise, s, a, behind, survey, action=a)
            if not is_number(promise):
                inquiry.fault("promise", f"promise of {a!r} at {inquiry.where(s)} is {promise!r}: expected a number")
