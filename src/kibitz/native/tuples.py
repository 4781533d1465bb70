"""What games do with tuples, the same way in Python and in machine code."""

from __future__ import annotations

import struct
from enum import Enum
from typing import Any, TypeVar

from kibitz.native.bits import mix, multiply, wrap
from kibitz.native.values.cells import FEWEST, HIGHEST, LOWEST, WORD_BYTES
from kibitz.native.values.records import class_mark, is_record, items_of, member_words, rebuilt, text_width, text_words

T = TypeVar("T")
SALT = 0x5851F42D4C957F2D  # so that one more zero, in a longer state, makes a difference
LENGTH = -7046029254386353131  # what an item more changes in the first word, of small numbers or inside another tuple
EMPTY = 0x2545F4914F6CDD1D  # the word of a tuple inside another that has no items


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with the item at `index` (from 0; no negative index) replaced."""
    if not 0 <= index < len(items):
        raise IndexError("replaced: index out of range")
    return (*items[:index], item, *items[index + 1 :])


def fingerprint(state: Any) -> int:
    """A 64-bit hash of a state, or an action: equal ones have equal hashes, others almost never."""
    total = 0
    for number in _numbers(state):
        total = mix(total ^ number ^ SALT)
    return total


def shaped(example: Any, value: Any) -> Any:
    """A value in the shape of an example: tuples become NamedTuples, and ints floats, where the example has them.

    Raises `ValueError` or `TypeError` where the value has another shape.
    """
    if isinstance(example, tuple):
        if not isinstance(value, (tuple, list)) or len(value) != len(example):
            raise ValueError("another length")
        items = [shaped(one, other) for one, other in zip(example, value, strict=True)]
        return type(example)(*items) if hasattr(example, "_fields") else tuple(items)
    if is_record(type(example)):
        if type(value) is not type(example):
            raise ValueError("another type")
        items = [shaped(one, other) for one, other in zip(items_of(example), items_of(value), strict=True)]
        return rebuilt(type(example), tuple(items))
    if isinstance(example, str) and not isinstance(example, Enum):
        if type(value) is not type(example) or text_width(value) != text_width(example):
            raise ValueError("another type")
        return value
    if hasattr(example, "dtype") and hasattr(example, "shape"):
        import numpy as np

        array = np.array(value, dtype=example.dtype)
        if array.shape != example.shape:
            raise ValueError("another shape")
        return array
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        value = value.item()  # NumPy's numbers
    if isinstance(example, bool) or not isinstance(example, (int, float)):
        if type(value) is not type(example) and not (isinstance(example, bool) and value in (0, 1)):
            raise ValueError("another type")
        return type(example)(value)
    if isinstance(value, (int, float)) and (isinstance(example, float) or int(value) == value):
        return type(example)(value)
    raise ValueError("another type")


def _numbers(state: Any) -> list[int]:
    if isinstance(state, Enum):
        return member_words(state)
    if isinstance(state, bool):
        return [int(state)]
    if isinstance(state, int):
        words = [wrap(state)]
        while not -(1 << 63) <= state < 1 << 63:  # too large for machine code, but not for Python
            state >>= 64
            words.append(wrap(state))
        return words
    if isinstance(state, float):
        if state.is_integer() and -(2.0**63) <= state < 2.0**63:
            return [int(state)]  # 2.0 is 2, and -0.0 is 0.0
        return [struct.unpack("<q", struct.pack("<d", state))[0]]
    if hasattr(state, "ravel"):
        return [n for item in state.ravel().tolist() for n in _numbers(item)]
    if isinstance(state, (tuple, list)):
        return _small_numbers(state) or [n for item in state for n in _part_numbers(item)]
    if isinstance(state, str):
        return text_words(state)
    if is_record(type(state)):
        return [class_mark(type(state)), *(n for item in items_of(state) for n in _part_numbers(item))]
    try:
        return [hash(state)]
    except TypeError:  # a dict, say: played interpreted, but played
        return [hash(repr(state))]


def _part_numbers(part: Any) -> list[int]:
    """The numbers of what is inside a tuple; a tuple there says how long it is: (1, 2), (3,) is not (1,), (2, 3)."""
    words = _numbers(part)
    if isinstance(part, str):
        length = len(words) - 1
    elif isinstance(part, (tuple, list)):
        length = 0 if _small_numbers(part) else len(part)  # small numbers have said it already
    else:
        length = part.size if getattr(part, "shape", ()) else 0  # NumPy's numbers have the shape ()
    return [words[0] ^ multiply(length, LENGTH), *words[1:]] if words else [EMPTY]


def _small_numbers(items: Any) -> list[int]:
    """A long tuple of small whole numbers, eight of them a word, as machine code keeps a board; empty for any other."""
    if len(items) < FEWEST or not all(map(_is_small, items)):
        return []
    data = bytes(int(item) & 0xFF for item in items)
    starts = range(0, len(data), WORD_BYTES)
    words = [wrap(int.from_bytes(data[at : at + WORD_BYTES], "little")) for at in starts]
    words[0] ^= multiply(len(items), LENGTH)
    return words


def _is_small(item: Any) -> bool:
    if hasattr(item, "item") and getattr(item, "shape", None) == ():
        item = item.item()
    return isinstance(item, (int, float)) and LOWEST <= item <= HIGHEST and int(item) == item
