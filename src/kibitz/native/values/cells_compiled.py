"""The machine code of what tuples do, for those that are kept as `Cells`.

What is not written here is done by Numba on the tuple that the cells stand for: see `cells_fallback`.
"""

from __future__ import annotations

import builtins
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import AbstractTemplate, infer
from numba.core.typing.templates import signature as signed
from numba.extending import lower_builtin, overload_method

from kibitz.native import tuples
from kibitz.native.compiling.functions import INNER
from kibitz.native.compiling.instructions import emitted, overload
from kibitz.native.values.cells import WORD_BYTES
from kibitz.native.values.cells_types import (
    BYTE,
    WORD,
    Cells,
    CellsIterator,
    as_item,
    cell,
    joined,
    refuse_large,
    start_of,
    to_tuple,
    vectors,
)

BIT = ir.IntType(1)


# ---------------------------------------------------------------- length and items


def _length_of(cells: Any) -> Any:
    return signed(types.intp, cells) if isinstance(cells, Cells) else None


@emitted(len, _length_of)
def _length(_context: Any, _builder: Any, signature: Any, _arguments: Any) -> Any:
    return WORD(signature.args[0].count)


def _item_of(cells: Any, index: Any) -> Any:
    if isinstance(cells, Cells) and isinstance(index, types.Integer):
        return signed(cells.item, cells, types.int64)
    return None


@emitted(operator.getitem, _item_of)
def _item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    cells = signature.args[0]
    start = start_of(builder, arguments[0])  # before the check, which begins another block
    index = inside(context, builder, arguments[1], cells.count)
    return as_item(builder, cells, builder.load(builder.gep(start, [index])))


def inside(context: Any, builder: Any, index: Any, count: int, *, negative: bool = True) -> Any:
    """An index counted from 0; code that raises `IndexError` where it is outside."""
    if negative:
        from_end = builder.icmp_signed("<", index, WORD(0))
        index = builder.select(from_end, builder.add(index, WORD(count)), index)
    with builder.if_then(builder.icmp_unsigned(">=", index, WORD(count)), likely=False):
        said = "tuple index out of range" if negative else "replaced: index out of range"
        context.call_conv.return_user_exc(builder, IndexError, (said,))
    return index


@infer
class _StaticItem(AbstractTemplate):
    key = "static_getitem"

    def generic(self, args: Any, _kws: Any) -> Any:
        cells, index = args
        if isinstance(cells, Cells) and isinstance(index, int) and -cells.count <= index < cells.count:
            return signed(cells.item, *args)
        if isinstance(cells, Cells) and isinstance(index, slice):
            return signed(types.UniTuple(cells.item, len(range(cells.count)[index])), *args)
        return None


@lower_builtin("static_getitem", Cells, types.IntegerLiteral)
@lower_builtin("static_getitem", Cells, types.SliceLiteral)
def _static_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    cells = signature.args[0]
    value, index = arguments
    chosen = range(cells.count)[index]
    if isinstance(index, int):
        return cell(builder, cells, value, chosen)
    items = [cell(builder, cells, value, at) for at in chosen]
    return context.make_tuple(builder, signature.return_type, items)


# ---------------------------------------------------------------- iteration


@lower_builtin("getiter", Cells)
def _iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, WORD(0))
    made.copy = cgutils.alloca_once(builder, arguments[0].type)
    builder.store(WORD(0), made.index)
    builder.store(arguments[0], made.copy)
    return made._getvalue()


@lower_builtin("iternext", CellsIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, WORD(kind.cells.count))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        start = builder.bitcast(iterator.copy, BYTE.as_pointer())
        result.yield_(as_item(builder, kind.cells, builder.load(builder.gep(start, [index]))))
        builder.store(builder.add(index, WORD(1)), iterator.index)


def _same(cells: Any) -> Any:
    return signed(cells, cells) if isinstance(cells, Cells) else None


@emitted(tuple, _same)
def _tuple(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
    return arguments[0]


# ---------------------------------------------------------------- one cell changed


def _replaced_of(cells: Any, index: Any, item: Any) -> Any:
    if not isinstance(cells, Cells) or not isinstance(index, types.Integer):
        return None
    if cells.is_bool and isinstance(item, types.Boolean):
        return signed(cells, cells, types.int64, types.boolean)
    if isinstance(item, (types.Integer, types.Boolean)):
        return signed(Cells(cells.count), cells, types.int64, types.int64)
    return None


@emitted(tuples.replaced, _replaced_of)
def _replaced(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    value, index, item = arguments
    index = inside(context, builder, index, signature.args[0].count, negative=False)
    byte = builder.zext(item, BYTE) if item.type == BIT else refuse_large(context, builder, item)
    parts = vectors(builder, value)
    return joined(builder, [_blended(builder, part, number, index, byte) for number, part in enumerate(parts)])


def _blended(builder: Any, part: Any, number: int, index: Any, byte: Any) -> Any:
    """A vector with a byte put in its place if that is in this vector: a comparison and a blend, without memory."""
    lanes = part.type.count
    wide = ir.VectorType(ir.IntType(16), lanes)
    lane = splat(builder, builder.trunc(index, ir.IntType(16)), lanes)
    here = ir.Constant(wide, [number * lanes + offset for offset in range(lanes)])
    return builder.select(builder.icmp_unsigned("==", lane, here), splat(builder, byte, lanes), part)


def splat(builder: Any, item: Any, lanes: int) -> Any:
    """A vector that is the same in every lane."""
    kind = ir.VectorType(item.type, lanes)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), item, WORD(0))
    return builder.shuffle_vector(
        first, ir.Constant(kind, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), lanes), None)
    )


