"""What a position of checkers is worth, where a search has to stop: a plain count of pieces, or a sum of terms.

Every term has two weights, one for a board with all 24 pieces and one for an empty board; on the way its worth goes
from one to the other. The same functions sum the weights up and list the terms: `sheet.add(total, term, number)` does
the one or the other.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.evaluation.weights import Weights
from kibitz.games.checkers.board import BLACK, BOARD, TOP, State, number_of, turned
from kibitz.native import Native
from kibitz.native.bits import count, lowest, without_lowest

WEIGHTS = Path(__file__).parent / "weights.npz"
EVALUATIONS = ("learned", "material")
MAN = 100  # values are hundredths of a man
KING = 150
ALL_PIECES = 24
MOST = 20_000  # no guess is larger

# The terms, each of the player to move less of the other. Squares are counted from 0, from a player's own back row.
TO_MOVE, MEN, KINGS, STEPS, KING_STEPS, TRAPPED, PAIRS, ATTACKED, GUARD, THE_MOVE, RUNAWAYS, TO_GO, LOPSIDED = range(13)
MAN_AT = 13  # one for each of the 28 squares where a man can be
KING_AT = MAN_AT + 28
TERMS = KING_AT + 32
FEATURES = 2 * TERMS

OWN_ROWS = TOP | TOP << 9 | TOP << 18 | TOP << 27  # the first, third, fifth and seventh
GUARDED = 0b0101  # the squares 1 and 3: where men hold both, hardly a man gets past
LEFT_HALF = 0b0011 * (1 | 1 << 4 | 1 << 9 | 1 << 13 | 1 << 18 | 1 << 22 | 1 << 27 | 1 << 31)


class Summing(Native):
    """Sums up what terms are worth, in 24ths of a hundredth: a row of weights for each number of pieces."""

    bare = ("rows",)

    def __init__(self, weights: Any) -> None:
        import numpy as np

        full, empty = np.asarray(weights).round().astype(np.int64).reshape(2, TERMS)
        pieces = np.arange(ALL_PIECES + 1)[:, None]
        self.rows = np.ascontiguousarray((full * pieces + empty * (ALL_PIECES - pieces)).ravel())

    def add(self, total: int, term: int, number: int) -> int:
        """The sum with `number` times a term."""
        return total + int(self.rows[term]) * number


class Listing(Native):
    """Counts terms in a list."""

    def add(self, total: list[int], term: int, number: int) -> list[int]:
        """The list with `number` times a term more."""
        total[term] += number
        return total


# ---------------------------------------------------------------- weights


@functools.cache
def shipped() -> Weights:
    """The weights that come with the game; docs/games/checkers.md says how they were made."""
    return Weights.load(WEIGHTS)


def weights_of(evaluation: str) -> Weights:
    """The weights of an evaluation by its name."""
    return shipped() if evaluation == "learned" and WEIGHTS.exists() else counted()


def counted() -> Weights:
    """A plain count of pieces as weights: what learning starts from."""
    import numpy as np

    values = np.zeros(FEATURES)
    for first in (0, TERMS):
        values[first + MEN], values[first + KINGS] = MAN, KING
    return Weights("checkers", FEATURES, 0, (), values)


# ---------------------------------------------------------------- the sum


def material(s: State) -> int:
    """Men and kings of the player to move, less those of the other."""
    mine = MAN * count(s.mine) + (KING - MAN) * count(s.mine & s.kings)
    theirs = MAN * count(s.theirs) + (KING - MAN) * count(s.theirs & s.kings)
    return mine - theirs


def summed(sheet: Summing, s: State) -> int:
    """What a position is worth to the player to move."""
    total: int = told(sheet, 0, count(s.mine | s.theirs) * TERMS, s)
    half = ALL_PIECES // 2
    # Rounded to the nearest whole number, halves away from 0, so that both sides see the same.
    worth = (total + half) // ALL_PIECES if total >= 0 else -((half - total) // ALL_PIECES)
    return max(-MOST, min(MOST, worth))


def features(sheet: Listing, s: State) -> Iterator[tuple[int, float]]:
    """The terms, each once for a full and once for an empty board, and how much there is of them."""
    counts = told(sheet, [0] * TERMS, 0, s)
    full = count(s.mine | s.theirs) / ALL_PIECES
    for term in range(TERMS):
        if counts[term] != 0:
            yield term, counts[term] * full
            yield TERMS + term, counts[term] * (1.0 - full)


def told(sheet: Any, total: Any, first: int, s: State) -> Any:
    """The sum, or the list, with all terms; `first` is the number of the first one."""
    black, white = (s.mine, s.theirs) if s.mover == BLACK else (s.theirs, s.mine)
    sign = 1 if s.mover == BLACK else -1
    total = sheet.add(total, first + TO_MOVE, 1)
    # The move, or opposition: who will have to give way when the pieces meet. Counted on the rows of whoever moves.
    on_rows = count((black | white) & OWN_ROWS) if s.mover == BLACK else count((black | white) & ~OWN_ROWS)
    total = sheet.add(total, first + THE_MOVE, 2 * (on_rows & 1) - 1)
    total = side(sheet, total, first, black, white, s.kings, sign)
    return side(sheet, total, first, turned(white), turned(black), turned(s.kings), -sign)


def side(sheet: Any, total: Any, first: int, own: int, other: int, kings: int, sign: int) -> Any:
    """The terms of one side, on a board that is turned so that its men go down."""
    free = BOARD & ~(own | other)
    men, crowned = own & ~kings, own & kings
    total = sheet.add(total, first + MEN, sign * count(men))
    total = sheet.add(total, first + STEPS, sign * (count(men << 4 & free) + count(men << 5 & free)))
    total = sheet.add(total, first + PAIRS, sign * (count(own << 4 & men) + count(own << 5 & men)))
    total = sheet.add(total, first + ATTACKED, sign * count(attacked(own, other, other & kings, free)))
    total = sheet.add(total, first + LOPSIDED, sign * abs(2 * count(own & LEFT_HALF) - count(own)))
    if men & GUARDED == GUARDED:
        total = sheet.add(total, first + GUARD, sign)
    loose = runaways(men, other)
    while loose:
        row = (number_of(lowest(loose)) - 1) // 4
        loose = without_lowest(loose)
        total = sheet.add(total, first + RUNAWAYS, sign)
        total = sheet.add(total, first + TO_GO, sign * (7 - row))
    while men:
        total = sheet.add(total, first + MAN_AT + number_of(lowest(men)) - 1, sign)
        men = without_lowest(men)
    if crowned:
        around = count(crowned << 4 & free) + count(crowned << 5 & free)
        around += count(crowned >> 4 & free) + count(crowned >> 5 & free)
        total = sheet.add(total, first + KINGS, sign * count(crowned))
        total = sheet.add(total, first + KING_STEPS, sign * around)
        stuck = crowned & ~(free >> 4 | free >> 5 | free << 4 | free << 5)
        total = sheet.add(total, first + TRAPPED, sign * count(stuck))
        while crowned:
            total = sheet.add(total, first + KING_AT + number_of(lowest(crowned)) - 1, sign)
            crowned = without_lowest(crowned)
    return total


def attacked(own: int, other: int, enemy_kings: int, free: int) -> int:
    """The pieces that the other side, whose men go up, could take if it were to move."""
    found = own & (other >> 4 & free << 4 | other >> 5 & free << 5)
    return found | own & (enemy_kings << 4 & free >> 4 | enemy_kings << 5 & free >> 5)


def runaways(men: int, enemies: int) -> int:
    """The men, going down, that no enemy stands ahead of, whichever way they go."""
    behind = enemies
    for _ in range(7):
        behind |= (behind >> 4 | behind >> 5) & BOARD
    return men & ~behind
