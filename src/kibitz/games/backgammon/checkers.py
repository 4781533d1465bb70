"""One player's fifteen checkers in two integers, and where they can go."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.native.bits import count, highest

CHECKERS = 15
OFF = 0
HOME = 6  # the last point of a player's home board
POINTS = 24
BAR = 25
FIELD = 5  # bits in which the number of a place fits

ALL = (1 << BAR + 1) - 1  # every place
BOARD = ALL & ~(1 << OFF) & ~(1 << BAR)
HOME_BOARD = (1 << HOME + 1) - 2
DONE = 1 | 1 << 32  # the two digits of a word that belong to place 0


class Side(NamedTuple):
    """How many checkers a player has on each place: 0 is off, 1 to 24 are the points as this player counts them, 25 is
    the bar.

    A number of checkers is written in binary, and its four digits are kept apart:

                 bits 32 to 57    bits 0 to 25
        low      the twos         the ones
        high     the eights       the fours

    So a question about all places at once, such as where two or more stand, takes a few operations.
    """

    low: int
    high: int


def occupied(side: Side) -> int:
    """The places, one bit each, with a checker on them."""
    digits = side.low | side.high
    return (digits | digits >> 32) & ALL


def made(side: Side) -> int:
    """The places with two checkers or more."""
    return (side.low >> 32 | side.high | side.high >> 32) & ALL


def number(side: Side, place: int) -> int:
    """How many checkers stand on a place."""
    low, high = side.low >> place, side.high >> place
    return (low & 1) + 2 * (low >> 32 & 1) + 4 * (high & 1) + 8 * (high >> 32 & 1)


def is_done(side: Side) -> bool:
    """Are all fifteen checkers off?"""
    return side.low & side.high & DONE == DONE


def with_one(side: Side, place: int) -> Side:
    """One checker more on a place: a digit that falls to 0 carries into the next."""
    low, high = side.low, side.high
    digit = 1 << place
    low ^= digit
    digit = (digit & ~low) << 32
    low ^= digit
    digit = (digit & ~low) >> 32
    high ^= digit
    high ^= (digit & ~high) << 32
    return Side(low, high)


def without_one(side: Side, place: int) -> Side:
    """One checker less on a place: a digit that rises to 1 borrows from the next."""
    low, high = side.low, side.high
    digit = 1 << place
    low ^= digit
    digit = (digit & low) << 32
    low ^= digit
    digit = (digit & low) >> 32
    high ^= digit
    high ^= (digit & high) << 32
    return Side(low, high)


def moved(side: Side, source: int, die: int) -> Side:
    """One checker moved by a die, off the board if that leads beyond it."""
    return with_one(without_one(side, source), max(source - die, OFF))


def reflected(places: int) -> int:
    """These places as the other player counts them: 1 is 24, and the bar is off."""
    places = (places & 0x55555555) << 1 | places >> 1 & 0x55555555
    places = (places & 0x33333333) << 2 | places >> 2 & 0x33333333
    places = (places & 0x0F0F0F0F) << 4 | places >> 4 & 0x0F0F0F0F
    places = (places & 0x00FF00FF) << 8 | places >> 8 & 0x00FF00FF
    places = (places & 0x0000FFFF) << 16 | places >> 16
    return places >> 6


def sources(places: int, blocked: int, die: int) -> int:
    """Where a checker can be moved from by a die, given where the player's checkers and the opponent's points are.

    Both in the player's count, one bit a place. From the bar if a checker is there; off the board only when all are at
    home, and with more than is needed only from the rearmost point.
    """
    if places >> BAR & 1:
        return 0 if blocked >> BAR - die & 1 else 1 << BAR
    places &= BOARD
    found = places & ~(blocked << die) & ~((1 << die + 1) - 1)
    if places >> HOME + 1 == 0 and places:
        if places >> die & 1:
            found |= 1 << die
        elif places >> die == 0:
            found |= 1 << highest(places)
    return found


def pips(side: Side) -> int:
    """How many points all checkers together have to go."""
    total = 0
    for power in range(5):
        rows = side.low & PLACES_BY_DIGIT[power]
        more = side.high & PLACES_BY_DIGIT[power]
        ones = count(rows & ALL) + 2 * count(rows >> 32) + 4 * count(more & ALL) + 8 * count(more >> 32)
        total += ones << power
    return total


# The places whose number has this binary digit, in both halves of a word.
PLACES_BY_DIGIT = tuple(
    sum((1 << place) * DONE for place in range(BAR + 1) if place >> power & 1) for power in range(5)
)
