"""The types of lists in compiled rules, and of tuples whose length is known only at run time.

Both keep their items one behind the other in the arena of the thread (see `arena`). A list is a pointer to its head:
length, room, and where the items are. A tuple never changes, so it is a length and a pointer, by value.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, errors
from numba.core.datamodel import models, register_default
from numba.core.typeconv import Conversion
from numba.core.typeinfer import Propagate

from kibitz.native.lists.arena_compiled import ALIGNED, BYTES, WORD, bytes_for, enlarged, take
from kibitz.native.override import override
from kibitz.native.values.cells_types import Cells
from kibitz.native.values.text_types import Text, is_text, text_type

HEAD = ir.LiteralStructType([WORD, WORD, BYTES])  # how many items, how many there is room for, where they are
HEAD_BYTES = 24
LENGTH, SPACE, DATA = range(3)
FIRST_SPACE = 16  # items, when the first is appended
IN_FRAME = 512  # bytes of items that a local list has in the frame of its function


class Run(types.IterableType):
    """Items of one type, one behind the other."""

    kind = "run"

    def __init__(self, item: types.Type) -> None:
        self.item = item
        super().__init__(f"kibitz {self.kind}({item})")

    @property
    def key(self) -> Any:
        """What makes two such types the same."""
        return type(self), self.item

    @property
    def iterator_type(self) -> types.Type:
        """The type of an iterator over it."""
        return RunIterator(self)


class ListRun(Run):
    """A list. Its type of items is undefined until the first is put in: type inference then goes back and says so."""

    kind = "list"
    mutable = True

    @override
    def is_precise(self) -> bool:
        """Is it known what this is a list of?"""
        return not isinstance(self.item, types.Undefined)

    @override
    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        """The type that holds both: an empty list is a list of anything."""
        if isinstance(other, EmptyList) or (isinstance(other, ListRun) and not other.is_precise()):
            return self
        return None

    @override
    def can_convert_from(self, typingctx: Any, other: types.Type) -> Any:
        """An empty list becomes any other."""
        return Conversion.promote if isinstance(other, EmptyList) else None


class EmptyList(types.Type):
    """A list that is empty and that nothing is ever put into, such as the one in `return []`."""

    def __init__(self) -> None:
        super().__init__("kibitz empty list")


class TupleRun(Run):
    """A tuple whose length is known only at run time."""

    kind = "tuple"

    @override
    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        """The type that holds both."""
        return self if self.can_convert_from(typingctx, other) is not None else None

    @override
    def can_convert_from(self, typingctx: Any, other: types.Type) -> Any:
        """A tuple of fixed length becomes one whose length is known at run time."""
        if isinstance(other, Cells):
            return Conversion.promote if other.item == self.item else None
        fits = isinstance(other, types.BaseTuple) and not isinstance(other, types.BaseNamedTuple)
        return Conversion.promote if fits and all(item_type(item) == self.item for item in other) else None


class RunIterator(types.SimpleIteratorType):
    """An iterator over a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        super().__init__(f"iterator({run})", run.item)


@register_default(ListRun)
class _ListModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: ListRun) -> None:
        super().__init__(dmm, fe_type, HEAD.as_pointer())


@register_default(EmptyList)
class _EmptyModel(models.OpaqueModel):
    pass


@register_default(TupleRun)
class _TupleModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: TupleRun) -> None:
        super().__init__(dmm, fe_type, [("data", types.voidptr), ("length", types.int64)])


@register_default(RunIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: RunIterator) -> None:
        members = [("run", fe_type.run), ("index", types.EphemeralPointer(types.int64))]
        super().__init__(dmm, fe_type, members)


def _unify_named(first: Any, typingctx: Any, second: types.Type) -> types.Type | None:
    """The type of a NamedTuple that is sometimes of one type and sometimes of another, field by field."""
    if not isinstance(second, types.BaseNamedTuple) or first.instance_class is not second.instance_class:
        return None
    fields = [typingctx.unify_pairs(one, other) for one, other in zip(first, second, strict=True)]
    if any(field is None for field in fields):
        return None
    return types.BaseTuple.from_types(fields, first.instance_class)


types.BaseNamedTuple.unify = _unify_named


# `best = []` and, in a loop, `best = line`: what `line` is a list of says what the empty one is. Numba tells only one
# of the values that meet in a name.
_numbas_own = Propagate.__call__


