"""The machine code of `bits` and `tuples`."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, errors
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, register_jitable
from numba.extending import overload as numba_overload

from kibitz.native import bits, objects, packing, tuples
from kibitz.native.arithmetic import CHECKED

WORD = ir.IntType(64)
SALT = tuples.SALT


def overload(function: Any) -> Any:
    """Give a plain function its machine code. Not strict: annotations on one side only are no difference."""
    return numba_overload(function, strict=False, jit_options=objects.INNER)


def _word_instruction(name: str, with_flag: bool) -> Any:
    """One LLVM instruction from a 64-bit integer to a 64-bit integer."""

    @intrinsic
    def instruction(_context: Any, board: types.Type) -> Any:
        def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            flags = [ir.IntType(1)] if with_flag else []
            function_type = ir.FunctionType(WORD, [WORD, *flags])
            function = builder.module.declare_intrinsic(f"llvm.{name}", [WORD], function_type)
            return builder.call(function, [arguments[0], *(flag(0) for flag in flags)])

        return types.int64(types.int64), code

    return instruction


_population = _word_instruction("ctpop", with_flag=False)
_trailing = _word_instruction("cttz", with_flag=True)
_leading = _word_instruction("ctlz", with_flag=True)


@intrinsic
def _shift_up(_context: Any, board: types.Type, steps: types.Type) -> Any:
    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.shl(*arguments)

    return types.int64(types.int64, types.int64), code


@intrinsic
def _shift_down(_context: Any, board: types.Type, steps: types.Type) -> Any:
    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.lshr(*arguments)

    return types.int64(types.int64, types.int64), code


@overload(bits.wrap)
def _wrap(board: Any) -> Any:
    return lambda board: board


@overload(bits.count)
def _count(board: Any) -> Any:
    return lambda board: _population(board)


@overload(bits.lowest)
def _lowest(board: Any) -> Any:
    return lambda board: _trailing(board)


@overload(bits.highest)
def _highest(board: Any) -> Any:
    return lambda board: 63 - _leading(board)


@overload(bits.up)
def _up(board: Any, steps: Any) -> Any:
    return lambda board, steps: _shift_up(board, steps) if steps < 64 else 0


@overload(bits.down)
def _down(board: Any, steps: Any) -> Any:
    return lambda board, steps: _shift_down(board, steps) if steps < 64 else 0


@overload(bits.bit)
def _bit(square: Any) -> Any:
    return lambda square: _shift_up(1, square)


@overload(bits.has)
def _has(board: Any, square: Any) -> Any:
    return lambda board, square: _shift_down(board, square) & 1 == 1


@overload(bits.multiply)
def _multiply(a: Any, b: Any) -> Any:
    return lambda a, b: a * b


@overload(bits.lowest_bits)
def _lowest_bits(number: Any) -> Any:
    return lambda number: _shift_up(1, number) - 1 if number < 64 else -1


# These are the same source: nothing in them spills over 64 bits but through the functions above.
for _function in (bits.without_lowest, bits.squares, bits.shift, bits.columns_kept, bits.mix):
    register_jitable(_function)


@overload(tuples.replaced)
def _replaced(items: Any, index: Any, item: Any) -> Any:
    if not isinstance(items, types.UniTuple):
        raise errors.TypingError("replaced() needs a tuple whose items are all of one type")
    size = len(items)

    def implementation(items: Any, index: Any, item: Any) -> Any:
        if index < 0 or index >= size:
            raise IndexError("replaced: index out of range")
        return tuple_setitem(items, index, item)

    return implementation


@overload(tuples.fingerprint)
def _fingerprint(state: Any) -> Any:
    return lambda state: _stirred(0, state)


def _stir(total: int, state: Any) -> int:
    raise NotImplementedError("only ever compiled")


@overload(_stir)
def _stir_overload(total: Any, state: Any) -> Any:
    if isinstance(state, (types.Integer, types.Boolean)):
        return lambda total, state: bits.mix(total ^ types.int64(state) ^ SALT)
    if isinstance(state, types.Float):
        return _stir_float
    if isinstance(state, types.Array):
        return _stir_array
    if isinstance(state, types.UniTuple) and len(state) > 4:
        return _stir_array
    if isinstance(state, types.BaseTuple):
        return _stir_tuple(len(state))
    raise errors.TypingError(f"a state of {state} has no key: write key(self, s)")


def _stir_float(total: Any, state: Any) -> Any:
    if -9223372036854775808.0 <= state < 9223372036854775808.0 and state == types.int64(state):
        return bits.mix(total ^ types.int64(state) ^ SALT)
    return bits.mix(total ^ _float_bits(state) ^ SALT)


def _stir_array(total: Any, state: Any) -> Any:
    for item in state.flat if hasattr(state, "flat") else state:
        total = _stir(total, item)
    return total


def _stir_tuple(size: int) -> Any:
    """Written out item by item: the items of a NamedTuple may be of different types."""
    lines = "".join(f"    total = _stir(total, state[{index}])\n" for index in range(size))
    scope = {"_stir": _stir}
    exec(f"def stir(total, state):\n{lines}    return total\n", scope)
    return scope["stir"]


@intrinsic
def _float_bits(_context: Any, number: types.Type) -> Any:
    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], WORD)

    return types.int64(types.float64), code


@register_jitable
def _stirred(total: Any, state: Any) -> Any:
    return _stir(total, state)


# ---------------------------------------------------------------- packing


def _is_packable_type(typ: Any) -> bool:
    if isinstance(typ, types.BaseTuple):
        return all(map(_is_packable_type, typ))
    return isinstance(typ, (types.Integer, types.Float, types.Boolean))


def _width(typ: Any) -> int:
    return sum(map(_width, typ)) if isinstance(typ, types.BaseTuple) else 1


@intrinsic
def _bare_get(_context: Any, row: types.Type, at: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(_data(context, builder, row, arguments[0]), [arguments[1]]))

    return row.dtype(row, types.int64), code


@intrinsic
def _bare_set(_context: Any, row: types.Type, at: types.Type, value: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], builder.gep(_data(context, builder, row, arguments[0]), [arguments[1]]))
        return context.get_dummy_value()

    return types.void(row, types.int64, row.dtype), code


@intrinsic
def _bare_size(_context: Any, row: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.create_struct_proxy(row)(context, builder, arguments[0]).size

    return types.int64(row), code


@register_jitable
def _is_within(row: Any, at: int, words: int) -> None:
    """Refuse a place that is not in a row; asked only where `CHECKED`."""
    if at < 0 or at + words > len(row):
        raise IndexError("kibitz: a place outside of a row of numbers")


@overload(operator.getitem)
def _bare_getitem(row: Any, at: Any) -> Any:
    def checked(row: Any, at: Any) -> Any:
        _is_within(row, at, 1)
        return _bare_get(row, at)

    if not isinstance(row, objects.Bare):
        return None
    return checked if CHECKED else lambda row, at: _bare_get(row, at)


@overload(operator.setitem)
def _bare_setitem(row: Any, at: Any, value: Any) -> Any:
    def checked(row: Any, at: Any, value: Any) -> Any:
        _is_within(row, at, 1)
        _bare_set(row, at, value)

    if not isinstance(row, objects.Bare):
        return None
    return checked if CHECKED else lambda row, at, value: _bare_set(row, at, value)


@overload(len)
def _bare_len(row: Any) -> Any:
    if isinstance(row, objects.Bare):
        return lambda row: _bare_size(row)
    return None


def _data(context: Any, builder: Any, array: Any, value: Any) -> Any:
    """The pointer to an array's first word."""
    if isinstance(array, objects.Bare):
        return cgutils.create_struct_proxy(array)(context, builder, value).data
    from numba.np.arrayobj import make_array  # not needed, and not imported, where code comes from the cache

    return make_array(array)(context, builder, value).data


