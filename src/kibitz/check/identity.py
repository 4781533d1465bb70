"""The law of `game/identity.py`: different positions have different keys, symmetric ones are worth the same."""

from __future__ import annotations

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, frozen
from kibitz.check.walk import Walk
from kibitz.check.worth import LITTLE, Worth
from kibitz.game import MAX, State, answers
from kibitz.game.repeating import counts_repetition


def key(inquiry: Inquiry, s: State) -> None:
    """A state's key is a number of its own, of 64 bits."""
    found = inquiry.asked("key", s, inquiry.game.key, s)
    if not isinstance(found, int) and not hasattr(found, "__index__"):
        inquiry.fault("key", f"key at {inquiry.where(s)} is {found!r}: expected a whole number")
        return
    if not -(1 << 63) <= int(found) < 1 << 64:
        inquiry.fault("long key", f"key at {inquiry.where(s)} is {int(found)}: expected a number of 64 bits")
    other = inquiry.keys.setdefault(int(found), s)
    if frozen(other) != frozen(s) and counts_repetition(inquiry.game):
        _may_have_one_key(inquiry, int(found), other, s)
    elif frozen(other) != frozen(s):
        both = f"{inquiry.where(other)} and {inquiry.where(s)}"
        inquiry.fault("collision", f"two positions have the key {int(found)}: {both}")
    if answers(inquiry.game, "recurrence"):
        _recurrence(inquiry, s, int(found))
    inquiry.yes_or_no("is_memorable", s, inquiry.game.is_memorable, s)


def _recurrence(inquiry: Inquiry, s: State, key: int) -> None:
    """What recurs is a number of 64 bits, and the same for states with one key."""
    found = inquiry.asked("recurrence", s, inquiry.game.recurrence, s)
    if not isinstance(found, int) and not hasattr(found, "__index__"):
        inquiry.fault("recurrence", f"recurrence at {inquiry.where(s)} is {found!r}: expected a whole number")
    elif not -(1 << 63) <= int(found) < 1 << 64:
        inquiry.fault("long", f"recurrence at {inquiry.where(s)} is {int(found)}: expected a number of 64 bits")
    elif inquiry.recurrences.setdefault(key, int(found)) != int(found):
        both = f"{inquiry.where(inquiry.keys[key])} and {inquiry.where(s)}"
        inquiry.fault("recurrence", f"two positions have the key {key}, but not the same recurrence: {both}")


def _may_have_one_key(inquiry: Inquiry, key: int, one: State, other: State) -> None:
    """Where repeating counts, states with one key are the same to the players: they may differ in counts of moves."""
    game = inquiry.game
    if bool(game.is_terminal(one)) or bool(game.is_terminal(other)):
        return  # a count of moves may have ended one of them
    both = f"{inquiry.where(one)} and {inquiry.where(other)}"
    if game.player(one) != game.player(other):
        inquiry.fault("collision", f"two positions have the key {key}, but not the same player to move: {both}")
    elif [frozen(a) for a in game.choices(one)] != [frozen(a) for a in game.choices(other)]:
        inquiry.fault("collision", f"two positions have the key {key}, but not the same actions: {both}")


def far_enough(inquiry: Inquiry, walk: Walk, worth: Worth) -> None:
    """`reversible` reaches back far enough: to the same position, where play goes round in a circle."""
    game, cycle = inquiry.game, worth.cycle
    if not answers(game, "reversible") or cycle is None:
        return
    for number in cycle:
        s = walk.places[number].state
        back = inquiry.asked("reversible", s, game.reversible, s)
        if back < len(cycle):
            said = f"reversible at {inquiry.where(s)} is {back}"
            inquiry.fault("reversible", f"{said}, but it comes up again after {len(cycle)} plies")
            return


def same_key(inquiry: Inquiry, s: State, equal: State) -> None:
    """Two states that are equal have one key."""
    one, other = (inquiry.asked("key", each, inquiry.game.key, each) for each in (s, equal))
    if one != other:
        said = f"{inquiry.where(s)} has the key {one!r}, but the same position made again has {other!r}"
        inquiry.fault("keys", f"{said}: expected equal keys for equal positions")


def symmetric(inquiry: Inquiry, s: State, over: bool) -> list[State]:
    """Symmetric states are over together, and then worth the same to player 0."""
    game = inquiry.game
    if not answers(game, "symmetric"):
        return []
    found = inquiry.listed("symmetric", s, game.symmetric, s, most=MOST_CHOICES)
    for other in found:
        said = f"{inquiry.where(other)} is symmetric to {inquiry.where(s)}"
        if bool(inquiry.asked("is_terminal", other, game.is_terminal, other)) != bool(over):
            inquiry.fault("symmetric", f"{said}, but only one of them is terminal")
        elif over and game.utility(other, MAX) != game.utility(s, MAX):
            both = f"{game.utility(other, MAX)} and {game.utility(s, MAX)}"
            inquiry.fault("symmetric", f"{said}, but they are worth {both} to player 0")
    return found


def worth_the_same(inquiry: Inquiry, walk: Walk, number: int, worth: Worth) -> None:
    """Symmetric states in which the game goes on are worth the same."""
    place = walk.places[number]
    if not worth.is_value:
        return
    for other in place.images:
        if worth.low[other] > worth.high[number] + LITTLE or worth.high[other] < worth.low[number] - LITTLE:
            said = f"{inquiry.where(walk.places[other].state)} is symmetric to {inquiry.where(place.state)}"
            both = f"{worth.said(other)} and {worth.said(number)}"
            inquiry.fault("symmetric", f"{said}, but they are worth {both} to player 0")
