"""A ghost packed into one number: its cell, where it faces, whether it is half-way to the next cell, and how long it is
scared for.

        timer   half   facing       cell
    ──┬──────┬──────┬────────┬────────────┐
      │ 6 b. │ 1 b. │ 3 bits │  10 bits   │
    ──┴──────┴──────┴────────┴────────────┘
"""

from __future__ import annotations

NORTH, SOUTH, EAST, WEST, STOP = range(5)  # ^ 1 is the opposite direction
SCARED_FOR = 40  # moves of the ghost
HALF = 1

_CELL, _FACING, _HALF = 10, 3, 1


def ghost(cell: int, facing: int = STOP, half: int = 0, timer: int = 0) -> int:
    """A ghost as a number. One that is half-way has left the cell that it faces away from."""
    return cell | facing << _CELL | half << _CELL + _FACING | timer << _CELL + _FACING + _HALF


def cell_of(packed: int) -> int:
    """The cell it is on, or has left half-way."""
    return packed & (1 << _CELL) - 1


def facing_of(packed: int) -> int:
    """The direction of its last move; STOP before the first one."""
    return packed >> _CELL & (1 << _FACING) - 1


def is_underway(packed: int) -> bool:
    """Is it half-way to the next cell?"""
    return packed >> _CELL + _FACING & 1 == 1


def timer_of(packed: int) -> int:
    """How many of its moves it is still scared for."""
    return packed >> _CELL + _FACING + _HALF


def is_scared(packed: int) -> bool:
    """Can Pac-Man eat it?"""
    return timer_of(packed) > 0


def scared(packed: int, timer: int) -> int:
    """The same ghost, scared for this many moves."""
    return ghost(cell_of(packed), facing_of(packed), packed >> _CELL + _FACING & 1, timer)
