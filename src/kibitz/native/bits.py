"""Sixty-four squares in one integer. Every function gives the same answer in Python and in machine code.

A board is a signed 64-bit integer: bit n is square n, and a stone on square 63 makes the number negative. That is what
machine code computes with; Python's integers are unbounded, so what may overflow the 64th bit goes through `wrap`.
NumPy's integers are accepted too, and returned as Python's.

    bit 63 ─┐                                    ┌─ bit 0
            1000000000 … 0000000000000000000000001
"""

from __future__ import annotations

from collections.abc import Iterator

WORD = 64
MASK = (1 << WORD) - 1
SIGN = 1 << (WORD - 1)


def wrap(board: int) -> int:
    """The signed 64-bit integer with the same low 64 bits."""
    return ((int(board) + SIGN) & MASK) - SIGN


def count(board: int) -> int:
    """How many bits are set."""
    return (int(board) & MASK).bit_count()


def lowest(board: int) -> int:
    """The number of the lowest bit set; 64 for an empty board."""
    board = int(board) & MASK
    return (board & -board).bit_length() - 1 if board else WORD


def highest(board: int) -> int:
    """The number of the highest bit set; -1 for an empty board."""
    return (int(board) & MASK).bit_length() - 1


def without_lowest(board: int) -> int:
    """The board with its lowest bit cleared."""
    return wrap(int(board) & (int(board) - 1))


def bit(square: int) -> int:
    """The board with only this square set, 0 ≤ square < 64."""
    return wrap(1 << int(square))


def has(board: int, square: int) -> bool:
    """Is this square, 0 ≤ square < 64, set?"""
    return board >> square & 1 == 1


def squares(board: int) -> Iterator[int]:
    """The squares that are set, from the lowest."""
    while board:
        yield lowest(board)
        board = without_lowest(board)


def up(board: int, steps: int) -> int:
    """Every stone moved `steps` squares up (0 ≤ steps ≤ 64); what leaves the 64 squares is lost."""
    return wrap(int(board) << int(steps))


def down(board: int, steps: int) -> int:
    """Every stone moved `steps` squares down (0 ≤ steps ≤ 64); what leaves the 64 squares is lost."""
    return wrap((int(board) & MASK) >> int(steps))


def shift(board: int, columns: int, rows: int, width: int, height: int) -> int:
    """Every stone moved within a board of width × height ≤ 64 squares, square = row × width + column.

    Stones that would leave the board are lost; none reappears on the other side.
    """
    if columns <= -width or columns >= width or rows <= -height or rows >= height:
        return 0
    kept = 0
    row = columns_kept(columns, width)
    for _ in range(height):
        kept = up(kept, width) | row
    board &= kept
    distance = rows * width + columns
    moved = up(board, distance) if distance >= 0 else down(board, -distance)
    return moved & lowest_bits(width * height)


def columns_kept(columns: int, width: int) -> int:
    """The squares of one row that stay on the board when moved by `columns`."""
    if columns >= 0:
        return lowest_bits(width - columns)
    return lowest_bits(width) & ~lowest_bits(-columns)


def lowest_bits(number: int) -> int:
    """A board whose lowest `number` squares, 0 ≤ number ≤ 64, are set."""
    return wrap((1 << int(number)) - 1)


def multiply(a: int, b: int) -> int:
    """The product, wrapped to 64 bits: what a hash function needs."""
    return wrap(int(a) * int(b))


def mix(number: int) -> int:
    """A one-to-one hash of a 64-bit integer: neighbouring numbers land far apart, and no two collide."""
    number = multiply(number ^ down(number, 32), -4710160504952957587)
    number = multiply(number ^ down(number, 29), -4710160504952957587)
    return number ^ down(number, 32)
