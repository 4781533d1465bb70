"""What one seat knows, and the deals that agree with it, all equally likely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from kibitz.game import dealing
from kibitz.games.bridge.cards import LANE, SUIT
from kibitz.games.bridge.trick import trick_size
from kibitz.native.bits import count

HIDDEN = -1  # marks a hand that is not seen: a hand is never negative
VOIDS = 3  # the bit of `known` where those for each seat and suit begin


class View(NamedTuple):
    """All that one seat knows: the hands it sees, and the cards that lie in those it does not see, all together."""

    north: int  # the cards, or HIDDEN
    east: int
    south: int
    west: int
    unseen: int  # the cards of all hidden hands
    trick: int
    leader: int
    trump: int
    taken: int
    known: int


Hands = list[int]


def void_suits(known: int, seat: int) -> int:
    """The suits that a seat has shown not to have, one bit each."""
    return known >> (VOIDS + 4 * seat) & 15


def hand_sizes(view: View) -> Hands:
    """How many cards each seat holds: the same number, less one for those who have played to the trick."""
    hands = view[:4]
    played = trick_size(view.trick)
    has_played = [(seat - view.leader) % 4 < played for seat in range(4)]
    seen = next(seat for seat in range(4) if hands[seat] != HIDDEN)
    full = count(hands[seen]) + has_played[seen]
    return [full - has for has in has_played]


def every_deal(view: View) -> Iterator[Hands]:
    """Every way in which the unseen cards may lie."""
    seats, room, barred = _hidden_seats(view)
    for dealt in dealing.every_deal(view.unseen, room, barred):
        yield _laid(view, seats, dealt)


def one_deal(view: View, random: Random) -> Hands:
    """One of the ways in which the unseen cards may lie, all equally likely."""
    seats, room, barred = _hidden_seats(view)
    return _laid(view, seats, dealing.one_deal(view.unseen, room, barred, random))


def number_of_deals(view: View) -> int:
    """In how many ways the unseen cards may lie."""
    _, room, barred = _hidden_seats(view)
    return dealing.number_of_deals(view.unseen, room, barred)


def _hidden_seats(view: View) -> tuple[list[int], list[int], list[int]]:
    """The seats that are not seen, how many cards each holds, and the cards that it cannot hold."""
    sizes = hand_sizes(view)
    seats = [seat for seat in range(4) if view[seat] == HIDDEN]
    barred = [_of_suits(void_suits(view.known, seat)) for seat in seats]
    return seats, [sizes[seat] for seat in seats], barred


def _of_suits(suits: int) -> int:
    """All cards of some suits, given by a bit each."""
    return sum(SUIT << LANE * suit for suit in range(4) if suits >> suit & 1)


def _laid(view: View, seats: list[int], dealt: Sequence[int]) -> Hands:
    """The hands that are seen, and those that were dealt to the other seats."""
    hands = list(view[:4])
    for seat, hand in zip(seats, dealt, strict=True):
        hands[seat] = hand
    return hands
