"""The eight ways to look at a board: turned by quarters, and in the mirror. For boards that fit into one word."""

from __future__ import annotations

from typing import Any

from kibitz.games.go.board import (
    BEFORE_AT,
    KO_AT,
    LAST_AT,
    NOWHERE,
    PASS,
    Board,
    State,
    action_before,
    ko_point,
    last_action,
)
from kibitz.games.go.points import Points
from kibitz.native.bits import wrap

IMAGES = 7  # beside the board itself
ACTIONS = 256  # points, PASS and NOWHERE


def image_tables(board: Board) -> tuple[Any, Any]:
    """For each image, row and pattern of stones in that row the points they come to; and where each action comes to."""
    import numpy as np

    size, last = board.size, board.size - 1
    rows = np.zeros(IMAGES * size << size, np.int64)
    actions = np.zeros(IMAGES * ACTIONS, np.int64)
    for image in range(IMAGES):
        number = image + 1

        def moved(row: int, column: int, number: int = number) -> int:
            row, column = (column, row) if number & 1 else (row, column)
            row, column = (last - row if number & 2 else row), (last - column if number & 4 else column)
            return board.point(row, column)

        for row in range(size):
            for pattern in range(1 << size):
                stones = sum(1 << moved(row, column) for column in range(size) if pattern >> column & 1)
                rows[(image * size + row << size) + pattern] = wrap(stones)
            for column in range(size):
                actions[image * ACTIONS + board.point(row, column)] = moved(row, column)
        for special in (PASS, NOWHERE):
            actions[image * ACTIONS + special] = special
    return rows, actions


def image_of(board: Board, rows: Any, actions: Any, s: State, image: int) -> State:
    """A state as it looks from another side: one of seven."""
    size, stride = board.size, board.stride
    every = (1 << size) - 1
    me = other = 0
    for row in range(size):
        at = image * size + row << size
        me |= int(rows[at + (s.me.low >> row * stride & every)])
        other |= int(rows[at + (s.other.low >> row * stride & every)])
    base = image * ACTIONS
    ko, last = int(actions[base + ko_point(s)]), int(actions[base + last_action(s)])
    before = int(actions[base + action_before(s)])
    kept = s.meta & ~(255 << KO_AT | 255 << LAST_AT | 255 << BEFORE_AT)
    meta = kept | ko << KO_AT | last << LAST_AT | before << BEFORE_AT
    return State(Points(me, 0, 0), Points(other, 0, 0), meta)
