"""A board guessed from a state: where its cells are, whether it holds piles or hands, and how many rows it has.

A state says nothing about its looks. What is guessed here is what people nearly always mean: nine numbers are a board
of three by three, a tuple of rows is a board, numbers that only fall are piles. Where that is wrong, a `Grid` says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from math import isqrt
from typing import Any, Literal

from kibitz.draw.picture import Cell
from kibitz.errors import BadInput

Rows = tuple[tuple[Any, ...], ...]  # what is in every cell; `ABSENT`: there is no cell
Kind = Literal["cells", "piles", "hands"]

ABSENT = object()
FEWEST = 3  # cells
MOST = 400
LONGEST_ROW = 14  # cells that stay in one row where nothing says how wide a board is
LONGEST_SYMBOL = 4  # letters in a cell
MOST_SYMBOLS = 16  # letters that differ, in a text that is a board
LARGEST_BOARD = 64  # rows or columns of a Grid

HEIGHTS, WIDTHS, SIDES = ("height", "rows"), ("width", "columns", "cols"), ("size", "side", "n")
HANDS = ("hand", "hands", "card", "cards")
SEPARATORS = "/\n|"


@dataclass(frozen=True)
class Grid:
    """How the cells of a board lie in a state: `drawn_as = kz.Grid(3, 3, bits=("me", "other"), mover_first=True)`.

    `bits` names the fields that are bit boards, one for each player: ints with one bit a cell, or sets of cells.
    `mover_first`: the first of them belongs to the player to move. Without `bits`, `field` names the field that has a
    value for every cell; "" is the one that looks like it. `symbols` says what is drawn: `".XO"` has a letter for every
    value from 0, or with `bits` one for every player, and a mapping has them by value.

    Cells are numbered row by row from the top; `from_bottom` begins in the lower left corner, `by_columns` goes along
    the columns. `stride` is the distance from one row (or column) to the next, where it is more than the length of one.
    """

    rows: int
    columns: int
    field: str = ""
    bits: tuple[str, ...] = ()
    mover_first: bool = False
    symbols: str | Mapping[Any, str] = ""
    from_bottom: bool = False
    by_columns: bool = False
    stride: int = 0

    def __post_init__(self) -> None:
        for what, value in (("rows", self.rows), ("columns", self.columns)):
            if not isinstance(value, int) or not 1 <= value <= LARGEST_BOARD:
                raise BadInput(f"a Grid has 1 to {LARGEST_BOARD} {what}, got {value!r}")

    def cell(self, number: int) -> Cell | None:
        """The row and column of the cell of that number, from 0; None where there is no such cell."""
        length = self.rows if self.by_columns else self.columns
        line, place = divmod(number, self.stride or length)
        row, column = (place, line) if self.by_columns else (line, place)
        if number < 0 or row >= self.rows or column >= self.columns:
            return None
        return (self.rows - 1 - row if self.from_bottom else row), column

    def number(self, row: int, column: int) -> int:
        """The number of a cell."""
        upward = self.rows - 1 - row if self.from_bottom else row
        length = self.stride or (self.rows if self.by_columns else self.columns)
        return column * length + upward if self.by_columns else upward * length + column


@dataclass(frozen=True)
class Layout:
    """Where a state keeps its board: in which fields, and how it is laid out."""

    kind: Kind
    fields: tuple[str, ...]  # ("",): the state itself
    grid: Grid

    def rows(self, s: Any, mover: int, players: int) -> Rows:
        """What is in every cell. With bit boards 0 is an empty cell and 1 + player a stone of that player's."""
        if self.grid.bits:
            boards = [part(s, name) for name in self.grid.bits]
            first = mover if self.grid.mover_first else 0
            owners = [(first + index) % max(players, len(boards)) for index in range(len(boards))]
            return self._filled(lambda row, column: self._stone(boards, owners, row, column))
        if self.kind == "piles":
            sizes = part(s, self.fields[0])
            return (tuple(sizes) if isinstance(sizes, (tuple, list)) else tuple(part(s, name) for name in self.fields),)
        value = part(s, self.fields[0])
        if self.kind == "hands":
            return _ragged(value)
        lines = _lines(value)
        if lines is not None:
            return lines
        flat = _flat(value) or []
        return self._filled(lambda row, column: _item(flat, self.grid.number(row, column)))

    def _filled(self, value: Any) -> Rows:
        return tuple(tuple(value(row, column) for column in range(self.grid.columns)) for row in range(self.grid.rows))

    def _stone(self, boards: Sequence[Any], owners: Sequence[int], row: int, column: int) -> int:
        number = self.grid.number(row, column)
        holders = [owner for board, owner in zip(boards, owners, strict=True) if _holds(board, number, (row, column))]
        return 1 + holders[0] if holders else 0


def layout_of(s: Any, sizes: Mapping[str, int], given: Grid | None) -> Layout | None:
    """Where a state keeps its board; None where it seems to have none. `sizes`: what a game says of its size."""
    if given is not None and given.bits:
        return Layout("cells", given.bits, given)
    boards = [(name, value) for name, value in _candidates(s) if given is None or given.field in ("", name)]
    found = [laid for name, value in boards if (laid := _laid(name, value, sizes, given)) is not None]
    return max(found, key=lambda laid: (laid.kind == "cells", laid.grid.rows * laid.grid.columns), default=None)


