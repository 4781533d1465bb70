"""What is done with lists and run-time tuples besides: comparing, searching, sorting, adding up."""

from __future__ import annotations

import operator
import sys
from typing import Any

from numba import types
from numba.core import errors
from numba.extending import overload_method

from kibitz.native.compiling.functions import INNER
from kibitz.native.compiling.instructions import overload
from kibitz.native.lists.runs import EmptyList, ListRun, Run, TupleRun
from kibitz.native.lists.runs_compiled import (
    INTEGER,
    empty_list,
    joined,
    list_of_all,
    one_replaced,
    sort_by,
    sorted_list,
    tuple_repeated,
)
from kibitz.native.tuples import replaced
from kibitz.native.values.cells_types import Cells


def _method(word: str) -> Any:
    """Give lists a method."""
    return overload_method(ListRun, word, strict=False, jit_options=INNER)


def _both_are_sequences(left: Any, right: Any) -> bool:
    """Two lists or two tuples, of which at least one is a run: others are Numba's."""
    if isinstance(left, (ListRun, EmptyList)) and isinstance(right, (ListRun, EmptyList)):
        return True
    tuples = (TupleRun, types.BaseTuple, Cells)
    one_is_run = isinstance(left, TupleRun) or isinstance(right, TupleRun)
    return one_is_run and isinstance(left, tuples) and isinstance(right, tuples)


# ---------------------------------------------------------------- comparing


@overload(operator.eq)
def _equal(left: Any, right: Any) -> Any:
    if not _both_are_sequences(left, right):
        return _never(left, right, answer=False)
    if isinstance(left, EmptyList) or isinstance(right, EmptyList):
        return lambda left, right: len(left) == len(right)

    def implementation(left: Any, right: Any) -> bool:
        if len(left) != len(right):
            return False
        for one, other in zip(left, right):  # noqa: B905, SIM110  (Numba's zip has no such argument)
            if one != other:
                return False
        return True

    return implementation


@overload(operator.ne)
def _unequal(left: Any, right: Any) -> Any:
    if not _both_are_sequences(left, right):
        return _never(left, right, answer=True)
    return lambda left, right: not left == right  # noqa: SIM201  (this is what != is)


def _never(left: Any, right: Any, *, answer: bool) -> Any:
    """A list equals no tuple."""
    kinds = ((ListRun, EmptyList), (TupleRun, types.BaseTuple, Cells))
    for one, other in (kinds, kinds[::-1]):
        if isinstance(left, one) and isinstance(right, other):
            return (lambda left, right: True) if answer else (lambda left, right: False)
    return None


def _ordered(compare: Any) -> None:
    """Compare two runs by the first items that differ, or else by their lengths."""

    @overload(compare)
    def ordered(left: Any, right: Any) -> Any:
        if not _both_are_sequences(left, right) or EmptyList in (type(left), type(right)):
            return None

        def implementation(left: Any, right: Any) -> bool:
            for one, other in zip(left, right):  # noqa: B905  (the shorter one ends it)
                if one != other:
                    return compare(one, other)
            return compare(len(left), len(right))

        return implementation


for _compare in (operator.lt, operator.le, operator.gt, operator.ge):
    _ordered(_compare)


# ---------------------------------------------------------------- searching


@overload(operator.contains)
def _contains(run: Any, item: Any) -> Any:
    if isinstance(run, EmptyList):
        return lambda run, item: False
    if not isinstance(run, Run):
        return None

    def implementation(run: Any, item: Any) -> bool:
        for one in run:  # noqa: SIM110  (this is what `in` is made of)
            if one == item:
                return True
        return False

    return implementation


@_method("index")
def _index(run: Any, item: Any) -> Any:
    def implementation(run: Any, item: Any) -> int:
        for at in range(len(run)):
            if run[at] == item:
                return at
        raise ValueError("list.index(x): x not in list")

    return implementation


@overload_method(TupleRun, "index", strict=False, jit_options=INNER)
def _index_in_tuple(run: Any, item: Any) -> Any:
    def implementation(run: Any, item: Any) -> int:
        for at in range(len(run)):
            if run[at] == item:
                return at
        raise ValueError("tuple.index(x): x not in tuple")

    return implementation


