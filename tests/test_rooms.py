"""The plan of the house: a room imports only rooms below it, and nothing goes round in a circle.

Imports inside functions count like those at the top of a file: an arrow that is hidden is an arrow all the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz

SOURCE = Path(kibitz.__file__).parent

# From the top of the house to its cellar. Modules that stand beside the rooms are rooms of their own.
LAYERS = (
    "__main__",
    "cli",
    "web",
    "lab",
    "arena",
    "learn",
    "cluster",
    "answer",
    "check",
    "search",
    "games",
    "lookup",
    "evaluation",
    "game",
    "draw",
    "native",
    "pieces",
    "saving",
    "errors",
    "starting",
    "renamed",
    "version",
)
TOP_MODULES = 9
LONGEST_FILE = 450  # lines


def modules() -> dict[str, Path]:
    """Every module of Kibitz by its dotted name, without `kibitz.` before it; the package itself is ``."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imported(name: str) -> Iterator[tuple[int, str]]:
    """The lines at which a module imports another one of Kibitz, at the top or anywhere inside."""
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "kibitz":
                    yield node.lineno, alias.name.partition(".")[2]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}, line {node.lineno}: an import is written in full"
            if (node.module or "").split(".")[0] == "kibitz":
                inside = (node.module or "").partition(".")[2]
                for alias in node.names:
                    longer = f"{inside}.{alias.name}".strip(".")
                    yield node.lineno, longer if longer in MODULES else inside


GRAPH = {name: list(imported(name)) for name in MODULES}


def layer(name: str) -> int:
    return LAYERS.index(name.split(".")[0])


def test_every_module_has_a_room():
    assert {name.split(".")[0] for name in MODULES} - {""} == set(LAYERS)


def test_at_most_nine_modules_stand_beside_the_rooms():
    assert len(list(SOURCE.glob("*.py"))) <= TOP_MODULES


def test_no_arrow_goes_up():
    upward = [
        f"{name}, line {line}: imports {other or 'kibitz'}"
        for name, arrows in GRAPH.items()
        if name
        for line, other in arrows
        if not other or layer(other) < layer(name)
    ]
    assert not upward, "\n".join(upward)


def test_nothing_imports_in_a_circle():
    done: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join((*above[above.index(name) :], name))
        if name in done:
            return
        for _, other in GRAPH[name]:
            if other != name:
                walk(other, (*above, name))
        done.add(name)

    for name in MODULES:
        walk(name, ())


def test_nothing_but_the_games_knows_a_game_by_name():
    games = {name for name in MODULES if name.count(".") >= 1 and name.startswith("games.")} - {"games.tree"}
    found = [
        f"{name}, line {line}: imports {other}"
        for name, arrows in GRAPH.items()
        if not name.startswith("games")
        for line, other in arrows
        if other in games
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", MODULES)
def test_no_file_is_too_long_to_read(name):
    assert len(MODULES[name].read_text().splitlines()) <= LONGEST_FILE


def test_no_two_modules_share_a_name_that_says_nothing():
    vague = {"utils", "helpers", "misc", "common"}
    assert not [name for name in MODULES if name.split(".")[-1] in vague]
