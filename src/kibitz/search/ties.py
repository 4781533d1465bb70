"""When two values are the same: averages of the same numbers in another order differ in their last digits.

Values that differ by no more than 1e-12, of 1 or of themselves, are equal, and of equals the first action is taken:
the best action never depends on how a sum was rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from kibitz.native import jit

ROUNDING = 1e-12
TOLERANCE = 1e-9  # between what machine code and Python find for the same thing: they may sum in another order


@jit
def is_more(value: float, other: float) -> bool:
    """Is a value more than another by more than rounding may hide?"""
    return value > other and (other == -inf or value - other > ROUNDING * max(1.0, abs(other)))


def first_best(values: Sequence[float]) -> int:
    """The number of the first value that no other is more than."""
    most = max(values)
    return next(number for number, value in enumerate(values) if not is_more(most, value))


def is_alike(one: Any, other: Any) -> bool:
    """Are two answers the same, number by number, but for rounding? NaN is like anything."""
    one, other = (x.tolist() if hasattr(x, "tolist") else x for x in (one, other))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(is_alike, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return bool(one == other or one != one or abs(one - other) <= TOLERANCE * max(1.0, abs(one), abs(other)))
    return bool(one == other)
