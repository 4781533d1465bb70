"""What a newcomer meets: the wheel in a clean environment, the README, and the examples."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import command
import kibitz
from installed import Installed

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
BLOCKS = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", README)


def run(*words, cwd, **more):
    ran = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
        **more,
    )
    assert ran.returncode == 0, f"{words}\n{ran.stdout}\n{ran.stderr}"
    assert "Traceback" not in ran.stderr
    return ran.stdout


# ---------------------------------------------------------------- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    assert wheel.name == f"kibitz-{kibitz.__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"kibitz", f"kibitz-{kibitz.__version__}.dist-info"}
    inside = {name for name in names if name.startswith("kibitz/")}
    source = {f"kibitz/{path.relative_to(ROOT / 'src/kibitz')}" for path in (ROOT / "src/kibitz").rglob("*.py")}
    page = ROOT / "src/kibitz/web/static"
    static = {f"kibitz/web/static/{path.relative_to(page)}" for path in page.rglob("*") if path.is_file()}
    assert "kibitz/web/static/index.html" in static
    assert source | static | {"kibitz/py.typed", "kibitz/games/backgammon/weights.npz"} <= inside
    assert not any("__pycache__" in name or "/test" in name for name in inside)
    [metadata] = [name for name in names if name.endswith("METADATA")]
    told = zipfile.ZipFile(wheel).read(metadata).decode()
    assert "License-Expression: MIT" in told
    assert "Requires-Python: >=3.11" in told
    assert "Provides-Extra: page" in told  # older instructions say kibitz[page]
    assert re.search(r"(?m)^Requires-Dist: fastapi>=[\d.]+$", told)  # `pip install kibitz`, then `kibitz serve`
    assert "# Kibitz" in told


def test_the_wheel_works_in_a_clean_environment(wheel, tmp_path):
    clean = tmp_path / "clean"
    run(sys.executable, "-m", "venv", "--without-pip", clean, cwd=tmp_path)
    python = clean / "bin/python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    # Numba and NumPy are lent by this environment: nothing is downloaded, and Kibitz itself is the wheel's.
    Path(site, "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=tmp_path,
    )

    # Compiled where the compiler pays, and with what other tests compiled.
    newcomer = Installed(python, tmp_path, KIBITZ_CACHE=os.environ["KIBITZ_CACHE"])
    for step in Installed.OF_FILES:
        step(newcomer)


# ---------------------------------------------------------------- the README


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the files that the README tells the reader to make."""
    folder = tmp_path_factory.mktemp("readme")
    for language, block in BLOCKS:
        if language == "python" and (name := re.match(r"# (\w+\.py)\n", block)):
            (folder / name[1]).write_text(block, encoding="utf-8")
    return folder


def shown_as(shown):
    """What is shown, as a pattern: `…` is anything within a line, and on a line of its own any number of lines."""
    lines = [
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


CONSOLE = [
    (typed, shown)
    for language, block in BLOCKS
    if language == "console"
    for typed, shown in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", block)
]


def test_the_readme_shows_what_there_is_to_show():
    assert len(CONSOLE) >= 10
    assert {typed.split()[1] for typed, _ in CONSOLE if typed.startswith("kibitz ")} >= {
        "best",
        "solve",
        "play",
        "tree",
        "perft",
        "check",
        "games",
    }
    assert {language for language, _ in BLOCKS} == {"sh", "python", "console"}
    for words in ("make setup", "make run", "make test", "make bench", "MIT"):
        assert words in README


@pytest.mark.parametrize(("typed", "shown"), CONSOLE, ids=[typed for typed, _ in CONSOLE])
def test_every_command_in_the_readme_prints_what_is_shown(typed, shown, desk):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", typed],
        cwd=desk,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        env=os.environ | {"PATH": path},
    )
    printed = "".join(line + "\n" for line in ran.stdout.splitlines() if not line.startswith("kibitz: compiling "))
    assert shown_as(shown).fullmatch(printed), printed
    assert ran.returncode == (2 if shown.startswith("kibitz: ") else 0)


def test_every_python_session_in_the_readme_goes_as_shown(desk):
    names = {}
    sessions = 0
    for language, block in BLOCKS:
        if language != "python":
            continue
        if ">>>" not in block:
            path = desk / re.match(r"# (\w+\.py)\n", block)[1]
            spec = importlib.util.spec_from_file_location(path.stem, path)
            module = importlib.util.module_from_spec(spec)
            sys.modules[path.stem] = module
            spec.loader.exec_module(module)
            names |= vars(module)
            continue
        sessions += 1
        told = []
        test = doctest.DocTestParser().get_doctest(block, names, "README.md", "README.md", 0)
        failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            test, out=told.append, clear_globs=False
        )
        names |= test.globs
        assert tried > 0
        assert failed == 0, "".join(told)
    assert sessions >= 2
    assert kibitz.solve(names["Matches"](), interpreted=True) == 1


def test_a_shown_output_that_differs_is_noticed():
    assert shown_as("a …\n…\nz\n").fullmatch("a b\nc\nd\nz\n")
    assert shown_as("a\n…\n").fullmatch("a\n")
    assert not shown_as("a …\nz\n").fullmatch("a b\nc\nz\n")
    assert not shown_as("value: 3\n").fullmatch("value: 4\n")


# ---------------------------------------------------------------- the examples

PRINTED = {
    "mazes_together": ["joint  1 ", "turns  2 ", "plan   1 ", "  5      deepening", "  5      paranoid"],
    "hexapawn": ["White moves first, and loses."],
    "subtract_square": ["sizes: 2 5 7 10 12 15 17 20 22\n", "From 20 stones: loses"],
    "shell_game": ["deals: bet, worth 4.000", "regret: take, worth 3.000"],
    "twenty_one": ["at 15: roll, worth 18.500", "at 16: stop, worth 16.000", "the whole game is worth 17.661"],
}
CLASSES = {
    "hexapawn": "Hexapawn",
    "shell_game": "ShellGame",
    "subtract_square": "SubtractSquare",
    "twenty_one": "TwentyOne",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_every_example_runs_as_a_script_and_as_a_game(path):
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert all(line.startswith("kibitz: compiling ") for line in ran.stderr.splitlines()), ran.stderr
    for words in PRINTED[path.stem]:
        assert words in ran.stdout
    assert len(path.read_text(encoding="utf-8").splitlines()) < 80
    if path.stem not in CLASSES:
        return  # it shows a game that comes with Kibitz
    named = f"{path}:{CLASSES[path.stem]}"
    assert command.kibitz("best", named, "--depth", "2", "--interpreted").out.startswith("best: ")
    assert command.kibitz("check", named, "--interpreted").out.startswith("well defined: all ")
