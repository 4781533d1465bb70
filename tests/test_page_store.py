"""Kept games over HTTP and on the page: a game is kept move by move, found again, and opened."""

import json
from pathlib import Path

import httpx
import pytest

from kibitz.arena.store.game_store import GameStore
from kibitz.arena.store.kept_entry import Wanted
from serving import here

pytest_plugins = ["browser"]

ROOT = Path(__file__).parent.parent
HEXAPAWN = f"{ROOT / 'examples' / 'hexapawn.py'}:Hexapawn"
PEOPLE = "#/play?game=connect-four&sides=person,person"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder of its own, for this module."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_DATA", str(folder))
        yield folder


@pytest.fixture(scope="module")
def address(data):
    with here(games=(HEXAPAWN,), compiled=0) as (url, _):
        yield url


@pytest.fixture
def post(address):
    def asked(path, body, code=200):
        answer = httpx.post(f"{address}/api/store/{path}", json=body, timeout=60)
        assert answer.status_code == code, answer.text
        return answer.json()

    return asked


@pytest.fixture(autouse=True)
def no_store(data):
    for file in data.iterdir():
        file.unlink()


def kept():
    with GameStore.open() as store:
        return store.listed(Wanted())


def test_everything_can_be_asked_over_http(address, post):
    status = httpx.get(f"{address}/api/store").json()
    assert status["on"] is False and status["games"] == 0
    game = {"game": "connect-four", "moves": "5 2", "players": ["Ann", "Bob"]}
    assert "the store is off" in post("keep", game, 400)["error"]
    assert post("list", {}) == {"games": [], "total": 0}
    assert post("switch", {"on": True})["on"] is True
    number = post("keep", game)["number"]
    assert post("keep", {**game, "moves": "5 2 5", "number": number}) == {"number": number}
    assert post("show", {"number": number})["moves"] == ["5", "2", "5"]
    assert post("show", {"number": number})["position"] is None
    (hit,) = post("search", {"game": "connect-four", "moves": "3 6"})["games"]
    assert (hit["number"], hit["ply"], hit["mirrored"]) == (number, 2, True)
    (move,) = post("statistics", {"game": "connect-four", "moves": "3"})["moves"]
    assert (move["move"], move["count"], move["score"]) == ("6", 1, None)
    assert post("tag", {"number": number, "add": ["b", "a"], "remove": ["b"]})["tags"] == ["a"]
    assert post("note", {"number": number, "text": "hm"})["note"] == "hm"
    assert post("list", {"tag": "a", "player": "ann", "game": "connect-four"})["total"] == 1
    assert "'since'" in post("list", {"since": "x" * 11}, 422)["error"]
    assert "not a date" in post("list", {"since": "once"}, 400)["error"]
    text = post("export", {"numbers": [number]})["text"]
    assert json.loads(text)[0]["moves"] == ["5", "2", "5"]
    done = post("import", {"file": "some.pgn", "text": "1. e4 e5 *\n\n1. e4 Ke2 *\n\n1. d4 *"})
    assert len(done["numbers"]) == 2 and "game 2" in done["broken"][0]
    assert post("export", {"numbers": done["numbers"], "ending": "pgn"})["text"].count("1.") == 2
    assert post("delete", {"number": number}) == {"number": number}
    for path in ("show", "delete"):
        assert "no game" in post(path, {"number": number}, 404)["error"]


def test_a_users_game_is_kept_by_its_file_and_other_files_are_not_run(post):
    post("switch", {"on": True})
    post("keep", {"game": "hexapawn"})
    (row,) = post("list", {"game": "hexapawn"})["games"]
    assert (row["game"], row["offered"]) == (HEXAPAWN, "hexapawn")
    text = post("export", {"numbers": [row["number"]]})["text"]
    again = post("import", {"file": "a.json", "text": text})
    assert len(again["numbers"]) + again["known"] == 1 and again["broken"] == []
    evil = json.dumps({"game": "/tmp/evil.py:Evil", "set": {}, "position": "", "moves": []})
    assert "--game" in post("import", {"file": "a.json", "text": evil})["broken"][0]
    assert "unknown game" in post("import", {"file": "a.json", "text": evil, "game": "/tmp/evil.py:Evil"}, 400)["error"]


def test_only_this_machine_sees_kept_games():
    with here(only_local=False) as (address, _):
        answer = httpx.get(f"{address}/api/store")
        assert answer.status_code == 403 and "this machine alone" in answer.json()["error"]
        assert httpx.post(f"{address}/api/store/switch", json={"on": True}).status_code == 403


def test_a_game_on_the_page_is_kept_move_by_move_found_and_opened(page):
    page.add_init_script("localStorage.setItem('kibitz.play', JSON.stringify({ analysis: false }))")
    page.go(PEOPLE)
    page.wait_for_selector(".board > svg")
    play(page, "4")
    page.click(".kept-games")
    page.check("dialog .check input >> nth=0")
    page.wait_for_function("/0 games in/.test(document.querySelector('.store-file').innerText)")
    page.click("dialog >> text=Close")
    play(page, "3", "3")
    page.wait_for_function(told(["4", "3", "3"]))
    page.reload()
    page.wait_for_selector(".board > svg")
    play(page, "5")
    page.wait_for_function(told(["4", "3", "3", "5"]))
    assert [entry.moves for entry in kept()] == [tuple("4335")]  # the same game, after a reload too
    page.click(".toolbar >> text=New")
    page.wait_for_function("!document.querySelectorAll('.plies .ply').length")
    play(page, "4", "5")
    page.wait_for_function(told(["4", "5"]))
    assert [entry.moves for entry in kept()] == [("4", "5"), tuple("4335")]
    page.keyboard.press("Escape")
    page.click(".kept-games")
    page.click("dialog >> text=This position")
    page.wait_for_selector(".store-row:has-text('mirrored')")
    assert page.locator(".store-row").count() == 2 and page.locator(".store-table tbody tr").count() == 1
    page.click("[aria-label='Tags of game 1']")
    page.fill(".store-tag-form input", "nice, slow")
    page.keyboard.press("Enter")
    page.wait_for_selector(".store-tag:has-text('slow')")
    page.click("[aria-label='Open game 1']")
    page.wait_for_function("document.querySelectorAll('.plies .ply').length === 4")
    play(page, "6")
    page.wait_for_function(told(["4", "3", "3", "5", "6"]))
    assert [(entry.moves, entry.tags) for entry in kept()] == [(("4", "5"), ()), (tuple("43356"), ("nice", "slow"))]


def play(page, *moves):
    for move in moves:
        count = page.locator(".plies .ply").count()
        page.fill(".move-form input", move)
        page.keyboard.press("Enter")
        page.wait_for_function(f"document.querySelectorAll('.plies .ply').length === {count + 1}")


def told(moves):
    """Has the server kept these moves?"""
    said = json.dumps(json.dumps(moves, separators=(",", ":")) + "}")
    return f"(sessionStorage.getItem('kibitz.store') ?? '').includes({said})"
