"""Cards as bits: sixteen for each suit, clubs lowest, and in a suit the two lowest and the ace at bit 12.

    bit 63 ─┐ spades ┌─ 48   hearts   32  diamonds   16    clubs   ┌─ bit 0
            ...AKQJT98765432 ...AKQJT98765432 ...AKQJT98765432 ...AKQJT98765432

A card is the number of its bit; a hand is an integer of 64 bits. Seats go round the table with the clock.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.native.bits import count, highest, lowest, without_lowest

RANKS = "23456789TJQKA"
SUITS = "CDHS"
TRUMPS = "CDHSN"
SEATS = "NESW"

NORTH, EAST, SOUTH, WEST = range(4)
LANE = 16  # bits for each suit
SUIT = 0x1FFF  # the cards of the lowest suit
NO_TRUMP = 4
DECK = SUIT | SUIT << 16 | SUIT << 32 | SUIT << 48


def suit_of(card: int) -> int:
    """The suit of a card: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card >> 4


def of_suit(cards: int, suit: int) -> int:
    """Those of the cards that are of a suit."""
    return cards & (SUIT << (LANE * suit))


def beats(card: int, best: int, trump: int) -> bool:
    """Does a card that is played later win against the best one so far?"""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


def falling(cards: int) -> Iterator[int]:
    """The cards from the highest to the lowest, spades first. For people: not compiled."""
    while cards:
        yield highest(cards)
        cards &= ~(1 << highest(cards))


def rising(cards: int) -> Iterator[int]:
    """The cards from the lowest to the highest, clubs first."""
    while cards:
        yield lowest(cards)
        cards = without_lowest(cards)


def card_text(card: int) -> str:
    """Suit and rank: `SA`."""
    return SUITS[suit_of(card)] + RANKS[card % LANE]


def hand_text(hand: int) -> str:
    """Spades, hearts, diamonds and clubs, the highest first: `AK.Q..`."""
    return ".".join("".join(RANKS[card % LANE] for card in falling(of_suit(hand, suit))) for suit in (3, 2, 1, 0))


def size(hand: int) -> int:
    """How many cards a hand holds."""
    return count(hand)
