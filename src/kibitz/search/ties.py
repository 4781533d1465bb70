"""When two values are the same: averages of the same numbers in another order differ in their last digits.

Values that differ by no more than 1e-12, of 1 or of themselves, are equal, and of equals the first action is taken:
which action is best never hangs on how a sum was rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from kibitz.native import jit

ROUNDING = 1e-12


@jit
def is_more(value: float, other: float) -> bool:
    """Is a value more than another by more than rounding may hide?"""
    return value > other and (other == -inf or value - other > ROUNDING * max(1.0, abs(other)))


def first_best(values: Sequence[float]) -> int:
    """The number of the first value that no other is more than."""
    most = max(values)
    return next(number for number, value in enumerate(values) if not is_more(most, value))
