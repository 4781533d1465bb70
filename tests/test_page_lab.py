"""The tree lab and the quiz in a real browser: every step, edit and kind of question, by mouse and by keyboard."""

import json
import re
import struct
import xml.etree.ElementTree as ET
from urllib.parse import parse_qs, quote_plus

import pytest

import kibitz as kz
from kibitz.lab.drawing.closed_subtrees import Folds
from kibitz.lab.gallery import GALLERY
from kibitz.lab.gallery.answers import answer
from kibitz.lab.position_tree import position_tree
from kibitz.lab.quiz import QUIZ_KINDS, grade, question
from kibitz.lab.quiz_series import Series
from kibitz.lab.random_trees import random_tree
from kibitz.lab.recording import shown as written
from kibitz.lab.tree_search import run_on, run_tree
from kibitz.lab.tree_text import canonical
from serving import served

pytest_plugins = ["browser"]

TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
GAMBLE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
VECTORS = "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))"


@pytest.fixture(scope="module")
def address():
    """The page's server, for the tests of this module."""
    with served() as url:
        yield url


def expect(seen):
    """Playwright's patient assertion."""
    from playwright.sync_api import expect as patiently  # not above: without it these tests are skipped, loudly

    from browser import PATIENCE  # not above: pytest loads it as a plug-in

    patiently.set_options(timeout=1000 * PATIENCE)
    return patiently(seen)


# ------------------------------------------------------------ what a person sees


class Lab:
    """The lab on a page, as a person sees and uses it."""

    def __init__(self, page, tree=TWO_PLY, **params):
        self.page = page
        given = {"tree": tree, **params} if tree else params
        page.evaluate("document.querySelector('.stage .kz-svg')?.setAttribute('data-old', '')")
        page.go("#/lab?" + "&".join(f"{name}={quote_plus(str(value))}" for name, value in given.items()))
        page.wait_for_selector(".lab .stage .kz-svg:not([data-old])")

    @property
    def sentence(self):
        return self.page.inner_text(".stepper-sentence")

    @property
    def line(self):
        """The highlighted line of the pseudo-code, from 1."""
        lines = self.page.locator(".code-lines li")
        return lines.evaluate_all("all => all.findIndex((line) => line.matches('.is-current')) + 1")

    @property
    def at(self):
        """The index of the step, and of the last one."""
        here, count = self.page.inner_text(".stepper-count").split(" / ")
        return int(here) - 1, int(count) - 1

    @property
    def text(self):
        return self.page.input_value(".lab-brackets textarea")

    @property
    def drawing(self):
        return self.page.evaluate("document.querySelector('.stage .kz-svg').innerHTML")

    def visited(self):
        return self.page.inner_text("[data-count=visited] .counts-number")

    def wait_at(self, index):
        expect(self.page.locator(".stepper-count")).to_have_text(re.compile(f"^{index + 1} /"))

    def wait_text(self, text):
        """Wait until this tree is shown, not merely typed."""
        expect(self.page.locator(".lab-brackets textarea")).to_have_value(text)
        expect(self.page.locator(".lab-brackets .button")).to_be_hidden()

    def is_drawn_as(self, run, index):
        """Is every part of the drawing the latest markup at or before a step?"""
        latest = {}
        for change in run["drawing"]["changes"][: index + 1]:
            latest |= change
        return self.page.evaluate(
            """([svg, latest]) => {
              const made = (markup) => {
                const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
                holder.innerHTML = markup;
                return holder.firstElementChild;
              };
              const wanted = made(svg);
              for (const [part, markup] of Object.entries(latest)) {
                wanted.querySelector(`[data-part="${part}"]`).replaceWith(made(markup));
              }
              const shown = document.querySelector(".stage .kz-svg");
              const parts = [...wanted.querySelectorAll("[data-part]")];
              return parts.length > 0 && parts.every(
                (part) => shown.querySelector(`[data-part="${part.dataset.part}"]`)?.outerHTML === part.outerHTML
              );
            }""",
            [run["drawing"]["svg"], latest],
        )

    def agrees_with(self, run, index):
        step = run["steps"][index]
        self.wait_at(index)
        expect(self.page.locator(".stepper-sentence")).to_have_text(step["sentence"])
        seen = (self.at, self.sentence, self.line)
        assert seen == ((index, len(run["steps"]) - 1), step["sentence"], step["line"])
        assert self.is_drawn_as(run, index)


def run_of(tree, algorithm="auto", variant="fail-soft", bounds=None, cutoff=None):
    return run_tree(tree, algorithm, variant, bounds, cutoff).json()


# ------------------------------------------------------------ steps


def test_the_lab_is_stepped_to_the_end_and_back(page):
    lab, run = Lab(page), run_of(TWO_PLY)
    last = len(run["steps"]) - 1
    start = lab.drawing
    for index in range(4):
        lab.agrees_with(run, index)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    lab.agrees_with(run, last)
    assert lab.drawing != start
    page.keyboard.press("ArrowRight")
    assert lab.at == (last, last)
    for index in (last - 1, last - 2):
        page.click("[aria-label='Back one step']")
        lab.agrees_with(run, index)
    page.fill(".stepper-track input", "21")
    lab.agrees_with(run, 21)
    page.keyboard.press("Home")
    lab.agrees_with(run, 0)
    assert lab.drawing == start


