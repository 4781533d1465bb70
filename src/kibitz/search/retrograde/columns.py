"""Columns of numbers on disk: the pieces of a table that is being built, each number as narrow as its column allows.

A piece begins with how many rows and columns it has and the type of each column; the columns follow, one after the
other. They are read a part at a time into memory of their own: a mapped file would count as memory that is in use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.search.retrograde.job import Folder

KINDS = ("<i1", "<i2", "<i4", "<i8", "<f8")
WORD = 8


def narrowed(column: Any) -> Any:
    """The same numbers in the narrowest type that holds each exactly: of floats, whole numbers as such if all are."""
    if column.dtype.kind == "f":
        if len(column) == 0 or not np.isfinite(column).all() or np.abs(column).max() > 1 << 53:
            return column
        whole = column.astype(np.int64)
        if (whole != column).any() or (np.signbit(column) & (column == 0)).any():
            return column
        column = whole
    low, high = (int(column.min()), int(column.max())) if len(column) else (0, 0)
    for kind in KINDS[:3]:
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return column.astype(kind)
    return column.astype("<i8", copy=False)


def write_columns(folder: Folder, name: str, columns: Sequence[Any]) -> int:
    """Write columns of one length as a piece; its length in bytes."""
    kept = [np.ascontiguousarray(narrowed(column)) for column in columns]
    kinds = [next(number for number, kind in enumerate(KINDS) if np.dtype(kind) == column.dtype) for column in kept]
    head = np.array([len(kept[0]), len(kept), *kinds], np.int64)
    return folder.write(name, [head, *kept])


class Columns:
    """A piece made of columns, to be read a part at a time."""

    def __init__(self, folder: Folder, name: str) -> None:
        self._path = folder.file(name)
        self.rows, number = (int(word) for word in np.fromfile(self._path, np.int64, 2))
        self.kinds = [np.dtype(KINDS[kind]) for kind in np.fromfile(self._path, np.int64, number, offset=2 * WORD)]
        self._begins = [(2 + number) * WORD]
        for kind in self.kinds:
            self._begins.append(self._begins[-1] + self.rows * kind.itemsize)

    def __len__(self) -> int:
        return self.rows

    def read(self, column: int, begin: int = 0, end: int | None = None) -> Any:
        """The numbers of a column from row `begin` to before row `end`."""
        kind = self.kinds[column]
        count = (self.rows if end is None else end) - begin
        return np.fromfile(self._path, kind, count, offset=self._begins[column] + begin * kind.itemsize)

    def words(self, first: int, begin: int, end: int) -> Any:
        """The numbers of the columns from the first on, row by row, as words of 64 bits in one row."""
        made = np.empty((end - begin, len(self.kinds) - first), np.int64)
        for column in range(first, len(self.kinds)):
            made[:, column - first] = self.read(column, begin, end)
        return made.ravel()

    def span(self, low: int | None, high: int | None) -> tuple[int, int]:
        """From which row to before which the first column, which is in ascending order, is within [low, high)."""
        begin = 0 if low is None else self._first_not_below(low)
        end = self.rows if high is None else self._first_not_below(high)
        return begin, max(begin, end)

    def _first_not_below(self, key: int) -> int:
        """A binary search that reads a few pages of the file."""
        low, high = 0, self.rows
        while high - low > 256:
            middle = (low + high) // 2
            if int(self.read(0, middle, middle + 1)[0]) < key:
                low = middle + 1
            else:
                high = middle
        return low + int(np.searchsorted(self.read(0, low, high), key))

    def parts(self, begin: int, end: int, size: int) -> Iterator[tuple[int, int]]:
        """The rows from `begin` to before `end` in parts of at most `size`."""
        for at in range(begin, end, size):
            yield at, min(at + size, end)
