"""Single machine instructions, and how a plain function is given machine code of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin
from numba.extending import overload as numba_overload

from kibitz.native.compiling.functions import INNER

WORD = ir.IntType(64)


def overload(function: Any) -> Any:
    """Give a plain function its machine code. Not strict: annotations may differ between the two."""
    return numba_overload(function, strict=False, jit_options=INNER)


def _of_one(signature: Any, emit: Callable[[Any, Any], Any]) -> Any:
    """A function of one operand that is the instruction which `emit` gives a builder."""

    @intrinsic
    def instruction(_context: Any, operand: types.Type) -> Any:
        return signature, lambda _target, builder, _signature, operands: emit(builder, operands[0])

    return instruction


def _of_two(signature: Any, emit: Callable[[Any, Any, Any], Any]) -> Any:
    """A function of two operands that is the instruction which `emit` gives a builder."""

    @intrinsic
    def instruction(_context: Any, left: types.Type, right: types.Type) -> Any:
        return signature, lambda _target, builder, _signature, operands: emit(builder, *operands)

    return instruction


def _llvm(name: str, *flags: Any) -> Callable[[Any, Any], Any]:
    """LLVM's own function of that name, from a 64-bit integer to a 64-bit integer."""

    def emit(builder: Any, word: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, *(flag.type for flag in flags)])
        return builder.call(builder.module.declare_intrinsic(f"llvm.{name}", [WORD], kind), [word, *flags])

    return emit


_to_word = types.int64(types.int64)
_from_two = types.int64(types.int64, types.int64)
_zero_is_defined = ir.IntType(1)(0)

population = _of_one(_to_word, _llvm("ctpop"))
trailing_zeros = _of_one(_to_word, _llvm("cttz", _zero_is_defined))
leading_zeros = _of_one(_to_word, _llvm("ctlz", _zero_is_defined))
shift_up = _of_two(_from_two, lambda builder, word, steps: builder.shl(word, steps))
shift_down = _of_two(_from_two, lambda builder, word, steps: builder.lshr(word, steps))
float_to_word = _of_one(types.int64(types.float64), lambda builder, number: builder.bitcast(number, WORD))
word_to_float = _of_one(types.float64(types.int64), lambda builder, word: builder.bitcast(word, ir.DoubleType()))


def emitted(function: Any, answers: Callable[..., Any]) -> Any:
    """Decorates code that is emitted in the place of each call whose types `answers` gives a signature.

    Nothing else has to be compiled for such a call, as it has for an `overload`. It comes before what Numba has.
    """
    code_key = (function, answers)

    class Template(AbstractTemplate):
        key = function
        metadata: ClassVar[dict[str, str]] = {"target": "cpu"}

        def generic(self, args: Any, kws: Any) -> Any:
            return None if kws else answers(*args)

        def get_impl_key(self, _signature: Any) -> Any:
            return code_key

    infer_global(function, types.Function(Template))
    return lower_builtin(code_key, types.VarArg(types.Any))
