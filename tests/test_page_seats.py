"""Backgammon, cards and dice on the page in a real browser: a real board, a table, and moves made step by step."""

import pytest

import kibitz as kz
from serving import served
from test_page_play import PEOPLE, PHONE, Table

pytest_plugins = ["browser"]

BACKGAMMON = f"#/play?game=backgammon&position=4HPwATDgc/ABMA:31&{PEOPLE}"
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
FINGER = 24  # pixels


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def point(page, number):
    return page.get_by_role("button", name=f"point {number},")


def used(page, count):
    page.wait_for_function("count => document.querySelectorAll('.board .kz-used').length === count", arg=count)


def smallest_target(page):
    """The smaller side of the smallest part of the board that can be pressed."""
    return page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('.board .playable .hit')].map((hit) => {
          const { width, height } = hit.getBoundingClientRect();
          return Math.min(width, height);
        }))"""
    )


def test_a_play_is_made_checker_by_checker_and_a_step_is_taken_back(page):
    table = Table(page, BACKGAMMON)
    used(page, 0)
    point(page, 8).click()
    page.wait_for_function("document.querySelectorAll('.marks .target').length === 3")  # by either die, or both
    point(page, 5).click()
    used(page, 1)
    assert page.get_by_role("img", name="point 5, 1 black checker").or_(point(page, 5)).count() == 1
    assert table.moves == []
    page.get_by_role("button", name="Undo").click()
    used(page, 0)
    assert point(page, 8).get_attribute("aria-label") == "point 8, 3 black checkers"
    point(page, 6).click()
    point(page, 5).click()
    used(page, 1)
    point(page, 8).click()
    point(page, 5).click()
    table.wait_moves(2)
    assert table.moves[0] == "8/5 6/5"
    page.get_by_role("button", name="Undo").click()
    table.wait_moves(0)
    used(page, 0)


def test_a_checker_is_dragged_alone_and_the_keys_make_steps_too(page):
    table = Table(page, BACKGAMMON)
    start, end = (table.cell(12, column).locator(".hit").bounding_box() for column in (4, 8))
    page.mouse.move(start["x"] + 10, start["y"] + start["height"] - 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 60, steps=4)
    page.wait_for_selector(".ghost")
    assert page.locator(".ghost .kz-checker").count() == 1
    page.mouse.up()
    used(page, 1)
    point(page, 6).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.marks .picked').length === 1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    table.wait_moves(2)
    assert table.moves[0] == "8/5 6/5"


def test_a_board_and_a_hand_fit_a_phone(new_page):
    page = new_page(**TOUCH)
    Table(page, BACKGAMMON)
    assert smallest_target(page) >= FINGER
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    people = "sides=person,person,person,person"
    table = Table(page, f"#/play?game=hearts&{people}&moves=C2,CQ")  # thirteen cards, and a club to follow
    page.wait_for_selector(".board .playable")
    assert smallest_target(page) >= FINGER
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card = page.get_by_role("button", name="of clubs").first
    box = card.locator(".hit").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.wait_moves(3)


def test_the_last_trick_is_kept_and_a_finished_hand_shows_all_of_them(page):
    game = kz.game("hearts", cards=3)
    at, moves = game.initial(), []
    while not game.is_terminal(at):
        card = next(iter(game.actions(at)))
        moves.append(game.action_text(at, card))
        at = game.result(at, card)
    people = "sides=person,person,person,person"
    table = Table(page, f"#/play?game=hearts&set.cards=3&{people}&moves={','.join(moves)}")
    assert table.is_over
    board = page.locator(".board > svg")
    assert board.locator("path.kz-red, path.kz-black").count() == 2 * 12  # every card, with two signs of its suit
    assert board.get_by_text("Points: North").count() == 1
    page.locator(".plies .ply").nth(5).click()  # back to the second trick
    page.wait_for_function("document.querySelector('.board > svg').textContent.includes('last trick')")
    assert len(table.moves) < 12


def test_dice_are_kept_one_by_one(page):
    table = Table(page, "#/play?game=yacht&position=0+6csy+22456+2", auto_roll=False)
    page.get_by_role("button", name="die 1, a die that shows 2").click()
    page.wait_for_function("document.querySelectorAll('.board .kz-pointed').length === 1")
    page.get_by_role("button", name="die 2, a die that shows 2").click()
    page.wait_for_function("document.querySelectorAll('.board .kz-pointed').length === 2")
    page.get_by_role("button", name="Roll 3").click()
    table.wait_moves(1)
    assert table.moves == ["keep:22"]
