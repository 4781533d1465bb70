"""What strings can do, for those that machine code keeps as numbers: loops, searches, upper and lower case, `join`.

Where characters beyond ASCII would make a difference, these raise `OverflowError`: the game goes on as plain Python.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import handle_bound_function
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import AttributeTemplate, signature
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    overload,
    overload_method,
    register_jitable,
    register_model,
)

from kibitz.native.compiling.functions import INNER
from kibitz.native.objects.methods_compiled import Method
from kibitz.native.override import override
from kibitz.native.values.text_types import Text, TextIterator, is_text
from kibitz.native.values.texts_compiled import NOT_ASCII, byte_at, cut, is_ascii, size, widest

WORD = ir.IntType(64)


# ---------------------------------------------------------------- loops


@lower_builtin("getiter", Text)
def _iterator(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    made = context.make_helper(builder, sig.return_type)
    made.place = cgutils.alloca_once_value(builder, WORD(0))
    builder.store(WORD(0), made.place)
    made.size = context.compile_internal(builder, lambda text: len(text), signature(types.int64, *sig.args), arguments)
    made.text = arguments[0]
    return made._getvalue()


@lower_builtin("iternext", TextIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, sig: Any, arguments: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=arguments[0])
    place = builder.load(iterator.place)
    is_valid = builder.icmp_signed("<", place, iterator.size)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        kind = signature(Text(8), sig.args[0].text, types.int64)
        read = context.compile_internal(builder, lambda text, at: byte_at(text, at), kind, (iterator.text, place))
        result.yield_(read)
        builder.store(builder.add(place, WORD(1)), iterator.place)


# ---------------------------------------------------------------- searches: bytes will do, since UTF-8 finds itself


@register_jitable(**INNER)
def _place_of(text: Any, part: Any, begin: Any) -> Any:
    """The byte at which a string occurs in another, from one place on; -1 where it does not."""
    length = size(part)
    for at in range(begin, size(text) - length + 1):
        if cut(text, at, at + length) == part:
            return at
    return -1


def _searching(code: Any) -> Any:
    """A search in a string for another, which may be one of Numba's."""

    def chosen(text: Any, part: Any) -> Any:
        if not isinstance(text, Text) or not is_text(part):
            return None
        if isinstance(part, Text):
            return code
        search = register_jitable(**INNER)(code)
        return lambda text, part: search(text, widest(part))

    return chosen


def _contains(text: Any, part: Any) -> Any:
    return _place_of(text, part, 0) >= 0


def _find(text: Any, part: Any) -> Any:
    if not is_ascii(text):
        raise OverflowError(NOT_ASCII)
    return _place_of(text, part, 0)


def _index(text: Any, part: Any) -> Any:
    if not is_ascii(text):
        raise OverflowError(NOT_ASCII)
    found = _place_of(text, part, 0)
    if found < 0:
        raise ValueError("substring not found")
    return found


def _count(text: Any, part: Any) -> Any:
    length = size(part)
    if length == 0:
        return len(text) + 1
    total = 0
    at = _place_of(text, part, 0)
    while at >= 0:
        total += 1
        at = _place_of(text, part, at + length)
    return total


def _starts(text: Any, part: Any) -> Any:
    return size(part) <= size(text) and cut(text, 0, size(part)) == part


def _ends(text: Any, part: Any) -> Any:
    return size(part) <= size(text) and cut(text, size(text) - size(part), size(text)) == part


overload(operator.contains, strict=False, jit_options=INNER)(_searching(_contains))
for _name, _code in (
    ("find", _find),
    ("index", _index),
    ("count", _count),
    ("startswith", _starts),
    ("endswith", _ends),
):
    overload_method(Text, _name, strict=False, jit_options=INNER)(_searching(_code))


# ---------------------------------------------------------------- upper and lower case


@intrinsic
def _code_at(_context: Any, text: types.Type, at: types.Type) -> Any:
    """A byte of a string, as a number."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = signature(Text(8), *sig.args)
        return context.compile_internal(builder, lambda text, at: byte_at(text, at), kind, arguments)

    return types.int64(text, types.int64), code


def _asked(lowest: int, other: int) -> Any:
    """Is there a letter from this one on, and none from the other one on?"""

    def chosen(text: Any) -> Any:
        def code(text: Any) -> Any:
            found = False
            for place in range(len(text)):
                character = _code_at(text, place)
                if other <= character < other + 26:
                    return False
                found = found or lowest <= character < lowest + 26
            return found

        return code

    return chosen


def _cased(lowest: int) -> Any:
    """The string with the letters from this one on in their other case."""

    def chosen(text: Any) -> Any:
        def code(text: Any) -> Any:
            made = text
            for place in range(len(text)):
                if lowest <= _code_at(text, place) < lowest + 26:
                    made = _with_case(made, place)
            return made

        return code

    return chosen


@intrinsic
def _with_case(_context: Any, text: types.Type, at: types.Type) -> Any:
    """The string with the letter at a place in its other case: one bit apart in ASCII."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, place = arguments
        steps = builder.shl(place, place.type(3))
        kind = value.type
        steps = builder.zext(steps, kind) if kind.width > 64 else steps
        return builder.xor(value, builder.shl(kind(0x20), steps))

    return text(text, types.int64), code


overload_method(Text, "isupper", strict=False, jit_options=INNER)(_asked(ord("A"), ord("a")))
overload_method(Text, "islower", strict=False, jit_options=INNER)(_asked(ord("a"), ord("A")))
overload_method(Text, "upper", strict=False, jit_options=INNER)(_cased(ord("a")))
overload_method(Text, "lower", strict=False, jit_options=INNER)(_cased(ord("A")))


# ---------------------------------------------------------------- join


def _join(between: Any, parts: Any) -> Any:
    made = widest("")
    first = True
    for part in parts:
        if not first:
            made = made + between
        made = made + part
        first = False
    return made


class _Joining(Method):
    """`join` of a string: Numba's own, unless among the parts are strings that are kept as numbers."""

    def __init__(self, numbas: Any) -> None:
        self._numbas = numbas
        super().__init__(_join, types.unicode_type)

    @override
    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call with these arguments."""
        if len(args) == 1 and _has_text(args[0]):
            return super().get_call_type(context, args, kws)
        return self._numbas.get_call_type(context, args, kws)

    @override
    def get_impl_key(self, sig: Any) -> Any:
        """Where its machine code is found."""
        return super().get_impl_key(sig) if _has_text(sig.args[-1]) else self._numbas.get_impl_key(sig)


register_model(_Joining)(handle_bound_function)


def _has_text(parts: Any) -> bool:
    if isinstance(parts, types.BaseTuple):
        return any(isinstance(kind, Text) for kind in parts)
    return isinstance(parts, types.IterableType) and isinstance(parts.iterator_type.yield_type, Text)


@infer_getattr
class _OfLiteral(AttributeTemplate):
    key = types.StringLiteral

    def resolve_join(self, literal: Any) -> Any:
        return _Joining(self.context.resolve_getattr(types.unicode_type, "join"))
