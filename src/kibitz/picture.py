"""What a position looks like: cells and what stands on them. Text and SVG are both made from this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

EMPTY = "."

Cell = tuple[int, int]  # row and column, from 0
Click = Cell | tuple[Cell, Cell]  # the cell to click for a move, or the one to move from and the one to move to


@dataclass(frozen=True)
class Picture:
    """A board of cells.

    `cells` holds one symbol a cell, row by row from the top; `EMPTY` is a cell with nothing on it, `""` is no cell at
    all. `owners` tells which player a symbol belongs to. `marked` are the cells to point out, as (row, column) from 0.
    `clicks` says how a move is made with the pointer: its text to the cell to click, or to the two cells that a piece
    goes from and to. With `columns_click`, a click anywhere in a column means its move. `chequered` is the floor of a
    chess board, dark in the lower left corner.
    """

    cells: tuple[tuple[str, ...], ...] = ()
    owners: Mapping[str, int] = field(default_factory=dict)
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    round_cells: bool = False
    marked: frozenset[Cell] = frozenset()
    clicks: Mapping[str, Click] = field(default_factory=dict)
    caption: str = ""
    chequered: bool = False
    columns_click: bool = False

    def __str__(self) -> str:
        """The board in plain text, labels around it and the caption below."""
        width = max((len(symbol) for row in self.cells for symbol in row), default=1)
        width = max([width, *(len(label) for label in self.column_labels)])
        margin = max((len(label) for label in self.row_labels), default=0)
        lines = []
        for number, row in enumerate(self.cells):
            label = self.row_labels[number] if self.row_labels else ""
            lines.append(f"{label:>{margin}} " + " ".join(f"{symbol:>{width}}" for symbol in row))
        if self.column_labels:
            lines.append(" " * margin + " " + " ".join(f"{label:>{width}}" for label in self.column_labels))
        if self.caption:
            lines.append(self.caption)
        return "\n".join(line.rstrip() for line in lines)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        from kibitz.draw import board_svg

        return board_svg(self)