def test_every_step_from_any_other_is_the_same_drawing(page):
    tree = canonical(random_tree(3, 3, -9, 9, 5).node(0))
    lab, run = Lab(page, tree), run_of(tree)
    last = len(run["steps"]) - 1
    for index in (last, 7, last // 2, 3, last - 1, 0, last // 3):
        page.fill(".stepper-track input", str(index))
        lab.agrees_with(run, index)


def test_the_next_cut(page):
    lab, run = Lab(page, "(((3 5) (6 9)) ((1 2) (0 -1)))"), run_of("(((3 5) (6 9)) ((1 2) (0 -1)))")
    cuts = [step["index"] for step in run["steps"] if step["event"] == "prune"]
    assert len(cuts) == 2
    page.keyboard.press("c")
    lab.agrees_with(run, cuts[0])
    assert page.locator(".kz-cut").count() == 1
    page.click("text=Next cut")
    lab.agrees_with(run, cuts[1])
    page.keyboard.press("c")
    assert lab.at[0] == cuts[1]


def test_it_plays_by_itself_at_a_speed(page):
    lab = Lab(page)
    page.select_option(".stepper-speed", "2")  # slow enough for a hand that is slow itself
    page.click("[aria-label=Play]")
    expect(page.locator(".stepper-count")).not_to_have_text("1 / 40")
    page.click("[aria-label=Pause]")
    stopped = lab.at[0]
    assert 0 < stopped <= 39
    page.fill(".stepper-track input", "36")
    page.select_option(".stepper-speed", "8")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    lab.wait_at(39)
    page.wait_for_selector("[aria-label=Play]")
    page.select_option(".stepper-speed", "2")
    page.click("[aria-label=Play]")  # at the end, from the beginning again
    expect(page.locator(".stepper-count")).not_to_have_text("40 / 40")
    page.click("[aria-label=Pause]")


def test_a_step_of_a_large_tree_changes_little_of_the_page(page):
    tree = canonical(random_tree(3, 6, -9, 9, 1, even=True).node(0))
    lab, run = Lab(page, tree, algorithm="minimax"), run_tree(tree, "minimax")
    run = run.json(Folds(run.tree, toggles=True))
    assert len(run["nodes_list"]) == 259
    page.get_by_role("button", name="Open all").click()
    expect(page.locator(".stage [aria-expanded=false]")).to_have_count(0)
    made = page.evaluate(
        """() => {
          const forward = document.querySelector("[aria-label='Forward one step']");
          const observer = new MutationObserver(() => {});
          observer.observe(document.querySelector("main"), { childList: true, subtree: true });
          return Array.from({ length: 60 }, () => {
            forward.click();
            return observer.takeRecords().reduce((all, each) => all + each.addedNodes.length, 0);
          });
        }"""
    )
    lab.agrees_with(run, 60)
    assert 0 < max(made) < 30


def test_steps_are_announced(page):
    Lab(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcer")).to_contain_text("B is a MIN node")


# ------------------------------------------------------------ links


def test_a_link_opens_at_its_step(page, new_page):
    lab, run = Lab(page, step=21), run_of(TWO_PLY)
    lab.agrees_with(run, 21)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=22$"))
    other = new_page()
    other.goto(page.url)
    other.wait_for_selector(".stage .kz-svg")
    lab.page = other
    lab.agrees_with(run, 22)


def test_the_link_is_copied_and_back_goes_back(page):
    lab = Lab(page, step=5)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[aria-label='Copy a link to this step']")
    page.wait_for_selector("#toast:not([hidden])")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    assert parse_qs(link.split("?")[1])["step"] == ["5"]
    page.fill(".lab-brackets textarea", "((1 2) (3 4))")
    page.keyboard.press("Enter")
    lab.wait_text("((1 2) (3 4))")
    page.go_back()
    lab.wait_text(TWO_PLY)
    lab.wait_at(5)


def test_a_link_with_a_step_alone_opens_the_first_tree_there(page):
    lab = Lab(page, None, step=21)
    lab.agrees_with(run_of(TWO_PLY), 21)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("tree=((1+2)+(3+4))&algorithm=guessing", "unknown algorithm 'guessing'"),
        ("tree=((1+2)+(3+4))&algorithm=alphabeta&variant=wild", "'variant' is 'wild'"),
        ("game=no-such-game", "unknown game 'no-such-game'"),
        ("game=tic-tac-toe&depth=deep", "'depth' is 'deep'"),
    ],
)
def test_a_nonsense_link_says_why_and_shows_a_tree(page, link, words):
    page.allow("status of 4")
    page.go(f"#/lab?{link}")
    expect(page.locator("#toast")).to_contain_text(words)
    page.wait_for_selector(".lab .stage .kz-svg")
    page.keyboard.press("End")
    page.wait_for_selector("[aria-label='Forward one step'][aria-disabled=true]")


