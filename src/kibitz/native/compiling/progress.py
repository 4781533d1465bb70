"""How far compiling is: the compiler tells of every function that is done."""

from __future__ import annotations

import functools
from typing import Any

from kibitz.native.numba_at_hand import can_compile
from kibitz.native.override import override

FUNCTION_COMPILED = "numba:compile"


def functions_compiled() -> int:
    """How many functions have been compiled in this process since this was first asked for; 0 without a compiler."""
    return int(_count().done) if can_compile() else 0


@functools.cache
def _count() -> Any:
    """Counts the functions that are compiled from now on."""
    from numba.core import event

    class Count(event.Listener):
        """Counts functions that have been compiled, in all threads."""

        def __init__(self) -> None:
            self.done = 0

        @override
        def on_start(self, event: object) -> None:
            """A function is begun, which does not count yet."""

        @override
        def on_end(self, event: object) -> None:
            """A function is done."""
            self.done += 1

    count = Count()
    event.register(FUNCTION_COMPILED, count)
    return count
