"""The file of an endgame table: how it is laid out, written and checked.

    16 bytes  "kibitz table" and the version of the format
     8 bytes  how long the header is           4 bytes  its checksum         4 bytes  nothing
       …      the header, in JSON: the game and its rules, and where each array begins
       …      the arrays, each from a multiple of 4,096 bytes on
       …      the checksum of each block of 2²⁰ bytes of what stands before
    16 bytes  how many blocks, 8 bytes; their checksum, 4 bytes; "end\\n"

All numbers are little-endian, all checksums CRC-32. The bytes depend on what the table holds alone.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.errors import Unusable
from kibitz.saving import replacing

MAGIC = b"kibitz table\0\0\0"
FORMAT = 1
FIXED = 32  # bytes before the header
ALIGNED = 4096
BLOCK = 1 << 20
END = b"end\n"
LONGEST_HEADER = 1 << 26

# The arrays that a table may have, in the order of the file, and NumPy's word for the type of each.
ARRAYS = {
    "sections": "<i8",
    "starts": "<i8",
    "ends": "<i8",
    "counts": "<i8",
    "values": "<f8",
    "plies": "<i8",
    "keys": "<i8",
    "directory": "<i8",
    "bytes": "|u1",
    "pairs": "<u2",
}


class Stream(NamedTuple):
    """An array on its way to a file: how many numbers it has, and these, in arrays of any size."""

    length: int
    parts: Iterable[Any]


@dataclass(frozen=True)
class Layout:
    """What is known of a file before anything in it is looked up: its header, and where the arrays are."""

    header: Mapping[str, Any]
    arrays: Mapping[str, tuple[int, int]]  # name → where it begins, and how many numbers it has
    data_end: int  # where the checksums of the blocks begin
    size: int  # of the whole file


def laid_out(header: Mapping[str, Any], counts: Mapping[str, int]) -> tuple[bytes, Layout]:
    """The first bytes of a file with this header and arrays of these lengths, and where all of it goes."""
    arrays: dict[str, tuple[int, int]] = {}
    text = b""
    at = 0
    while True:  # where the arrays begin is part of the header, and the header's length decides where they begin
        named = {name: [*arrays.get(name, (0, 0))] for name in ARRAYS if name in counts}
        text = json.dumps({**header, "arrays": named, "data_end": at}, sort_keys=True, ensure_ascii=False).encode()
        before = dict(arrays), at
        at = FIXED + len(text)
        for name in named:
            at = math.ceil(at / ALIGNED) * ALIGNED
            arrays[name] = at, counts[name]
            at += counts[name] * int(ARRAYS[name][-1])
        if before == (arrays, at):
            break
    blocks = math.ceil(at / BLOCK)
    fixed = MAGIC + bytes([FORMAT]) + len(text).to_bytes(8, "little") + zlib.crc32(text).to_bytes(8, "little")
    return fixed + text, Layout({**header, "arrays": named, "data_end": at}, arrays, at, at + 4 * blocks + 16)


def write_table(path: str | Path, header: Mapping[str, Any], arrays: Mapping[str, Stream]) -> Layout:
    """Write a table under its final name, completely or not at all. The arrays are read one after the other."""
    first, layout = laid_out(header, {name: stream.length for name, stream in arrays.items()})
    with replacing(path) as file:
        writer = _Blocks(file)
        writer.write(first)
        for name, (begin, count) in layout.arrays.items():
            writer.write(bytes(begin - writer.at))
            for part in arrays[name].parts:
                writer.write(memoryview(part.astype(ARRAYS[name], copy=False)).cast("B") if len(part) else b"")
            if writer.at != begin + count * int(ARRAYS[name][-1]):
                raise ValueError(f"{name} has another length than was said")
        checks = writer.checks()
        file.write(checks)
        file.write((len(checks) // 4).to_bytes(8, "little") + zlib.crc32(checks).to_bytes(4, "little") + END)
    return layout


class _Blocks:
    """A file that is written from its beginning to its end, with a checksum for each block."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.at = 0
        self._open = 0  # the checksum of the block that is not full yet
        self._done: list[int] = []

    def write(self, data: Any) -> None:
        self.file.write(data)
        view = memoryview(data)
        while len(view):
            part = view[: BLOCK - self.at % BLOCK]
            self._open = zlib.crc32(part, self._open)
            self.at += len(part)
            view = view[len(part) :]
            if self.at % BLOCK == 0:
                self._done.append(self._open)
                self._open = 0

    def checks(self) -> bytes:
        done = self._done if self.at % BLOCK == 0 else [*self._done, self._open]
        return b"".join(check.to_bytes(4, "little") for check in done)


