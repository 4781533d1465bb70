"""Positions of Pac-Man as one line of text.

    %%%%%%/%P. G%/%.%%.%/%   .%/%%%%%% 0 -3 5,2w
    the rows, strokes between them      │  │  └ each ghost: column,line from 1, where it faces, * and how long scared
                                        │  └ the score
                                        └ whose turn: 0 Pac-Man, 1 the first ghost

A ghost half-way between two cells is at 4.5. The rows show a ghost only where nothing else lies. `caught` at the end
says that the game is over. Rows alone are a position too: it is Pac-Man's turn, the score is 0, and no ghost
has moved yet.
"""

from __future__ import annotations

import re
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.pacman.ghost import SCARED_FOR, STOP, cell_of, facing_of, ghost, is_underway, timer_of
from kibitz.games.pacman.layout import (
    CAPSULE,
    DOT,
    FLOOR,
    GHOST,
    GHOST_NUMBERS,
    PACMAN,
    STEPS,
    WALL,
    Cell,
    Layout,
    in_order,
)
from kibitz.native.bits import WORD, has, wrap

MOVES = ("north", "south", "east", "west", "stop")
FACING = "nsew-"
CAUGHT_WORD = "caught"
LARGEST = 10**9  # of a score

_NUMBER = re.compile(r"[-+]?\d{1,10}")
_GHOST = re.compile(r"(\d{1,4}(?:\.5)?),(\d{1,4}(?:\.5)?)([nsew-])(?:\*(\d{1,2}))?")


