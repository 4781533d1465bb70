"""A board of small numbers in machine code: a row of bytes in vector registers, by value.

`Cells(count, is_bool)` stands for a tuple of that many ints or bools. It takes whole vectors of 16 or 32 bytes; those
behind the last cell are 0, so that two boards are equal where their words are. Indexing by a variable is one load,
replacing a cell one blend: Numba's own tuples take a switch over all items for either.

Another type becomes `Cells` in three ways, all of which raise `LeavesItsByte` where a number is too large:
- `from_words` reads 64-bit numbers that lie in memory one behind the other, as many as there are cells;
- `from_items` takes them one by one;
- a type entered in `conversions` is taken wherever a state is given its type (`state_types.conform`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from llvmlite import ir
from llvmlite.ir import instructions
from numba import types
from numba.core import cgutils
from numba.core.typeconv import Conversion
from numba.extending import NativeValue, box, lower_cast, models, register_model, typeof_impl, unbox

from kibitz.native.override import override
from kibitz.native.values.cells import WORD_BYTES, LeavesItsByte, Packed, room

BYTE, WORD = ir.IntType(8), ir.IntType(64)
# Bytes that a board on the stack is aligned to. A vector that lies across two cache lines is written so slowly that
# Breakthrough on 5×5 was searched at half the speed.
WITHIN_A_LINE = 32


class Cells(types.IterableType):
    """The type of a tuple of small ints, or of bools."""

    def __init__(self, count: int, is_bool: bool = False) -> None:
        self.count = count
        self.is_bool = is_bool
        self.item = types.boolean if is_bool else types.int64
        super().__init__(f"Cells({count} x {self.item})")

    @property
    def iterator_type(self) -> types.Type:
        """The type of an iterator over it."""
        return CellsIterator(self)

    @property
    def as_tuple(self) -> types.Type:
        """The type of the tuple that it stands for, as Numba has it."""
        return types.UniTuple(self.item, self.count)

    @property
    def words(self) -> int:
        """How many 64-bit words it takes."""
        return room(self.count) // WORD_BYTES

    @override
    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        """The type that holds both: cells, where the other is a tuple that they can hold."""
        if isinstance(other, Cells) and other.count == self.count:
            return Cells(self.count, self.is_bool and other.is_bool)
        return Cells(self.count, _is_boolean(other)) if is_likely_board(other, self) else None

    @override
    def can_convert_to(self, typingctx: Any, other: types.Type) -> Conversion | None:
        """Cells become a tuple without loss."""
        same = isinstance(other, types.UniTuple) and other.count == self.count
        return Conversion.safe if same and isinstance(other.dtype, (types.Integer, types.Boolean)) else None


def _is_boolean(typ: Any) -> bool:
    return all(isinstance(item, types.Boolean) for item in typ)


def is_likely_board(typ: Any, wanted: Cells) -> bool:
    """Can a tuple of this type be turned into these cells, as far as types tell?"""
    if not isinstance(typ, types.BaseTuple) or isinstance(typ, types.BaseNamedTuple) or len(typ) != wanted.count:
        return False
    return all(isinstance(item, types.Boolean if wanted.is_bool else (types.Integer, types.Boolean)) for item in typ)


class CellsIterator(types.SimpleIteratorType):
    """The type of an iterator over cells."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        super().__init__(f"iter({cells})", cells.item)


