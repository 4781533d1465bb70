"""The cards on the table in one integer: what has been played, in which order, and what is winning.

bit  0–5 first card   6–11 second   12–17 third   18–20 how many
    21–26 the winning card   27–28 its place   29 has another card of its suit been played?
"""

from __future__ import annotations

from kibitz.games.bridge.cards import suit_of

ORDER = (1 << 18) - 1


def trick_size(trick: int) -> int:
    """How many cards lie on the table."""
    return trick >> 18 & 7


def best_card(trick: int) -> int:
    """The card that is winning."""
    return trick >> 21 & 63


def winning_place(trick: int) -> int:
    """Its place in the order of play, from 0."""
    return trick >> 27 & 3


def is_contested(trick: int) -> bool:
    """Does it win by its rank: is another card of its suit on the table?"""
    return trick >> 29 != 0


def with_card(trick: int, card: int, trump: int) -> int:
    """One card more."""
    number = trick_size(trick)
    if number == 0:
        return card | 1 << 18 | card << 21
    best, place, contested = best_card(trick), winning_place(trick), trick >> 29
    if suit_of(card) == suit_of(best):
        contested = 1
        if card > best:
            best, place = card, number
    elif suit_of(card) == trump:
        best, place, contested = card, number, 0
    order = trick & ORDER
    if number < 3:
        order |= card << (6 * number)
    return order | (number + 1) << 18 | best << 21 | place << 27 | contested << 29


def cards_of(trick: int) -> list[int]:
    """The cards in the order in which they were played. For people: not compiled."""
    return [trick >> 6 * place & 63 for place in range(trick_size(trick))]
