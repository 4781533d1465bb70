"""Every kind of question: graded against plain searches, asked in a class, printed; and a kind is one file."""

import re
from pathlib import Path

import pytest

import kibitz
import quiz_oracle as oracle
from kibitz.errors import BadInput
from kibitz.lab.classroom import about_quiz, counted
from kibitz.lab.quiz import KINDS, QUIZ_KINDS, grade, kinds_about, question
from kibitz.lab.tree_search import lab_tree
from quiz_questions import SOLVERS, check

COUNT = 200  # of each kind; `python tests/quiz_questions.py --count 2000` asks more
WEB = Path(kibitz.__file__).parent / "web"
SHARED = {"value", "move", "search", "order", "next", "select", "window"}  # words with other meanings on the page


@pytest.mark.parametrize("kind", QUIZ_KINDS)
def test_right_answers_are_taken_and_wrong_ones_refused_with_the_step_that_shows_why(kind):
    for seed in range(COUNT):
        check(kind, seed)


def test_every_kind_has_a_solver_of_its_own_and_is_one_file():
    assert list(SOLVERS) == list(KINDS) or set(SOLVERS) == set(KINDS)
    files = [kind.__module__ for kind in KINDS.values()]
    assert len(set(files)) == len(files) and all(name.startswith("kibitz.lab.quizzes.") for name in files)


def test_page_sheet_and_room_know_no_kind_by_name():
    scripts = [path for path in WEB.rglob("*") if path.suffix in {".py", ".js"}]
    paths = [path for path in scripts if re.search("quiz|room", path.relative_to(WEB).as_posix())]
    assert len(paths) > 4
    for path in paths:
        quoted = set(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", path.read_text(encoding="utf-8")))
        assert not quoted & (set(QUIZ_KINDS) - SHARED), path


def test_the_fewest_and_the_most_leaves_are_those_of_all_orders():
    """Every order of small trees is searched, one after the other."""
    for text in ("((3 1) (2 5))", "(((1 2) 3) (2 2))", "((1 2 3) (3 2 1))", "(4 (1 5) (6 2))"):
        tree = oracle.read_tree(text)
        for variant in ("fail-soft", "strict", "update-first"):
            visits = {len(oracle.alphabeta(each, variant).visited) for each in oracle.all_orders(tree)}
            assert question("leaves", 0, text, variant).answer == (min(visits), max(visits)), (text, variant)


def test_the_formula_of_even_trees():
    said = grade(question("leaves", 0, "((3 12 8) (2 4 6) (14 5 2))"), {"best": 5, "worst": 9})
    assert said.right and "b^1 + b^1 − 1 = 5" in said.sentence


@pytest.mark.parametrize(
    ("kind", "tree", "right", "also"),
    [
        ("move", "((3 12 8) (2 4 6) (3 5 9))", "B", "D"),
        ("move", "(chance(1/2: 0 1/2: 6) 3)", "B", "C"),
        ("value", "(<1,2,3> <4,5,6>)", "<4,5,6>", "(4; 5; 6)"),
        ("next", "((3 12 8) (2 4 6))", "none: it ends", "NONE: it ends."),
    ],
)
def test_equally_good_answers_and_other_ways_to_write_them(kind, tree, right, also):
    asked = question(kind, 0, tree, after="G" if kind == "next" else None)
    assert grade(asked, right).right and grade(asked, also).right


def test_a_mistake_with_probabilities_is_noticed():
    said = grade(question("value", 0, "chance(1/4: 8 3/4: 0)"), 4)
    assert not said.right and "if all outcomes were equally likely" in said.sentence


def test_what_can_be_asked_about_a_tree():
    assert kinds_about(lab_tree("((3 12 8) (2 4 6) (14 5 2))")) == tuple(k for k in QUIZ_KINDS if k != "evaluation")
    assert kinds_about(lab_tree("5")) == ("value", "prune", "window", "leaves")
    three = kinds_about(lab_tree("((<1,2,6> <4,3,3>) (<6,1,2> <7,4,1>))"))
    assert "window" not in three and {"value", "move", "prune"} <= set(three)


@pytest.mark.parametrize("kind", QUIZ_KINDS)
def test_a_kind_in_a_room(kind):
    asked = question(kind, 5, trees="mixed")
    posed = about_quiz(asked)
    given = list(asked.answer) if isinstance(asked.answer, tuple) else asked.answer
    right = posed.read(given if posed.many else [str(part) for part in given] if isinstance(given, list) else given)
    assert posed.is_right(right) and posed.right == right
    assert counted(posed, [right])[0].right and posed.words
    with pytest.raises(BadInput):
        posed.read("no such answer")


@pytest.mark.parametrize("kind", QUIZ_KINDS)
@pytest.mark.parametrize("trees", ["opponents", "chance", "players"])
def test_every_drawing_is_drawn(kind, trees):
    if trees in KINDS[kind].trees or not KINDS[kind].trees:
        asked = question(kind, 2, trees=trees)
        assert asked.drawing.startswith("<svg") and asked.solution_drawing.startswith("<svg")
        assert asked.solution and asked.drawing != asked.solution_drawing
