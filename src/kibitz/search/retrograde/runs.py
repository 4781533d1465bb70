"""Sorted runs on disk: successors on their way into the next layer, in ascending order of their keys.

A range of keys is read from hundreds of runs at once, so a run has all words of a state side by side: two reads fetch a
range, where columns would take one for each word. Where each range begins in each run is written down once, for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.search.retrograde.columns import KINDS, WORD, narrowed
from kibitz.search.retrograde.job import Folder


def write_run(folder: Folder, name: str, keys: Any, columns: Sequence[Any]) -> int:
    """Write keys, and what stands beside each, as a piece; its length in bytes."""
    kept = [narrowed(column) for column in columns]
    kinds = [KINDS.index(column.dtype.newbyteorder("<").str.replace("|", "<")) for column in kept]
    rows = np.empty(len(keys), _row_type(kinds))
    for number, column in enumerate(kept):
        rows[f"w{number}"] = column
    head = np.array([len(keys), len(kinds), *kinds], np.int64)
    return folder.write(name, [head, np.ascontiguousarray(keys, np.int64), rows.view(np.uint8)])


def _row_type(kinds: Sequence[int]) -> Any:
    return np.dtype([(f"w{number}", KINDS[kind]) for number, kind in enumerate(kinds)])


class Run:
    """A run that is open. Close it, or use it in a `with`."""

    def __init__(self, folder: Folder, name: str) -> None:
        self._file = folder.file(name).open("rb", buffering=0)
        self.rows, number = np.frombuffer(self._read(0, 2 * WORD), np.int64).tolist()
        self._type = _row_type(np.frombuffer(self._read(2 * WORD, number * WORD), np.int64).tolist())
        self._keys = (2 + number) * WORD
        self._states = self._keys + self.rows * WORD

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self, at: int, length: int) -> bytes:
        self._file.seek(at)
        data = self._file.read(length)
        while len(data) < length:  # a read may stop short
            more = self._file.read(length - len(data))
            if not more:
                raise EOFError("a run is shorter than it says")
            data += more
        return data

    def keys(self, begin: int, end: int) -> Any:
        """The keys from row `begin` to before row `end`."""
        return np.frombuffer(self._read(self._keys + begin * WORD, (end - begin) * WORD), np.int64)

    def columns(self, begin: int, end: int) -> list[Any]:
        """What stands beside these keys, word by word."""
        size = self._type.itemsize
        rows = np.frombuffer(self._read(self._states + begin * size, (end - begin) * size), self._type)
        return [rows[name] for name in self._type.names]


def write_offsets(folder: Folder, name: str, runs: Sequence[str], limits: Sequence[int]) -> None:
    """Write down where each range of keys begins and ends in each run: a row for each limit, one number a run."""
    offsets = np.zeros((len(limits) + 2, len(runs)), np.int64)
    for number, run in enumerate(runs):
        with Run(folder, run) as opened:
            offsets[1:-1, number] = np.searchsorted(opened.keys(0, opened.rows), np.array(limits, np.int64))
            offsets[-1, number] = opened.rows
    folder.write(name, [offsets.ravel()])


def read_range(folder: Folder, name: str, runs: Sequence[str], place: int) -> list[Any]:
    """The keys of range `place` of all runs, one run after the other, and the words of the states beside them."""
    offsets = np.fromfile(folder.file(name), np.int64, 2 * len(runs), offset=place * len(runs) * WORD)
    keys: list[Any] = []
    words: list[list[Any]] = []
    for run, begin, end in zip(runs, offsets[: len(runs)].tolist(), offsets[len(runs) :].tolist(), strict=True):
        if end > begin:
            with Run(folder, run) as opened:
                keys.append(opened.keys(begin, end))
                words.append(opened.columns(begin, end))
    if not keys:
        return []
    joined = [np.concatenate(keys)]
    for number in range(len(words[0])):
        joined.append(np.concatenate([word[number] for word in words]))
        for word in words:
            word[number] = None
    return joined
