"""The law of `game/playing_out.py`: playouts take legal actions, by their luck alone; a prospect is a weighed share."""

from __future__ import annotations

from kibitz.check.inquiry import STEADY, Inquiry, frozen, is_number
from kibitz.game import Action, State, answers
from kibitz.native.bits import mix

LUCKS = (0, -1, *(mix(number) for number in range(1, 7)))  # random numbers of 64 bits, the ends of their range too


def played(inquiry: Inquiry, s: State, legal: list[Action]) -> None:
    """What simulations do at a state, and what is believed of its actions."""
    game = inquiry.game
    if answers(game, "playout"):
        allowed = [frozen(a) for a in legal]
        for luck in LUCKS:
            taken = [inquiry.asked("playout", s, game.playout, s, luck) for _ in range(2)]
            if frozen(taken[0]) not in allowed:
                said = f"playout at {inquiry.where(s)} with luck {luck} takes {taken[0]!r}"
                inquiry.fault("playout", f"{said}, which is not a legal action")
            elif frozen(taken[0]) != frozen(taken[1]):
                said = f"playout at {inquiry.where(s)} with luck {luck} takes {taken[0]!r} and then {taken[1]!r}"
                inquiry.fault("playout", f"{said}: {STEADY}")
    if answers(game, "prospect"):
        for a in legal:
            _believed(inquiry, s, a, inquiry.asked("prospect", s, game.prospect, s, a, action=a))


def _believed(inquiry: Inquiry, s: State, a: Action, prospect: object) -> None:
    of = f"prospect of {a!r} at {inquiry.where(s)} is {prospect!r}"
    if not isinstance(prospect, tuple) or len(prospect) != 2 or not all(map(is_number, prospect)):
        inquiry.fault("prospect", f"{of}: expected two numbers, a share and a weight")
    elif not 0 <= prospect[0] <= 1:
        inquiry.fault("prospect", f"{of}: expected a share from 0 to 1")
    elif prospect[1] < 0:
        inquiry.fault("prospect", f"{of}: expected a weight that is not negative")
