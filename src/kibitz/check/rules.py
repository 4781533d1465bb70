"""The law of `game/rules.py`: the same answer each time, no state changed, an action while the game goes on."""

from __future__ import annotations

from itertools import islice

from kibitz.check.inquiry import MOST_CHOICES, STEADY, Enough, Inquiry, frozen, is_number
from kibitz.game import CHANCE, Action, State


def utilities(inquiry: Inquiry, s: State) -> list[float]:
    """What every player gets where the game is over; nothing where some utility is not a number."""
    game = inquiry.game
    shares = [inquiry.asked("utility", s, game.utility, s, player) for player in range(game.players)]
    for player, share in enumerate(shares):
        if not is_number(share):
            said = f"utility of player {player} at {inquiry.where(s)} is {share!r}"
            inquiry.fault("utility", f"{said}: expected a number")
            return []
    try:
        left = list(islice(game.actions(s), 1))
    except Exception:
        left = []  # a finished game need not answer
    if left:
        inquiry.fault("terminal", f"{inquiry.where(s)} is terminal but has actions, {left[0]!r} for one")
    return shares


def mover(inquiry: Inquiry, s: State) -> int | None:
    """Who is to move; None where that is nobody."""
    player: int = inquiry.asked("player", s, inquiry.game.player, s)
    if player == CHANCE or player in range(inquiry.game.players):
        return player
    wanted = f"expected 0 to {inquiry.game.players - 1}, or CHANCE"
    inquiry.fault("player", f"player at {inquiry.where(s)} is {player!r}: {wanted}")
    return None


def actions(inquiry: Inquiry, s: State) -> list[Action]:
    """The legal actions."""
    found = inquiry.listed("actions", s, inquiry.game.actions, s, most=MOST_CHOICES)
    if not found:
        inquiry.fault("stuck", f"{inquiry.where(s)} is not terminal but has no actions")
    if len(found) > MOST_CHOICES:
        inquiry.fault("many", f"{inquiry.where(s)} has more than {MOST_CHOICES} actions: does actions() ever end?")
        raise Enough
    return found


def following(inquiry: Inquiry, s: State, a: Action) -> State:
    """The state that follows, asked for twice."""
    before = frozen(s)
    after = inquiry.asked("result", s, inquiry.game.result, s, a, action=a)
    if frozen(s) != before:
        here = inquiry.where(s)
        inquiry.fault("mutated", f"result changed the position it was given, {here}, instead of making a new one")
        return after
    if after is None:
        inquiry.fault("none", f"result with {a!r} at {inquiry.where(s)} is None: expected a state")
        raise Enough
    again = inquiry.asked("result", s, inquiry.game.result, s, a, action=a)
    if frozen(after) != frozen(again):
        two = f"{inquiry.where(after)} and then {inquiry.where(again)}"
        inquiry.fault("unsteady", f"result with {a!r} at {inquiry.where(s)} gave {two}: {STEADY}")
        raise Enough
    return after
