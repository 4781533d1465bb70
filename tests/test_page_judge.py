"""The end of a game, the judge, lessons and puzzles in a real browser."""

import re

import pytest

from serving import served
from test_page_play import PEOPLE, PHONE, Table

pytest_plugins = ["browser"]

WON = "moves=1,2,5,9,4,6,7"  # X wins, O's first move was a mistake
DESKTOP = {"width": 1280, "height": 800}
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def says(page, selector, words):
    page.wait_for_function(
        "([selector, words]) => document.querySelector(selector)?.innerText.includes(words)", arg=[selector, words]
    )


def test_a_planted_blunder_is_marked_and_learned_from(page):
    table = Table(page, f"#/play?game=tic-tac-toe&moves=1,2,3,4&{PEOPLE}")
    table.play("7")  # 5 wins, this loses
    table.button("Judge the game").click()
    page.wait_for_selector(".plies [data-ply='5'] .mark")
    page.wait_for_selector(".chart svg")
    page.wait_for_function("[...document.querySelectorAll('.plies .mark')].at(-1).innerText === '??'")  # it may change
    says(page, ".history .sentence", "turned")
    page.locator(".chart [data-ply='2']").click()
    table.wait_moves(2)
    assert page.locator(".ply.undone").count() == 3
    page.get_by_role("button", name="Learn from mistakes").click()
    page.wait_for_selector(".mode-bar")
    while "move 5" not in page.inner_text(".bar-title"):
        page.locator(".mode-bar .primary").click()
    page.wait_for_function("document.querySelectorAll('.board .playable').length === 5")
    table.cell(2, 0).click()
    says(page, ".bar-words", "That was the move played. 7 loses in")
    says(page, ".bar-words", "Try another move.")
    table.cell(1, 1).click()
    says(page, ".bar-words", "Right: 5")
    page.locator(".mode-bar .primary").click()
    page.wait_for_function("!document.querySelector('.mode-bar')")
    assert len(table.moves) == 2
    says(page, ".toast", "You found 1 of 1.")


def test_the_judge_says_what_it_rests_on_and_can_be_stopped(page):
    table = Table(page, f"#/play?game=tic-tac-toe&moves=1,2,5,9&{PEOPLE}")
    table.button("Judge the game").click()
    says(page, ".history .sentence", "where 5 was better (draws)")
    marks = "[...document.querySelectorAll('.ply .rests')].map((each) => each.innerText.replace('✱', '')).join('')"
    page.wait_for_function(f"{marks} === '✓✓✓✓'")
    says(page, ".history .standing", "Everything is proven: 5 positions.")
    assert "; proven" in page.locator(".plies [data-ply='2']").get_attribute("title")
    page.get_by_label("Judge for").wait_for(state="hidden")  # all is proven: there is nothing to go on with
    hard = Table(page, f"#/play?game=connect-four&set.width=8&moves=1&{PEOPLE}")
    page.get_by_label("Judge for").select_option("60")
    hard.button("Judge the game").click()
    says(page, ".history .sentence", "2 positions are undecided")
    says(page, ".history .standing", "Judging … 0 of 2 positions proven.")
    hard.button("Stop").click()
    hard.button("Judge again").wait_for()
    words = page.inner_text(".history .sentence")
    assert re.fullmatch(r"No mistake found to depth \d+; 2 positions are undecided\.", words)
    assert page.inner_text(".history .standing") == "Stopped: 0 of 2 positions proven."
    assert page.locator(".ply .rests").all_inner_texts() == ["○"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_end_names_the_winner_the_sides_and_what_to_do_next(new_page, size):
    page = new_page(viewport=size)
    table = Table(page, f"#/play?game=tic-tac-toe&{WON}")
    table.wait_status("The game is over: you won.")
    assert page.locator(".scores li").all_inner_texts() == ["● X (you) won", "◉ O (engine)"]
    columns = page.locator(".column-name").all_inner_texts()
    assert [name.strip() for name in columns if name.strip()] == ["● X", "◉ O"]
    lefts = [page.locator(f"[data-ply='{ply}']").bounding_box() for ply in (1, 2, 3)]
    assert lefts[0]["x"] == lefts[2]["x"] < lefts[1]["x"] and lefts[0]["y"] == lefts[1]["y"] < lefts[2]["y"]
    next_steps = page.get_by_role("group", name="What next?").get_by_role("button")
    assert next_steps.all_inner_texts() == ["New game", "Change sides", "Judge the game", "Puzzles from this game"]
    assert all(each.bounding_box()["x"] + each.bounding_box()["width"] < size["width"] for each in next_steps.all())
    assert not page.evaluate(WIDER)
    page.get_by_role("button", name="Puzzles from this game").click()
    says(page, ".bar-title", "Puzzle: hard (8 plies deep), move 2")
    assert "O to move and draw." in page.inner_text(".bar-words")
    page.wait_for_function("location.hash.includes('position=X........&puzzle=8')")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Change sides").click()
    page.wait_for_function("location.hash.includes('sides=')")
    table.wait_moves(1)  # the engine has begun
    assert not page.evaluate(WIDER)


def test_scores_are_told_by_name(page):
    table = Table(page, f"#/play?game=pig&position=21,4,0&set.goal=20&{PEOPLE}")
    table.wait_status("The game is over: player 1 won.")
    assert page.locator(".scores li").all_inner_texts() == ["● Player 1 21 points, won", "◉ Player 2 4 points"]


def test_a_puzzle_is_a_link_and_is_solved(page):
    table = Table(page, "#/play?game=tic-tac-toe&position=X........&puzzle=8")
    says(page, ".bar-title", "Puzzle: hard (8 plies deep)")
    says(page, ".bar-words", "O to move. One move alone is right: find it.")
    page.wait_for_function("document.querySelectorAll('.board .playable').length === 8")
    table.cell(0, 1).click()
    says(page, ".bar-words", "Try another move.")
    table.cell(1, 1).click()
    says(page, ".bar-words", "Right: 5, draws.")
    assert "puzzle=8" in page.evaluate("location.hash")
    page.get_by_role("button", name="Another puzzle").click()
    page.wait_for_function("location.hash.includes('puzzle=') && !location.hash.includes('position=X........')")
    page.get_by_role("button", name="Show the answer").click()
    says(page, ".bar-words", "Best is")
    page.get_by_role("button", name="Leave").click()
    page.wait_for_function("!document.querySelector('.mode-bar') && !location.hash.includes('puzzle')")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_hundred_moves_are_listed_in_rows_and_found_again(new_page, size):
    page = new_page(viewport=size)
    turns = ["roll,2,hold"] * 67
    table = Table(page, f"#/play?game=pig&set.goal=1000&moves={','.join(turns)}&{PEOPLE}")
    table.wait_moves(201)
    assert page.locator(".row-number").last.inner_text() == "34."
    inside = """() => {
      const chip = document.querySelector(".ply[aria-current]").getBoundingClientRect();
      const box = document.querySelector(".history .panel-scroll").getBoundingClientRect();
      return box.height < 500 && chip.top >= box.top && chip.bottom <= box.bottom + 1;
    }"""
    page.wait_for_function(inside)
    page.locator(".plies [data-ply='3']").click()
    table.wait_moves(3)
    assert page.locator(".ply.undone").count() == 198
    page.wait_for_function(inside)
