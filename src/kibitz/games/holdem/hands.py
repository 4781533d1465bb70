"""How strong a hand of up to five cards is, the same in Python and in machine code.

Straights and flushes are of five cards: smaller hands have none. A card is a bit, number suit × ranks + rank.
"""

from __future__ import annotations

from kibitz.native import jit
from kibitz.native.bits import count, lowest

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
KIND = 1 << 24  # the ranks behind a kind take less
WHEEL = 0b1000000001111  # ace to five, where the deck has all thirteen ranks


@jit
def strength(cards: int, ranks: int, suits: int) -> int:
    """A number that is higher for the better of two hands of the same size, and equal where they tie."""
    column = lowest_of_each(ranks, suits)
    pairs, threes, fours, order, distinct = 0, 0, 0, 0, 0
    for size in range(4, 0, -1):
        for rank in range(ranks - 1, -1, -1):
            if count(cards >> rank & column) == size:
                order = order * (ranks + 1) + rank + 1
                distinct |= 1 << rank
                pairs += size == 2
                threes += size == 3
                fours += size == 4
    if fours > 0:
        return FOUR * KIND + order
    if threes > 0:
        return (FULL_HOUSE if pairs > 0 else THREE) * KIND + order
    if pairs > 0:
        return (TWO_PAIRS if pairs == 2 else PAIR) * KIND + order
    if count(cards) < 5:
        return order
    if ranks == 13 and distinct == WHEEL:
        order = 0
    is_straight = distinct >> lowest(distinct) == 0b11111 or (ranks == 13 and distinct == WHEEL)
    if is_flush(cards, ranks, suits):
        return (STRAIGHT_FLUSH if is_straight else FLUSH) * KIND + order
    return (STRAIGHT if is_straight else HIGH_CARD) * KIND + order


@jit
def lowest_of_each(ranks: int, suits: int) -> int:
    """The lowest card of each suit."""
    cards = 0
    for suit in range(suits):
        cards |= 1 << suit * ranks
    return cards


@jit
def is_flush(cards: int, ranks: int, suits: int) -> bool:
    """Are all cards of one suit?"""
    for suit in range(suits):
        if (
            cards >> suit * ranks & ((1 << ranks) - 1) == cards >> suit * ranks
            and cards & ((1 << suit * ranks) - 1) == 0
        ):
            return True
    return False
