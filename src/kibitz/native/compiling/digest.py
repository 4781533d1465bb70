"""A digest of everything that is compiled in, so that machine code on disk is never stale.

Numba's own cache looks only at the file of the function itself. Here a function's digest covers its bytecode, its
constants, and, name by name, every global it reads: functions, classes, tables of numbers, wherever they are defined.
Kibitz itself is covered as a whole, by the contents of its files.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import sys
import types
from enum import Enum
from pathlib import Path
from typing import Any

from kibitz.native.compilable import Compilable, Native
from kibitz.native.values.records import is_record, items_of

PACKAGE = Path(__file__).resolve().parents[2]
# Nothing in these rooms is compiled into a search, so a change there leaves the cache alone; a game has its own digest.
ROOMS_APART = ("answer", "cli", "cluster", "draw", "games", "lab", "web")

DULL_CLASS_ENTRIES = frozenset(
    [
        "__module__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__qualname__",
        "__firstlineno__",
        "__static_attributes__",
        "__annotations__",
        "__annotate_func__",
        "__annotations_cache__",
        "__orig_bases__",
        "__parameters__",
        "__slots__",
        "__abstractmethods__",
        "_abc_impl",
        "__match_args__",
        "__getnewargs__",
        "__new__",
        "__repr__",
        "_make",
        "_replace",
        "_asdict",
        "__replace__",
    ]
)


@functools.cache
def of_kibitz() -> str:
    """The digest of Kibitz's own source."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0]
        if room not in ROOMS_APART:
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


class Walk:
    """A walk over everything that a function or class is made of.

    `hexdigest()` is its digest; `functions` holds the plain functions met on the way.
    """

    def __init__(self, *roots: Any) -> None:
        self.functions: list[types.FunctionType] = []
        self._digest = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._read: list[tuple[dict[str, Any], str, Any]] = []
        self._kept: list[Any] = []  # an id stays an object's own only while the object lives
        for root in roots:
            self._visit(root)

    def holds(self) -> bool:
        """Do the names that were read still mean the same? In a notebook a cell may have been run again."""
        return all(names.get(name) is value for names, name, value in self._read)

    def hexdigest(self) -> str:
        """The digest of everything met on the walk."""
        return self._digest.hexdigest()[:24]

    def _note(self, *words: object) -> None:
        self._digest.update(repr(words).encode("utf-8", "surrogatepass"))

    def _visit(self, value: Any) -> None:
        if isinstance(value, (int, float, complex, str, bytes, type(None), type(Ellipsis))) and not (
            isinstance(value, Enum)
        ):
            self._note(type(value).__qualname__, value)
            return
        if id(value) in self._seen:
            self._note("again", self._seen[id(value)])
            return
        self._seen[id(value)] = len(self._seen)
        self._kept.append(value)
        self._describe(value)

    def _describe(self, value: Any) -> None:
        if isinstance(value, Compilable):
            self._visit(value.function)
        elif isinstance(value, (staticmethod, classmethod)):
            self._note(type(value).__name__)
            self._visit(value.__func__)
        elif isinstance(value, property):
            self._visit(value.fget)
        elif isinstance(value, functools.cached_property):
            self._visit(value.func)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, types.CodeType):
            self._code(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, (tuple, list)):
            self._note(type(value).__qualname__, len(value), getattr(value, "_fields", ()))
            for item in value:
                self._visit(item)
        elif isinstance(value, (set, frozenset)):
            self._note("set", sorted(map(repr, value)))
        elif isinstance(value, dict):
            self._note("dict", len(value))
            for key, item in value.items():
                self._visit(key)
                self._visit(item)
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self._note("array", str(value.dtype), getattr(value, "shape", ()), value.tobytes())
        elif isinstance(getattr(value, "py_func", None), types.FunctionType):  # decorated with Numba's njit
            self._visit(value.py_func)
        elif isinstance(value, Native):
            self._visit(type(value))
            self._visit(vars(value))
        elif isinstance(value, Enum):
            self._visit(type(value))
            self._note("member", value.name)
        elif is_record(type(value)):
            self._visit(type(value))
            self._visit(items_of(value))
        else:
            self._note("other", type(value).__module__, type(value).__qualname__, getattr(value, "__name__", ""))

    def _function(self, function: types.FunctionType) -> None:
        if not is_users(function.__module__):
            self._note("function", function.__module__, function.__qualname__)
            return
        self.functions.append(function)
        self._note("function", function.__qualname__)
        self._visit(function.__defaults__)
        self._visit(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self._visit(cell.cell_contents)
            except ValueError:  # a cell that is still empty
                self._note("empty cell")
        self._visit(function.__code__)
        names = _names(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._note("global", name)
                self._read.append((function.__globals__, name, function.__globals__[name]))
                self._global(function.__globals__[name], names)

    def _global(self, value: Any, names: list[str]) -> None:
        if not isinstance(value, types.ModuleType):
            self._visit(value)
            return
        self._note("module", value.__name__)
        if is_users(value.__name__):
            for name in names:
                if hasattr(value, name):
                    self._note("attribute", name)
                    self._read.append((vars(value), name, vars(value).get(name)))
                    self._global(getattr(value, name), names)

    def _code(self, code: types.CodeType) -> None:
        self._note(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags)
        for constant in code.co_consts:
            self._visit(constant)

    def _class(self, cls: type) -> None:
        if not is_users(cls.__module__):
            self._note("class", cls.__module__, cls.__qualname__)
            return
        self._note("class", cls.__qualname__, getattr(cls, "_fields", ()))
        for base in cls.__bases__:
            self._visit(base)
        for name, entry in vars(cls).items():
            if name not in DULL_CLASS_ENTRIES:
                self._note("entry", name)
                self._visit(entry)


def _names(code: types.CodeType) -> list[str]:
    """The names a piece of code reads, those of its inner functions too, in a fixed order."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return names


@functools.cache
def is_users(module: str | None) -> bool:
    """Must this module's insides be looked at? Not those of Python, of the compiler, or of Kibitz's own rooms."""
    if not module:
        return True
    top = module.split(".")[0]
    if top == "kibitz":
        return module.startswith("kibitz.games.")
    if top == "__main__":
        return True
    if top in sys.stdlib_module_names:  # unless it is a file of the user's that only has such a name
        file = getattr(sys.modules.get(module), "__file__", None)
        return file is not None and not Path(file).resolve().is_relative_to(Path(os.__file__).resolve().parent)
    return top not in ("numpy", "numba", "llvmlite", "builtins")


def is_compilable_method(entry: object) -> bool:
    """Is this class entry something that compiled code can call as a method?"""
    return inspect.isfunction(entry) or isinstance(entry, staticmethod)
