"""Evaluations and depth in the lab, in a real browser: one page for all of it."""

import re
from urllib.parse import quote_plus

import pytest

from kibitz.lab.cutoff import Cutoff
from kibitz.lab.tree_search import run_tree
from serving import served
from test_page_lab import Lab, expect

pytest_plugins = ["browser"]

JUDGED = "(~4(3 12 8) ~7?(2 4 6) ~5(14 5 2))"


@pytest.fixture(scope="module")
def address():
    """The page's server, for the tests of this module."""
    with served() as url:
        yield url


def slide(page, depth):
    """Move the slider, as the arrow keys do."""
    page.focus("#lab-depth")
    page.evaluate(
        """(depth) => {
          const slider = document.querySelector("#lab-depth");
          slider.value = depth;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        depth,
    )


def at_the_end(lab, run):
    lab.page.evaluate("document.activeElement.blur()")
    lab.page.keyboard.press("End")
    lab.agrees_with(run.json(), len(run.recorder.steps) - 1)


def test_depth_is_slid_switched_and_kept_in_the_link(page):
    lab = Lab(page, JUDGED)
    expect(page.locator(".lab-depth-shown")).to_have_text("∞")
    slide(page, 1)
    expect(page).to_have_url(re.compile("depth=1"))
    at_the_end(lab, run_tree(JUDGED, cutoff=Cutoff(depth=1)))
    expect(page.locator(".stage .kz-limit")).to_have_count(3)
    expect(page.locator(".lab-legend")).to_contain_text("depth limit")
    expect(page.locator("[data-count=evaluated] .counts-number")).to_have_text("3")
    page.click(".lab-depths summary")
    expect(page.locator(".lab-depths tbody tr")).to_have_count(2)
    expect(page.locator(".lab-depths .is-changed")).to_have_text(["→ 3", "→ B"])
    page.check(".lab-depth >> text=Quiescence")
    expect(page).to_have_url(re.compile("quiescence=1"))
    at_the_end(lab, run_tree(JUDGED, cutoff=Cutoff(depth=1, quiescence=True)))
    page.fill("#lab-beam", "2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("beam=2"))
    link = page.url
    page.see(link[link.index("#") :])
    lab = Lab.__new__(Lab)
    lab.page = page
    expect(page.locator("#lab-beam")).to_have_value("2")
    expect(page.locator(".lab-depth-shown")).to_have_text("1")
    at_the_end(lab, run_tree(JUDGED, cutoff=Cutoff(depth=1, quiescence=True, beam=2)))
    expect(page.locator(".stage .kz-left-out")).to_have_count(1)
    page.click(".lab-depths summary")
    page.click(".lab-depths tr:last-child button")  # to the end
    expect(page.locator(".lab-depth-shown")).to_have_text("∞")


def test_evaluations_are_edited_and_rounds_are_shown(page):
    lab = Lab(page, "((3 12 8) (2 4 6))", depth=1)
    expect(page.locator(".lab-depth .note")).to_be_visible()
    page.click("[data-node=B] .kz-shape")
    page.fill("[aria-label=Evaluation]", "4")
    page.keyboard.press("Enter")
    lab.wait_text("(~4(3 12 8) (2 4 6))")
    page.check(".lab-guess-fields >> text=noisy")
    lab.wait_text("(~4?(3 12 8) (2 4 6))")
    page.click("[aria-label=Undo]")
    lab.wait_text("(~4(3 12 8) (2 4 6))")
    page.select_option("#lab-algorithm", "deepening")
    expect(page.locator(".lab-rounds tbody tr")).to_have_count(1)
    slide(page, 2)
    expect(page.locator(".lab-rounds tbody tr")).to_have_count(2)
    page.click(".lab-rounds tr:last-child button")
    expect(page.locator(".stepper-sentence")).to_have_text(re.compile("^Round 2 begins: the depth limit is 2"))
    page.uncheck(".lab-depth >> text=Killers")
    expect(page).to_have_url(re.compile("without=killers"))
    run = run_tree("(~4(3 12 8) (2 4 6))", "deepening", cutoff=Cutoff(without=("killers",)))
    at_the_end(lab, run)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#lab-depth")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert quote_plus("~4") in page.url or "~4" in page.url
