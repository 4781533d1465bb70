"""Grade my search: thirty broken searches and ten right ones, the shapes, the limits, and the files for a class."""

import json
import os
import stat
import subprocess
import sys
import zipfile
from math import inf
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.game import CHANCE, MAX, MIN
from kibitz.lab.grading.class_files import class_files
from kibitz.lab.grading.flawed import Flaw, FlawedSearch
from kibitz.lab.grading.mistakes import MISTAKES
from kibitz.lab.grading.naming import models
from kibitz.lab.grading.shapes import KINDS, Calling, Parameter, callings
from kibitz.lab.grading.shrinking import shrunk
from kibitz.lab.grading.trial import Spot, Trial, exact, pruned_reads, same, tree_text
from kibitz.lab.grading.trial_trees import groups, prunable
from kibitz.lab.tree_search import run_tree

STUDENTS = Path(__file__).parent / "data" / "students"
KEY = json.loads((STUDENTS / "key.json").read_text(encoding="utf-8"))
SMALL = 7
# A position must come twice, and be searched in between, before a table can be wrong: no tree of 7 nodes shows these.
LARGER = {"s23_table_bound.py:alphabeta_tt": 10, "s25_memo_player.py:minimax": 8}
QUICK = {"s20_endless.py:minimax": 0.1}  # seconds for a call


def graded(text, tmp_path, function="search", **options):
    file = tmp_path / "student.py"
    file.write_text(text, encoding="utf-8")
    return kz.grade(f"{file}:{function}", **options)


# ------------------------------------------------------------ the thirty and the ten


def test_there_are_thirty_broken_and_ten_right():
    assert (len(KEY["broken"]), len(KEY["right"])) == (30, 10)
    files = {path.name for folder in ("broken", "right") for path in (STUDENTS / folder).glob("*.py")}
    assert files == {name.partition(":")[0] for name in (*KEY["broken"], *KEY["right"])}


@pytest.mark.parametrize("student", KEY["broken"])
def test_a_broken_search_is_found_shrunk_and_named(student):
    grade = kz.grade(str(STUDENTS / "broken" / student), seconds=QUICK.get(student, 1.0))
    assert not grade
    found = grade.disagreement
    assert found.nodes <= LARGER.get(student, SMALL), found.tree
    assert found.mistake == KEY["broken"][student], str(grade)
    assert run_tree(found.tree, found.algorithm).choice is not None  # the lab can show it


@pytest.mark.parametrize("student", KEY["right"])
def test_a_right_search_passes(student):
    grade = kz.grade(str(STUDENTS / "right" / student))
    assert grade, str(grade)
    assert (grade.verdict, grade.score) == ("right", 100)


# ------------------------------------------------------------ the command


def test_the_command_says_what_is_wrong_and_how_to_see_it():
    answer = kibitz("grade", STUDENTS / "broken" / "s09_cut_side.py:alphabeta")
    assert answer.code == 1
    assert "It looks like this: it cuts on the wrong side" in answer.out
    command = next(line for line in answer.out.splitlines() if line.startswith("See the right steps: "))
    words = command.partition('"')[2].partition('"')
    assert kibitz("tree", words[0], *words[2].split()).code == 0
    assert "#/lab?tree=" in answer.out


def test_right_is_0_and_json_has_every_group():
    answer = kibitz(
        "grade", STUDENTS / "right" / "r03_fail_soft.py:alphabeta", "--json", "--points", "20", "--trees", "60"
    )
    assert answer.code == 0
    told = answer.json
    assert told["right"] is True and told["points"] == told["of"] == 20 and told["kind"] == "alphabeta"
    assert sum(group["of"] for group in told["groups"]) == pytest.approx(20, abs=0.1)
    assert told["leaves"]["reads"] <= told["leaves"]["most"] < told["leaves"]["minimax"]
    assert told["disagreement"] is None


def test_wrong_is_1_and_json_has_the_smallest_tree():
    told = kibitz("grade", STUDENTS / "broken" / "s05_return_in_loop.py:minimax", "--json").json
    assert told["right"] is False and 0 <= told["points"] < told["of"]
    found = told["disagreement"]
    assert found["mistake"] == "first-child" and found["sure"] and found["nodes"] == 3
    assert found["command"].startswith("kibitz tree ") and found["link"].startswith("#/lab?tree=")


def test_alphabeta_that_never_cuts_is_right_but_does_not_prune():
    asked = (STUDENTS / "broken" / "s11_fresh_window.py:alphabeta", "--json")
    told = kibitz("grade", *asked).json
    assert told["verdict"].startswith("right values, but")
    assert told["leaves"]["reads"] == told["leaves"]["minimax"]
    assert kibitz("grade", *asked, "--budget", "0").code == 0
    assert kibitz("grade", *asked, "--kind", "minimax").code == 0


