"""What one seat knows, and deals that agree with it, each as likely as any other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from kibitz.games.bridge.cards import of_suit, rising
from kibitz.games.bridge.trick import trick_size
from kibitz.native.bits import count

HIDDEN = -1  # of a hand that is not seen: a hand is never negative
VOIDS = 3  # the bit of `known` from which on there is one for each seat and suit


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
    """How many cards each seat holds: all the same, but for those who have played to the trick."""
    hands = view[:4]
    played = trick_size(view.trick)
    has_played = [(seat - view.leader) % 4 < played for seat in range(4)]
    seen = next(seat for seat in range(4) if hands[seat] != HIDDEN)
    full = count(hands[seen]) + has_played[seen]
    return [full - has for has in has_played]


def every_deal(view: View) -> Iterator[Hands]:
    """Every way in which the unseen cards may lie."""
    seats, room = _hidden_seats(view)
    yield from _laid(view, seats, room, 3, list(view[:4]))


def one_deal(view: View, random: Random) -> Hands:
    """One of these ways, each as likely as any other.

    Suit by suit it is drawn how many cards of it each seat gets, by the number of deals that go on from there; then
    which ones.
    """
    seats, room = _hidden_seats(view)
    hands = [0 if hand == HIDDEN else hand for hand in view[:4]]
    lengths = tuple(count(of_suit(view.unseen, suit)) for suit in range(4))
    open_to = tuple(tuple(not void_suits(view.known, seat) >> suit & 1 for seat in seats) for suit in range(4))
    ways = _counter(lengths, open_to)
    for suit in range(4):
        splits = list(_splits(lengths[suit], room, open_to[suit]))
        weights = [_arrangements(split) * ways(suit + 1, _less(room, split)) for split in splits]
        split = _drawn(splits, weights, random)
        cards = list(rising(of_suit(view.unseen, suit)))
        random.shuffle(cards)
        for seat, number in zip(seats, split, strict=True):
            hands[seat] |= sum(1 << cards.pop() for _ in range(number))
        room = _less(room, split)
    return hands


def number_of_deals(view: View) -> int:
    """In how many ways the unseen cards may lie."""
    seats, room = _hidden_seats(view)
    lengths = tuple(count(of_suit(view.unseen, suit)) for suit in range(4))
    open_to = tuple(tuple(not void_suits(view.known, seat) >> suit & 1 for seat in seats) for suit in range(4))
    return _counter(lengths, open_to)(0, room)


def _hidden_seats(view: View) -> tuple[list[int], tuple[int, ...]]:
    sizes = hand_sizes(view)
    seats = [seat for seat in range(4) if view[seat] == HIDDEN]
    return seats, tuple(sizes[seat] for seat in seats)


def _laid(view: View, seats: list[int], room: Sequence[int], suit: int, hands: Hands) -> Iterator[Hands]:
    if suit < 0:
        yield [0 if hand == HIDDEN else hand for hand in hands]
        return
    open_to = tuple(not void_suits(view.known, seat) >> suit & 1 for seat in seats)
    cards = list(rising(of_suit(view.unseen, suit)))
    for split in _splits(len(cards), room, open_to):
        for parts in _parted(cards, split):
            laid = list(hands)
            for seat, part in zip(seats, parts, strict=True):
                laid[seat] = max(laid[seat], 0) | sum(1 << card for card in part)
            yield from _laid(view, seats, _less(room, split), suit - 1, laid)


def _parted(cards: Sequence[int], split: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to give so many of the cards to each."""
    if not split:
        yield []
        return
    for part in combinations(cards, split[0]):
        left = [card for card in cards if card not in part]
        for others in _parted(left, split[1:]):
            yield [part, *others]


def _splits(number: int, room: Sequence[int], open_to: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Every way to share out a number of cards among those who may have them and have room."""
    if not room:
        if number == 0:
            yield ()
        return
    for own in range(min(number, room[0]) + 1 if open_to[0] else 1):
        for others in _splits(number - own, room[1:], open_to[1:]):
            yield (own, *others)


def _counter(lengths: tuple[int, ...], open_to: tuple[tuple[bool, ...], ...]) -> Callable[[int, tuple[int, ...]], int]:
    """A function that tells in how many ways the suits from a number on can be laid into the room that is left."""

    @cache
    def ways(suit: int, room: tuple[int, ...]) -> int:
        if suit == 4:
            return int(not any(room))
        splits = _splits(lengths[suit], room, open_to[suit])
        return sum(_arrangements(split) * ways(suit + 1, _less(room, split)) for split in splits)

    return ways


def _arrangements(split: Sequence[int]) -> int:
    """In how many ways cards can be shared out in these numbers."""
    total = math.factorial(sum(split))
    for number in split:
        total //= math.factorial(number)
    return total


def _less(room: Sequence[int], split: Sequence[int]) -> tuple[int, ...]:
    return tuple(have - take for have, take in zip(room, split, strict=True))


def _drawn(splits: list[tuple[int, ...]], weights: list[int], random: Random) -> tuple[int, ...]:
    """One of them, by weights that may be larger than a float can tell apart."""
    left = random.randrange(sum(weights))
    for split, weight in zip(splits, weights, strict=True):
        left -= weight
        if left < 0:
            return split
    raise AssertionError("weights sum to their total")
