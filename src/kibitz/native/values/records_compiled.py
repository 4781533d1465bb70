"""Frozen dataclasses in machine code: values that lie there as a tuple of their fields does, and are nothing else.

NamedTuples are Numba's own; here they learn `_replace`, and defaults of their fields.
"""

from __future__ import annotations

import dataclasses
import inspect
import operator
from typing import Any

from numba import typeof, types
from numba.core import cgutils, errors
from numba.core.datamodel.models import OpaqueModel, TupleModel, handle_bound_function
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import (
    NativeValue,
    box,
    infer_getattr,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from kibitz.native.compiling.functions import INNER
from kibitz.native.objects import methods_compiled
from kibitz.native.objects.methods_compiled import Method
from kibitz.native.override import override
from kibitz.native.values.records import has_own_operators, is_record, items_of, rebuilt, record_fields


class Record(types.Type):
    """A frozen dataclass. Unlike a tuple, it has no items and no length, and equals nothing but its like."""

    def __init__(self, kinds: Any, cls: type) -> None:
        self.types = tuple(kinds)
        self.instance_class = cls
        self.fields = record_fields(cls)
        super().__init__(f"{cls.__module__}.{cls.__qualname__}({', '.join(map(str, self.types))})")

    @property
    @override
    def key(self) -> Any:
        """What makes two such types the same."""
        return self.instance_class, self.types

    def __iter__(self) -> Any:
        return iter(self.types)

    def __len__(self) -> int:
        return len(self.types)

    def __getitem__(self, index: int) -> types.Type:
        return self.types[index]

    @override
    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        """The one type that can hold both."""
        if not isinstance(other, Record) or other.instance_class is not self.instance_class:
            return None
        kinds = [typingctx.unify_pairs(*pair) for pair in zip(self, other, strict=True)]
        return None if None in kinds else Record(kinds, self.instance_class)

    @override
    def can_convert_to(self, typingctx: Any, other: types.Type) -> Any:
        """Whether, and how well, it can be turned into another."""
        if not isinstance(other, Record) or other.instance_class is not self.instance_class:
            return None
        rated = [typingctx.can_convert(*pair) for pair in zip(self, other, strict=True)]
        return None if None in rated else max(rated)


# What is held item by item, one behind the other.
COMPOSITE = (types.BaseTuple, Record)

register_model(Record)(TupleModel)


class RecordClass(types.Callable, types.Opaque):
    """A class that makes records or NamedTuples, called with their fields, or without those that have a default."""

    def __init__(self, cls: type) -> None:
        self.instance_class = cls
        super().__init__(f"class({cls.__module__}.{cls.__qualname__})")

    @property
    @override
    def key(self) -> Any:
        """What makes two such types the same."""
        return self.instance_class

    @override
    def get_impl_key(self, sig: Any) -> Any:
        """Where its machine code is found."""
        return RecordClass

    @override
    def get_call_signatures(self) -> Any:
        """What Numba shows of it in an error."""
        return (), True

    @override
    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call with these arguments."""
        try:
            given = inspect.signature(self.instance_class).bind(*args, **kws).arguments
            pysig = _call_signature(self.instance_class)
        except (TypeError, ValueError) as error:
            raise errors.TypingError(f"{self.instance_class.__name__}(): {error}") from error
        kinds = []
        for name, parameter in pysig.parameters.items():
            if name in given:
                kinds.append(types.unliteral(given[name]))
            elif type(parameter.default).__name__ == "_HAS_DEFAULT_FACTORY_CLASS":
                raise errors.TypingError(f"field {name!r} has a default_factory, which cannot be compiled")
            else:
                kinds.append(typeof(parameter.default))
        made = signature(made_of(kinds, self.instance_class), *kinds).replace(pysig=pysig)
        _check_after(context, made.return_type)
        return made


register_model(RecordClass)(OpaqueModel)


def made_of(kinds: Any, cls: type) -> Any:
    """The type of a record or a NamedTuple whose fields have these types."""
    return Record(kinds, cls) if is_record(cls) else types.BaseTuple.from_types(tuple(kinds), cls)


def _call_signature(cls: type) -> inspect.Signature:
    """How a class is called, with all its fields in one row: Numba has trouble with those that go by name only."""
    parameters = inspect.signature(cls).parameters.values()
    return inspect.Signature([p.replace(kind=p.POSITIONAL_OR_KEYWORD, annotation=p.empty) for p in parameters])


def _after(typ: Any) -> Method | None:
    """What runs when a record has been made: its `__post_init__`."""
    function = getattr(typ.instance_class, "__post_init__", None) if isinstance(typ, Record) else None
    return None if function is None else Method(function, typ)


def _check_after(context: Any, typ: Any) -> None:
    if (after := _after(typ)) is not None:
        after.get_call_type(context, (), {})


def _finished(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    """Code that ends the making of a record or a NamedTuple."""
    if (after := _after(typ)) is not None:
        sig = after.get_call_type(context.typing_context, (), {})
        context.get_function(after, sig)(builder, [value])
    context.nrt.incref(builder, typ, value)
    return value


@lower_builtin(RecordClass, types.VarArg(types.Any))
def _make(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    typ = sig.return_type
    items = [context.cast(builder, *part) for part in zip(arguments, sig.args, typ, strict=True)]
    return _finished(context, builder, typ, context.make_tuple(builder, typ, items))


# ---------------------------------------------------------------- from Python and back


_numbas_object = typeof_impl.dispatch(object)
_numbas_type = typeof_impl.dispatch(type)
_numbas_tuple = typeof_impl.dispatch(tuple)


@typeof_impl.register(object)
def _typeof_object(value: Any, context: Any) -> Any:
    if not is_record(type(value)):
        return _numbas_object(value, context)
    kinds = [typeof_impl(item, context) for item in items_of(value)]
    return None if None in kinds else Record(kinds, type(value))


@typeof_impl.register(tuple)
def _typeof_tuple(value: Any, context: Any) -> Any:
    return None if _is_changed(type(value)) else _numbas_tuple(value, context)


def _is_changed(cls: type) -> bool:
    """Is this a NamedTuple that is not what Numba takes it for: compared, added or true in a way of its own?"""
    return cls is not tuple and issubclass(cls, tuple) and (has_own_operators(cls) or hasattr(cls, "__bool__"))


@typeof_impl.register(type)
def _typeof_class(cls: type, context: Any) -> Any:
    if _is_changed(cls):
        return None
    has_defaults = issubclass(cls, tuple) and bool(getattr(cls, "_field_defaults", ()))
    return RecordClass(cls) if has_defaults or is_record(cls) else _numbas_type(cls, context)


@lower_constant(Record)
def _constant(context: Any, builder: Any, typ: Record, value: Any) -> Any:
    items = [context.get_constant_generic(builder, *part) for part in zip(typ, items_of(value), strict=True)]
    return context.make_tuple(builder, typ, items)


@lower_cast(Record, Record)
def _cast(context: Any, builder: Any, found: Record, wanted: Record, value: Any) -> Any:
    items = cgutils.unpack_tuple(builder, value, len(found))
    cast = [context.cast(builder, *part) for part in zip(items, found, wanted, strict=True)]
    return context.make_tuple(builder, wanted, cast)


@unbox(Record)
def _unbox(typ: Record, obj: Any, c: Any) -> NativeValue:
    items, cleanups, failed = [], [], cgutils.false_bit
    for name, kind in zip(typ.fields, typ, strict=True):
        item = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(kind, item)
        c.pyapi.decref(item)  # the record keeps it while the call lasts
        items.append(native.value)
        failed = c.builder.or_(failed, native.is_error)
        if native.cleanup is not None:
            cleanups.append(native.cleanup)

    def cleanup() -> None:
        for clean in reversed(cleanups):
            clean()

    made = c.context.make_tuple(c.builder, typ, items)
    return NativeValue(made, is_error=failed, cleanup=cleanup if cleanups else None)


@box(Record)
def _box(typ: Record, value: Any, c: Any) -> Any:
    inside = types.Tuple(typ.types)
    items = c.context.make_tuple(c.builder, inside, cgutils.unpack_tuple(c.builder, value, len(typ)))
    given = [c.pyapi.unserialize(c.pyapi.serialize_object(one)) for one in (rebuilt, typ.instance_class)]
    given.append(c.box(inside, items))
    made = c.pyapi.call_function_objargs(given[0], given[1:])
    for one in given:
        c.pyapi.decref(one)
    return made


# ---------------------------------------------------------------- attributes


@infer_getattr
class _Attributes(AttributeTemplate):
    key = Record

    def generic_resolve(self, typ: Record, name: str) -> types.Type | None:
        if name in typ.fields:
            return typ[typ.fields.index(name)]
        return methods_compiled.resolved(self.context, typ, name)


@lower_getattr_generic(Record)
def _attribute(context: Any, builder: Any, typ: Record, value: Any, name: str) -> Any:
    if name not in typ.fields:
        return methods_compiled.attribute(context, builder, typ, value, name)
    index = typ.fields.index(name)
    item = builder.extract_value(value, index)
    context.nrt.incref(builder, typ[index], item)
    return item


# ---------------------------------------------------------------- replacing fields


def _replacement(context: Any, value: Any, given: dict[str, types.Type]) -> Any:
    """The signature of a call that replaces these fields of a value.

    Behind the fields that are given, in their order, stands a literal that says which they are, one bit each.
    """
    if unknown := set(given) - set(value.fields):
        raise errors.TypingError(f"{value.instance_class.__name__} has no field {min(unknown)!r}")
    names = [name for name in value.fields if name in given]
    kinds = [types.unliteral(given.get(name, kind)) for name, kind in zip(value.fields, value, strict=True)]
    which = sum(1 << value.fields.index(name) for name in names)
    made = signature(
        made_of(kinds, value.instance_class),
        value,
        *(types.unliteral(given[name]) for name in names),
        types.literal(which),
    )
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind) for name in ("_the_value", *names)]
    parameters += [inspect.Parameter("_which_fields", kind, default=which)]
    _check_after(context, made.return_type)
    return made.replace(pysig=inspect.Signature(parameters))


def _replace(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    value, *given = arguments
    found, *kinds, which = sig.args
    items = []
    for index, kind in enumerate(found):
        item = builder.extract_value(value, index)
        if which.literal_value >> index & 1:
            item, kind = given.pop(0), kinds.pop(0)
        items.append(context.cast(builder, item, kind, sig.return_type[index]))
    return _finished(context, builder, sig.return_type, context.make_tuple(builder, sig.return_type, items))


class Replacing(types.BoundFunction):
    """The `_replace` of a NamedTuple, bound to it."""

    def __init__(self, this: types.Type) -> None:
        self.typing_key = Replacing
        self.this = this
        types.Type.__init__(self, f"Replacing({this})")

    @property
    @override
    def key(self) -> Any:
        """What makes two such types the same."""
        return self.this

    @override
    def copy(self, this: types.Type) -> Replacing:
        """The same, bound to another value."""
        return type(self)(this)

    @override
    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call with these arguments."""
        if args:
            raise errors.TypingError("_replace() takes fields by name")
        return _replacement(context, self.this, kws).as_method()


register_model(Replacing)(handle_bound_function)
lower_builtin(Replacing, types.VarArg(types.Any))(_replace)
lower_builtin(dataclasses.replace, types.VarArg(types.Any))(_replace)


@infer_getattr
class _OfNamedTuple(AttributeTemplate):
    key = types.BaseNamedTuple

    def resolve__replace(self, typ: types.Type) -> types.Type:
        return Replacing(typ)


@infer_global(dataclasses.replace)
class _ReplaceCall(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 1 or not isinstance(args[0], Record):
            return None
        return _replacement(self.context, args[0], kws)


# ---------------------------------------------------------------- comparisons


def _is_same_kind(left: Any, right: Any) -> bool:
    return isinstance(left, Record) and isinstance(right, Record) and left.instance_class is right.instance_class


def _compared(name: str, fields: tuple[str, ...]) -> Any:
    """A comparison of two records by a tuple of their fields, as dataclasses define it."""
    left, right = (", ".join(f"{side}.{field}" for field in fields) for side in ("left", "right"))
    scope: dict[str, Any] = {}
    exec(f"def compared(left, right): return ({left},) {name} ({right},)", scope)
    return scope["compared"]


@overload(operator.eq, strict=False, jit_options=INNER)
def _equal(left: Any, right: Any) -> Any:
    if _is_same_kind(left, right):
        return _compared("==", left.fields) if left.fields else lambda left, right: True
    if isinstance(left, Record) or isinstance(right, Record):
        return lambda left, right: False
    return None


@overload(operator.ne, strict=False, jit_options=INNER)
def _unequal(left: Any, right: Any) -> Any:
    if isinstance(left, Record) or isinstance(right, Record):
        return lambda left, right: not left == right  # noqa: SIM201  (this is what != is)
    return None


def _ordering(function: Any, method: str, sign: str) -> None:
    @overload(function, strict=False, jit_options=INNER)
    def ordered(left: Any, right: Any) -> Any:
        if _is_same_kind(left, right) and not methods_compiled.is_users(getattr(left.instance_class, method, ordered)):
            return _compared(sign, left.fields)
        return None


for _function, _method, _sign in (
    (operator.lt, "__lt__", "<"),
    (operator.le, "__le__", "<="),
    (operator.gt, "__gt__", ">"),
    (operator.ge, "__ge__", ">="),
):
    _ordering(_function, _method, _sign)


@overload(bool, strict=False, jit_options=INNER)
def _bool(record: Any) -> Any:
    if not isinstance(record, Record) or hasattr(record.instance_class, "__len__"):
        return None
    own = getattr(record.instance_class, "__bool__", None)
    return own if methods_compiled.is_users(own) else lambda record: True


@lower_builtin(operator.is_, Record, Record)
def _identical(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    raise errors.LoweringError("'is' between records cannot be compiled: compare them with ==")
