"""The checkers board as a picture."""

from __future__ import annotations

import re

from kibitz.draw.men import Piece
from kibitz.draw.picture import EMPTY, Cell, Click, Picture
from kibitz.games.checkers.board import BLACK, SQUARES, State, place_of

BETWEEN = re.compile("[-x]")  # the squares of a move
SIGNS = ("bw", "BW")  # men and kings
PIECES = {
    "b": Piece("man", is_white=False),
    "w": Piece("man"),
    "B": Piece("crowned man", is_white=False, name="black king"),
    "W": Piece("crowned man", name="white king"),
}


def cell_of(number: int) -> Cell:
    """The row and the column, from the top left, of a square."""
    row, pair = divmod(number - 1, 4)
    return row, 2 * pair + (1 - row % 2)


def drawn(s: State, moves: list[str]) -> Picture:
    """The board, Black at the top, and how the moves are made with the pointer: by every square they stop on."""
    cells = [[" "] * 8 for _ in range(8)]
    for number in range(1, SQUARES + 1):
        row, column = cell_of(number)
        cells[row][column] = _sign(s, place_of(number))
    clicks: dict[str, Click] = {text: tuple(cell_of(int(number)) for number in BETWEEN.split(text)) for text in moves}
    return Picture(
        cells=tuple(map(tuple, cells)),
        owners={"b": 0, "B": 0, "w": 1, "W": 1},
        chequered=True,
        surface="wood",
        pieces=PIECES,
        corners={cell_of(number): str(number) for number in range(1, SQUARES + 1)},
        cell_names={cell_of(number): f"square {number}" for number in range(1, SQUARES + 1)},
        clicks=clicks,
        caption=f"{'Black' if s.mover == BLACK else 'White'} to move",
    )


def _sign(s: State, place: int) -> str:
    mine, theirs = s.mine >> place & 1, s.theirs >> place & 1
    if not mine and not theirs:
        return EMPTY
    return SIGNS[s.kings >> place & 1][s.mover if mine else 1 - s.mover]
