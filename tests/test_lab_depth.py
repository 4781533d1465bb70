"""The lab's evaluations and depth: edits, files, the gallery, the command and HTTP."""

import pytest
from fastapi.testclient import TestClient

from command import kibitz
from kibitz.errors import BadInput
from kibitz.lab.cutoff import Cutoff
from kibitz.lab.drawing import tree_svg
from kibitz.lab.editing import Edit, edited
from kibitz.lab.export import exported, latex
from kibitz.lab.gallery import GALLERY
from kibitz.lab.quiz import grade, question
from kibitz.lab.tree_search import lab_tree, run_tree
from kibitz.web.app import create_app
from kibitz.web.settings import Settings
from kibitz.web.tree_forms import DepthShown, LabShown

JUDGED = "(~4(3 12 8) ~7?(2 4 6) ~5(14 5 2))"
EXHIBITS = {exhibit.name: exhibit for exhibit in GALLERY}


@pytest.mark.parametrize(
    ("tree", "edit", "after"),
    [
        ("((3 12) (2 4))", Edit("guess", "B", "4"), "(~4(3 12) (2 4))"),
        ("((3 12) (2 4))", Edit("guess", "A", "-1/3"), "~-1/3((3 12) (2 4))"),
        ("(~4?(3 12) (2 4))", Edit("guess", "B", ""), "(?(3 12) (2 4))"),
        ("(~4(3 12) (2 4))", Edit("guess", "B"), "((3 12) (2 4))"),
        ("(<1,2,3> (<4,5,6>))", Edit("guess", "C", "1,2,3"), "(<1,2,3> ~<1,2,3>(<4,5,6>))"),
        ("(~4(3 12) (2 4))", Edit("noisy", "B"), "(~4?(3 12) (2 4))"),
        ("(~4?(3 12) (2 4))", Edit("noisy", "B", "no"), "(~4(3 12) (2 4))"),
        ("(~4(3 12) (2 4 (1 1 1)))", Edit("guesses"), "~3.4(~4(3 12) ~1.8(2 4 ~1(1 1 1)))"),
        ("(~4?(3) (2 4))", Edit("remove", "D"), "(3 (2 4))"),
        ("(~4(3 12) ~2?(2 4))", Edit("best-first"), "(~4(3 12) ~2?(2 4))"),
        ("(~4(3 12) ~2?(2 4))", Edit("left", "C"), "(~2?(2 4) ~4(3 12))"),
    ],
)
def test_edits_of_evaluations(tree: str, edit: Edit, after: str) -> None:
    assert edited(tree, edit) == after


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (Edit("guess", "B", "four"), "'four' is not a leaf value: expected a number"),
        (Edit("guess", "D", "4"), "'D' is a leaf: 'guess' is for a node with children"),
        (Edit("noisy", "B", "perhaps"), "'perhaps' does not say whether 'B' is noisy: expected yes or no"),
    ],
)
def test_edits_that_are_refused(edit: Edit, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        edited("((3 12) (2 4))", edit)
    assert told in str(refused.value)


def test_what_is_drawn() -> None:
    run = run_tree(JUDGED, cutoff=Cutoff.of(depth=1, beam=2))
    drawing = tree_svg(run.tree, run.recorder)
    assert drawing.count('class="kz-limit"') == 2 and drawing.count('class="kz-left-out"') == 1
    assert "~7?" in drawing and "C: MIN, evaluation 7, noisy, at the depth limit" in drawing
    assert 'class="kz-limit"' not in tree_svg(run.tree, run.recorder, blank=True)
    plain = run_tree("((3 12 8) (2 4 6))")
    assert "kz-limit" not in tree_svg(plain.tree, plain.recorder)  # not even in its style
    written = latex(run.tree, run.recorder)
    assert written.count("kz limit,") == 2 and "kz dropped" in written and r"\textasciitilde{}7?" in written
    rounds = run_tree(JUDGED, "deepening")
    last = tree_svg(rounds.tree, rounds.recorder)
    assert 'class="kz-limit"' not in last  # the last round came to the leaves
    for format in ("svg", "latex", "json", "html"):
        assert "~7?" in exported(rounds, format).text.replace(r"\textasciitilde{}", "~")


def test_a_quiz_keeps_the_evaluations() -> None:
    asked = question("prune", seed=0, tree=JUDGED)
    assert asked.text == JUDGED and grade(asked, ["I", "J"]).right


def shown(name: str, **changed):
    exhibit = EXHIBITS[name]
    return run_tree(exhibit.tree, exhibit.algorithm, cutoff=exhibit.cutoff._replace(**changed))


def found(run) -> tuple[float, str]:
    return run.choice.value, run.json()["best"]


def test_what_the_notes_of_the_gallery_say_is_so() -> None:
    assert found(shown("depth-limit")) == (7, "C") and found(shown("depth-limit", depth=None)) == (3, "B")
    assert found(shown("horizon")) == (1, "C") and found(shown("horizon", quiescence=False)) == (9, "B")
    deepening = shown("deepening").recorder.rounds
    assert [told.best for told in deepening] == ["C", "C", "C"]
    assert (sum(told.looked for told in deepening), deepening[-1].plain) == (21, 27)
    more = [
        sum(t.looked for t in shown("deepening", without=(off,)).recorder.rounds) for off in ("best-first", "killers")
    ]
    assert more == [25, 23]
    table = shown("table").recorder
    assert [(step.node, step.round) for step in table.steps if step.event == "recall"] == [("B", 3), ("B", 4)]
    assert found(shown("beam")) == (4, "B") and found(shown("beam", beam=3)) == (9, "D")


# ------------------------------------------------------------ by command and by HTTP


def test_the_command_and_best_agree() -> None:
    told = kibitz("tree", JUDGED, "--depth", 1, "--json").json
    assert (told["value"], told["best"], told["depth"]) == (7, "C", 1)
    assert told["evaluated"] == [["B", 4], ["C", 7], ["D", 5]]
    best = kibitz("best", "tree", "--set", f"tree={JUDGED}", "--depth", 1, "--algorithm", "alphabeta", "--json").json
    assert (best["best"], best["value"]) == ("C", 7)
    quiet = kibitz("tree", JUDGED, "--depth", 1, "--quiescence", "--json").json
    engine = kibitz("best", "tree", "--set", f"tree={JUDGED}", "--depth", 1, "--json").json
    assert (quiet["best"], quiet["value"]) == (engine["best"], engine["value"]) == ("D", 5)
    rows = kibitz("tree", JUDGED, "--depths", "--json").json["depths"]
    assert [(row["depth"], row["value"], row["best"]) for row in rows] == [(1, 7, "C"), (2, 3, "B")]
    words = kibitz("tree", JUDGED, "--algorithm", "deepening", "--techniques", "no-table beam=2", "--json").json
    assert (words["without"], words["beam"], len(words["rounds"])) == (["table"], 2, 2)
    assert (
        "has no effect on alphabeta"
        in kibitz(
            "tree",
            JUDGED,
            "--techniques",
            "no-killers",
        ).err
    )


@pytest.fixture(scope="module")
def page():
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1") as client:
        yield client


def test_depth_over_http(page) -> None:
    def asked(path: str, status: int = 200, **body):
        answer = page.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    early = {"depth": 1, "quiescence": True, "beam": 2}
    answer = asked("/api/lab", tree=JUDGED, algorithm="alphabeta", **early)
    LabShown.model_validate(answer)
    assert {name: answer[name] for name in early} == early and answer["deepest"] == 2 and answer["has_guesses"]
    assert (answer["algorithm"], answer["variant"]) == ("alphabeta", "fail-soft")
    node = next(node for node in answer["nodes_list"] if node["name"] == "C")
    assert (node["guess"], node["noisy"]) == (7, True)
    rows = asked("/api/lab/depths", tree=JUDGED)
    assert [DepthShown.model_validate(row).value for row in rows] == [7, 3]
    rounds = asked("/api/lab", tree=JUDGED, algorithm="deepening", without=["killers"])
    LabShown.model_validate(rounds)
    assert rounds["without"] == ["killers"] and [told["value"] for told in rounds["rounds"]] == [7, 3]
    offered = {(row["algorithm"], row["variant"]): row for row in rounds["algorithms"]}
    assert {name for name, row in offered.items() if row["looks_on"]} == {
        ("minimax", None), ("alphabeta", "fail-soft"), ("deepening", None)
    }  # fmt: skip
    assert "has no effect" in asked("/api/lab", 400, tree=JUDGED, algorithm="expectiminimax", beam=2)["error"]
    assert asked("/api/lab/edit", tree=JUDGED, kind="guess", node="B", value=3)["tree"] == JUDGED.replace("~4", "~3")
    place = {"game": "tic-tac-toe", "position": "XOX.O.X.O", "depth": 3}
    assert asked("/api/search-tree", **place, limit=1)["evaluated"][0][1] == 0
    assert lab_tree(answer["text"]).has_evaluate
