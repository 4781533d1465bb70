"""What is written in `src` can be read: no function is too long or, as ruff checks, too tangled."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import kibitz
from kibitz.native.compiling.digest import PACKAGE, ROOMS_APART

SOURCE = Path(kibitz.__file__).parent
ROOT = Path(__file__).resolve().parent.parent
LONGEST_FUNCTION = 80  # lines, its decorators and docstring included
MOST_COMPLEX = 25  # ways through a function, as McCabe counts them

# Functions that may be longer, each with the reason why: {"search/engine/look.py: look": "why"}.
EXCEPTIONS: dict[str, str] = {}

FILES = sorted(SOURCE.rglob("*.py"))


def functions() -> dict[str, int]:
    """The lines of every function and method of Kibitz, by its file and name."""
    found = {}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = node.end_lineno - node.lineno + 1
                found[f"{path.relative_to(SOURCE).as_posix()}: {node.name}, line {node.lineno}"] = lines
    return found


def test_no_function_is_too_long_to_read():
    long = {name: lines for name, lines in functions().items() if lines > LONGEST_FUNCTION}
    unexcused = {name: lines for name, lines in long.items() if name.split(", line")[0] not in EXCEPTIONS}
    assert not unexcused, "\n".join(f"{name}: {lines} lines" for name, lines in unexcused.items())
    assert {name.split(", line")[0] for name in long} == set(EXCEPTIONS), "an exception that is no longer needed"
    assert all(EXCEPTIONS.values()), "an exception without a reason"


def test_ruff_refuses_tangled_functions():
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "C901" in lint["select"]
    assert lint["mccabe"]["max-complexity"] <= MOST_COMPLEX
    excused = [file for file, rules in lint["per-file-ignores"].items() if "C901" in rules]
    assert not excused


def test_what_make_quick_runs_is_there():
    makefile = (ROOT / "Makefile").read_text()
    quick = re.search(r"^QUICK := ((?:.*\\\n)*.*)", makefile, re.MULTILINE)[1].replace("\\\n", " ").split()
    assert len(quick) > 5
    for chosen in quick:
        file, _, test = chosen.partition("::")
        assert f"def {test}(" in (ROOT / file).read_text() if test else (ROOT / file).is_file(), chosen


def test_machine_code_depends_on_every_room_but_those_apart():
    assert SOURCE.resolve() == PACKAGE
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert set(ROOMS_APART) < rooms and {"search", "lookup", "native", "check"} <= rooms - set(ROOMS_APART)


@pytest.mark.parametrize("room", sorted(set(ROOMS_APART) - {"games"}))
def test_nothing_is_compiled_in_the_rooms_that_compiled_code_does_not_depend_on(room):
    for path in sorted((SOURCE / room).rglob("*.py")):
        source = path.read_text()
        assert not re.search(r"^@jit|^class \w+\((Native|Game|Count)\)", source, re.MULTILINE), path
