"""Frozen dataclasses, the members of enums and short strings as parts of a state, as Python sees them.

Machine code holds a frozen dataclass as it holds a NamedTuple, field after field; the member of an enum as its value;
and a string of up to 64 bytes as one wide number.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import zlib
from enum import Enum
from typing import Any

WIDTHS = (8, 16, 32, 64)  # bytes that a string may take, in UTF-8; machine code has a type for each
_ARITHMETIC = "add sub mul truediv floordiv mod divmod pow lshift rshift and or xor"
_OTHERS = "eq ne lt le gt ge neg pos abs invert int float index round trunc floor ceil"
_OF_ROWS = "len getitem contains iter reversed getattribute"
# Special methods that change what an operator or a built-in function makes of a value.
OPERATORS = frozenset(
    f"__{name}__" for name in f"{_ARITHMETIC} r{_ARITHMETIC.replace(' ', ' r')} {_OTHERS} {_OF_ROWS}".split()
)


class ShortText(str):
    """A string on its way into machine code. Only states have such: elsewhere compiled code has Numba's strings."""

    __slots__ = ()


def text_width(text: str) -> int | None:
    """How many bytes machine code sets aside for this string; None where it cannot hold it."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:  # half of a surrogate pair
        return None
    return None if "\0" in text else next((width for width in WIDTHS if size <= width), None)


def text_words(text: str) -> list[int]:
    """The bytes of a string, eight to a signed word; at least one word."""
    size = -(-max(1, len(text.encode("utf-8", "surrogatepass"))) // 8) * 8
    padded = text.encode("utf-8", "surrogatepass").ljust(size, b"\0")
    return [int.from_bytes(padded[at : at + 8], "little", signed=True) for at in range(0, size, 8)]


def is_record(cls: Any) -> bool:
    """Is this a frozen dataclass that is nothing but its fields: made from them, and equal if they are equal?"""
    return hasattr(cls, "__dataclass_params__") and _is_plain(cls)


@functools.cache
def _is_plain(cls: Any) -> bool:
    made = cls.__dataclass_params__
    if "__dataclass_fields__" not in vars(cls) or not (made.frozen and made.init and made.eq):
        return False
    generated = ("__init__", "__eq__", "__hash__", "__setattr__", "__delattr__")
    if issubclass(cls, tuple) or not all(_is_generated(getattr(cls, name)) for name in generated):
        return False
    if any(getattr(cls, name) is not getattr(object, name) for name in ("__new__", "__getattribute__")):
        return False
    fields = [field.name for field in dataclasses.fields(cls) if field.init and field.compare]
    return fields == [field.name for field in dataclasses.fields(cls)] == list(inspect.signature(cls).parameters)


def _is_generated(method: Any) -> bool:
    code = getattr(method, "__code__", None)
    return code is not None and code.co_qualname.startswith("__create_fn__.")


@functools.cache
def has_own_operators(cls: type) -> bool:
    """Does a NamedTuple or an enum say anew what an operator does? Machine code has those of tuples and numbers."""
    return any(
        name in OPERATORS or (name == "__new__" and issubclass(cls, tuple) and not _is_namedtuples(entry))
        for base in cls.__mro__
        if base.__module__ not in ("builtins", "enum", "typing")
        for name, entry in vars(base).items()
    )


def _is_namedtuples(entry: Any) -> bool:
    made_in = getattr(entry, "__func__", entry).__globals__.get("__name__", "")
    return str(made_in).startswith("namedtuple_")


@functools.cache
def record_fields(cls: Any) -> tuple[str, ...]:
    """The names of a record's fields."""
    return tuple(field.name for field in dataclasses.fields(cls))


def class_mark(cls: type) -> int:
    """A number for a class, the same in every process: fingerprints tell instances of different classes apart by it."""
    return zlib.crc32(f"{cls.__module__}.{cls.__qualname__}".encode())


def items_of(record: Any) -> tuple[Any, ...]:
    """What the fields of a record hold."""
    cls: Any = type(record)
    return tuple(getattr(record, name) for name in record_fields(cls))


def rebuilt(cls: Any, items: tuple[Any, ...]) -> Any:
    """A record with these fields, as it was: its `__post_init__` is not run again."""
    made = object.__new__(cls)
    for name, item in zip(record_fields(cls), items, strict=True):
        object.__setattr__(made, name, item)
    return made


def entering(value: Any) -> Any:
    """A value as it is passed to machine code: every string in it marked as one that is held as a number."""
    if isinstance(value, tuple):
        items = [entering(item) for item in value]
        if all(one is other for one, other in zip(items, value, strict=True)):
            return value
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, str) and not isinstance(value, Enum):
        return ShortText(value)
    if is_record(type(value)):
        items = [entering(item) for item in items_of(value)]
        if any(one is not other for one, other in zip(items, items_of(value), strict=True)):
            return rebuilt(type(value), tuple(items))
    return value


@functools.cache
def members_of(cls: type[Enum]) -> tuple[Enum, ...]:
    """The members of an enum, in their order, each once."""
    return tuple(cls)


def member_place(member: Enum) -> int:
    """The place of a member among those of its enum."""
    return members_of(type(member)).index(member)


def member_at(cls: type[Enum], place: int) -> Enum:
    """The member at a place."""
    return members_of(cls)[place]


def member_words(member: Enum) -> list[int]:
    """The words that stand for a member in a fingerprint: those of what it equals, be that a number or a string."""
    if isinstance(member, int):
        return [int(member)]
    if isinstance(member, str):
        return text_words(str(member.value))
    return [class_mark(type(member)) << 16 ^ member_place(member)]


def text_number(text: str) -> int:
    """The number that a string is in machine code."""
    return int.from_bytes(text.encode(), "little")


def text_of(*words: int) -> str:
    """The string that these signed words are."""
    return b"".join(word.to_bytes(8, "little", signed=True) for word in words).rstrip(b"\0").decode()
