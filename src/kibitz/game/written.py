"""States and actions as text, short, and states read back from it: numbers, texts, tuples, sets, records and enums.

A record is a NamedTuple or a dataclass. Nothing of the text is ever executed: a name stands for a class of the game.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kibitz.native.tuples import shaped

Kinds = Mapping[str, Any]  # classes by name
MISFIT = (ValueError, TypeError)  # what is raised where a value has another shape


def written(value: Any) -> str:
    """A state as one line of text: `(0,3,(1,2))`. A text stands for itself, without quotes, where it can."""
    if type(value) is str and _speaks_for_itself(value):
        return value
    return _row(items_of(value)) if _is_dataclass(value) else _plain(value)


def written_action(value: Any) -> str:
    """An action as a person types it: without brackets around it, and a member of an enum by its name alone."""
    if type(value) is str and _speaks_for_itself(value):
        return value
    if isinstance(value, tuple) or _is_dataclass(value):
        return ",".join(_short(item) for item in items_of(value))
    return _short(value)


def read(text: str, example: Any, kinds: Callable[[], Kinds]) -> Any:
    """The value that a text stands for, before it is put into any shape; `ValueError` where it is none.

    `kinds` gives the classes that may be named in it: members of enums, and records by their class.
    """
    if isinstance(example, str) and text.strip()[:1] not in ("'", '"'):
        return text.strip()
    return _Reader(kinds).value(ast.parse(text.strip(), mode="eval").body)


def kinds_of(cls: type, example: Any) -> dict[str, Any]:
    """The enums and records that a game may mean: those of its modules, of an example state and of their fields."""
    modules = (vars(sys.modules[base.__module__]) for base in cls.__mro__ if base.__module__ in sys.modules)
    found = {name: kind for names in modules for name, kind in names.items() if _is_kind(kind)}
    todo = list(_types_in(example))
    for kind in todo:
        if kind.__name__ not in found or found[kind.__name__] is not kind:
            found[kind.__name__] = kind
        todo += (each for hint in _hints(kind).values() for each in _types_of_hint(hint) if each not in todo)
    return found


def in_shape(example: Any, value: Any, hint: Any = None, *, loose: bool = False) -> Any:
    """A value in the shape of an example, as `shaped` has it, for sets, records and enums too.

    Where the example cannot tell, as in an empty tuple, the type annotated there does. `ValueError` or `TypeError`
    where the value has another shape; `loose` takes it as it is.
    """
    try:
        return _in_shape(example, value, hint, loose)
    except MISFIT:
        if not loose:
            raise
        return _by_hint(value, hint)


def is_of_numbers(example: Any) -> bool:
    """Is a state made of numbers, arrays and tuples that are not empty? Then all states have the same shape."""
    if isinstance(example, tuple):
        return len(example) > 0 and all(map(is_of_numbers, example))
    return (isinstance(example, (int, float)) and not isinstance(example, Enum)) or hasattr(example, "dtype")


def items_of(value: Any) -> list[Any]:
    """The items of a tuple or a list, or the fields of a dataclass."""
    return [getattr(value, name) for name in _names(type(value))] if _is_dataclass(value) else list(value)


def _plain(value: Any) -> str:
    """A value inside a text."""
    if isinstance(value, Enum):
        return _member(value)
    if isinstance(value, tuple):
        return _row(value)
    if _is_dataclass(value):
        return f"{type(value).__name__}({','.join(map(_plain, items_of(value)))})"
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, list):
        return f"[{','.join(map(_plain, value))}]"
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(map(_plain, _sorted(value))) + "}"
    return repr(value)


def _row(items: Iterable[Any]) -> str:
    texts = [_plain(item) for item in items]
    return f"({texts[0]},)" if len(texts) == 1 else f"({','.join(texts)})"


def _short(value: Any) -> str:
    return value.name if isinstance(value, Enum) and value.name else _plain(value)


def _member(value: Enum) -> str:
    is_mixed = isinstance(value, Flag) and value.name not in type(value).__members__
    return f"{type(value).__name__}({value.value!r})" if is_mixed else f"{type(value).__name__}.{value.name}"


def _sorted(values: Iterable[Any]) -> list[Any]:
    """The items of a set in an order that does not change from one day to the next."""
    items = list(values)
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=_plain)


def _speaks_for_itself(text: str) -> bool:
    """Can a text be typed as it is? Not if it is empty, looks like an option, or begins or ends with a blank."""
    return text.isprintable() and text == text.strip() and text[:1] not in ("", "'", '"', "-")


def _is_dataclass(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields")))


def _is_kind(kind: Any) -> bool:
    return _is_record(kind) or (isinstance(kind, type) and issubclass(kind, Enum))


def _names(kind: Any) -> list[str]:
    """The names of a record's fields."""
    return [each.name for each in fields(kind) if each.init] if is_dataclass(kind) else list(kind._fields)


def _made(kind: Any, items: Iterable[Any]) -> Any:
    """A record of these items; a dataclass is given them by name, for some may only be given so."""
    names = _names(kind)
    return kind(**dict(zip(names, items, strict=True)))


def _hints(kind: Any) -> dict[str, Any]:
    try:
        return get_type_hints(kind) if _is_record(kind) else {}
    except Exception:  # an annotation may be anything
        return {}


