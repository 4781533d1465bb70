"""Functions that become part of whoever calls them, and numbers that are no literals: both save compiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, ParamSpec, TypeVar

from kibitz.native.jit import Jit, jit

P = ParamSpec("P")
R = TypeVar("R")


class Spliced(Jit[P, R]):
    """A `Jit` function whose body Numba puts in the place of each call, before it works out any types.

    So a long function can be written as several short ones, and is compiled as one: nothing is added to its compile
    time or to its run time. What is spliced in may be handed a function, such as the search that calls it, and call it.
    """

    targetoptions: ClassVar[dict[str, str]] = {"inline": "always"}  # Numba looks for these two

    @property
    def py_func(self) -> Any:
        """The plain function."""
        return self.function


def spliced(function: Callable[P, R]) -> Spliced[P, R]:
    """Mark a function as one that is compiled into its callers."""
    return Spliced(function)


@jit
def widened(number: int, like: int) -> int:
    """The number as an integer like any other, not a literal: handed to a function, that compiles it a second time."""
    return like - like + number
