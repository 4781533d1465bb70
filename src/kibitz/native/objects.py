"""A Numba type for every Python object that compiled code may be handed.

The class of a game (or a watcher, or a table) becomes a Numba type; its methods are compiled when they are called; its
constants are part of the type, so that LLVM sees them as literals; its arrays travel as bare pointers. An object among
its attributes, such as the game inside a game, has a type of its own and travels within.
"""

from __future__ import annotations

import functools
import inspect
import types as python_types
from typing import Any, ClassVar

import numpy as np
from numba import typeof, types
from numba.core import cgutils, errors
from numba.core.dispatcher import Dispatcher
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from kibitz.native import digest
from kibitz.native.arithmetic import CHECKED, is_wrapping
from kibitz.native.jit import Jit
from kibitz.native.marker import Native
from kibitz.native.override import override

CONSTANT = (int, float, bool, str, type(None))

# Functions that only compiled code calls need no way in from Python or C.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "boundscheck": CHECKED}


def options(function: Any) -> dict[str, bool]:
    """How to compile a function: what users write raises `IndexError` beyond the end of an array, as Python does.

    Kibitz's own games and searches are tested with such checks (`KIBITZ_CHECKED`), and run without.
    """
    return INNER | {"boundscheck": CHECKED or not str(function.__module__).startswith("kibitz.")}


# What comes back from these is made to be of the one type that every state of the game has.
STATE_METHODS = ("initial", "result")

# Numba takes any `.view(…)` for NumPy's, and refuses it: compiled code asks for what stands here under another name.
RENAMED = {"view_of": "view"}


class Bare(types.Type):
    """A row of numbers behind a plain pointer."""

    def __init__(self, dtype: types.Type) -> None:
        self.dtype = dtype
        super().__init__(f"Bare({dtype})")


@register_model(Bare)
class BareModel(models.StructModel):
    """Where the numbers begin, and how many there are."""

    def __init__(self, dmm: Any, fe_type: Bare) -> None:
        super().__init__(dmm, fe_type, [("data", types.CPointer(fe_type.dtype)), ("size", types.intp)])


class ObjectType(types.Type):
    """The type of one object. Its name says all that compiled code depends on."""

    made: ClassVar[dict[str, ObjectType]] = {}

    def __init__(
        self,
        value: Native,
        constants: dict[str, Any],
        arrays: dict[str, types.Array],
        objects: dict[str, ObjectType],
    ) -> None:
        self.cls = type(value)
        self.bare = value.bare
        # Numba keeps its types for ever: one that held a table would keep its memory too.
        self.example: Any = value if hasattr(value, "initial") else None
        self.constants = constants
        self.arrays = arrays
        self.objects = objects
        listed = [f"{name}={constant!r}" for name, constant in constants.items()]
        listed += [f"{name}: {array}" for name, array in arrays.items()]
        listed += [f"{name}: {inside.name}" for name, inside in objects.items()]
        cls = self.cls
        super().__init__(f"{cls.__module__}.{cls.__qualname__}({', '.join(listed)})#{class_digest(cls)}")
        ObjectType.made.setdefault(self.name, self)

    def constant(self, name: str) -> Any:
        """An attribute as it was when the type was made: the object may have been changed since."""
        return self.constants[name] if name in self.constants else getattr(self.cls, name, None)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return _type_by_name, (self.name,)


def _type_by_name(name: str) -> ObjectType:
    """The live type of that name: machine code from disk finds the objects of this process again."""
    return ObjectType.made[name]


class ObjectModel(models.StructModel):
    """At run time an object is its arrays, and the objects within it. Constants take no room.

    An array is a pointer and a length for each dimension. Numba takes a member whose name begins with an underscore for
    its own: none of ours does.
    """

    def __init__(self, dmm: Any, fe_type: ObjectType) -> None:
        members: list[tuple[str, types.Type]] = []
        for name, array in fe_type.arrays.items():
            members.append((f"its {name}.data", types.CPointer(array.dtype)))
            members += [(f"its {name}.{axis}", types.intp) for axis in range(array.ndim)]
            if array.layout != "C":
                members += [(f"its {name}.stride{axis}", types.intp) for axis in range(array.ndim)]
        members += [(f"its {name}", inside) for name, inside in fe_type.objects.items()]
        super().__init__(dmm, fe_type, members)


_walks: dict[type, digest.Walk] = {}
_type_classes: dict[type, tuple[digest.Walk, type[ObjectType]]] = {}


