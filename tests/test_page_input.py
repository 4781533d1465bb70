"""Natural input in a real browser: directions by keys and swipes, lit cells, motion, sound, and what is said."""

import re

import pytest

from serving import served
from test_page_play import PEOPLE, PHONE, Table

pytest_plugins = ["browser"]

MOST_HINTS = """() => {
  window.hints = 0; // the most there were at once: they go out again
  const look = () => (window.hints = Math.max(window.hints, document.querySelectorAll(".marks .hint").length));
  new MutationObserver(look).observe(document.querySelector(".board"), { childList: true, subtree: true });
}"""
NOTE_TOPS = """() => {
  const [stage, tools] = [".play-stage", ".toolbar"].map((each) => document.querySelector(each));
  const look = () => window.tops.add(tools.getBoundingClientRect().top + scrollY);
  window.tops = new Set();
  look();
  new MutationObserver(look).observe(stage, { childList: true, subtree: true });
}"""
COUNT_LAYERS = """() => {
  window.layers = 0;
  const isLayer = (node) => node.classList?.contains("moving");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) window.layers += [...addedNodes].filter(isLayer).length;
  }).observe(document.querySelector(".board"), { childList: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def touching(page):
    """Sends touches: `send("touchStart", (x, y))`."""
    session = page.context.new_cdp_session(page)

    def send(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    return send


def middle(table, *cell):
    table.cell(*cell).evaluate("cell => cell.scrollIntoView({ block: 'center' })")  # the bar must not lie over it
    box = table.cell(*cell).locator(".hit").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def said(page):
    return page.locator("#announcer").inner_text()


def test_a_direction_that_the_server_did_not_take_can_be_pressed_again(new_page):
    page = new_page()
    page.allow("429")
    table = Table(page, "#/play?game=2048&position=.,.,.,./.,2,.,./.,.,.,./.,.,.,.", auto_roll=False)
    busy = {"status": 429, "content_type": "application/json", "body": '{"error": "busy just now"}'}
    page.route("**/api/position", lambda route: route.fulfill(**busy), times=1)
    page.keyboard.press("ArrowLeft")
    page.get_by_text("busy just now").wait_for()
    page.keyboard.press("ArrowLeft")
    table.wait_moves(1)
    assert table.moves == ["left"]


def test_directions_are_played_by_arrows_letters_buttons_and_swipes(new_page):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    start = ".,.,.,./.,2,.,./.,.,.,./.,.,.,."
    table = Table(page, f"#/play?game=2048&position={start}", auto_roll=False)
    page.locator(".moves summary").tap()  # the buttons stay open from turn to turn

    def appears(tile, count):
        page.locator(f".move-buttons [data-move='{tile}']").click()
        table.wait_moves(count)

    page.keyboard.press("ArrowLeft")
    table.wait_moves(1)
    appears("d4=2", 2)
    page.keyboard.press("w")  # else it asks why
    table.wait_moves(3)
    appears("a4=2", 4)
    send = touching(page)
    x, y = middle(table, 1, 1)
    send("touchStart", (x, y))
    for part in (10, 25, 60):
        send("touchMove", (x + part, y + 4))
    send("touchEnd")
    table.wait_moves(5)
    appears("a1=4", 6)
    page.get_by_role("button", name="down", exact=True).click()
    table.wait_moves(7)
    assert [move for move in table.moves if "=" not in move] == ["left", "up", "right", "down"]
    page.evaluate("performance.now = () => 0")  # a slow machine is not too late for it
    page.keyboard.press("s")  # before its turn: it waits for it
    appears("b1=2", 9)
    assert table.moves[-1] == "down"
    appears("a1=2", 10)
    page.keyboard.press("Shift+A")
    page.wait_for_function("JSON.parse(localStorage.getItem('kibitz.play')).analysis")


@pytest.mark.parametrize(("wish", "layers"), [("no-preference", 1), ("reduce", 0)])
def test_what_moves_is_seen_to_move_unless_a_person_wants_none(new_page, wish, layers):
    page = new_page(reduced_motion=wish)
    table = Table(page, f"#/play?game=chess&{PEOPLE}")
    page.evaluate(COUNT_LAYERS)
    table.cell(6, 4).click()
    page.wait_for_function("document.querySelectorAll('.marks .target').length === 2")
    table.click(4, 4)
    page.wait_for_function("!document.querySelector('.moving, .arriving')")
    assert page.evaluate("window.layers") == layers
    assert table.cell(4, 4).get_attribute("aria-label") == "e4, white pawn"
    assert page.locator(".board > svg > g.kz-cell").count() == 64  # nothing is left over


def test_cells_that_can_be_played_are_lit(page):
    table = Table(page, f"#/play?game=othello&{PEOPLE}")
    page.wait_for_function("document.querySelectorAll('.marks .legal').length === 4")
    page.evaluate(MOST_HINTS)
    table.cell(0, 0).click()
    page.wait_for_function("window.hints === 4")
    assert "No move from a1, empty" in said(page)
    assert table.moves == []
    table = Table(page, f"#/play?game=connect-four&{PEOPLE}")
    table.cell(0, 3).hover()  # the disc would fall to the bottom
    page.wait_for_function("document.querySelectorAll('.marks .hover').length === 1")
    lit, bottom = page.locator(".marks .hover").bounding_box(), table.cell(5, 3).bounding_box()
    assert abs(lit["x"] + lit["width"] / 2 - bottom["x"] - bottom["width"] / 2) < 3
    assert abs(lit["y"] + lit["height"] / 2 - bottom["y"] - bottom["height"] / 2) < 3


def test_a_finger_aims_at_cells_that_are_smaller_than_it(new_page):
    page = new_page(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    table = Table(page, f"#/play?game=go&set.size=13&{PEOPLE}")
    page.wait_for_selector(".board.fine")
    send = touching(page)
    start, over, end = (middle(table, 6, column) for column in (6, 8, 9))
    send("touchStart", start)
    send("touchMove", over)
    page.wait_for_function("document.querySelectorAll('.marks .hover').length === 1")
    send("touchMove", end)
    send("touchEnd")
    table.wait_moves(1)
    assert table.cell(6, 9).get_attribute("aria-label") == "k7, black stone"


def test_the_engines_move_is_said_and_not_overwritten(page):
    table = Table(page, "#/play?game=tic-tac-toe")
    table.click(1, 1)
    table.wait_moves(2)
    table.wait_turn()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.matches('[data-cell]')")
    sentences = said(page).split("\n\n")
    assert sentences[0] == "5."
    assert sentences[1].startswith(f"O plays {table.moves[1]}")
    assert page.get_by_role("status").filter(has_text="Your move").count() == 1
    assert page.get_by_role("img", name="row 2, column 2, X").count() == 1
    assert page.get_by_role("img", name=re.compile("O$")).count() == 1
    assert page.get_by_role("application", name="Board").get_by_role("button").count() == 7


@pytest.mark.parametrize("place", ["connect-four&sides=person,engine.auto.nodes.200", "2048"])
def test_an_open_list_of_moves_keeps_its_room_until_the_next_turn(new_page, place):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    table = Table(page, f"#/play?game={place}")
    table.wait_turn()
    page.locator(".moves").evaluate("details => { details.open = true }")
    for turn in range(3):
        if turn == 1:  # from now on all is as it will be: what chance brings has a place beside the words
            page.evaluate(NOTE_TOPS)
        before = len(table.moves)
        page.locator(".move-buttons button").first.click()
        page.wait_for_function("n => document.querySelectorAll('.plies .ply').length >= n + 2", arg=before)
        table.wait_turn()
    assert page.evaluate("[...window.tops].length") == 1


def test_a_sound_is_heard_only_by_who_wants_it(page):
    page.add_init_script(
        """window.taps = 0;
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (when) { window.taps += 1; return start.call(this, when); };"""
    )
    table = Table(page, f"#/play?game=tic-tac-toe&{PEOPLE}")
    table.click(1, 1)
    sound = page.get_by_role("button", name="Sound", exact=True)
    assert (sound.get_attribute("aria-pressed"), page.evaluate("window.taps")) == ("false", 0)
    sound.click()  # it taps at once
    page.wait_for_function("window.taps === 1")
    assert sound.get_attribute("aria-pressed") == "true"
    table.click(0, 0)
    page.wait_for_function("window.taps === 2")
    page.reload()
    page.get_by_role("button", name="Sound", exact=True, pressed=True).wait_for()