# ------------------------------------------------------------ where trees come from


def test_trees_of_the_gallery_open(page):
    lab = Lab(page, "(1 2)")
    plain = [exhibit for exhibit in GALLERY if not exhibit.ranges]
    for exhibit in plain[::4] + [exhibit for exhibit in plain if exhibit.bounds or exhibit.depth or exhibit.beam]:
        run = run_of(exhibit.tree, exhibit.algorithm, exhibit.variant, exhibit.bounds, exhibit.cutoff)
        page.click("text=Gallery")
        page.click(f"[data-exhibit={exhibit.name}]")
        expect(page.locator(".lab-story summary")).to_have_text(f"{exhibit.title}{exhibit.question}")
        lab.wait_text(run["text"])
        key = f"{exhibit.algorithm}/{exhibit.variant}" if exhibit.algorithm == "alphabeta" else exhibit.algorithm
        expect(page.locator("#lab-algorithm")).to_have_value(key)
        page.keyboard.press("End")
        lab.agrees_with(run, len(run["steps"]) - 1)
        page.click(".lab-story summary")
        page.click("text=Show the answer")
        expect(page.locator(".lab-answer p")).to_have_text([answer(exhibit.name), exhibit.note])


def test_a_mistake_in_a_typed_tree_is_told_and_its_column_marked(page):
    lab = Lab(page)
    page.fill(".lab-brackets textarea", "((3 12 8) (2 x 6))")
    page.allow("400")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lab-mistake mark")
    told = "column 14 of the tree '((3 12 8) (2 x 6))': found 'x', expected"
    assert page.inner_text(".lab-mistake .error").startswith(told)
    assert page.inner_text(".lab-mistake mark") == "x"
    assert page.evaluate("getSelection().toString() || document.activeElement.value.slice(13, 14)") == "x"
    page.fill(".lab-brackets textarea", "((3 12 8) (2 4 6))")
    page.click(".lab-brackets >> text=Draw")
    lab.wait_text("((3 12 8) (2 4 6))")
    expect(page.locator(".lab-mistake")).to_be_hidden()


def test_a_link_to_a_broken_tree_tells_it(page):
    page.allow("400")
    Lab(page, "((3 12")
    page.wait_for_selector(".lab-mistake .error")
    assert "expected ')'" in page.inner_text(".lab-mistake .error")


def test_a_random_tree_follows_from_its_seed(page):
    lab = Lab(page)
    page.click("text=Random")
    for name, value in (("depth", 2), ("branching", 4), ("low", -5), ("high", 5), ("seed", 42)):
        page.fill(f".lab-form [name={name}]", str(value))
        page.keyboard.press("Tab")
    wanted = canonical(random_tree(2, 4, -5, 5, 42, even=True).node(0))
    lab.wait_text(wanted)
    page.click("[aria-label='Another seed']")
    expect(page.locator(".lab-brackets textarea")).not_to_have_value(wanted)
    page.select_option(".lab-form select", "players")
    page.wait_for_selector(".stage .kz-player")
    expect(page.locator("#lab-algorithm")).to_have_value("maxn")
    page.select_option(".lab-form select", "opponents")
    page.wait_for_selector(".stage .kz-min")
    expect(page.locator("#lab-algorithm")).to_have_value("alphabeta/fail-soft")


def test_the_tree_of_a_real_position(page):
    lab = Lab(page)
    page.click("text=Position")
    page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    page.get_by_label("Position", exact=True).fill("XO.XO....")
    page.get_by_label("Depth", exact=True).last.fill("2")
    page.click("text=Draw its tree")
    game = kz.game("tic-tac-toe")
    wanted = run_on(position_tree(game, game.parse("XO.XO...."), 2, 2000)).json()
    lab.wait_text(wanted["text"])
    page.keyboard.press("End")
    lab.agrees_with(wanted, len(wanted["steps"]) - 1)
    assert "game=tic-tac-toe" in page.url
    page.reload()
    lab.wait_text(wanted["text"])


# ------------------------------------------------------------ algorithms and counts


def test_algorithms_that_fit_can_be_chosen_and_others_say_why(page):
    lab = Lab(page)
    page.keyboard.press("End")
    page.select_option("#lab-algorithm", "minimax")
    expect(page.locator(".code-lines")).to_contain_text("MINIMAX")
    expect(page.locator(".counts-change")).to_contain_text("7 → 9 leaves: 2 more")
    assert lab.visited() == "9"
    lab.agrees_with(run_of(TWO_PLY, "minimax"), lab.at[1])
    page.select_option("#lab-algorithm", "alphabeta/fail-hard")
    expect(page.locator(".code-lines")).to_contain_text("clamped")
    expect(page.locator(".counts-change")).to_contain_text("9 → 7 leaves: 2 fewer")
    assert page.locator("#lab-algorithm option[value=maxn]").is_enabled()
    Lab(page, GAMBLE).wait_text(run_of(GAMBLE)["text"])
    disabled = page.locator("#lab-algorithm option:disabled").all_inner_texts()
    assert "Minimax: cannot weigh chance nodes" in disabled


