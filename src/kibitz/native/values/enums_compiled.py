"""Enums in machine code: a member of an `IntEnum` is its number, as Numba has it; any other, its place in the enum."""

from __future__ import annotations

import enum
import operator
from typing import Any

from numba import typeof, types
from numba.core import cgutils, errors
from numba.core.datamodel.models import EnumModel, OpaqueModel
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer, signature
from numba.extending import (
    NativeValue,
    box,
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr,
    lower_getattr_generic,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from kibitz.native.compiling.functions import INNER
from kibitz.native.objects import methods_compiled
from kibitz.native.override import override
from kibitz.native.values.records import has_own_operators, member_at, member_place, member_words, members_of

FEW = 64  # members: what is asked of one is answered by going through all


class Member(types.EnumMember):
    """A member of an enum whose members are not numbers: the place that it has there."""

    def __init__(self, cls: type[enum.Enum]) -> None:
        super().__init__(cls, types.int64)


register_model(Member)(EnumModel)


class EnumKind(types.Callable, types.EnumClass):
    """An enum: called with a value, it gives the member; looped over, all of them."""

    def __init__(self, cls: type[enum.Enum]) -> None:
        self.is_number = issubclass(cls, enum.IntEnum)
        types.EnumClass.__init__(self, cls, types.int64)

    @property
    @override
    def key(self) -> Any:
        """What makes two such types the same."""
        return self.instance_class

    @property
    def member_type(self) -> types.EnumMember:
        """The type of the members."""
        return types.IntEnumMember(self.instance_class, types.int64) if self.is_number else Member(self.instance_class)

    @override
    def get_impl_key(self, sig: Any) -> Any:
        """Where its machine code is found."""
        return EnumKind

    @override
    def get_call_signatures(self) -> Any:
        """What Numba shows of it in an error."""
        return (), True

    @override
    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call with these arguments."""
        if len(args) != 1 or kws or "_missing_" in vars(self.instance_class):
            raise errors.TypingError(f"{self.instance_class.__name__}() takes the value of a member")
        value = types.unliteral(args[0])
        if value == self.member_type:
            return signature(self.member_type, value)
        wanted = _value_type(self.instance_class)
        if context.can_convert(value, wanted) is None:
            raise errors.TypingError(f"no member of {self.instance_class.__name__} has a value of {value}")
        return signature(self.member_type, wanted)


register_model(EnumKind)(OpaqueModel)


def _value_type(cls: type[enum.Enum]) -> types.Type:
    """The one type that the values of all members have."""
    kinds = {typeof(member.value) for member in members_of(cls)}
    if len(kinds) != 1:
        raise errors.TypingError(f"the values of {cls.__name__} have several types")
    return kinds.pop()


def _native(member: enum.Enum) -> int:
    """The number that a member is in machine code."""
    return int(member) if isinstance(member, enum.IntEnum) else member_place(member)


# ---------------------------------------------------------------- from Python and back


def _is_plain(cls: type[enum.Enum]) -> bool:
    """Is every member of this enum one of few, each with a value?"""
    if issubclass(cls, enum.Flag) or not 0 < len(members_of(cls)) <= FEW:
        return False
    return not issubclass(cls, enum.IntEnum) or all(
        -(1 << 63) <= _native(member) < 1 << 63 for member in members_of(cls)
    )


def _is_changed(cls: type[enum.Enum]) -> bool:
    """Do its members compare or add up in a way of their own, or is what they are as numbers not their value?"""
    is_number = issubclass(cls, enum.IntEnum)
    return has_own_operators(cls) or (is_number and any(_native(member) != member.value for member in members_of(cls)))


_numbas_enum = typeof_impl.dispatch(enum.Enum)
_numbas_class = typeof_impl.dispatch(enum.EnumMeta)


@typeof_impl.register(enum.EnumMeta)
def _typeof_class(cls: Any, context: Any) -> Any:
    if _is_changed(cls):
        return None
    return EnumKind(cls) if _is_plain(cls) else _numbas_class(cls, context)


@typeof_impl.register(enum.Enum)
@typeof_impl.register(enum.IntEnum)
def _typeof_member(member: Any, context: Any) -> Any:
    cls = type(member)
    if _is_changed(cls):
        return None
    return EnumKind(cls).member_type if _is_plain(cls) else _numbas_enum(member, context)


def _typeof_mixed(kind: type) -> None:
    """Members of an enum that are numbers or strings too, without being of an `IntEnum`, are not taken for these."""
    numbas = typeof_impl.dispatch(kind)

    @typeof_impl.register(kind)
    def typeof_value(value: Any, context: Any) -> Any:
        return _typeof_member(value, context) if isinstance(value, enum.Enum) else numbas(value, context)


for _kind in (int, float, str):
    _typeof_mixed(_kind)


@lower_constant(Member)
def _constant(context: Any, builder: Any, typ: Member, member: Any) -> Any:
    return context.get_constant(types.int64, _native(member))


@unbox(Member)
def _unbox(typ: Member, obj: Any, c: Any) -> NativeValue:
    function = c.pyapi.unserialize(c.pyapi.serialize_object(member_place))
    place = c.pyapi.call_function_objargs(function, (obj,))
    native = c.unbox(types.int64, place)
    c.pyapi.decref(place)
    c.pyapi.decref(function)
    return NativeValue(native.value, is_error=native.is_error)


@box(Member)
def _box(typ: Member, value: Any, c: Any) -> Any:
    given = [c.pyapi.unserialize(c.pyapi.serialize_object(one)) for one in (member_at, typ.instance_class)]
    given.append(c.box(types.int64, value))
    made = c.pyapi.call_function_objargs(given[0], given[1:])
    for one in given:
        c.pyapi.decref(one)
    return made


# ---------------------------------------------------------------- attributes


def _chosen(context: Any, builder: Any, typ: Any, value: Any, kind: types.Type, choices: list[Any]) -> Any:
    """Code that chooses among constants, one for each member: the last is that of all others."""
    made = context.get_constant_generic(builder, kind, choices[-1])
    for member, choice in zip(members_of(typ.instance_class)[:-1], choices, strict=False):
        is_it = builder.icmp_signed("==", value, context.get_constant(types.int64, _native(member)))
        made = builder.select(is_it, context.get_constant_generic(builder, kind, choice), made)
    return made


@infer_getattr
class _Attributes(AttributeTemplate):
    key = types.EnumMember

    def generic_resolve(self, typ: Any, name: str) -> types.Type | None:
        if name == "name":
            return types.unicode_type
        kinds = {typeof(value) for value in _kept(typ, name)}
        if len(kinds) == 1:
            return kinds.pop()
        return methods_compiled.resolved(self.context, typ, name)


@infer_getattr
class _MemberAttributes(AttributeTemplate):
    key = Member

    def resolve_value(self, typ: Member) -> types.Type:
        return _value_type(typ.instance_class)


@lower_getattr(Member, "value")
def _value(context: Any, builder: Any, typ: Member, value: Any) -> Any:
    values = [member.value for member in members_of(typ.instance_class)]
    return _chosen(context, builder, typ, value, _value_type(typ.instance_class), values)


@lower_getattr(types.EnumMember, "name")
def _name(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    names = [member.name for member in members_of(typ.instance_class)]
    return _chosen(context, builder, typ, value, types.unicode_type, names)


def _kept(typ: Any, name: str) -> list[Any]:
    """What the members have in an attribute that their `__init__` sets."""
    members = members_of(typ.instance_class)
    own = [vars(member)[name] for member in members if name in vars(member) and not name.startswith("_")]
    return (
        own if len(own) == len(members) and all(isinstance(value, methods_compiled.CONSTANT) for value in own) else []
    )


@lower_getattr_generic(types.EnumMember)
def _attribute(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    if kept := _kept(typ, name):
        return _chosen(context, builder, typ, value, typeof(kept[0]), kept)
    return methods_compiled.attribute(context, builder, typ, value, name)


@lower_getattr_generic(EnumKind)
def _member(context: Any, builder: Any, typ: EnumKind, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, _native(typ.instance_class[name]))


@lower_builtin("static_getitem", EnumKind, types.StringLiteral)
def _member_by_name(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return context.get_constant(types.int64, _native(sig.args[0].instance_class[sig.args[1].literal_value]))


@intrinsic
def member_word(_context: Any, member: types.Type) -> Any:
    """The word that stands for a member in a fingerprint."""
    words = [member_words(one) for one in members_of(member.instance_class)]
    if any(len(one) > 1 for one in words):
        raise errors.TypingError(f"the members of {member.instance_class.__name__} are strings that are too long")

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return _chosen(context, builder, member, arguments[0], types.int64, [one for (one,) in words])

    return types.int64(member), code


# ---------------------------------------------------------------- calls, loops, and what would not be the same


@lower_builtin(EnumKind, types.Any)
def _by_value(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    typ, (kind,), (given,) = sig.return_type, sig.args, arguments
    if kind == typ:
        return given
    equal = signature(types.boolean, kind, kind)
    made, found = context.get_constant(types.int64, 0), cgutils.false_bit
    for member in members_of(typ.instance_class):
        its_own = context.get_constant_generic(builder, kind, member.value)
        is_it = context.compile_internal(builder, lambda one, other: one == other, equal, (given, its_own))
        made = builder.select(is_it, context.get_constant(types.int64, _native(member)), made)
        found = builder.or_(found, is_it)
    with builder.if_then(builder.not_(found), likely=False):
        name = typ.instance_class.__name__
        context.call_conv.return_user_exc(builder, ValueError, (f"not a value of {name}",))
    return made


def _all(typ: EnumKind) -> types.UniTuple:
    return types.UniTuple(typ.member_type, len(members_of(typ.instance_class)))


@infer
class _Iterate(AbstractTemplate):
    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], EnumKind):
            return signature(_all(args[0]).iterator_type, args[0])
        return None


@lower_builtin("getiter", EnumKind)
def _iterate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = _all(sig.args[0])
    members = context.get_constant_generic(builder, kind, members_of(sig.args[0].instance_class))
    return context.get_function("getiter", signature(sig.return_type, kind))(builder, (members,))


@overload(len, strict=False, jit_options=INNER)
def _len(kind: Any) -> Any:
    if not isinstance(kind, EnumKind):
        return None
    count = len(members_of(kind.instance_class))
    return lambda kind: count


@overload(bool, strict=False, jit_options=INNER)
def _bool(member: Any) -> Any:
    if not isinstance(member, types.EnumMember):
        return None
    own = getattr(member.instance_class, "__bool__", None)
    if methods_compiled.is_users(own):
        return own
    if isinstance(member, types.IntEnumMember):
        return lambda member: member.value != 0
    return (lambda member: True) if all(map(bool, members_of(member.instance_class))) else None


def _refuse_identity(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    raise errors.LoweringError("'is' between a number and a member of an enum cannot be compiled: compare them with ==")


def _is_present_and_is(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """`x is Piece.RED` where x may be None; Numba's own answer is always False."""
    (kind, member), (value, other) = sig.args, arguments
    held = context.make_helper(builder, kind, value=value)
    same = context.get_function(operator.is_, types.boolean(kind.type, member))(builder, (held.data, other))
    return builder.and_(cgutils.as_bool_bit(builder, held.valid), same)


def _is_and_is_present(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    turned = types.boolean(sig.args[1], sig.args[0])
    return _is_present_and_is(context, builder, turned, (arguments[1], arguments[0]))


def _refuse_identity_of_numbers(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    raise errors.LoweringError("'is' between numbers cannot be compiled: compare them with ==")


lower_builtin(operator.is_, types.Optional, types.EnumMember)(_is_present_and_is)
lower_builtin(operator.is_, types.EnumMember, types.Optional)(_is_and_is_present)
for _number in (types.Integer, types.Float, types.Boolean, types.Optional):
    lower_builtin(operator.is_, types.Optional, _number)(_refuse_identity_of_numbers)
    if _number is not types.Optional:
        lower_builtin(operator.is_, _number, types.Optional)(_refuse_identity_of_numbers)
lower_builtin(operator.is_, types.Integer, types.IntEnumMember)(_refuse_identity)
lower_builtin(operator.is_, types.IntEnumMember, types.Integer)(_refuse_identity)
