"""Cards that lie in hands nobody sees: in how many ways they may lie, all of these ways, and one of them at random.

Cards are bits of an integer. A hand has room for a number of them, and some cards may be barred from it: a player who
did not follow suit has none of that suit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

from kibitz.native.bits import squares


class Group(NamedTuple):
    """Cards that may all lie in the same hands."""

    cards: tuple[int, ...]
    hands: tuple[int, ...]  # their numbers


Split = tuple[int, ...]  # how many cards of a group each hand gets, of those where they may lie


def number_of_deals(unseen: int, room: Sequence[int], barred: Sequence[int]) -> int:
    """In how many ways the unseen cards can fill the hands, each with its room, without any card that is barred."""
    return _counter(_groups(unseen, barred))(0, tuple(room))


def every_deal(unseen: int, room: Sequence[int], barred: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every one of these ways: the cards of each hand."""
    groups = _groups(unseen, barred)
    ways = _counter(groups)

    def laid(number: int, left: tuple[int, ...], hands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if number == len(groups):
            yield hands
            return
        group = groups[number]
        for split in _splits(len(group.cards), [left[hand] for hand in group.hands]):
            rest = _less(left, group, split)
            if ways(number + 1, rest):
                for parts in _parted(group.cards, split):
                    yield from laid(number + 1, rest, _with(hands, group, parts))

    if ways(0, tuple(room)):
        yield from laid(0, tuple(room), (0,) * len(room))


def one_deal(unseen: int, room: Sequence[int], barred: Sequence[int], random: Random) -> tuple[int, ...]:
    """One of these ways, each as likely as any other; `ValueError` where there is none.

    Group by group it is drawn how many of its cards each hand gets, by the number of deals that go on from there; then
    which ones.
    """
    groups = _groups(unseen, barred)
    ways = _counter(groups)
    left = tuple(room)
    hands = (0,) * len(left)
    if not ways(0, left):
        raise ValueError("the cards do not fit into the hands")
    for number, group in enumerate(groups):
        splits = list(_splits(len(group.cards), [left[hand] for hand in group.hands]))
        weights = [_arrangements(split) * ways(number + 1, _less(left, group, split)) for split in splits]
        split = _drawn(splits, weights, random)
        cards = list(group.cards)
        random.shuffle(cards)
        parts = []
        for size in split:
            parts.append(tuple(cards[:size]))
            del cards[:size]
        hands, left = _with(hands, group, parts), _less(left, group, split)
    return hands


def _groups(unseen: int, barred: Sequence[int]) -> list[Group]:
    """The cards by the hands where they may lie, those with the fewest first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in squares(unseen):
        hands = tuple(hand for hand, not_here in enumerate(barred) if not not_here >> card & 1)
        groups.setdefault(hands, []).append(card)
    return [Group(tuple(cards), hands) for hands, cards in sorted(groups.items(), key=lambda item: len(item[0]))]


def _counter(groups: list[Group]) -> Callable[[int, tuple[int, ...]], int]:
    """A function that tells in how many ways the groups from a number on fill the room that is left."""

    @cache
    def ways(number: int, left: tuple[int, ...]) -> int:
        if number == len(groups):
            return int(not any(left))
        group = groups[number]
        splits = _splits(len(group.cards), [left[hand] for hand in group.hands])
        return sum(_arrangements(split) * ways(number + 1, _less(left, group, split)) for split in splits)

    return ways


def _splits(number: int, room: Sequence[int]) -> Iterator[Split]:
    """Every way to share out a number of cards among hands with so much room."""
    if not room:
        if number == 0:
            yield ()
        return
    for own in range(max(0, number - sum(room[1:])), min(number, room[0]) + 1):
        for others in _splits(number - own, room[1:]):
            yield (own, *others)


def _arrangements(split: Split) -> int:
    """In how many ways cards can be shared out in these numbers."""
    left, ways = sum(split), 1
    for number in split:
        ways *= comb(left, number)
        left -= number
    return ways


def _less(left: tuple[int, ...], group: Group, split: Split) -> tuple[int, ...]:
    taken = dict(zip(group.hands, split, strict=True))
    return tuple(room - taken.get(hand, 0) for hand, room in enumerate(left))


def _with(hands: tuple[int, ...], group: Group, parts: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    given = {hand: sum(1 << card for card in part) for hand, part in zip(group.hands, parts, strict=True)}
    return tuple(cards | given.get(hand, 0) for hand, cards in enumerate(hands))


def _parted(cards: Sequence[int], split: Split) -> Iterator[list[tuple[int, ...]]]:
    """Every way to give so many of the cards to each."""
    if not split:
        yield []
        return
    for part in combinations(cards, split[0]):
        chosen = set(part)
        for others in _parted([card for card in cards if card not in chosen], split[1:]):
            yield [part, *others]


def _drawn(splits: list[Split], weights: list[int], random: Random) -> Split:
    """One of them, by weights that may be larger than a float can tell apart."""
    left = random.randrange(sum(weights))
    for split, weight in zip(splits, weights, strict=True):
        left -= weight
        if left < 0:
            return split
    raise AssertionError("weights sum to their total")
