"""Sets of points of a Go board as bits, in three words of 64: the arithmetic that everything else is made of.

Every function gives the same answer in Python and in machine code. A word that a board does not need is always 0; code
that has cut its sets down to the words of the board (`Board.trimmed`) pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.native.bits import bit, count, lowest, mix, without_lowest

WORD = 64
SALT = 0x2545F4914F6CDD1D  # mix(0) is 0: so that empty sets count too


class Points(NamedTuple):
    """A set of points: point n is bit n % 64 of word n // 64."""

    low: int
    middle: int
    high: int


NO_POINTS = Points(0, 0, 0)


def single(point: int) -> Points:
    """The set of this point alone."""
    if point < WORD:
        return Points(bit(point), 0, 0)
    if point < 2 * WORD:
        return Points(0, bit(point - WORD), 0)
    return Points(0, 0, bit(point - 2 * WORD))


def either(one: Points, other: Points) -> Points:
    """The points in one set or the other."""
    return Points(one.low | other.low, one.middle | other.middle, one.high | other.high)


def both(one: Points, other: Points) -> Points:
    """The points in both sets."""
    return Points(one.low & other.low, one.middle & other.middle, one.high & other.high)


def without(one: Points, other: Points) -> Points:
    """The points of the first set that are not in the second."""
    return Points(one.low & ~other.low, one.middle & ~other.middle, one.high & ~other.high)


def some(points: Points) -> bool:
    """Is there a point in the set?"""
    return (points.low | points.middle | points.high) != 0


def meet(one: Points, other: Points) -> bool:
    """Have two sets a point in common?"""
    return ((one.low & other.low) | (one.middle & other.middle) | (one.high & other.high)) != 0


def same(one: Points, other: Points) -> bool:
    """Are two sets equal?"""
    return ((one.low ^ other.low) | (one.middle ^ other.middle) | (one.high ^ other.high)) == 0


def holds(points: Points, point: int) -> bool:
    """Is this point in the set?"""
    if point < WORD:
        return points.low >> point & 1 == 1
    if point < 2 * WORD:
        return points.middle >> (point - WORD) & 1 == 1
    return points.high >> (point - 2 * WORD) & 1 == 1


def number_of(points: Points) -> int:
    """How many points there are in the set."""
    return count(points.low) + count(points.middle) + count(points.high)


def first_of(points: Points) -> int:
    """The lowest point of a set that has one."""
    if points.low:
        return lowest(points.low)
    if points.middle:
        return WORD + lowest(points.middle)
    return 2 * WORD + lowest(points.high)


def after_first(points: Points) -> Points:
    """The set without its lowest point."""
    if points.low:
        return Points(without_lowest(points.low), points.middle, points.high)
    if points.middle:
        return Points(0, without_lowest(points.middle), points.high)
    return Points(0, 0, without_lowest(points.high))


def each(points: Points) -> Iterator[int]:
    """The points of a set, from the lowest."""
    word, base = points.low, 0
    for number in range(3):
        if number == 1:
            word, base = points.middle, WORD
        elif number == 2:
            word, base = points.high, 2 * WORD
        while word:
            yield base + lowest(word)
            word = without_lowest(word)


def mixed(points: Points, number: int) -> int:
    """A hash of a set and a number."""
    return mix(mix(mix(number ^ SALT) ^ points.low) ^ points.middle) ^ points.high
