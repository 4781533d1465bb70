"""The file of an opening book: positions in the order of their keys, in blocks of which a probe decodes one.

    16 bytes  "kibitz book" and the version of the format
     8 bytes  how long the header is           4 bytes  its checksum         4 bytes  that of the list of blocks
       …      the header, in JSON: the game and its rules, what the book holds and how far it goes
       …      the list of blocks, 32 bytes each: first key, where it begins, its length, how many positions, checksum
       …      the blocks, each packed by zlib: the steps from key to key, byte by byte of all, then what is held of each

All numbers are little-endian, all checksums CRC-32. The bytes depend on what the book holds alone. Reading needs
neither NumPy nor anything compiled: the file is mapped, and a block takes about a fifteenth of a millisecond to decode.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.errors import Unusable
from kibitz.game import Game, State
from kibitz.saving import replacing

MAGIC = b"kibitz book\0\0\0\0"
FORMAT = 1
START = struct.Struct("<16sQII")
BLOCK = struct.Struct("<QQIIII")  # first key, begin, length, positions, checksum, nothing
IN_A_BLOCK = 1024  # positions: more pack better, fewer are decoded sooner
LONGEST_HEADER = 1 << 24
KEYS = (1 << 64) - 1
EXACT = 65535  # the depth of a value that is proven
KEPT_BLOCKS = 256  # decoded ones in memory
WHOLE_TYPES = (("b", 127), ("h", 32_767))  # of whole values, smallest first
SIZES = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Judged(NamedTuple):
    """What a book of values holds of a position: its worth to the player to move, and the depth it was searched to.

    `depth` is None where the value is proven.
    """

    value: float
    depth: int | None


class Played(NamedTuple):
    """What a book of games holds of a move: its place among the actions, how often it was played and how that ended.

    Wins and losses are those of the player who made it; of some games the result is not known. `last` is the day it was
    last played, as the number 20240131, with zeros for what is not known.
    """

    place: int
    times: int
    wins: int
    draws: int
    losses: int
    last: int


def book_key(game: Game, s: State) -> int:
    """The key of a position in a book, from 0 up: the smallest of its own and those of its mirror images."""
    return min(int(game.key(image)) for image in (s, *game.symmetric(s))) & KEYS


def book_image(game: Game, s: State) -> State:
    """The position itself, or the one among its mirror images under which a book has it."""
    return min((s, *game.symmetric(s)), key=lambda image: int(game.key(image)))


# ---------------------------------------------------------------- writing


def write_values(path: str | Path, header: Mapping[str, Any], held: Iterable[tuple[int, Judged]]) -> int:
    """Write a book of values, its keys in ascending order; how many bytes it has."""
    entries = list(held)
    size = max((abs(each.value) for _, each in entries), default=0.0)
    is_whole = all(float(each.value).is_integer() for _, each in entries)
    letter = next((code for code, most in WHOLE_TYPES if is_whole and size <= most), "d")
    is_solved = all(each.depth is None for _, each in entries)

    def body(part: list[tuple[int, Judged]]) -> bytes:
        values = [int(each.value) if letter != "d" else each.value for _, each in part]
        packed = _planes(array(letter, values))
        if not is_solved:
            packed += _planes(array("H", [EXACT if each.depth is None else each.depth for _, each in part]))
        return packed

    told = {**header, "kind": "values", "values": letter, "solved": is_solved}
    return _write(path, told, iter(entries), body)


def write_games(path: str | Path, header: Mapping[str, Any], held: Iterable[tuple[int, list[Played]]]) -> int:
    """Write a book of what was played, its keys in ascending order; how many bytes it has."""

    def body(part: list[tuple[int, list[Played]]]) -> bytes:
        out = bytearray()
        for _, moves in part:
            for number in (len(moves), *(number for move in moves for number in move)):
                _put(out, number)
        return bytes(out)

    return _write(path, {**header, "kind": "games"}, iter(held), body)


def _write(path: str | Path, header: Mapping[str, Any], held: Iterator[Any], body: Callable[[Any], bytes]) -> int:
    blocks: list[bytes] = []
    listed = bytearray()
    begin = positions = 0
    while part := list(islice(held, IN_A_BLOCK)):
        keys = [key for key, _ in part]
        steps = [after - before for before, after in pairwise(keys)]
        assert all(step > 0 for step in steps), "the keys of a book ascend"
        width = next(size for size in SIZES if max(steps, default=0) < 1 << 8 * size)
        data = zlib.compress(bytes((width,)) + _planes(array(SIZES[width], steps)) + body(part), 9)
        listed += BLOCK.pack(keys[0], begin, len(data), len(part), zlib.crc32(data), 0)
        blocks.append(data)
        begin += len(data)
        positions += len(part)
    told = {**header, "positions": positions, "blocks": len(blocks), "bytes": begin}
    text = json.dumps(told, sort_keys=True, ensure_ascii=False).encode()
    with replacing(path) as file:
        file.write(START.pack(MAGIC + bytes((FORMAT,)), len(text), zlib.crc32(text), zlib.crc32(listed)))
        file.write(text + listed)
        for data in blocks:
            file.write(data)
    return START.size + len(text) + len(listed) + begin


def _planes(numbers: array[Any]) -> bytes:
    """The first byte of all numbers, then the second of all: most are alike, and pack to nothing."""
    if sys.byteorder == "big":
        numbers.byteswap()
    data, size = numbers.tobytes(), numbers.itemsize
    return b"".join(data[place::size] for place in range(size))


def _from_planes(letter: str, data: bytes) -> array[Any]:
    numbers = array(letter)
    size = numbers.itemsize
    count = len(data) // size
    woven = bytearray(len(data))
    for place in range(size):
        woven[place::size] = data[place * count : (place + 1) * count]
    numbers.frombytes(bytes(woven))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _put(out: bytearray, number: int) -> None:
    """A number from 0 up, seven bits a byte, the lowest first."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _take(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where the next one does."""
    number = shift = 0
    while data[at] > 127:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
    return number | data[at] << shift, at + 1


