"""The checkers board as a picture."""

from __future__ import annotations

from kibitz.draw.picture import EMPTY, Cell, Click, Picture
from kibitz.games.checkers.board import BLACK, SQUARES, State, number_of, place_of
from kibitz.games.checkers.moves import end_of, start_of

SIGNS = ("bw", "BW")  # men and kings


def cell_of(number: int) -> Cell:
    """The row and the column, from the top left, of a square."""
    row, pair = divmod(number - 1, 4)
    return row, 2 * pair + (1 - row % 2)


def drawn(s: State, moves: list[tuple[str, int]]) -> Picture:
    """The board, Black at the top, and how the moves (their texts and actions) are made with the pointer."""
    cells = [[" "] * 8 for _ in range(8)]
    for number in range(1, SQUARES + 1):
        row, column = cell_of(number)
        cells[row][column] = _sign(s, place_of(number))
    clicks: dict[str, Click] = {
        text: tuple(cell_of(number_of(at(a))) for at in (start_of, end_of)) for text, a in moves
    }  # type: ignore[misc]
    return Picture(
        cells=tuple(map(tuple, cells)),
        owners={"b": 0, "B": 0, "w": 1, "W": 1},
        chequered=True,
        clicks=clicks,
        caption=f"{'Black' if s.mover == BLACK else 'White'} to move",
    )


def _sign(s: State, place: int) -> str:
    mine, theirs = s.mine >> place & 1, s.theirs >> place & 1
    if not mine and not theirs:
        return EMPTY
    return SIGNS[s.kings >> place & 1][s.mover if mine else 1 - s.mover]
