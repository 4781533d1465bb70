"""The law of `game/ordering.py`: every candidate is a legal action, a best one is among them, a promise is a number."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, frozen, is_number
from kibitz.check.walk import Place
from kibitz.check.worth import LITTLE, Worth
from kibitz.game import CHANCE, MAX, Action, State, answers


def order(inquiry: Inquiry, s: State, legal: list[Action], after: list[State]) -> None:
    """Which actions look best at a state, and which are left out. `after` has the state behind each legal action."""
    game = inquiry.game
    if answers(game, "candidates"):
        found = inquiry.listed("candidates", s, game.candidates, s, most=MOST_CHOICES)
        allowed = [frozen(a) for a in legal]
        illegal = next((a for a in found if frozen(a) not in allowed), None)
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


def keeps_the_value(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """One action that is best is among the candidates, or `bounds` is a single number."""
    game, s = inquiry.game, place.state
    if not answers(game, "candidates") or not worth.is_value or place.player == CHANCE:
        return
    found = {frozen(a) for a in inquiry.listed("candidates", s, game.candidates, s, most=MOST_CHOICES)}
    kept = [after for a, after in zip(place.choices, place.after, strict=True) if frozen(a) in found]
    low, high = inquiry.asked("bounds", s, game.bounds, s)
    if low == high:
        return
    if not kept:
        inquiry.fault("no candidate", f"candidates at {inquiry.where(s)} gives none of the legal actions")
        return
    if place.player == MAX:
        is_worse = max(worth.high[after] for after in kept) < worth.low[number] - LITTLE
    else:
        is_worse = min(worth.low[after] for after in kept) > worth.high[number] + LITTLE
    if is_worse:
        best = (worth.low if place.player == MAX else worth.high)[number]
        lost = next(
            a
            for a, after in zip(place.choices, place.after, strict=True)
            if frozen(a) not in found and (worth.low if place.player == MAX else worth.high)[after] == best
        )
        said = f"candidates at {inquiry.where(s)} leaves out {lost!r}"
        inquiry.fault("lost candidate", f"{said}, which is better than all that it gives")
