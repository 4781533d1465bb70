"""How far compiling is: the compiler tells of every function that is done."""

from __future__ import annotations

from numba.core import event

from kibitz.native.override import override

FUNCTION_COMPILED = "numba:compile"


class _Count(event.Listener):
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


_count = _Count()
event.register(FUNCTION_COMPILED, _count)


def functions_compiled() -> int:
    """How many functions have been compiled in this process since this was first asked for."""
    return _count.done
