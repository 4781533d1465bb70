"""The machine code of `packing`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from kibitz.native import packing
from kibitz.native.arithmetic import CHECKED
from kibitz.native.bare_rows import data_of, refuse_outside
from kibitz.native.cells_types import Cells, from_words, layout
from kibitz.native.instructions import WORD, float_to_word, overload, word_to_float
from kibitz.native.object_layout import Bare
from kibitz.native.records_compiled import COMPOSITE
from kibitz.native.texts_compiled import Text, joined_words, split_words


def _is_packable_type(typ: Any) -> bool:
    if isinstance(typ, COMPOSITE):
        return all(map(_is_packable_type, typ))
    return isinstance(typ, (types.Integer, types.Float, types.Boolean, types.EnumMember, Cells, Text))


def _width(typ: Any) -> int:
    if isinstance(typ, Cells):
        return typ.words
    if isinstance(typ, Text):
        return typ.width // 8
    return sum(map(_width, typ)) if isinstance(typ, COMPOSITE) else 1


def _numbers(typ: Any) -> int:
    """How many numbers a value consists of."""
    if isinstance(typ, Cells):
        return typ.count
    if isinstance(typ, Text):
        return _width(typ)
    return sum(map(_numbers, typ)) if isinstance(typ, COMPOSITE) else 1


@overload(packing.is_packable)
def _is_packable(value: Any) -> Any:
    holds = _is_packable_type(value)
    return lambda value: holds


@overload(packing.words)
def _words(value: Any) -> Any:
    width = _width(value)
    return lambda value: width


@overload(packing.word_of)
def _word_of(number: Any) -> Any:
    return lambda number: float_to_word(number)


@overload(packing.number_of)
def _number_of(word: Any) -> Any:
    return lambda word: word_to_float(word)


@intrinsic
def _pack(_context: Any, array: types.Type, at: types.Type, value: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = data_of(context, builder, signature.args[0], arguments[0])
        _store(context, builder, data, arguments[1], arguments[2], value)
        return builder.add(arguments[1], WORD(_width(value)))

    return types.int64(array, types.int64, value), code


def _store(context: Any, builder: Any, data: Any, at: Any, value: Any, typ: Any) -> None:
    """Code that stores every number of a value, word after word."""
    if isinstance(typ, COMPOSITE):
        for item, kind in zip(cgutils.unpack_tuple(builder, value, len(typ)), typ, strict=True):
            _store(context, builder, data, at, item, kind)
            at = builder.add(at, WORD(_width(kind)))
    elif isinstance(typ, Cells):
        builder.store(value, builder.bitcast(builder.gep(data, [at]), layout(typ).as_pointer()))
    elif isinstance(typ, types.Float):
        number = context.cast(builder, value, typ, types.float64)
        builder.store(builder.bitcast(number, WORD), builder.gep(data, [at]))
    elif isinstance(typ, Text):
        for number, word in enumerate(split_words(builder, typ, value)):
            builder.store(word, builder.gep(data, [builder.add(at, WORD(number))]))
    elif isinstance(typ, types.EnumMember):
        builder.store(value, builder.gep(data, [at]))
    else:
        builder.store(context.cast(builder, value, typ, types.int64), builder.gep(data, [at]))


@intrinsic
def _unpack(_context: Any, array: types.Type, at: types.Type, like: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = data_of(context, builder, signature.args[0], arguments[0])
        return _load(context, builder, data, arguments[1], like)

    return like(array, types.int64, like), code


def _load(context: Any, builder: Any, data: Any, at: Any, typ: Any, *, dense: bool = True) -> Any:
    """Code that loads a value, number by number; boards as machine code packs them where `dense`, else as Python does."""
    if isinstance(typ, COMPOSITE):
        items = []
        for kind in typ:
            items.append(_load(context, builder, data, at, kind, dense=dense))
            at = builder.add(at, WORD(_width(kind) if dense else _numbers(kind)))
        return context.make_tuple(builder, typ, items)
    if isinstance(typ, Text):
        places = [builder.add(at, WORD(number)) for number in range(_width(typ))]
        return joined_words(builder, typ, [builder.load(builder.gep(data, [place])) for place in places])
    if isinstance(typ, Cells) and not dense:
        return from_words(context, builder, typ, builder.gep(data, [at]))
    if isinstance(typ, Cells):
        return builder.load(builder.bitcast(builder.gep(data, [at]), layout(typ).as_pointer()))
    word = builder.load(builder.gep(data, [at]))
    if isinstance(typ, types.EnumMember):
        return word
    if isinstance(typ, types.Float):
        return context.cast(builder, builder.bitcast(word, ir.DoubleType()), types.float64, typ)
    return context.cast(builder, word, types.int64, typ)


def _guarded(plain: Any) -> Any:
    """With a check of the row's ends where `CHECKED`; without one otherwise, for it is one more function to compile."""

    @register_jitable
    def checked(row: Any, at: int, value: Any) -> Any:
        refuse_outside(row, at, packing.words(value))
        return plain(row, at, value)

    return checked if CHECKED else plain


_packed, _unpacked = _guarded(_pack), _guarded(_unpack)


@overload(packing.pack)
def _pack_overload(array: Any, at: Any, value: Any) -> Any:
    if not _is_packable_type(value):
        return lambda array, at, value: at
    return lambda array, at, value: _packed(array, at, value)


@overload(packing.unpack)
def _unpack_overload(array: Any, at: Any, like: Any) -> Any:
    if not _is_packable_type(like):
        return lambda array, at, like: like
    return lambda array, at, like: _unpacked(array, at, like)


@overload(packing.keep)
def _keep(row: Any, number: Any, value: Any) -> Any:
    width = _width(value)

    def code(row: Any, number: Any, value: Any) -> None:
        _packed(row, number * width, value)

    return code


@overload(packing.kept)
def _kept(row: Any, number: Any, like: Any) -> Any:
    width = _width(like)
    return lambda row, number, like: _unpacked(row, number * width, like)


@overload(packing.handed_over)
def _handed_over(row: Any, number: Any, like: Any) -> Any:
    if not _is_packable_type(like):
        return lambda row, number, like: like
    width = _numbers(like)
    return lambda row, number, like: _read(row, number * width, like)


@intrinsic
def _read(_context: Any, row: types.Type, at: types.Type, like: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = data_of(context, builder, signature.args[0], arguments[0])
        return _load(context, builder, data, arguments[1], like, dense=False)

    return like(row, types.int64, like), code


@intrinsic
def _scratch(_context: Any, owner: types.Type) -> Any:
    row = Bare(types.float64)
    room = owner.constant("learned_room")

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(row)(context, builder)
        made.data = cgutils.alloca_once(builder, ir.DoubleType(), size=WORD(room))
        made.size = context.get_constant(types.intp, room)
        return made._getvalue()

    return row(owner), code


@overload(packing.scratch)
def _scratch_overload(owner: Any) -> Any:
    return lambda owner: _scratch(owner)
