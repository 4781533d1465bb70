"""The law of `game/retracing.py`: an action of every state given leads here, and every state before is given."""

from __future__ import annotations

from kibitz.check.inquiry import Inquiry, frozen
from kibitz.game import State, answers


def retraced(inquiry: Inquiry, s: State, after: list[State]) -> None:
    """A state is among those before each that follows it, and each of these leads on to it."""
    game = inquiry.game
    if not answers(game, "previous"):
        return
    for then in after:
        given = inquiry.asked("previous", then, lambda state: list(game.previous(state)), then)
        before = [frozen(state) for state in given]
        here = inquiry.where(then)
        if before.count(frozen(s)) != 1:
            times = "does not give" if frozen(s) not in before else "gives more than once"
            inquiry.fault(
                "previous", f"previous at {here} {times} {inquiry.where(s)}, from which an action leads there"
            )
        for state in given:
            leads = not game.is_terminal(state) and frozen(then) in [
                frozen(game.result(state, choice)) for choice in game.choices(state)
            ]
            if not leads:
                said = f"previous at {here} gives {inquiry.where(state)}"
                inquiry.fault("previous", f"{said}, from which no action leads there")