def is_table(path: str | Path) -> bool:
    """Does a file begin like an endgame table, of whatever format, sound or damaged?"""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_layout(path: str | Path) -> tuple[Layout, bytes]:
    """The layout of a file, and the checksums of its blocks.

    Raises `Unusable` where it is damaged or not a table, and `FileNotFoundError` where there is none.
    """
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            fixed = file.read(FIXED)
            if len(fixed) < FIXED or fixed[:15] != MAGIC:
                raise Unusable(f"{name!r} is not an endgame table of Kibitz")
            if fixed[15] != FORMAT:
                raise Unusable(
                    f"{name!r} is of format {fixed[15]}, and this Kibitz reads format {FORMAT}: build it anew"
                )
            length = int.from_bytes(fixed[16:24], "little")
            text = file.read(length) if length <= LONGEST_HEADER else b""
            if len(text) != length or zlib.crc32(text).to_bytes(8, "little") != fixed[24:32]:
                raise _damaged(name, "its header")
            layout = _layout(json.loads(text))
            if layout.size != size:
                raise Unusable(
                    f"{name!r} has {size:,} bytes, not {layout.size:,}: it was cut short or changed; build it anew"
                )
            file.seek(layout.data_end)
            checks = file.read(layout.size - layout.data_end - 16)
            tail = file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unusable(f"{name!r} cannot be read: {error.strerror or error}") from None
    if tail != (len(checks) // 4).to_bytes(8, "little") + zlib.crc32(checks).to_bytes(4, "little") + END:
        raise _damaged(name, "its list of checksums")
    return layout, checks


def _layout(header: dict[str, Any]) -> Layout:
    arrays = {name: (begin, count) for name, (begin, count) in header["arrays"].items()}
    at = header["data_end"]
    ordered = {name: arrays[name] for name in ARRAYS if name in arrays}
    return Layout(header, ordered, at, at + 4 * math.ceil(at / BLOCK) + 16)


def _damaged(name: str, where: str) -> Unusable:
    return Unusable(f"{name!r} is damaged ({where}): build it anew")


class Checked:
    """The blocks of a mapped file, each checked when it is first asked for."""

    def __init__(self, name: str, data: Any, layout: Layout, checks: bytes) -> None:
        self._name, self.data, self._end, self._checks = name, data, layout.data_end, checks
        self._sound = bytearray(len(checks) // 4)

    def check(self, begin: int, end: int) -> None:
        """Raise `Unusable` where a byte from `begin` to before `end` is not as it was written."""
        for number in range(begin // BLOCK, math.ceil(min(end, self._end) / BLOCK)):
            if not self._sound[number]:
                block = memoryview(self.data)[number * BLOCK : min((number + 1) * BLOCK, self._end)]
                if zlib.crc32(block).to_bytes(4, "little") != self._checks[4 * number : 4 * number + 4]:
                    raise _damaged(self._name, f"at byte {number * BLOCK:,} or in the megabyte after it")
                self._sound[number] = 1

    def check_all(self) -> None:
        """Raise `Unusable` where any byte is not as it was written."""
        self.check(0, self._end)


@dataclass(frozen=True)
class TableFile:
    """A table that is open: its header, and its bytes, which are checked as they are asked for."""

    path: Path
    layout: Layout
    checked: Checked

    @property
    def header(self) -> Mapping[str, Any]:
        """What the file says of itself."""
        return self.layout.header

    def check_place(self, name: str, place: int) -> None:
        """Raise `Unusable` where the entry at `place` of an array is damaged."""
        if name in self.layout.arrays:
            at = self.layout.arrays[name][0] + place * int(ARRAYS[name][-1])
            self.checked.check(at, at + 1)
