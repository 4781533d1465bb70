"""What is done with lists and run-time tuples at every step: reading, writing, looping, growing.

Written as instructions, not as overloads: each overload is a function more for Numba to analyse.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils, errors
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, bound_function, infer_global
from numba.cpython import slicing
from numba.extending import infer_getattr

from kibitz.native.lists.arena_compiled import WORD
from kibitz.native.lists.runs import (
    LENGTH,
    EmptyList,
    Items,
    ListRun,
    Run,
    RunIterator,
    TupleRun,
    fits,
    item_type,
    new_list,
    new_tuple,
)
from kibitz.native.lists.runs_compiled import INTEGER, as_items, at_least_zero, item_of, yielded
from kibitz.native.values.cells_types import Cells

# ---------------------------------------------------------------- reading and writing


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        run, index = args
        if isinstance(run, Run) and isinstance(index, INTEGER):
            return signature(run.item, run, types.int64)
        if isinstance(run, Run) and isinstance(index, types.SliceType):
            return signature(run, run, index)
        if isinstance(run, (types.UniTuple, Cells)) and isinstance(index, types.SliceType):
            return signature(TupleRun(item_of(run)), run, index)
        return None


@lower_builtin(operator.getitem, Run, types.Integer)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    return items.get(items.within(args[1], f"{sig.args[0].kind} index out of range"))


@lower_builtin(operator.getitem, Run, types.SliceType)
@lower_builtin(operator.getitem, types.UniTuple, types.SliceType)
@lower_builtin(operator.getitem, Cells, types.SliceType)
def _slice(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    source = as_items(context, builder, sig.args[0], args[0])
    bounds = context.make_helper(builder, sig.args[1], args[1])
    slicing.guard_invalid_slice(context, builder, sig.args[1], bounds)
    slicing.fix_slice(builder, bounds, source.length)
    length = slicing.get_slice_length(builder, bounds)
    if isinstance(sig.return_type, ListRun):
        made = new_list(context, builder, sig.return_type, length, local=False)
    else:
        made = new_tuple(context, builder, sig.return_type, length)
    if sig.args[1].has_step:
        with cgutils.for_range(builder, length) as loop:
            at = builder.add(bounds.start, builder.mul(loop.index, bounds.step))
            made.put(loop.index, source.get(at))
    else:
        first = builder.gep(source.data, [builder.mul(bounds.start, WORD(source.width))])
        cgutils.raw_memcpy(builder, made.data, first, length, source.width)
    return made.value


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        run, index, item = args
        if isinstance(run, ListRun) and isinstance(index, INTEGER) and run.is_precise() and fits(item, run):
            return signature(types.void, run, types.int64, run.item)
        return None


@lower_builtin(operator.setitem, ListRun, types.Integer, types.Any)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    items.put(items.within(args[1], "list assignment index out of range"), args[2])
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, *args) if isinstance(args[0], (Run, EmptyList)) else None


@lower_builtin(len, Run)
@lower_builtin("kibitz list.length", ListRun)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Items(context, builder, sig.args[0], args[0]).length


@lower_builtin(len, EmptyList)
def _len_of_none(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return WORD(0)


@infer_global(bool)
@infer_global(operator.truth)
@infer_global(operator.not_)
class _Truth(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, *args) if isinstance(args[0], Run) else None


@lower_builtin(bool, Run)
@lower_builtin(operator.truth, Run)
def _is_true(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_signed("!=", _len(context, builder, sig, args), WORD(0))


@lower_builtin(operator.not_, Run)
def _is_empty(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_signed("==", _len(context, builder, sig, args), WORD(0))


@lower_builtin(operator.is_, ListRun, ListRun)
def _is_same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_unsigned("==", *args)


@lower_builtin("getiter", Run)
def _iterator(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = context.make_helper(builder, sig.return_type)
    made.run = args[0]
    made.index = cgutils.alloca_once_value(builder, WORD(0))
    return made._getvalue()


@lower_builtin("iternext", RunIterator)
@iternext_impl(RefType.BORROWED)
def _next(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    """The length is looked up at every step: a list may grow while it is looped over, as in Python."""
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    items = Items(context, builder, sig.args[0].run, iterator.run)
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, items.length)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(items.get(index))
        builder.store(builder.add(index, WORD(1)), iterator.index)


# ---------------------------------------------------------------- growing and shrinking


@infer_getattr
class _Methods(AttributeTemplate):
    """The methods that may be the first to say what a list is a list of."""

    key = ListRun

    def _refined(self, run: ListRun, item: types.Type) -> ListRun:
        if not run.is_precise():
            return ListRun(item_type(item))
        if not fits(item, run):
            raise errors.TypingError(f"a list of {run.item} is given a {item_type(item)}")
        return run

    @bound_function("kibitz list.append")
    def resolve_append(self, run: ListRun, args: Any, kws: Any) -> Any:
        (item,) = args
        refined = self._refined(run, item)
        return signature(types.none, refined.item, recvr=refined)

    @bound_function("kibitz list.insert")
    def resolve_insert(self, run: ListRun, args: Any, kws: Any) -> Any:
        _, item = args
        refined = self._refined(run, item)
        return signature(types.none, types.int64, refined.item, recvr=refined)

    @bound_function("kibitz list.extend")
    def resolve_extend(self, run: ListRun, args: Any, kws: Any) -> Any:
        (iterable,) = args
        if isinstance(iterable, EmptyList):
            return signature(types.none, iterable, recvr=run)
        refined = self._refined(run, yielded(iterable))
        return signature(types.none, iterable, recvr=refined)

    @bound_function("kibitz list.pop")
    def resolve_pop(self, run: ListRun, args: Any, kws: Any) -> Any:
        if not run.is_precise():
            return None
        if not args:
            return signature(run.item, recvr=run)
        return signature(run.item, types.int64, recvr=run) if isinstance(args[0], INTEGER) else None

    @bound_function("kibitz list.length")
    def resolve_kibitz_len(self, run: ListRun, args: Any, kws: Any) -> Any:
        return signature(types.int64, recvr=run)

    @bound_function("kibitz list.clear")
    def resolve_clear(self, run: ListRun, args: Any, kws: Any) -> Any:
        return signature(types.none, recvr=run)


@lower_builtin("kibitz list.append", ListRun, types.Any)
def _append(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    length = items.length
    after = builder.add(length, WORD(1))
    items.reserve(after)
    items.put(length, args[1])
    builder.store(after, items.field(LENGTH))
    return context.get_dummy_value()


@lower_builtin("kibitz list.pop", ListRun)
def _pop(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    length = items.length
    with builder.if_then(builder.icmp_signed("==", length, WORD(0)), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("pop from empty list",))
    last = builder.sub(length, WORD(1))
    builder.store(last, items.field(LENGTH))
    return items.get(last)


@lower_builtin("kibitz list.pop", ListRun, types.Integer)
def _pop_at(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    length = items.length
    with builder.if_then(builder.icmp_signed("==", length, WORD(0)), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("pop from empty list",))
    index = items.within(args[1], "pop index out of range")
    item = items.get(index)
    last = builder.sub(length, WORD(1))
    _move(items, builder.add(index, WORD(1)), index, builder.sub(last, index))
    builder.store(last, items.field(LENGTH))
    return item


@lower_builtin("kibitz list.insert", ListRun, types.Integer, types.Any)
def _insert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = Items(context, builder, sig.args[0], args[0])
    length = items.length
    index = args[1]
    index = builder.select(builder.icmp_signed("<", index, WORD(0)), builder.add(index, length), index)
    index = at_least_zero(builder, index)
    index = builder.select(builder.icmp_signed(">", index, length), length, index)
    after = builder.add(length, WORD(1))
    items.reserve(after)
    _move(items, index, builder.add(index, WORD(1)), builder.sub(length, index))
    items.put(index, args[2])
    builder.store(after, items.field(LENGTH))
    return context.get_dummy_value()


def _move(items: Items, source: Any, target: Any, count: Any) -> None:
    """Move items within a list."""
    builder = items.builder
    data = items.data
    places = [builder.gep(data, [builder.mul(index, WORD(items.width))]) for index in (target, source)]
    cgutils.raw_memmove(builder, *places, count, items.width)


@lower_builtin("kibitz list.extend", ListRun, types.Any)
def _extend(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    run, iterable = sig.args
    if isinstance(iterable, EmptyList):
        return context.get_dummy_value()
    if isinstance(iterable, (types.BaseTuple, Cells)) or (isinstance(iterable, Run) and iterable.item == run.item):
        items = Items(context, builder, run, args[0])
        length = items.length
        source = as_items(context, builder, iterable, args[1], run.item)
        count = source.length  # before the list moves: it may be extended by itself
        after = builder.add(length, count)
        items.reserve(after)
        place = builder.gep(items.data, [builder.mul(length, WORD(items.width))])
        cgutils.raw_memcpy(builder, place, source.data, count, items.width)
        builder.store(after, items.field(LENGTH))
        return context.get_dummy_value()
    return context.compile_internal(builder, _append_all, sig, args)


def _append_all(run: Any, iterable: Any) -> None:
    for item in iterable:
        run.append(item)


@lower_builtin("kibitz list.clear", ListRun)
def _clear(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(WORD(0), Items(context, builder, sig.args[0], args[0]).field(LENGTH))
    return context.get_dummy_value()
