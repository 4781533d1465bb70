"""Integer arithmetic in Kibitz's machine code: two's complement, wrapping at 64 bits.

Numba tells LLVM that signed `+`, `-` and `*` never overflow (`nsw`). Where they do, as in every hash function and on
every board that uses the 64th bit, anything may happen: LLVM has concluded from it that a hash is small, dropped the
`% size` after it, and so made a small game crash. Here that promise is withdrawn, but only while Kibitz compiles: what
others compile with Numba in the same process stays as it was.

`CHECKED` (the environment variable `KIBITZ_CHECKED=1`) helps to find bugs in Kibitz itself: every access to a row of
numbers is then checked, in machine code as in Python. It costs about half the speed.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from typing import Any

from numba.cpython import numbers

CHECKED = os.environ.get("KIBITZ_CHECKED", "") not in ("", "0")

_here = threading.local()
_numbas_own = numbers._int_arith_flags


@contextlib.contextmanager
def wrapping() -> Iterator[None]:
    """Integers wrap in whatever this thread compiles inside this context."""
    _here.depth = getattr(_here, "depth", 0) + 1
    try:
        yield
    finally:
        _here.depth -= 1


def is_wrapping() -> bool:
    """Is this thread compiling for Kibitz?"""
    return getattr(_here, "depth", 0) > 0


def _flags(result_type: Any) -> list[str]:
    return [] if is_wrapping() else _numbas_own(result_type)


numbers._int_arith_flags = _flags
