"""The checkers board as bits: its squares, and what can be said of a set of them."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.native.bits import mix

SQUARES = 32
PLACES = 35  # bits of a board, three of them between the rows

# The dark squares have the numbers 1 to 32, from the top. Each has a place, the bit that stands for it: a place is left
# out after every second row, so that a step down is always 4 or 5 places, and a step off the board leads nowhere.
#
#         1   2   3   4          0   1   2   3  (8)
#       5   6   7   8          4   5   6   7
#         9  10  11  12          9  10  11  12 (17)
#      13  14  15  16         13  14  15  16
#        17  18  19  20         18  19  20  21 (26)
#      21  22  23  24         22  23  24  25
#        25  26  27  28         27  28  29  30
#      29  30  31  32         31  32  33  34
BOARD = (1 << PLACES) - 1 & ~(1 << 8 | 1 << 17 | 1 << 26)
TOP = 0b1111
BOTTOM = TOP << 31
LEFT, RIGHT = 4, 5  # places down to the left and down to the right

BLACK, WHITE = 0, 1  # Black begins, at the top
WAYS = 4  # down left, down right, up right, up left: two ways that differ by 2 are opposite
DOWN, UP, ALL = 0b0011, 0b1100, 0b1111  # sets of ways, one bit each


class State(NamedTuple):
    """Who stands where, one bit a place."""

    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both
    mover: int  # BLACK or WHITE
    still: int  # plies since a piece was taken or a man moved


def place_of(number: int) -> int:
    """The place of a square, numbered from 1."""
    return number - 1 + (number - 1) // 8


def number_of(place: int) -> int:
    """The number, from 1, of the square at a place."""
    return place + 1 - (place + 1) // 9


def moved(places: int, way: int) -> int:
    """Places a step further on their way; a step off the board ends beyond `BOARD`."""
    if way == 0:
        return places << LEFT
    if way == 1:
        return places << RIGHT
    if way == 2:
        return places >> LEFT
    return places >> RIGHT


def turned(places: int) -> int:
    """The board turned round: the place of square 1 is that of square 32, and so on."""
    # Halves change sides, then quarters, and so on, as the bits of a word of 64 are reversed.
    places = (places & 0x5555555555) << 1 | places >> 1 & 0x5555555555
    places = (places & 0x3333333333) << 2 | places >> 2 & 0x3333333333
    places = (places & 0x0F0F0F0F0F) << 4 | places >> 4 & 0x0F0F0F0F0F
    high, low = places >> 32 & 0xFF, places & 0xFF
    second, middle, fourth = places >> 24 & 0xFF, places >> 16 & 0xFF, places >> 8 & 0xFF
    return (low << 32 | fourth << 24 | middle << 16 | second << 8 | high) >> 5


def position_key(s: State) -> int:
    """A hash of all that makes two positions the same: not of the plies that only count towards a draw."""
    return mix(mix(mix(s.mine << 1 | s.mover) ^ s.theirs) ^ s.kings)