# ---------------------------------------------------------------- reading


class BookFile:
    """A book on disk, mapped. `Unusable` is raised where it is damaged, when that is noticed."""

    def __init__(self, path: str | Path) -> None:
        """Open it, and check all but the blocks, which are checked when they are read; `Unusable` if it is no book."""
        self.path = str(path)
        try:
            with open(path, "rb") as file:
                size = file.seek(0, 2)
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        except OSError as error:
            raise Unusable(f"the book {self.path!r} cannot be read: {error.strerror or error}") from None
        self.header = self._read_header()
        self._blocks = list(BLOCK.iter_unpack(self._list))
        self._firsts = [block[0] for block in self._blocks]
        self._decoded = lru_cache(KEPT_BLOCKS)(self._decode)

    @property
    def holds_values(self) -> bool:
        """Does it say what positions are worth, and not what was played?"""
        return bool(self.header["kind"] == "values")

    @property
    def plies(self) -> int:
        """How far from the start of the game it goes."""
        return int(self.header.get("plies", 0))

    def __len__(self) -> int:
        return int(self.header["positions"])

    def value(self, key: int) -> Judged | None:
        """What a position is worth, by its `book_key`; None where the book does not have it."""
        found = self._find(key) if self.holds_values else None
        return None if found is None else _judged(*found)

    def moves(self, key: int) -> tuple[Played, ...]:
        """What was played in a position, by its `book_key`; empty where the book does not have it."""
        found = None if self.holds_values else self._find(key)
        return () if found is None else found[0][found[1]]

    def entries(self) -> Iterator[tuple[int, Any]]:
        """Every key, in ascending order, with its `Judged` or its moves."""
        for number in range(len(self._blocks)):
            keys, held = self._decoded(number)
            for place, key in enumerate(keys):
                yield key, _judged(held, place) if self.holds_values else held[place]

    def check(self) -> None:
        """Read everything; `Unusable` where something is damaged, or not in order."""
        before = -1
        for key, _ in self.entries():
            if key <= before:
                raise self._damaged("its keys are not in order")
            before = key

    def _read_header(self) -> dict[str, Any]:
        data = self._data
        if data[: len(MAGIC)] != MAGIC or len(data) < START.size:
            raise Unusable(f"{self.path!r} is not a book of Kibitz")
        magic, length, check, self._list_check = START.unpack_from(data)
        if magic[-1] != FORMAT:
            raise Unusable(f"{self.path!r} is a book of format {magic[-1]}: this version of Kibitz reads {FORMAT}")
        text = data[START.size : START.size + length] if length < LONGEST_HEADER else b""
        if len(text) != length or zlib.crc32(text) != check:
            raise self._damaged("its header")
        header: dict[str, Any] = json.loads(text)
        begin = START.size + length
        self._begin = begin + BLOCK.size * header["blocks"]
        self._list = data[begin : self._begin]
        if len(data) != self._begin + header["bytes"]:
            there, wanted = len(data), self._begin + header["bytes"]
            raise self._damaged(f"it has {there:,} bytes instead of {wanted:,}")
        if zlib.crc32(self._list) != self._list_check:
            raise self._damaged("its list of blocks")
        return header

    def _damaged(self, where: str) -> Unusable:
        return Unusable(f"the book {self.path!r} is damaged ({where}): build it anew")

    def _find(self, key: int) -> tuple[Any, int] | None:
        """What the block holds in which a key stands, and its place there."""
        number = bisect_left(self._firsts, key + 1) - 1
        if number < 0:
            return None
        keys, held = self._decoded(number)
        place = bisect_left(keys, key)
        return (held, place) if place < len(keys) and keys[place] == key else None

    def _decode(self, number: int) -> tuple[list[int], Any]:
        """The keys of a block, and what it holds of each."""
        first, begin, length, count, check, _ = self._blocks[number]
        packed = self._data[self._begin + begin : self._begin + begin + length]
        if zlib.crc32(packed) != check:
            raise self._damaged(f"block {number + 1:,} of {len(self._blocks):,}")
        data = zlib.decompress(packed)
        end = 1 + data[0] * (count - 1)
        keys = list(accumulate(_from_planes(SIZES[data[0]], data[1:end]), initial=first))
        if not self.holds_values:
            return keys, _moves(data, end, count)
        values = _from_planes(self.header["values"], data[end : end + count * array(self.header["values"]).itemsize])
        depths = None if self.header["solved"] else _from_planes("H", data[end + count * values.itemsize :])
        return keys, (values, depths)


def _judged(held: Any, place: int) -> Judged:
    values, depths = held
    depth = None if depths is None or depths[place] == EXACT else depths[place]
    return Judged(float(values[place]), depth)


def _moves(data: bytes, at: int, count: int) -> list[tuple[Played, ...]]:
    held = []
    for _ in range(count):
        number, at = _take(data, at)
        moves = []
        for _ in range(number):
            numbers = []
            for _ in Played._fields:
                taken, at = _take(data, at)
                numbers.append(taken)
            moves.append(Played(*numbers))
        held.append(tuple(moves))
    return held
