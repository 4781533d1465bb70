"""What a position of checkers is worth, where a search has to stop: a plain count of pieces, or a sum of what is seen.

Every feature is seen twice, once by how full the board still is and once by how empty: so it has two weights, one for a
board with all 24 pieces and one for an empty board, and what it is worth on the way goes from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.evaluation.weights import Weights
from kibitz.games.checkers.board import BLACK, BOARD, TOP, State, number_of, turned
from kibitz.native.bits import count, lowest, without_lowest

EVALUATIONS = ("learned", "material")
MAN = 100  # values are hundredths of a man
KING = 150
ALL_PIECES = 24
MOST = 20_000.0  # what a guess never exceeds

# What is seen, mostly of the player to move less of the other. Squares are counted from 0, from a player's own back row.
TO_MOVE, MEN, KINGS, STEPS, KING_STEPS, TRAPPED, PAIRS, ATTACKED, BRIDGE, THE_MOVE, RUNAWAY, TO_GO, LOPSIDED = range(13)
MAN_AT = 13  # … on each of the 28 squares where a man can be
KING_AT = MAN_AT + 28
SEEN = KING_AT + 32
FEATURES = 2 * SEEN

ODD_ROWS = TOP | TOP << 9 | TOP << 18 | TOP << 27  # the first, third, fifth and seventh
GUARD = 0b0101  # the squares 1 and 3: with both held, no man gets past easily
LEFT_SIDE = 0b0011 * (1 | 1 << 4 | 1 << 9 | 1 << 13 | 1 << 18 | 1 << 22 | 1 << 27 | 1 << 31)


def material(s: State) -> int:
    """Men and kings of the player to move, less those of the other."""
    mine = MAN * count(s.mine) + (KING - MAN) * count(s.mine & s.kings)
    theirs = MAN * count(s.theirs) + (KING - MAN) * count(s.theirs & s.kings)
    return mine - theirs


def counted() -> Weights:
    """A plain count of pieces as weights: what learning starts from."""
    import numpy as np

    values = np.zeros(FEATURES)
    for half in (0, SEEN):
        values[half + MEN], values[half + KINGS] = MAN, KING
    return Weights("checkers", FEATURES, 0, (), values)


def features(s: State) -> Iterator[tuple[int, float]]:
    """What the player to move sees: the number of each feature, and how much of it there is."""
    mine, theirs, kings = s.mine, s.theirs, s.kings
    if s.mover != BLACK:
        mine, theirs, kings = turned(mine), turned(theirs), turned(kings)
    # The other player's side, turned so that its men go down too.
    other_mine, other_theirs, other_kings = turned(theirs), turned(mine), turned(kings)
    my_run, their_run = runaways(mine & ~kings, theirs), runaways(other_mine & ~other_kings, other_theirs)
    full = count(mine | theirs) / ALL_PIECES
    for half in range(2):
        first = half * SEEN
        share = full if half == 0 else 1.0 - full
        yield first + TO_MOVE, share
        yield first + MEN, share * (count(mine & ~kings) - count(theirs & ~kings))
        yield first + KINGS, share * (count(mine & kings) - count(theirs & kings))
        yield first + STEPS, share * (steps_down(mine & ~kings, mine | theirs) - steps_down(other_mine & ~other_kings, other_mine | other_theirs))
        yield first + KING_STEPS, share * (king_steps(mine & kings, mine | theirs) - king_steps(theirs & kings, mine | theirs))
        yield first + TRAPPED, share * (trapped(mine & kings, mine | theirs) - trapped(theirs & kings, mine | theirs))
        yield first + PAIRS, share * (pairs(mine, kings) - pairs(other_mine, other_kings))
        yield first + ATTACKED, share * (attacked(mine, theirs, kings) - attacked(other_mine, other_theirs, other_kings))
        yield first + BRIDGE, share * (is_guarded(mine & ~kings) - is_guarded(other_mine & ~other_kings))
        yield first + THE_MOVE, share * (2 * (count((mine | theirs) & ODD_ROWS) & 1) - 1)
        yield first + RUNAWAY, share * (count(my_run) - count(their_run))
        yield first + TO_GO, share * (rows_to_go(my_run) - rows_to_go(their_run))
        yield first + LOPSIDED, share * (leaning(mine) - leaning(other_mine))
        for turn in range(2):
            left = other_mine if turn else mine
            crowned = other_kings if turn else kings
            amount = -share if turn else share
            while left:
                place = lowest(left)
                left = without_lowest(left)
                yield first + (KING_AT if crowned >> place & 1 else MAN_AT) + number_of(place) - 1, amount


def steps_down(men: int, occupied: int) -> int:
    """How many steps ahead these men, which go down, have."""
    free = BOARD & ~occupied
    return count(men << 4 & free) + count(men << 5 & free)


def king_steps(kings: int, occupied: int) -> int:
    """How many steps these kings have."""
    free = BOARD & ~occupied
    return count(kings << 4 & free) + count(kings << 5 & free) + count(kings >> 4 & free) + count(kings >> 5 & free)


def trapped(kings: int, occupied: int) -> int:
    """How many of these kings have no step."""
    free = BOARD & ~occupied
    return count(kings & ~(free >> 4 | free >> 5 | free << 4 | free << 5))


def pairs(pieces: int, kings: int) -> int:
    """How often a man that goes down has a piece of its own right behind it."""
    men = pieces & ~kings
    return count(pieces << 4 & men) + count(pieces << 5 & men)


def attacked(mine: int, theirs: int, kings: int) -> int:
    """How many of my pieces the other could take if it were to move, with its men going up."""
    free = BOARD & ~(mine | theirs)
    enemy_kings = theirs & kings
    found = mine & (theirs >> 4 & free << 4 | theirs >> 5 & free << 5)
    found |= mine & (enemy_kings << 4 & free >> 4 | enemy_kings << 5 & free >> 5)
    return count(found)


def is_guarded(men: int) -> int:
    """1 where men hold the squares 1 and 3 of their own back row."""
    return 1 if men & GUARD == GUARD else 0


def runaways(men: int, enemies: int) -> int:
    """The men, going down, that no enemy stands ahead of, however they go."""
    behind = enemies
    for _ in range(7):
        behind |= (behind >> 4 | behind >> 5) & BOARD
    return men & ~behind


def rows_to_go(men: int) -> int:
    """How many rows these men, going down, are away from the last one, together."""
    total = 0
    while men:
        total += 7 - (number_of(lowest(men)) - 1) // 4
        men = without_lowest(men)
    return total


def leaning(pieces: int) -> int:
    """How many more pieces stand in one half of the board than in the other, left and right."""
    return abs(2 * count(pieces & LEFT_SIDE) - count(pieces))