def _propagate(constraint: Any, typeinfer: Any) -> None:
    _numbas_own(constraint, typeinfer)
    variables = [typeinfer.typevars[constraint.src], typeinfer.typevars[constraint.dst]]
    found, wanted = (variable.getone() if variable.defined else None for variable in variables)
    if isinstance(found, ListRun) and isinstance(wanted, ListRun) and wanted.is_precise() and not found.is_precise():
        typeinfer.add_type(constraint.src, wanted, loc=constraint.loc)


Propagate.__call__ = _propagate


# ---------------------------------------------------------------- types of items


def item_type(typ: types.Type) -> types.Type:
    """The type that a value has as an item; raises where it cannot be one: arrays, None."""
    if is_text(typ):
        return text_type(typ)
    typ = types.unliteral(typ)
    if isinstance(typ, types.Boolean):
        return types.boolean
    if isinstance(typ, types.Integer):
        return typ if typ == types.uint64 else types.int64
    if isinstance(typ, types.Float):
        return types.float64
    if isinstance(typ, types.BaseTuple) and not isinstance(typ, types.BaseNamedTuple):
        return types.Tuple([item_type(part) for part in typ])
    if hasattr(typ, "instance_class") and hasattr(typ, "fields"):  # a NamedTuple or a frozen dataclass
        for part in typ:
            item_type(part)
        return typ
    if isinstance(typ, (types.EnumMember, types.IntEnumMember, Run, Cells)):
        return typ
    raise errors.TypingError(f"a list of {typ} cannot be compiled")


def common_type(found: Any) -> types.Type:
    """The one type of several items; a bool among ints counts as an int, as it does in Python's arithmetic."""
    kinds = {item_type(typ) for typ in found}
    if kinds == {types.boolean, types.int64}:
        return types.int64
    if all(isinstance(kind, Text) for kind in kinds):
        return max(kinds, key=lambda kind: kind.width)
    if len(kinds) != 1:
        raise errors.TypingError("items of different types in one list: " + ", ".join(sorted(map(str, kinds))))
    return kinds.pop()


def fits(item: types.Type, run: Run) -> bool:
    """May this be put into that list? Into a list of ints a bool may."""
    given = item_type(item)
    if isinstance(given, Text) and isinstance(run.item, Text):
        return True
    return given == run.item or (given == types.boolean and run.item == types.int64)


def holds_runs(typ: types.Type) -> bool:
    """Does a value of this type refer to the arena, or may it?"""
    if isinstance(typ, types.BaseTuple) or hasattr(typ, "fields"):
        return any(map(holds_runs, typ))
    if isinstance(typ, types.Optional):
        return holds_runs(typ.type)
    if isinstance(typ, types.Generator):
        return any(map(holds_runs, (*typ.arg_types, *typ.state_types)))
    if isinstance(typ, types.EnumerateType):
        return holds_runs(typ.source_type)
    if isinstance(typ, types.ZipType):
        return any(map(holds_runs, typ.source_types))
    return isinstance(typ, (Run, EmptyList, RunIterator))


# ---------------------------------------------------------------- runs in machine code


