"""The machine code of `bits` and `tuples`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import errors
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, register_jitable
from numba.extending import overload as numba_overload

from kibitz.native import bits, tuples

WORD = ir.IntType(64)


def overload(function: Any) -> Any:
    """Give a plain function its machine code. Not strict: annotations on one side only are no difference."""
    return numba_overload(function, strict=False)


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
        return lambda total, state: bits.mix(total ^ types.int64(state))
    if isinstance(state, types.Float):
        return lambda total, state: bits.mix(total ^ _float_bits(state))
    if isinstance(state, types.Array):
        return _stir_array
    if isinstance(state, types.UniTuple) and len(state) > 4:
        return _stir_array
    if isinstance(state, types.BaseTuple):
        return _stir_tuple(len(state))
    raise errors.TypingError(f"a state of {state} has no key: write key(self, s)")


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
