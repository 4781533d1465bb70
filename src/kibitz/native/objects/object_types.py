"""A Numba type for every Python object that compiled code may be passed.

The class of a game (or a watch, or a table) becomes a Numba type; its methods are compiled when they are called; its
numbers are part of the type, so that LLVM sees them as literals; its arrays travel as bare pointers. An object among
its attributes, such as the game inside a game, has a type of its own and travels inside its owner.

Numba keeps its types for ever. So a type holds nothing of the object that it was made from but constants: no table, no
array, no game.
"""

from __future__ import annotations

import functools
import inspect
import types as python_types
import weakref
from typing import Any, ClassVar

import numpy as np
from numba import typeof, types
from numba.core import errors
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_getattr_generic,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from kibitz.native.compilable import Native
from kibitz.native.compiling import digest
from kibitz.native.compiling.folding import KnownType
from kibitz.native.compiling.functions import adopt, disown, inner, options
from kibitz.native.lists.arena_compiled import mark, release
from kibitz.native.lists.runs import holds_runs
from kibitz.native.lists.runs_compiled import outlasting
from kibitz.native.objects.object_layout import Bare, ObjectModel, array_view, bare_row, inner_object, unbox_object
from kibitz.native.objects.state_types import conform, lend
from kibitz.native.override import override
from kibitz.native.rewriting.rewritten import is_users, rewritten, uses_arena
from kibitz.native.rewriting.statements import LOOPED_OVER, RAW
from kibitz.native.values.cells import handed, is_wide

CONSTANT = (int, float, bool, str, type(None))

# What these return is converted to the one type that every state of the game has.
STATE_METHODS = ("initial", "result")

# Numba takes any `.view(…)` for NumPy's, and refuses it: compiled code asks for what stands here under another name.
RENAMED = {"view_of": "view"}


class ObjectType(KnownType):
    """The type of one object. Its name says all that compiled code depends on."""

    made: ClassVar[dict[str, ObjectType]] = {}

    def __init__(
        self,
        cls: type[Native],
        constants: dict[str, Any],
        unread: tuple[str, ...],
        arrays: dict[str, types.Array],
        objects: dict[str, ObjectType],
        state: types.Type | None,
    ) -> None:
        self.cls = cls
        self.bare = cls.bare
        self.constants = constants
        self.unread = unread  # texts that compiled code has not asked for
        self.arrays = arrays
        self.objects = objects
        self.state = state  # the type of a game's states; None for what is not a game
        listed = [f"{name}={constant!r}" for name, constant in constants.items()]
        listed += [f"{name}: text" for name in unread]
        listed += [f"{name}: {array}" for name, array in arrays.items()]
        listed += [f"{name}: {inside.name}" for name, inside in objects.items()]
        listed += [] if state is None else [f"→ {state}"]
        super().__init__(f"{cls.__module__}.{cls.__qualname__}({', '.join(listed)})#{class_digest(cls)}")
        ObjectType.made.setdefault(self.name, self)

    @override
    def constant(self, name: str) -> Any:
        """An attribute as it was when the type was made: the object may have been changed since."""
        return self.constants[name] if name in self.constants else getattr(self.cls, name, None)

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return _type_by_name, (self.name,)


def _type_by_name(name: str) -> ObjectType:
    """The live type of that name: machine code from disk finds the types of this process again."""
    return ObjectType.made[name]


# ---------------------------------------------------------------- from a Python object to its type


@typeof_impl.register(Native)
def _typeof_object(value: Native, _context: Any) -> ObjectType:
    cls: Any = type(value)
    kept = vars(value)
    arrays = {name: typeof(attribute) for name, attribute in kept.items() if isinstance(attribute, np.ndarray)}
    objects = {name: typeof(attribute) for name, attribute in kept.items() if isinstance(attribute, Native)}
    constants = kept | {name: getattr(value, name, None) for name in _descriptors(cls)}
    constants = {name: attribute for name, attribute in constants.items() if is_constant(attribute)}
    texts = [name for name, constant in constants.items() if _holds_text(constant)]
    unread = tuple(name for name in texts if (cls, name) not in _texts_read)
    state = _state_type(value, constants)
    constants = {name: constant for name, constant in constants.items() if name not in unread}
    made = type_class(cls)(cls, constants, unread, arrays, objects, state)
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


