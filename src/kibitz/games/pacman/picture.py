"""What a position of Pac-Man looks like."""

from __future__ import annotations

from typing import Any

from kibitz.draw.picture import EMPTY, Figure, Picture
from kibitz.games.pacman.figures import Ghost, Muncher, ScaredGhost
from kibitz.games.pacman.ghost import STOP, cell_of, facing_of, is_scared
from kibitz.games.pacman.layout import CAPSULE, STEPS, Cell, Layout
from kibitz.games.pacman.notation import MOVES, has_dot, place
from kibitz.native.bits import has

DOT = "·"
DISCS = {DOT: 0.09, CAPSULE: 0.22}
NAMES = {DOT: "dot", CAPSULE: "capsule"}
MOUTHS = "∪∩⊂⊃●"  # mouth open to the north, south, east, west; shut


def picture(layout: Layout, s: Any, choices: list[int], looks: int) -> Picture:
    """The maze and who is in it. `choices` are the legal moves, `looks` is where Pac-Man looks."""
    cells = [["" for _ in row] for row in layout.rows]
    for number, (row, column) in enumerate(layout.cells):
        cells[row][column] = DOT if has_dot(s, number) else EMPTY
    for number, (row, column) in enumerate(layout.capsules):
        if has(s.capsules, number):
            cells[row][column] = CAPSULE
    return Picture(
        cells=tuple(map(tuple, cells)),
        walls=layout.walls,
        discs=DISCS,
        names=NAMES,
        figures=(_pacman(layout, s, looks), *_ghosts(layout, s)),
        clicks=_clicks(layout, s, choices),
        caption=_caption(s),
    )


def _step(direction: int) -> Cell:
    return (0, 0) if direction == STOP else STEPS[direction]


def _pacman(layout: Layout, s: Any, looks: int) -> Figure:
    row, column = layout.cells[s.pacman]
    return Figure(MOUTHS[looks], Muncher(), row, column, _step(looks), "Pac-Man")


def _ghosts(layout: Layout, s: Any) -> list[Figure]:
    figures = []
    for number, packed in enumerate(s.ghosts[: len(layout.ghosts)], 1):
        row, column = place(layout, packed)
        symbol, look = ("s", ScaredGhost()) if is_scared(packed) else (str(number), Ghost(number))
        name = f"scared ghost {number}" if is_scared(packed) else f"ghost {number}"
        figures.append(Figure(symbol, look, row, column, _step(facing_of(packed)), name))
    return figures


def _clicks(layout: Layout, s: Any, choices: list[int]) -> dict[str, Cell]:
    """The cell that a move leads to. A ghost half-way is on its way to the one ahead."""
    here = s.pacman if s.turn == 0 else cell_of(s.ghosts[s.turn - 1])
    row, column = layout.cells[here]
    return {MOVES[a]: (row + _step(a)[0], column + _step(a)[1]) for a in choices}


def _caption(s: Any) -> str:
    if s.over:
        return f"score {s.score}, {'won' if s.over == 1 else 'caught'}"
    return f"score {s.score}, {'Pac-Man' if s.turn == 0 else f'ghost {s.turn}'} to move"
