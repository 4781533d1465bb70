"""Stable discs: those that nobody can ever turn over."""

from __future__ import annotations

from kibitz.games.othello.board import Board
from kibitz.native import jit
from kibitz.native.bits import count, down, up, wrap

LEFT, RIGHT = wrap(0x0101010101010101), wrap(0x8080808080808080)  # the first and the last column
TOP, BOTTOM = wrap(0xFF), wrap(0xFF00000000000000)
BORDER = LEFT | RIGHT | TOP | BOTTOM


@jit
def along(squares: int, step: int, rightward: int) -> int:
    """These squares, and all squares on the same lines: `step` bits further each, `rightward` columns (-1, 0 or 1)."""
    higher, lower = squares, squares
    can_go_up = ~(LEFT if rightward > 0 else RIGHT) if rightward else -1
    can_go_down = ~(RIGHT if rightward > 0 else LEFT) if rightward else -1
    for _ in range(7):
        higher |= up(higher, step) & can_go_up
        lower |= down(lower, step) & can_go_down
    return higher | lower


@jit
def stable(game: Board, discs: int, other: int) -> int:
    """Those of `discs` that are surely stable.

    A disc is safe along a line that is full, that ends beside it, or on which a stable disc of the same colour stands
    next to it. Safe along all four lines, it is stable: so it goes on from the corners. Discs that are stable for other
    reasons are not found.
    """
    empty = game.board & ~(discs | other)
    level, upright = ~along(empty, 1, 1) | LEFT | RIGHT, ~along(empty, 8, 0) | TOP | BOTTOM
    falling, rising = ~along(empty, 9, 1) | BORDER, ~along(empty, 7, -1) | BORDER
    found = 0
    while True:
        known = found | ~game.board
        more = discs & (level | (up(known, 1) & ~LEFT) | (down(known, 1) & ~RIGHT))
        more &= upright | up(known, 8) | down(known, 8)
        more &= falling | (up(known, 9) & ~LEFT) | (down(known, 9) & ~RIGHT)
        more &= rising | (up(known, 7) & ~RIGHT) | (down(known, 7) & ~LEFT)
        if more == found:
            return found
        found = more


@jit
def most_possible(game: Board, me: int, other: int) -> int:
    """The most that `me` can win by: all discs but the other's stable ones."""
    return game.cells - 2 * count(stable(game, other, me))
