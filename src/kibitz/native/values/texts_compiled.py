"""What strings that are numbers do in machine code: they are converted, compared, indexed, cut and joined.

What does not fit raises `OverflowError`, and the game goes on as plain Python: a string that grows too long, or a
character beyond ASCII where places are counted.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, errors
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.cpython.unicode import _get_code_point
from numba.extending import intrinsic, lower_builtin, lower_cast, overload, register_jitable

from kibitz.native.compiling.functions import INNER
from kibitz.native.values.records import WIDTHS, text_number, text_width
from kibitz.native.values.text_types import Text, is_text, number_type, resized

BYTE = ir.IntType(8)
TOO_LONG = "a string of the state grows too long for machine code"
NOT_ASCII = "a string of the state has characters beyond ASCII, which machine code cannot count"


# ---------------------------------------------------------------- from Numba's strings


@lower_cast(Text, Text)
def _widened(context: Any, builder: Any, found: Text, wanted: Text, value: Any) -> Any:
    if wanted.width < found.width:
        lost = builder.lshr(value, value.type(8 * wanted.width))
        with builder.if_then(builder.icmp_unsigned("!=", lost, value.type(0)), likely=False):
            context.call_conv.return_user_exc(builder, OverflowError, (TOO_LONG,))
    return resized(builder, value, number_type(wanted))


@lower_cast(types.StringLiteral, Text)
def _literal(context: Any, builder: Any, found: Any, wanted: Text, value: Any) -> Any:
    return number_type(wanted)(text_number(found.literal_value))


@lower_cast(types.unicode_type, Text)
def _converted(context: Any, builder: Any, found: Any, wanted: Text, value: Any) -> Any:
    def convert(text: Any, like: Any) -> Any:
        made, fits = encoded(text, like)
        if not fits:
            raise OverflowError(TOO_LONG)
        return made

    blank = number_type(wanted)(0)
    return context.compile_internal(builder, convert, signature(wanted, found, wanted), (value, blank))


@register_jitable(**INNER)
def encoded(text: Any, like: Any) -> Any:
    """A string of Numba's as one of the type of `like`, and whether it fits."""
    made = _cleared(like)
    at = 0
    fits = True
    for place in range(len(text)):
        code = types.int64(_get_code_point(text, place))
        if code == 0:
            fits = False
        if code < 0x80:
            made, at = _with_byte(made, at, code), at + 1
        elif code < 0x800:
            made, at = _with_byte(made, at, 0xC0 | code >> 6), at + 1
            made, at = _with_byte(made, at, 0x80 | code & 0x3F), at + 1
        elif code < 0x10000:
            made, at = _with_byte(made, at, 0xE0 | code >> 12), at + 1
            made, at = _with_byte(made, at, 0x80 | code >> 6 & 0x3F), at + 1
            made, at = _with_byte(made, at, 0x80 | code & 0x3F), at + 1
        else:
            made, at = _with_byte(made, at, 0xF0 | code >> 18), at + 1
            made, at = _with_byte(made, at, 0x80 | code >> 12 & 0x3F), at + 1
            made, at = _with_byte(made, at, 0x80 | code >> 6 & 0x3F), at + 1
            made, at = _with_byte(made, at, 0x80 | code & 0x3F), at + 1
    return made, fits and at <= _capacity(like)


@intrinsic
def _cleared(_context: Any, like: types.Type) -> Any:
    return like(like), lambda context, builder, sig, arguments: number_type(like)(0)


@intrinsic
def _capacity(_context: Any, like: types.Type) -> Any:
    return types.int64(like), lambda context, builder, sig, arguments: ir.IntType(64)(like.width)


@intrinsic
def _with_byte(_context: Any, text: types.Type, at: types.Type, byte: types.Type) -> Any:
    """The string with a byte put where none is yet; beyond its end, nothing happens."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, place, given = arguments
        kind = number_type(text)
        put = builder.shl(resized(builder, given, kind), resized(builder, _in_bits(builder, place), kind))
        fits = builder.icmp_unsigned("<", place, place.type(text.width))
        return builder.select(fits, builder.or_(value, put), value)

    return text(text, types.int64, types.int64), code


def _in_bits(builder: Any, place: Any) -> Any:
    return builder.shl(place, place.type(3))


# ---------------------------------------------------------------- comparisons


class _Comparison(AbstractTemplate):
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and any(isinstance(arg, Text) for arg in args) and all(map(is_text, args)):
            return signature(types.boolean, *args)
        return None


infer_global(operator.eq)(type("_Equal", (_Comparison,), {}))
infer_global(operator.ne)(type("_Unequal", (_Comparison,), {}))


def _same(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """Code that says whether two strings are equal, one of which may be Numba's."""
    (left, right), (one, other) = kinds, values
    if not isinstance(left, Text):
        left, right, one, other = right, left, other, one
    if isinstance(right, types.StringLiteral):
        width = text_width(right.literal_value)
        if width is None or width > left.width:
            return cgutils.false_bit
        return builder.icmp_unsigned("==", one, number_type(left)(text_number(right.literal_value)))
    if isinstance(right, Text):
        wider = number_type(max(left, right, key=lambda typ: typ.width))
        return builder.icmp_unsigned("==", resized(builder, one, wider), resized(builder, other, wider))

    def compare(text: Any, other: Any) -> Any:
        made, fits = encoded(other, text)
        return fits and made == text

    return context.compile_internal(builder, compare, signature(types.boolean, left, right), (one, other))


