"""Pieces on the page in a real browser: dragged, promoted, jumping on, passing; by mouse, finger and keys."""

from pathlib import Path

import pytest

from serving import served
from test_page_play import PEOPLE, PHONE, Table

pytest_plugins = ["browser"]

CROSSING = Path(__file__).parent / "data" / "games" / "crossing.py"
PAWN, KING_ROW, MAN, MIDDLE = (2, 0), (1, 0), (4, 3), (2, 3)


@pytest.fixture(scope="module")
def address():
    with served("--game", f"{CROSSING}:Crossing") as url:
        yield url


def crossing(page, more=""):
    return Table(page, f"#/play?game=crossing&{PEOPLE}{more}")


def middle(table, cell):
    box = table.cell(*cell).locator(".hit").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table, start, end):
    """Drag a piece and hold it over a cell."""
    mouse = table.page.mouse
    mouse.move(*middle(table, start))
    mouse.down()
    mouse.move(*middle(table, end), steps=4)
    table.page.wait_for_selector(".ghost")


def marks(page, kind):
    return page.locator(f".marks {kind}").count()


def cells_with(page, selector):
    found = (
        f"[...document.querySelectorAll('.board {selector}')].map((each) => each.closest('[data-cell]').dataset.cell)"
    )
    return set(page.evaluate(found))


def test_targets_show_what_a_piece_may_do(page):
    table = crossing(page)
    table.cell(2, 2).click()  # a pawn that may take a knight
    page.wait_for_function("document.querySelectorAll('.marks .picked').length === 1")
    assert (marks(page, ".target.ring"), marks(page, ".target:not(.ring)")) == (1, 0)
    table.cell(*PAWN).click()
    page.wait_for_function("document.querySelectorAll('.marks .target:not(.ring)').length === 1")
    table.cell(*MAN).click()
    page.wait_for_function("document.querySelectorAll('.marks .stop').length === 2")
    assert marks(page, ".target") == 2  # two of its three moves end on the same cell
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelectorAll('.marks .picked').length === 0")


def test_a_piece_is_dragged_and_what_it_becomes_is_chosen(page):
    table = crossing(page)
    drag(table, PAWN, KING_ROW)
    page.wait_for_selector(".marks .over", state="attached")
    page.mouse.up()
    menu = page.get_by_role("group", name="Turn into")
    menu.wait_for()
    assert [each.get_attribute("aria-label") for each in menu.get_by_role("button").all()] == [
        "white queen, a3a4q",
        "white knight, a3a4n",
    ]
    assert menu.locator("svg .kz-white").count() == 2 and table.moves == []
    menu.get_by_role("button", name="white knight").click()
    table.wait_moves(1)
    assert table.moves == ["a3a4n"]
    assert cells_with(page, ".kz-trail") == {"2,0", "1,0"}
    assert table.cell(*KING_ROW).get_attribute("data-said") == "white knight"


def test_a_choice_is_made_by_keys_or_let_go(page):
    table = crossing(page)
    table.cell(*PAWN).click()
    table.cell(*KING_ROW).click()
    page.wait_for_function("document.activeElement.dataset.move === 'a3a4q'")
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-menu", state="detached")
    page.wait_for_function("document.activeElement.classList.contains('board')")
    for key in ("ArrowUp", "Enter", "ArrowUp", "Enter"):  # the cursor on the pawn, picked, its target, the choice
        page.keyboard.press(key)
    page.wait_for_function("document.activeElement.dataset.move === 'a3a4q'")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.dataset.move === 'a3a4n'")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    table.wait_moves(1)
    assert table.moves == ["a3a4q"]
    assert cells_with(page, ".kz-threat") == {"0,0"}


def test_a_jump_that_goes_on_is_made_by_its_last_cell_or_step_by_step(page):
    table = crossing(page)
    table.cell(*MAN).click()
    table.cell(2, 1).click()  # two ways lead there
    menu = page.get_by_role("group", name="Which move?")
    menu.wait_for()
    assert menu.get_by_role("button").all_inner_texts() == ["d1-b1-b3", "d1-d3-b3"]
    menu.get_by_role("button", name="d1-d3-b3").hover()
    page.wait_for_selector(".marks .arrow", state="attached")
    table.cell(*MAN).click()  # lets go of it
    page.wait_for_selector(".board-menu", state="detached")
    table.cell(*MAN).click()
    table.cell(*MIDDLE).click()  # two moves stop here
    page.wait_for_function("document.querySelectorAll('.marks .picked').length === 2")
    assert table.moves == []
    table.click(2, 1)
    assert table.moves == ["d1-d3-b3"]
    assert cells_with(page, ".kz-trail") == {"4,3", "2,3", "2,1"}


