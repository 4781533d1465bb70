"""What compiled code may use: functions and objects marked for the compiler. Knows nothing of the compiler itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Compilable(Generic[P, R]):
    """A plain Python function that compiled code calls as compiled code. Called from Python, it runs as Python."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the function as plain Python."""
        return self.function(*args, **kwargs)


class Native:
    """An object whose methods compiled code can call.

    Numbers and tuples among its attributes become constants of the machine code, so another value means another
    compilation; so do strings, but only those that compiled code reads. NumPy arrays are passed by reference on each
    call, so their contents may change freely. A `Native` object, such as a game inside a game, is passed along with its
    owner. Any other attribute stays in Python, and compiled code that reads it is refused.

    An array named in `bare` is a plain pointer to compiled code: a row of numbers to read and write one at a time,
    without reference counts or negative indices. It is meant for what is touched at every node of a search.
    """

    bare: tuple[str, ...] = ()

    outlives_its_search: bool = False  # true of what is right however a search ends, and need not be taken back