def test_the_same_seed_gives_the_same_report():
    asked = ("grade", STUDENTS / "broken" / "s03_zero.py:minimax", "--trees", "40")
    assert kibitz(*asked, "--seed", "5").out == kibitz(*asked, "--seed", "5").out


def test_the_right_steps_as_a_page(tmp_path):
    page = tmp_path / "steps.html"
    kibitz("grade", STUDENTS / "broken" / "s01_swapped.py:minimax", "--html", page, "--trees", "40")
    assert "<svg" in page.read_text(encoding="utf-8")


BAD = {
    "def search(tree) return tree": "student.py, line 1: expected ':'",
    "x = 1": "student.py has no function 'search': it defines no function",
    "def other(tree): return 0": "student.py has no function 'search': expected one of other",
    "search = 3": "'search' in student.py is not a function: it defines no function",
    "class search: pass": "'search' in student.py is not a function: it defines no function",
    "def search(): return 0": "search() needs a parameter for the tree",
    "def search(tree, banana, pear): return 0": "it is not clear what to pass for 'banana'",
    "def search(tree, alpha, low): return 0": "two parameters mean the same thing",
    "import nowhere_at_all\ndef search(tree): return 0": "student.py cannot be loaded: ModuleNotFoundError",
    "raise SystemExit(3)": "student.py cannot be loaded: SystemExit: 3",
    "input()\ndef search(tree): return 0": "student.py cannot be loaded: EOFError",
    "while True: pass": "student.py cannot be loaded: it did not end within 0.2 s",
    "import os\nos._exit(0)": "student.py cannot be loaded: it ran into the time limit or ended the process",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_2_and_one_sentence(text, tmp_path):
    (tmp_path / "student.py").write_text(text, encoding="utf-8")
    results = tmp_path / "results.json"
    answer = kibitz("grade", f"{tmp_path / 'student.py'}:search", "--time", "0.2", "--results", results)
    assert answer.code == 2 and answer.out == ""
    (message,) = answer.messages
    assert BAD[text] in message
    assert json.loads(results.read_text())["score"] == 0


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["nowhere.py:f"], "there is no file 'nowhere.py'"),
        (["nowhere"], "expected FILE.py:function, got 'nowhere'"),
        (["x.py:f", "--kind", "magic"], "magic"),
        (["x.py:f", "--class", "gradescope"], "--class needs --out FOLDER"),
        (["x.py:f", "--out", "there"], "--out needs --class"),
        (["a/x.py:f", "--class", "github", "--out", "there"], "'a/x.py:f'"),
        (["x.py:f", "--set", "width=3"], "needs --game"),
        (["x.py:f", "--trees", "0"], "'0'"),
    ],
)
def test_bad_options_are_2(words, quoted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = kibitz("grade", *words)
    assert answer.code == 2 and quoted in answer.err


# ------------------------------------------------------------ code that does not behave


@pytest.mark.parametrize(
    ("body", "mistake"),
    [
        ("while True: pass", "endless"),
        ("return search(tree)", "endless"),
        ("import os; os._exit(3)", "ends-the-process"),
        ("x = [0] * 10**12", "raises"),
        ("raise SystemExit", "raises"),
        ("pass", "returns-nothing"),
        ("return 'three'", "returns-nothing"),
        ("yield 3", "returns-nothing"),
        ("print('x' * 100); return 1 / 0", "raises"),
    ],
)
def test_code_that_does_not_behave_is_told_so(body, mistake, tmp_path):
    grade = graded(f"def search(tree):\n    {body}\n", tmp_path, seconds=0.1, trees=30)
    assert not grade and grade.disagreement.mistake == mistake, str(grade)


def test_code_that_catches_the_time_limit_is_ended(tmp_path):
    text = (
        "def search(tree):\n    for _ in range(50):\n        try:\n            while True: pass\n        except: pass\n"
    )
    assert graded(text, tmp_path, seconds=0.05, trees=30).disagreement.mistake in ("endless", "returns-nothing")


def test_what_is_kept_between_calls_is_told(tmp_path):
    text = """
seen = []
def search(tree):
    if not isinstance(tree, list):
        return tree
    seen.append(max(min(t) if isinstance(t, list) and not any(isinstance(x, list) for x in t) else 0 for t in tree))
    return max(seen)
"""
    assert graded(text, tmp_path, trees=40).disagreement.mistake == "remembers"


def test_where_it_goes_wrong_is_told(tmp_path):
    text = """
def search(tree, maximising):
    values = [search(t, not maximising) for t in tree] if isinstance(tree[0], list) else tree
    return max(values) if maximising else min(values)
"""
    found = graded(text, tmp_path, trees=80).disagreement
    assert found.mistake == "raises" and found.trait == "a leaf stands beside a node with children"


# ------------------------------------------------------------ from Python, and on real games


def test_a_function_in_a_notebook():
    def minimax(tree, maximising):
        if not isinstance(tree, list):
            return tree
        return (max if maximising else min)(minimax(t, not maximising) for t in tree)

    assert kz.grade(minimax, trees=60)
    assert kz.grade(lambda tree: 3, trees=60).disagreement.nodes == 2
    with pytest.raises(kz.BadInput, match="expected a function"):
        kz.grade(7)
    with pytest.raises(kz.BadInput, match="searches trees in nested lists"):
        kz.grade(minimax, game="tic-tac-toe")
    with pytest.raises(kz.BadInput, match="unknown kind"):
        kz.grade(minimax, kind="magic")


def test_on_positions_of_a_real_game():
    def minimax(game, s, depth):
        if game.is_terminal(s):
            return game.utility(s, 0)
        if depth == 0:
            return game.evaluate(s, 0)
        values = [minimax(game, game.result(s, a), depth - 1) for a in game.actions(s)]
        return max(values) if game.player(s) == 0 else min(values)

    def wrong_in_the_game(game, s, depth):
        return minimax(game, s, depth) + (type(game).__name__ == "TicTacToe")

    grade = kz.grade(minimax, game="tic-tac-toe", trees=60)
    assert grade and grade.groups[-1].name == "positions of tic-tac-toe" and grade.groups[-1].tried == 20
    grade = kz.grade(wrong_in_the_game, game="tic-tac-toe", trees=60)
    assert not grade and grade.disagreement.position and "The position that shows it" in str(grade)


def test_expectiminimax_of_games():
    def expectiminimax(game, s):
        if game.is_terminal(s):
            return game.utility(s, 0)
        if game.player(s) == kz.CHANCE:
            return sum(p * expectiminimax(game, game.result(s, o)) for o, p in game.outcomes(s))
        return (max if game.player(s) == 0 else min)(expectiminimax(game, game.result(s, a)) for a in game.actions(s))

    grade = kz.grade(expectiminimax, trees=60)
    assert grade and grade.calling.kind == "expectimax"


def test_turns_that_alternate_can_be_asked_for(tmp_path):
    student = STUDENTS / "broken" / "s18_turns.py:minimax"
    assert kibitz("grade", student, "--alternating", "--trees", "60").code == 0


# ------------------------------------------------------------ shapes


def shape(signature, name="f", kind=None, game=False):
    parameters = [
        Parameter(word.partition("=")[0], "=" not in word, eval(word.partition("=")[2] or "None"))
        for word in signature.split()
    ]
    return callings(name, parameters, kind, game)


@pytest.mark.parametrize(
    ("signature", "roles"),
    [
        ("tree", "tree"),
        ("node isMax", "tree side"),
        ("tree alpha beta maximizing_player", "tree alpha beta side"),
        ("is_maximising tree", "side tree"),
        ("node depth a b maximizingPlayer", "tree depth alpha beta side"),
        ("position color", "tree colour"),
        ("x y", "game state"),
        ("game s", "game state"),
        ("state game depth", "state game depth"),
        ("g board max_depth", "game state depth"),
        ("game state depth alpha beta table=None", "game state depth alpha beta"),
    ],
)
def test_parameters_are_understood(signature, roles):
    assert shape(signature)[0].positional == tuple(roles.split())


@pytest.mark.parametrize(
    ("name", "signature", "kind"),
    [
        ("minimax", "tree", "minimax"),
        ("alpha_beta", "tree", "alphabeta"),
        ("search", "tree alpha beta is_max", "alphabeta"),
        ("Expectimax", "tree", "expectimax"),
        ("negaMax", "node", "negamax"),
        ("value", "node color", "negamax"),
        ("f", "game s depth", "cutoff"),
        ("minimax_with_table", "game s depth", "table"),
    ],
)
def test_the_kind_is_guessed(name, signature, kind):
    assert shape(signature, name)[0].kind == kind


# ------------------------------------------------------------ the models


CALLINGS = {
    kind: Calling(kind=kind, over="game", positional=("game", "state", "depth", "alpha", "beta")) for kind in KINDS
}


@pytest.mark.parametrize("form", ["plain", "soft", "hard", "drift", "negamax"])
def test_a_model_without_a_flaw_is_right(form):
    for group in groups(CALLINGS["alphabeta"], 1, 60):
        for trial in group.trials:
            if trial.window == (-inf, inf):
                assert same(FlawedSearch(Flaw(form=form)).run(trial).value, exact(trial.root, trial.depth))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_every_model_of_a_mistake_is_wrong_somewhere(mistake):
    calling = CALLINGS[mistake.kinds[0] if mistake.name != "window-not-turned" else "negamax"]
    trials = [trial for seed in (3, 4) for group in groups(calling, seed, 150) for trial in group.trials]
    for flaw in set(models(mistake, calling)):
        if mistake.about == "reads":
            counted = prunable(calling, 3)
            assert any(FlawedSearch(flaw).run(t).reads > pruned_reads(t, ties=False) for t in counted), flaw
            continue
        right = FlawedSearch(Flaw(form=flaw.form))
        said = [(FlawedSearch(flaw).run(trial), right.run(trial)) for trial in trials]
        about = 1 if mistake.about == "move" else 0
        assert any(one[about] != other[about] for one, other in said), flaw


# ------------------------------------------------------------ trees and shrinking


def test_trees_depend_on_the_seed_only():
    calling = CALLINGS["cutoff"]
    assert groups(calling, 7, 50) == groups(calling, 7, 50) != groups(calling, 8, 50)


def test_trials_have_what_students_trip_over():
    trials = [trial for group in groups(CALLINGS["alphabeta"], 0, 200) for trial in group.trials]
    roots = [trial.root for trial in trials]
    spots = [spot for root in roots for spot in root.walk() if spot.children]
    assert {root.player for root in roots} == {MAX, MIN}
    assert any(child.children and child.player == spot.player for spot in spots for child in spot.children)
    assert any(len({bool(child.children) for child in spot.children}) == 2 for spot in spots)
    assert any(len(spot.children) == 1 for spot in spots) and any(trial.depth == 1 for trial in trials)
    assert any(spot.value < 0 for root in roots for spot in root.walk() if not spot.children)


def test_shrinking_keeps_only_what_matters():
    trial = next(
        t for g in groups(CALLINGS["minimax"], 1, 90) for t in g.trials if t.size > 20 and t.root.player == MAX
    )

    def fails(smaller):
        return any(spot.value == leaf[-1] for spot in smaller.root.walk() if not spot.children)

    leaf = sorted({spot.value for spot in trial.root.walk() if not spot.children}, key=abs)
    assert shrunk(trial, fails, alternates=False).size == 2


def test_the_text_of_a_tree_ends_at_the_depth_limit():
    deep = Spot(MAX, (Spot(MIN, (Spot(value=3), Spot(value=5)), guess=7), Spot(MIN, value=2)))
    assert tree_text(Trial(deep)) == "((3 5) 2)"
    assert tree_text(Trial(deep, depth=1)) == "(7 2)"
    assert tree_text(Trial(Spot(CHANCE, (Spot(value=3), Spot(value=5)), weights=(1, 3)))) == "chance(1/4: 3 3/4: 5)"


# ------------------------------------------------------------ files for a class


@pytest.mark.parametrize(("student", "score"), [("right/r01_two_functions.py", 10), ("broken/s02_always_max.py", 0)])
def test_gradescope_runs_the_files(student, score, tmp_path):
    folder = tmp_path / "class"
    asked = ("search.py:minimax", "--class", "gradescope", "--out", folder, "--points", "10", "--trees", "40")
    assert kibitz("grade", *asked).code == 0
    with zipfile.ZipFile(folder / "autograder.zip") as archive:
        assert sorted(archive.namelist()) == ["run_autograder", "setup.sh"]
        assert all(entry.external_attr >> 16 & stat.S_IXUSR for entry in archive.infolist())
        archive.extractall(tmp_path / "source")
    (tmp_path / "autograder" / "submission").mkdir(parents=True)
    (tmp_path / "autograder" / "submission" / "search.py").write_text((STUDENTS / student).read_text())
    command = tmp_path / "kibitz"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m kibitz "$@"\n')
    command.chmod(0o755)
    where = {"AUTOGRADER": str(tmp_path / "autograder"), "KIBITZ": str(command)}
    ran = subprocess.run(["bash", str(folder / "run_autograder")], env=os.environ | where, timeout=300, check=True)
    assert ran.returncode == 0
    results = json.loads((tmp_path / "autograder" / "results" / "results.json").read_text())
    assert results["score"] == score if score == 10 else results["score"] < 10
    assert results["tests"] and all({"name", "score", "max_score"} <= set(test) for test in results["tests"])
    assert subprocess.run(["bash", "-n", str(folder / "setup.sh")], check=True).returncode == 0


def test_github_classroom_s_workflow():
    yaml = pytest.importorskip("yaml")
    (path, text), *rest = class_files("github", "search.py:alphabeta", ["--kind", "alphabeta"], 15).items()
    assert path == ".github/workflows/classroom.yml" and not rest
    steps = yaml.safe_load(text)["jobs"]["run-autograding-tests"]["steps"]
    grader = next(step for step in steps if step.get("id") == "search")
    assert grader["with"]["command"] == "kibitz grade search.py:alphabeta --kind alphabeta"
    assert grader["with"]["max-score"] == 15
    assert steps[-1]["with"]["runners"] == "search" and "SEARCH_RESULTS" in steps[-1]["env"]
