"""FEN: a position as one line of text."""

from __future__ import annotations

from typing import Any

from kibitz.errors import BadInput
from kibitz.games.chess.attacks import Words, giving_check
from kibitz.games.chess.board import (
    BLACK,
    BLACK_LONG,
    BLACK_SHORT,
    KING,
    LAST_RANKS,
    MOST_CLOCK,
    MOST_NUMBER,
    NOTHING,
    OF_BLACK,
    PAWN,
    ROOK,
    WHITE,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    castling,
    clock,
    facts_of,
    in_passing,
    mover,
    number,
    piece_at,
)
from kibitz.games.chess.making import put_together, with_in_passing

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = " RBQPNK"  # by the kind of piece
FILES = "abcdefgh"
SIDES = ("White", "Black")
RIGHTS = "KQkq"  # by the bit
# The king and the rook that each right to castle needs on their squares.
UNMOVED = {
    WHITE_SHORT: ((4, KING), (7, ROOK)),
    WHITE_LONG: ((4, KING), (0, ROOK)),
    BLACK_SHORT: ((60, KING | OF_BLACK), (63, ROOK | OF_BLACK)),
    BLACK_LONG: ((60, KING | OF_BLACK), (56, ROOK | OF_BLACK)),
}


def square_name(square: int) -> str:
    """A square as people call it: e4."""
    return FILES[square % 8] + str(square // 8 + 1)


def square_named(name: str) -> int:
    """The number of a square; -1 if there is none of this name."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        return -1
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def letter(piece: int) -> str:
    """The letter of a piece: upper case for White, lower case for Black, a space for none."""
    kind = LETTERS[piece & 7]
    return kind.lower() if piece & OF_BLACK else kind


def fen(s: State) -> str:
    """The position in Forsyth-Edwards notation. The square to take on is given only if a legal move takes there."""
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(letter(piece_at(s, 8 * rank + file)) for file in range(8))
        for empty in range(8, 0, -1):
            row = row.replace(" " * empty, str(empty))
        ranks.append(row)
    rights = "".join(right for place, right in enumerate(RIGHTS) if castling(s) >> place & 1)
    passing = square_name(in_passing(s)) if in_passing(s) else "-"
    return f"{'/'.join(ranks)} {'wb'[mover(s)]} {rights or '-'} {passing} {clock(s)} {number(s)}"


def read_fen(game: Any, tables: Words, text: str) -> State:
    """The position that a line of FEN stands for; `BadInput` if there is none.

    The rights, the square to take on, the clock and the number of the move may be left out from the end. A right to
    castle without its king and rook in place is refused; a square to take on where no legal move does so is dropped,
    since many programs write one after every double step.
    """
    fields = text.split()
    if not 1 <= len(fields) <= 6:
        raise _refused(text, f"expected up to 6 fields, such as {START!r}, got {len(fields)}")
    board, side, rights, passing, plies, move = fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    pieces = _read_board(text, board)
    if side not in ("w", "b"):
        raise _refused(text, f"the side to move must be w or b, got {side!r}")
    player = "wb".index(side)
    held = _read_rights(text, rights, pieces)
    half = _read_number(text, "the clock of the fifty moves", plies, 0, MOST_CLOCK)
    full = _read_number(text, "the number of the move", move, 0, MOST_NUMBER)
    s = put_together(game, tables, tuple(pieces), facts_of(player, held, 0, half, max(full, 1)))
    if giving_check(tables, s, 1 - player):
        raise _refused(text, f"{SIDES[1 - player]} is in check, but {SIDES[player]} is to move")
    return _with_passing(tables, s, text, passing, pieces)


def _refused(text: str, why: str) -> BadInput:
    return BadInput(f"{text!r} is not a position of chess: {why}")


def _read_board(text: str, board: str) -> list[int]:
    """The piece on each square."""
    rows = board.split("/")
    if len(rows) != 8:
        raise _refused(text, f"expected 8 ranks separated by '/', got {len(rows)}")
    pieces = [NOTHING] * 64
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for sign in row:
            if sign in "12345678":
                file += int(sign)
            elif sign.upper() in LETTERS[1:]:
                if file < 8:
                    kind = LETTERS.index(sign.upper())
                    pieces[8 * rank + file] = kind if sign.isupper() else kind | OF_BLACK
                file += 1
            else:
                raise _refused(text, f"{sign!r} in rank {rank + 1} is neither a piece (KQRBNPkqrbnp) nor a digit 1-8")
        if file != 8:
            raise _refused(text, f"rank {rank + 1}, {row!r}, has {file} squares, not 8")
    for player, side in enumerate(SIDES):
        found = pieces.count(KING | player << 3)
        if found != 1:
            raise _refused(text, f"{side} has {found} kings, not 1")
    for square, piece in enumerate(pieces):
        if piece & 7 == PAWN and LAST_RANKS >> square & 1:
            raise _refused(text, f"a pawn cannot stand on {square_name(square)}")
    return pieces


def _read_rights(text: str, rights: str, pieces: list[int]) -> int:
    """The rights to castle, as bits."""
    held = 0
    for sign in "" if rights == "-" else rights:
        if sign not in RIGHTS or rights.count(sign) > 1:
            raise _refused(text, f"the rights to castle must be '-' or some of KQkq, got {rights!r}")
        right = 1 << RIGHTS.index(sign)
        for square, piece in UNMOVED[right]:
            if pieces[square] != piece:
                what = f"{SIDES[piece >> 3]}'s {'king' if piece & 7 == KING else 'rook'}"
                raise _refused(text, f"the right to castle {sign!r} needs {what} on {square_name(square)}")
        held |= right
    return held


def _read_number(text: str, what: str, digits: str, least: int, most: int) -> int:
    if not (digits.isascii() and digits.isdigit()) or not least <= int(digits[:9]) <= most:
        raise _refused(text, f"{what} must be a whole number from {least} to {most}, got {digits!r}")
    return int(digits)


def _with_passing(tables: Words, s: State, text: str, name: str, pieces: list[int]) -> State:
    """The position with the square to take on, if a legal move takes there."""
    if name == "-":
        return s
    square = square_named(name)
    player = mover(s)
    if square < 0 or square // 8 != (5 if player == WHITE else 2):
        raise _refused(text, f"the square to take on in passing must be '-' or on rank {6 - 3 * player}, got {name!r}")
    back = -8 if player == BLACK else 8  # to where the pawn came from
    came_from, stands = square + back, square - back
    if pieces[square] or pieces[came_from] or pieces[stands] != PAWN | (1 - player) << 3:
        raise _refused(text, f"no pawn can just have passed {name}")
    return with_in_passing(tables, s, square)