@_method("count")
@overload_method(TupleRun, "count", strict=False, jit_options=INNER)
def _count(run: Any, item: Any) -> Any:
    def implementation(run: Any, item: Any) -> int:
        found = 0
        for one in run:
            if one == item:
                found += 1
        return found

    return implementation


@overload(operator.delitem)
def _delete(run: Any, index: Any) -> Any:
    def implementation(run: Any, index: Any) -> None:
        run.pop(index)

    return implementation if isinstance(run, ListRun) and isinstance(index, INTEGER) else None


@_method("remove")
def _remove(run: Any, item: Any) -> Any:
    def implementation(run: Any, item: Any) -> None:
        for at in range(len(run)):
            if run[at] == item:
                run.pop(at)
                return
        raise ValueError("list.remove(x): x not in list")

    return implementation


@overload(sum)
def _sum(run: Any, start: Any = 0) -> Any:
    if not isinstance(run, Run):
        return None
    if isinstance(run.item, types.Float) and sys.version_info >= (3, 12):
        raise errors.TypingError("sum() of floats takes more care than compiled code does")

    def implementation(run: Any, start: Any = 0) -> Any:
        total = start
        for one in run:
            total = total + one
        return total

    return implementation


@overload(any)
def _any(items: Any) -> Any:
    def implementation(items: Any) -> bool:
        for one in items:  # noqa: SIM110  (this is any)
            if one:
                return True
        return False

    return implementation if isinstance(items, types.IterableType) and not isinstance(items, Cells) else None


@overload(all)
def _all(items: Any) -> Any:
    def implementation(items: Any) -> bool:
        for one in items:  # noqa: SIM110  (this is all)
            if not one:
                return False
        return True

    return implementation if isinstance(items, types.IterableType) and not isinstance(items, Cells) else None


@overload(min)
def _min(run: Any) -> Any:
    return _extreme(run, operator.lt, min)


@overload(max)
def _max(run: Any) -> Any:
    return _extreme(run, operator.gt, max)


def _extreme(run: Any, is_better: Any, function: Any) -> Any:
    if not isinstance(run, Run):
        return None
    try:
        function(())
    except ValueError as error:
        sentence = str(error)

    def implementation(run: Any) -> Any:
        if len(run) == 0:
            raise ValueError(sentence)
        best = run[0]
        for one in run:
            if is_better(one, best):
                best = one
        return best

    return implementation


# ---------------------------------------------------------------- putting together


@overload(operator.add)
def _add(left: Any, right: Any) -> Any:
    if not _both_are_sequences(left, right):
        return None
    if isinstance(left, EmptyList) or isinstance(right, EmptyList):
        if isinstance(left, ListRun):
            return lambda left, right: list_of_all(left)
        return (lambda left, right: list_of_all(right)) if isinstance(right, ListRun) else None
    return lambda left, right: joined(left, right)


@overload(operator.iadd)
def _add_in_place(left: Any, right: Any) -> Any:
    if isinstance(left, ListRun) and isinstance(right, (types.IterableType, EmptyList)):

        def extended(left: Any, right: Any) -> Any:
            left.extend(right)
            return left

        return extended
    return _add(left, right) if isinstance(left, (TupleRun, types.BaseTuple, Cells)) else None


@overload(operator.mul)
def _times(left: Any, right: Any) -> Any:
    tuples = (TupleRun, types.BaseTuple, Cells)
    if isinstance(left, tuples) and isinstance(right, INTEGER):
        return lambda left, right: tuple_repeated(left, right)
    if isinstance(right, tuples) and isinstance(left, INTEGER):
        return lambda left, right: tuple_repeated(right, left)
    if isinstance(left, ListRun) and isinstance(right, INTEGER):
        return lambda left, right: _repeated(left, right)
    if isinstance(right, ListRun) and isinstance(left, INTEGER):
        return lambda left, right: _repeated(right, left)
    return None