class Items:
    """Code that reads and writes the items of a run."""

    def __init__(self, context: Any, builder: Any, typ: Run, value: Any) -> None:
        self.context = context
        self.builder = builder
        self.typ = typ
        self.value = value
        self._model = context.data_model_manager[typ.item]
        self._stored = context.get_data_type(typ.item)

    def field(self, number: int) -> Any:
        """A pointer to a word of a list's head."""
        return self.builder.gep(self.value, [ir.IntType(32)(0), ir.IntType(32)(number)])

    @property
    def width(self) -> int:
        """The bytes of one item."""
        return int(self.context.get_abi_sizeof(self._stored))

    @property
    def length(self) -> Any:
        """How many there are."""
        if isinstance(self.typ, ListRun):
            return self.builder.load(self.field(LENGTH))
        return self.builder.extract_value(self.value, 1)

    @property
    def data(self) -> Any:
        """Where they are, as a pointer to bytes."""
        if isinstance(self.typ, ListRun):
            return self.builder.load(self.field(DATA))
        return self.builder.extract_value(self.value, 0)

    def _place(self, index: Any) -> Any:
        return self.builder.gep(self.builder.bitcast(self.data, self._stored.as_pointer()), [index])

    def get(self, index: Any) -> Any:
        """The item at an index that is known to be in the run."""
        return self._model.from_data(self.builder, self.builder.load(self._place(index)))

    def put(self, index: Any, item: Any) -> None:
        """Write an item."""
        self.builder.store(self._model.as_data(self.builder, item), self._place(index))

    def reserve(self, count: Any) -> None:
        """Make room in a list for so many items, at least."""
        builder = self.builder
        space = builder.load(self.field(SPACE))
        with builder.if_then(builder.icmp_signed(">", count, space), likely=False):
            twice = builder.shl(space, WORD(1))
            wanted = builder.select(builder.icmp_signed(">", count, twice), count, twice)
            least = WORD(FIRST_SPACE)
            wanted = builder.select(builder.icmp_signed(">", wanted, least), wanted, least)
            size = bytes_for(self.context, builder, wanted, self.width)
            had = builder.mul(space, WORD(self.width))
            builder.store(enlarged(self.context, builder, self.data, had, size), self.field(DATA))
            builder.store(wanted, self.field(SPACE))

    def within(self, index: Any, sentence: str) -> Any:
        """An index, counted from the end where it is negative; code that raises `IndexError` where it is outside."""
        builder = self.builder
        length = self.length
        from_end = builder.add(index, length)
        index = builder.select(builder.icmp_signed("<", index, WORD(0)), from_end, index)
        with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
            self.context.call_conv.return_user_exc(builder, IndexError, (sentence,))
        return index


def new_list(context: Any, builder: Any, typ: ListRun, length: Any, *, local: bool) -> Items:
    """A list of so many items that are still to be written.

    `local`: its head lives in the frame of the function that is being written, where LLVM can keep it in registers, and
    so do its items while they are few.
    """
    if local:
        made = Items(context, builder, typ, in_frame(builder, HEAD))
        data, space = _frame_or_arena(made, length)
    else:
        head = builder.bitcast(take(context, builder, WORD(HEAD_BYTES)), HEAD.as_pointer())
        made = Items(context, builder, typ, head)
        is_empty = isinstance(length, ir.Constant) and length.constant == 0
        size = bytes_for(context, builder, length, made.width)
        data, space = ir.Constant(BYTES, None) if is_empty else take(context, builder, size), length
    builder.store(length, made.field(LENGTH))
    builder.store(space, made.field(SPACE))
    builder.store(data, made.field(DATA))
    return made


def in_frame(builder: Any, typ: Any) -> Any:
    """A place in the frame of the function that is being written. Numba's own way fills it with zeros at each call."""
    with builder.goto_entry_block():
        return builder.alloca(typ)


def _frame_or_arena(made: Items, length: Any) -> tuple[Any, Any]:
    """Where the items of a local list go, and for how many there is room: most often LLVM knows which it is."""
    builder = made.builder
    row = in_frame(builder, ir.ArrayType(ir.VectorType(ir.IntType(8), ALIGNED), IN_FRAME // ALIGNED))
    row = builder.bitcast(row, BYTES)
    room = WORD(IN_FRAME // made.width)
    if isinstance(length, ir.Constant):
        fits: Any = ir.IntType(1)(int(length.constant) <= room.constant)
    else:
        fits = builder.icmp_unsigned("<=", length, room)
    data = cgutils.alloca_once_value(builder, row)
    space = cgutils.alloca_once_value(builder, room)
    builder.store(row, data)
    builder.store(room, space)
    with builder.if_then(builder.not_(fits), likely=False):
        size = bytes_for(made.context, builder, length, made.width)
        builder.store(take(made.context, builder, size), data)
        builder.store(length, space)
    return builder.load(data), builder.load(space)


def new_tuple(context: Any, builder: Any, typ: TupleRun, length: Any) -> Items:
    """A tuple of so many items that are still to be written."""
    width = context.get_abi_sizeof(context.get_data_type(typ.item))
    return tuple_at(context, builder, typ, take(context, builder, bytes_for(context, builder, length, width)), length)


def tuple_at(context: Any, builder: Any, typ: TupleRun, data: Any, length: Any) -> Items:
    """The tuple of the items that lie there."""
    pair = cgutils.create_struct_proxy(typ)(context, builder)
    pair.data = data
    pair.length = length
    return Items(context, builder, typ, pair._getvalue())
