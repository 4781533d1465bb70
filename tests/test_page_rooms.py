"""The plan of the page's scripts: a view imports its own folder and `shared`, and `shared` only itself."""

import re
from pathlib import Path, PurePosixPath

import pytest

import kibitz
from kibitz.games import names

WEB = Path(kibitz.__file__).parent / "web"
STATIC = WEB / "static"
SHARED = "shared"
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
VIEWS = sorted(path.parent.name for path in STATIC.glob("*/view.js"))
PHONE = "room/phone.js"  # a page of its own, which shares with the other
ROOT = "main.js"  # the shell: it opens every view, and nothing imports it

# `import … from "x"`, `import "x"`, `export … from "x"` and `import("x")`.
IMPORT = re.compile(
    r"""(?:^(?:import|export)\b[^;"'`]*?\bfrom\s*|^import\s*|\bimport\s*\(\s*)(["'])([^"'`\n]+)\1""", re.MULTILINE
)
DYNAMIC = re.compile(r"\bimport\s*\(")


def code(script: str) -> str:
    """A script without its comments."""
    text = (STATIC / script).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|^\s*//[^\n]*|(?<=[;{}),\s])//\s[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)


def imported(script: str) -> list[str]:
    """The scripts that a script imports, as paths below `static`."""
    found = []
    for _, path in IMPORT.findall(code(script)):
        assert path.startswith("."), f"{script} imports {path!r}: expected a relative path"
        parts: list[str] = []
        for part in (PurePosixPath(script).parent / path).parts:
            if part == "..":
                assert parts, f"{script} imports {path!r}, which is outside the page"
                parts.pop()
            else:
                parts.append(part)
        found.append("/".join(parts))
    return found


GRAPH = {script: imported(script) for script in SCRIPTS}


def room(script: str) -> str:
    return script.split("/")[0] if "/" in script else ROOT


def test_the_rooms_are_the_views_and_what_they_share():
    assert {room(script) for script in SCRIPTS} == {ROOT, SHARED, *VIEWS}
    assert VIEWS == ["home", "lab", "lectures", "play", "quiz", "room", "search"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_import_is_there_and_can_be_read_off(script):
    assert set(GRAPH[script]) <= set(SCRIPTS)
    assert len(DYNAMIC.findall(code(script))) == len(re.findall(r"\bimport\s*\(\s*[\"']", code(script)))


def test_no_view_imports_from_another_and_shared_from_none():
    wrong = [
        f"{script} imports {other}"
        for script, others in GRAPH.items()
        for other in others
        if script != ROOT and room(other) not in {SHARED, room(script)}
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_is_shared_by_one_view_alone():
    users: dict[str, set[str]] = {}

    def walk(script: str, who: str) -> None:
        if who not in users.setdefault(script, set()):
            users[script].add(who)
            for other in GRAPH[script]:
                walk(other, who)

    for script in SCRIPTS:
        if room(script) in VIEWS:
            walk(script, room(script))
            if script == PHONE:
                walk(script, PHONE)
    of_the_shell = set(GRAPH[ROOT])  # it stands around every view
    shared = {script for script in SCRIPTS if room(script) == SHARED} - of_the_shell
    assert {script for script in shared if len(users.get(script, ())) < 2} == set()


def test_no_script_is_reached_by_nobody():
    reached = {other for others in GRAPH.values() for other in others}
    pages = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.html"))
    assert {script for script in SCRIPTS if script not in reached and f"static/{script}" not in pages} == set()


@pytest.mark.parametrize("path", sorted(p for p in WEB.rglob("*") if p.suffix in {".js", ".html", ".py"}), ids=str)
def test_neither_script_nor_server_knows_a_game_by_name(path):
    text = path.read_text(encoding="utf-8")
    quoted = set(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", text))
    ambiguous = {"tree"}  # the lab's own
    assert not {name for name in names() if name not in ambiguous} & quoted
