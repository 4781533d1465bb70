"""Room for what compiled rules put together on the way: lists, and tuples whose length is known only at run time.

Each thread has a piece of memory of its own, its arena. It is filled from its beginning upwards; nothing in it is
counted or freed. Instead, whoever is done with something sets the arena back to where it was before: a rule when it
returns, a search when it goes on to the next action. Machine code finds the arena of its thread through a key of the
operating system, as C does with `thread_local`.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
import threading

import llvmlite.binding as llvm

ROOM = 256 << 20  # bytes of a thread's arena; taken from memory only as they are used
HEAD = 64  # bytes at its beginning: two words that say where the next piece goes, and where the room ends
KEY = "kibitz_arena_key"  # the symbol under which machine code finds the number of the key


class Spent(OverflowError):
    """The arena of a thread is full. The game then runs as plain Python, whose lists have all the memory there is."""


class _Arena:
    """The arena of one thread."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, ROOM)
        self._words = (ctypes.c_uint64 * 2).from_buffer(self._memory)
        start = ctypes.addressof(self._words)
        self._first = start + HEAD
        self._words[1] = start + ROOM
        self.clear()
        if _set(_key, ctypes.c_void_p(start)):
            raise OSError("the operating system does not keep a pointer for each thread")

    def clear(self) -> None:
        """Give everything back."""
        self._words[0] = self._first

    def taken(self) -> int:
        """How many bytes are in use."""
        return self._words[0] - self._first


class _OfThread(threading.local):
    arena: _Arena | None = None


def _made_key() -> int | None:
    """The number of a new key of the operating system's; None where there is no such thing."""
    key = ctypes.c_ulong() if sys.platform == "darwin" else ctypes.c_uint()
    try:
        failed = ctypes.CDLL(None).pthread_key_create(ctypes.byref(key), None)
    except (AttributeError, OSError, TypeError):
        return None
    return None if failed else int(key.value)


_key_made = _made_key()
AVAILABLE = _key_made is not None
_key = ctypes.c_ulong(_key_made or 0)
_of_thread = _OfThread()
if AVAILABLE:
    _set = ctypes.CDLL(None).pthread_setspecific
    _set.argtypes = [ctypes.c_ulong, ctypes.c_void_p]
    llvm.add_symbol(KEY, ctypes.addressof(_key))


def begin() -> None:
    """Make sure that this thread has an arena, and that nothing is in it: machine code is about to be entered."""
    arena = _of_thread.arena
    if arena is not None:
        arena.clear()
    elif AVAILABLE:
        _of_thread.arena = _Arena()


def taken() -> int:
    """How many bytes of this thread's arena machine code has left in use."""
    return 0 if _of_thread.arena is None else _of_thread.arena.taken()
