"""What a position looks like: cells and what stands on them. Text and SVG are both made from this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, cast

from kibitz.draw.directions import Direction
from kibitz.draw.drawn import drawn
from kibitz.draw.figures import Facing, Look
from kibitz.draw.men import Piece
from kibitz.draw.spots import Card as Card
from kibitz.draw.spots import Scene
from kibitz.native.override import override

EMPTY = "."

Cell = tuple[int, int]  # row and column, from 0
WALL_TEXT = "█"

# The cell to click for a move; or the one to move from, those to stop at on the way, and the one to move to.
Click = Cell | tuple[Cell, ...]
Surface = Literal["", "wood", "felt", "goban"]


@dataclass(frozen=True)
class Figure:
    """Someone who walks about on a board, on a cell or between two.

    `symbol` stands for it in text, `look` says how it is drawn. `row` and `column` count from 0, 1.5 is between two
    cells; `facing` is the step of row and column it looks along, (0, 0) for none. `name` is what a screen reader calls
    it; its symbol by default.
    """

    symbol: str
    look: Look
    row: float
    column: float
    facing: Facing = (0, 0)
    name: str = ""


@dataclass(frozen=True)
class Picture:
    """A board of cells.

    `cells` holds one symbol a cell, row by row from the top; `EMPTY` is a cell with nothing on it, `""` means that
    there is no cell. `owners` says which player a symbol belongs to. `marked` are the cells to point out, as (row,
    column) from 0. `clicks` says how a move is made with the pointer: it maps the move's text to the cell to click, or
    to the cells that a piece goes from and to, with those between them where it jumps on. With `columns_click`, a click
    anywhere in a column means its move. `chequered` is the floor of a chess board, dark in the lower left corner.

    A maze has `walls`, cells that are `""` otherwise, and no floor. `discs` are the symbols that are discs, with
    their radius as a part of a cell. `figures` stand over the cells, the last on top.

    `cards` are the symbols that are playing cards, with the card that is drawn; text keeps the symbol. `pieces` are the
    symbols that are pieces of wood, likewise; `surface` is what they stand on, with colours of its own: on a `goban`
    the cells are points where lines cross. `threatened` are the cells whose piece is in danger, such as a king in
    check. Where moves share their cells, `becomes` tells them apart: it maps a move's text to the symbol that the moved
    piece turns into.

    A `scene` is drawn in place of the cells, for what does not lie in rows; text keeps the cells. Of a move in several
    parts, such as one of two checkers, `steps` has the cells that each part goes from and to.

    `tiles` are the symbols that are sliding tiles, with a level from 0, drawn light, to 1, drawn dark. `names` is what
    a screen reader calls a symbol, `{"o": "capsule"}`, and `cell_names` what it calls a cell that has no labels.
    `directions` says which way a move goes, `{"7": "up"}`: arrow keys and swipes then play it. It is needed only where
    a move's text is not a word such as up or north. `covers` are the cells that a move would fill or clear, lit while
    the pointer is on its cell. `corners` are short names of cells, written small in their corner, such as the numbers
    of a checkers board. A row's label such as `.#/##` is drawn as that shape.
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
    walls: frozenset[Cell] = frozenset()
    discs: Mapping[str, float] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    surface: Surface = ""
    threatened: frozenset[Cell] = frozenset()
    becomes: Mapping[str, str] = field(default_factory=dict)
    scene: Scene | None = None
    steps: Mapping[str, tuple[tuple[Cell, Cell], ...]] = field(default_factory=dict)
    tiles: Mapping[str, float] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    directions: Mapping[str, Direction] = field(default_factory=dict)
    covers: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    cell_names: Mapping[Cell, str] = field(default_factory=dict)
    corners: Mapping[Cell, str] = field(default_factory=dict)

    @override
    def __str__(self) -> str:
        """The board in plain text, labels around it and the caption below."""
        if self.walls:
            return "\n".join([*self._maze(), *([self.caption] if self.caption else [])])
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

    def _maze(self) -> list[str]:
        """The rows of a maze: walls that join, and figures on top of what lies there."""
        rows = [[" " if symbol in ("", EMPTY) else symbol for symbol in row] for row in self.cells]
        for row, column in self.walls:
            rows[row][column] = WALL_TEXT
        for figure in self.figures:
            rows[int(figure.row + 0.5)][int(figure.column + 0.5)] = figure.symbol
        return [_joined(row).rstrip() for row in rows]

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return drawn(self)


def cells_of(click: Click | None) -> tuple[Cell, ...]:
    """The cells of a click, from the first to the last; none where a move has no click."""
    if not click:
        return ()
    first = click[0]
    return cast(tuple[Cell, ...], click) if isinstance(first, tuple) else (cast(Cell, click),)


def _joined(row: list[str]) -> str:
    """Symbols with room between them, but none between two walls."""
    line = row[0] if row else ""
    for before, after in pairwise(row):
        line += (WALL_TEXT if before == after == WALL_TEXT else " ") + after
    return line