def test_where_only_one_move_stops_that_cell_means_it(page):
    table = crossing(page)
    table.cell(*MAN).click()
    table.click(4, 1)
    assert table.moves == ["d1-b1-b3"]


def test_a_pass_is_a_button(page):
    table = crossing(page)
    table.cell(*MAN).click()
    table.click(0, 1)
    table.button("Pass").click()
    table.wait_moves(2)
    assert table.moves == ["d1-d3-b3-b5", "pass"]
    assert table.button("Pass").count() == 0


def test_a_screen_reader_hears_names_and_pieces(page):
    table = crossing(page)
    focused = "(words) => document.activeElement.getAttribute('aria-label') === words"
    page.keyboard.press("ArrowUp")
    page.wait_for_function(focused, "a3, white pawn")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelector('#announcer').innerText.includes('a3, white pawn picked: a3a4q, a3a4n')"
    )
    assert page.get_by_role("button", name="a3, white pawn", pressed=True).count() == 1
    page.keyboard.press("ArrowRight")
    page.wait_for_function(focused, "b3, empty")
    assert page.get_by_role("img", name="b3, empty").count() == 1  # nothing can be done there
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('[aria-pressed=true][data-cell]')")
    assert table.moves == []


def test_a_finger_drags_on_a_flipped_board(new_page):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    table = crossing(page, "&flip=1")
    (startx, starty), (endx, endy) = middle(table, PAWN), middle(table, KING_ROW)
    assert endy > starty  # it is seen from the other side
    touch = page.context.new_cdp_session(page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", (startx, starty))
    for part in (0.3, 0.6, 1):
        send("touchMove", (startx + part * (endx - startx), starty + part * (endy - starty)))
    page.wait_for_selector(".ghost")
    send("touchEnd")
    menu = page.get_by_role("group", name="Turn into")
    menu.wait_for()
    room, own = page.locator(".board").bounding_box(), menu.bounding_box()
    assert own["x"] >= room["x"] - 1 and own["x"] + own["width"] <= room["x"] + room["width"] + 1
    menu.get_by_role("button", name="white queen").tap()
    table.wait_moves(1)
    assert table.moves == ["a3a4q"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_and_squares_look_the_same_on_a_light_and_a_dark_page(new_page, scheme):
    page = new_page(color_scheme=scheme)
    crossing(page)
    colour = "(selector) => getComputedStyle(document.querySelector(`.board ${selector}`)).fill"
    fills = {
        selector: page.evaluate(colour, selector) for selector in (".kz-wood.kz-dark", ".kz-white", ".kz-black-piece")
    }
    assert fills == {
        ".kz-wood.kz-dark": "rgb(181, 138, 94)",
        ".kz-white": "rgb(253, 251, 245)",
        ".kz-black-piece": "rgb(53, 49, 45)",
    }


def test_values_are_counted_in_pawns_and_a_crowded_board_has_few_badges(page):
    table = Table(page, "#/play?game=chess&moves=e4,e5,Nf3,Nc6,Bb5,a6&sides=person,person", analysis=True)
    page.wait_for_selector(".candidates [data-move=b5c6]")
    page.wait_for_function("document.querySelectorAll('.candidates .loss').length > 20")
    page.wait_for_function("[...document.querySelectorAll('.candidates .words')].some((each) => each.innerText)")
    page.wait_for_function("document.querySelectorAll('.marks .words').length === 3")  # none until a move stands out
    told = page.locator(".candidates .words").all_inner_texts()
    assert all(
        abs(float(words.replace("−", "-").removeprefix("at most "))) < 20 for words in told if words[-1:].isdigit()
    )
    page.keyboard.press("s")  # stop thinking: the badges stay as they are
    table.cell(3, 1).click()
    page.wait_for_function("document.querySelectorAll('.marks .words').length > 5")
