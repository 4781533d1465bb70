"""Predicting in the lab in a real browser: nothing is told early, answers are graded, the result can be handed in."""

import csv
import io
import re
from pathlib import Path
from urllib.parse import parse_qs, quote_plus

import pytest

from kibitz.lab.predicting.exercise import exercise
from serving import served
from test_page_axe import findings

pytest_plugins = ["browser"]

TREE = "((3 12) (2 4 6))"
THREE = "((3 12 8) (2 4 6) (14 5 2))"
# All that is shown or spoken: texts, labels and tooltips.
TOLD = """() => [document.querySelector("main").innerText, document.getElementById("announcer").lastChild?.textContent,
  ...[...document.querySelectorAll("main [aria-label], main [title]")].filter((each) => each.checkVisibility()).map(
    (each) => `${each.getAttribute("aria-label")} ${each.getAttribute("title")}`),
  ...[...document.querySelectorAll("main svg title")].map((each) => each.textContent)].join("\\n")"""
PRINTED = """() => { window.printed = null; window.print = () => {
  window.printed = document.querySelector(".print-sheet").innerText; dispatchEvent(new Event("afterprint")); }; }"""
CENTRE = """(name) => { const box = document.querySelector(`[data-node="${name}"] .kz-shape`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def opened(page, tree=TREE, **params):
    given = {"tree": tree, "algorithm": "alphabeta", "variant": "fail-soft", **params}
    page.see("#/lab?" + "&".join(f"{name}={quote_plus(str(value))}" for name, value in given.items()))


def waits(page, words, selector=".predict"):
    page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.innerText.includes(words)", arg=[selector, words]
    )


def type_in(page, made, question, change=None):
    """Fill in the truth, by the keyboard alone, with perhaps one change."""
    for place, blank in enumerate(question.blanks):
        if place:  # past the button that types an infinity, where there is one
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.tagName") == "BUTTON":
                page.keyboard.press("Tab")
        truth = made.accepted(question, blank)[0]
        typed = {True: "y", False: "n"}[truth] if isinstance(truth, bool) else str(truth)
        page.keyboard.type((change or {}).get(blank.name, typed))
    page.keyboard.press("Enter")


def test_an_exercise_from_the_first_question_to_the_table(new_page):
    page = new_page(viewport={"width": 1280, "height": 800}, accept_downloads=True, reduced_motion="reduce")
    made = exercise(TREE)
    steps = made.run.recorder.steps
    opened(page, predict="v,window,cut", step=20)
    for question in made.questions:
        waits(page, question.prompt)
        told = page.evaluate(TOLD)
        assert steps[question.step].sentence not in told and "Next cut" not in told
        assert f"/ {len(steps)}" not in told and f"of {len(steps)}" not in told
        assert page.inner_text("[data-count=visited] .counts-number") == "?"
        assert page.locator(".stepper-cuts i").count() == sum(s.event == "prune" for s in steps[: question.step])
        if question.number == 1:
            assert findings(page) == []
            for key in ("End", "c", "ArrowRight"):  # it cannot be passed
                page.evaluate("document.activeElement.blur()")
                page.keyboard.press(key)
            assert page.inner_text(".stepper-count") == f"Step {question.step}"
            assert page.evaluate("document.activeElement.matches('.predict input')")
        if question.number == 3:
            page.get_by_role("button", name="Show me").click()
        else:
            type_in(page, made, question, {"v": "77"} if question.number == 2 else None)
        waits(page, {2: "v at B is 3, not 77.", 3: "Shown."}.get(question.number, "Right."))
        if question.number == 2:
            assert findings(page) == []
        if question is not made.questions[-1]:
            page.keyboard.press("Enter")
    points = sum(len(question.blanks) for question in made.questions)
    lost = 1 + len(made.questions[2].blanks)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"{points - lost} of {points} points")
    dialog.wait_for()
    assert findings(page) == []
    dialog.get_by_label("Your name").fill("=Ada")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="CSV").click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert rows[0] == ["name", "'=Ada"] and ["points", str(points - lost)] in rows
    assert [row[-1] for row in rows[rows.index([]) + 2 :]].count("0") == lost
    page.evaluate(PRINTED)
    dialog.get_by_role("button", name="Print").click()
    printed = page.evaluate("window.printed")
    assert "=Ada" in printed and f"{points - lost} of {points}" in printed and "predict=v,window,cut" in printed
    dialog.get_by_role("button", name="Close").click()
    waits(page, f" / {len(steps)}", ".stepper-count")
    assert page.inner_text("[data-count=visited] .counts-number") == str(len(made.run.recorder.leaves))


def test_what_is_asked_is_chosen_and_goes_into_the_link(page):
    opened(page)
    page.get_by_role("button", name="Predict").click()
    page.get_by_label("Window α, β").uncheck()
    page.get_by_label("Leaf values").check()
    page.get_by_role("button", name="Start").click()
    waits(page, exercise(TREE, asked="v,cut").questions[0].prompt)
    given = parse_qs(page.url.partition("?")[2])
    assert given["predict"] == ["v,cut"] and given["hide"] == ["values"]
    told = page.evaluate("document.querySelector('.stage .kz-svg').textContent")
    assert "12" not in told and "?" in told and "3" in told  # D has been visited, E has not
    page.get_by_role("button", name="Leave the exercise").click()
    page.locator(".predict").wait_for(state="hidden")
    page.locator(".stage-view").focus()
    page.keyboard.press("End")
    page.wait_for_function("document.querySelector('.stage .kz-svg').textContent.includes('12')")
    opened(page, hide="counts")
    assert page.inner_text("[data-count=visited] .counts-number") == "?"
    page.keyboard.press("End")
    waits(page, "3", "[data-count=visited] .counts-number")


def test_a_name_is_clicked_in_the_drawing_and_simulations_are_predicted(page):
    opened(page, predict="next", algorithm="minimax", variant="")
    waits(page, "Which leaf is visited next?")
    page.locator("[data-node=E]").click()
    page.keyboard.press("Enter")
    waits(page, "Right.")
    made = exercise(TREE, "montecarlo", asked="next", simulations=6)
    opened(page, predict="next", algorithm="montecarlo", variant="", simulations=6)
    waits(page, made.questions[0].prompt)
    type_in(page, made, made.questions[0])
    waits(page, "Right.")


def test_projector_view(page):
    opened(page, THREE, step=21)
    page.keyboard.press("f")
    page.locator(".lab.is-projected").wait_for()
    page.locator(".stepper-side").wait_for(state="hidden")
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.stepper-sentence')).fontSize)")
    assert size > 30 and page.locator(".lab-strip").is_hidden()
    assert findings(page) == []
    page.keyboard.press("ArrowRight")
    waits(page, "23 / ", ".stepper-count")
    page.keyboard.press("PageUp")  # as a presenter's remote does
    waits(page, "22 / ", ".stepper-count")
    page.locator(".lab.is-resting").wait_for()
    page.keyboard.press("Escape")
    page.locator(".lab:not(.is-projected)").wait_for()
    page.locator(".lab-strip").wait_for()


def test_a_node_is_dragged_among_its_siblings(page):
    opened(page, THREE)
    text = page.locator(".lab-brackets textarea")

    def shows(tree):
        page.wait_for_function("(tree) => document.querySelector('.lab-brackets textarea').value === tree", arg=tree)

    (x, y), (end, _) = page.evaluate(CENTRE, "B"), page.evaluate(CENTRE, "D")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(end + 60, y + 8, steps=5)
    page.locator(".reorder-mark").wait_for()
    page.keyboard.press("Escape")  # not after all
    page.mouse.up()
    assert page.locator(".reorder-mark").count() == 0 and text.input_value() == THREE
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(end + 60, y + 8, steps=5)
    page.mouse.up()
    shows("((2 4 6) (14 5 2) (3 12 8))")
    page.wait_for_function("decodeURIComponent(location.hash).includes('((2+4+6)+(14+5+2)+(3+12+8))')")
    page.keyboard.press("Control+z")
    shows(THREE)
    page.locator("[data-node=C]").click()
    page.keyboard.press("Alt+ArrowLeft")
    shows("((2 4 6) (3 12 8) (14 5 2))")
    assert re.search(r"#/lab\?", page.url)  # the browser did not go back
    page.wait_for_function("document.getElementById('announcer').textContent.includes('B is child 1 of A now.')")
