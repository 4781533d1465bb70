"""The type of short strings in machine code: one wide number, the bytes of the string from its lowest up.

A string in a state is such a number; a string that rules write down is one of Numba's, and becomes such a number where
it meets a state. So strings cost no memory and compare in an instruction.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel, StructModel
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.extending import NativeValue, box, register_model, typeof_impl, unbox

from kibitz.native.override import override
from kibitz.native.values.records import WIDTHS, ShortText, text_number, text_of, text_width


class Text(types.IterableType):
    """A string of up to so many bytes."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(f"Text({width})")

    @property
    @override
    def iterator_type(self) -> types.Type:
        """What goes through its characters."""
        return TextIterator(self)

    @override
    def can_convert_from(self, typingctx: Any, other: types.Type) -> Any:
        """Whether, and how well, another can be turned into it."""
        if isinstance(other, types.StringLiteral):
            width = text_width(other.literal_value)
            return Conversion.safe if width is not None and width <= self.width else None
        if isinstance(other, Text) and other.width <= self.width:
            return Conversion.promote
        return Conversion.safe if isinstance(other, types.UnicodeType) else None

    @override
    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        """The one type that can hold both."""
        if isinstance(other, Text):
            return Text(max(self.width, other.width))
        if isinstance(other, types.StringLiteral) and (width := text_width(other.literal_value)):
            return Text(max(self.width, width))
        return self if isinstance(other, types.UnicodeType) else None


def is_text(typ: types.Type) -> bool:
    """Is this a string, ours or Numba's?"""
    return isinstance(typ, (Text, types.UnicodeType, types.StringLiteral))


def text_type(typ: types.Type) -> Text:
    """The type that holds a string, ours or Numba's: a literal in what it takes, any other of Numba's in the widest."""
    if isinstance(typ, Text):
        return typ
    width = text_width(typ.literal_value) if isinstance(typ, types.StringLiteral) else WIDTHS[-1]
    return Text(width or WIDTHS[-1])


class TextIterator(types.SimpleIteratorType):
    """What goes through the characters of a string."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(f"iterator({text})", Text(WIDTHS[0]))


@register_model(Text)
class TextModel(PrimitiveModel):
    """A number of as many bytes."""

    def __init__(self, dmm: Any, fe_type: Text) -> None:
        super().__init__(dmm, fe_type, number_type(fe_type))


@register_model(TextIterator)
class TextIteratorModel(StructModel):
    """The next place, how many there are, and the string."""

    def __init__(self, dmm: Any, fe_type: TextIterator) -> None:
        members = [("place", types.EphemeralPointer(types.int64)), ("size", types.int64), ("text", fe_type.text)]
        super().__init__(dmm, fe_type, members)


def number_type(typ: Text) -> ir.IntType:
    """The type of the number that a string is."""
    return ir.IntType(8 * typ.width)


# ---------------------------------------------------------------- from Python and back


@typeof_impl.register(ShortText)
def _typeof_text(text: ShortText, _context: Any) -> Text | None:
    width = text_width(text)
    return None if width is None else Text(width)


@lower_constant(Text)
def _constant(context: Any, builder: Any, typ: Text, text: str) -> Any:
    return number_type(typ)(text_number(text))


@unbox(Text)
def _unbox(typ: Text, obj: Any, c: Any) -> NativeValue:
    words = []
    failed = cgutils.false_bit
    function = c.pyapi.unserialize(c.pyapi.serialize_object(_word_of))
    for number in range(typ.width // 8):
        place = c.pyapi.long_from_longlong(ir.IntType(64)(number))
        word = c.pyapi.call_function_objargs(function, (obj, place))
        native = c.unbox(types.int64, word)
        failed = c.builder.or_(failed, native.is_error)
        words.append(native.value)
        c.pyapi.decref(place)
        c.pyapi.decref(word)
    c.pyapi.decref(function)
    return NativeValue(joined_words(c.builder, typ, words), is_error=failed)


def _word_of(text: str, number: int) -> int:
    word = text_number(text) >> 64 * number & (1 << 64) - 1
    return word - (word >> 63 << 64)


@box(Text)
def _box(typ: Text, value: Any, c: Any) -> Any:
    words = [c.box(types.int64, word) for word in split_words(c.builder, typ, value)]
    function = c.pyapi.unserialize(c.pyapi.serialize_object(text_of))
    made = c.pyapi.call_function_objargs(function, words)
    for one in (function, *words):
        c.pyapi.decref(one)
    return made


def split_words(builder: Any, typ: Text, value: Any) -> list[Any]:
    """Code that takes a string apart into 64-bit words."""
    kind = number_type(typ)
    return [builder.trunc(builder.lshr(value, kind(64 * at)), ir.IntType(64)) for at in range(typ.width // 8)]


def joined_words(builder: Any, typ: Text, words: list[Any]) -> Any:
    """Code that puts a string together again."""
    kind = number_type(typ)
    made = kind(0)
    for at, word in enumerate(words):
        made = builder.or_(made, builder.shl(resized(builder, word, kind), kind(64 * at)))
    return made


def resized(builder: Any, value: Any, kind: ir.IntType) -> Any:
    """Code that makes a number wider, or narrower."""
    if value.type.width < kind.width:
        return builder.zext(value, kind)
    return builder.trunc(value, kind) if value.type.width > kind.width else value
