"""A game, a position or a tree as one file: it works without a server, and nothing that is written in it runs."""

import json
import re

import httpx
import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.positions import played
from kibitz.answer.take_away import game_page
from kibitz.draw.whole_page import Row, WholePage
from kibitz.lab.export import exported
from kibitz.lab.tree_search import run_tree
from serving import here

pytest_plugins = ["browser"]

TREE = "((3 12 8) (2 4 6) (14 5 2))"
HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"


@pytest.fixture(scope="module")
def address():
    with here(seconds=20, compiled=0) as (url, _):
        yield url


def taken(address, code=200, **asked):
    answer = httpx.post(f"{address}/api/take-away", json=asked, timeout=120)
    assert answer.status_code == code, answer.text
    return answer.json()


def opened(page, folder, text):
    """Open a file in a browser that has no network."""
    file = folder / "taken.html"
    file.write_text(text, encoding="utf-8")
    page.context.set_offline(True)
    page.goto(file.as_uri())


def test_a_game_opens_without_a_server_and_can_be_stepped_through(new_page, tmp_path, address):
    file = taken(address, game="tic-tac-toe", position="X.X.O....", moves="9 2")
    assert (file["filename"], file["media"]) == ("tic-tac-toe.html", "text/html")
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//|@import|url\(""", file["text"])
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    opened(page, tmp_path, file["text"])
    assert page.locator("#count").inner_text() == "2 / 2"
    final = page.inner_html("#drawing")
    page.keyboard.press("Home")
    assert page.locator("#count").inner_text() == "0 / 2"
    assert page.inner_html("#drawing") != final
    page.get_by_role("button", name="1. 9").click()
    assert "best was 2 (draws)" in page.locator("#sentence").inner_text()
    assert page.locator(".mark").count() >= 1
    page.get_by_role("button", name="To the end (End)").click()
    assert page.inner_html("#drawing") == final
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function("document.getElementById('count').textContent === '1 / 2'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tree_opens_at_a_step_with_its_pseudo_code(new_page, tmp_path):
    run = run_tree(TREE, "alphabeta")
    last = len(run.recorder.steps)
    page = new_page(viewport={"width": 1280, "height": 800})
    opened(page, tmp_path, exported(run, "html", 3).text)
    assert page.locator("#count").inner_text() == f"4 / {last}"
    assert page.locator("#sentence").inner_text() == run.recorder.steps[3].sentence
    assert page.locator("[data-line][aria-current]").count() == 1
    page.keyboard.press("End")
    at_the_end = page.inner_html("#drawing")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.inner_html("#drawing") == at_the_end
    assert page.locator("#sentence").inner_text() == run.recorder.steps[-1].sentence


def test_nothing_that_is_written_in_a_file_runs(new_page, tmp_path):
    drawing = kz.game("tic-tac-toe").picture(kz.game("tic-tac-toe").initial())._repr_svg_()
    rows = [Row(HOSTILE, HOSTILE, HOSTILE, 0), Row("b", HOSTILE, "", -1)]
    text = WholePage(
        HOSTILE, rows, [drawing, drawing], said=HOSTILE, heads=[HOSTILE], table=[[HOSTILE]], code=[HOSTILE]
    ).html()
    page = new_page()
    opened(page, tmp_path, text)
    page.get_by_role("button", name="Forward (right arrow)").click()
    assert page.locator("#sentence").inner_text() == HOSTILE
    assert page.title() == HOSTILE and page.locator("h1").inner_text() == HOSTILE
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')")
    page.settle()
    assert page.title() == HOSTILE
    page.allow("Content Security Policy")
    page.allow(": csp")  # the picture is not even asked for


def test_the_boards_of_a_long_game_share_their_parts():
    game = kz.game("chess")
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6", "d2d3", "d7d6"]
    plies, end = played(game, game.initial(), moves)
    text = game_page(game, plies, end)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])
    boards = ["".join(data["parts"][part] for part in frame) for frame in data["frames"]]
    assert len(boards) == len(moves) + 1 and all(board.startswith("<svg") for board in boards)
    assert boards[-1] in text
    assert len(text) < 0.5 * sum(map(len, boards))


def test_other_files_and_what_cannot_be_made(address):
    svg = taken(address, game="connect-four", moves="4 4", format="svg")
    assert svg["filename"] == "connect-four.svg" and svg["text"].startswith("<svg")
    film = taken(address, game="connect-four", moves="4 4", format="film")
    assert "<animate" in film["text"]
    tex = taken(address, game="chess", format="latex")
    assert tex["text"].count(r"\node[circle") == 32 and tex["text"].endswith("\\end{document}\n")
    assert "there is no seat 7" in taken(address, 400, game="nim", seat=7)["error"]
    assert "there is no seat 7" in taken(address, 400, game="nim", seat=7, format="latex")["error"]
    seen = taken(address, game="kuhn-poker", seat=0)
    assert 'id="data"' in seen["text"]


def test_the_command_writes_the_same_files(tmp_path):
    tree, game = tmp_path / "tree.html", tmp_path / "game.html"
    assert kibitz("tree", TREE, "--html", tree).code == 0
    assert tree.read_text(encoding="utf-8") == exported(run_tree(TREE), "html").text
    moves = ("--moves", "5 2 1 9 7", "--depth", "3", "--interpreted")
    assert kibitz("review", "tic-tac-toe", *moves, "--out", game).code == 0
    assert "Moves" in game.read_text(encoding="utf-8")
