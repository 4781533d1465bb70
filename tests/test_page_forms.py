"""The lab in a real browser: the gallery by lecture, ranges, the fewest leaves, two searches side by side."""

from itertools import pairwise

import pytest

from kibitz.lab.gallery.answers import answer
from kibitz.lab.tree_search import run_tree
from serving import served

pytest_plugins = ["browser"]

TWO_PLY = "((3+12+8)+(2+4+6)+(14+5+2))"


@pytest.fixture(scope="module")
def address():
    """The page's server, for the tests of this module."""
    with served() as url:
        yield url


def expect(seen):
    """Playwright's patient assertion."""
    from playwright.sync_api import expect as patiently

    from browser import PATIENCE

    patiently.set_options(timeout=1000 * PATIENCE)
    return patiently(seen)


def test_the_gallery_is_searched_and_walked_by_keys_and_a_link_keeps_its_question(page):
    page.see("#/lab")
    page.click("text=Gallery")
    expect(page.get_by_label("Search the gallery")).to_be_focused()
    assert page.locator(".gallery h3").count() == 5
    page.keyboard.type("quiz branches")
    expect(page.locator(".gallery-pick:visible")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-exhibit=quiz-branches]")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".lab-question")).to_have_text(
        "What is the top node worth, and which of the branches a to n are cut?"
    )
    page.click(".lab-story summary")
    page.click("text=Show the answer")
    expect(page.locator(".lab-answered")).to_have_text(answer("quiz-branches"))
    place = page.locator(".lab-story a").get_attribute("href")
    assert place == "#/lectures?lecture=5&slide=slides-6768-quiz"
    page.reload()
    expect(page.locator(".lab-question")).to_be_visible()
    page.click(".lab-story summary")
    page.click(".lab-story a")
    page.locator(".slide a[href='#/lab?exhibit=quiz-branches']").click()
    expect(page.locator(".lab-story summary b")).to_have_text("Quiz: which branches?")


def test_ranges_are_switched_on_and_kept_by_the_link(page):
    page.see(f"#/lab?tree={TWO_PLY}&algorithm=alphabeta&step=26")
    assert page.locator(".kz-range").count() == 0
    page.keyboard.press("r")
    expect(page.locator(".kz-range")).to_have_text(["[3, 14]", "[3, 3]", "[−∞, 2]", "[−∞, 14]"])
    page.wait_for_function("location.hash.includes('ranges=1')")
    page.reload()
    expect(page.locator(".kz-range")).to_have_count(4)
    page.select_option("#lab-algorithm", "montecarlo")  # it has none: the switch is gone, and comes again
    expect(page.locator("#lab-ranges")).to_be_hidden()
    page.select_option("#lab-algorithm", "alphabeta/update-first")
    expect(page.locator("#lab-ranges")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".kz-range")).to_have_text(["[3, 3]", "[3, 3]", "[−∞, 2]", "[2, 2]"])


def test_the_order_with_the_fewest_leaves_is_offered_where_it_differs(page):
    page.see("#/lab?tree=(((5+1+4)+(8+4))+((5+9+6)+9))&algorithm=alphabeta")
    expect(page.locator("[data-count=fewest] .counts-number")).to_have_text("4")
    page.click("[data-order=fewest-leaves]")
    expect(page.locator("[data-count=visited] .counts-number")).to_have_text("4")
    page.see(f"#/lab?tree={TWO_PLY}&algorithm=alphabeta")
    expect(page.locator("[data-order=fewest-leaves]")).to_be_hidden()


def test_two_searches_keep_in_step_leaf_by_leaf_or_step_by_step(page):
    page.see(f"#/lab?tree={TWO_PLY}&algorithm=alphabeta")
    page.select_option("#lab-beside", "minimax")
    heads = page.locator(".beside-head .note")
    expect(heads).to_have_text(["0 of 9 leaves", "0 of 9 leaves"])
    for leaf in range(1, 8):
        page.keyboard.press("l")
        expect(heads).to_have_text([f"{leaf} of 9 leaves"] * 2)
    page.keyboard.press("l")
    expect(heads).to_have_text(["7 of 9 leaves, worth 3", "8 of 9 leaves"])
    page.keyboard.press("End")
    expect(heads).to_have_text(["7 of 9 leaves, worth 3", "9 of 9 leaves, worth 3"])
    expect(page.locator(".beside-sentence")).to_have_text("A is left with 3.")
    assert page.locator(".beside-column").nth(1).locator(".kz-cut").count() == 0
    page.wait_for_function("location.hash.includes('beside=minimax') && location.hash.endsWith('&step=52')")
    page.reload()
    expect(heads).to_have_text(["7 of 9 leaves, worth 3", "9 of 9 leaves, worth 3"])
    page.select_option("[aria-label='In step']", "steps")
    steps = [len(run_tree("((3 12 8) (2 4 6) (14 5 2))", name).recorder.steps) for name in ("alphabeta", "minimax")]
    expect(page.locator(".stepper-count")).to_have_text(f"{max(steps)} / {max(steps)}")
    page.select_option("#lab-beside", "")
    expect(page.locator(".beside-sentence")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator(".stepper-count")).to_have_text(f"{steps[0]} / {steps[0]}")


TIMELINES = """async ([one, other, pace]) => {
  const { timeline } = await import("./static/lab/beside.js");
  return timeline(one.map((event) => ({ event })), other.map((event) => ({ event })), pace);
}"""


def test_a_timeline_takes_every_step_of_both_and_waits_for_nothing_else(page):
    page.see(f"#/lab?tree={TWO_PLY}")
    runs = [run_tree(tree, *search) for tree, search in (
        ("((3 12 8) (2 4 6) (14 5 2))", ("alphabeta", "strict")),
        ("((3 12 8) (2 4 6) (14 5 2))", ("minimax",)),
        ("(5 (((4 7) (3 6)) 9))", ("alphabeta",)),
        ("((3 12) (2 4))", ("montecarlo",)),
    )]  # fmt: skip
    events = [[step.event for step in run.recorder.steps] for run in runs]
    for one in events:
        for other in events:
            for pace in ("leaves", "steps"):
                moments = page.evaluate(TIMELINES, [one, other, pace])
                for which, steps in ((0, one), (1, other)):
                    taken = [moment[which] for moment in moments]
                    assert taken[0] == 0 and taken[-1] == len(steps) - 1
                    assert all(after - before in (0, 1) for before, after in pairwise(taken))
                moves = [a != b for a, b in pairwise(moments)]
                assert all(moves)  # somebody moves at every moment
                if pace == "leaves" and "leaf" in one and "leaf" in other:
                    for at, (i, j) in enumerate(moments):
                        seen = [one[: i + 1].count("leaf"), other[: j + 1].count("leaf")]
                        assert seen[0] == seen[1] or min(one.count("leaf"), other.count("leaf")) in seen, at


def test_two_searches_fit_a_phone_one_below_the_other(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    page.see(f"#/lab?tree={TWO_PLY}&algorithm=alphabeta&beside=minimax&step=20")
    expect(page.locator(".beside-head .note")).to_have_count(2)
    first, second = (page.locator(".beside-column").nth(at).bounding_box() for at in (0, 1))
    assert second["y"] >= first["y"] + first["height"] - 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("text=Gallery")
    box = page.locator(".gallery-panel").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
