"""Where Numba is missing, everything runs as plain Python, answers as machine code does, and says so once."""

import inspect
import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import command
import matches_game
from kibitz.native import numba_at_hand
from serving import server

NOTICE = "kibitz: Numba is not installed, so everything runs as plain Python, which is slow"

# What Python imports before anything else, where it lies on its path.
MISSING = """
import sys

class NotThere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NotThere())
"""

# Answers that do not depend on a clock: what is compared with machine code, field by field and node by node.
ASKED = [
    "best tic-tac-toe X........",
    "best tic-tac-toe X...O.... --algorithm minimax",
    "best tic-tac-toe X...O.... --algorithm alphabeta",
    "best tic-tac-toe X...O.... --algorithm proof",
    "best connect-four 4453 --depth 3",
    "best connect-four 4453 --algorithm montecarlo --nodes 60 --seed 7",
    "best nim 3,4,5 --algorithm table",
    "best pig --set goal=8 --algorithm table",
    "best kuhn-poker --algorithm regret --nodes 4000",
    "best matches.py:Matches",
    "solve matches.py:Matches (20,0)",
    "perft connect-four --depth 3",
    "match tic-tac-toe minimax random --games 3 --seed 1",
    "check matches.py:Matches",
]

# The rest of the command, in a process that has no Numba: each must be done, and may say what it likes on the way.
DONE = [
    "table build connect-four --set width=3 --set height=3",
    "table verify connect-four --set width=3 --set height=3",
    "book build tic-tac-toe --plies 1",
    "tournament tic-tac-toe random minimax --games 2",
    "forecast nim 1,2,3",
    "learn matches.py:Counted --games 20",
    "grade student.py:search",
    "lectures two-ply",
    "match tic-tac-toe minimax random --games 2 --workers 2",
]

FILES = {
    "matches.py": inspect.getsource(matches_game)
    + """

class Counted(Matches):
    '''The same, with something to learn from'''

    feature_count = 2

    def features(self, s):
        yield 0, 1.0
        yield 1, float(s.left % 4)
""",
    "student.py": """
def search(tree, maximising=True):
    if not isinstance(tree, list):
        return tree
    values = [search(child, not maximising) for child in tree]
    return max(values) if maximising else min(values)
""",
    "asks.py": """
import json, sys
import command

for line in sys.stdin:
    answer = command.kibitz(*json.loads(line))
    print(json.dumps([answer.code, answer.out, answer.err]), flush=True)
assert not any(name.partition(".")[0] in ("numba", "llvmlite") for name in sys.modules)
""",
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "missing").mkdir()
    (folder / "missing/sitecustomize.py").write_text(MISSING, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def plain(desk):
    """What every command answers in one process without Numba, by the command; and what the process said by itself."""
    lines = [*(f"{line} --json" for line in ASKED), *DONE]
    ran = subprocess.run(
        [sys.executable, desk / "asks.py"],
        input="".join(json.dumps(line.split()) + "\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=desk,
        env=without_numba(desk),
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    answers = [command.Answer(*json.loads(line)) for line in ran.stdout.splitlines()]
    return dict(zip([*ASKED, *DONE], answers, strict=True))


def without_numba(desk):
    path = os.pathsep.join([str(desk / "missing"), str(Path(__file__).parent)])
    return os.environ | {"PYTHONPATH": path, "KIBITZ_DATA": str(desk / "data")}


def untimed(answer):
    """What was answered, without what a clock measured and without how it was run."""
    found = answer.json
    search = found.get("search", {})
    for part in (found, search, search.get("statistics", {})):
        for name in ("seconds", "nodes_per_second", "simulations_per_second", "compiled"):
            part.pop(name, None)
    return found


@pytest.mark.parametrize("line", ASKED)
def test_plain_python_answers_what_machine_code_answers(line, plain, desk, monkeypatch):
    monkeypatch.chdir(desk)
    compiled = command.kibitz(*line.split(), "--json")
    assert plain[line].code == compiled.code
    assert same(untimed(plain[line]), untimed(compiled)), (plain[line], compiled)


def same(one, other):
    """Are these alike, numbers to nine places?"""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, (int, float)):
        return one == pytest.approx(other, abs=1e-9)
    return one == other


@pytest.mark.parametrize("line", DONE)
def test_every_command_works_as_plain_python(line, plain):
    assert plain[line].code == 0, plain[line].err
    assert plain[line].out


def test_it_is_said_once_and_in_one_sentence(plain):
    said = [line for answer in plain.values() for line in answer.err.splitlines() if "Numba" in line]
    assert said == [NOTICE]


def test_the_page_works_as_plain_python_and_says_so_once(desk):
    environment = without_numba(desk)
    with server(PYTHONPATH=environment["PYTHONPATH"], KIBITZ_DATA=environment["KIBITZ_DATA"]) as running:
        for position in ("X........", "X...O...."):
            asked = json.dumps({"game": "tic-tac-toe", "position": position, "time": 20}).encode()
            request = urllib.request.Request(
                f"{running.url}/api/best", asked, headers={"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(request, timeout=120) as answer:
                found = json.load(answer)
            assert (found["exact"], found["value"]) == (True, 0)
        assert [line for line in running.said if "Numba" in line] == [NOTICE]


@pytest.mark.parametrize(
    ("numba", "said"),
    [
        ("__version__ = '0.58.1'", r"Numba 0\.58\.1 is too old \(Kibitz needs 0\.66 or newer\), so everything runs"),
        ("raise ImportError('Numba needs NumPy 2.3 or less')", r"cannot be imported \(Numba needs NumPy 2.3 or less\)"),
        ("raise OSError('libLLVM.so: wrong ELF class')", r"cannot be imported \(libLLVM\.so: wrong ELF class\)"),
    ],
)
def test_a_numba_that_does_not_work_is_named(numba, said, tmp_path):
    (tmp_path / "numba.py").write_text(numba + "\n", encoding="utf-8")
    answer = command.process("solve", "tic-tac-toe", "XO.......", PYTHONPATH=str(tmp_path))
    assert (answer.code, answer.out) == (0, "1\n")
    [sentence] = answer.err.splitlines()
    assert re.search(said, sentence) and sentence.endswith("as plain Python, which is slow")


def test_where_numba_is_there_nothing_is_said(capfd):
    assert numba_at_hand.may_compile() and numba_at_hand.can_compile()
    numba_at_hand.say_if_plain()
    assert capfd.readouterr().err == ""