def test_bounds_are_shown_typed_kept_in_the_link_and_refused(page, new_page):
    page.allow("400")
    slide = "(1 chance(1/2: -1 1/2: 0))"
    lab = Lab(page, slide, algorithm="star1")
    low, high, source = (
        page.locator("#lab-bound-low"),
        page.locator("#lab-bound-high"),
        page.locator(".lab-bounds .note"),
    )
    expect(source).to_contain_text("taken from the leaves")
    assert (low.input_value(), high.input_value(), lab.visited()) == ("-1", "1", "1")
    low.fill("-2")
    low.press("Enter")
    expect(source).to_contain_text("you gave")
    high.fill("2")
    high.press("Enter")
    expect(page.locator("[data-count=visited] .counts-number")).to_have_text("2")
    page.wait_for_url("**bounds=-2,2**")
    high.fill("-1.5")  # refused: a leaf is worth more
    high.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("leaf B is worth 1, which is outside the bounds -2,-1.5")
    expect(high).to_have_value("2")
    again = new_page()
    again.goto(page.url)
    expect(again.locator("#lab-bound-high")).to_have_value("2")
    page.get_by_role("button", name="From the leaves").click()
    expect(source).to_contain_text("taken from the leaves")
    assert "bounds" not in page.url
    page.select_option("#lab-algorithm", "expectimax")
    expect(page.locator(".lab-bounds")).to_be_hidden()


def test_simulations_are_stepped_one_by_one_and_set_in_fields_and_link(page, new_page):
    lab = Lab(page, algorithm="montecarlo", simulations=6)
    run = run_tree(TWO_PLY, "montecarlo", simulations=6).recorder
    ends = [step.index for step in run.steps if step.event == "backup" and not step.path]
    for end in ends[:2]:
        page.keyboard.press("s")
        assert lab.at == (end, len(run.steps) - 1) and lab.sentence == run.steps[end].sentence
    page.keyboard.press("Shift+S")
    assert lab.at[0] == ends[0]
    field = page.locator("#lab-simulations")
    field.fill("9")
    field.press("Enter")
    longer = len(run_tree(TWO_PLY, "montecarlo", simulations=9).recorder.steps)
    expect(page.locator(".stepper-count")).to_have_text(f"{ends[0] + 1} / {longer}")
    page.wait_for_url("**simulations=9**")
    again = new_page()
    again.goto(page.url)
    expect(again.locator("#lab-simulations")).to_have_value("9")
    page.select_option("#lab-algorithm", "minimax")
    expect(page.locator(".lab-simulations")).to_be_hidden()
    assert "simulations" not in page.url


def test_the_order_of_children_changes_the_count(page):
    worst, best = "((14 5 2) (6 4 3) (12 8 7))", "((7 8 12) (3 4 6) (2 5 14))"
    lab = Lab(page, worst)
    assert lab.visited() == "9"
    page.click("[data-order=best-first]")
    lab.wait_text(best)
    assert lab.visited() == "5"
    assert page.inner_text(".counts-change") == "9 → 5 leaves: 4 fewer"
    assert page.inner_text("[data-count=every-leaf] .counts-number") == "9"
    assert page.inner_text("[data-count=fewest] .counts-number") == "5"
    page.click("[data-order=shuffle]")
    expect(page.locator(".lab-brackets textarea")).not_to_have_value(best)
    page.click("[data-order=worst-first]")
    lab.wait_text(worst)
    assert lab.visited() == "9"
    page.click("[data-order=best-first]")
    lab.wait_text(best)
    page.click("[data-order=as-written]")
    lab.wait_text(worst)
    assert page.get_attribute("[data-order=as-written]", "aria-pressed") == "true"


def test_the_count_grows_with_the_steps(page):
    lab = Lab(page)
    assert "0 so far" in page.inner_text("[data-count=visited]")
    page.fill(".stepper-track input", "21")
    assert "4 so far" in page.inner_text("[data-count=visited]")
    page.keyboard.press("End")
    expect(page.locator("[data-count=visited]")).to_contain_text("of 9")
    assert lab.visited() == "7"


# ------------------------------------------------------------ editing


def test_a_leaf_is_changed_where_it_stands(page):
    lab = Lab(page)
    page.click(".stage [data-node=H]")
    page.fill(".lab-type", "20")
    page.keyboard.press("Enter")
    lab.wait_text("((3 12 8) (20 4 6) (14 5 2))")
    assert page.text_content(".stage [data-node=H] .kz-value") == "20"
    page.keyboard.press("End")
    page.click(".stage [data-node=I]")
    page.fill(".lab-type", "99")
    page.keyboard.press("Escape")
    assert page.locator(".lab-type").count() == 0
    assert lab.text == "((3 12 8) (20 4 6) (14 5 2))"
    assert run_of(lab.text)["value"] == 4


