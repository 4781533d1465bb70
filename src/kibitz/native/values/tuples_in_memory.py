"""Tuples of one type, read by a variable index or one item after the other: a load, where Numba has a switch over all.

A constant tuple, such as a table of lines or neighbours, lies in the machine code's own constants. One that is held in
a variable is read where it lies. Nothing of this concerns what others compile with Numba in the same process.
"""

from __future__ import annotations

import hashlib
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.types.containers import _HomogeneousTuple
from numba.cpython import tupleobj
from numba.extending import lower_builtin, models, register_model

from kibitz.native.compiling.arithmetic import is_wrapping
from kibitz.native.values.cells_types import WORD, where_it_lies

FEW = 4  # items that Numba's own way suits: they stay in registers

HOMOGENEOUS = (types.UniTuple, types.NamedUniTuple)


def _is_plain(typ: Any) -> bool:
    """Is this a number, or made of numbers?"""
    if isinstance(typ, HOMOGENEOUS):
        return _is_plain(typ.dtype)
    return isinstance(typ, (types.Integer, types.Float, types.Boolean))


def _is_ours(typ: Any, few: int = FEW) -> bool:
    return is_wrapping() and isinstance(typ, HOMOGENEOUS) and typ.count > few and _is_plain(typ.dtype)


# ---------------------------------------------------------------- constants


@lower_constant(types.UniTuple)
@lower_constant(types.NamedUniTuple)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    if not _is_ours(typ, 0):
        return tupleobj.unituple_constant(context, builder, typ, value)
    return ir.Constant(context.get_value_type(typ), [_literal(context, builder, typ.dtype, item) for item in value])


def _literal(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    if isinstance(typ, types.Boolean):
        return ir.IntType(1)(int(value))
    return context.get_constant_generic(builder, typ, value)


def _in_constants(builder: Any, value: Any) -> Any:
    """A pointer to a constant tuple."""
    name = f".tuple.{hashlib.sha256(str(value).encode()).hexdigest()[:24]}"
    found = builder.module.globals.get(name)
    return cgutils.global_constant(builder.module, name, value) if found is None else found


def _place(builder: Any, value: Any) -> Any:
    """A pointer to a tuple: among the constants, where it lies, or to a copy."""
    if isinstance(value, ir.Constant):
        return _in_constants(builder, value)
    place = where_it_lies(builder, value)
    if place is None:
        place = cgutils.alloca_once(builder, value.type)
        builder.store(value, place)
    return place


# ---------------------------------------------------------------- one item


def _getitem(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    typ = signature.args[0]
    if not _is_ours(typ):
        return tupleobj.getitem_unituple(context, builder, signature, arguments)
    value, index = arguments
    place = _place(builder, value)
    from_end = builder.icmp_signed("<", index, WORD(0))
    index = builder.select(from_end, builder.add(index, WORD(typ.count)), index)
    with builder.if_then(builder.icmp_unsigned(">=", index, WORD(typ.count)), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
    return builder.load(builder.gep(place, [WORD(0), index], inbounds=True))


for _tuple in HOMOGENEOUS:
    for _index in (types.intp, types.uintp):
        lower_builtin(operator.getitem, _tuple, _index)(_getitem)


# ---------------------------------------------------------------- one after the other


class TupleIterator(types.SimpleIteratorType):
    """The type of an iterator over a tuple in memory."""

    def __init__(self, container: Any) -> None:
        self.container = container
        super().__init__(f"in_memory({container})", container.dtype)


@register_model(TupleIterator)
class TupleIteratorModel(models.StructModel):
    """The number of the next item, and where the tuple lies."""

    def __init__(self, dmm: Any, fe_type: TupleIterator) -> None:
        members = [("index", types.EphemeralPointer(types.intp)), ("place", types.EphemeralPointer(fe_type.container))]
        super().__init__(dmm, fe_type, members)


_iterator_of_numba = _HomogeneousTuple.iterator_type.fget


def _iterator_type(self: Any) -> Any:
    return TupleIterator(self) if _is_ours(self) and not _holds_bools(self) else _iterator_of_numba(self)


def _holds_bools(typ: Any) -> bool:
    """A bool in memory is a byte to Numba, and a bit to LLVM."""
    return _holds_bools(typ.dtype) if isinstance(typ, HOMOGENEOUS) else isinstance(typ, types.Boolean)


_HomogeneousTuple.iterator_type = property(_iterator_type)


@lower_builtin("getiter", types.UniTuple)
@lower_builtin("getiter", types.NamedUniTuple)
def _getiter(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    if not isinstance(signature.return_type, TupleIterator):
        return tupleobj.getiter_unituple(context, builder, signature, arguments)
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, WORD(0))
    builder.store(WORD(0), made.index)
    value = arguments[0]
    if isinstance(value, ir.Constant):
        made.place = _in_constants(builder, value)
    else:
        made.place = cgutils.alloca_once(builder, value.type)
        builder.store(value, made.place)
    return made._getvalue()


@lower_builtin("iternext", TupleIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, WORD(kind.container.count))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(builder.load(builder.gep(iterator.place, [WORD(0), index], inbounds=True)))
        builder.store(builder.add(index, WORD(1)), iterator.index)
