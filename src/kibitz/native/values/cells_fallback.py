"""What `cells_compiled` has no code for is done on the tuple that the cells stand for, by what Numba has for tuples."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import errors
from numba.core.typing.context import BaseContext

from kibitz.native.values.cells_types import Cells

_numbas_own = BaseContext.resolve_function_type


def _resolve(self: Any, func: Any, args: Any, kws: Any) -> Any:
    """Numba's answer; where it has none and cells are among the arguments, its answer for tuples in their place."""
    if not _is_numbas(func) or not any(isinstance(given, Cells) for given in (*args, *dict(kws).values())):
        return _numbas_own(self, func, args, kws)
    try:
        found = _numbas_own(self, func, args, kws)
    except errors.TypingError:
        found = None
    if found is not None:
        return found
    named = {name: _as_tuple(given) for name, given in dict(kws).items()}
    return _numbas_own(self, func, tuple(map(_as_tuple, args)), named)


def _is_numbas(func: Any) -> bool:
    """Is this not one of the user's functions, which are compiled for cells?"""
    return not isinstance(func, (types.Dispatcher, types.BoundFunction)) and func != "static_getitem"


def _as_tuple(given: Any) -> Any:
    return given.as_tuple if isinstance(given, Cells) else given


BaseContext.resolve_function_type = _resolve