def test_a_leaf_refuses_what_is_no_number(page):
    lab = Lab(page)
    page.allow("400")
    page.click(".stage [data-node=H]")
    page.fill(".lab-type", "many")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lab-type[aria-invalid]")
    expect(page.locator("#toast")).to_contain_text("'many'")
    page.fill(".lab-type", "1/2")
    page.keyboard.press("Enter")
    lab.wait_text("((3 12 8) (0.5 4 6) (14 5 2))")


def test_tab_goes_from_leaf_to_leaf(page):
    lab = Lab(page, "((1 2) (3 4))")
    page.click(".stage [data-node=D]")
    for value in ("5", "6", "7"):
        page.wait_for_selector(".lab-type")
        page.fill(".lab-type", value)
        page.keyboard.press("Tab")
        expect(page.locator(".lab-brackets textarea")).to_have_value(re.compile(value))
    page.wait_for_selector("[aria-label='Value of leaf G']")
    assert lab.text == "((5 6) (7 4))"


def test_nodes_are_added_moved_swapped_and_removed_and_all_of_it_undone(page):
    lab = Lab(page, "((1 2) (3 4))")
    texts = [lab.text]

    def changed(text):
        lab.wait_text(text)
        texts.append(text)

    page.click(".stage [data-node=B]")
    page.click("[aria-label='Add a child']")
    changed("((1 2 0) (3 4))")
    expect(page.locator(".lab-chosen")).to_have_text("Leaf F")
    page.click("[aria-label^=Grow]")
    changed("((1 2 (0 0)) (3 4))")
    page.click("[aria-label='Move left among its siblings']")
    changed("((1 (0 0) 2) (3 4))")
    page.select_option("[aria-label='Who moves here']", "chance")
    changed("((1 chance(1/2: 0 1/2: 0) 2) (3 4))")
    expect(page.locator("#lab-algorithm")).to_have_value("expectiminimax")
    page.click("[aria-label^=Remove]")
    changed("((1 2) (3 4))")
    expect(page.locator("#lab-algorithm")).to_have_value("alphabeta/fail-soft")
    page.click("text=Swap MAX, MIN")
    changed("min((1 2) (3 4))")
    for text in reversed(texts[:-1]):
        page.click("[aria-label=Undo]")
        lab.wait_text(text)
    expect(page.locator("[aria-label=Undo]")).to_be_disabled()
    for text in texts[1:]:
        page.click("[aria-label=Redo]")
        lab.wait_text(text)
    expect(page.locator("[aria-label=Redo]")).to_be_disabled()


def test_a_probability_is_changed(page):
    lab = Lab(page, GAMBLE)
    page.click(".stage [data-node=D]")
    page.keyboard.press("Escape")
    page.fill("[aria-label=Probability]", "1/4")
    page.keyboard.press("Enter")
    lab.wait_text(run_of("(chance(1/4: 8 1/2: 24 1/4: -12) 9)")["text"])


def test_vectors_and_players_are_edited(page):
    lab = Lab(page, VECTORS)
    assert page.locator("[aria-label='Swap MAX and MIN everywhere']").is_hidden()
    page.click(".stage [data-node=H]")
    assert page.input_value(".lab-type") == "<1,2,6>"
    page.fill(".lab-type", "9 2 6")
    page.keyboard.press("Enter")
    lab.wait_text(VECTORS.replace("<1,2,6>", "<9,2,6>"))
    page.click(".stage [data-node=B] .kz-value")
    page.select_option("[aria-label='Who moves here']", "p3")
    lab.wait_text("(p3(p3(<9,2,6> <4,2,3>) p3(<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))")


def test_the_lab_by_keyboard_alone(page):
    lab = Lab(page, "((1 2) (3 4))")
    page.keyboard.press("e")
    page.keyboard.press("ArrowDown")  # the node of the current step
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".lab-chosen") == "C"
    page.keyboard.press("Insert")
    lab.wait_text("((1 2) (3 4 0))")
    page.keyboard.press("Enter")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    lab.wait_text("((1 2) (3 4 9))")
    expect(page.locator(".stage-view")).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    lab.wait_text("((1 2) (3 9 4))")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("m")
    lab.wait_text("((1 2) chance(1/3: 3 1/3: 9 1/3: 4))")
    page.keyboard.press("Delete")
    lab.wait_text("((1 2))")
    page.keyboard.press("Control+z")
    lab.wait_text("((1 2) chance(1/3: 3 1/3: 9 1/3: 4))")
    page.keyboard.press("Control+Shift+Z")
    lab.wait_text("((1 2))")
    page.keyboard.press("t")
    page.keyboard.type("((5 6) (7 8))")
    page.keyboard.press("Enter")
    lab.wait_text("((5 6) (7 8))")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    expect(page.locator("#lab-algorithm")).to_have_value("alphabeta/fail-hard")
    page.keyboard.press("?")
    keys = page.inner_text("dialog[open]")
    assert "To the next cut" in keys
    assert "Undo an edit" in keys


