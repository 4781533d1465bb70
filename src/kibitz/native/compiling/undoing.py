"""Taking back what a call of machine code has written, where it ended in the middle and is made again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.native.compilable import Native


class Undo:
    """Copies of the arrays of some objects, to be put back.

    An object that `outlives_its_search` is left alone: whatever it holds is right at any moment, as a hash table is.
    """

    def __init__(self, objects: Iterable[Any]) -> None:
        self._copies = [(array, array.copy()) for given in objects for array in _arrays(given)]

    def __call__(self) -> None:
        """Put everything back."""
        for array, copy in self._copies:
            array[...] = copy


def _arrays(given: Any) -> Iterator[Any]:
    shape: Any = getattr(given, "shape", ())
    if hasattr(given, "dtype") and shape:
        yield given
    elif isinstance(given, Native) and not given.outlives_its_search:
        for attribute in vars(given).values():
            yield from _arrays(attribute)