def class_walk(cls: type) -> digest.Walk:
    """The walk over everything a class is made of; a new one when a name that it reads means something else by now."""
    walk = _walks.get(cls)
    if walk is None or not walk.holds():
        for function in walk.functions if walk is not None else ():
            _adopted.pop(function, None)
        walk = _walks[cls] = digest.Walk(cls)
    return walk


def class_digest(cls: type) -> str:
    """The digest of everything a class is made of."""
    return class_walk(cls).hexdigest()


def type_class(cls: type) -> type[ObjectType]:
    """The class of Numba types for a Python class, with every method of it, its own or inherited, callable."""
    walk = class_walk(cls)
    if cls not in _type_classes or _type_classes[cls][0] is not walk:
        _type_classes[cls] = walk, _make_type_class(cls)
    return _type_classes[cls][1]


def _make_type_class(cls: type) -> type[ObjectType]:
    made = type(f"{cls.__name__}Type", (ObjectType,), {})
    register_model(made)(ObjectModel)
    unbox(made)(_unbox)
    for function in class_walk(cls).functions:
        adopt(function)
    for name in dir(cls):
        entry = inspect.getattr_static(cls, RENAMED.get(name, name), None)
        if not name.startswith("__") and digest.is_compilable_method(entry):
            _register_method(made, name, entry)
    return made


def _register_method(made: type[ObjectType], name: str, entry: Any) -> None:
    if isinstance(entry, staticmethod):
        method = _with_self(entry.__func__)
    elif name in STATE_METHODS:
        method = _conforming(entry)
    elif inspect.isgeneratorfunction(entry):
        method = _lent(entry)
    else:
        method = entry

    def chosen(*_arguments: Any, **_named: Any) -> Any:
        return method

    setattr(chosen, "__signature__", inspect.signature(method))  # noqa: B010  (mypy does not know it)
    overload_method(made, name, strict=False, jit_options=options(method))(chosen)


def _with_self(function: Any) -> Any:
    """A method that calls a static one."""
    adopt(function)
    parameters = inspect.signature(function).parameters.values()
    defaults = {f"default_{p.name}": p.default for p in parameters if p.default is not p.empty}
    given = ", ".join(p.name if p.default is p.empty else f"{p.name}=default_{p.name}" for p in parameters)
    names = ", ".join(p.name for p in parameters)
    return _written(f"def method(self, {given}): return function({names})", function=function, **defaults)


def _lent(method: Any) -> Any:
    """A generator that is lent its arguments: Numba never lets go of what a generator holds (its issue 1278)."""
    adopt(method)
    self, *others = inspect.signature(method).parameters.values()
    defaults = {f"default_{p.name}": p.default for p in others if p.default is not p.empty}
    given = ", ".join([self.name] + [p.name if p.default is p.empty else f"{p.name}=default_{p.name}" for p in others])
    names = ", ".join([self.name] + [f"lend({p.name})" for p in others])
    return _written(f"def method({given}): return function({names})", function=method, lend=lend, **defaults)


def _conforming(method: Any) -> Any:
    """A method whose answer is turned into the game's type of state, where that loses nothing: True into 1, say."""
    adopt(method)
    names = ", ".join(inspect.signature(method).parameters)
    self = names.split(",")[0]
    return _written(f"def method({names}): return conform({self}, function({names}))", function=method, conform=conform)


def _written(source: str, **scope: Any) -> Any:
    scope["__name__"] = __name__  # Numba's cache asks which module a function belongs to
    exec(source, scope)
    return scope["method"]


# ---------------------------------------------------------------- from a Python object to its type


@typeof_impl.register(Native)
def _typeof_object(value: Native, _context: Any) -> ObjectType:
    constants: dict[str, Any] = {}
    arrays: dict[str, types.Array] = {}
    objects: dict[str, ObjectType] = {}
    for name, attribute in vars(value).items():
        if isinstance(attribute, np.ndarray):
            arrays[name] = typeof(attribute)
        elif isinstance(attribute, Native):
            objects[name] = typeof(attribute)
        elif is_constant(attribute):
            constants[name] = attribute
    cls: Any = type(value)
    for name in _descriptors(cls):
        attribute = getattr(value, name, None)
        if is_constant(attribute):
            constants[name] = attribute
    made = type_class(cls)(value, constants, arrays, objects)
    ObjectType.made[made.name] = made  # a class that was defined again takes the name over
    return made


@functools.cache
def _descriptors(cls: type) -> tuple[str, ...]:
    """The attributes that are worked out or kept in slots, of the user's own classes."""
    kinds = (property, functools.cached_property, python_types.MemberDescriptorType)
    found: dict[str, None] = {}
    for base in cls.__mro__:
        if not base.__module__.startswith("kibitz."):
            found |= dict.fromkeys(name for name, entry in vars(base).items() if isinstance(entry, kinds))
    return tuple(name for name in found if name != "facts")