# Most texts among a game's attributes are names and pictures that no rule reads: layouts of a maze that differ in them
# share their machine code. So a text becomes part of the type only once compiled code has asked for it. The price: code
# that reads one is begun twice in every process.
_texts_read: set[tuple[type, str]] = set()


def _holds_text(value: object) -> bool:
    return any(map(_holds_text, value)) if isinstance(value, tuple) else isinstance(value, str)


def ask_for_text(typ: ObjectType, name: str) -> None:
    """Compiled code reads a text that is not part of the type: raise, to be compiled again with one of which it is."""
    _texts_read.add((typ.cls, name))
    raise errors.TypingError(f"self.{name} is a text that has not been read before")


def texts_read() -> int:
    """How many texts compiled code has asked for: where that grew, what failed to compile is worth another try."""
    return len(_texts_read)


_state_types: dict[int, tuple[weakref.ref[Native], tuple[dict[str, Any], bool], types.Type | None]] = {}


def _state_type(game: Any, constants: dict[str, Any]) -> types.Type | None:
    """The type of a game's initial state; None for anything else. Worked out once for each object and its constants."""
    if not hasattr(game, "initial"):
        return None
    key = id(game)
    decided_by = constants, is_wide(game)
    if key not in _state_types or _state_types[key][1] != decided_by:
        try:
            initial = game.initial()
            found = typeof(handed(game, initial, initial))
        except Exception:  # it is raised again, or explained, when the game is played
            found = None
        _state_types[key] = weakref.ref(game, lambda _: _state_types.pop(key, None)), decided_by, found
    return _state_types[key][2]


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
        if name in typ.unread:
            ask_for_text(typ, name)
        attribute = typ.constant(name)
        if not is_constant(attribute) or attribute is None:
            kind = type(attribute).__name__
            raise errors.TypingError(f"self.{name} is a {kind}; compiled code reads numbers, tuples and arrays")
        return typeof(attribute)


@lower_getattr_generic(ObjectType)
def _attribute(context: Any, builder: Any, typ: ObjectType, value: Any, name: str) -> Any:
    if name in typ.objects:
        return inner_object(context, builder, typ, value, name)
    if name in typ.arrays:
        read = bare_row if name in typ.bare else array_view
        return read(context, builder, typ, value, name)
    constant = typ.constant(name)
    return context.get_constant_generic(builder, typeof(constant), constant)


# ---------------------------------------------------------------- from a Python class to a class of types

_walks: dict[type, digest.Walk] = {}
_type_classes: dict[type, tuple[digest.Walk, type[ObjectType]]] = {}


def _class_walk(cls: type) -> digest.Walk:
    """The walk over everything a class is made of; a new one when a name that it reads has changed its meaning."""
    walk = _walks.get(cls)
    if walk is None or not walk.holds():
        for function in walk.functions if walk is not None else ():
            disown(function)
        walk = _walks[cls] = digest.Walk(cls)
    return walk


def class_digest(cls: type) -> str:
    """The digest of everything a class is made of."""
    return _class_walk(cls).hexdigest()


def type_class(cls: type) -> type[ObjectType]:
    """The class of Numba types for a Python class, with every method of it, its own or inherited, callable."""
    walk = _class_walk(cls)
    if cls not in _type_classes or _type_classes[cls][0] is not walk:
        _type_classes[cls] = walk, _make_type_class(cls, walk)
    return _type_classes[cls][1]


def _make_type_class(cls: type, walk: digest.Walk) -> type[ObjectType]:
    made = type(f"{cls.__name__}Type", (ObjectType,), {})
    register_model(made)(ObjectModel)
    unbox(made)(unbox_object)
    for function in walk.functions:
        adopt(function)
    gives_back = uses_arena(walk.functions)
    for name in dir(cls):
        entry = inspect.getattr_static(cls, RENAMED.get(name, name), None)
        if not name.startswith("__") and digest.is_compilable_method(entry):
            _register_method(made, name, entry, gives_back)
    return made


