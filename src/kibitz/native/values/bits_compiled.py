"""The machine code of `bits`."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from kibitz.native import bits
from kibitz.native.compiling.instructions import (
    leading_zeros,
    overload,
    population,
    shift_down,
    shift_up,
    trailing_zeros,
)


@overload(bits.wrap)
def _wrap(board: Any) -> Any:
    return lambda board: board


@overload(bits.count)
def _count(board: Any) -> Any:
    return lambda board: population(board)


@overload(bits.lowest)
def _lowest(board: Any) -> Any:
    return lambda board: trailing_zeros(board)


@overload(bits.highest)
def _highest(board: Any) -> Any:
    return lambda board: 63 - leading_zeros(board)


@overload(bits.up)
def _up(board: Any, steps: Any) -> Any:
    return lambda board, steps: shift_up(board, steps) if steps < 64 else 0


@overload(bits.down)
def _down(board: Any, steps: Any) -> Any:
    return lambda board, steps: shift_down(board, steps) if steps < 64 else 0


@overload(bits.bit)
def _bit(square: Any) -> Any:
    return lambda square: shift_up(1, square)


@overload(bits.has)
def _has(board: Any, square: Any) -> Any:
    return lambda board, square: shift_down(board, square) & 1 == 1


@overload(bits.multiply)
def _multiply(a: Any, b: Any) -> Any:
    return lambda a, b: a * b


@overload(bits.lowest_bits)
def _lowest_bits(number: Any) -> Any:
    return lambda number: shift_up(1, number) - 1 if number < 64 else -1


# These are the same source: nothing in them spills over 64 bits but through the functions above.
for _function in (bits.without_lowest, bits.squares, bits.shift, bits.columns_kept, bits.mix):
    register_jitable(_function)
