"""Reading and writing the rows of numbers that compiled code sees as plain pointers: `Bare`."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, register_jitable

from kibitz.native.compiling.arithmetic import CHECKED
from kibitz.native.compiling.instructions import overload
from kibitz.native.objects.object_layout import Bare

NUMBERS = (types.Integer, types.Boolean)


# Written as instructions, not as functions that are called: there is hardly a line in a search without one of these,
# and each function more takes its time to compile.


def _get(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    row, at = arguments
    return builder.load(builder.gep(data_of(context, builder, signature.args[0], row), [at]))


def _set(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    row, at, value = arguments
    builder.store(value, builder.gep(data_of(context, builder, signature.args[0], row), [at]))
    return context.get_dummy_value()


@lower_builtin(len, Bare)
def _size(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).size


@infer_global(len)
class _Size(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return types.int64(*args) if len(args) == 1 and isinstance(args[0], Bare) else None


class _Reading(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        row, at = args
        return row.dtype(row, types.int64) if isinstance(row, Bare) and isinstance(at, NUMBERS) else None


class _Writing(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        row, at, _ = args
        return types.void(row, types.int64, row.dtype) if isinstance(row, Bare) and isinstance(at, NUMBERS) else None


@register_jitable
def refuse_outside(row: Any, at: int, words: int) -> None:
    """Raise `IndexError` where `words` words from index `at` on are not all in the row; called only where `CHECKED`."""
    if at < 0 or at + words > len(row):
        raise IndexError("kibitz: an index outside a row of numbers")


@intrinsic
def _bare_get(_context: Any, row: types.Type, at: types.Type) -> Any:
    return row.dtype(row, types.int64), _get


@intrinsic
def _bare_set(_context: Any, row: types.Type, at: types.Type, value: types.Type) -> Any:
    return types.void(row, types.int64, row.dtype), _set


def _checked_get(row: Any, at: Any) -> Any:
    def checked(row: Any, at: Any) -> Any:
        refuse_outside(row, at, 1)
        return _bare_get(row, at)

    return checked if isinstance(row, Bare) else None


def _checked_set(row: Any, at: Any, value: Any) -> Any:
    def checked(row: Any, at: Any, value: Any) -> Any:
        refuse_outside(row, at, 1)
        _bare_set(row, at, value)

    return checked if isinstance(row, Bare) else None


if CHECKED:
    overload(operator.getitem)(_checked_get)
    overload(operator.setitem)(_checked_set)
else:
    infer_global(operator.getitem)(_Reading)
    infer_global(operator.setitem)(_Writing)
    lower_builtin(operator.getitem, Bare, types.int64)(_get)
    lower_builtin(operator.setitem, Bare, types.int64, types.Any)(_set)


def data_of(context: Any, builder: Any, array: Any, value: Any) -> Any:
    """The pointer to an array's first word."""
    if isinstance(array, Bare):
        return cgutils.create_struct_proxy(array)(context, builder, value).data
    from numba.np.arrayobj import make_array  # not needed, and not imported, where code comes from the cache

    return make_array(array)(context, builder, value).data
