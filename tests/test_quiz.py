"""The quiz: what is asked, how answers are graded, and the sheet to print."""

import re
import xml.etree.ElementTree as ET
from html import escape
from html.parser import HTMLParser
from math import inf, log

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import BadInput, DoesNotFit
from kibitz.lab.quiz import QUIZ_KINDS, grade, question
from kibitz.lab.quiz_series import Series, item_seed
from kibitz.lab.random_trees import random_tree
from kibitz.lab.recording import shown
from kibitz.lab.sheet import sheet
from kibitz.lab.tree_search import run_tree, true_values
from kibitz.lab.tree_text import canonical
from kibitz.search.textbook.alphabeta import VARIANTS
from kibitz.web.app import create_app
from kibitz.web.quizzes import GradeShown, QuizShown
from kibitz.web.settings import Settings

WALK = "(((3 5) (6 9)) ((1 2) (0 -1)))"  # alpha-beta cuts the leaf K at E, and G with its leaves N and O at C
GAMBLE = "(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
WINDOWS_OF_SEEDS = ("C", "after the search has returned from F")
SEEDS = st.integers(0, 10**9)
SIZES = st.sampled_from([(2, 2), (2, 4), (3, 2), (3, 3), (4, 2)])
VARIANT = st.sampled_from(sorted(VARIANTS))


def cut_names(tree, variant):
    return run_tree(tree, "alphabeta", variant).json()["cut"]


# ------------------------------------------------------------ what is asked


@given(st.sampled_from(QUIZ_KINDS), SEEDS, VARIANT, SIZES)
def test_a_seed_asks_the_same_again_and_there_is_something_to_ask(kind, seed, variant, size):
    asked = question(kind, seed, None, variant, *size)
    assert asked.json() == question(kind, seed, None, variant, *size).json()
    if not asked.needs_tree:
        return
    assert cut_names(asked.text, variant)
    assert question(kind, seed, asked.text, variant).json() == asked.json()  # by its tree as well as by its seed
    if kind == "window":
        alpha, beta = asked.answer
        assert alpha <= beta and (alpha > -inf or beta < inf)


def test_a_seed_asks_the_same_on_every_machine():
    assert question("value", 7).text == "(((-6 -6) (6 -4) (-6 5 -8)) ((8 0 -8) 6))"
    assert (question("window", 7).node, question("window", 8).at) == WINDOWS_OF_SEEDS


def test_what_is_asked_of_trees_of_all_kinds():
    assert question("value", 0, GAMBLE).algorithm.name == "expectimax"
    assert question("value", 0, "(chance(1: (1 2)) 3)").algorithm.name == "expectiminimax"
    assert question("value", 0, "(<1,2> <3,4>)").algorithm.name == "maxn"
    assert question("value", 0, "5").answer == 5
    assert question("prune", 0, "5").answer == ()
    assert question("window", 0, "5").answer == (-inf, inf)
    assert question("window", 0, "(1 2)").node in ("C",)  # the only one with a bound


