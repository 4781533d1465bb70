"""Predict, then see: the truth earns full marks, all else is refused with the right answer, nothing is told early."""

import csv
import io
import json
import random
import re
from math import inf

import pytest

from command import kibitz
from kibitz.errors import BadInput
from kibitz.lab.editing import Edit, edited_and_named
from kibitz.lab.predicting.exercise import exercise, exercise_on
from kibitz.lab.predicting.prediction_result import result, safe
from kibitz.lab.predicting.predictions import ASKED, CUT, NEXT, has_own_value, predictions, read_asked
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_search import LabRun, fitting, lab_tree, recorded, run_on
from kibitz.lab.tree_text import canonical
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS

TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
KINDS = ("opponents", "chance", "players")
SEEDS = range(12)


def runs(seed):
    """Every watchable search that fits a random tree, run on it."""
    for kind in KINDS:
        tree = random_tree(2 + seed % 3, 2 + seed % 2, -9, 9, seed, kind)
        for row in fitting(tree):
            more = {"simulations": 12} if row["algorithm"] == "montecarlo" else {}
            bounds = (-9.0, 9.0) if row["algorithm"].startswith("star") else None
            yield run_on(tree, row["algorithm"], row["variant"] or "fail-soft", bounds, **more)


def answer(value):
    """A truth as a student may type it."""
    if isinstance(value, tuple):
        return "<" + ",".join(f"{float(part):.12f}" for part in value) + ">"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else {inf: "∞", -inf: "-inf"}.get(value, f"{float(value):.12f}")


def wrong(blank, accepted):
    """An answer that is not right."""
    if blank.kind == "yes-no":
        return "no" if accepted[0] else "yes"
    if blank.kind == "name":
        return next((name for name in blank.choices if name not in accepted), None)
    if blank.kind == "vector":
        return "<" + ",".join(f"{part + 1:.9f}" for part in accepted[0]) + ">"
    return str(777 if 777 not in accepted else 778)


def stopped_early(seed):
    """A search that evaluates inner nodes at its depth limit."""
    tree = random_tree(3, 3, -9, 9, seed)
    return LabRun(tree, ALPHABETA, *recorded(tree, ALPHABETA, depth=2))


