"""How a move is made with the pointer, guessed from what it changes on the board and from the cells it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, is_dataclass
from numbers import Integral
from typing import Any

from kibitz.draw.board_layout import Rows
from kibitz.draw.picture import Cell, Click

Numbered = Callable[[int], Cell | None]  # the cell of a number
Choice = tuple[str, Any, Rows]  # how an action is written, the action itself, and the board after it


def guessed_clicks(before: Rows, choices: Iterable[Choice], empty: Any, cell_of: Numbered) -> dict[str, Click]:
    """The cells to click for each action, where they can be told.

    A move that fills one cell is made by that cell; one that empties a cell and fills another goes from the one to the
    other. Where more changes, as in a capture, the cells that the action names decide.
    """
    clicks: dict[str, Click] = {}
    for text, action, after in choices:
        click = _click(before, action, after, empty, cell_of)
        if click is not None:
            clicks[text] = click
    return clicks


def _click(before: Rows, action: Any, after: Rows, empty: Any, cell_of: Numbered) -> Click | None:
    if [len(row) for row in before] != [len(row) for row in after]:
        return None
    changed = [cell for cell in _cells(before) if _at(before, cell) != _at(after, cell)]
    if len(changed) == 1:
        return changed[0]
    left = [cell for cell in changed if _at(after, cell) == empty]
    entered = [cell for cell in changed if _at(after, cell) != empty]
    carried = [(a, b) for a in left for b in entered if _at(before, a) == _at(after, b)]
    if len(carried) == 1 and len(entered) == 1:
        return carried[0]
    for named in _named(action, cell_of):
        if all(cell in changed for cell in named) and len(set(named)) == len(named) > 0:
            return named[0] if len(named) == 1 else named
    if len(left) == len(entered) == 1:  # a piece that turns into another
        return left[0], entered[0]
    filled = [cell for cell in entered if _at(before, cell) == empty]
    return filled[0] if len(filled) == 1 and not left else None


def _named(action: Any, cell_of: Numbered) -> Iterator[tuple[Cell, ...]]:
    """The cells that an action may name, the likeliest first: a number or a row and a column each."""
    numbers = _numbers(action)
    if not numbers:
        return
    pairs = tuple((numbers[at], numbers[at + 1]) for at in range(0, len(numbers) - 1, 2))
    alone = tuple(cell for number in numbers if (cell := cell_of(number)) is not None)
    if len(numbers) % 2 == 0:
        yield pairs
    if len(alone) == len(numbers):
        yield alone
    if len(alone) > 1:
        yield alone[:2]
    if len(numbers) > 1 and len(pairs) > 1:
        yield pairs[:2]
    yield alone[:1]


def _numbers(action: Any) -> list[int]:
    """The whole numbers in an action, in order; empty where there is anything else."""
    if isinstance(action, bool):
        return []
    if isinstance(action, Integral):
        return [int(action)]
    if is_dataclass(action) and not isinstance(action, type):
        action = astuple(action)
    if not isinstance(action, (tuple, list)):
        return []
    found: list[int] = []
    for item in action:
        inner = _numbers(item)
        if not inner and item != ():
            return []
        found += inner
    return found


def _cells(rows: Rows) -> Iterator[Cell]:
    return ((row, column) for row, line in enumerate(rows) for column in range(len(line)))


def _at(rows: Rows, cell: Cell) -> Any:
    return rows[cell[0]][cell[1]]
