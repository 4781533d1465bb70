"""The pages of docs/ keep their word: code runs, commands print what is shown, pictures and links are up to date."""

import contextlib
import io
import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.positions import beginning, played
from kibitz.games import names
from kibitz.search import ALGORITHMS
from kibitz.search.textbook import alphabeta, beam, quiescence
from kibitz.search.textbook.deepening import DEEPENING

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FILE = re.compile(r"# (\w+\.py)\n")  # a block that begins with a file's name is kept under it, too
SAID = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)  # what a line prints stands behind it
QUICKER_COMPILED = "solve go --set size=3"  # the tests of Go compile it anyway
MEASURED = {"speed.svg"}  # drawn from what the benchmarks measured: tests/test_bench.py compares it
LIMITS = {"--time", "--depth", "--nodes", "--iterations", "--ablate"}


def title(page):
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_page_keeps_its_word(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))  # what a page keeps is its own
    monkeypatch.syspath_prepend(tmp_path)  # the page's files import each other
    names_in_page = {"__name__": "page"}
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            run_python(text, names_in_page)
        elif kind == "console":
            run_commands(text)
    for file in tmp_path.glob("*.py"):
        sys.modules.pop(file.stem, None)


def run_python(text, names_in_page):
    if file := FILE.match(text):
        Path(file[1]).write_text(text, encoding="utf-8")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, file[1] if file else "a block of the page", "exec"), names_in_page)
    if expected := SAID.findall(text):
        assert matches("\n".join(expected), out.getvalue()), out.getvalue()


def run_commands(text):
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        before, pipe, after = command.rpartition(" | ")
        words = shlex.split(after if pipe else command)
        assert words[0] == "kibitz", command
        is_plain = QUICKER_COMPILED not in command
        builds = words[1:3] in (["table", "build"], ["table", "verify"])
        if (words[1] in ("best", "solve", "play") and is_plain) or builds:
            words.append("--interpreted")  # the answer is the same, and nothing has to be compiled
        if words[1] == "best" and LIMITS.isdisjoint(words):
            words.append("--exact")  # nor does it hang on the clock
        said = kibitz(*words[1:], stdin=piped(before) if pipe else "")
        told = said.out + "\n".join(said.messages)
        assert said.code == 0 or expected.strip(), told  # a command that fails is shown to do so
        assert not expected.strip() or matches(expected, told), told


def piped(command):
    """What `echo` or `printf` before a pipe writes."""
    word, *given = shlex.split(command)
    return given[0].replace("\\n", "\n") if word == "printf" else " ".join(given)


def matches(expected, told):
    """Is it what was expected, where … stands for anything within a line, and alone on a line for any lines?"""
    pattern = ""
    for line in expected.strip("\n").split("\n"):
        anything = line.strip() == "…"
        pattern += r"(?:[^\n]*\n)*?" if anything else re.escape(line.rstrip()).replace("…", r"[^\n]*") + r"\s*?\n"
    return re.fullmatch(pattern, told.strip("\n") + "\n") is not None


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert target.startswith(("https://", "http://127.0.0.1:8080/")) or (page.parent / target).exists(), target


def test_index_has_every_page():
    linked = {(DOCS / target).resolve() for target in LINK.findall((DOCS / "README.md").read_text(encoding="utf-8"))}
    assert set(PAGES) - {DOCS / "README.md"} <= linked


def test_every_game_and_algorithm_has_a_page():
    assert {page.stem for page in (DOCS / "games").glob("*.md")} >= set(names())
    assert {page.stem for page in (DOCS / "algorithms").glob("*.md")} >= set(ALGORITHMS)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_pseudocode_is_the_module_s(algorithm):
    page = (DOCS / "algorithms" / f"{algorithm.name}.md").read_text(encoding="utf-8")
    assert algorithm.pseudocode in page


def test_pages_of_searches_that_stop_early():
    assert DEEPENING.pseudocode in (DOCS / "algorithms" / "deepening.md").read_text(encoding="utf-8")
    page = (DOCS / "algorithms" / "heuristic.md").read_text(encoding="utf-8")
    assert quiescence.PSEUDOCODE in page and beam.PSEUDOCODE.format(width=2) in page


def test_every_form_of_alphabeta_is_shown():
    page = (DOCS / "algorithms" / "alphabeta.md").read_text(encoding="utf-8")
    assert alphabeta.FAIL_HARD_PSEUDOCODE in page
    assert all(form in page for form in alphabeta.VARIANTS)


def test_steps_of_the_engine_are_those_of_its_source():
    source = (ROOT / "src" / "kibitz" / "search" / "engine" / "look.py").read_text(encoding="utf-8")
    steps = re.findall(r"^    # (\d+\. [^.:,]+)", source, re.MULTILINE)
    page = (DOCS / "algorithms" / "deepening.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\*\*(\d+\. [^*]+)\*\*", page, re.MULTILINE)
    assert [step.split(".")[0] for step in steps] == [step.split(".")[0] for step in shown]
    assert all(there.rstrip(".").startswith(here) for here, there in zip(steps, shown, strict=True))


def test_pictures_are_up_to_date():
    drawn = runpy.run_path(str(DOCS / "draw_pictures.py"))["pictures"]()
    kept = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").iterdir()}
    assert set(kept) - MEASURED == set(drawn), "run python docs/draw_pictures.py"
    stale = [name for name in drawn if drawn[name] != kept[name]]
    assert not stale, f"run python docs/draw_pictures.py: {stale}"


def test_every_picture_is_shown():
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert all(f"pictures/{path.name})" in shown for path in (DOCS / "pictures").iterdir())


def test_the_contact_sheet_has_the_beginning_middle_and_end_of_every_game(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    moments = runpy.run_path(str(DOCS / "contact_sheet.py"))["moments"]
    for name in names():
        game = kz.game(name)
        start, middle, end = moments(name)
        assert (start.position, start.moves) == (None, ())
        at = {moment: played(game, beginning(game, moment.position), moment.moves)[1] for moment in (middle, end)}
        assert not game.is_terminal(at[middle]), name
        assert game.is_terminal(at[end]), name
        assert end.address.startswith(f"#/play?game={name}&")