# ------------------------------------------------------------ files


def downloaded(page, title):
    with page.expect_download() as caught:
        page.click(f"[aria-label='Download {title}']")
    return caught.value.suggested_filename, caught.value.path().read_bytes()


def test_the_drawing_is_exported_at_its_step(page):
    Lab(page, step=21)
    run = run_of(TWO_PLY)
    page.click("text=Export")
    name, svg = downloaded(page, "SVG")
    drawing = ET.fromstring(svg)
    assert name.endswith(".svg")
    assert drawing.tag.endswith("svg")
    assert len(drawing.findall(".//*[@data-node]")) == len(run["nodes_list"])
    name, latex = downloaded(page, "LaTeX")
    assert name.endswith(".tex")
    assert rb"\begin{forest}" in latex
    name, text = downloaded(page, "JSON")
    data = json.loads(text)
    assert (data["value"], data["pruned"], len(data["steps"])) == (3, run["pruned"], len(run["steps"]))
    name, png = downloaded(page, "PNG")
    assert name.endswith(".png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", png[16:24])
    assert size[0] == pytest.approx(2 * float(drawing.get("width")), abs=1)
    assert size[1] == pytest.approx(2 * float(drawing.get("height")), abs=1)


def test_a_picture_has_dark_ink_on_white_in_the_dark_too(new_page):
    page = new_page(color_scheme="dark")
    Lab(page)
    darkest, corner = page.evaluate(
        """async () => {
          const { painted } = await import(new URL("static/shared/files.js", document.baseURI));
          const answer = await fetch("api/lab/export", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ tree: "((3 12 8) (2 4 6))", format: "svg" }),
          });
          const picture = await createImageBitmap(await painted((await answer.json()).text));
          const canvas = new OffscreenCanvas(picture.width, picture.height);
          const pen = canvas.getContext("2d");
          pen.drawImage(picture, 0, 0);
          const { data } = pen.getImageData(0, 0, picture.width, picture.height);
          let darkest = 255;
          for (let at = 0; at < data.length; at += 4) {
            darkest = Math.min(darkest, data[at] + data[at + 1] + data[at + 2]);
          }
          return [darkest, [...data.slice(0, 4)]];
        }"""
    )
    assert corner == [255, 255, 255, 255]
    assert darkest < 120


