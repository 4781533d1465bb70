"""The start page in a real browser: a board to begin on, every game as a card, search, rules, and games in progress."""

import json
import re
from pathlib import Path

import httpx
import pytest

from serving import served

pytest_plugins = ["browser"]

ROOT = Path(__file__).parent.parent
PHONE = {"width": 390, "height": 844}
LIGHTEST = 150_000  # bytes that a first visit may take
SHOUT = '''
import sys

sys.path.insert(0, {folder!r})

from hexapawn import Hexapawn


class Shout(Hexapawn):
    """Say <img src=x onerror="document.title = 'run'"> & win.

    The *rules* are those of Hexapawn.
    """

    name = "shout"
    title = "Shout"
'''


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "shout.py"
    file.write_text(SHOUT.format(folder=str(ROOT / "examples")), encoding="utf-8")
    with served("--game", f"{file}:Shout") as url:
        yield url


def shown(page):
    """The games whose cards can be seen, in the order of the page."""
    return page.eval_on_selector_all(
        ".home-card:not(.unfinished)",
        "(cards) => cards.filter((card) => card.checkVisibility()).map((card) => card.dataset.game)",
    )


def test_a_visitor_begins_at_once_and_finds_the_game_again(page, address):
    page.see("")
    assert page.title() == "Games · Kibitz"
    games = httpx.get(f"{address}/api/games").json()
    assert sorted(shown(page)) == sorted(game["name"] for game in games)
    assert shown(page)[0] == "shout"  # one's own come first
    page.wait_for_function("document.querySelectorAll('.home-picture svg').length > 4")

    page.get_by_role("button", name="Play in column 4").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("/moves=4,\\d/.test(location.hash)")  # the engine has answered
    assert page.title() == "Connect Four · Kibitz"
    moves = re.search(r"moves=([\d,]+)", page.url)[1]

    page.get_by_role("navigation", name="Views").get_by_role("link", name="Games").click()
    going_on = page.get_by_role("region", name="Games in progress")
    going_on.locator("svg").wait_for()
    assert "2 moves · just now" in going_on.inner_text()
    going_on.get_by_role("link", name="Continue Connect Four").click()
    page.wait_for_selector(".board > svg")
    page.wait_for_function("(moves) => location.hash.endsWith(`moves=${moves}`)", moves)
    page.go_back()
    going_on.get_by_role("button", name="Remove Connect Four from the games in progress").click()
    assert going_on.is_hidden()


def test_a_game_that_is_over_is_not_in_progress(page):
    kept = json.dumps({"analysis": False})
    page.add_init_script(f"localStorage.setItem('kibitz.play', {kept!r})")
    page.go("#/play?game=nim&set.piles=1,1&sides=person,person")
    page.wait_for_selector(".board > svg")
    page.get_by_label("Type a move").fill("1:1")
    page.keyboard.press("Enter")
    page.wait_for_function("localStorage.getItem('kibitz.unfinished')?.includes('1:1')")
    page.get_by_label("Type a move").fill("2:1")
    page.keyboard.press("Enter")
    page.wait_for_function("localStorage.getItem('kibitz.unfinished') === '[]'")


def test_search_and_filters(page):
    page.see("")
    page.keyboard.press("/")
    page.keyboard.type("tic toe")
    page.wait_for_function("document.querySelector('.home-find').innerText.includes('1 of ')")
    assert shown(page) == ["tic-tac-toe"]
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.startsWith('#/play?game=tic-tac-toe')")

    page.see("#/games?find=go")  # which is in many words
    assert len(shown(page)) > 1
    page.get_by_role("searchbox", name="Search for a game").press("Enter")
    page.wait_for_function("/^#.play.game=go(&|$)/.test(location.hash)")

    page.see("#/games?players=2&luck=yes")
    pressed = page.get_by_role("button", pressed=True)
    assert pressed.all_inner_texts() == ["2 players", "Luck"]
    page.get_by_role("button", name="Nothing hidden").click()
    assert shown(page) == ["backgammon", "einstein", "pig"]
    assert "hidden=no" in page.url
    page.get_by_role("searchbox", name="Search for a game").fill("chess")
    assert shown(page) == []
    assert page.get_by_text("No game fits.").is_visible()
    page.get_by_role("button", name="Show all games").click()
    assert len(shown(page)) > 20


def test_the_rules_are_those_of_the_page_of_the_game_or_its_docstring(page):
    page.see("#/games?find=nim")
    page.get_by_role("button", name="Rules of Nim").click()
    dialog = page.get_by_role("dialog", name="Nim")
    dialog.locator("svg").wait_for()
    told = (ROOT / "docs/games/nim.md").read_text(encoding="utf-8").partition("## Rules\n")[2].partition("\n## ")[0]
    for paragraph in told.strip().split("\n\n"):
        assert " ".join(re.sub(r"\*\*\w+\.\*\*", "", paragraph).split()) in dialog.inner_text()
    dialog.get_by_role("button", name="Play").click()
    page.wait_for_selector(".board > svg")
    assert "Take the last stone" in page.inner_text(".setup")  # the goal stands beside the board
    page.get_by_role("button", name="Rules of Nim").click()
    page.keyboard.press("Escape")

    page.see("#/play?game=shout")
    page.get_by_role("button", name="Rules of Shout").click()
    dialog = page.get_by_role("dialog", name="Shout")
    assert "Say <img src=x onerror=\"document.title = 'run'\"> & win." in dialog.inner_text()
    assert "The *rules* are those of Hexapawn." in dialog.inner_text()
    assert page.title() == "Shout · Kibitz"
    page.see("#/search?game=tic-tac-toe&moves=1,5")
    assert page.title() == "Tic-tac-toe · Search · Kibitz"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_all_of_it_within_its_width(new_page, scheme):
    page = new_page(viewport=PHONE, has_touch=True, color_scheme=scheme)
    page.see("")
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, [role=button]")]
            .filter((each) => each.checkVisibility() && !each.matches(".skip, h3 a"))
            .filter((each) => Math.min(...["width", "height"].map((side) => each.getBoundingClientRect()[side])) < 24)
            .map((each) => each.outerHTML)"""
    )
    assert small == []
    page.get_by_role("button", name="Play in column 1").tap()
    page.wait_for_function("location.hash.startsWith('#/play?game=connect-four&moves=1')")


@pytest.mark.parametrize("hash_", ["", "#/play"])
def test_a_first_visit_is_light(page, hash_):
    page.see(hash_)
    loaded = "performance.getEntries().reduce((sum, each) => sum + (each.transferSize ?? 0), 0)"
    assert page.evaluate(loaded) <= LIGHTEST