def _equal(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return _same(context, builder, sig.args, arguments)


def _unequal(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.not_(_same(context, builder, sig.args, arguments))


def _identical(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    raise errors.LoweringError("'is' between strings cannot be compiled: compare them with ==")


for _function, _code in ((operator.eq, _equal), (operator.ne, _unequal), (operator.is_, _identical)):
    lower_builtin(_function, Text, Text)(_code)
    for _other in (types.StringLiteral, types.UnicodeType):
        lower_builtin(_function, Text, _other)(_code)
        lower_builtin(_function, _other, Text)(_code)


# ---------------------------------------------------------------- places


@intrinsic
def size(_context: Any, text: types.Type) -> Any:
    """How many bytes a string has."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = number_type(text)
        zeros = builder.ctlz(arguments[0], ir.IntType(1)(0))
        used = builder.sub(kind(kind.width + 7), zeros)
        return resized(builder, builder.lshr(used, kind(3)), ir.IntType(64))

    return types.int64(text), code


@intrinsic
def is_ascii(_context: Any, text: types.Type) -> Any:
    """Is every character of a string one byte?"""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        kind = number_type(text)
        high = kind(int.from_bytes(b"\x80" * text.width, "little"))
        return builder.icmp_unsigned("==", builder.and_(arguments[0], high), kind(0))

    return types.boolean(text), code


@intrinsic
def cut(_context: Any, text: types.Type, begin: types.Type, end: types.Type) -> Any:
    """The bytes from `begin` up to `end`: both lie within the string, in this order."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, begin, end = arguments
        kind = number_type(text)
        double = ir.IntType(2 * kind.width)  # a shift by all bits of a number is undefined
        wide = builder.lshr(builder.zext(value, double), resized(builder, _in_bits(builder, begin), double))
        size = resized(builder, _in_bits(builder, builder.sub(end, begin)), double)
        mask = builder.sub(builder.shl(double(1), size), double(1))
        return builder.trunc(builder.and_(wide, mask), kind)

    return text(text, types.int64, types.int64), code


@intrinsic
def byte_at(_context: Any, text: types.Type, place: types.Type) -> Any:
    """The character at a place within the string, as a string."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, place = arguments
        moved = builder.lshr(value, resized(builder, _in_bits(builder, place), value.type))
        return builder.zext(builder.trunc(moved, BYTE), ir.IntType(64))

    return Text(8)(text, types.int64), code


@intrinsic
def _behind(_context: Any, text: types.Type, other: types.Type, at: types.Type) -> Any:
    """Two strings in one, the second from byte `at` on: there is room for both."""
    made = Text(max(text.width, other.width))

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        first, second, at = arguments
        kind = number_type(made)
        double = ir.IntType(2 * kind.width)
        moved = builder.shl(resized(builder, second, double), resized(builder, _in_bits(builder, at), double))
        return builder.or_(resized(builder, first, kind), builder.trunc(moved, kind))

    return made(text, other, types.int64), code


@intrinsic
def word_at(_context: Any, text: types.Type, at: types.Type) -> Any:
    """One of the 64-bit words of a string."""

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, at = arguments
        moved = builder.lshr(value, resized(builder, builder.shl(at, at.type(6)), value.type))
        return resized(builder, moved, ir.IntType(64))

    return types.int64(text, types.int64), code


@register_jitable(**INNER)
def word_count(text: Any) -> Any:
    """How many 64-bit words a string takes: at least one."""
    return max(1, (size(text) + 7) // 8)


@intrinsic
def widest(_context: Any, text: types.Type) -> Any:
    """A string of Numba's as one of the widest type."""
    made = Text(WIDTHS[-1])
    return made(text), lambda context, builder, sig, arguments: context.cast(builder, arguments[0], sig.args[0], made)


@overload(bool, strict=False, jit_options=INNER)
def _bool(text: Any) -> Any:
    return (lambda text: size(text) > 0) if isinstance(text, Text) else None


@overload(len, strict=False, jit_options=INNER)
def _len(text: Any) -> Any:
    if not isinstance(text, Text):
        return None

    def code(text: Any) -> Any:
        if not is_ascii(text):
            raise OverflowError(NOT_ASCII)
        return size(text)

    return code


@overload(operator.getitem, strict=False, jit_options=INNER)
def _getitem(text: Any, index: Any) -> Any:
    if not isinstance(text, Text):
        return None
    if isinstance(index, (types.Integer, types.IntEnumMember)):

        def at(text: Any, index: Any) -> Any:
            size = len(text)
            place = types.int64(index)
            if place < 0:
                place += size
            if place < 0 or place >= size:
                raise IndexError("string index out of range")
            return byte_at(text, place)

        return at
    if index == types.slice2_type:

        def part(text: Any, index: Any) -> Any:
            begin, end, _ = index.indices(len(text))
            return cut(text, begin, max(begin, end))

        return part
    return None


@overload(operator.add, strict=False, jit_options=INNER)
def _add(text: Any, other: Any) -> Any:
    if not (isinstance(text, Text) or isinstance(other, Text)) or not (is_text(text) and is_text(other)):
        return None
    if isinstance(text, Text) and isinstance(other, Text):
        room = max(text.width, other.width)

        def code(text: Any, other: Any) -> Any:
            at = size(text)
            if at + size(other) > room:
                raise OverflowError(TOO_LONG)
            return _behind(text, other, at)

        return code
    if isinstance(text, Text):
        return lambda text, other: text + like(other, text)
    return lambda text, other: like(text, other) + other


@intrinsic
def like(_context: Any, text: types.Type, other: types.Type) -> Any:
    """A string of Numba's as one of the type of another."""
    return other(text, other), lambda context, builder, sig, arguments: context.cast(
        builder, arguments[0], sig.args[0], other
    )
