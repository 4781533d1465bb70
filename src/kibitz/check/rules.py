"""The law of `game/rules.py`: the same answer each time, no state changed, an action while the game goes on."""

from __future__ import annotations

from itertools import islice
from typing import Any

from kibitz.check.inquiry import MOST_CHOICES, STEADY, Enough, Inquiry, frozen, is_number, twice
from kibitz.check.walk import Place, Walk
from kibitz.game import CHANCE, Action, State

ASKED_AGAIN = 200  # positions


def begins_alike(inquiry: Inquiry, start: State) -> None:
    """A game always begins in the same way, with a new state that nobody else changes."""
    again = inquiry.asked("initial", None, inquiry.game.initial)
    if frozen(again) != frozen(start):
        two = f"{inquiry.where(start)} and then {inquiry.where(again)}"
        inquiry.fault("initial", f"initial gave {two}: {STEADY}; what is dealt or rolled belongs into outcomes")
        raise Enough


def is_over(inquiry: Inquiry, s: State) -> bool:
    """Is the game over? True or false, and nothing else."""
    return inquiry.yes_or_no("is_terminal", s, inquiry.game.is_terminal, s)


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
    repeated = twice(found)
    if repeated is not None:
        inquiry.fault("repeated", f"actions at {inquiry.where(s)} gives {repeated!r} twice: expected each action once")
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


def asked_again(inquiry: Inquiry, walk: Walk) -> None:
    """The same question has the same answer later, whatever was asked in between."""
    looked_at = list(walk.looked_at())
    for place in looked_at[:: len(looked_at) // ASKED_AGAIN + 1]:
        for question, before, now in _answers_twice(inquiry, place):
            if frozen(before) != frozen(now):
                said = f"{question} at {inquiry.where(place.state)} is {before!r} and later {now!r}"
                inquiry.fault(f"{question} later", f"{said}: {STEADY}")


def _answers_twice(inquiry: Inquiry, place: Place) -> list[tuple[str, Any, Any]]:
    """Each question with the answer that was given before and the one that is given now."""
    game, s = inquiry.game, place.state
    over = bool(game.is_terminal(s))
    if over != place.over:
        return [("is_terminal", place.over, over)]
    if over:
        shares = [float(game.utility(s, player)) for player in range(game.players)] if place.shares else []
        return [("utility", place.shares, shares)]
    found: list[tuple[str, Any, Any]] = [("player", place.player, game.player(s))]
    if place.player == CHANCE:
        pairs = inquiry.listed("outcomes", s, game.outcomes, s, most=MOST_CHOICES)
        found.append(("outcomes", list(zip(place.choices, place.weights, strict=True)), pairs))
    elif place.player >= 0:
        found.append(("actions", place.choices, inquiry.listed("actions", s, game.actions, s, most=MOST_CHOICES)))
    if place.guesses:
        found.append(("evaluate", place.guesses, [float(game.evaluate(s, p)) for p in range(game.players)]))
    return found