@overload(packing.is_packable)
def _is_packable(value: Any) -> Any:
    holds = _is_packable_type(value)
    return lambda value: holds


@overload(packing.words)
def _words(value: Any) -> Any:
    width = _width(value)
    return lambda value: width


@intrinsic
def _float_to_word(_context: Any, number: types.Type) -> Any:
    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], WORD)

    return types.int64(types.float64), code


@intrinsic
def _word_to_float(_context: Any, word: types.Type) -> Any:
    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), code


@overload(packing.word_of)
def _word_of(number: Any) -> Any:
    return lambda number: _float_to_word(number)


@overload(packing.number_of)
def _number_of(word: Any) -> Any:
    return lambda word: _word_to_float(word)


@intrinsic
def _pack(_context: Any, array: types.Type, at: types.Type, value: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data(context, builder, signature.args[0], arguments[0])
        _lay_down(context, builder, data, arguments[1], arguments[2], value)
        return builder.add(arguments[1], WORD(_width(value)))

    return types.int64(array, types.int64, value), code


def _lay_down(context: Any, builder: Any, data: Any, at: Any, value: Any, typ: Any) -> None:
    """Store every number of a value, word after word."""
    if isinstance(typ, types.BaseTuple):
        for item, kind in zip(cgutils.unpack_tuple(builder, value, len(typ)), typ, strict=True):
            _lay_down(context, builder, data, at, item, kind)
            at = builder.add(at, WORD(_width(kind)))
    elif isinstance(typ, types.Float):
        number = context.cast(builder, value, typ, types.float64)
        builder.store(builder.bitcast(number, WORD), builder.gep(data, [at]))
    else:
        builder.store(context.cast(builder, value, typ, types.int64), builder.gep(data, [at]))


@intrinsic
def _unpack(_context: Any, array: types.Type, at: types.Type, like: types.Type) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data(context, builder, signature.args[0], arguments[0])
        return _take_up(context, builder, data, arguments[1], like)

    return like(array, types.int64, like), code


def _take_up(context: Any, builder: Any, data: Any, at: Any, typ: Any) -> Any:
    """Load a value, number by number."""
    if isinstance(typ, types.BaseTuple):
        items = []
        for kind in typ:
            items.append(_take_up(context, builder, data, at, kind))
            at = builder.add(at, WORD(_width(kind)))
        return context.make_tuple(builder, typ, items)
    word = builder.load(builder.gep(data, [at]))
    if isinstance(typ, types.Float):
        return context.cast(builder, builder.bitcast(word, ir.DoubleType()), types.float64, typ)
    return context.cast(builder, word, types.int64, typ)


# Laid down and taken up with no look at the row's ends, or with one: `checked` is a function more to compile.


def _laying() -> Any:
    @register_jitable
    def checked(row: Any, at: int, value: Any) -> int:
        _is_within(row, at, packing.words(value))
        return _pack(row, at, value)

    return checked if CHECKED else _pack


def _taking() -> Any:
    @register_jitable
    def checked(row: Any, at: int, like: Any) -> Any:
        _is_within(row, at, packing.words(like))
        return _unpack(row, at, like)

    return checked if CHECKED else _unpack


_lay, _take = _laying(), _taking()


@overload(packing.pack)
def _pack_overload(array: Any, at: Any, value: Any) -> Any:
    if not _is_packable_type(value):
        return lambda array, at, value: at
    return lambda array, at, value: _lay(array, at, value)


@overload(packing.unpack)
def _unpack_overload(array: Any, at: Any, like: Any) -> Any:
    if not _is_packable_type(like):
        return lambda array, at, like: like
    return lambda array, at, like: _take(array, at, like)


@overload(packing.keep)
def _keep(row: Any, number: Any, value: Any) -> Any:
    width = _width(value)

    def code(row: Any, number: Any, value: Any) -> None:
        _lay(row, number * width, value)

    return code


@overload(packing.kept)
def _kept(row: Any, number: Any, like: Any) -> Any:
    width = _width(like)
    return lambda row, number, like: _take(row, number * width, like)


@intrinsic
def _scratch(_context: Any, owner: types.Type) -> Any:
    row = objects.Bare(types.float64)
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
