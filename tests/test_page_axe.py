"""Every view of the page, looked at by axe-core in a real browser, light and dark: it finds nothing to complain of."""

import functools
import json

import httpx
import pytest

from serving import served

pytest_plugins = ["browser"]

CODE = "K7MPXQ"
KEPT = json.dumps({"analysis": True, "seconds": 1, "autoRoll": True})
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ANALYSED = "/exact|limit reached|equilibrium/.test(document.querySelector('.numbers')?.innerText)"
COLOURS = ["color-contrast", "link-in-text-block"]  # the only rules for which the theme matters
UNFOLD = "(folded) => folded.forEach((each) => { each.open = true; })"
FOUND = """async (wanted) => (await axe.run({ resultTypes: ["violations"], ...wanted })).violations.flatMap(
  ({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary} ${html.slice(0, 300)}`))"""


@pytest.fixture(scope="module")
def address():
    with served("--room", CODE, "--host", "127.0.0.1") as url:
        yield url


@functools.cache
def axe():
    """The source of axe-core. The page's policy lets no script in but its own: it has to be said as a debugger does."""
    from axe_playwright_python.sync_playwright import Axe

    return Axe().axe_script


def findings(page):
    """What axe finds on the page as it is now: all of it when light, what has to do with colours when dark."""
    page.evaluate(axe())
    found = []
    for theme, wanted in (("light", {}), ("dark", {"runOnly": COLOURS})):
        page.emulate_media(color_scheme=theme)
        page.settle()
        found += [f"{theme}, {each}" for each in page.evaluate(FOUND, wanted)]
    return found


def says(page, selector, words):
    page.wait_for_function(
        "([selector, words]) => document.querySelector(selector)?.innerText.includes(words)", arg=[selector, words]
    )


# ------------------------------------------------------------ walks, which stop where there is something to look at


def games_and_rules(page):
    page.see("")
    page.wait_for_function("document.querySelectorAll('.home-picture svg').length > 4")
    yield
    page.get_by_role("button", name="Rules of Chess").click()
    page.get_by_role("dialog", name="Chess").locator("svg").wait_for()
    yield


def analysis_of(place):
    def walk(page):
        page.add_init_script(f"location.protocol === 'http:' && localStorage.setItem('kibitz.play', {KEPT!r})")
        page.see(f"#/play?game={place}&sides=person,person")
        page.wait_for_selector(".candidates li")
        page.wait_for_function(ANALYSED)
        page.eval_on_selector_all("main details", UNFOLD)
        yield

    walk.__name__ = f"analysis_of_{place.partition('&')[0]}"
    return walk


def why_and_export(page):
    yield from analysis_of("tic-tac-toe&moves=5,2")(page)
    page.keyboard.press("w")
    page.wait_for_selector(".mode-bar")
    yield
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    yield
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("dialog", name="Export").wait_for()
    yield


def end_judge_and_kept_games(page):
    page.see("#/play?game=tic-tac-toe&moves=1,2,5,9,4,6&sides=person,person")
    httpx.post(f"{page.evaluate('location.origin')}/api/store/switch", json={"on": True}).raise_for_status()
    page.locator("[data-cell='2,0']").click()
    says(page, ".status", "The game is over: X won.")
    yield
    page.get_by_role("button", name="Judge the game").first.click()
    says(page, ".history .standing", "Everything is proven")
    page.wait_for_selector(".chart svg")
    yield
    page.locator(".plies [data-ply='1']").click()
    page.get_by_role("button", name="Kept games").click()
    page.get_by_role("dialog", name="Kept games").get_by_role("listitem").first.wait_for()
    yield
    page.get_by_role("button", name="This position").click()
    page.locator(".store-statistics table").wait_for()
    yield


def puzzle(page):
    page.see("#/play?game=tic-tac-toe&position=X........&puzzle=8")
    says(page, ".bar-title", "Puzzle: hard")
    yield


def search(page):
    page.see("#/search?game=tic-tac-toe")
    yield


def lab(page):
    page.see("#/lab")
    yield


def quiz_and_sheet(page):
    page.see("#/quiz")
    yield
    for kind in ("leaves", "next", "transformation", "evaluation"):  # one of each form
        page.see(f"#/quiz?kind={kind}&seed=3")
        page.locator(".quiz-series summary").click()
        yield
    page.go("sheet?seed=1&count=11&depth=2&branching=2&kinds=all")
    page.wait_for_selector("svg")
    yield


def lectures(page):
    page.see("#/lectures")
    yield
    page.see("#/lectures?lecture=1&slide=2")
    page.locator(".slide-picture svg").first.wait_for()
    yield


def page_to_take_away(page):
    asked = {"game": "tic-tac-toe", "position": "X.X.O....", "moves": "9 2"}
    page.go("room")
    address = page.evaluate("location.origin")
    page.goto("about:blank")
    page.set_content(httpx.post(f"{address}/api/take-away", json=asked, timeout=120).json()["text"])
    page.locator("#drawing svg").wait_for()
    yield


def room(page):
    page.see("#/play?game=tic-tac-toe&moves=5")
    page.go("#/room")
    page.get_by_role("button", name="Show to the room").click()
    page.wait_for_selector(".room-stage svg")
    yield
    page.get_by_role("button", name="Reveal to everybody").click()
    page.get_by_text("Right:").first.wait_for()
    yield
    page.get_by_role("button", name="Tree from the lab").click()
    page.get_by_role("button", name="Show to the room").click()
    page.get_by_role("button", name="branch from C to I").wait_for()
    yield
    page.go("room")
    page.get_by_role("button", name="Join").wait_for()
    yield
    page.get_by_label("Code of the room").fill(CODE)
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".room-question svg")
    yield


BOARDS = [analysis_of("connect-four&moves=4,4"), analysis_of("kuhn-poker&moves=J,Q"), analysis_of("backgammon")]
WALKS = [
    *BOARDS,
    games_and_rules,
    why_and_export,
    end_judge_and_kept_games,
    puzzle,
    search,
    lab,
    quiz_and_sheet,
    lectures,
    page_to_take_away,
    room,
]


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_axe_finds_nothing(new_page, walk):
    page = new_page(viewport=WIDE, reduced_motion="reduce")
    for _ in walk(page):
        assert findings(page) == []


def test_nor_on_a_phone(new_page):
    page = new_page(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    for walk in BOARDS:
        for _ in walk(page):
            assert findings(page) == []
    page.evaluate("document.documentElement.lang = ''")
    assert [each.split()[1] for each in findings(page)] == ["html-has-lang:"]  # it is awake
