"""Cards that lie in hands nobody sees: in how many ways they may lie, all of these ways, and one of them at random.

Cards are bits of an integer. A hand has room for a number of them, and some cards may be barred from it: a player who
did not follow suit has none of that suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
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
    return _unseen(unseen, tuple(barred)).ways(0, tuple(room))


def every_deal(unseen: int, room: Sequence[int], barred: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every one of these ways: the cards of each hand."""
    dealt = _unseen(unseen, tuple(barred))
    if dealt.ways(0, tuple(room)):
        yield from dealt.every(0, tuple(room), (0,) * len(room))


def one_deal(unseen: int, room: Sequence[int], barred: Sequence[int], random: Random) -> tuple[int, ...]:
    """One of these ways, each as likely as any other; `ValueError` where there is none."""
    dealt = _unseen(unseen, tuple(barred))
    if not dealt.ways(0, tuple(room)):
        raise ValueError("the cards do not fit into the hands")
    return dealt.one(tuple(room), random)


class _Unseen:
    """Cards to be dealt, in groups. What has been counted is kept: they are mostly dealt many times."""

    def __init__(self, unseen: int, barred: tuple[int, ...]) -> None:
        self.groups = _groups(unseen, barred)
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self._choices: dict[tuple[int, tuple[int, ...]], tuple[list[Split], list[int]]] = {}

    def ways(self, number: int, left: tuple[int, ...]) -> int:
        """In how many ways the groups from a number on fill the room that is left."""
        if number == len(self.groups):
            return int(not any(left))
        if (number, left) not in self._ways:
            self._ways[number, left] = sum(self.choices(number, left)[1])
        return self._ways[number, left]

    def choices(self, number: int, left: tuple[int, ...]) -> tuple[list[Split], list[int]]:
        """How the cards of a group may be shared out, and how many deals go on from each way."""
        if (number, left) not in self._choices:
            group = self.groups[number]
            splits = list(_splits(len(group.cards), [left[hand] for hand in group.hands]))
            weights = [_arrangements(split) * self.ways(number + 1, _less(left, group, split)) for split in splits]
            self._choices[number, left] = splits, weights
        return self._choices[number, left]

    def every(self, number: int, left: tuple[int, ...], hands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every way to deal the groups from a number on."""
        if number == len(self.groups):
            yield hands
            return
        group = self.groups[number]
        for split, weight in zip(*self.choices(number, left), strict=True):
            if weight:
                for parts in _parted(group.cards, split):
                    yield from self.every(number + 1, _less(left, group, split), _with(hands, group, parts))

    def one(self, left: tuple[int, ...], random: Random) -> tuple[int, ...]:
        """One way to deal them all.

        Group by group it is drawn how many cards each hand gets, by the number of deals that go on from there; then
        which ones.
        """
        hands = (0,) * len(left)
        for number, group in enumerate(self.groups):
            split = _drawn(*self.choices(number, left), random)
            cards = list(group.cards)
            random.shuffle(cards)
            parts = []
            for size in split:
                parts.append(tuple(cards[:size]))
                del cards[:size]
            hands, left = _with(hands, group, parts), _less(left, group, split)
        return hands


@lru_cache(maxsize=256)
def _unseen(unseen: int, barred: tuple[int, ...]) -> _Unseen:
    return _Unseen(unseen, barred)


def _groups(unseen: int, barred: Sequence[int]) -> list[Group]:
    """The cards by the hands where they may lie, those with the fewest first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in squares(unseen):
        hands = tuple(hand for hand, not_here in enumerate(barred) if not not_here >> card & 1)
        groups.setdefault(hands, []).append(card)
    return [Group(tuple(cards), hands) for hands, cards in sorted(groups.items(), key=lambda item: len(item[0]))]


def _splits(number: int, room: Sequence[int]) -> Iterator[Split]:
    """Every way to share out a number of cards among hands, each with its room."""
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
    """Every way to give each hand its number of the cards."""
    if not split:
        yield []
        return
    for part in combinations(cards, split[0]):
        chosen = set(part)
        for others in _parted([card for card in cards if card not in chosen], split[1:]):
            yield [part, *others]


def _drawn(splits: list[Split], weights: list[int], random: Random) -> Split:
    """One of them, by weights that may be larger than a float can tell apart."""
    if len(splits) == 1:
        return splits[0]
    left = random.randrange(sum(weights))
    for split, weight in zip(splits, weights, strict=True):
        left -= weight
        if left < 0:
            return split
    raise AssertionError("weights sum to their total")
