"""What attacks what."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.board import (
    State,
    diagonal_sliders,
    kings,
    knights,
    occupied,
    occupied_by,
    pawns,
    straight_sliders,
)
from kibitz.games.chess.magics import BETWEEN, DIAGONAL, KING_STEPS, KNIGHT_STEPS, PAWN_TAKES, STRAIGHT
from kibitz.native.bits import lowest, multiply, without_lowest

Words = Any  # a row of 64-bit integers, which compiled code has as a bare pointer


def slides(tables: Words, at: int, pieces: int) -> int:
    """Where a slider goes until a piece is in its way; `at` is the entry of its square in `STRAIGHT` or `DIAGONAL`.

    The index is signed, and counted from the middle of the square's targets: a shift that keeps the sign is one
    instruction, one that drops it needs a test more, since it may be by 64.
    """
    index = multiply(pieces & int(tables[at]), tables[at + 1]) >> int(tables[at + 2])
    return int(tables[tables[at + 3] + index])


def straight(tables: Words, square: int, pieces: int) -> int:
    """The squares that a rook attacks among these pieces, of either colour."""
    return slides(tables, STRAIGHT + 4 * square, pieces)


def diagonal(tables: Words, square: int, pieces: int) -> int:
    """The squares that a bishop attacks among these pieces, of either colour."""
    return slides(tables, DIAGONAL + 4 * square, pieces)


def knight(tables: Words, square: int) -> int:
    """The squares that a knight attacks."""
    return int(tables[KNIGHT_STEPS + square])


def king(tables: Words, square: int) -> int:
    """The squares beside this one."""
    return int(tables[KING_STEPS + square])


def pawn(tables: Words, player: int, square: int) -> int:
    """The squares that a player's pawn attacks."""
    return int(tables[PAWN_TAKES + 64 * player + square])


def attackers(tables: Words, s: State, square: int, pieces: int) -> int:
    """The pieces of both players that attack a square, where these pieces are in the way of sliders."""
    of_pawns = pawns(s) & (pawn(tables, 0, square) & s.black | pawn(tables, 1, square) & ~s.black)
    of_steps = knight(tables, square) & knights(s) | king(tables, square) & kings(s)
    of_slides = straight(tables, square, pieces) & straight_sliders(s) | diagonal(
        tables, square, pieces
    ) & diagonal_sliders(s)
    return of_pawns | of_steps | of_slides


def is_attacked(tables: Words, s: State, square: int, by: int, pieces: int) -> bool:
    """Does a player attack a square, where these pieces are in the way of sliders?

    Everything is looked up, even if the first piece found would do: branches that cannot be foretold take longer.
    """
    of_steps = knight(tables, square) & knights(s) | king(tables, square) & kings(s)
    of_slides = straight(tables, square, pieces) & straight_sliders(s)
    of_slides |= diagonal(tables, square, pieces) & diagonal_sliders(s)
    of_pawns = pawn(tables, 1 - by, square) & pawns(s)
    return (of_steps | of_slides | of_pawns) & occupied_by(s, by) != 0


def king_square(s: State, player: int) -> int:
    """Where a player's king stands."""
    return lowest(kings(s) & occupied_by(s, player))


def giving_check(tables: Words, s: State, player: int) -> int:
    """The pieces that attack a player's king."""
    theirs = occupied_by(s, 1 - player)
    square = king_square(s, player)
    pieces = occupied(s)
    by_pawn = pawn(tables, player, square) & pawns(s)
    by_slide = straight(tables, square, pieces) & straight_sliders(s) | diagonal(
        tables, square, pieces
    ) & diagonal_sliders(s)
    return (by_pawn | knight(tables, square) & knights(s) | by_slide) & theirs


def pinned(tables: Words, s: State, player: int, square: int) -> int:
    """A player's pieces that alone stand between their king, on this square, and a slider of the other side."""
    theirs = occupied_by(s, 1 - player)
    all_pieces = occupied(s)
    straights = straight(tables, square, theirs) & straight_sliders(s)
    diagonals = diagonal(tables, square, theirs) & diagonal_sliders(s)
    left = (straights | diagonals) & theirs
    found = 0
    while left:
        between = int(tables[BETWEEN + 64 * square + lowest(left)]) & all_pieces
        left = without_lowest(left)
        if between & (between - 1) == 0:
            found |= between
    return found
