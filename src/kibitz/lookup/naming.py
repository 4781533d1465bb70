"""The names of the files in which tables and books are kept: one for each game and its parameters."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from pathlib import Path
from typing import Any

from kibitz.game import UNSHOWN, Game, inside

SHIPPED = "kibitz.games."  # the modules of the games that come with Kibitz
JUDGING = "evaluation"  # the parameter of shipped games that changes how positions are judged, not the rules
LONGEST = 80  # characters of the parameters in a file's name; longer ones are shortened to a digest


def file_name(game: Game, ending: str) -> str:
    """The name of a game's file: `connect-four,height=4,width=5.table`; `ending` is without its dot.

    Only parameters that differ from their defaults are named, in alphabetical order. A user's game is named by its
    class and eight digits that stand for the path of its source file.
    """
    name = shipped_name(game) or f"{type(inside(game)).__name__}-{digest(str(source_file(game) or ''))}"
    said = ",".join(f"{key}={value}" for key, value in parameters(game).items())
    if len(said) > LONGEST or not all(letter.isalnum() or letter in "=,.-_+" for letter in said):
        said = digest(said)
    return f"{name}{',' if said else ''}{said}.{ending}"


def shipped_name(game: Game) -> str:
    """The name by which a game that comes with Kibitz is asked for, such as "connect-four"; "" for a user's game."""
    module = type(inside(game)).__module__
    return module.removeprefix(SHIPPED).split(".")[0].replace("_", "-") if module.startswith(SHIPPED) else ""


def source_file(game: Game) -> Path | None:
    """The file in which the class of a game is written; None where there is none, as in a notebook."""
    cls = type(inside(game))
    path = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return Path(path).resolve() if path else None


def source_digest(game: Game) -> str:
    """Eight digits for the text of a user's source file, and of those beside it or below that it imports.

    "" for a game that comes with Kibitz, or without a file.
    """
    path = None if shipped_name(game) else source_file(game)
    if path is None:
        return ""
    found: dict[Path, bytes] = {}
    for cls in type(inside(game)).__mro__:
        _gather_sources(cls.__module__, path.parent, found)
    return hashlib.sha256(b"".join(found.values())).hexdigest()[:8] if found.get(path) is not None else ""


def _gather_sources(module: str, folder: Path, found: dict[Path, bytes]) -> None:
    """Add the source of a module in a folder to those that were found, and what it imports from there."""
    name = getattr(sys.modules.get(module), "__file__", None)
    path = Path(name).resolve() if name else None
    if path is None or path in found or not path.is_relative_to(folder):
        return
    try:
        found[path] = path.read_bytes()
        imports = [node for node in ast.walk(ast.parse(found[path])) if isinstance(node, ast.Import | ast.ImportFrom)]
    except (OSError, SyntaxError, ValueError):
        return
    package = getattr(sys.modules[module], "__package__", "") or ""
    for node in imports:
        beginning = ""
        if isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            beginning = ".".join([*above, *filter(None, [node.module])])
            _gather_sources(beginning, folder, found)
        for each in node.names:
            _gather_sources(f"{beginning}.{each.name}".lstrip("."), folder, found)


def parameters(game: Game) -> dict[str, str]:
    """The parameters of a game's rules that differ from their defaults, by name, as text.

    Some games do not keep what they were made with. Where a game made with what can be told is not like this one,
    digits that stand for what it has become are added, under the name `made`.
    """
    game = inside(game)
    told: dict[str, Any] = {}
    is_all = True
    for name, parameter in sorted(inspect.signature(type(game)).parameters.items()):
        kept = vars(game).get(name, vars(game).get(f"_{name}", parameter.empty))
        if kept is parameter.empty or (parameter.default is not parameter.empty and not _is_like(kept, parameter)):
            is_all = False
        elif not _is_same(kept, parameter.default) and not (name == JUDGING and shipped_name(game)):
            told[name] = kept
    given = {name: _said(value) for name, value in told.items()}
    if not is_all and not _is_same(_traits(game), _traits_of_another(type(game), told)):
        given["made"] = digest(repr(_traits(game)))
    return given


def digest(text: str) -> str:
    """Eight hexadecimal digits that stand for a text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def _is_like(kept: Any, parameter: inspect.Parameter) -> bool:
    return isinstance(kept, type(parameter.default)) or parameter.default is None


def _traits(game: Game) -> Any:
    """What tells games of one class apart as far as rules go: what they are made of, and how they begin."""
    shown = {name: _said(kept) for name, kept in vars(game).items() if _is_trait(name, kept)}
    shown = {name: kept for name, kept in shown.items() if not name.startswith("has_") and name != JUDGING}
    return sorted(shown.items()), repr(game.initial())


def _is_trait(name: str, kept: Any) -> bool:
    """Does an attribute tell rules apart? Private ones only where they are plain data, which no search fills."""
    if name.startswith("_") and not name.startswith("_kibitz_"):
        return isinstance(kept, int | float | str | bytes | tuple | frozenset) or hasattr(kept, "tolist")
    return not name.startswith(UNSHOWN)


def _traits_of_another(cls: type[Game], told: dict[str, Any]) -> Any:
    try:
        return _traits(cls(**told))
    except Exception:  # a parameter that cannot be told has no default
        return None


def _is_same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # arrays, say
        return False


def _said(value: Any) -> str:
    """A value as it is typed on the command line, as far as that is possible."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and value:
        return ",".join(map(_said, value))
    return repr(value.tolist()) if hasattr(value, "tolist") else repr(value)