def is_constant(value: object) -> bool:
    """Can this attribute be a literal of the machine code?"""
    if isinstance(value, tuple):
        return all(map(is_constant, value))
    return isinstance(value, CONSTANT)


def _unbox(typ: ObjectType, obj: Any, c: Any) -> NativeValue:
    from numba.np.arrayobj import make_array  # not needed, and not imported, where code comes from the cache

    struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    failed = cgutils.false_bit
    for name, array in typ.arrays.items():
        attribute = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(array, attribute)
        view = make_array(array)(c.context, c.builder, native.value)
        setattr(struct, f"its {name}.data", view.data)
        for axis, length in enumerate(cgutils.unpack_tuple(c.builder, view.shape, array.ndim)):
            setattr(struct, f"its {name}.{axis}", length)
        if array.layout != "C":
            for axis, stride in enumerate(cgutils.unpack_tuple(c.builder, view.strides, array.ndim)):
                setattr(struct, f"its {name}.stride{axis}", stride)
        # The object itself keeps the array alive while the call lasts.
        c.context.nrt.decref(c.builder, array, native.value)
        c.pyapi.decref(attribute)
        failed = c.builder.or_(failed, native.is_error)
    for name, inside in typ.objects.items():
        attribute = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(inside, attribute)
        setattr(struct, f"its {name}", native.value)
        c.pyapi.decref(attribute)
        failed = c.builder.or_(failed, native.is_error)
    return NativeValue(struct._getvalue(), is_error=failed)


# ---------------------------------------------------------------- attributes


@infer_getattr
class _Attribute(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, typ: ObjectType, name: str) -> types.Type | None:
        if name in typ.arrays:
            return Bare(typ.arrays[name].dtype) if name in typ.bare else typ.arrays[name]
        if name in typ.objects:
            return typ.objects[name]
        if digest.is_compilable_method(inspect.getattr_static(typ.cls, name, None)):
            return None  # a method: its own template answers
        attribute = typ.constant(name)
        if not is_constant(attribute) or attribute is None:
            kind = type(attribute).__name__
            raise errors.TypingError(f"self.{name} is a {kind}; compiled code reads numbers, tuples and arrays")
        return typeof(attribute)


@lower_getattr_generic(ObjectType)
def _attribute(context: Any, builder: Any, typ: ObjectType, value: Any, name: str) -> Any:
    if name in typ.objects:
        return getattr(cgutils.create_struct_proxy(typ)(context, builder, value), f"its {name}")
    if name not in typ.arrays:
        constant = typ.constant(name)
        return context.get_constant_generic(builder, typeof(constant), constant)
    array = typ.arrays[name]
    struct = cgutils.create_struct_proxy(typ)(context, builder, value)
    if name in typ.bare:
        row = cgutils.create_struct_proxy(Bare(array.dtype))(context, builder)
        row.data = getattr(struct, f"its {name}.data")
        row.size = getattr(struct, f"its {name}.0")
        return row._getvalue()
    from numba.np.arrayobj import make_array, populate_array

    view = make_array(array)(context, builder)
    shape = [getattr(struct, f"its {name}.{axis}") for axis in range(array.ndim)]
    width = context.get_abi_sizeof(context.get_data_type(array.dtype))
    if array.layout != "C":
        strides = [getattr(struct, f"its {name}.stride{axis}") for axis in range(array.ndim)]
    else:
        strides = [context.get_constant(types.intp, width)] if array.ndim else []
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
    populate_array(
        view,
        data=getattr(struct, f"its {name}.data"),
        shape=shape,
        strides=strides,
        itemsize=context.get_constant(types.intp, width),
        meminfo=None,
    )
    return view._getvalue()


# ---------------------------------------------------------------- states of one type


@functools.lru_cache(maxsize=256)
def state_type(typ: ObjectType) -> types.Type:
    """The type of the game's states: that of its initial one."""
    found = typeof(typ.example.initial())
    if not is_value_type(found):
        raise errors.TypingError(f"a state of {found} cannot be compiled")
    return found


def is_value_type(typ: types.Type) -> bool:
    """Can machine code hold this without Python's help: numbers, tuples of them, arrays?"""
    if isinstance(typ, types.BaseTuple):
        return all(map(is_value_type, typ))
    return isinstance(typ, (types.Number, types.Boolean, types.Array, types.IntEnumMember, types.EnumMember))