@pytest.mark.parametrize(
    ("call", "quoted"),
    [
        (lambda: question("colour", 1), "'colour'"),
        (lambda: question("value", 1, variant="soft"), "'soft'"),
        (lambda: question("value", 1, depth=1), "depth 1"),
        (lambda: question("value", 1, depth=6, branching=4), "4,096 leaves"),
        (lambda: question("value", 1, "(1"), "'the end'"),
        (lambda: question("window", 1, WALK, node="Z"), "'Z'"),
        (lambda: question("window", 1, WALK, node="N"), "'N'"),
        (lambda: question("window", 1, GAMBLE), "expectiminimax"),
        (lambda: question("evaluation", 1, WALK), "not about a tree"),
        (lambda: question("window", 1, trees="chance"), "'window' cannot be asked about trees of kind 'chance'"),
        (lambda: question("value", 1, trees="forest"), "'forest'"),
        (lambda: question("move", 1, "5"), "no move to choose at A"),
        (lambda: question("order", 1, "(1 2 3 4 5)"), "2 to 4 children"),
        (lambda: question("order", 1, WALK, node="H"), "'H'"),
        (lambda: question("next", 1, "5"), "two leaves"),
        (lambda: question("search", 1, "(1 2)"), "the same leaves"),
        (lambda: question("leaves", 1, "(1 2 3 4 5 6 7)"), "7 children"),
        (lambda: question("window", 1, WALK, node="B", after="K"), "after K"),
        (lambda: question("window", 1, WALK, after="D").sentence, "'D' says when, not where"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(call, quoted):
    with pytest.raises((BadInput, DoesNotFit)) as refused:
        call()
    assert quoted in str(refused.value)


# ------------------------------------------------------------ value


@given(SEEDS, st.sampled_from(["opponents", "chance", "players"]))
def test_the_value_is_right_and_no_other_is(seed, kind):
    tree = canonical(random_tree(3, 3, -9, 9, seed, kind).node(0))
    asked = question("value", seed, tree)
    truth = true_values(asked.tree)[0]
    assert grade(asked, shown(truth)).right
    if kind == "players":
        assert grade(asked, list(truth)).right
        assert not grade(asked, [truth[0] + 1, *truth[1:]]).right
        return
    assert grade(asked, truth).right
    wrong = grade(asked, truth + 1)
    assert not wrong.right
    step = asked.recorder.steps[wrong.step]
    assert step.value == truth and not step.path


@pytest.mark.parametrize("answer", ["1/2", "0.5", ".5", "+0.5", 0.5, " 1/2 "])
def test_numbers_are_understood_as_people_type_them(answer):
    assert grade(question("value", 0, "(1/2 -3)"), answer).right


@pytest.mark.parametrize("answer", ["", "five", "1/0", "1e5", "nan", None, True, [1], {"alpha": 1}, "9" * 40])
def test_what_is_no_number_is_refused_in_a_sentence(answer):
    with pytest.raises(BadInput, match="is not a number"):
        grade(question("value", 0, "(1/2 -3)"), answer)


def test_a_rounded_average_is_right_to_six_digits():
    asked = question("value", 0, "chance(1/3: 1 2/3: 3)")
    assert grade(asked, "7/3").right and grade(asked, "2.33333").right
    assert not grade(asked, "2.33").right


def test_swapping_the_players_is_noticed():
    said = grade(question("value", 0, "((3 12 8) (2 4 6) (14 5 2))"), 6)
    assert not said.right and said.expected == 3
    assert "MAX and MIN swapped" in said.sentence


# ------------------------------------------------------------ prune


@given(SEEDS, VARIANT, SIZES, st.data())
def test_the_cuts_are_right_and_no_other_set_is(seed, variant, size, data):
    asked = question("prune", seed, None, variant, *size)
    truth = set(cut_names(asked.text, variant))
    assert grade(asked, sorted(truth)).right
    chosen = set(data.draw(st.lists(st.sampled_from(asked.edges), unique=True)))
    said = grade(asked, sorted(chosen))
    assert set(said.missed) == truth - chosen
    assert set(said.wrong) | set(said.gone) == chosen - truth
    assert not set(said.wrong) & set(said.gone)
    assert said.right == (not said.missed and not said.wrong)
    parents = {row["name"]: row["parent"] for row in run_tree(asked.text).nodes()}
    for name in chosen - truth:
        above = parents[name]
        while above is not None and above not in truth:
            above = parents[above]
        assert (name in said.gone) == (above in chosen and above is not None)
    if not said.right:
        assert asked.recorder.steps[said.step].event in ("prune", "enter", "leaf")
        assert said.evidence is asked.evidence


@pytest.mark.parametrize(
    ("answer", "missed", "wrong", "gone", "node", "event", "words"),
    [
        (["K", "G"], [], [], [], None, None, "Right: K and G are cut"),
        (["G", "K", "N"], [], [], ["N"], None, None, "N is gone with G already"),
        (["G"], ["K"], [], [], "E", "prune", "K is cut, and you missed it"),
        (["K"], ["G"], [], [], "C", "prune", "G is cut, and you missed it"),
        ([], ["K", "G"], [], [], "E", "prune", "K is cut, and you missed it"),
        (["K", "N", "O"], ["G"], ["N", "O"], [], "C", "prune", "G is cut"),
        (["K", "G", "E"], [], ["E"], [], "E", "enter", "E is not cut"),
        (["K", "G", "M"], [], ["M"], [], "M", "leaf", "M is not cut"),
        (["K", "G", "C"], [], ["C"], [], "C", "enter", "C is not cut"),
    ],
)
def test_a_choice_of_branches(answer, missed, wrong, gone, node, event, words):
    asked = question("prune", 0, WALK)
    said = grade(asked, answer)
    assert (said.missed, said.wrong, said.gone) == (missed, wrong, gone)
    assert said.right == (node is None)
    assert words in said.sentence
    if node is None:
        assert said.step is None
    else:
        step = asked.recorder.steps[said.step]
        assert (step.node, step.event) == (node, event)


def test_forms_of_alpha_beta_are_graded_each_by_its_own_rule():
    tie = "((3 5) (3 1))"
    assert grade(question("prune", 0, tie, "fail-soft"), ["G"]).right
    assert grade(question("prune", 0, tie, "strict"), []).right
    assert not grade(question("prune", 0, tie, "strict"), ["G"]).right


@pytest.mark.parametrize(
    ("answer", "quoted"), [(["A"], "no branch to 'A'"), (["Z"], "'Z'"), ("K", "'K'"), ([3], "[3]")]
)
def test_what_is_no_choice_of_branches_is_refused_in_a_sentence(answer, quoted):
    with pytest.raises(BadInput) as refused:
        grade(question("prune", 0, WALK), answer)
    assert quoted in str(refused.value)


# ------------------------------------------------------------ window


@given(SEEDS, VARIANT, SIZES)
def test_the_window_is_right_and_no_other_is(seed, variant, size):
    asked = question("window", seed, None, variant, *size)
    alpha, beta = asked.answer
    assert grade(asked, {"alpha": shown(alpha), "beta": shown(beta)}).right
    assert grade(asked, {"alpha": alpha, "beta": beta}).right
    for wrong in ({"alpha": 77, "beta": beta}, {"alpha": alpha, "beta": 77}):
        said = grade(asked, wrong)
        assert not said.right
        step = asked.recorder.steps[said.step]
        assert (step.node, step.alpha, step.beta) == (asked.node, alpha, beta)
        assert step.event == ("update" if asked.after else "enter")


@pytest.mark.parametrize("infinite", ["∞", "+∞", "inf", "+inf", "Infinity", "oo", inf])
def test_infinities_are_understood_as_people_type_them(infinite):
    asked = question("window", 0, WALK, node="C")
    assert asked.answer == (5, inf)
    assert grade(asked, {"alpha": 5, "beta": infinite}).right
    below = question("window", 0, WALK, node="E")
    assert below.answer == (-inf, 5)
    minus = -inf if infinite == inf else f"-{infinite.lstrip('+')}"
    assert grade(below, {"alpha": minus, "beta": 5}).right
    assert grade(below, {"alpha": "−∞", "beta": "5"}).right


def test_where_a_bound_comes_from_is_told():
    said = grade(question("window", 0, WALK, node="C"), {"alpha": "-inf", "beta": "inf"})
    assert "A is a MAX node" in said.sentence and "α = 5" in said.sentence
    assert said.expected == {"alpha": 5, "beta": None}
    said = grade(question("window", 0, WALK, node="E"), {"alpha": 0, "beta": 5})
    assert "No MAX node on the way to E" in said.sentence


def test_a_window_after_a_return():
    asked = question("window", 0, WALK, node="B", after="D")
    assert "α and β at B after the search has returned from D?" in asked.sentence
    assert asked.answer == (-inf, 5)
    assert grade(asked, {"alpha": "-inf", "beta": 5}).right
    said = grade(asked, {"alpha": "-inf", "beta": "inf"})
    assert "It was set here" in said.sentence and asked.recorder.steps[said.step].event == "update"
    with pytest.raises(BadInput, match="does not go on at E after I"):
        question("window", 0, "(((3 5) (6 9) 1) 2)", node="E", after="I")


@pytest.mark.parametrize("answer", [3, [1, 2, 3], {"alpha": 1}, {"alpha": 1, "beta": 2, "gamma": 3}])
def test_what_is_no_window_is_refused_in_a_sentence(answer):
    with pytest.raises(BadInput, match="is not an answer for α and β"):
        grade(question("window", 0, WALK), answer)


# ------------------------------------------------------------ the sheet


class Outline(HTMLParser):
    """Checks that elements are closed in order, and keeps the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words, self.count = [], [], {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("answers", [False, True])
@pytest.mark.parametrize("kind", ["mixed", *QUIZ_KINDS])
def test_a_sheet(kind, answers):
    text = sheet(12, 6, 3, 2, answers=answers, kind=kind)
    assert text == sheet(12, 6, 3, 2, answers=answers, kind=kind)
    outline = Outline(text)
    assert (outline.count["li"], outline.count["svg"]) == (6, 6)
    words = " ".join(outline.words)
    assert "sheet 12" in words and ("Name:" in words) != answers
    for place in range(6):
        asked = question(
            kind if kind != "mixed" else QUIZ_KINDS[place % 3], item_seed(12, place), None, "fail-soft", 3, 2
        )
        assert asked.sentence in words
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(drawing)
        if not answers:
            assert "kz-cut" not in drawing.partition("</style>")[2]
            assert "kz-alpha" not in drawing.partition("</style>")[2]


def test_the_answers_on_a_sheet_are_right():
    text = sheet(5, 3, 3, 2, answers=True)
    said = re.findall(r'class="line answer">(.*?)</p>', text)
    for place, (kind, answer) in enumerate(zip(QUIZ_KINDS[:3], said, strict=True)):
        asked = question(kind, item_seed(5, place), None, "fail-soft", 3, 2)
        if kind == "value":
            given = answer.removeprefix("Value: ")
        elif kind == "prune":
            given = answer.removeprefix("Pruned: ").split(", ")
        else:
            alpha, beta = answer.split(", ")
            given = {"alpha": alpha.removeprefix("α = "), "beta": beta.removeprefix("β = ")}
        assert grade(asked, given).right


def test_sheets_of_neighbouring_seeds_share_no_question():
    seeds = [item_seed(seed, place) for seed in (7, 8) for place in range(40)]
    assert len(set(seeds)) == 80


# ------------------------------------------------------------ what UCB1 selects


@given(SEEDS)
def test_the_selected_child_is_the_one_that_the_drawn_numbers_give(seed):
    """n and v are read off the drawing, c off the sentence, as a student does it."""
    asked = question("select", seed)
    drawn = ET.fromstring(re.sub(r' xmlns="[^"]*"', "", asked.drawing))
    read = {}
    for group in (e for e in drawn.iter("g") if e.get("data-node")):
        facts = dict(text.split("=") for e in group.iter("text") if "=" in (text := "".join(e.itertext())))
        inside = [("v", "".join(e.itertext())) for e in group.iter("text") if e.get("class") == "kz-value"]
        read[group.get("data-node")] = dict(inside) | facts
    c = float(re.search(r"c = (\S+),", asked.sentence)[1])
    root = asked.tree.node_name(0)
    assert all(set(facts) <= {"n", "v"} for facts in read.values())  # u would give it away
    of_root = [asked.tree.node_name(child) for child in range(1, 1 + asked.tree.size[0])]
    ucb1 = {
        name: float(facts["v"].replace("−", "-")) + c * (log(int(read[root]["n"])) / int(facts["n"])) ** 0.5
        for name in of_root
        if (facts := read[name])
    }
    assert asked.answer == max(ucb1, key=ucb1.get)


def test_a_wrong_child_is_told_apart_from_what_is_no_child():
    asked = question("select", 3)
    wrong = next(name for name in "BC" if name != asked.answer)
    graded = grade(asked, wrong)
    assert not graded.right and f"{asked.answer} is selected, not {wrong}: UCB1 is" in graded.sentence
    assert asked.recorder.steps[graded.step].event == "select"
    with pytest.raises(BadInput, match="'Z' cannot be chosen here: expected one of B"):
        grade(asked, "Z")
    with pytest.raises(BadInput, match="UCB1 has nothing to select at A"):
        question("select", 0, "(3)")


# ------------------------------------------------------------ by HTTP


@pytest.fixture(scope="module")
def page():
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("kind", QUIZ_KINDS)
def test_a_quiz_over_http(page, kind):
    asked = page.post("/api/quiz", json={"kind": kind}).json()
    QuizShown.model_validate(asked)
    ET.fromstring(asked["svg"])
    again = page.post("/api/quiz", json={"kind": kind, "seed": asked["seed"]}).json()
    assert again == asked
    by_tree = page.post("/api/quiz", json={"kind": kind, "seed": asked["seed"], "tree": asked["tree"]}).json()
    assert by_tree == asked or "not about a tree" in by_tree["error"]
    parts = set(re.findall(r'data-part="([^"]*)"', asked["svg"]))
    assert set(asked["parts_to_click"]) == ({p for p in parts if p.startswith("edge:")} if kind == "prune" else set())
    truth = question(kind, asked["seed"]).answer
    form = asked["form"]
    names = [field["name"] for field in form["fields"]]
    answer = dict(zip(names, map(shown, truth), strict=True)) if len(names) > 1 else truth
    graded = page.post("/api/quiz/grade", json={"kind": kind, "seed": asked["seed"], "answer": answer}).json()
    GradeShown.model_validate(graded)
    assert graded["right"], graded
    wrong = {
        "numbers": dict.fromkeys(names, 99) if len(names) > 1 else 99,
        "edges": [],
        "choice": next((choice for choice in form["choices"] if choice != truth), None),
    }[form["shape"]]
    graded = page.post("/api/quiz/grade", json={"kind": kind, "seed": asked["seed"], "answer": wrong}).json()
    assert not graded["right"] and isinstance(graded["step"], int)
    run = page.post("/api/lab", json=graded["shows"]).json()  # what the page shows
    assert graded["step"] < len(run["steps"])


@pytest.mark.parametrize(
    ("body", "status", "quoted"),
    [
        ({"kind": "prune", "seed": 1, "answer": "x"}, 400, "'x'"),
        ({"kind": "prune", "seed": 1, "answer": ["nowhere"]}, 400, "'nowhere'"),
        ({"kind": "value", "seed": 1, "answer": None}, 422, "'answer' is null"),
        ({"kind": "value", "seed": 1, "answer": True}, 422, "'answer' is true"),
        ({"kind": "value", "seed": 1, "answer": [[]]}, 422, "'answer'"),
        ({"kind": "value", "answer": 3}, 422, "'seed' is missing"),
        ({"kind": "window", "seed": 1, "answer": {"alpha": 1}}, 400, "is not an answer for α and β"),
        ({"kind": "colour", "seed": 1, "answer": 1}, 422, "'kind' is 'colour'"),
        ({"kind": "value", "seed": 1, "answer": 1, "trees": "forest"}, 422, "'trees' is 'forest'"),
        ({"kind": "value", "seed": -1, "answer": 3}, 422, "-1"),
        ({"kind": "value", "seed": 1, "depth": 6, "branching": 6, "answer": 3}, 400, "46,656 leaves"),
    ],
)
def test_a_mistake_over_http_is_told_in_a_sentence(page, body, status, quoted):
    answer = page.post("/api/quiz/grade", json=body)
    assert answer.status_code == status, answer.text
    assert quoted in answer.json()["error"]


def test_a_sheet_over_http(page):
    plain, solved = (page.get(f"/sheet?seed=3&count=4&depth=2&branching=3&answers={n}&kind=prune") for n in (0, 1))
    assert plain.headers["content-type"].startswith("text/html")
    assert plain.text == sheet(3, 4, 2, 3, kind="prune")
    assert solved.text == sheet(3, 4, 2, 3, kind="prune", answers=True)
    assert page.get("/sheet").status_code == 200
    mixed = page.get("/sheet?seed=3&count=3&kinds=order,evaluation,value&trees=mixed").text
    assert mixed == sheet(3, 3, 3, 3, kind="order,evaluation,value", trees="mixed")
    for query in ("count=0", "count=41", "depth=9", "kind=some", "kinds=value,some", "answers=perhaps", "trees=no"):
        refused = page.get(f"/sheet?{query}")
        assert refused.status_code == 422 and set(refused.json()) == {"error", "field"}


def test_the_kinds_over_http(page):
    kinds = page.get("/api/quiz/kinds").json()
    assert [kind["kind"] for kind in kinds] == list(QUIZ_KINDS)
    assert [kind["kind"] for kind in kinds if kind["usual"]] == ["prune"]


def test_a_class_link_and_a_sheet_hold_the_same_questions(page):
    body = {"kinds": list(QUIZ_KINDS), "seed": 4, "count": 12, "trees": "chance"}
    series = Series(4, QUIZ_KINDS, 12, trees="chance")
    words = page.get(f"/sheet?seed=4&count=12&kinds={','.join(QUIZ_KINDS)}&trees=chance").text
    for place in range(12):
        asked = page.post("/api/quiz/series", json=body | {"place": place}).json()
        QuizShown.model_validate(asked)
        assert asked["sentence"] == series.item(place).sentence
        assert asked["kind"] == QUIZ_KINDS[place % len(QUIZ_KINDS)]
        assert escape(asked["sentence"]) in words
    refused = page.post("/api/quiz/series", json=body | {"place": 12})
    assert refused.status_code == 400 and "no question 13: expected 1 to 12" in refused.json()["error"]