def part(s: Any, name: str) -> Any:
    """A field of a state by its name, or by its number where it has none; the state itself for an empty name."""
    if not name:
        return s
    return s[int(name)] if name.isdecimal() else getattr(s, name)


def parts(s: Any) -> list[tuple[str, Any]]:
    """The fields of a record by name; the items of a tuple of different things by number; none of anything else."""
    if is_dataclass(s) and not isinstance(s, type):
        return [(each.name, getattr(s, each.name)) for each in fields(s)]
    if isinstance(s, tuple):
        names = getattr(s, "_fields", None)
        if names is not None:
            return list(zip(names, s, strict=True))
        if any(isinstance(item, (tuple, list, str, frozenset)) for item in s):
            return [(str(number), item) for number, item in enumerate(s)]
    return []


def is_scalar(value: Any) -> bool:
    """Is this something that fits in a cell?"""
    if isinstance(value, str):
        return len(value) <= LONGEST_SYMBOL and value.isprintable()
    return value is None or isinstance(value, (bool, int, float, Enum))


def _candidates(s: Any) -> Iterator[tuple[str, Any]]:
    if not (is_dataclass(s) or hasattr(s, "_fields")):
        yield "", s
    yield from parts(s)


def _laid(name: str, value: Any, sizes: Mapping[str, int], given: Grid | None) -> Layout | None:
    lines = _lines(value)
    if lines is not None:
        is_hands = name.lower().strip("_") in HANDS
        grid = Grid(min(len(lines), LARGEST_BOARD), min(len(lines[0]), LARGEST_BOARD))
        return Layout("hands" if is_hands else "cells", (name,), given or grid)
    flat = _flat(value)
    if flat is not None and FEWEST <= len(flat) <= MOST:
        if given is not None:
            return Layout("cells", (name,), given)
        rows, columns = _shape(len(flat), sizes)
        if max(rows, columns) <= LARGEST_BOARD:
            return Layout("cells", (name,), Grid(rows, columns))
    if flat is None and (hands := _ragged(value)):
        return Layout("hands", (name,), Grid(len(hands), max(map(len, hands))))
    return None


def _shape(count: int, sizes: Mapping[str, int]) -> tuple[int, int]:
    """Rows and columns of a board with that many cells."""
    high = next((sizes[name] for name in HEIGHTS if name in sizes), 0)
    wide = next((sizes[name] for name in WIDTHS if name in sizes), 0)
    if high * wide == count:
        return high, wide
    if wide > 1 and count % wide == 0:
        return count // wide, wide
    if high > 1 and count % high == 0:
        return high, count // high
    side = isqrt(count)
    if side * side == count and (count >= 9 or side in [sizes.get(name) for name in SIDES]):
        return side, side
    if count > LONGEST_ROW:
        rows = next(rows for rows in range(side, 0, -1) if count % rows == 0)
        if rows * rows * 2.5 >= count:
            return rows, count // rows
    return 1, count


def _lines(value: Any) -> Rows | None:
    """A value as rows of one length; None where it is nothing of the kind."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str):
        separator = next((each for each in SEPARATORS if each in value), "")
        value = value.strip(SEPARATORS).split(separator) if separator else None
    if not isinstance(value, (tuple, list)) or len(value) < 2 or hasattr(value, "_fields"):
        return None
    if not all(isinstance(row, (tuple, list, str)) for row in value):
        return None
    rows = tuple(tuple(row) for row in value)
    is_even = len({len(row) for row in rows}) == 1 and len(rows[0]) > 1 and len(rows) * len(rows[0]) <= MOST
    return rows if is_even and all(map(is_scalar, (item for row in rows for item in row))) else None


def _flat(value: Any) -> list[Any] | None:
    """A value as one row; None where it is nothing of the kind."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str):
        is_board = value.isprintable() and len(set(value)) <= MOST_SYMBOLS and " " not in value.strip()
        return list(value) if is_board and len(value) > LONGEST_SYMBOL else None
    if not isinstance(value, (tuple, list)) or hasattr(value, "_fields") or not all(map(is_scalar, value)):
        return None
    return list(value)


def _ragged(value: Any) -> Rows:
    """Sets or tuples of different lengths as rows, filled up with `ABSENT`; () where it is nothing of the kind."""
    if not isinstance(value, (tuple, list)) or hasattr(value, "_fields") or len(value) < 1:
        return ()
    if not all(isinstance(row, (tuple, list, frozenset)) and all(map(is_scalar, row)) for row in value):
        return ()
    rows = [sorted(row, key=repr) if isinstance(row, frozenset) else list(row) for row in value]
    longest = max(1, *(len(row) for row in rows)) if rows else 0
    if longest > LARGEST_BOARD or len(rows) > LARGEST_BOARD:
        return ()
    return tuple(tuple(row) + (ABSENT,) * (longest - len(row)) for row in rows)


def _item(items: Sequence[Any], number: int) -> Any:
    return items[number] if number < len(items) else ABSENT


def _holds(board: Any, number: int, cell: Cell) -> bool:
    """Is this cell in a bit board, or in a set of cells by their numbers or by rows and columns?"""
    if isinstance(board, (set, frozenset)):
        return number in board or cell in board
    if isinstance(board, (tuple, list)):
        return bool(board[number])
    return bool(int(board) >> number & 1)