def test_text_is_copied(page):
    Lab(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=Export")
    page.click("[aria-label='Copy LaTeX']")
    page.wait_for_selector("#toast:not([hidden])")
    assert r"\begin{forest}" in page.evaluate("navigator.clipboard.readText()")


# ------------------------------------------------------------ the quiz


def ask(page, **params):
    page.go("#/quiz?" + "&".join(f"{name}={quote_plus(str(value))}" for name, value in params.items()))
    wanted = question(**params)
    expect(page.locator(".quiz-question")).to_have_text(wanted.sentence)
    return wanted


def check(page):
    page.click(".quiz-form >> text=Check")
    page.wait_for_selector(".quiz-verdict:not([hidden])")
    return page.inner_text(".quiz-verdict span")


def cut(page, names):
    for name in names:
        page.locator(f"[data-child='{name}'] .quiz-hit").dispatch_event("click")


def shows_step(page, graded, run):
    """Show me opens the search at the step that shows the mistake."""
    page.click("text=Show me")
    page.wait_for_selector(".quiz-showing .stepper-sentence")
    assert page.inner_text(".stepper-sentence") == run.recorder.steps[graded.step].sentence
    assert page.inner_text(".stepper-count").startswith(f"{graded.step + 1} / ")
    page.click("text=Back to the question")


def test_pruned_branches_missed_and_wrong_then_right(page):
    asked = ask(page, kind="prune", seed=7, depth=3, branching=3)
    truth = asked.answer
    wrong = [name for name in asked.edges if name not in truth][:2]
    answer = [truth[0], *wrong]
    cut(page, answer)
    assert page.locator("[aria-pressed=true].quiz-branch").count() == 3
    graded = grade(asked, answer)
    assert check(page) == graded.sentence
    assert page.locator(".quiz-verdict.is-wrong").is_visible()
    for sort, names in (("missed", graded.missed), ("wrong", graded.wrong), ("right", [truth[0]])):
        branches = page.locator(f".quiz-branch:has(.quiz-{sort})")
        marked = branches.evaluate_all("all => all.map((branch) => branch.dataset.child)")
        assert sorted(marked) == sorted(names)
    assert "missed" in page.locator(".quiz-missed").first.text_content()
    assert "not cut" in page.locator(".quiz-wrong").first.text_content()
    shows_step(page, graded, asked)
    page.click("text=Try again")
    cut(page, truth)
    assert check(page).startswith(grade(asked, truth).sentence.removeprefix("Right: ")[:8])
    assert page.locator(".quiz-verdict.is-right").is_visible()
    assert page.inner_text(".quiz-facts dd >> nth=0") == "0 / 1"  # only the first try counts


def test_the_value_wrong_then_right(page):
    asked = ask(page, kind="value", seed=3, depth=3, branching=3)
    page.fill(".quiz-fields input", "99")
    graded = grade(asked, "99")
    assert check(page) == graded.sentence
    shows_step(page, graded, asked)
    page.click("text=Try again")
    page.fill(".quiz-fields input", str(asked.answer))
    page.keyboard.press("Enter")
    page.wait_for_selector(".quiz-verdict.is-right")


def test_the_window_wrong_then_right(page):
    asked = ask(page, kind="window", seed=3, depth=3, branching=3)
    alpha, beta = asked.answer
    page.fill("[aria-label^='α at']", "−∞" if alpha > -100 else "1")
    page.fill("[aria-label^='β at']", "-99")
    graded = grade(asked, {"alpha": "−∞" if alpha > -100 else "1", "beta": "-99"})
    assert check(page) == graded.sentence
    shows_step(page, graded, asked)
    page.click("text=Try again")
    page.click("[aria-label^='−∞ for']") if alpha == float("-inf") else page.fill("[aria-label^='α at']", str(alpha))
    page.click("[aria-label^='+∞ for']") if beta == float("inf") else page.fill("[aria-label^='β at']", str(beta))
    check(page)
    assert page.locator(".quiz-verdict.is-right").is_visible()


def test_an_answer_that_is_no_number_is_told_and_does_not_count(page):
    ask(page, kind="value", seed=3, depth=3, branching=3)
    page.allow("400")
    page.fill(".quiz-fields input", "much")
    assert "'much'" in check(page)
    assert page.inner_text(".quiz-facts dd >> nth=0") == "0 / 0"
    assert page.locator("text=Check").is_visible()


def test_the_same_seed_is_the_same_quiz(page, new_page):
    ask(page, kind="prune", seed=11, depth=3, branching=2)
    other = new_page()
    other.goto(page.url)
    for each in (page, other):
        each.wait_for_selector(".quiz-branch")
    shown = "document.querySelector('.stage .kz-svg').textContent"
    assert page.evaluate(shown) == other.evaluate(shown)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=Same quiz for a class")
    page.wait_for_selector("#toast:not([hidden])")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "seed=11" in page.url


def test_a_quiz_without_a_seed_gets_one(page):
    page.go("#/quiz")
    expect(page).to_have_url(re.compile(r"seed=\d+"))
    page.wait_for_selector(".quiz-branch")


def test_score_and_streak_go_on_with_the_next_question(page):
    asked = ask(page, kind="prune", seed=20, depth=3, branching=2)
    for seed in (20, 21):
        cut(page, asked.answer)
        check(page)
        assert page.inner_text(".quiz-facts dd >> nth=1") == str(seed - 19)
        page.click("text=Next question")
        asked = question("prune", seed + 1, depth=3, branching=2)
        expect(page).to_have_url(re.compile(f"seed={seed + 1}"))
    assert page.inner_text(".quiz-facts dd >> nth=0") == "2 / 2"


def test_a_quiz_on_ones_own_tree(page):
    Lab(page)
    page.click("text=Quiz me")
    page.wait_for_selector(".quiz-branch")
    cut(page, ["I", "J"])
    check(page)
    assert page.locator(".quiz-verdict.is-right").is_visible()
    page.click("text=Next question")
    page.wait_for_selector("[aria-label^='α at']")
    page.go(f"#/lab?tree={quote_plus(GAMBLE)}")
    page.wait_for_selector(".stage .kz-chance")
    page.click("text=Quiz me")
    expect(page.locator(".quiz-question")).to_contain_text("Star1")


def test_a_series_for_a_class_with_its_score(page):
    """One question of each kind, by its form alone: answered wrong or right, shown, and counted at the end."""
    page.go(f"#/quiz?kinds={','.join(QUIZ_KINDS)}&seed=5&count={len(QUIZ_KINDS)}&trees=mixed&depth=2")
    series = Series(5, QUIZ_KINDS, len(QUIZ_KINDS), depth=2, trees="mixed")
    right = 0
    for place in range(len(QUIZ_KINDS)):
        asked = series.item(place)
        expect(page.locator(".quiz-question")).to_have_text(asked.sentence)
        expect(page.locator(".quiz-place")).to_have_text(f"Question {place + 1} of {len(QUIZ_KINDS)}")
        is_right = place % 3 != 1
        answer_by_form(page, asked, is_right)
        check(page)
        expect(page.locator(f".quiz-verdict.is-{'right' if is_right else 'wrong'}")).to_be_visible()
        right += is_right
        if not is_right:
            page.click("text=Show me")
            page.wait_for_selector(".quiz-showing .stepper-sentence")
            page.click("text=Back to the question")
        page.locator(".quiz-buttons button.primary:visible").click()
    expect(page.locator(".quiz-end h1")).to_have_text(f"{right} of {len(QUIZ_KINDS)} right")
    assert page.locator(".quiz-results li").count() == len(QUIZ_KINDS)


def answer_by_form(page, asked, is_right):
    """Answer as a person does; wrong ones are any other."""
    form = asked.form
    if form.shape == "edges":
        cut(page, asked.answer if is_right else [])
    elif form.shape == "numbers":
        parts = asked.answer if len(form.fields) > 1 else [asked.answer]
        for field, part in zip(form.fields, parts, strict=True):
            page.fill(f"[aria-label='{field.said}']", written(part) if is_right else "99")
    else:
        wanted = asked.answer if is_right else next(each for each in form.choices if each != asked.answer)
        if page.locator(".quiz-choices").count():
            page.check(f".quiz-choice input[value='{wanted}']")
        else:
            page.select_option(".quiz-answer select", wanted)


def test_a_node_is_chosen_in_the_drawing_and_a_series_is_put_together(page):
    asked = ask(page, kind="move", seed=3, depth=2, branching=3, trees="players")
    page.locator(f"[data-node='{asked.answer}'] .kz-value").click()
    expect(page.locator(f".quiz-choice input[value='{asked.answer}']")).to_be_checked()
    page.click("text=A series: kinds and number")
    page.check(".quiz-kind input[value='order']")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("kinds=move.*order|kinds=order"))
    expect(page.locator(".quiz-place")).to_have_text("Question 1 of 6")


