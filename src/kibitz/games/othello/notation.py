"""Othello's notation: the board row by row with the side to move, and squares such as f5."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.games.othello.board import PASS, WIDTH, Board, State
from kibitz.native.bits import bit, has

LETTERS = "abcdefgh"
DISCS = "XO"  # of player 0 and of player 1
NO_DISC = "-"


def symbols(game: Board, s: State) -> str:
    """One sign a square, row by row."""
    first, second = (s.me, s.other) if s.mover == 0 else (s.other, s.me)
    places = [game.square(row, column) for row in range(game.size) for column in range(game.size)]
    return "".join(DISCS[0] if has(first, at) else DISCS[1] if has(second, at) else NO_DISC for at in places)


def written(game: Board, s: State) -> str:
    """A position as one line of text."""
    return f"{symbols(game, s)} {DISCS[s.mover]}"


def read(game: Board, text: str) -> State:
    """The position that a line of text stands for; `BadInput` if there is none. A dot is an empty square too."""
    board, _, side = text.strip().upper().replace(".", NO_DISC).partition(" ")
    side = side.strip() or DISCS[0]
    wanted = f"expected {game.cells} of X, O and - row by row, a space, and X or O for the side to move"
    if side not in DISCS or len(side) != 1:
        raise BadInput(f"{text!r} is not a position of othello: the side to move is {side!r}; {wanted}")
    if len(board) != game.cells:
        raise BadInput(f"{text!r} is not a position of othello: it has {len(board)} squares; {wanted}")
    discs = [0, 0]
    for number, sign in enumerate(board):
        if sign in DISCS:
            discs[DISCS.index(sign)] |= bit(game.square(*divmod(number, game.size)))
        elif sign != NO_DISC:
            raise BadInput(f"{text!r} is not a position of othello: {sign!r} is square {number + 1}; {wanted}")
    mover = DISCS.index(side)
    me, other = discs[mover], discs[1 - mover]
    return State(me, other, game.legal(me, other), mover)


def cell(game: Board, square: int) -> tuple[int, int]:
    """The row and the column of a square, from 0 at the upper left corner."""
    row, column = divmod(square, WIDTH)
    return row - game.margin, column - game.margin


def written_square(game: Board, square: int) -> str:
    """A move as a person writes it: the column as a letter, then the row from the top; or `pass`."""
    if square == PASS:
        return "pass"
    row, column = cell(game, square)
    return f"{LETTERS[column]}{row + 1}"