def layout(cells: Cells) -> Any:
    """Whole vectors, in a struct that may lie anywhere in memory."""
    size = room(cells.count)
    lanes = min(size, 32)
    return ir.LiteralStructType([ir.VectorType(BYTE, lanes)] * (size // lanes), packed=True)


@register_model(Cells)
class CellsModel(models.PrimitiveModel):
    """Cells travel in vector registers."""

    def __init__(self, dmm: Any, fe_type: Cells) -> None:
        super().__init__(dmm, fe_type, layout(fe_type))


@register_model(CellsIterator)
class CellsIteratorModel(models.StructModel):
    """The number of the next cell, and a copy of the cells in memory."""

    def __init__(self, dmm: Any, fe_type: CellsIterator) -> None:
        members = [("index", types.EphemeralPointer(types.intp)), ("copy", types.EphemeralPointer(fe_type.cells))]
        super().__init__(dmm, fe_type, members)


# ---------------------------------------------------------------- from Python and back


@typeof_impl.register(Packed)
def _typeof_packed(value: Packed, _context: Any) -> Cells:
    return Cells(value.count, value.is_bool)


@unbox(Cells)
def _unbox(typ: Cells, obj: Any, c: Any) -> NativeValue:
    data = c.pyapi.object_getattr_string(obj, "data")
    start = c.builder.bitcast(c.pyapi.bytes_as_string(data), layout(typ).as_pointer())
    value = c.builder.load(start)
    c.pyapi.decref(data)
    return NativeValue(value)


@box(Cells)
def _box(typ: Cells, value: Any, c: Any) -> Any:
    return c.box(typ.as_tuple, to_tuple(c.context, c.builder, typ, typ.as_tuple, value))


# ---------------------------------------------------------------- the vectors of a value, and its cells


def vectors(builder: Any, value: Any) -> list[Any]:
    """The vectors that a value consists of."""
    return [builder.extract_value(value, number) for number in range(len(value.type.elements))]


def joined(builder: Any, parts: list[Any]) -> Any:
    """The value that consists of these vectors."""
    value = ir.Constant(ir.LiteralStructType([part.type for part in parts], packed=True), ir.Undefined)
    for number, part in enumerate(parts):
        value = builder.insert_value(value, part, number)
    return value


def in_memory(builder: Any, value: Any) -> Any:
    """A pointer to the bytes of a copy on the stack."""
    place = cgutils.alloca_once(builder, value.type)
    place.align = WITHIN_A_LINE
    builder.store(value, place)
    return builder.bitcast(place, BYTE.as_pointer())


def as_item(builder: Any, cells: Cells, byte: Any) -> Any:
    """The cell in a byte: an int or a bool."""
    return builder.trunc(byte, ir.IntType(1)) if cells.is_bool else builder.sext(byte, WORD)


def cell(builder: Any, cells: Cells, value: Any, index: int) -> Any:
    """The cell at a constant index."""
    number, lane = divmod(index, 32)
    return as_item(builder, cells, builder.extract_element(vectors(builder, value)[number], WORD(lane)))


def start_of(builder: Any, value: Any) -> Any:
    """A pointer to the bytes of a board: where it lies, or to a copy."""
    place = where_it_lies(builder, value)
    return in_memory(builder, value) if place is None else builder.bitcast(place, BYTE.as_pointer())


def where_it_lies(builder: Any, value: Any) -> Any:
    """A pointer to the variable that a value was just read from; None where it was not, or was written since.

    Reading a cell there leaves the board where it is, in a loop too. To copy it for each cell costs half the speed.
    """
    if isinstance(value, instructions.ExtractValue):
        whole = where_it_lies(builder, value.aggregate)
        indices = [ir.IntType(32)(number) for number in (0, *value.indices)]
        return None if whole is None else builder.gep(whole, indices)
    if not isinstance(value, instructions.LoadInstr):
        return None
    variable = value.operands[0]
    if isinstance(variable, instructions.GEPInstr) and getattr(variable.pointer, "global_constant", False):
        return variable  # which nobody writes to
    if value.parent is not builder.block:
        return None
    since = builder.block.instructions[builder.block.instructions.index(value) :]
    is_written = any(isinstance(one, instructions.StoreInstr) and one.operands[1] is variable for one in since)
    if not isinstance(variable, instructions.AllocaInstr) or is_written:
        return None
    variable.align = WITHIN_A_LINE
    return variable


def to_tuple(context: Any, builder: Any, cells: Cells, wanted: Any, value: Any) -> Any:
    """The cells as a tuple of Numba's."""
    items = [cell(builder, cells, value, index) for index in range(cells.count)]
    return context.make_tuple(builder, wanted, [context.cast(builder, item, cells.item, wanted[0]) for item in items])


@lower_cast(Cells, types.UniTuple)
def _cast_to_tuple(context: Any, builder: Any, fromty: Cells, toty: Any, value: Any) -> Any:
    return to_tuple(context, builder, fromty, toty, value)


@lower_cast(types.BaseTuple, Cells)
def _cast_from_tuple(context: Any, builder: Any, fromty: Any, toty: Cells, value: Any) -> Any:
    return from_tuple(context, builder, fromty, toty, value)


@lower_cast(Cells, Cells)
def _cast_bools(_context: Any, _builder: Any, _fromty: Cells, _toty: Cells, value: Any) -> Any:
    return value  # True is 1


# ---------------------------------------------------------------- other types as cells


class Becoming(NamedTuple):
    """How values of a type become cells: does a type allow it, and the code; it raises where the length differs."""

    allows: Callable[[types.Type, Cells], bool]
    code: Callable[[Any, Any, types.Type, Cells, Any], Any]  # of context, builder, from, to, value


def refuse_large(context: Any, builder: Any, number: Any) -> Any:
    """The byte of a 64-bit number; code that raises `LeavesItsByte` where it does not fit."""
    byte = builder.trunc(number, BYTE)
    with builder.if_then(builder.icmp_unsigned("!=", builder.sext(byte, WORD), number), likely=False):
        context.call_conv.return_user_exc(builder, LeavesItsByte, ())
    return byte


def from_words(context: Any, builder: Any, cells: Cells, start: Any) -> Any:
    """Cells from as many 64-bit numbers in memory."""
    made = cgutils.alloca_once(builder, layout(cells))
    builder.store(ir.Constant(layout(cells), None), made)
    bytes_ = builder.bitcast(made, BYTE.as_pointer())
    lost = cgutils.alloca_once_value(builder, WORD(0))
    with cgutils.for_range(builder, WORD(cells.count)) as loop:
        number = builder.load(builder.gep(start, [loop.index]))
        byte = builder.trunc(number, BYTE)
        builder.store(byte, builder.gep(bytes_, [loop.index]))
        differing = builder.xor(builder.sext(byte, WORD), number)
        builder.store(builder.or_(builder.load(lost), differing), lost)
    with builder.if_then(builder.icmp_unsigned("!=", builder.load(lost), WORD(0)), likely=False):
        context.call_conv.return_user_exc(builder, LeavesItsByte, ())
    return builder.load(made)


def to_words(builder: Any, cells: Cells, value: Any, start: Any) -> None:
    """Store the cells as 64-bit numbers."""
    bytes_ = in_memory(builder, value)
    with cgutils.for_range(builder, WORD(cells.count)) as loop:
        byte = builder.load(builder.gep(bytes_, [loop.index]))
        builder.store(builder.sext(byte, WORD), builder.gep(start, [loop.index]))


def from_items(context: Any, builder: Any, cells: Cells, items: list[Any]) -> Any:
    """Cells from as many 64-bit numbers."""
    parts = [ir.Constant(part, None) for part in layout(cells).elements]
    lanes = parts[0].type.count
    for index, item in enumerate(items):
        byte = refuse_large(context, builder, item)
        number, lane = divmod(index, lanes)
        parts[number] = builder.insert_element(parts[number], byte, WORD(lane))
    return joined(builder, parts)


def from_tuple(context: Any, builder: Any, found: Any, cells: Cells, value: Any) -> Any:
    """Cells from a tuple of Numba's."""
    if isinstance(found, types.UniTuple) and found.dtype == types.int64:
        place = cgutils.alloca_once(builder, value.type)
        builder.store(value, place)
        return from_words(context, builder, cells, builder.bitcast(place, WORD.as_pointer()))
    items = cgutils.unpack_tuple(builder, value, len(found))
    words = [context.cast(builder, item, kind, types.int64) for item, kind in zip(items, found, strict=True)]
    return from_items(context, builder, cells, words)


conversions: dict[type, Becoming] = {types.BaseTuple: Becoming(is_likely_board, from_tuple)}


def conversion(found: types.Type, wanted: Cells) -> Becoming | None:
    """How a value of one type becomes cells; None where it cannot."""
    for kind, how in conversions.items():
        if isinstance(found, kind) and how.allows(found, wanted):
            return how
    return None
