"""A quick guess at what a position is worth, for a search that has to stop somewhere."""

from __future__ import annotations

from math import sqrt

from kibitz.games.backgammon.checkers import BAR, BOARD, HOME_BOARD, Side, made, number, occupied, pips
from kibitz.native.bits import count, highest, lowest, without_lowest

HALF_A_ROLL = 4.0  # pips: being about to roll
SPREAD = 3.55  # the variance of a race, for each pip left to go

GOOD_HOME = 0b1111000  # the points 3 to 6
DEEP_HOME = 0b110
OUTSIDE = 0b11111 << 7  # where points lengthen the wall before the home board
ANCHORS = 0b111 << 20  # the best points to hold in the opponent's home board
SIX = 0b111111  # what a single die reaches


def equity(mine: Side, theirs: Side) -> float:
    """What the player about to roll may expect, between -3 and 3.

    Who leads in the race and, while there are still checkers to be hit or blocked, how well each side's stand.
    """
    my_pips, their_pips = pips(mine), pips(theirs)
    lead = their_pips - my_pips + HALF_A_ROLL
    race = lead / sqrt(lead * lead + SPREAD * (my_pips + their_pips))
    if highest(occupied(mine) & ~1) + highest(occupied(theirs) & ~1) < BAR:
        return race
    guess = 0.75 * race + standing(mine, theirs, 0.25) - standing(theirs, mine, 1.0)
    return max(-2.5, min(2.5, guess))


def standing(side: Side, other: Side, exposure: float) -> float:
    """How well a side's checkers stand: points that block and hold, blots that may be hit, checkers left behind.

    `exposure` weighs the danger to blots: less for the side about to roll, which can still cover them.
    """
    places, held, others = occupied(side), made(side) & BOARD, occupied(other)
    their_home = count(made(other) & HOME_BOARD)
    total = 0.12 * count(held & GOOD_HOME) + 0.02 * count(held & DEEP_HOME)
    if others >> 19:  # a checker behind can still be held in
        wall = held & held >> 1 & held >> 2
        total += 0.03 * count(held & OUTSIDE) + 0.05 * count(wall) + 0.09 * count(wall & held >> 3)
    if held >> 19:
        total += 0.08 if held & ANCHORS else 0.05
    total -= 0.08 * count(places >> 22)
    total -= number(side, BAR) * (0.1 + 0.05 * their_home)
    blots = places & ~held & BOARD
    while blots:
        point = lowest(blots)
        total -= exposure * danger(point, others) * (0.12 + 0.0135 * (BAR - point) + 0.012 * their_home)
        blots = without_lowest(blots)
    return total


def danger(point: int, others: int) -> float:
    """How likely a lone checker on a point is hit: by how many of the other side's places, near or far behind it."""
    behind = others >> BAR - point + 1
    return min(0.75, 0.6 * count(behind & SIX) + 0.1 * count(behind >> 6 & SIX))
