"""Layouts of Pac-Man: text files of walls, dots, capsules, ghosts and Pac-Man, and the tables that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput
from kibitz.game.notation import text_in_file
from kibitz.native.bits import WORD, wrap

WALL, DOT, CAPSULE, GHOST, PACMAN, FLOOR = "%.oGP "
GHOST_NUMBERS = "123456789"
STEPS = ((-1, 0), (1, 0), (0, 1), (0, -1))  # of a row and a column: north, south, east, west

FOLDER = Path(__file__).parent / "layouts"
MOST_CELLS = 1024  # open ones
MOST_GHOSTS = 9
MOST_CAPSULES = 64
FAR = 30_000  # steps to a cell that cannot be reached

Cell = tuple[int, int]  # row and column, from 0


def names() -> tuple[str, ...]:
    """The layouts that come with Kibitz."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.lay")))


def load(layout: str) -> Layout:
    """The layout of that name, or in that file; `BadInput` if there is none."""
    if layout in names():
        return read((FOLDER / f"{layout}.lay").read_text(encoding="utf-8"), layout)
    return read(text_in_file(layout, "layout", names()), layout)


@lru_cache(maxsize=64)
def read(text: str, source: str) -> Layout:
    """The layout that a text shows, row by row; `source` is what to call it."""
    rows = tuple(line.strip() for line in text.strip().splitlines())
    if not rows:
        raise BadInput(f"{source!r} is empty: expected rows of {WALL} {DOT} {CAPSULE} {GHOST} {PACMAN}")
    _refuse_odd_rows(rows, source)
    layout = Layout(source, rows)
    _refuse_odd_contents(layout)
    return layout


def _refuse_odd_rows(rows: tuple[str, ...], source: str) -> None:
    for line, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in WALL + DOT + CAPSULE + GHOST + PACMAN + FLOOR + GHOST_NUMBERS:
                known = "% a wall, . a dot, o a capsule, P Pac-Man, G or 1 to 9 a ghost, or a space"
                raise BadInput(f"line {line}, column {column} of {source!r} is {letter!r}: expected {known}")
        if len(row) != len(rows[0]):
            raise BadInput(f"line {line} of {source!r} is {len(row)} long: expected {len(rows[0])}, as the first")
    for line, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter != WALL and (line in (1, len(rows)) or column in (1, len(row))):
                raise BadInput(f"line {line}, column {column} of {source!r} is open: expected walls all around")


def _refuse_odd_contents(layout: Layout) -> None:
    source = repr(layout.source)
    if len(layout.cells) > MOST_CELLS:
        raise BadInput(f"{source} has {len(layout.cells)} open cells: expected at most {MOST_CELLS}")
    people = list(layout.all_of(PACMAN))
    if len(people) != 1:
        raise BadInput(f"{source} has {len(people)} {PACMAN}s: expected one, where Pac-Man begins")
    if not any(layout.all_of(DOT)):
        raise BadInput(f"{source} has no dots: expected one or more, for Pac-Man to eat")
    if len(layout.ghosts) > MOST_GHOSTS:
        raise BadInput(f"{source} has {len(layout.ghosts)} ghosts: expected at most {MOST_GHOSTS}")
    if len(layout.capsules) > MOST_CAPSULES:
        raise BadInput(f"{source} has {len(layout.capsules)} capsules: expected at most {MOST_CAPSULES}")
    for row, column in layout.ghosts:
        if all(layout.rows[row + down][column + right] == WALL for down, right in STEPS):
            where = f"line {row + 1}, column {column + 1}"
            raise BadInput(f"the ghost at {where} of {source} has walls on all sides: a ghost must move")


@dataclass(frozen=True, eq=False)
class Layout:
    """A maze and what is in it. Its open cells are numbered row by row from the top."""

    source: str
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Characters in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def all_of(self, *letters: str) -> Iterator[Cell]:
        """The cells with one of these letters, row by row."""
        for row, line in enumerate(self.rows):
            for column, letter in enumerate(line):
                if letter in letters:
                    yield row, column

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The open cells, by number."""
        return tuple(
            (row, column) for row, line in enumerate(self.rows) for column, letter in enumerate(line) if letter != WALL
        )

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The numbers of the open cells."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def walls(self) -> frozenset[Cell]:
        """The cells that are walls."""
        return frozenset(self.all_of(WALL))

    @cached_property
    def ghosts(self) -> tuple[Cell, ...]:
        """Where the ghosts begin, in the order in which they move."""
        return in_order((self.rows[row][column], (row, column)) for row, column in self.all_of(GHOST, *GHOST_NUMBERS))

    @cached_property
    def capsules(self) -> tuple[Cell, ...]:
        """Where the capsules are."""
        return tuple(self.all_of(CAPSULE))

    @cached_property
    def pacman(self) -> int:
        """The number of the cell where Pac-Man begins."""
        return self.numbers[next(self.all_of(PACMAN))]

    @cached_property
    def food(self) -> tuple[int, ...]:
        """The dots, one bit a cell, in words."""
        return self.words_of(self.numbers[cell] for cell in self.all_of(DOT))

    def words_of(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Cells as bits, in as many words as the open cells need."""
        bits = sum(1 << number for number in numbers)
        return tuple(wrap(bits >> WORD * word) for word in range((len(self.cells) + WORD - 1) // WORD))

    @cached_property
    def ways(self) -> Any:
        """For cell number c and direction d, place 4c + d: the cell that a step leads to, -1 for a wall."""
        import numpy as np

        following = (((row + down, column + right) for down, right in STEPS) for row, column in self.cells)
        return np.array([[self.numbers.get(cell, -1) for cell in cells] for cells in following], np.int64).ravel()

    @cached_property
    def capsule_at(self) -> Any:
        """For each cell the number of the capsule that begins there, -1 for none."""
        import numpy as np

        found = np.full(len(self.cells), -1, np.int64)
        for number, cell in enumerate(self.capsules):
            found[self.numbers[cell]] = number
        return found

    @cached_property
    def capsule_cells(self) -> Any:
        """The cells of the capsules, by the capsules' numbers."""
        import numpy as np

        return np.array([self.numbers[cell] for cell in self.capsules] or [0], np.int64)

    @cached_property
    def distances(self) -> Any:
        """Steps from cell a to cell b, place a · (number of cells) + b; `FAR` where there is no way."""
        import numpy as np

        size = len(self.cells)
        ways = self.ways.reshape(size, 4)
        found = np.full((size, size), FAR, np.int16)
        reached = np.eye(size, dtype=bool)
        steps = 0
        while reached.any():
            found[reached] = steps
            steps += 1
            following = np.zeros((size, size), bool)
            for direction in range(4):
                open_ones = ways[:, direction] >= 0
                following[:, ways[open_ones, direction]] |= reached[:, open_ones]
            reached = following & (found == FAR)
        return found.ravel()


def in_order(ghosts: Iterable[tuple[str, Cell]]) -> tuple[Cell, ...]:
    """The cells of ghosts, given with their letters, in the order in which they move.

    By number, G being 1; of one number the leftmost first, and in a column the lowest.
    """

    def turn(ghost: tuple[str, Cell]) -> tuple[int, int, int]:
        letter, (row, column) = ghost
        return 1 if letter == GHOST else int(letter), column, -row

    return tuple(cell for _, cell in sorted(ghosts, key=turn))
