"""The gallery: every answer is what the notes say, every link leads somewhere, and the lectures' pages lead back."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kibitz.errors import BadInput
from kibitz.lab.gallery import GALLERY
from kibitz.lab.gallery.answers import ANSWERS, answer, exhibit_named
from kibitz.lab.lecture_titles import LECTURES, PAGES, anchor
from kibitz.lab.lectures.slides import lectures
from kibitz.lab.tree_search import run_tree
from kibitz.web.app import create_app
from kibitz.web.settings import Settings

DOCS = Path(__file__).parent.parent / "docs" / "lectures"

# What the notes state, and for the trees that they do not hold, what comes out on paper.
STATED = {
    "two-ply": "The root is worth 3. Cut: I (the leaf 4), J (the leaf 6). 7 of 9 leaves are visited.",
    "walk-through": (
        "The root is worth 3. Cut: K (the leaf 9), G. At the cuts: D has α = −∞, β = 3 and v = 5; E has α = 3, β = "
        "+∞ and v = 1. 5 of 8 leaves are visited."
    ),
    "walk-through-bounds": (
        "The root is worth 3. Cut: K (the leaf 9), G. At the cuts: D has α = 5, β = 3 and v = 5; E has α = 3, β = 3"
        " and v = 3. The nodes are left with A = 3; B = 3; C = 3; D = 5; E = 3; F = 3."
    ),
    "ties": "The root is worth 3. 4 of 4 leaves are visited. The nodes are left with A = 3; B = 3; C = 1.",
    "best-order": "11 of 27 leaves are visited. No order needs fewer than 11 of 27 leaves.",
    "worst-order": "27 of 27 leaves are visited. No order needs fewer than 11 of 27 leaves.",
    "die": "The root is worth 3.5.",
    "expectiminimax": "B = 4.5; C = 3; D = 2; E = 7; F = 6; G = 0. The move is to B.",
    "deep-cut": (
        "The root is worth 5. Cut: I (the leaf 7), K (the leaf 6), E (the leaf 9). 3 of 6 leaves are visited."
    ),
    "update-first": (
        "The root is worth 5. The nodes are left with A = 5; B = 5; C = 5; D = 5; E = 6; F = 5. Cut: K (the leaf 9), G."
    ),
    "fail-hard": "The root is worth 6. The nodes are left with A = 6; B = 5; C = 5; D = 6. Cut: H (the leaf 9).",
    "ranges": (
        "after 3 B [−∞, 3]; after 8 A [3, +∞], B [3, 3]; after 2 C [−∞, 2]; after 14 A [3, 14], D [−∞, 14]; after 5"
        " A [3, 5], D [−∞, 5]; after 2 A [3, 3], D [2, 2]. Cut: I (the leaf 4), J (the leaf 6)."
    ),
    "expectimax": "The root is worth 10. The move is to B.",
    "airport": "The root is worth 35.",
    "opponent": "The root is worth 66.6667. The move is to C.",
    "star1": "The root is worth 7. Cut: E (the leaf 10), F (the leaf 0). 2 of 4 leaves are visited.",
    "together": "The root is worth <9,9>. The move is to B.",
    "minimax": "B = 3; C = 2; D = 2. The move is to B (a1, then b1).",
    "three-players": "The root is worth <1,2,6>. The move is to B.",
    "order": "Cut: I (the leaf 4), J (the leaf 6), L (the leaf 14), M (the leaf 5). 5 of 9 leaves are visited.",
    "two-dice": "The root is worth 7.",
    "scale-before": "B = 2.1; C = 1.3; D = 2; E = 3; F = 1; G = 4. The move is to B.",
    "scale-after": "B = 21; C = 40.9; D = 20; E = 30; F = 1; G = 400. The move is to C.",
    "pruned-chance": "The root is worth 1. Cut: E (the leaf 0). 2 of 3 leaves are visited.",
    "pruned-chance-larger": "The root is worth 1.5. Cut: M (the leaf 2), G. 5 of 8 leaves are visited.",
    "star2": "The root is worth 5.5. Cut: M (the leaf 9), O (the leaf 9). 6 of 8 leaves are visited.",
    "one-agent": "The root is worth 8. The move is to B.",
    "small-pacman": "B = −8; C = −10. The move is to B.",
    "quiz-value": "The root is worth 8. The move is to B.",
    "small-example": "The root is worth 8. Cut: G (the leaf 50). At the cuts: C has α = 8, β = +∞ and v = 4.",
    "quiz-branches": "The root is worth 10. Cut: g, l.",
    "expectimax-example": "B = 8; C = 4; D = 7. The move is to B.",
    "values": "B = 20; C = 25. The move is to C.",
    "values-squared": "B = 800; C = 650. The move is to B.",
    "montecarlo": "Of 50 visits B has 21 (mean 5.9); C has 12 (mean 3.83); D has 17 (mean 5). The move is to B.",
    "montecarlo-trap": "Of 50 visits B has 20 (mean 4.6); C has 30 (mean 5.5). The move is to C.",
    "depth-limit": "The root is worth 7. The move is to C.",
    "horizon": "The root is worth 1. The move is to C.",
    "deepening": (
        "The root is worth 12. All rounds look at 21 leaves and evaluations, alpha-beta to depth 3 alone at 27."
    ),
    "table": "The root is worth 6. All rounds look at 12 leaves and evaluations, alpha-beta to depth 4 alone at 5.",
    "beam": "The root is worth 4. The move is to B.",
}


@pytest.fixture(scope="module")
def page():
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("exhibit", GALLERY, ids=lambda exhibit: exhibit.name)
def test_the_stated_answer_is_the_computed_one(exhibit):
    assert answer(exhibit.name) == STATED[exhibit.name]
    assert exhibit.question[-1] in "?."
    assert set(exhibit.asks) <= set(ANSWERS)


def test_answers_are_computed_by_a_run_and_not_kept(monkeypatch):
    from kibitz.lab.gallery import answers

    other = run_tree("((1 2) (9 8))", "minimax")
    monkeypatch.setattr(answers, "run_tree", lambda *asked: other)
    answers.answer.cache_clear()
    try:
        assert answer("quiz-value") == "The root is worth 8. The move is to C."
    finally:
        answers.answer.cache_clear()


def minimax(node):
    """One more minimax, with chance and vectors: the value of a node of the tree."""
    if not node.children:
        return node.values if len(node.values) > 1 else node.values[0]
    below = [minimax(child) for child in node.children]
    if node.player < 0:
        return sum(child.probability * v for child, v in zip(node.children, below, strict=True))
    if isinstance(below[0], tuple):
        return max(below, key=lambda v: v[node.player])
    return max(below) if node.player == 0 else min(below)


@pytest.mark.parametrize("exhibit", GALLERY, ids=lambda exhibit: exhibit.name)
def test_the_value_of_the_root_is_that_of_a_plain_recursion(exhibit):
    run = run_tree(exhibit.tree, exhibit.algorithm, exhibit.variant, exhibit.bounds)
    if not run.algorithm.simulates:
        assert run.choice.value == pytest.approx(minimax(run.tree.node(0)))


def test_chapters_follow_the_lectures_and_none_is_empty():
    lectures = [exhibit.lecture for exhibit in GALLERY]
    assert lectures == sorted(lectures)
    assert set(lectures) == set(range(1, len(LECTURES) + 1))
    assert GALLERY[0].name == "two-ply"


def test_every_tree_has_its_place_in_a_lecture_and_the_page_leads_back():
    for exhibit in GALLERY:
        text = (DOCS / f"{PAGES[exhibit.lecture - 1]}.md").read_text(encoding="utf-8")
        section = text.partition(f"## {exhibit.section}\n")[2].partition("\n## ")[0]
        assert f"- {exhibit.title}: `#/lab?exhibit={exhibit.name}`" in section, exhibit.name
        assert exhibit.page == f"{PAGES[exhibit.lecture - 1]}.md#{anchor(exhibit.section)}"
        slides = {slide.anchor: slide for slide in lectures()[exhibit.lecture - 1].slides}
        told = [block for block in slides[anchor(exhibit.section)].blocks if block.kind != "console"]
        assert f"#/lab?exhibit={exhibit.name}" in [span.address for block in told for span in block.spans]
    named = re.findall(r"#/lab\?exhibit=([\w-]+)", "".join(at.read_text(encoding="utf-8") for at in DOCS.glob("*.md")))
    assert sorted(named) == sorted(exhibit.name for exhibit in GALLERY)


def test_the_gallery_over_http(page):
    rows = page.get("/api/lab/gallery").json()
    assert [row["name"] for row in rows] == [exhibit.name for exhibit in GALLERY]
    assert all("asks" not in row and "answer" not in row for row in rows)  # that is behind a click
    bounded = next(row for row in rows if row["name"] == "pruned-chance")
    assert (bounded["bounds"], bounded["lecture"], bounded["chapter"]) == ([-2, 2], 4, LECTURES[3])
    told = page.get("/api/lab/gallery/quiz-branches/answer")
    assert told.json() == {"name": "quiz-branches", "answer": "The root is worth 10. Cut: g, l."}
    unknown = page.get("/api/lab/gallery/nothing/answer")
    assert unknown.status_code == 400
    assert unknown.json()["error"].startswith(
        "the gallery has no tree 'nothing': expected one of two-ply, walk-through"
    )
    with pytest.raises(BadInput):
        exhibit_named("nothing")
