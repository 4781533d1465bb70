"""Values laid down in an array of 64-bit words and taken up again, alike in Python and in machine code.

A search keeps the positions it is about to look at in one array, so that nothing is allocated on the way.
"""

from __future__ import annotations

import struct
from typing import Any


def is_packable(value: Any) -> bool:
    """Should this be laid down? In machine code yes, if it is made of numbers and tuples alone; in Python never.

    There a state may be anything, and the next one something else.
    """
    return False


def words(value: Any) -> int:
    """How many words a value takes."""
    return sum(words(item) for item in value) if isinstance(value, tuple) else 1


def word_of(number: float) -> int:
    """The 64 bits of a float, as an integer."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def number_of(word: int) -> float:
    """The float that these 64 bits are."""
    return float(struct.unpack("<d", struct.pack("<q", int(word)))[0])


def pack(array: Any, at: int, value: Any) -> int:
    """Lay a value down from a place on; the first place behind it is the answer."""
    if isinstance(value, tuple):
        for item in value:
            at = pack(array, at, item)
        return at
    array[at] = word_of(value) if isinstance(value, float) else int(value)
    return at + 1


def unpack(array: Any, at: int, like: Any) -> Any:
    """Take a value up; it is of the same type and shape as `like`."""
    if isinstance(like, tuple):
        items = []
        for item in like:
            items.append(unpack(array, at, item))
            at += words(item)
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    if isinstance(like, float):
        return number_of(array[at])
    return bool(array[at]) if isinstance(like, bool) else int(array[at])


def keep(row: Any, number: int, value: Any) -> None:
    """Put a value into a row of values of one kind: in Python a row of objects, in machine code one of words."""
    row[number] = value


def kept(row: Any, number: int, like: Any) -> Any:
    """The value that `keep` put there; it is of the same type and shape as `like`."""
    return row[number]


def scratch(owner: Any) -> Any:
    """A row of `owner.learned_room` floats to work with until the function that asked for it is left.

    Each call has its own, so that threads do not meet; in machine code it costs nothing. What it holds is undefined.
    """
    return [0.0] * owner.learned_room