@overload(one_replaced)
def _one_replaced(items: Any, index: Any, item: Any) -> Any:
    """Where the index is outside, the tuple gets another length: machine code then has no type for it."""
    boards = isinstance(items, Cells) and isinstance(item, INTEGER)
    if boards or (isinstance(items, types.UniTuple) and types.unliteral(item) == items.dtype):
        size = items.count

        def replacing(items: Any, index: Any, item: Any) -> Any:
            if index < 0 or index >= size:
                raise OverflowError("a tuple of fixed length is made longer by slices")
            return replaced(items, index, item)

        return replacing
    return lambda items, index, item: items[:index] + (item,) + items[index + 1 :]  # noqa: RUF005


def _repeated(run: Any, count: Any) -> Any:
    raise NotImplementedError("only ever compiled")


@overload(_repeated)
def _repeated_overload(run: Any, count: Any) -> Any:
    def implementation(run: Any, count: Any) -> Any:
        out = empty_list()
        for _ in range(count):
            out.extend(run)
        return out

    return implementation


@_method("copy")
def _copy(run: Any) -> Any:
    return lambda run: list_of_all(run)


@_method("reverse")
def _reverse(run: Any) -> Any:
    def implementation(run: Any) -> None:
        low, high = 0, len(run) - 1
        while low < high:
            run[low], run[high] = run[high], run[low]
            low += 1
            high -= 1

    return implementation


@overload(reversed)
def _reversed(run: Any) -> Any:
    if not isinstance(run, Run):
        return None

    def implementation(run: Any) -> Any:
        at = len(run) - 1
        while 0 <= at < len(run):  # it may have become shorter
            yield run[at]
            at -= 1

    return implementation


# ---------------------------------------------------------------- sorting


@_method("sort")
def _sort(run: Any, reverse: Any = False) -> Any:
    def implementation(run: Any, reverse: Any = False) -> None:
        if reverse:
            run.reverse()
        sort_by(run, None)
        if reverse:
            run.reverse()

    return implementation


@overload(sorted_list)
def _sorted(items: Any, reverse: Any = False) -> Any:
    def implementation(items: Any, reverse: Any = False) -> Any:
        out = list_of_all(items)
        out.sort(reverse)
        return out

    return implementation


SMALL = 16  # items that are sorted by insertion


@overload(sort_by)
def _sort_by(keys: Any, items: Any) -> Any:
    """Sort keys, and items along with them where there are some; what is equal stays in its order."""
    if not isinstance(keys, ListRun):
        raise errors.TypingError("only lists are sorted")
    if isinstance(items, ListRun):
        return _sort_both
    return _sort_alone


def _sort_alone(keys: Any, items: Any) -> None:
    size = len(keys)
    for begin in range(0, size, SMALL):
        for at in range(begin + 1, min(begin + SMALL, size)):
            key = keys[at]
            to = at
            while to > begin and key < keys[to - 1]:
                keys[to] = keys[to - 1]
                to -= 1
            keys[to] = key
    width = SMALL
    while width < size:
        was = list_of_all(keys)
        for begin in range(0, size, 2 * width):
            left, middle, right = begin, min(begin + width, size), min(begin + width, size)
            end = min(begin + 2 * width, size)
            for to in range(begin, end):
                if right >= end or (left < middle and not was[right] < was[left]):
                    keys[to] = was[left]
                    left += 1
                else:
                    keys[to] = was[right]
                    right += 1
        width *= 2


def _sort_both(keys: Any, items: Any) -> None:
    size = len(keys)
    for begin in range(0, size, SMALL):
        for at in range(begin + 1, min(begin + SMALL, size)):
            key, item = keys[at], items[at]
            to = at
            while to > begin and key < keys[to - 1]:
                keys[to], items[to] = keys[to - 1], items[to - 1]
                to -= 1
            keys[to], items[to] = key, item
    width = SMALL
    while width < size:
        was, were = list_of_all(keys), list_of_all(items)
        for begin in range(0, size, 2 * width):
            left, middle, right = begin, min(begin + width, size), min(begin + width, size)
            end = min(begin + 2 * width, size)
            for to in range(begin, end):
                if right >= end or (left < middle and not was[right] < was[left]):
                    keys[to], items[to] = was[left], were[left]
                    left += 1
                else:
                    keys[to], items[to] = was[right], were[right]
                    right += 1
        width *= 2
