"""The Go board as a picture."""

from __future__ import annotations

from kibitz.draw.men import Piece
from kibitz.draw.picture import EMPTY, Picture
from kibitz.games.go.board import BLACK, NOWHERE, PASS, Board, State, last_action, mover
from kibitz.games.go.notation import COLUMNS, written_action
from kibitz.games.go.points import each, holds
from kibitz.games.go.stones import legal_points

SIGNS = "XO"  # Black, White
PIECES = {"X": Piece("stone", is_white=False), "O": Piece("stone")}


def drawn(board: Board, s: State) -> Picture:
    """The board with a1 at the lower left, the last stone marked, and where a stone may be put."""
    size, last = board.size, last_action(s)
    over = board.is_terminal(s)
    placed = [] if over else list(each(legal_points(board, s)))
    return Picture(
        cells=tuple(
            tuple(_sign(s, board.point(row, column)) for column in range(size)) for row in reversed(range(size))
        ),
        owners={"X": 0, "O": 1},
        column_labels=tuple(COLUMNS[:size]),
        row_labels=tuple(str(row + 1) for row in reversed(range(size))),
        surface="goban",
        pieces=PIECES,
        marked=frozenset() if last in (PASS, NOWHERE) else frozenset([_cell(board, last)]),
        clicks={written_action(board, a): _cell(board, a) for a in placed},
        caption=_caption(s, over),
    )


def _cell(board: Board, point: int) -> tuple[int, int]:
    """Row and column from the upper left."""
    row, column = divmod(point, board.stride)
    return board.size - 1 - row, column


def _sign(s: State, point: int) -> str:
    if holds(s.me, point):
        return SIGNS[mover(s)]
    return SIGNS[1 - mover(s)] if holds(s.other, point) else EMPTY


def _caption(s: State, over: bool) -> str:
    if over:
        return ""
    passed = f"; {('White', 'Black')[mover(s)]} passed" if last_action(s) == PASS else ""
    return f"{'Black' if mover(s) == BLACK else 'White'} to move{passed}"
