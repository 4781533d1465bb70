"""The rules of a game as they are written: which of the user's functions a rule is made of, and their lines."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, NamedTuple

from kibitz.native.compiling.digest import is_users


class Source(NamedTuple):
    """A function of the user's, and how it is written."""

    name: str
    function: Any
    definition: ast.FunctionDef
    lines: list[str]

    def line(self, number: int) -> str:
        """The text of a line of the file."""
        at = number - self.function.__code__.co_firstlineno
        return self.lines[at].strip() if 0 <= at < len(self.lines) else ""

    def statement(self, number: int) -> ast.stmt | None:
        """The innermost statement that a line belongs to."""
        inside = [
            node
            for node in ast.walk(self.definition)
            if isinstance(node, ast.stmt) and node.lineno <= number <= (node.end_lineno or node.lineno)
        ]
        return max(inside, key=lambda node: (node.lineno, node.col_offset), default=None)

    def gives_name(self, number: int, *, used_on: int) -> bool:
        """Does the statement on one line give a value to a name that the statement on another line uses?"""
        giving, using = self.statement(number), self.statement(used_on)
        if not isinstance(giving, ast.Assign) or using is None:
            return False
        given = {target.id for target in giving.targets if isinstance(target, ast.Name)}
        return any(isinstance(node, ast.Name) and node.id in given for node in ast.walk(using))


def source_of(name: str, function: Any) -> Source | None:
    """How a function is written; None where that cannot be found out."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    definition = tree.body[0] if tree.body else None
    if not isinstance(definition, ast.FunctionDef):
        return None
    ast.increment_lineno(definition, first - 1)
    return Source(name, function, definition, [line.rstrip("\n") for line in lines])


def reached(game: Any, s: Any, root: str) -> list[Source]:
    """The user's functions that a rule is made of: its own first, then those that it calls, and so on."""
    found: dict[Any, Source] = {}
    waiting = [(root, _plain(inspect.getattr_static(type(game), root, None)))]
    while waiting:
        name, function = waiting.pop(0)
        if function is None or function in found or not is_users(function.__module__):
            continue
        source = source_of(name, function)
        if source is not None:
            found[function] = source
            waiting += _called(game, s, source)
    return list(found.values())


def _plain(entry: Any) -> Any:
    entry = entry.__func__ if isinstance(entry, staticmethod) else entry
    entry = entry.fget if isinstance(entry, property) else entry
    return entry if inspect.isfunction(entry) else None


def _called(game: Any, s: Any, source: Source) -> list[tuple[str, Any]]:
    """What a function may call: methods of the game and of its states, and functions of its module."""
    called = []
    for node in ast.walk(source.definition):
        if isinstance(node, ast.Name):
            called.append((node.id, _plain(source.function.__globals__.get(node.id))))
        elif isinstance(node, ast.Attribute):
            owner = type(game) if is_self(source, node.value) else type(s)
            called.append((node.attr, _plain(inspect.getattr_static(owner, node.attr, None))))
    return called


def is_self(source: Source, node: ast.AST) -> bool:
    """Is this the game itself?"""
    first = source.definition.args.args[0].arg if source.definition.args.args else ""
    return isinstance(node, ast.Name) and node.id == first == "self"
