"""What a chess board looks like."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.draw.men import Piece, Shape
from kibitz.draw.picture import EMPTY, Cell, Click, Picture
from kibitz.games.chess.attacks import king_square
from kibitz.games.chess.board import OF_BLACK, State, mover, origin_of, piece_at, promotion_of, target_of
from kibitz.games.chess.notation import FILES, letter

OWNERS = dict.fromkeys("KQRBNP", 0) | dict.fromkeys("kqrbnp", 1)
SHAPES: dict[str, Shape] = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
PIECES = {sign: Piece(SHAPES[sign.upper()], is_white=sign.isupper()) for sign in OWNERS}


def cell(square: int) -> Cell:
    """The row, from the top, and the column of a square."""
    return 7 - square // 8, square % 8


def drawn(s: State, moves: Mapping[str, int], caption: str) -> Picture:
    """The board from White's side: letters for pieces, and a click on two squares for each of these moves."""
    cells = tuple(
        tuple(letter(piece_at(s, 8 * rank + file)).replace(" ", EMPTY) for file in range(8))
        for rank in range(7, -1, -1)
    )
    clicks: dict[str, Click] = {name: (cell(origin_of(a)), cell(target_of(a))) for name, a in moves.items()}
    return Picture(
        cells=cells,
        owners=OWNERS,
        column_labels=tuple(FILES),
        row_labels=tuple("87654321"),
        threatened=frozenset([cell(king_square(s, mover(s)))]) if s.checks else frozenset(),
        clicks=clicks,
        caption=caption,
        chequered=True,
        surface="wood",
        pieces=PIECES,
        becomes={name: letter(OF_BLACK * mover(s) | promotion_of(a)) for name, a in moves.items() if promotion_of(a)},
    )
