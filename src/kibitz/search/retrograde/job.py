"""The job of building a table: where its pieces lie until it is done, and what it may take.

Contract. Whatever is finished is a file in the job's folder, named by what it holds and written completely or not at
all, with a checksum at its end. A job that was killed is begun again with the same plan, finds what is there, and goes
on; with another plan it begins anew. What the finished table holds depends on the game and the plan alone.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kibitz.errors import BadInput, Unsolved, Unwritten
from kibitz.game import Game
from kibitz.pieces import Spread, one_by_one

SEAL = b"kibitz piece 1\n\0"  # at the end of every piece, before its checksum and its length
PLAN = "plan"
MEGABYTE = 1 << 20


class Source(Protocol):
    """Where a game comes from, in whatever process it is asked."""

    def game(self) -> Game:
        """The game, made anew or at hand."""


@dataclass(frozen=True)
class Folder:
    """A folder of finished pieces. It travels to other processes, which must see the same files."""

    path: Path

    def file(self, name: str) -> Path:
        """Where the piece of this name is, or will be."""
        return self.path / name

    def has(self, name: str) -> bool:
        """Is the piece of this name finished? One whose end is missing is not."""
        try:
            with self.file(name).open("rb") as file:
                file.seek(0, 2)
                length = file.tell() - len(SEAL) - 16
                file.seek(max(0, length))
                tail = file.read()
        except OSError:
            return False
        return length >= 0 and tail.startswith(SEAL) and int.from_bytes(tail[-8:], "little") == length

    def write(self, name: str, parts: Sequence[Any]) -> int:
        """Write a piece: bytes, or arrays, one behind the other. Its length in bytes."""
        check, length = 0, 0
        made = self.file(f".{name}-{os.urandom(8).hex()}.part")
        try:
            with made.open("wb") as file:
                for part in parts:
                    data = memoryview(part).cast("B") if len(part) else memoryview(b"")
                    check = zlib.crc32(data, check)
                    length += len(data)
                    file.write(data)
                file.write(SEAL + check.to_bytes(8, "little") + length.to_bytes(8, "little"))
            os.replace(made, self.file(name))  # not synced, which takes long: the seal shows it
        except OSError as error:
            made.unlink(missing_ok=True)
            raise Unwritten(f"{str(self.file(name))!r} cannot be written: {error.strerror or error}") from None
        return length

    def is_sound(self, name: str) -> bool:
        """Is the piece of this name finished, and is every byte of it as it was written?"""
        if not self.has(name):
            return False
        check, left = 0, self.length(name)
        with self.file(name).open("rb") as file:
            while left > 0:
                data = file.read(min(left, MEGABYTE))
                check = zlib.crc32(data, check)
                left -= len(data)
            return file.read()[len(SEAL) : len(SEAL) + 8] == check.to_bytes(8, "little")

    def length(self, name: str) -> int:
        """How many bytes a finished piece holds."""
        return self.file(name).stat().st_size - len(SEAL) - 16

    def read(self, name: str) -> bytes:
        """All that a finished piece holds."""
        with self.file(name).open("rb") as file:
            return file.read(self.length(name))

    def remove(self, name: str) -> None:
        """Do away with a piece that is no longer needed."""
        self.file(name).unlink(missing_ok=True)

    def names(self, beginning: str = "") -> list[str]:
        """The finished pieces whose names begin like this, in alphabetical order."""
        if not self.path.is_dir():
            return []
        found = (path.name for path in self.path.iterdir() if path.name.startswith(beginning))
        return sorted(name for name in found if not name.startswith(".") and self.has(name))

    def size(self) -> int:
        """How many bytes all files in the folder take."""
        return sum(path.stat().st_size for path in self.path.iterdir() if path.is_file())


def _silent(text: str) -> None:
    """Progress that nobody wants to see."""


@dataclass
class Job:
    """What a builder needs to know beside the game.

    `out` is the finished file. `folder` is for the pieces of the unfinished one: files that all workers must see.
    `memory` is what each process may take, and `disk` what the folder may take, both in megabytes. `spread` has pieces
    of the work carried out; `source` makes the game in other processes, where they are others. `progress` is told, in
    a few words, how far it is.
    """

    out: Path
    folder: Path
    memory: float = 1024.0
    disk: float | None = None
    spread: Spread = one_by_one
    progress: Callable[[str], None] = _silent
    interpreted: bool = False
    source: Source | None = None
    pieces: Folder = field(init=False)

    def __post_init__(self) -> None:
        if not self.memory > 0:
            raise BadInput(f"the memory limit must be positive, got {self.memory:g} MB")
        if self.disk is not None and not self.disk > 0:
            raise BadInput(f"the disk limit must be positive, got {self.disk:g} MB")
        self.pieces = Folder(Path(self.folder))

    def claim(self, plan: Mapping[str, Any]) -> bool:
        """Take the folder for this plan: whatever an unfinished build of another left there is deleted.

        True where a build of the same plan has begun before: its pieces are there. If one of them is damaged, all are
        deleted: others may have been made from it.
        """
        wanted = json.dumps(dict(plan), sort_keys=True).encode()
        try:
            self.pieces.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{str(self.folder)!r} cannot be made: {error.strerror or error}") from None
        is_same = self.pieces.is_sound(PLAN) and self.pieces.read(PLAN) == wanted
        is_same = is_same and all(map(self.pieces.is_sound, self._names()))
        for path in self.pieces.path.iterdir():
            if path.is_file() and not (is_same and not path.name.startswith(".")):
                path.unlink(missing_ok=True)
        self.pieces.write(PLAN, [wanted])
        return is_same

    def _names(self) -> list[str]:
        """The files that are there, but for those that were not finished."""
        return [path.name for path in self.pieces.path.iterdir() if path.is_file() and not path.name.startswith(".")]

    def must_have_room(self, more: int = 0) -> None:
        """Raise `Unsolved` where the pieces, and `more` bytes, take more disk than they may, or than there is."""
        used = self.pieces.size() + more
        if self.disk is not None and used > self.disk * MEGABYTE:
            raise Unsolved(f"the table needs more than {self.disk:g} MB of disk: allow more with --disk")
        if more > shutil.disk_usage(self.pieces.path).free:
            raise Unsolved(f"{str(self.folder)!r} has no room for {more / MEGABYTE:,.0f} MB more: free some disk")

    def clear(self) -> None:
        """Delete the folder, once the table is finished."""
        shutil.rmtree(self.pieces.path, ignore_errors=True)
