"""Boards of small numbers, as machine code is handed them: a byte a cell.

A tuple of many small ints in a game's state is a row of bytes to machine code (`cells_types`), decided by the game's
initial state. Here is what of that happens in Python: which tuples those are, and how Python hands them over.

A number that does not fit a byte is noticed wherever one is stored. The game is then *wide*: its tuples are kept as
tuples of 64-bit numbers from then on, and whatever was being searched is searched again.
"""

from __future__ import annotations

import dis
import functools
import types
from typing import Any

from kibitz.native.compilable import Native
from kibitz.native.values.records import entering, is_record, items_of, rebuilt

FEWEST = 9  # cells; fewer numbers travel in registers of their own
LOWEST, HIGHEST = -128, 127  # what a byte holds
WORD_BYTES = 8

_with_cells: set[type] = set()  # classes of games with boards
_wide: set[type] = set()  # classes of games whose cells have left their bytes


class LeavesItsByte(Exception):
    """A number that does not fit a byte was to be stored in a cell."""


class Packed:
    """A tuple of small ints, or of bools, as bytes: what Python hands to machine code in its place."""

    __slots__ = ("count", "data", "is_bool")

    def __init__(self, items: tuple[int, ...]) -> None:
        if not all(LOWEST <= item <= HIGHEST for item in items):
            raise LeavesItsByte
        self.count = len(items)
        self.is_bool = isinstance(items[0], bool)
        self.data = bytes(item & 0xFF for item in items).ljust(room(self.count), b"\0")


def room(count: int) -> int:
    """How many bytes that many cells take, in whole vectors of 16 or 32; those behind the last cell are 0."""
    return 16 if count <= 16 else -(-count // 32) * 32


def is_board(items: Any) -> bool:
    """Is this a tuple that is kept as cells: plain, long enough, all ints or all bools, and all of them small?"""
    if type(items) is not tuple or len(items) < FEWEST:
        return False
    kind = type(items[0])
    if kind is bool:
        return all(type(item) is bool for item in items)
    return kind is int and all(type(item) is int and LOWEST <= item <= HIGHEST for item in items)


def packed(example: Any, state: Any) -> Any:
    """The state with each tuple packed that is a board in the example; raises `LeavesItsByte` where a number is large.

    Both have the same shape.
    """
    if is_board(example):
        return Packed(state)
    if is_record(type(example)):
        return rebuilt(type(example), packed(items_of(example), items_of(state)))
    if not isinstance(example, tuple):
        return state
    items = [packed(one, other) for one, other in zip(example, state, strict=True)]
    if all(one is other for one, other in zip(items, state, strict=True)):
        return state
    return type(example)(*items) if hasattr(example, "_fields") else tuple(items)


def handed(game: Any, initial: Any, state: Any) -> Any:
    """The state as machine code is handed it: `initial` is the game's initial state, and has the same shape."""
    cls: Any = type(game)
    if is_wide(game) or _catches(cls):
        return entering(state)
    try:
        made = packed(initial, state)
    except LeavesItsByte:
        widen(game)
        return entering(state)
    if made is not state:
        _with_cells.add(type(game))
    return entering(made)


def has_cells(game: Any) -> bool:
    """Has machine code been handed a state of such a game with a board in it?"""
    return type(game) in _with_cells


def is_wide(game: Any) -> bool:
    """Have the cells of this game, or of one of its class, left their bytes?"""
    return type(game) in _wide


def widen(game: Any) -> None:
    """Keep the tuples of a game, and of every game inside it, as they are from now on."""
    _wide.add(type(game))
    for inside in vars(game).values():
        if isinstance(inside, Native):
            widen(inside)


@functools.cache
def _catches(cls: type) -> bool:
    """Does a rule of this class catch exceptions? It would catch `LeavesItsByte` too, and nobody would notice."""
    waiting = [entry for base in cls.__mro__ if _is_a_users(base) for entry in vars(base).values()]
    met: set[types.CodeType] = set()
    while waiting:
        function = _inner(waiting.pop())
        if isinstance(function, types.FunctionType) and _is_a_users(function) and function.__code__ not in met:
            met.add(function.__code__)
            if any(one.opname in ("PUSH_EXC_INFO", "SETUP_FINALLY") for one in dis.get_instructions(function.__code__)):
                return True
            waiting += [function.__globals__.get(name) for name in function.__code__.co_names]
    return False


def _inner(entry: Any) -> Any:
    """The plain function in a static method, a property, or one marked for the compiler."""
    for name in ("__func__", "fget", "function", "py_func"):
        entry = getattr(entry, name, entry)
    return entry


def _is_a_users(owner: Any) -> bool:
    return not str(owner.__module__).startswith(("kibitz.", "numba."))