def has_dot(s: Any, number: int) -> bool:
    """Is there a dot on the cell of that number?"""
    return has(s.food[number // WORD], number % WORD)


def text(layout: Layout, s: Any) -> str:
    """A state as a line of text."""
    ghosts = [_ghost_text(layout, packed) for packed in s.ghosts[: len(layout.ghosts)]]
    end = [CAUGHT_WORD] if s.over == 2 else []
    return " ".join(["/".join(_rows(layout, s)), str(s.turn), str(s.score), *ghosts, *end])


def _rows(layout: Layout, s: Any) -> list[str]:
    rows = [[WALL if letter == WALL else FLOOR for letter in row] for row in layout.rows]
    for packed in s.ghosts[: len(layout.ghosts)]:
        row, column = layout.cells[cell_of(packed)]
        rows[row][column] = GHOST
    for number, (row, column) in enumerate(layout.cells):
        if has_dot(s, number):
            rows[row][column] = DOT
    for number, (row, column) in enumerate(layout.capsules):
        if has(s.capsules, number):
            rows[row][column] = CAPSULE
    row, column = layout.cells[s.pacman]
    rows[row][column] = PACMAN
    return ["".join(row) for row in rows]


def place(layout: Layout, packed: int) -> tuple[float, float]:
    """Where a ghost is: row and column, from 0."""
    row, column = layout.cells[cell_of(packed)]
    if not is_underway(packed):
        return row, column
    down, right = STEPS[facing_of(packed)]
    return row + down / 2, column + right / 2


def _ghost_text(layout: Layout, packed: int) -> str:
    row, column = place(layout, packed)
    timer = timer_of(packed)
    return f"{column + 1:g},{row + 1:g}{FACING[facing_of(packed)]}" + (f"*{timer}" if timer else "")


def parsed(layout: Layout, given: str) -> tuple[Any, ...]:
    """The fields of the state that a text stands for."""
    rows, words = _split(layout, given)
    _refuse_other_walls(layout, rows)
    pacman, food, capsules = _contents(layout, rows)
    if not words:
        ghosts = _ghosts_in(layout, rows)
        return 0, pacman, ghosts or (0,), food, capsules, 0, 0 if any(food) else 1
    turn, score, ghosts, caught = _said(layout, words)
    if caught and not any(food):
        raise BadInput(f"{' '.join(words)!r} says {CAUGHT_WORD!r}, but no dot is left: Pac-Man has won")
    over = 2 if caught else 0 if any(food) else 1
    fields = turn, pacman, ghosts or (0,), food, capsules, score, over
    shown = _rows(layout, _Fields(*fields))
    odd = next((number for number, row in enumerate(rows) if row != shown[number]), None)
    if odd is not None:
        raise BadInput(
            f"row {odd + 1} is {rows[odd]!r}, but with the ghosts of {' '.join(words)!r} it is {shown[odd]!r}"
        )
    return fields


class _Fields:
    """The fields of a state, before it is made."""

    def __init__(self, *fields: Any) -> None:
        self.turn, self.pacman, self.ghosts, self.food, self.capsules, self.score, self.over = fields


def _split(layout: Layout, given: str) -> tuple[list[str], list[str]]:
    """The rows, and the words after them."""
    pieces = given.strip().replace("\n", "/").split("/")
    last = pieces[-1]
    rows = [*pieces[:-1], last[: layout.width]]
    if len(rows) != layout.height or any(len(row) != layout.width for row in rows):
        wanted = f"expected {layout.height} rows of {layout.width} with / between them, as in {layout.source!r}"
        raise BadInput(f"{given!r} is not a position of pacman: {wanted}")
    return rows, last[layout.width :].split()


def _refuse_other_walls(layout: Layout, rows: list[str]) -> None:
    for number, row in enumerate(rows):
        for column, letter in enumerate(row):
            where = f"row {number + 1}, column {column + 1} is {letter!r}"
            if letter not in WALL + DOT + CAPSULE + GHOST + GHOST_NUMBERS + PACMAN + FLOOR:
                raise BadInput(f"{where}: expected one of {WALL} {DOT} {CAPSULE} {GHOST} {PACMAN}, or a space")
            if (letter == WALL) != ((number, column) in layout.walls):
                wanted = "a wall" if letter != WALL else "no wall"
                raise BadInput(f"{where}: expected {wanted} there, as in {layout.source!r}")


def _contents(layout: Layout, rows: list[str]) -> tuple[int, tuple[int, ...], int]:
    """Pac-Man's cell, the dots and the capsules."""
    found: dict[str, list[Cell]] = {PACMAN: [], DOT: [], CAPSULE: []}
    for cell in layout.cells:
        found.get(rows[cell[0]][cell[1]], []).append(cell)
    if len(found[PACMAN]) != 1:
        raise BadInput(f"the rows have {len(found[PACMAN])} {PACMAN}s: expected one")
    for row, column in found[CAPSULE]:
        if (row, column) not in layout.capsules:
            where = f"row {row + 1}, column {column + 1}"
            raise BadInput(f"{where} has a capsule: expected one only where {layout.source!r} has")
    capsules = sum(1 << layout.capsules.index(cell) for cell in found[CAPSULE])
    dots = layout.words_of(layout.numbers[cell] for cell in found[DOT])
    return layout.numbers[found[PACMAN][0]], dots, wrap(capsules)


def _ghosts_in(layout: Layout, rows: list[str]) -> tuple[int, ...]:
    """The ghosts that the rows show, none of which has moved."""
    shown = [(rows[row][column], (row, column)) for row, column in layout.cells]
    ghosts = in_order((letter, cell) for letter, cell in shown if letter in GHOST + GHOST_NUMBERS)
    if len(ghosts) != len(layout.ghosts):
        raise BadInput(f"the rows show {len(ghosts)} ghosts: expected {len(layout.ghosts)}, as in {layout.source!r}")
    return tuple(ghost(layout.numbers[cell]) for cell in ghosts)


def _said(layout: Layout, words: list[str]) -> tuple[int, int, tuple[int, ...], bool]:
    """Whose turn it is, the score, the ghosts, and whether Pac-Man is caught."""
    caught = words[-1] == CAUGHT_WORD
    given = words[:-1] if caught else words
    count = len(layout.ghosts)
    if len(given) != 2 + count:
        wanted = f"expected whose turn it is, the score and {count} ghosts"
        raise BadInput(f"{' '.join(words)!r} after the rows is not understood: {wanted}")
    if not given[0].isdecimal() or int(given[0]) > count:
        raise BadInput(f"{given[0]!r} does not say whose turn it is: expected 0 for Pac-Man, or a ghost up to {count}")
    if not _NUMBER.fullmatch(given[1]) or abs(int(given[1])) > LARGEST:
        raise BadInput(f"{given[1]!r} is not a score: expected a whole number")
    return int(given[0]), int(given[1]), tuple(_ghost_said(layout, word) for word in given[2:]), caught


def _ghost_said(layout: Layout, word: str) -> int:
    match = _GHOST.fullmatch(word)
    if match is None:
        raise BadInput(f"{word!r} is not a ghost: expected column,line and n, s, e, w or -, as in 5,2w or 5.5,2w*31")
    column, row, timer = float(match[1]) - 1, float(match[2]) - 1, int(match[4] or 0)
    facing = FACING.index(match[3])
    half = column % 1 != 0 or row % 1 != 0
    cell = row, column
    if half and facing != STOP:
        down, right = STEPS[facing]
        cell = row - down / 2, column - right / 2
        ahead = cell[0] + down, cell[1] + right
        half_way_is_open = ahead in layout.numbers
    if cell not in layout.numbers or (half and (facing == STOP or not half_way_is_open)):
        raise BadInput(f"a ghost cannot be at {word!r}: expected an open cell, or half-way from one to the next")
    if timer > SCARED_FOR or (half and timer == 0):
        wanted = f"1 to {SCARED_FOR}" if half else f"at most {SCARED_FOR}"
        raise BadInput(f"{word!r} is scared for {timer} moves: expected {wanted}")
    return ghost(layout.numbers[int(cell[0]), int(cell[1])], facing, int(half), timer)
