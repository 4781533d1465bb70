"""Arithmetic on all four suits at once, and on the cards of one."""

from __future__ import annotations

from kibitz.games.bridge.cards import LANE, SUIT, suit_of
from kibitz.native.bits import count, down, highest, up, wrap

PAIRS = 0x5555555555555555
FOURS = 0x3333333333333333
EIGHTS = 0x0F0F0F0F0F0F0F0F
SIXTEENS = 0x001F001F001F001F
# What may be moved up by 1, 2, 4 and 8 bits within each lane of sixteen:
BY_ONE, BY_TWO = wrap(0xFFFEFFFEFFFEFFFE), wrap(0xFFFCFFFCFFFCFFFC)
BY_FOUR, BY_EIGHT = wrap(0xFFF0FFF0FFF0FFF0), wrap(0xFF00FF00FF00FF00)


def lane_counts(hand: int) -> int:
    """How many cards of each suit a hand has, each number where its suit begins."""
    pairs = hand - (down(hand, 1) & PAIRS)
    fours = (pairs & FOURS) + (down(pairs, 2) & FOURS)
    eights = (fours + down(fours, 4)) & EIGHTS
    return (eights + down(eights, 8)) & SIXTEENS


def squeezed(one: int, other: int, held: int) -> tuple[int, int]:
    """Two sets of cards by rank among those that are held: in each suit, the gaps between these are closed.

    Every bit moves down by the number of gaps below it. It does so by 1, 2, 4 and 8, as the bits of that number
    say: `odd` marks the places with an odd number of gaps below that have not been dealt with.
    """
    mask = held
    gaps = up(~held, 1) & BY_ONE
    step = 1
    while step < LANE:
        odd = gaps ^ (up(gaps, 1) & BY_ONE)
        odd ^= up(odd, 2) & BY_TWO
        odd ^= up(odd, 4) & BY_FOUR
        odd ^= up(odd, 8) & BY_EIGHT
        moving = odd & mask
        mask = (mask ^ moving) | down(moving, step)
        part = one & moving
        one = (one ^ part) | down(part, step)
        part = other & moving
        other = (other ^ part) | down(part, step)
        gaps &= ~odd
        step *= 2
    return one, other


def top_run(own: int, everything: int) -> int:
    """How many of the highest cards of a suit one hand has, without a gap."""
    others = everything & ~own
    return count(own & -(1 << highest(others) + 1)) if others else count(own)


def tops(cards: int, number: int) -> int:
    """The highest cards of a suit, of the given number."""
    found = 0
    while number > 0 and cards:
        card = 1 << highest(cards)
        found |= card
        cards ^= card
        number -= 1
    return found


def beyond(card: int, others: int) -> int:
    """The first of other cards above this one in its suit, as a bit; without one, the first bit above the suit."""
    above = others & -(2 << card) & (SUIT << (card & 48))
    return above & -above if above else (SUIT + 1) << (card & 48)


def strength(card: int, led: int, trump: int) -> int:
    """How much a card can do in a trick: below 16 nothing, below 32 by following suit, above as a trump."""
    suit = suit_of(card)
    if suit == trump:
        return (card & 15) + 33
    return (card & 15) + 17 if suit == led else card & 15


def potential(hand: int, led: int, trump: int) -> int:
    """The strength of the best card that a hand may play when this suit is led."""
    following = down(hand, LANE * led) & SUIT
    if following:
        return highest(following) + (33 if led == trump else 17)
    if trump < 4:
        trumps = down(hand, LANE * trump) & SUIT
        if trumps:
            return highest(trumps) + 33
    return 0
