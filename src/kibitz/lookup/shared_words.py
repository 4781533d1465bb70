"""Memory that processes of one machine share: workers who learn from each other read and write one hash table.

It is a file without a name, in memory: the system frees it with the last process that has it open, however that ends.
Only Linux has such files; elsewhere, and where another process may not open it, everybody has memory of their own.
"""

from __future__ import annotations

import contextlib
import mmap
import os
from typing import Any

from kibitz.native.override import override

WORD = 8


class SharedWords:
    """Words of 64 bits, zero at first, for this process and for those that this object is sent to."""

    def __init__(self, number: int) -> None:
        """Raises `OSError` where the system cannot share memory; pages are taken as they are written."""
        if not hasattr(os, "memfd_create"):
            raise OSError("this system has no files in memory")
        self._file = os.memfd_create("kibitz-table")
        self._is_open = True
        try:
            os.ftruncate(self._file, WORD * number)
            self.place = f"/proc/{os.getpid()}/fd/{self._file}"
            self.inode = os.stat(self.place).st_ino  # a number of a process may be given again
        except OSError:
            self.close()
            raise

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return Lent, (self.place, self.inode)

    def words(self) -> Any:
        """The words, as an array."""
        return _mapped(self._file)

    def close(self) -> None:
        """Let go of the memory; whoever has it open keeps it."""
        if self._is_open:
            self._is_open = False
            os.close(self._file)


class Lent:
    """The words of another process, as whoever gets them sees them."""

    def __init__(self, place: str, inode: int) -> None:
        self._given = place, inode

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return Lent, self._given

    def words(self) -> Any:
        """The words, as an array; None where they cannot be reached, or are no longer there."""
        place, inode = self._given
        try:
            file = os.open(place, os.O_RDWR)
        except OSError:
            return None
        try:
            return _mapped(file) if os.fstat(file).st_ino == inode else None
        except OSError:
            return None
        finally:
            os.close(file)


def _mapped(file: int) -> Any:
    import numpy as np

    memory = mmap.mmap(file, 0)
    with contextlib.suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_HUGEPAGE)  # a search reads words far apart: fewer pages are found sooner
    return np.frombuffer(memory, np.int64)
