"""What people write, put into words that the compiler knows, before it sees them.

A user's function is parsed, and what Numba cannot do or does badly is replaced by what it can: lists by lists in the
arena of the thread (see `arena`), comprehensions and `any(… for …)` by functions with plain loops, and so on. What
comes out has the same meaning, line numbers, globals, defaults and name, and only ever runs compiled: Python runs what
was written. Where there is no source, or something else was compiled from it, the function is left as it is.
"""

from __future__ import annotations

import ast
import copy
import functools
import linecache
import types
import weakref
from collections.abc import Callable
from typing import Any

from kibitz.native.lists import arena
from kibitz.native.rewriting.comprehensions import Comprehensions
from kibitz.native.rewriting.list_displays import Lists
from kibitz.native.rewriting.scopes import Function, Names, definition_of
from kibitz.native.rewriting.statements import GiveBack, Matches, RawQuestions, Splits, YieldsFrom

_made: weakref.WeakSet[types.FunctionType] = weakref.WeakSet()  # what came out of here
_givers: weakref.WeakSet[types.FunctionType] = weakref.WeakSet()  # what gives back what it takes from the arena


def rewritten(function: types.FunctionType, adopt: Callable[[types.FunctionType], None]) -> types.FunctionType:
    """The function to be compiled in place of a user's; `adopt` is told of functions that it calls besides."""
    if function in _made or not is_users(function) or not arena.AVAILABLE:
        return function
    found = _definition(function)
    if found is None:
        return function
    definition, class_name = found
    names = Names(function, definition)
    parts = _transformed(definition, names, gives_back=function in _givers)
    if not names.helpers and not names.changed:
        return function
    return _bound(function, parts, names, class_name, adopt)


def is_users(function: Any) -> bool:
    """Is this a function of the user's, and not of Kibitz or Numba?"""
    return str(function.__module__).split(".")[0] not in ("kibitz", "numba")


def uses_arena(functions: list[types.FunctionType]) -> bool:
    """Does any of these functions, which may call one another, make lists? Then all give back what they take."""
    users = [function for function in functions if is_users(function)]
    if not arena.AVAILABLE or not any(map(_makes_lists, users)):
        return False
    _givers.update(users)
    return True


def _makes_lists(function: types.FunctionType) -> bool:
    found = _definition(function)
    if found is None:
        return False
    names = Names(function, found[0])
    _transformed(found[0], names, gives_back=False)
    return bool(names.helpers) or any(map(_may_make_tuple, ast.walk(found[0])))


def _may_make_tuple(node: ast.AST) -> bool:
    """May this be a tuple whose length is known only at run time: board[:a], (0,) * n?"""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return isinstance(node.left, ast.Tuple) or isinstance(node.right, ast.Tuple)
    return isinstance(node, ast.Slice)


def _transformed(definition: ast.FunctionDef, names: Names, *, gives_back: bool) -> list[ast.FunctionDef]:
    """The function's definition put into other words, and those of the functions that it calls besides."""
    definition = _copy(definition)
    if gives_back and not names.is_generator:
        definition = GiveBack(names).put_in(definition)
    parts = [definition]
    for part in parts:  # grows on the way: each loop is a function more, which may have loops in it again
        own = Function(part, names)
        for step in (YieldsFrom, Matches, Splits, *([RawQuestions] if gives_back else [])):
            step(own, parts).visit_body()
        lists = Lists(own, parts)  # looks at the loops before they are taken out
        Comprehensions(own, parts).visit_body()
        lists.visit_body()
    return parts


def _copy(definition: ast.FunctionDef) -> ast.FunctionDef:
    made = copy.deepcopy(definition)
    made.decorator_list = []
    made.name = f"kibitz_{made.name}"  # its own name means what it means in the user's file
    made.returns = None
    for argument in ast.walk(made.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return made


# ---------------------------------------------------------------- from a function to its source, and back


@functools.lru_cache(maxsize=32)
def _parsed(source: str, file: str) -> tuple[ast.Module, types.CodeType] | None:
    try:
        tree = ast.parse(source, file)
        return tree, compile(source, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _definition(function: types.FunctionType) -> tuple[ast.FunctionDef, str | None] | None:
    """Where a function is defined, and the name of the class around it.

    None where the source cannot be found, or has been changed since the function was made from it.
    """
    code = function.__code__
    source = "".join(linecache.getlines(code.co_filename, function.__globals__))
    parsed = _parsed(source, code.co_filename) if source else None
    if parsed is None or "__class__" in code.co_freevars or code not in _codes(parsed[1]):
        return None
    for node, class_name in _definitions(parsed[0], None):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        if node.name == code.co_name and first == code.co_firstlineno:
            return node, class_name
    return None


def _codes(code: types.CodeType) -> list[types.CodeType]:
    """All code in a piece of code."""
    found = [code]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found += _codes(constant)
    return found


def _definitions(tree: ast.AST, class_name: str | None) -> list[tuple[ast.FunctionDef, str | None]]:
    found = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            found.append((node, class_name))
        inside = node.name if isinstance(node, ast.ClassDef) else class_name
        found += _definitions(node, inside)
    return found


def _bound(
    function: types.FunctionType,
    parts: list[ast.FunctionDef],
    names: Names,
    class_name: str | None,
    adopt: Callable[[types.FunctionType], None],
) -> types.FunctionType:
    """The function made from the first of these definitions; the others are what it calls besides."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {name: types.CellType(value) for name, value in names.helpers.items()}
    cells |= {part.name: types.CellType() for part in parts[1:]}
    codes = {code.co_name: code for code in _codes(_compiled(parts, list(cells), class_name, function))}
    made = []
    for part in parts:
        code = codes[part.name]
        closure = tuple(cells[name] for name in code.co_freevars)
        one = types.FunctionType(code, function.__globals__, code.co_name, None, closure)
        one.__module__ = function.__module__
        _made.add(one)
        made.append(one)
        if part is not parts[0]:
            cells[part.name].cell_contents = one
            adopt(one)
    first = made[0]
    first.__name__, first.__qualname__ = function.__name__, function.__qualname__
    first.__defaults__, first.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return first


def _compiled(
    parts: list[ast.FunctionDef], free: list[str], class_name: str | None, function: types.FunctionType
) -> types.CodeType:
    """Definitions as code, inside a function that has the free names as its own, and a class with the private ones."""
    body: list[Any] = list(parts)
    if class_name is not None:
        inside = ast.ClassDef(class_name, [], [], body, [])
        setattr(inside, "type_params", [])  # noqa: B010  (Python 3.12 asks for it, 3.11 does not know it)
        body = [inside]
        if class_name not in free:  # what the class is called means what it means in the user's file
            body.insert(0, ast.Global([class_name]))
    tree = ast.fix_missing_locations(ast.Module([definition_of("kibitz_scope", free, body)], []))
    return compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
