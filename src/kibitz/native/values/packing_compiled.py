"""The machine code of `packing`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from kibitz.native import packing
from kibitz.native.compiling.arithmetic import CHECKED
from kibitz.native.compiling.instructions import WORD, float_to_word, overload, word_to_float
from kibitz.native.objects.bare_rows import data_of, refuse_outside
from kibitz.native.objects.object_layout import Bare
from kibitz.native.values.cells_types import Cells, from_words, layout, to_words
from kibitz.native.values.records_compiled import COMPOSITE
from kibitz.native.values.text_types import Text, joined_words, split_words


def _is_packable_type(typ: Any) -> bool:
    if isinstance(typ, COMPOSITE):
        return all(map(_is_packable_type, typ))
    return isinstance(typ, (types.Integer, types.Float, types.Boolean, types.EnumMember, Cells, Text))


def _width(typ: Any, dense: bool) -> int:
    """How many words a value takes."""
    if isinstance(typ, Cells):
        return typ.words if dense else typ.count
    if isinstance(typ, Text):
        return typ.width // 8
    return sum(_width(item, dense) for item in typ) if isinstance(typ, COMPOSITE) else 1


@overload(packing.is_packable)
def _is_packable(value: Any) -> Any:
    holds = _is_packable_type(value)
    return lambda value: holds


@overload(packing.words)
def _words(value: Any) -> Any:
    width = _width(value, True)
    return lambda value: width


def _numbers(value: Any) -> int:
    raise NotImplementedError("only ever compiled")


@overload(_numbers)
def _numbers_overload(value: Any) -> Any:
    width = _width(value, False)
    return lambda value: width


@overload(packing.word_of)
def _word_of(number: Any) -> Any:
    return lambda number: float_to_word(number)


@overload(packing.number_of)
def _number_of(word: Any) -> Any:
    return lambda word: word_to_float(word)


def _packer(dense: bool) -> Any:
    """The instruction that stores a value; a board as bytes where `dense`, else a word a cell, as Python does."""

    @intrinsic
    def pack(_context: Any, array: types.Type, at: types.Type, value: types.Type) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = data_of(context, builder, signature.args[0], arguments[0])
            _store(context, builder, data, arguments[1], arguments[2], value, dense)
            return builder.add(arguments[1], WORD(_width(value, dense)))

        return types.int64(array, types.int64, value), code

    return pack


def _store(context: Any, builder: Any, data: Any, at: Any, value: Any, typ: Any, dense: bool) -> None:
    """Code that stores every number of a value, word after word."""
    if isinstance(typ, COMPOSITE):
        for item, kind in zip(cgutils.unpack_tuple(builder, value, len(typ)), typ, strict=True):
            _store(context, builder, data, at, item, kind, dense)
            at = builder.add(at, WORD(_width(kind, dense)))
    elif isinstance(typ, Cells):
        place = builder.gep(data, [at])
        if dense:
            builder.store(value, builder.bitcast(place, layout(typ).as_pointer()))
        else:
            to_words(builder, typ, value, place)
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


def _unpacker(dense: bool) -> Any:
    """The instruction that loads what `_packer`'s stores."""

    @intrinsic
    def unpack(_context: Any, array: types.Type, at: types.Type, like: types.Type) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = data_of(context, builder, signature.args[0], arguments[0])
            return _load(context, builder, data, arguments[1], like, dense)

        return like(array, types.int64, like), code

    return unpack


def _load(context: Any, builder: Any, data: Any, at: Any, typ: Any, dense: bool) -> Any:
    """Code that loads a value, number by number; boards as machine code packs them where `dense`, else as Python."""
    if isinstance(typ, COMPOSITE):
        items = []
        for kind in typ:
            items.append(_load(context, builder, data, at, kind, dense))
            at = builder.add(at, WORD(_width(kind, dense)))
        return context.make_tuple(builder, typ, items)
    place = builder.gep(data, [at])
    if isinstance(typ, Text):
        places = [builder.add(at, WORD(number)) for number in range(_width(typ, dense))]
        return joined_words(builder, typ, [builder.load(builder.gep(data, [word])) for word in places])
    if isinstance(typ, Cells):
        if dense:
            return builder.load(builder.bitcast(place, layout(typ).as_pointer()))
        return from_words(context, builder, typ, place)
    word = builder.load(place)
    if isinstance(typ, types.EnumMember):
        return word
    if isinstance(typ, types.Float):
        return context.cast(builder, builder.bitcast(word, ir.DoubleType()), types.float64, typ)
    return context.cast(builder, word, types.int64, typ)


def _guarded(plain: Any, width: Any) -> Any:
    """With a check of the row's ends where `CHECKED`; without one otherwise, for it is one more function to compile."""

    @register_jitable
    def checked(row: Any, at: int, value: Any) -> Any:
        refuse_outside(row, at, width(value))
        return plain(row, at, value)

    return checked if CHECKED else plain


_packed, _unpacked = _guarded(_packer(True), packing.words), _guarded(_unpacker(True), packing.words)
_written, _read = _guarded(_packer(False), _numbers), _guarded(_unpacker(False), _numbers)


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


# What is kept may be read by the machine code of a game that has become wide since: a word a cell suits both.
@overload(packing.keep)
def _keep(row: Any, number: Any, value: Any) -> Any:
    width = _width(value, False)

    def code(row: Any, number: Any, value: Any) -> None:
        _written(row, number * width, value)

    return code


@overload(packing.kept)
def _kept(row: Any, number: Any, like: Any) -> Any:
    width = _width(like, False)
    return lambda row, number, like: _read(row, number * width, like)


@overload(packing.handed_over)
def _handed_over(row: Any, number: Any, like: Any) -> Any:
    return _kept(row, number, like) if _is_packable_type(like) else lambda row, number, like: like


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
