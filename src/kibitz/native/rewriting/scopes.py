"""Which names mean what in a function that is put into other words."""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from typing import Any

from kibitz.native.lists import runs_compiled
from kibitz.native.override import override

PREFIX = "kibitz_"
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Names:
    """The names of a whole user's function, and what it is given besides while it is put into other words."""

    def __init__(self, function: types.FunctionType, definition: ast.FunctionDef) -> None:
        self.globals = function.__globals__
        self.free = set(function.__code__.co_freevars)
        self.is_generator = inspect.isgeneratorfunction(function)
        self.helpers: dict[str, Any] = {}  # functions of Kibitz's that it calls
        self.listing: set[str] = set()  # loops that make lists
        self.changed = False
        self._numbers = 0
        self._name = definition.name

    def helper(self, name: str) -> ast.Name:
        """A function of Kibitz's, by its name in `runs_compiled`."""
        self.helpers[PREFIX + name] = getattr(runs_compiled, name)
        return ast.Name(PREFIX + name, ast.Load())

    def new(self, word: str) -> str:
        """A name that is not in use."""
        self._numbers += 1
        return f"{PREFIX}{word}_{self._numbers}_of_{self._name}"


class Function:
    """One function that is being put into other words: the user's, or one that holds a loop of it."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.definition = definition
        self.names = names
        self.locals = bound_names(definition)

    def is_builtin(self, node: ast.expr, *wanted: str) -> bool:
        """Is this the name of one of these functions of Python's, and is nothing else called that?"""
        return (
            isinstance(node, ast.Name)
            and node.id in wanted
            and node.id not in self.locals
            and node.id not in self.names.free
            and self.names.globals.get(node.id, getattr(builtins, node.id)) is getattr(builtins, node.id)
        )

    def call_of(self, node: ast.AST, *wanted: str) -> bool:
        """Is this a call of one of these functions of Python's, without stars?"""
        return (
            isinstance(node, ast.Call)
            and self.is_builtin(node.func, *wanted)
            and not any(isinstance(argument, ast.Starred) for argument in node.args)
            and all(keyword.arg is not None for keyword in node.keywords)
        )


class Rewriter(ast.NodeTransformer):
    """Puts one construct of a function into other words. Functions inside the function are left alone."""

    def __init__(self, function: Function, parts: list[ast.FunctionDef]) -> None:
        self.function = function
        self.names = function.names
        self.parts = parts  # where further functions go

    def visit_body(self) -> None:
        """Go through the function."""
        definition = self.function.definition
        body: list[ast.stmt] = []
        for statement in definition.body:
            made = self.visit(statement)
            body += made if isinstance(made, list) else [made]
        definition.body = body

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Another scope: left alone."""
        return node

    @override
    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Another scope: left alone."""
        return node

    @override
    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Another scope: left alone."""
        return node


def bound_names(definition: ast.FunctionDef) -> set[str]:
    """The names that a function binds: its parameters and what it assigns, outside of functions and loops inside it."""
    given = definition.args
    found = {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    found |= {one.arg for one in (given.vararg, given.kwarg) if one is not None}
    outer: set[str] = set()
    waiting: list[ast.AST] = list(definition.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            outer |= set(node.names)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, SCOPES):
            continue
        if isinstance(node, LOOPS):
            waiting.append(node.generators[0].iter)  # evaluated outside of the loop; the rest has names of its own
            found |= {inner.target.id for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)}
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name is not None:
            found.add(node.name)
        if isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        if isinstance(node, ast.ExceptHandler) and node.name is not None:
            found.add(node.name)
        waiting += ast.iter_child_nodes(node)
    return found - outer


def loaded(*nodes: ast.AST) -> set[str]:
    """The names that are read anywhere in these."""
    return {
        node.id
        for one in nodes
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def stored(*nodes: ast.AST) -> set[str]:
    """The names that are assigned anywhere in these."""
    return {
        node.id
        for one in nodes
        for node in ast.walk(one)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }


def name(word: str) -> ast.Name:
    """The value of a name."""
    return ast.Name(word, ast.Load())


def assign(word: str, value: ast.expr) -> ast.Assign:
    """word = value"""
    return ast.Assign([ast.Name(word, ast.Store())], value)


def call(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    """function(*arguments)"""
    return ast.Call(function, list(arguments), [])


def definition_of(word: str, parameters: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """def word(parameters): body"""
    arguments = ast.arguments([], [ast.arg(one) for one in parameters], None, [], [], None, [])
    made = ast.FunctionDef(word, arguments, body, [])
    setattr(made, "type_params", [])  # noqa: B010  (Python 3.12 asks for it, 3.11 does not know it)
    return made