@intrinsic
def conform(_context: Any, game: ObjectType, state: types.Type) -> Any:
    """The state, with its numbers turned into the types that the game's initial state has."""
    target = state_type(game)
    fault = _mismatch(state, target)
    if fault:
        raise errors.TypingError(f"the states differ in type: {fault}")

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = _converted(context, builder, arguments[1], state, target)
        context.nrt.incref(builder, target, made)  # what is handed back is a reference of its own
        return made

    return target(game, state), code


@intrinsic
def lend(_context: Any, value: types.Type) -> Any:
    """The value, with arrays that count no references: whoever lends it outlives whoever borrows it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _unowned(context, builder, arguments[0], value)

    return value(value), code


def _unowned(context: Any, builder: Any, value: Any, typ: types.Type) -> Any:
    if isinstance(typ, types.BaseTuple):
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
    """Why one type of state cannot be turned into the other, or None."""
    if found == wanted:
        return None
    if isinstance(wanted, types.BaseTuple):
        if not isinstance(found, types.BaseTuple) or len(found) != len(wanted):
            return f"initial gives {readable(wanted)}, result gives {readable(found)}"
        fields = getattr(wanted, "fields", range(len(wanted)))
        for field, one, other in zip(fields, found, wanted, strict=True):
            if fault := _mismatch(one, other):
                return f"field {field}: {fault}"
        return None
    integers = isinstance(found, (types.Integer, types.Boolean)) and isinstance(wanted, (types.Integer, types.Float))
    floats = isinstance(found, types.Float) and isinstance(wanted, types.Float)
    if integers or floats:
        return None
    return f"initial gives {readable(wanted)}, result gives {readable(found)}"


def _converted(context: Any, builder: Any, value: Any, found: types.Type, wanted: types.Type) -> Any:
    if found == wanted:
        return value
    if isinstance(wanted, types.BaseTuple):
        items = cgutils.unpack_tuple(builder, value, len(found))
        parts = [_converted(context, builder, *part) for part in zip(items, found, wanted, strict=True)]
        return context.make_tuple(builder, wanted, parts)
    return context.cast(builder, value, found, wanted)


def readable(typ: types.Type) -> str:
    """A Numba type in a person's words."""
    if isinstance(typ, types.Boolean):
        return "bool"
    if isinstance(typ, types.Integer):
        return "int"
    if isinstance(typ, types.Float):
        return "float"
    if isinstance(typ, types.BaseTuple):
        return f"a tuple of {len(typ)}"
    return str(typ)


# ---------------------------------------------------------------- plain functions that a game uses

_adopted: dict[python_types.FunctionType, Any] = {}


def adopt(function: python_types.FunctionType) -> None:
    """Let compiled code call this plain Python function."""
    _adopted.setdefault(function, None)


@typeof_impl.register(python_types.FunctionType)
def _typeof_function(function: python_types.FunctionType, _context: Any) -> types.Type | None:
    if function not in _adopted:
        return None
    return types.Dispatcher(inner(function))


@typeof_impl.register(Dispatcher)
def _typeof_dispatcher(dispatcher: Any, _context: Any) -> types.Type:
    """A function that the user has decorated with Numba's njit is compiled anew with the game: see `arithmetic`."""
    plain = dispatcher.py_func
    if not is_wrapping() or _adopted.get(plain) is dispatcher or plain.__module__.split(".")[0] == "numba":
        return types.Dispatcher(dispatcher)
    return types.Dispatcher(inner(plain))


@typeof_impl.register(Jit)
def _typeof_jit(function: Jit[..., Any], _context: Any) -> types.Type:
    plain: Any = function.function
    return types.Dispatcher(inner(plain))


# A recursive function is typed before its own type is known: Numba then types it once more for every call of itself
# that it meets, which takes most of the compile time of a long function. Ours say what they return.
_RETURNED = {"float": types.float64, "int": types.int64, "bool": types.boolean}
_numbas_own = TypeInferer.return_types_from_partial


def _return_type(inferer: Any) -> Any:
    function = inferer.func_id.func
    if function.__module__.startswith("kibitz.") and function in _adopted:
        declared = _RETURNED.get(function.__annotations__.get("return", ""))
        if declared is not None:
            return declared
    return _numbas_own(inferer)


TypeInferer.return_types_from_partial = _return_type


def inner(function: python_types.FunctionType) -> Any:
    """The compiled form of a function, for calls from other compiled code. Never cached: only entries are."""
    from numba import njit

    if _adopted.get(function) is None:
        _adopted[function] = njit(function, **options(function))
    return _adopted[function]
