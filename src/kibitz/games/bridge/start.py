"""How a game of bridge begins: a deal drawn at random, a trump, and who leads."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from random import Random

from kibitz.games.bridge.cards import DECK, LANE, rising


@dataclass(frozen=True)
class Start:
    """How a game begins. Kept out of the class's constants, or every deal would need machine code of its own."""

    deal: int
    trump: int
    leader: int


@functools.cache
def dealt(number: int, cards: int) -> tuple[int, int, int, int]:
    """Four random hands of this many cards, the same for the same number."""
    lowest_rank = 13 - cards
    deck = [card for card in rising(DECK) if card % LANE >= lowest_rank]
    Random(number).shuffle(deck)
    north, east, south, west = (sum(1 << card for card in deck[seat::4]) for seat in range(4))
    return north, east, south, west
