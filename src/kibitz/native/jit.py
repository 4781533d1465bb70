"""One function, two ways to run it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from kibitz.native.compiler import Entry

P = ParamSpec("P")
R = TypeVar("R")


class Jit(Generic[P, R]):
    """A plain Python function that can also be run as machine code.

    Called, it runs as Python: a debugger steps through it. `compiled` runs the same source as machine code, specialised
    on the types of its arguments. Inside compiled code a `Jit` function is called compiled, inside Python as Python.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it as plain Python."""
        return self.function(*args, **kwargs)

    @functools.cached_property
    def compiled(self) -> Entry:
        """The same function as machine code; raises `CannotCompile` where the arguments do not allow it."""
        from kibitz.native import compiler

        return compiler.entry(self)


def jit(function: Callable[P, R]) -> Jit[P, R]:
    """Mark a function as one that can be compiled."""
    return Jit(function)
