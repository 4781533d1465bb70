"""Mazes as text: walls, agents and their exits, and the tables that follow from them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from kibitz.errors import BadInput
from kibitz.game.notation import text_in_file

WALL, FLOOR = "#", " "
NORTH, EAST, SOUTH, WEST, STAY = range(5)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1), (0, 0))  # of a row and a column
MOST_AGENTS = 5
MOST_CELLS = 1024  # open ones
FAR = 20_000  # steps to an exit that cannot be reached
FOLDER = Path(__file__).parent / "layouts"

Cell = tuple[int, int]  # row and column, from 0


@dataclass(frozen=True)
class Layout:
    """A maze, row by row."""

    source: str
    rows: tuple[str, ...]

    @cached_property
    def cells(self) -> list[Cell]:
        """The open cells; a cell's number is its place here."""
        return [(row, column) for row, line in enumerate(self.rows) for column, sign in enumerate(line) if sign != WALL]

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The numbers of the open cells."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def agents(self) -> list[int]:
        """Where each agent begins."""
        found = {sign: number for cell, number in self.numbers.items() if (sign := self.sign(cell)) in ascii_lowercase}
        return [found[name] for name in sorted(found)]

    @cached_property
    def exits(self) -> list[int]:
        """Where each agent must go."""
        found = {sign: number for cell, number in self.numbers.items() if (sign := self.sign(cell)) in ascii_uppercase}
        return [found[name] for name in sorted(found)]

    def sign(self, cell: Cell) -> str:
        """What is written at a cell."""
        return self.rows[cell[0]][cell[1]]

    def ways(self) -> Any:
        """The cell that each direction leads to, one row per cell, -1 where there is a wall; staying comes last."""
        import numpy as np

        found = [
            [self.numbers.get((row + down, column + right), -1) for down, right in STEPS] for row, column in self.cells
        ]
        return np.array(found, np.int64)

    def distances(self) -> Any:
        """The steps from every cell to each agent's exit, one row per agent, as if it were alone."""
        import numpy as np

        ways = self.ways()
        rows = []
        for exit_cell in self.exits:
            far = [FAR] * len(self.cells)
            far[exit_cell] = 0
            todo = deque([exit_cell])
            while todo:
                here = todo.popleft()
                for there in ways[here]:
                    if there >= 0 and far[there] == FAR:
                        far[there] = far[here] + 1
                        todo.append(int(there))
            rows.append(far)
        return np.array(rows, np.int64)


def names() -> tuple[str, ...]:
    """The mazes that come with Kibitz."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.txt")))


def load(layout: str) -> Layout:
    """The maze of that name, or in that file; `BadInput` if there is none."""
    if layout in names():
        return read((FOLDER / f"{layout}.txt").read_text(encoding="utf-8"), layout)
    return read(text_in_file(layout, "maze", names()), layout)


def read(text: str, source: str) -> Layout:
    """The maze that a text shows; `source` is what to call it."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    widest = max(map(len, lines), default=0)
    layout = Layout(source, tuple(line.ljust(widest, WALL) for line in lines))
    for number, row in enumerate(layout.rows, 1):
        for column, sign in enumerate(row, 1):
            if sign not in WALL + FLOOR + ascii_lowercase[:MOST_AGENTS] + ascii_uppercase[:MOST_AGENTS]:
                known = "# a wall, a to e an agent, A to E its exit, or a space"
                raise BadInput(f"line {number}, column {column} of {source!r} is {sign!r}: expected {known}")
            if sign != WALL and (number in (1, len(lines)) or column in (1, widest)):
                raise BadInput(f"line {number}, column {column} of {source!r} is open: expected walls all around")
    _refuse_odd_contents(layout)
    return layout


def _refuse_odd_contents(layout: Layout) -> None:
    source = repr(layout.source)
    if len(layout.cells) > MOST_CELLS:
        raise BadInput(f"{source} has {len(layout.cells)} open cells: expected at most {MOST_CELLS}")
    signs = "".join(layout.rows)
    agents = sorted(sign for sign in signs if sign in ascii_lowercase)
    exits = sorted(sign for sign in signs if sign in ascii_uppercase)
    if not agents or agents != list(ascii_lowercase[: len(agents)]):
        raise BadInput(f"{source} has the agents {', '.join(agents) or 'none'}: expected a, b, … up to e, each once")
    if exits != [agent.upper() for agent in agents]:
        wanted = ", ".join(agent.upper() for agent in agents)
        raise BadInput(f"{source} has the exits {', '.join(exits) or 'none'}: expected {wanted}, each once")