def exercises(seed):
    for run in (*runs(seed), stopped_early(seed)):
        for asked in ("everything", ("v", "window", "next")):
            yield exercise_on(run, asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_earns_full_marks_and_everything_else_is_refused(seed):
    for made in exercises(seed):
        truths = [{b.name: answer(made.accepted(q, b)[0]) for b in q.blanks} for q in made.questions]
        handed_in = result(made, truths)
        assert handed_in.is_perfect and handed_in.points == handed_in.possible == handed_in.of
        for question, truth in zip(made.questions, truths, strict=True):
            for place, blank in enumerate(question.blanks):
                mistake = wrong(blank, made.accepted(question, blank))
                if mistake is None:
                    continue  # the only name there is
                graded = made.grade(question.number, truth | {blank.name: mistake})
                filled = graded.filled[place]
                assert graded.points == len(question.blanks) - 1
                assert not filled.right and filled.expected != filled.given
                said = {"yes": "a cut here", "no": "Nothing is cut"}.get(filled.expected, f"{filled.expected}, not")
                assert said in graded.sentence
        shown = result(made, [None] * len(truths))
        assert shown.points == 0 and all(row.expected and not row.given for row in shown.rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_asked_does_not_depend_on_what_comes_later(seed):
    """Leaves that were not visited yet may have any value: the questions up to here are the same."""
    for kind in KINDS[:2]:
        text = canonical(random_tree(2 + seed % 3, 3, -9, 9, seed, kind).node(0))
        for row in fitting(lab_tree(text)):
            if row["algorithm"] == "montecarlo":
                continue  # its random games depend on the seed and on the shape alone, its steps on all they meet
            bounds = (-99.0, 99.0) if row["algorithm"].startswith("star") else None
            variant = row["variant"] or "fail-soft"
            made = exercise_on(run_on(lab_tree(text), row["algorithm"], variant, bounds), "everything")
            for question in random.Random(seed).sample(made.questions, min(4, len(made.questions))):
                before = made.run.recorder.steps[: question.step]
                seen = {step.node for step in before if step.event in ("leaf", "enter")}
                other = lab_tree(text)
                for s in range(len(other.size)):
                    if not other.size[s] and other.node_name(s) not in seen:
                        other.node(s).values = (float(random.Random(seed + s).randint(-99, 99)),)
                changed = lab_tree(canonical(other.node(0)))
                again = exercise_on(run_on(changed, row["algorithm"], variant, bounds), "everything")
                assert again.run.recorder.steps[: question.step] == before
                assert again.questions[: question.number] == made.questions[: question.number]


@pytest.mark.parametrize("seed", SEEDS)
def test_questions_need_only_the_steps_so_far(seed):
    for run in runs(seed):
        made = exercise_on(run, "everything")
        if not made.questions:
            continue
        middle = made.questions[len(made.questions) // 2]
        every = run.recorder.steps
        try:
            run.recorder.steps = every[: middle.step + 1]
            assert predictions(run, made.asked) == tuple(q for q in made.questions if q.step <= middle.step)
        finally:
            run.recorder.steps = every


def test_a_cut_is_asked_for_whether_there_is_one_or_not():
    made = exercise(TWO_PLY, asked="cut")
    truths = [made.accepted(question, question.blanks[0])[0] for question in made.questions]
    assert truths.count(True) == 1 and truths.count(False) > 3
    assert {question.blanks[0].label for question in made.questions} >= {"Cut F and G?", "Cut I and J?"}


def test_the_window_of_a_node_that_is_left_counts_either_way():
    made = exercise(TWO_PLY)
    left = next(q for q in made.questions if q.node == "C" and len(q.blanks) == 3)
    for beta in ("inf", "2"):  # the test comes before β ← min(β, v), and the node is left
        assert made.grade(left.number, {"v": 2, "beta": beta, "cut": "yes"}).points == 3
    assert made.grade(left.number, {"v": 2, "beta": 3, "cut": "yes"}).points == 2


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not has_own_value(VARIANTS[name])])
def test_where_a_node_has_no_v_of_its_own_its_bound_is_asked_for(variant):
    made = exercise(TWO_PLY, variant=variant, asked="v")
    assert [blank.name for question in made.questions for blank in question.blanks][:4] == ["beta"] * 3 + ["alpha"]
    left = next(question for question in made.questions if question.node == "C")
    graded = made.grade(left.number, {"beta": "77"})
    said = re.search(r"β = min\([^)]*\) = (\S+)\. ", graded.told)[1]  # by the step's own sentence
    assert graded.filled[0].expected == said and made.grade(left.number, {"beta": said}).points == 1


def test_forms_of_an_answer():
    made = exercise("(chance(1/2: 1 1/2: 0) -2)", asked="v")
    assert [made.grade(1, {"v": given}).points for given in ("1/2", "0.5", 0.5, " .5 ", "−0.5", "inf")] == [
        1,
        1,
        1,
        1,
        0,
        0,
    ]
    made = exercise(TWO_PLY, asked="next")
    assert made.grade(1, {"next": "f"}).points == 1
    with pytest.raises(BadInput, match="'Z' is not one of the names: expected B, C, D, E"):
        made.grade(1, {"next": "Z"})
    with pytest.raises(BadInput, match="'maybe' is neither yes nor no"):
        exercise(TWO_PLY, asked="cut").grade(1, {"cut": "maybe"})
    with pytest.raises(BadInput, match="v is empty"):
        exercise(TWO_PLY, asked="v").grade(1, {})
    with pytest.raises(BadInput, match="there is no question 99"):
        made.grade(99, None)
    with pytest.raises(BadInput, match="has no blank 'cut'"):
        made.grade(1, {"cut": "yes"})


def test_what_can_be_asked():
    assert read_asked("cut, v") == ("v", "cut") and read_asked("everything") == tuple(ASKED)
    with pytest.raises(BadInput, match="'w' cannot be asked: expected some of v, window, cut, next"):
        read_asked("w")
    with pytest.raises(BadInput, match="nothing is asked"):
        read_asked("")
    with pytest.raises(BadInput, match="Minimax has no window or cut to predict"):
        exercise(TWO_PLY, "minimax", asked="window,cut")
    assert exercise(TWO_PLY, "minimax", asked="everything").asked == ("v", "next")
    assert exercise(TWO_PLY, asked="everything").asked == ("v", "window", "cut")  # the next leaf would tell the cut
    assert NEXT in exercise(TWO_PLY, asked=("v", "next")).asked
    assert CUT not in exercise(TWO_PLY, "montecarlo", asked="everything").asked


def test_the_table_is_safe_in_a_spreadsheet():
    made = exercise("((-3 =:12) (2 4))".replace("=:", ""), asked="v,window,cut")
    truths = [{b.name: answer(made.accepted(q, b)[0]) for b in q.blanks} for q in made.questions]
    rows = list(csv.reader(io.StringIO(result(made, truths, '=HYPERLINK("x")').csv())))
    assert rows[0] == ["name", '\'=HYPERLINK("x")']
    table = rows[rows.index([]) + 2 :]
    assert len(table) == sum(len(q.blanks) for q in made.questions)
    assert all(not cell.startswith(("=", "+", "@", "-")) or float(cell) for row in table for cell in row)
    assert ["-3", "-3", "1"] in [row[-3:] for row in table]  # a negative number is a number
    assert [safe(text) for text in ("−0.5", "+∞", "−∞", "-x", "+1", "@a", "1e-07")] == [
        "-0.5",
        "∞",
        "−∞",
        "'-x",
        "'+1",
        "'@a",
        "1e-07",
    ]


def test_a_node_is_put_in_another_place():
    assert edited_and_named(TWO_PLY, Edit("place", "B", "3")) == ("((2 4 6) (14 5 2) (3 12 8))", "D")
    assert (
        edited_and_named("chance(1/2: 8 1/3: 4 1/6: -1)", Edit("place", "D", "1")).tree
        == "chance(1/6: -1 1/2: 8 1/3: 4)"
    )
    for place in ("0", "4", "x", "1.5"):
        with pytest.raises(BadInput, match=f"'{place}' is not a place among the children of 'A': expected 1 to 3"):
            edited_and_named(TWO_PLY, Edit("place", "B", place))
    with pytest.raises(BadInput, match="'A' is the root"):
        edited_and_named(TWO_PLY, Edit("place", "A", "1"))


# ------------------------------------------------------------ in the terminal


def test_predicting_in_the_terminal(tmp_path):
    made = exercise("((3 12) (2 4))", asked="v,cut")
    typed = "".join(f"{answer(made.accepted(q, b)[0])}\n" for q in made.questions for b in q.blanks)
    table = tmp_path / "result.csv"
    words = ["tree", "((3 12) (2 4))", "--predict", "v,cut", "--csv", str(table), "--name", "Ada"]
    right = kibitz(*words, stdin=typed)
    assert right.code == 0 and f"score: {made_points(made)} of {made_points(made)}" in right.out
    assert table.read_text("utf-8-sig").startswith("name,Ada\n")
    half = kibitz("tree", "((3 12) (2 4))", "--predict", "v,cut", "--json", stdin="7\nwhat\nno\nshow\nquit\n")
    told = [json.loads(line) for line in half.out.splitlines()]
    assert [next(iter(line)) for line in told] == [
        "question",
        "mistake",
        "grade",
        "question",
        "grade",
        "question",
        "result",
    ]
    assert half.code == 1 and "v at B is 3, not 7." in told[2]["grade"]["sentence"]
    assert "'what' is neither yes nor no" in told[1]["mistake"] and told[-1]["result"]["points"] == 1
    for refused, why in (
        (["--predict", "x"], "'x' cannot be asked"),
        (["--predict", "--steps"], "--steps would show the answers"),
        (["--csv", "x.csv"], "--csv x.csv is for an exercise"),
    ):
        said = kibitz("tree", "((3 12) (2 4))", *refused)
        assert said.code == 2 and why in said.err


def made_points(made):
    return sum(len(question.blanks) for question in made.questions)
