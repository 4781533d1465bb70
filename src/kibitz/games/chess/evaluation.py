"""What a position is worth: a guess, in hundredths of a pawn."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.board import State, bishops, knights, pawns, queens, rooks
from kibitz.native.bits import count

PAWN_WORTH, MINOR_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 500, 900


def placed(game: Any, piece: int, square: int) -> int:
    """What a piece on a square adds to the sum that a position carries along; 0 for `NOTHING`."""
    return 0


def evaluate(game: Any, s: State) -> int:
    """What a position is worth to White."""
    white = ~s.black
    found = PAWN_WORTH * (count(pawns(s) & white) - count(pawns(s) & s.black))
    minors = knights(s) | bishops(s)
    found += MINOR_WORTH * (count(minors & white) - count(minors & s.black))
    found += ROOK_WORTH * (count(rooks(s) & white) - count(rooks(s) & s.black))
    found += QUEEN_WORTH * (count(queens(s) & white) - count(queens(s) & s.black))
    return found
