"""On the page: a user's own game without extra work, its file while it is being written, and the search view."""

import re
import shutil
from pathlib import Path

import pytest

from serving import served

pytest_plugins = ["browser"]

PHONE = {"width": 390, "height": 844}
GAMES = Path(__file__).parent / "guessed_games.py"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return Path(shutil.copy(GAMES, tmp_path_factory.mktemp("own") / "my_games.py"))


@pytest.fixture(scope="module")
def address(file):
    with served("--game", f"{file}:Noughts", "--game", f"{file}:Marching") as url:
        yield url


def expect(seen):
    """Playwright's patient assertion."""
    from playwright.sync_api import expect as patiently  # not above: without it these tests are skipped, loudly

    from browser import PATIENCE  # not above: pytest loads it as a plug-in

    patiently.set_options(timeout=1000 * PATIENCE)
    return patiently(seen)


def cell(page, row, column):
    return page.locator(f'.board [data-cell="{row},{column}"]').first


@pytest.mark.parametrize("size", [None, PHONE])
def test_a_game_without_a_picture_is_clicked_and_read_again_when_its_file_changes(new_page, file, size):
    page = new_page(**({"viewport": size} if size else {}))
    page.allow("400")  # what is asked of a game with a mistake
    page.see("#/play?game=noughts&sides=person,person")
    cell(page, 1, 1).click()
    expect(page).to_have_url(re.compile("moves=4"))
    good = file.read_text(encoding="utf-8")
    try:
        file.write_text(good.replace("1 - s.mover)", "1 - s.mower)", 1), encoding="utf-8")
        mistake = page.get_by_role("alert", name="A mistake in your game")
        expect(mistake).to_contain_text("no attribute 'mower'")
        expect(mistake.locator(".wrong")).to_contain_text("1 - s.mower)")
        expect(mistake.locator(".wrong .own-number")).to_have_text("32")
        expect(cell(page, 1, 1)).to_be_visible()  # the board stays
        file.write_text(good.replace("Three in a row, a tuple of nine.", "Noughts, once more."), encoding="utf-8")
        expect(mistake).to_be_hidden()
        expect(page).to_have_title(re.compile("Noughts, once more"))
    finally:
        file.write_text(good, encoding="utf-8")
    expect(page).to_have_title(re.compile("a tuple of nine"))
    cell(page, 0, 0).click()
    expect(page).to_have_url(re.compile("moves=4,0|moves=4%2C0|moves=4\\+0|moves=4%200"))


def test_men_of_a_game_without_a_picture_are_picked_up_and_put_down(page):
    page.see("#/play?game=marching&sides=person,person")
    cell(page, 3, 0).click()
    cell(page, 2, 0).click()
    expect(page).to_have_url(re.compile("moves="))


@pytest.mark.parametrize("size", [None, PHONE])
def test_a_search_fits_has_boards_and_opens_and_closes(new_page, size):
    page = new_page(**({"viewport": size} if size else {}))
    page.see("#/search?game=connect-four")
    expect(page.locator(".telling")).to_contain_text("this is a later position")
    fits = "() => { const v = document.querySelector('.stage-view'); return v.scrollWidth <= v.clientWidth + 1; }"
    page.wait_for_function(fits)
    nodes, boards = page.locator(".stage [data-node]"), page.locator(".stage .kz-small")
    assert nodes.count() == boards.count() > 7
    values = page.locator(".stage .kz-min .kz-value").all_text_contents()
    assert len(set(values)) > 1  # something happens
    closed = page.locator(".stage [data-fold][aria-expanded=false]")
    before, drawn = closed.count(), nodes.count()
    boxes = [toggle.bounding_box() for toggle in page.locator(".stage [data-fold]").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24  # for a finger
    name = closed.first.get_attribute("data-fold")
    closed.first.focus()
    page.keyboard.press("Enter")
    expect(closed).to_have_count(before - 1)
    assert nodes.count() > drawn
    assert page.evaluate("document.activeElement.dataset.fold") == name
    page.keyboard.press("Enter")
    expect(closed).to_have_count(before)
    page.get_by_role("button", name="Open all").click()
    expect(closed).to_have_count(0)
    page.get_by_role("button", name="Close all").click()
    expect(nodes).to_have_count(8)
    page.get_by_role("link", name="Show the start instead").click()
    expect(page.locator(".telling")).to_contain_text("All moves are worth the same")
    page.get_by_role("button", name="Show a position where they differ").click()
    expect(page.locator(".telling")).to_contain_text("this is a later position")


def test_a_tree_in_brackets_is_played_on_the_tree(page):
    page.see("#/play?game=tree&sides=person,person")
    page.locator('.board [data-name="C"]').first.click()
    expect(page).to_have_url(re.compile("moves=C"))
    page.locator('.board [data-name="H"]').first.click()
    expect(page.locator(".view-play")).to_contain_text("the leaf is worth 2")
