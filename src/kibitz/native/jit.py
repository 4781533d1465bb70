"""One function, two ways to run it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.native.compilable import Compilable, P, R
from kibitz.native.numba_at_hand import PlainEntry, can_compile

if TYPE_CHECKING:
    from kibitz.native.compiling.compiler import Entry


class Jit(Compilable[P, R]):
    """A plain Python function that can also be run as machine code.

    Called, it runs as Python: a debugger steps through it. `compiled` runs the same source as machine code, specialised
    on the types of its arguments. Inside compiled code a `Jit` function is called compiled, inside Python as Python.
    """

    @functools.cached_property
    def compiled(self) -> Entry | PlainEntry:
        """The same function as machine code, or as plain Python where there is no compiler.

        Calling machine code raises `CannotCompile` where the arguments do not allow it.
        """
        if not can_compile():
            return PlainEntry(self.function)
        from kibitz.native.compiling import compiler

        return compiler.entry(self)


def jit(function: Callable[P, R]) -> Jit[P, R]:
    """Mark a function as one that can be compiled."""
    return Jit(function)
