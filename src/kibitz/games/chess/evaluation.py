"""What a position is worth: a guess, in hundredths of a pawn, as a weighted sum of terms.

The same functions sum the weights up and list the terms: `sheet.add(total, term, number)` does the one or the other.
What pieces on squares are worth is not summed up anew: every position carries it along, in the word `score`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput
from kibitz.evaluation.weights import Weights
from kibitz.games.chess.board import LIGHT, State, bishops, kings, knights, mover, occupied, pawns, queens, rooks
from kibitz.games.chess.evaluation_pawns import passed, passed_pawns, shelter, steps, structure
from kibitz.games.chess.evaluation_pieces import posts, reach, side_of, threats
from kibitz.games.chess.evaluation_terms import (
    BARE_KING_EDGE,
    BARE_KING_NEAR,
    FEATURES,
    HALF,
    MATERIAL,
    PIECE_WORDS,
    TEMPO,
    TERMS,
    WHOLE_PHASE,
    material,
    square_term,
    textbook,
    words_of,
)
from kibitz.native import Native
from kibitz.native.bits import count, lowest, without_lowest

WEIGHTS = Path(__file__).parent / "weights.npz"
EVALUATIONS = ("learned", "textbook", "material")
SIGN = 1 << HALF - 1
FIELD = (1 << HALF) - 1
MOST = 20_000  # no guess is larger
WHOLE_SCALE = 16  # an advantage in the endgame counts in full


class Summing(Native):
    """Sums words of weights up: pieces on squares first, then the terms."""

    bare = ("words",)

    def __init__(self, words: Any) -> None:
        self.words = words

    def add(self, total: int, term: int, number: int) -> int:
        """The sum with `number` times a term."""
        return total + int(self.words[PIECE_WORDS + term]) * number


class Listing(Native):
    """Counts terms in a list."""

    def add(self, total: list[int], term: int, number: int) -> list[int]:
        """The list with `number` times a term more."""
        total[term] += number
        return total


# ---------------------------------------------------------------- what a game is given


@functools.cache
def shipped() -> Weights:
    """The weights that come with the game; they say how they were made."""
    return Weights.load(WEIGHTS)


def weights_of(name: str) -> Weights:
    """The weights of an evaluation by its name."""
    if name == "material":
        return Weights("chess", FEATURES, 0, (), material())
    if name == "textbook" or (name == "learned" and not WEIGHTS.exists()):
        return Weights("chess", FEATURES, 0, (), textbook())
    if name == "learned":
        return shipped()
    raise BadInput(f"unknown evaluation {name!r}: expected one of {', '.join(EVALUATIONS)}")


def is_plain(weights: Any) -> bool:
    """Do only pieces count, each by its kind?"""
    return not weights[2 * (MATERIAL + 6) :].any()


# ---------------------------------------------------------------- the sum


def placed(game: Any, piece: int, square: int) -> int:
    """What a piece on a square adds to the sum that a position carries along; 0 for `NOTHING`."""
    return int(game.learned_sum.words[64 * piece + square])


def evaluate(game: Any, s: State) -> int:
    """What a position is worth to White."""
    total = s.score
    if not game.learned_plain:
        total = told(game.learned_sum, total, game._tables, s)
    end = ((total + SIGN) & FIELD) - SIGN
    rest = total - end >> HALF
    middle = ((rest + SIGN) & FIELD) - SIGN
    phase = min(rest - middle >> HALF, WHOLE_PHASE)
    scale = WHOLE_SCALE if game.learned_plain else endgame_scale(s, end)
    found = WHOLE_SCALE * middle * phase + end * scale * (WHOLE_PHASE - phase)
    half = WHOLE_SCALE * WHOLE_PHASE // 2
    # Rounded to the nearest whole number, halves away from 0, so that both sides see the same.
    worth = (found + half) // (2 * half) if found >= 0 else -((half - found) // (2 * half))
    return max(-MOST, min(MOST, worth))


def told(sheet: Any, total: Any, tables: Any, s: State) -> Any:
    """The sum, or the list, with all terms but those of pieces on squares."""
    everyone, king_board, pawn_board = occupied(s), kings(s), pawns(s)
    white = side_of(tables, s, everyone & ~s.black, king_board, 0)
    black = side_of(tables, s, s.black, king_board, 1)
    total, of_white = reach(sheet, total, tables, s, white, black, 0)
    total, of_black = reach(sheet, total, tables, s, black, white, 1)
    if pawn_board:
        total = structure(sheet, total, white.pawns, black.pawns, 0, 1)
        total = structure(sheet, total, black.pawns, white.pawns, 1, -1)
        found = passed_pawns(white.pawns, black.pawns, 0)
        at = white.king, black.king
        total = passed(sheet, total, found, everyone, of_black.all, rooks(s) & white.pieces, at, 0)
        found = passed_pawns(black.pawns, white.pawns, 1)
        at = black.king, white.king
        total = passed(sheet, total, found, everyone, of_white.all, rooks(s) & black.pieces, at, 1)
    total = shelter(sheet, total, white.pawns, black.pawns, white.king, 0)
    total = shelter(sheet, total, black.pawns, white.pawns, black.king, 1)
    total = posts(sheet, total, s, white, black, 0)
    total = posts(sheet, total, s, black, white, 1)
    total = threats(sheet, total, tables, s, white, black, of_white, of_black, 0)
    total = threats(sheet, total, tables, s, black, white, of_black, of_white, 1)
    if white.pieces & ~king_board == 0:
        total = driven(sheet, total, white.king, black.king, -1)
    elif black.pieces & ~king_board == 0:
        total = driven(sheet, total, black.king, white.king, 1)
    return sheet.add(total, TEMPO, 1 - 2 * mover(s))


def driven(sheet: Any, total: Any, bare: int, other: int, sign: int) -> Any:
    """A king without other pieces is driven to the edge, and the other king helps; `sign` is that of the other side."""
    rank, file = bare >> 3, bare & 7
    edge = max(abs(2 * rank - 7), abs(2 * file - 7)) // 2
    total = sheet.add(total, BARE_KING_EDGE, sign * edge)
    return sheet.add(total, BARE_KING_NEAR, sign * (7 - steps(bare, other)))


def endgame_scale(s: State, end: int) -> int:
    """How much of an advantage in the endgame counts, in sixteenths: little where it hardly ever wins."""
    pieces = occupied(s)
    strong = (pieces & ~s.black) if end >= 0 else s.black
    own_pawns = pawns(s) & strong
    large = queens(s) | rooks(s)
    minors = bishops(s) | knights(s)
    if own_pawns == 0:
        lead = 5 * (count(rooks(s) & strong) - count(rooks(s) & ~strong))
        lead += 9 * (count(queens(s) & strong) - count(queens(s) & ~strong))
        lead += 3 * (count(minors & strong) - count(minors & ~strong))
        if lead <= 3:  # a minor piece ahead wins nothing without a pawn
            return 1 if pawns(s) == 0 else 3
        return WHOLE_SCALE
    bishop_board = bishops(s)
    if count(bishop_board & strong) == 1 and count(bishop_board & ~strong) == 1:
        apart = (bishop_board & LIGHT != 0) and (bishop_board & ~LIGHT != 0)
        if apart:
            return 8 if (large | knights(s)) == 0 else 13
    return WHOLE_SCALE


# ---------------------------------------------------------------- the terms


def listed(game: Any, s: State) -> list[int]:
    """How much there is of every term."""
    counts = [0] * TERMS
    left = occupied(s)
    while left:
        square = lowest(left)
        left = without_lowest(left)
        kind = (s.first >> square & 1) | (s.second >> square & 1) << 1 | (s.third >> square & 1) << 2
        player = s.black >> square & 1
        counts[MATERIAL + kind - 1] += 1 - 2 * player
        counts[square_term(kind, square, player)] += 1 - 2 * player
    return told(game.learned_list, counts, game._tables, s)  # type: ignore[no-any-return]


def features(game: Any, s: State) -> Iterator[tuple[int, float]]:
    """The terms' numbers for the middle game and the endgame, and how much there is of them, seen by White."""
    total = told(game.learned_sum, s.score, game._tables, s)
    end = ((total + SIGN) & FIELD) - SIGN
    minors, straights = count(knights(s) | bishops(s)), count(rooks(s))
    phase = min(minors + 2 * straights + 4 * count(queens(s)), WHOLE_PHASE)
    early = phase / WHOLE_PHASE
    late = (1.0 - early) * endgame_scale(s, end) / WHOLE_SCALE
    counts = listed(game, s)
    for term in range(TERMS):
        if counts[term] != 0:
            if phase > 0:
                yield 2 * term, counts[term] * early
            if phase < WHOLE_PHASE:
                yield 2 * term + 1, counts[term] * late


__all__ = [
    "EVALUATIONS",
    "FEATURES",
    "Listing",
    "Summing",
    "evaluate",
    "features",
    "is_plain",
    "placed",
    "shipped",
    "weights_of",
    "words_of",
]
