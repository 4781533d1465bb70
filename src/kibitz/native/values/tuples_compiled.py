"""The machine code of `tuples`."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import errors
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import register_jitable

from kibitz.native import bits, tuples
from kibitz.native.compiling.functions import INNER
from kibitz.native.compiling.instructions import float_to_word, overload
from kibitz.native.lists.runs import Run
from kibitz.native.values.cells import FEWEST, HIGHEST, LOWEST
from kibitz.native.values.cells_compiled import board_words
from kibitz.native.values.cells_types import Cells
from kibitz.native.values.enums_compiled import Member, member_word
from kibitz.native.values.records import class_mark
from kibitz.native.values.records_compiled import Record
from kibitz.native.values.text_types import Text
from kibitz.native.values.texts_compiled import widest, word_at, word_count

SALT, LENGTH, EMPTY = tuples.SALT, tuples.LENGTH, tuples.EMPTY


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
    return lambda state: _stir(0, state)


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
    if isinstance(state, Cells):
        return _stir_cells(state.count)
    if isinstance(state, types.BaseTuple):
        one_by_one = _one_by_one(state)
        return _stir_board(state, one_by_one) if _may_be_board(state) else one_by_one
    if isinstance(state, Run):
        return _stir_run(state)
    if isinstance(state, Record):
        return _stir_items([str(class_mark(state.instance_class)), *(f"state.{field}" for field in state.fields)])
    if isinstance(state, types.IntEnumMember):
        return lambda total, state: _stir(total, types.int64(state))
    if isinstance(state, Member):
        return lambda total, state: _stir(total, member_word(state))
    if isinstance(state, Text):
        return _stir_text
    if isinstance(state, types.UnicodeType):
        return lambda total, state: _stir_text(total, widest(state))
    raise errors.TypingError(f"a state of {state} has no key: write key(self, s)")


def _stir_part(total: int, part: Any) -> int:
    raise NotImplementedError("only ever compiled")


@overload(_stir_part)
def _stir_part_overload(total: Any, part: Any) -> Any:
    """What is inside a tuple: a tuple there, and a text of several words, says how long it is."""
    if isinstance(part, types.BaseTuple) and len(part) == 0:
        return lambda total, part: bits.mix(total ^ EMPTY ^ SALT)
    if isinstance(part, types.BaseTuple) and not isinstance(part, Cells):
        marked = _marked(_one_by_one(part), bits.multiply(len(part), LENGTH))
        return _stir_board(part, marked) if _may_be_board(part) else marked
    if isinstance(part, Run):
        return _stir_run(part, is_inside=True)
    if isinstance(part, types.Array):
        return _stir_array_inside
    if isinstance(part, Text):
        return lambda total, part: _stir_text(total ^ (word_count(part) - 1) * LENGTH, part)
    if isinstance(part, types.UnicodeType):
        return lambda total, part: _stir_part(total, widest(part))
    return lambda total, part: _stir(total, part)


def _one_by_one(state: Any) -> Any:
    if isinstance(state, types.UniTuple) and len(state) > 4:
        return _stir_array
    return _stir_items([f"state[{index}]" for index in range(len(state))])


def _marked(one_by_one: Any, length: int) -> Any:
    stir_items = register_jitable(one_by_one)
    return lambda total, part: stir_items(total ^ length, part)


def _stir_array_inside(total: Any, part: Any) -> Any:
    if part.size == 0:
        return bits.mix(total ^ EMPTY ^ SALT)
    total ^= part.size * LENGTH
    for item in part.flat:
        total = _stir(total, item)
    return total


def _stir_float(total: Any, state: Any) -> Any:
    if -9223372036854775808.0 <= state < 9223372036854775808.0 and state == types.int64(state):
        return bits.mix(total ^ types.int64(state) ^ SALT)
    return bits.mix(total ^ float_to_word(state) ^ SALT)


def _stir_array(total: Any, state: Any) -> Any:
    for item in state.flat if hasattr(state, "flat") else state:
        total = _stir_part(total, item)
    return total


@register_jitable(**INNER)
def _stir_text(total: Any, state: Any) -> Any:
    for at in range(word_count(state)):
        total = _stir(total, word_at(state, at))
    return total


def _stir_cells(count: int) -> Any:
    length = bits.multiply(count, LENGTH)

    def stir(total: Any, state: Any) -> Any:
        total ^= length
        for word in board_words(state):
            total = bits.mix(total ^ word ^ SALT)
        return total

    return stir


def _may_be_board(state: Any) -> bool:
    """Can this be a tuple of many small numbers, which has the fingerprint of the cells that would hold it?"""
    numbers = (types.Integer, types.Float, types.Boolean, types.IntEnumMember)
    return len(state) >= FEWEST and all(isinstance(item, numbers) for item in state)


def _stir_run(state: Any, is_inside: bool = False) -> Any:
    """A tuple whose length shows only when it is made."""
    may_be_board = isinstance(state.item, (types.Integer, types.Float, types.Boolean))

    def stir(total: Any, state: Any) -> Any:
        if may_be_board and _is_board(state):
            return _stir_bytes(total, state, len(state) * LENGTH)
        if is_inside:
            total = total ^ len(state) * LENGTH if len(state) else bits.mix(total ^ EMPTY ^ SALT)
        for item in state:
            total = _stir_part(total, item)
        return total

    return stir


@register_jitable
def _is_board(items: Any) -> bool:
    is_board = len(items) >= FEWEST
    for item in items:
        is_board = is_board and _is_small(item)
    return is_board


def _stir_board(state: Any, one_by_one: Any) -> Any:
    """As cells where all numbers are small whole ones, and one by one otherwise."""
    length = bits.multiply(len(state), LENGTH)
    otherwise = register_jitable(one_by_one)
    if isinstance(state, types.UniTuple):

        def stir(total: Any, state: Any) -> Any:
            for item in state:
                if not _is_small(item):
                    return otherwise(total, state)
            return _stir_bytes(total, state, length)

        return stir
    fits = " and ".join(f"_is_small(state[{index}])" for index in range(len(state)))
    items = ", ".join(f"int64(state[{index}])" for index in range(len(state)))
    chosen = f"_stir_bytes(total, ({items}), {length}) if {fits} else otherwise(total, state)"
    scope = {"_is_small": _is_small, "_stir_bytes": _stir_bytes, "otherwise": otherwise, "int64": types.int64}
    exec(f"def stir(total, state): return {chosen}", scope)
    return scope["stir"]


@register_jitable
def _is_small(item: Any) -> bool:
    return LOWEST <= item <= HIGHEST and types.int64(item) == item


@register_jitable
def _stir_bytes(total: Any, state: Any, word: int) -> Any:
    lane = 0
    for item in state:
        word ^= (types.int64(item) & 0xFF) << lane
        lane += 8
        if lane == 64:
            total, word, lane = bits.mix(total ^ word ^ SALT), 0, 0
    return bits.mix(total ^ word ^ SALT) if lane else total


def _stir_items(items: list[str]) -> Any:
    """Written out item by item: the items of a NamedTuple may be of different types."""
    lines = "".join(f"    total = _stir_part(total, {item})\n" for item in items)
    scope = {"_stir_part": _stir_part}
    exec(f"def stir(total, state):\n{lines}    return total\n", scope)
    return scope["stir"]