def _register_method(made: type[ObjectType], name: str, entry: Any, gives_back: bool) -> None:
    if isinstance(entry, staticmethod):
        method = _with_self(entry.__func__)
    elif name in STATE_METHODS:
        method = _conforming(entry, gives_back)
    elif inspect.isgeneratorfunction(entry):
        method = _lent(entry)
    else:
        method = rewritten(entry, adopt)
    asked = method if isinstance(entry, staticmethod) else entry
    looped_over = _giving_back(name, asked) if gives_back and name in LOOPED_OVER and is_users(entry) else None

    def raw(*_arguments: Any, **_named: Any) -> Any:
        return method

    def chosen(*arguments: Any, **_named: Any) -> Any:
        return method if looped_over is None or not _takes(asked, arguments) else looped_over

    for word, function in ((name, chosen), *(((RAW + name, raw),) if name in LOOPED_OVER else ())):
        setattr(function, "__signature__", inspect.signature(method))  # noqa: B010  (mypy does not know it)
        overload_method(made, word, strict=False, jit_options=options(method))(function)


def _takes(entry: Any, arguments: tuple[types.Type, ...]) -> bool:
    """Is what this rule answers in the arena of the thread, or does it take from there while it is looped over?"""
    compiled = inner(entry)
    compiled.compile(arguments)
    made = compiled.overloads[arguments]
    if not isinstance(made.signature.return_type, types.Generator):
        return holds_runs(made.signature.return_type)
    return any(map(holds_runs, made.type_annotation.typemap.values()))


def _giving_back(name: str, method: Any) -> Any:
    """A generator of what a rule answers. Resumed, it gives back what its user took from the arena since."""
    given, (self, *others), defaults = _parameters(method)
    names = ", ".join([self, *(f"lend({name})" for name in others)])
    item = f"conform({self}, item)" if name in ("symmetric", "passed", "previous") else "outlasting(item)"
    source = f"""
def method({given}):
    began = mark()
    for item in function({names}):
        kept = mark()
        yield {item}
        release(kept)
    release(began)
"""
    scope = {"lend": lend, "conform": conform, "mark": mark, "release": release, "outlasting": outlasting}
    return _written(source, method, **scope, **defaults)


def _with_self(function: Any) -> Any:
    """A method that calls a static one."""
    given, names, defaults = _parameters(function)
    return _written(f"def method(self, {given}): return function({', '.join(names)})", function, **defaults)


def _lent(method: Any) -> Any:
    """A generator that is lent its arguments: Numba never lets go of what a generator holds (its issue 1278)."""
    given, (self, *others), defaults = _parameters(method)
    names = ", ".join([self, *(f"lend({name})" for name in others)])
    return _written(f"def method({given}): return function({names})", method, lend=lend, **defaults)


def _conforming(method: Any, gives_back: bool) -> Any:
    """A method whose answer is converted to the game's type of state, where that loses nothing: True to 1, say."""
    _, (self, *others), _ = _parameters(method)
    names = ", ".join([self, *others])
    if not gives_back:
        return _written(f"def method({names}): return conform({self}, function({names}))", method, conform=conform)
    source = f"""
def method({names}):
    began = mark()
    made = conform({self}, function({names}))
    release(began)
    return made
"""
    return _written(source, method, conform=conform, mark=mark, release=release)


def _parameters(function: Any) -> tuple[str, list[str], dict[str, Any]]:
    """A function's parameters as they are written, their names alone, and the defaults that they are written with."""
    parameters = inspect.signature(function).parameters.values()
    given = [p.name if p.default is p.empty else f"{p.name}=default_{p.name}" for p in parameters]
    defaults = {f"default_{p.name}": p.default for p in parameters if p.default is not p.empty}
    return ", ".join(given), [p.name for p in parameters], defaults


def _written(source: str, function: Any, **scope: Any) -> Any:
    """A method made from source that calls `function`."""
    adopt(function)
    scope |= {"function": function, "__name__": __name__}  # Numba's cache asks which module a function belongs to
    exec(source, scope)
    return scope["method"]
