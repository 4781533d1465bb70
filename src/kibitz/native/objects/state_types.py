"""Every state of a game has one type in compiled code: that of its initial state.

What a rule answers is converted to that type where nothing is lost, such as True to 1; otherwise the game is refused.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils, errors
from numba.extending import intrinsic

from kibitz.native.lists.runs import ListRun, TupleRun
from kibitz.native.values.cells_types import Cells, conversion, to_tuple
from kibitz.native.values.records_compiled import COMPOSITE, Record
from kibitz.native.values.text_types import Text


def is_value_type(typ: types.Type) -> bool:
    """Can machine code hold this without Python's help: numbers, short strings, tuples of them, arrays?"""
    if isinstance(typ, COMPOSITE):
        return all(map(is_value_type, typ))
    return isinstance(typ, (types.Number, types.Boolean, types.Array, types.EnumMember, Cells, Text))


@intrinsic
def conform(_context: Any, game: types.Type, state: types.Type) -> Any:
    """The state, with its numbers converted to the types that the game's initial state has."""
    target = game.state
    if target is None or not is_value_type(target):
        raise errors.TypingError(f"a state of {target} cannot be compiled")
    fault = _mismatch(state, target)
    if fault:
        raise errors.TypingError(f"the states differ in type: {fault}")

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = _converted(context, builder, arguments[1], state, target)
        context.nrt.incref(builder, target, made)  # what is returned is a reference of its own
        return made

    return target(game, state), code


@intrinsic
def lend(_context: Any, value: types.Type) -> Any:
    """The value, with arrays that count no references: whoever lends it outlives whoever borrows it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _unowned(context, builder, arguments[0], value)

    return value(value), code


def _unowned(context: Any, builder: Any, value: Any, typ: types.Type) -> Any:
    if isinstance(typ, COMPOSITE):
        parts = zip(cgutils.unpack_tuple(builder, value, len(typ)), typ, strict=True)
        items = [_unowned(context, builder, *part) for part in parts]
        return context.make_tuple(builder, typ, items)
    if isinstance(typ, types.Array):
        from numba.np.arrayobj import make_array

        array = make_array(typ)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        return array._getvalue()
    return value


def _mismatch(found: types.Type, wanted: types.Type) -> str | None:
    """Why one type of state cannot be converted to the other; None where it can."""
    if found == wanted:
        return None
    if isinstance(wanted, Cells):
        fits = isinstance(found, Cells) and found.count == wanted.count and not wanted.is_bool
        if fits or conversion(found, wanted) is not None:
            return None
    if isinstance(found, Cells) and isinstance(wanted, types.BaseTuple):
        return _mismatch(found.as_tuple, wanted)
    if isinstance(found, TupleRun) and isinstance(wanted, types.UniTuple):
        return _mismatch(found.item, wanted.dtype)
    if isinstance(wanted, COMPOSITE):
        if not isinstance(found, COMPOSITE) or len(found) != len(wanted) or _is_other_record(found, wanted):
            return f"initial gives {_readable(wanted)}, result gives {_readable(found)}"
        fields = getattr(wanted, "fields", range(len(wanted)))
        for field, one, other in zip(fields, found, wanted, strict=True):
            if fault := _mismatch(one, other):
                return f"field {field}: {fault}"
        return None
    whole = (types.Integer, types.Boolean, types.IntEnumMember)
    integers = isinstance(found, whole) and isinstance(wanted, (types.Integer, types.Float))
    floats = isinstance(found, types.Float) and isinstance(wanted, types.Float)
    texts = isinstance(found, (types.UnicodeType, Text)) and isinstance(wanted, Text)
    if integers or floats or texts:
        return None
    return f"initial gives {_readable(wanted)}, result gives {_readable(found)}"


def _is_other_record(found: types.Type, wanted: types.Type) -> bool:
    """Is one of these a dataclass, and the other not the same one? Tuples are equal wherever their items are."""
    if not isinstance(found, Record) and not isinstance(wanted, Record):
        return False
    return getattr(found, "instance_class", None) is not getattr(wanted, "instance_class", None)


def _converted(context: Any, builder: Any, value: Any, found: types.Type, wanted: types.Type) -> Any:
    if found == wanted:
        return value
    if isinstance(wanted, Cells):
        how = conversion(found, wanted)
        return value if how is None else how.code(context, builder, found, wanted, value)
    if isinstance(found, Cells):
        value, found = to_tuple(context, builder, found, found.as_tuple, value), found.as_tuple
    if isinstance(wanted, COMPOSITE) and not isinstance(found, TupleRun):
        items = cgutils.unpack_tuple(builder, value, len(found))
        parts = [_converted(context, builder, *part) for part in zip(items, found, wanted, strict=True)]
        return context.make_tuple(builder, wanted, parts)
    return context.cast(builder, value, found, wanted)


def _readable(typ: types.Type) -> str:
    """A Numba type in plain words."""
    if isinstance(typ, types.Boolean):
        return "bool"
    if isinstance(typ, types.Integer):
        return "int"
    if isinstance(typ, types.Float):
        return "float"
    if isinstance(typ, (Text, types.UnicodeType)):
        return "str" if not isinstance(typ, Text) else f"a str of up to {typ.width} bytes"
    if isinstance(typ, (Record, types.EnumMember)):
        return str(typ.instance_class.__name__)
    if isinstance(typ, types.BaseTuple):
        return f"a tuple of {len(typ)}"
    if isinstance(typ, types.Optional):
        return f"{_readable(typ.type)} or None"
    if isinstance(typ, ListRun):
        return "a list"
    if isinstance(typ, Cells):
        return f"a tuple of {typ.count}"
    return str(typ)