def _types_in(value: Any) -> Iterator[type]:
    """The enums and records inside a value."""
    if _is_kind(type(value)):
        yield type(value)
    if isinstance(value, (tuple, list, set, frozenset)) or _is_dataclass(value):
        for item in items_of(value):
            yield from _types_in(item)


def _types_of_hint(hint: Any) -> Iterator[type]:
    if _is_kind(hint):
        yield hint
    for part in get_args(hint):
        yield from _types_of_hint(part)


def _in_shape(example: Any, value: Any, hint: Any, loose: bool) -> Any:
    kind = type(example)
    if _is_record(kind):
        items = items_of(value) if type(value) is kind or isinstance(value, (tuple, list)) else None
        if items is None or len(items) != len(_names(kind)):
            raise ValueError("another kind of record")
        hints = _hints(kind)
        given = zip(_names(kind), items, strict=True)
        return _made(kind, (in_shape(getattr(example, n), item, hints.get(n), loose=loose) for n, item in given))
    if isinstance(example, tuple):
        if not isinstance(value, (tuple, list)) or (len(value) != len(example) and example):
            raise ValueError("another length")
        parts = _hints_of_items(hint, len(value))
        if not example:
            return tuple(_by_hint(item, part) for item, part in zip(value, parts, strict=True))
        beside = zip(example, value, parts, strict=True)
        return tuple(in_shape(one, item, part, loose=loose) for one, item, part in beside)
    if isinstance(example, (set, frozenset)):
        if not isinstance(value, (set, frozenset)) and value != {}:
            raise ValueError("not a set")
        parts = _hints_of_items(hint, len(value))
        return kind(_by_hint(item, part) for item, part in zip(value, parts, strict=True))
    if isinstance(example, Enum):
        return value if isinstance(value, kind) else _number_as(kind, value)
    if example is None or value is None:
        return _by_hint(value, hint) if hint is not None or example is value else _refused()
    return shaped(example, value)


def _by_hint(value: Any, hint: Any) -> Any:
    """A value in the shape that a type asks for, as far as that says anything."""
    if hint is None or hint is Any:
        return value
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for option in options:
        try:
            return _as_type(value, option)
        except MISFIT:
            continue
    raise ValueError(f"not a {hint}")


def _as_type(value: Any, hint: Any) -> Any:
    origin = get_origin(hint) or hint
    if _is_record(hint) and (type(value) is hint or isinstance(value, (tuple, list))):
        hints, items = _hints(hint), items_of(value)
        return _made(hint, (_by_hint(i, hints.get(n)) for n, i in zip(_names(hint), items, strict=True)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return value if isinstance(value, hint) else _number_as(hint, value)
    if origin in (tuple, list, set, frozenset):
        is_empty_set = value == {} and origin in (set, frozenset)
        if not isinstance(value, (tuple, list) if origin in (tuple, list) else (set, frozenset)) and not is_empty_set:
            raise ValueError("another kind of collection")
        return origin(_by_hint(i, part) for i, part in zip(value, _hints_of_items(hint, len(value)), strict=True))
    if isinstance(origin, type) and not isinstance(value, (int, float) if origin is float else origin):
        raise ValueError("another type")
    return float(value) if origin is float else value


def _hints_of_items(hint: Any, count: int) -> list[Any]:
    """The type that is annotated for each item of a collection; None where nothing is."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    parts = next((get_args(each) for each in options if get_args(each)), ())
    if get_origin(hint) is tuple and len(parts) == count and Ellipsis not in parts:
        return list(parts)
    return [parts[0] if parts else None] * count


def _number_as(kind: Any, value: Any) -> Any:
    """A member of an enum of numbers, by its number."""
    return kind(value) if issubclass(kind, int) and type(value) is int else _refused()


def _refused() -> Any:
    raise ValueError("another type")


class _Reader:
    """Makes values of the expressions of a text."""

    def __init__(self, kinds: Callable[[], Kinds]) -> None:
        self._kinds = kinds

    def value(self, node: ast.expr) -> Any:
        """The value of an expression; `ValueError` where it is more than one."""
        match node:
            case ast.Tuple(elts=items):
                return tuple(map(self.value, items))
            case ast.List(elts=items):
                return list(map(self.value, items))
            case ast.Set(elts=items):
                return frozenset(map(self.value, items))
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                return self._enum(name)[member]
            case ast.Name(id=name):
                return self._member(name)
            case ast.Call(func=ast.Name(id="set" | "frozenset"), args=items, keywords=[]):
                return frozenset(item for each in items for item in self.value(each))
            case ast.Call(func=ast.Name(id=name), args=items, keywords=named):
                return self._record(name, items, named)
        return ast.literal_eval(node)

    def _enum(self, name: str) -> Any:
        kind = self._kinds().get(name)
        return kind if kind is not None and issubclass(kind, Enum) else _refused()

    def _member(self, name: str) -> Any:
        """A member of an enum by its name alone, where only one has it."""
        enums = {kind for kind in self._kinds().values() if issubclass(kind, Enum)}
        found = [kind[name] for kind in enums if name in kind.__members__]
        return found[0] if len(found) == 1 else _refused()

    def _record(self, name: str, items: list[ast.expr], named: list[ast.keyword]) -> Any:
        kind = self._kinds().get(name)
        if kind is None:
            return _refused()
        if issubclass(kind, Enum):
            return kind(*map(self.value, items))
        return kind(*map(self.value, items), **{str(each.arg): self.value(each.value) for each in named})
