"""Reading and writing the rows of numbers that compiled code sees as plain pointers: `Bare`."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from kibitz.native.arithmetic import CHECKED
from kibitz.native.instructions import overload
from kibitz.native.object_layout import Bare


@intrinsic
def _bare_get(_context: Any, row: types.Type, at: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(data_of(context, builder, row, arguments[0]), [arguments[1]]))

    return row.dtype(row, types.int64), code


@intrinsic
def _bare_set(_context: Any, row: types.Type, at: types.Type, value: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], builder.gep(data_of(context, builder, row, arguments[0]), [arguments[1]]))
        return context.get_dummy_value()

    return types.void(row, types.int64, row.dtype), code


@intrinsic
def _bare_size(_context: Any, row: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.create_struct_proxy(row)(context, builder, arguments[0]).size

    return types.int64(row), code


@register_jitable
def refuse_outside(row: Any, at: int, words: int) -> None:
    """Raise `IndexError` where `words` words from index `at` on are not all in the row; called only where `CHECKED`."""
    if at < 0 or at + words > len(row):
        raise IndexError("kibitz: an index outside a row of numbers")


@overload(operator.getitem)
def _bare_getitem(row: Any, at: Any) -> Any:
    def checked(row: Any, at: Any) -> Any:
        refuse_outside(row, at, 1)
        return _bare_get(row, at)

    if not isinstance(row, Bare):
        return None
    return checked if CHECKED else lambda row, at: _bare_get(row, at)


@overload(operator.setitem)
def _bare_setitem(row: Any, at: Any, value: Any) -> Any:
    def checked(row: Any, at: Any, value: Any) -> Any:
        refuse_outside(row, at, 1)
        _bare_set(row, at, value)

    if not isinstance(row, Bare):
        return None
    return checked if CHECKED else lambda row, at, value: _bare_set(row, at, value)


@overload(len)
def _bare_len(row: Any) -> Any:
    if isinstance(row, Bare):
        return lambda row: _bare_size(row)
    return None


def data_of(context: Any, builder: Any, array: Any, value: Any) -> Any:
    """The pointer to an array's first word."""
    if isinstance(array, Bare):
        return cgutils.create_struct_proxy(array)(context, builder, value).data
    from numba.np.arrayobj import make_array  # not needed, and not imported, where code comes from the cache

    return make_array(array)(context, builder, value).data
