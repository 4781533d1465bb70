"""The page in rough hands: quick fingers, a slow way, a server that goes, nonsense links, no mouse, a phone."""

import json

import pytest

from serving import served

pytest_plugins = ["browser"]

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
SLOW = 150  # milliseconds on the way
PLAYED = "document.querySelectorAll('.plies .ply:not(.undone)').length"


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def sit_down(page, hash_, *, analysis=False):
    """Open a game, with or without the analysis."""
    kept = json.dumps({"analysis": analysis, "seconds": 3, "autoRoll": True})
    page.add_init_script(f"localStorage.setItem('kibitz.play', {kept!r})")
    page.go(hash_)
    page.wait_for_selector(".board > svg")


def wait_analysed(page):
    """Until nothing in the analysis changes any more."""
    page.wait_for_function("document.querySelector('.numbers').innerText.includes('exact')")
    page.settle()


def slow_down(page, milliseconds):
    """Every answer takes that long from now on."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    limits = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"latency": milliseconds, **limits})


def focused(page):
    return page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText")


def wait_played(page, count):
    page.wait_for_function(f"count => {PLAYED} === count", count)


def moves(page):
    return page.locator(".plies .ply:not(.undone) > span:nth-child(3)").all_inner_texts()


# ------------------------------------------------------------ quick fingers on a slow way


@pytest.mark.parametrize("delay", [0, SLOW])
def test_a_double_click_is_one_move(page, delay):
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person")
    slow_down(page, delay)
    page.locator("[data-cell='1,1']").dblclick()
    wait_played(page, 1)
    page.locator("[data-cell='0,0']").click()
    wait_played(page, 2)
    assert moves(page) == ["5", "1"]


def test_undo_and_redo_follow_quick_fingers(page):
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person&moves=1,2,3,4,5,6")
    wait_played(page, 6)
    slow_down(page, SLOW)
    for _ in range(4):
        page.keyboard.press("u")
    wait_played(page, 2)
    for _ in range(3):
        page.keyboard.press("r")
    wait_played(page, 5)
    assert "moves=1,2,3,4,5" in page.url


def test_undo_stops_an_engine_that_thinks(page):
    sit_down(page, "#/play?game=connect-four&set.width=8&sides=person,engine.auto.time.20")
    page.locator("[data-cell='5,3']").click()
    page.wait_for_selector("text=Move now")
    for column in range(7):
        page.locator(f"[data-cell='0,{column}']").click()  # not the person's turn
    page.keyboard.press("u")
    wait_played(page, 0)
    page.wait_for_function("document.querySelector('.status').innerText.includes('Your move')")


def test_nothing_of_one_game_appears_in_another(page):
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person&moves=1,2,3,4", analysis=True)
    wait_analysed(page)
    slow_down(page, SLOW)
    page.get_by_role("button", name="Judge the game").click()
    page.locator(".candidates .why:visible").first.click()
    for game in ("nim", "tic-tac-toe", "nim"):
        page.get_by_label("Game", exact=True).select_option(game)
    page.wait_for_function("document.querySelector('h1').innerText === 'Play Nim'")
    page.wait_for_selector(".candidates [data-move='3:5']")
    assert page.locator(".mode-bar").count() == 0
    assert page.locator(".chart").is_hidden()
    assert page.locator(".plies .ply").count() == 0
    assert "game=nim" in page.url and "moves" not in page.url


# ------------------------------------------------------------ a server that goes and comes back


def test_a_server_that_is_gone_is_told_of_once_and_used_again_when_it_is_back(page):
    for words in ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"):
        page.allow(words)
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person&moves=1")
    cells = (
        "[...document.querySelectorAll('[data-cell]')].map((cell) => cell.outerHTML)"  # the mouse lights one over them
    )
    board = page.evaluate(cells)
    page.context.set_offline(True)
    page.locator("[data-cell='1,1']").click()
    page.wait_for_function("document.querySelector('#toast').innerText.includes('does not answer')")
    page.keyboard.press("u")
    page.keyboard.press("f")
    page.get_by_label("Game", exact=True).select_option("nim")
    page.wait_for_function("document.querySelector('.setup select').value === 'tic-tac-toe'")
    assert page.evaluate(cells) == board
    assert moves(page) == ["1"]
    page.context.set_offline(False)
    # It looks for the server by itself; a request at the very moment of the change may still be lost.
    page.wait_for_function("!document.querySelector('#toast').innerText.includes('does not answer')")
    page.locator("[data-cell='1,1']").click()
    wait_played(page, 2)
    page.wait_for_selector("#toast", state="hidden")


# ------------------------------------------------------------ nonsense links


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("game=no-such-game", "unknown game 'no-such-game'"),
        ("game=tic-tac-toe&moves=1,1", "'1' is not a legal move"),
        ("game=tic-tac-toe&depth=99", "'depth' is 99"),
        ("game=tic-tac-toe&algorithm=guessing", "unknown algorithm 'guessing'"),
    ],
)
def test_a_nonsense_link_to_a_search_says_why_and_draws_a_tree(page, link, words):
    page.allow("status of 4")
    page.go(f"#/search?{link}")
    page.wait_for_selector(".search .stage .kz-svg")
    page.wait_for_function("words => document.body.innerText.includes(words)", words)


def test_a_link_to_the_first_step_of_a_search_opens_there(page):
    page.go("#/search?game=tic-tac-toe&moves=1,5,9&depth=2&step=0")
    page.wait_for_selector(".search .stage .kz-svg")
    page.wait_for_function("document.querySelector('.stepper-count').innerText.startsWith('1 / ')")


def test_sides_that_make_no_sense_are_the_usual_ones(page):
    sit_down(page, "#/play?game=tic-tac-toe&sides=robot,engine.guessing.time.1")
    page.wait_for_function("!location.hash.includes('sides')")
    assert page.get_by_label("O", exact=True).input_value() == "3"


def test_an_engine_that_does_not_fit_says_why(page):
    sit_down(page, "#/play?game=pig&sides=person,engine.minimax.depth.3")
    page.wait_for_function("document.querySelector('#toast').innerText.includes('chance')")
    assert page.get_by_label("Player 2", exact=True).input_value() == "3"


# ------------------------------------------------------------ no mouse


REACHABLE = "a[href], button:enabled, input:enabled, select:enabled, [tabindex='0']"
ENOUGH_TO_REACH = f"""() => [...document.querySelectorAll("{REACHABLE}")]
    .filter(control => control.checkVisibility() && control.tabIndex >= 0).length > 15"""


@pytest.mark.parametrize(
    "hash_",
    ["#/play?game=tic-tac-toe&moves=1&sides=person,person", "#/search?game=tic-tac-toe", "#/lab", "#/quiz?seed=7"],
)
def test_tab_reaches_every_control_and_is_caught_nowhere(page, hash_):
    page.see(hash_)
    if "play" in hash_:
        wait_analysed(page)
    page.wait_for_function(ENOUGH_TO_REACH)  # the buttons below a tree come after it
    page.evaluate("document.activeElement.blur()")
    seen = []
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        seen.append(page.evaluate("document.activeElement.outerHTML"))
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring != "none" or "quiz-branch" in seen[-1]  # which shows it by its strokes
    assert page.evaluate("document.activeElement === document.body")
    assert len(seen) == len(set(seen)) > 15


def test_dialogs_close_and_give_the_focus_back(page):
    sit_down(page, "#/play?game=tic-tac-toe")
    page.get_by_role("button", name="Flip", exact=True).focus()
    page.keyboard.press("?")
    page.get_by_role("button", name="Close").click()
    page.wait_for_function("!document.querySelector('dialog')")
    assert focused(page) == "Flip"
    page.get_by_role("button", name="Paste", exact=True).press("Enter")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    assert focused(page) == "Paste"
    page.locator(".menu summary").press("Enter")
    page.keyboard.press("Tab")
    assert focused(page) == "Copy position"
    page.keyboard.press("Escape")
    assert focused(page) == "Copy"


def test_the_focus_is_not_lost_when_the_board_is_drawn_again(page):
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person", analysis=True)
    page.locator(".moves").evaluate("details => { details.open = true }")
    page.locator(".move-buttons [data-move='5']").press("Enter")
    wait_played(page, 1)
    assert focused(page) == "1"  # the first of the moves that are left
    wait_analysed(page)
    page.locator(".candidate").first.press("Enter")
    wait_played(page, 2)
    assert focused(page).startswith("Board")
    for _ in range(3):
        page.get_by_role("button", name="Undo", exact=True).press("Enter")
    wait_played(page, 0)
    assert focused(page) == "Undo"
    page.locator(".plies [data-ply='1']").press("Enter")
    wait_played(page, 1)
    assert page.evaluate("document.activeElement.dataset.ply") == "1"


@pytest.mark.parametrize("hash_", ["#/play", "#/search?game=tic-tac-toe", "#/lab", "#/quiz?seed=7"])
def test_the_keys_are_listed_in_one_style(page, hash_):
    page.see(hash_)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] dd")
    sentences = page.locator("dialog dd").all_inner_texts()
    assert len(sentences) > 5
    assert [each for each in sentences if not each[0].isupper() or each.endswith(".")] == []


# ------------------------------------------------------------ many moves, and small screens


def test_what_is_typed_finds_moves(page):
    sit_down(page, "#/play?game=nim&sides=person,person")
    page.locator(".moves").evaluate("details => { details.open = true }")
    page.fill(".move-form input", "2:")
    assert page.locator(".move-buttons button").all_inner_texts() == ["2:1", "2:2", "2:3", "2:4"]
    page.fill(".move-form input", "2:3")
    page.press(".move-form input", "Enter")
    wait_played(page, 1)
    assert page.locator(".move-buttons button").count() == 9
    assert page.evaluate("document.activeElement.matches('.move-form input')")


def test_a_finger_opens_a_line(new_page):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, "#/play?game=tic-tac-toe&sides=person,person&moves=1", analysis=True)
    wait_analysed(page)  # a line of one move cannot be opened: a tap would play it
    line = page.locator(".candidates .line").nth(1)
    line.tap()
    page.wait_for_selector(".preview.tapped svg")
    tabs = page.locator("#tabs").bounding_box()
    box = page.locator(".preview").bounding_box()
    assert box["y"] + box["height"] <= tabs["y"]
    page.locator(".preview").tap()
    page.wait_for_selector(".preview", state="hidden")  # a tap is told only after a while
    assert moves(page) == ["1"]
    page.locator(".candidates .move").nth(1).tap()
    wait_played(page, 2)


@pytest.mark.parametrize("hash_", ["#/play", "#/search?game=tic-tac-toe", "#/lab", "#/quiz?seed=7"])
def test_the_narrowest_phone_does_not_scroll_sideways(new_page, hash_):
    page = new_page(viewport=NARROW)
    page.see(hash_)
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