def test_the_quiz_by_keyboard_alone(page):
    asked = ask(page, kind="prune", seed=7, depth=3, branching=3)
    parents = {row["name"]: row["parent"] for row in run_on(asked.tree).nodes()}
    page.locator(".quiz-branch").first.focus()
    for name in asked.answer:
        path = [name]
        while parents[path[-1]] != "A":
            path.append(parents[path[-1]])
        for above in reversed(path):
            for _ in range(30):
                focused = page.evaluate("document.activeElement.dataset.child")
                if focused == above:
                    break
                page.keyboard.press("ArrowDown" if parents[above] == focused else "ArrowRight")
        page.keyboard.press("Enter" if name == asked.answer[0] else " ")
        for _ in path[1:]:
            page.keyboard.press("ArrowUp")
        for _ in range(9):
            page.keyboard.press("ArrowLeft")
    label = page.locator(f"[data-child='{asked.answer[0]}']").get_attribute("aria-label")
    assert label == f"branch from {parents[asked.answer[0]]} to {asked.answer[0]}"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_selector(".quiz-verdict.is-right")
    expect(page.locator("#announcer")).to_contain_text("Right.")
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("seed=8"))


def test_sheets_to_print_with_and_without_answers(page, new_page):
    ask(page, kind="prune", seed=7, depth=3, branching=3)
    links = page.locator(".quiz-class a[href^=sheet]")
    addresses = links.evaluate_all("all => all.map(link => link.href)")
    assert [re.search("answers=(.)", address)[1] for address in addresses] == ["0", "1"]
    cuts = []
    for address in addresses:
        sheet = new_page()
        sheet.goto(address)
        assert sheet.locator("svg.kz-svg").count() == 6
        cuts.append(sheet.locator(".kz-cut").count())
    assert cuts[0] == 0
    assert cuts[1] > 0


# ------------------------------------------------------------ how it looks


@pytest.mark.parametrize("view", ["#/lab", "#/quiz?kind=prune&seed=7", "#/quiz?kind=window&seed=7"])
def test_nothing_scrolls_on_a_laptop_and_nothing_sideways_on_a_phone(page, view):
    page.see(view)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width, height in ((1280, 720), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("width => document.documentElement.scrollWidth <= width", width)
            if width >= 760:
                page.wait_for_function("height => document.documentElement.scrollHeight <= height", height)


def test_every_control_has_a_name(page):
    for view in ("#/lab", "#/quiz?kind=window&seed=7", "#/quiz?kind=prune&seed=7"):
        page.see(view)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("main :is(button, a, input, select, textarea, [role=button])")]
              .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
              .map((one) => one.outerHTML)"""
        )
        assert nameless == []
        assert page.locator("h1").count() == 1


def test_the_drawing_zooms_and_is_dragged(page):
    Lab(page, canonical(random_tree(4, 3, -9, 9, 1, even=True).node(0)))
    width = "document.querySelector('.stage .kz-svg').getBoundingClientRect().width"
    view = "document.querySelector('.stage-view')"
    page.click("[aria-label='Fit the whole tree']")
    page.settle()
    fitted = page.evaluate(width)
    assert fitted <= page.evaluate(f"{view}.clientWidth")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.wait_for_function(f"fitted => {width} > 1.9 * fitted", fitted)
    page.settle()
    before = page.evaluate(f"{view}.scrollLeft")
    box = page.locator(".stage-view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 30
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=4)
    page.mouse.up()
    page.wait_for_function(f"wanted => Math.abs({view}.scrollLeft - wanted) <= 2", before + 120)
    page.keyboard.press("0")
    page.wait_for_function(f"fitted => Math.abs({width} - fitted) <= 1", fitted)
