"""Values stored in an array of 64-bit words and loaded again, the same way in Python and in machine code.

A search keeps the positions that it is about to look at in one array, so that nothing is allocated while it runs.
"""

from __future__ import annotations

import struct
from enum import Enum, IntEnum
from typing import Any

from kibitz.native.values.records import (
    is_record,
    items_of,
    member_at,
    member_place,
    rebuilt,
    text_of,
    text_width,
    text_words,
)


def is_packable(value: Any) -> bool:
    """Can this be packed? In machine code yes, if it is made of numbers, strings, tuples and records; in Python never.

    In Python a state may be anything, and the next one something else.
    """
    return False


def words(value: Any) -> int:
    """How many 64-bit words a value takes."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return (text_width(value) or 0) // 8
    if is_record(type(value)):
        value = items_of(value)
    return sum(words(item) for item in value) if isinstance(value, tuple) else 1


def word_of(number: float) -> int:
    """The 64 bits of a float, as an integer."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def number_of(word: int) -> float:
    """The float that these 64 bits are."""
    return float(struct.unpack("<d", struct.pack("<q", int(word)))[0])


def pack(array: Any, at: int, value: Any) -> int:
    """Store a value from index `at` on; returns the index after its last word."""
    if is_record(type(value)):
        value = items_of(value)
    if isinstance(value, tuple):
        for item in value:
            at = pack(array, at, item)
        return at
    if isinstance(value, Enum) and not isinstance(value, IntEnum):
        value = member_place(value)
    elif isinstance(value, str):
        size = words(value)
        array[at : at + size] = (text_words(value) + [0] * size)[:size]
        return at + size
    array[at] = word_of(value) if isinstance(value, float) else int(value)
    return at + 1


def unpack(array: Any, at: int, like: Any) -> Any:
    """Load the value stored from index `at` on; it has the type and shape of `like`."""
    if isinstance(like, tuple):
        items = []
        for item in like:
            items.append(unpack(array, at, item))
            at += words(item)
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    if is_record(type(like)):
        return rebuilt(type(like), unpack(array, at, items_of(like)))
    if isinstance(like, IntEnum):
        return type(like)(int(array[at]))
    if isinstance(like, Enum):
        return member_at(type(like), int(array[at]))
    if isinstance(like, str):
        return text_of(*(int(word) for word in array[at : at + words(like)]))
    if isinstance(like, float):
        return number_of(array[at])
    return bool(array[at]) if isinstance(like, bool) else int(array[at])


def keep(row: Any, number: int, value: Any) -> None:
    """Store item `number` in a row of values of one type: in Python a row of objects, in machine code one of words."""
    row[number] = value


def kept(row: Any, number: int, like: Any) -> Any:
    """Item `number` of a row that `keep` wrote; it has the type and shape of `like`."""
    return row[number]


def handed_over(row: Any, number: int, like: Any) -> Any:
    """Item `number` of a row of values that Python wrote for machine code to read, with `pack` or as objects.

    There each number has a word of its own, however small it is; what machine code packs for itself may be denser.
    """
    return row[number] if row.dtype == object else unpack(row, number * words(like), like)


def scratch(owner: Any) -> Any:
    """A row of `owner.learned_room` floats to work with until the calling function returns.

    Each call gets its own, so that threads do not share it; in machine code it costs nothing. What it holds at first is
    undefined.
    """
    return [0.0] * owner.learned_room