# ---------------------------------------------------------------- comparing, counting


def _two_boards(one: Any, other: Any) -> Any:
    return signed(types.boolean, one, other) if isinstance(one, Cells) and isinstance(other, Cells) else None


@emitted(operator.eq, _two_boards)
def _equal(_context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    if signature.args[0].count != signature.args[1].count:
        return BIT(0)
    whole = [[_as_number(builder, part) for part in vectors(builder, value)] for value in arguments]
    differing = [builder.xor(*pair) for pair in zip(*whole, strict=True)]
    total = differing[0]
    for one in differing[1:]:
        total = builder.or_(total, one)
    return builder.icmp_unsigned("==", total, total.type(0))


@emitted(operator.ne, _two_boards)
def _unequal(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.not_(_equal(context, builder, signature, arguments))


def _as_number(builder: Any, part: Any) -> Any:
    return builder.bitcast(part, ir.IntType(8 * part.type.count))


def _held(cells: Any, item: Any) -> Any:
    if isinstance(cells, Cells) and isinstance(item, (types.Integer, types.Boolean)):
        return signed(types.boolean, cells, types.int64)
    return None


@emitted(operator.contains, _held)
def _contains(_context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    value, item = arguments
    byte = builder.trunc(item, BYTE)
    found = WORD(0)
    for number, part in enumerate(vectors(builder, value)):
        lanes = part.type.count
        equal = builder.icmp_unsigned("==", part, splat(builder, byte, lanes))
        bits = builder.zext(builder.bitcast(equal, ir.IntType(lanes)), WORD)
        cells_here = min(lanes, signature.args[0].count - number * lanes)
        found = builder.or_(found, builder.and_(bits, WORD((1 << cells_here) - 1)))
    fits = builder.icmp_unsigned("==", builder.sext(byte, WORD), item)
    return builder.and_(fits, builder.icmp_unsigned("!=", found, WORD(0)))


@overload_method(Cells, "count", strict=False, jit_options=INNER)
def _count(cells: Any, item: Any) -> Any:
    def count(cells: Any, item: Any) -> int:
        total = 0
        for one in cells:
            total += one == item
        return total

    return count


@overload_method(Cells, "index", strict=False, jit_options=INNER)
def _index(cells: Any, item: Any) -> Any:
    def index(cells: Any, item: Any) -> int:
        for number, one in enumerate(cells):
            if one == item:
                return number
        raise ValueError("tuple.index(x): x not in tuple")

    return index


@overload_method(Cells, "__hash__", strict=False, jit_options=INNER)
def _hash(cells: Any) -> Any:
    return lambda cells: hash(plain(cells))


@overload(sum)
def _sum(cells: Any) -> Any:
    def total(cells: Any) -> int:
        found = 0
        for item in cells:
            found += item
        return found

    return total if isinstance(cells, Cells) else None


@overload(any)
def _any(cells: Any) -> Any:
    def any_(cells: Any) -> bool:
        found = False
        for item in cells:
            found |= item != 0
        return found

    return any_ if isinstance(cells, Cells) else None


@overload(all)
def _all(cells: Any) -> Any:
    return (lambda cells: 0 not in cells) if isinstance(cells, Cells) else None


def _least(cells: Any) -> Any:
    def least(cells: Any) -> Any:
        found = cells[0]
        for item in cells:
            found = min(found, item)
        return found

    return least if isinstance(cells, Cells) and not cells.is_bool else None


def _greatest(cells: Any) -> Any:
    def greatest(cells: Any) -> Any:
        found = cells[0]
        for item in cells:
            found = max(found, item)
        return found

    return greatest if isinstance(cells, Cells) and not cells.is_bool else None


overload(builtins.min)(_least)
overload(builtins.max)(_greatest)


# ---------------------------------------------------------------- as a tuple, as words


def plain(items: Any) -> Any:
    """The tuple that cells stand for; in compiled code one of Numba's own."""
    raise NotImplementedError("only ever compiled")


def _plain_of(cells: Any) -> Any:
    return signed(cells.as_tuple, cells) if isinstance(cells, Cells) else None


@emitted(plain, _plain_of)
def _plain(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return to_tuple(context, builder, signature.args[0], signature.return_type, arguments[0])


def board_words(cells: Any) -> Any:
    """The 64-bit words that cells consist of, as a tuple: eight cells a word, the first lowest."""
    raise NotImplementedError("only ever compiled")


def _words_of(cells: Any) -> Any:
    if not isinstance(cells, Cells):
        return None
    return signed(types.UniTuple(types.int64, -(-cells.count // WORD_BYTES)), cells)


@emitted(board_words, _words_of)
def _board_words(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words = []
    for part in vectors(builder, arguments[0]):
        lanes = part.type.count // WORD_BYTES
        row = builder.bitcast(part, ir.VectorType(WORD, lanes))
        words += [builder.extract_element(row, WORD(lane)) for lane in range(lanes)]
    return context.make_tuple(builder, signature.return_type, words[: len(signature.return_type)])
