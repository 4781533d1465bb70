"""Making lists and run-time tuples in machine code, turning them into one another, and giving them back.

Written as instructions, not as overloads: each overload is a function more for Numba to analyse.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, errors
from numba.core.imputils import lower_cast
from numba.extending import intrinsic

from kibitz.native.lists.arena_compiled import WORD, mark, release, words_of
from kibitz.native.lists.runs import (
    EmptyList,
    Items,
    ListRun,
    Run,
    TupleRun,
    common_type,
    holds_runs,
    in_frame,
    item_type,
    new_list,
    new_tuple,
    tuple_at,
)
from kibitz.native.values.cells_types import Becoming, Cells, conversions, from_words, in_memory, layout, to_words

__all__ = ["mark", "release"]

INTEGER = (types.Integer, types.Boolean)

# ---------------------------------------------------------------- making lists


@intrinsic
def nothing(_context: Any) -> Any:
    """The list in `return []`: empty, and nothing is ever put into it."""
    return EmptyList()(), lambda context, *_: context.get_dummy_value()


def _makers(local: bool) -> tuple[Any, Any, Any, Any]:
    """The ways to make a list whose head is in the frame of the function that makes it, or in the arena."""

    @intrinsic
    def empty(_context: Any) -> Any:
        """[]"""

        def code(context: Any, builder: Any, signature: Any, _arguments: Any) -> Any:
            return new_list(context, builder, signature.return_type, WORD(0), local=local).value

        return ListRun(types.undefined)(), code

    @intrinsic
    def of(_context: Any, items: types.Type) -> Any:
        """[a, b, c] of the tuple (a, b, c)"""
        item = common_type(items)

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = new_list(context, builder, signature.return_type, WORD(len(items)), local=local)
            _put_tuple(made, items, arguments[0], WORD(0))
            return made.value

        return ListRun(item)(items), code

    @intrinsic
    def repeated(_context: Any, items: types.Type, count: types.Type) -> Any:
        """[a, b, c] * count of the tuple (a, b, c)"""
        if not isinstance(count, INTEGER):
            raise errors.TypingError("a list is repeated a whole number of times")
        typ = ListRun(common_type(items))

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            count = at_least_zero(builder, arguments[1])
            made = new_list(context, builder, typ, builder.mul(count, WORD(len(items))), local=local)
            with cgutils.for_range(builder, count) as loop:
                _put_tuple(made, items, arguments[0], builder.mul(loop.index, WORD(len(items))))
            return made.value

        return typ(items, types.int64), code

    @intrinsic
    def of_all(_context: Any, iterable: types.Type) -> Any:
        """list(iterable)"""
        typ = ListRun(yielded(iterable))

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if isinstance(iterable, types.BaseTuple):
                made = new_list(context, builder, typ, WORD(len(iterable)), local=local)
                _put_tuple(made, iterable, arguments[0], WORD(0))
                return made.value
            if isinstance(iterable, Cells):
                made = new_list(context, builder, typ, WORD(iterable.count), local=local)
                _put_cells(made, iterable, arguments[0])
                return made.value
            if isinstance(iterable, Run):
                source = Items(context, builder, iterable, arguments[0])
                made = new_list(context, builder, typ, source.length, local=local)
                _copy(source, made)
                return made.value
            return context.compile_internal(builder, _collected, signature, arguments)

        return typ(iterable), code

    return empty, of, repeated, of_all


def _collected(iterable: Any) -> Any:
    out = empty_list()
    for item in iterable:
        out.append(item)
    return out


empty_list, list_of, list_repeated, list_of_all = _makers(local=False)
local_empty_list, local_list_of, local_list_repeated, local_list_of_all = _makers(local=True)


def yielded(iterable: types.Type) -> types.Type:
    """The type of the items of an iterable."""
    if isinstance(iterable, types.BaseTuple):
        return common_type(iterable)
    if isinstance(iterable, types.IterableType):
        return item_type(iterable.iterator_type.yield_type)
    raise errors.TypingError(f"{iterable} cannot be looped over")


def at_least_zero(builder: Any, count: Any) -> Any:
    return builder.select(builder.icmp_signed("<", count, WORD(0)), WORD(0), count)


def _put_tuple(made: Items, typ: types.Type, value: Any, at: Any) -> None:
    """Write the items of a tuple of fixed length into a run, from an index on."""
    builder = made.builder
    for number, (part, item) in enumerate(zip(cgutils.unpack_tuple(builder, value, len(typ)), typ, strict=True)):
        made.put(builder.add(at, WORD(number)), made.context.cast(builder, part, item, made.typ.item))


def _put_cells(made: Items, typ: Cells, value: Any) -> None:
    """Write the cells of a board into a run of as many items."""
    if typ.is_bool:
        cgutils.raw_memcpy(made.builder, made.data, in_memory(made.builder, value), WORD(typ.count), 1)
    else:
        to_words(made.builder, typ, value, made.builder.bitcast(made.data, WORD.as_pointer()))


def _copy(source: Items, made: Items) -> None:
    """Write all items of one run into another of the same length."""
    cgutils.raw_memcpy(made.builder, made.data, source.data, source.length, source.width)


# ---------------------------------------------------------------- making tuples


@intrinsic
def tuple_of_all(_context: Any, iterable: types.Type) -> Any:
    """tuple(iterable)"""
    if isinstance(iterable, (types.BaseTuple, TupleRun, Cells)):
        return _itself(iterable)
    typ = TupleRun(yielded(iterable))
    listed = iterable if isinstance(iterable, ListRun) else ListRun(typ.item)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = arguments[0]
        if iterable is not listed:
            value = context.compile_internal(builder, _collected, listed(iterable), arguments)
        source = Items(context, builder, listed, value)
        made = new_tuple(context, builder, typ, source.length)
        _copy(source, made)
        return made.value

    return typ(iterable), code


def _itself(typ: types.Type) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        context.nrt.incref(builder, typ, arguments[0])
        return arguments[0]

    return typ(typ), code


@intrinsic
def tuple_repeated(_context: Any, items: types.Type, count: types.Type) -> Any:
    """items * count, for a tuple"""
    if not isinstance(count, INTEGER):
        raise errors.TypingError("a tuple is repeated a whole number of times")
    typ = TupleRun(item_of(items))

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        count = at_least_zero(builder, arguments[1])
        source = as_items(context, builder, items, arguments[0])
        made = new_tuple(context, builder, typ, builder.mul(count, source.length))
        with cgutils.for_range(builder, count) as loop:
            place = builder.gep(made.data, [builder.mul(builder.mul(loop.index, source.length), WORD(source.width))])
            cgutils.raw_memcpy(builder, place, source.data, source.length, source.width)
        return made.value

    return typ(items, types.int64), code


@intrinsic
def joined(_context: Any, left: types.Type, right: types.Type) -> Any:
    """left + right, for two lists or two tuples"""
    item = common_type([item_of(left), item_of(right)])
    typ = ListRun(item) if isinstance(left, ListRun) else TupleRun(item)

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        one, other = (
            as_items(context, builder, kind, value, item) for kind, value in zip((left, right), arguments, strict=True)
        )
        length = builder.add(one.length, other.length)
        if isinstance(typ, ListRun):
            made = new_list(context, builder, typ, length, local=False)
        else:
            made = new_tuple(context, builder, typ, length)
        cgutils.raw_memcpy(builder, made.data, one.data, one.length, one.width)
        place = builder.gep(made.data, [builder.mul(one.length, WORD(one.width))])
        cgutils.raw_memcpy(builder, place, other.data, other.length, other.width)
        return made.value

    return typ(left, right), code


def item_of(typ: types.Type) -> types.Type:
    return typ.item if isinstance(typ, (Run, Cells)) else common_type(typ)


def as_items(context: Any, builder: Any, typ: types.Type, value: Any, item: types.Type | None = None) -> Items:
    """A run as it is; a tuple of fixed length laid down in the frame of the function that is being written."""
    if isinstance(typ, Run):
        if item is not None and typ.item != item:
            raise errors.TypingError(f"a list of {typ.item} and one of {item} cannot be joined")
        return Items(context, builder, typ, value)
    run = TupleRun(item_of(typ) if item is None else item)
    if isinstance(typ, Cells) and typ.item != run.item:
        raise errors.TypingError(f"a tuple of {typ.item} and one of {run.item} cannot be joined")
    count = typ.count if isinstance(typ, Cells) else len(typ)
    stored = context.get_data_type(run.item)
    row = in_frame(builder, ir.ArrayType(stored, max(1, count)))
    made = tuple_at(context, builder, run, builder.bitcast(row, ir.IntType(8).as_pointer()), WORD(count))
    if isinstance(typ, Cells):
        _put_cells(made, typ, value)
    else:
        _put_tuple(made, typ, value, WORD(0))
    return made


@lower_cast(types.BaseTuple, TupleRun)
def _tuple_to_run(context: Any, builder: Any, found: types.Type, wanted: types.Type, value: Any) -> Any:
    made = new_tuple(context, builder, wanted, WORD(len(found)))
    _put_tuple(made, found, value, WORD(0))
    return made.value


@lower_cast(Cells, TupleRun)
def _cells_to_run(context: Any, builder: Any, found: Cells, wanted: types.Type, value: Any) -> Any:
    made = new_tuple(context, builder, wanted, WORD(found.count))
    _put_cells(made, found, value)
    return made.value


@lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)
def _named_to_named(context: Any, builder: Any, found: types.Type, wanted: types.Type, value: Any) -> Any:
    parts = zip(cgutils.unpack_tuple(builder, value, len(found)), found, wanted, strict=True)
    return context.make_tuple(builder, wanted, [context.cast(builder, *part) for part in parts])


@lower_cast(EmptyList, ListRun)
def _empty_to_list(context: Any, builder: Any, _found: types.Type, wanted: types.Type, _value: Any) -> Any:
    return new_list(context, builder, wanted, WORD(0), local=False).value


@lower_cast(TupleRun, types.UniTuple)
def run_to_tuple(context: Any, builder: Any, found: types.Type, wanted: types.Type, value: Any) -> Any:
    """Code that makes a tuple of fixed length of a run; it raises where the length is another."""
    source = _of_length(context, builder, found, value, len(wanted))
    items = [context.cast(builder, source.get(WORD(at)), found.item, wanted.dtype) for at in range(len(wanted))]
    return context.make_tuple(builder, wanted, items)


def _of_length(context: Any, builder: Any, typ: types.Type, value: Any, count: int) -> Items:
    """The items of a run; code that raises where there is another number of them."""
    source = Items(context, builder, typ, value)
    with builder.if_then(builder.icmp_signed("!=", source.length, WORD(count)), likely=False):
        sentence = f"a tuple that has {count} items in the initial state has another number of them later"
        context.call_conv.return_user_exc(builder, OverflowError, (sentence,))
    return source


def _is_board(found: types.Type, wanted: Cells) -> bool:
    return found.item == wanted.item or (found.item == types.boolean and not wanted.is_bool)


def _run_to_cells(context: Any, builder: Any, found: types.Type, wanted: Cells, value: Any) -> Any:
    source = _of_length(context, builder, found, value, wanted.count)
    if found.item == types.int64:
        return from_words(context, builder, wanted, builder.bitcast(source.data, WORD.as_pointer()))
    made = in_frame(builder, layout(wanted))
    builder.store(ir.Constant(layout(wanted), None), made)
    cgutils.raw_memcpy(builder, builder.bitcast(made, source.data.type), source.data, WORD(wanted.count), 1)
    return builder.load(made)


conversions[TupleRun] = Becoming(_is_board, _run_to_cells)


# ---------------------------------------------------------------- giving back


@intrinsic
def marked(_context: Any, arguments: types.Type) -> Any:
    """Where the arena ends as a function begins; None where the function is given lists, which it may make longer."""
    if any(map(holds_runs, arguments)):
        return types.none(arguments), lambda context, *_: context.get_dummy_value()

    def code(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return builder.load(words_of(builder))

    return types.int64(arguments), code


@intrinsic
def released(_context: Any, where: types.Type, value: types.Type) -> Any:
    """The value that a function returns. What the function took from the arena is given back, unless it is in there."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        if where != types.none and not holds_runs(value):
            builder.store(arguments[0], words_of(builder))
        context.nrt.incref(builder, value, arguments[1])
        return arguments[1]

    return value(where, value), code


# ---------------------------------------------------------------- written as overloads elsewhere: `run_methods`


def sort_by(keys: Any, items: Any) -> None:
    """Sort a list of keys, and a list of as many items along with it, where that is not None."""
    raise NotImplementedError("only ever compiled")


def sorted_list(items: Any, reverse: bool = False) -> Any:
    """A sorted list of the items."""
    raise NotImplementedError("only ever compiled")


def one_replaced(items: Any, index: Any, item: Any) -> Any:
    """items[:index] + (item,) + items[index + 1 :]"""
    raise NotImplementedError("only ever compiled")


@intrinsic
def not_float(_context: Any, value: types.Type) -> Any:
    """The value, which must not be a float."""
    if isinstance(value, types.Float):
        raise errors.TypingError("sum() of floats takes more care than compiled code does")
    return _itself(value)


@intrinsic
def outlasting(_context: Any, value: types.Type) -> Any:
    """The value, which must not be in the arena: it goes to whoever keeps it longer than that."""
    if holds_runs(value):
        raise errors.TypingError(f"{value} is a list or a tuple whose length is known only at run time")
    return _itself(value)
