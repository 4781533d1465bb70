"""The page's server: every address, every mistake, and what becomes of its searches."""

import gzip
import json
import os
import re
import socket
import subprocess
import sys
import textwrap
import threading
import time
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

import command
import kibitz as kz
from kibitz.answer.options import Options
from kibitz.search import ALGORITHMS
from kibitz.web.line import Line
from kibitz.web.refusals import Refused
from serving import eventually, here, served, server

ROOT = Path(__file__).resolve().parent.parent
HIGH_CARD = f"{ROOT / 'tests/data/games/high_card.py'}:HighCard"
STREAM = {"Accept": "text/event-stream"}
LONG = {"game": "connect-four", "time": 50}  # nobody waits for it to end
PATIENCE = 180  # seconds until what never comes fails a test; a game may have to be compiled first

BROKEN = '''
import time
from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    n: int


class Countdown(kz.Game):
    """Count down; odd things happen on the way."""

    players = 1

    def __init__(self, begin: int = 5, slow: float = 0.0, fair: bool = True, steps: tuple[int, ...] = (1, 2)) -> None:
        self.begin = begin
        self.slow = slow
        self.fair = fair
        self.steps = steps

    def initial(self):
        if self.begin == 13:
            raise SystemExit(3)
        return State(self.begin)

    def player(self, s):
        return 0

    def actions(self, s):
        if s.n == 7:
            return [1 // (s.n - 7)]
        if s.n == 17:
            raise StopIteration
        if self.slow:
            time.sleep(self.slow)
        return [] if s.n == 0 else [1]

    def result(self, s, a):
        return State(s.n - a)

    def is_terminal(self, s):
        return s.n == 0

    def utility(self, s, player):
        return float("inf") if self.begin == 9 else 1.0

    def text(self, s):
        return str(s.n)
'''


@pytest.fixture(scope="module")
def own_games(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "broken.py"
    path.write_text(textwrap.dedent(BROKEN), encoding="utf-8")
    return f"{path}:Countdown", f"{ROOT / 'examples/hexapawn.py'}:Hexapawn"


@pytest.fixture(scope="module")
def url(own_games):
    with served("--game", own_games[0], "--game", own_games[1], "--game", HIGH_CARD, "--seconds", "20") as address:
        yield address


@pytest.fixture(scope="module")
def client(url):
    with httpx.Client(base_url=url, timeout=120) as asking:
        yield asking


@pytest.fixture
def quick():
    """A server in this process that lets one look inside, with two searches at once."""
    with here(searches=2, seconds=50, waiting=3) as (address, service):
        httpx.post(f"{address}/api/best", json={"game": "connect-four", "depth": 1}, timeout=120).raise_for_status()
        yield address, service


def ask(client, path, **body):
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def refused(client, path, status, **body):
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert {"error"} <= set(answer.json()) <= {"error", "field", "column", "where"}
    return answer.json()["error"]


def events(response):
    """What a stream tells: pairs of a kind and its data."""
    found = []
    for block in response.read().decode().split("\n\n"):
        if block:
            fields = dict(line.split(": ", 1) for line in block.split("\n"))
            found.append((fields.get("event", "data"), json.loads(fields["data"])))
    return found


def stream(client, path, **body):
    with client.stream("POST", path, json=body, headers=STREAM) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in response.headers
        found = events(response)
    assert found[-1] == ("done", {})
    return found[:-1]


# ---------------------------------------------------------------- the page and its files


def test_the_page_is_there_with_its_files(client):
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Kibitz" in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert re.search(r"kibitz-client=[\w-]{20,};.*HttpOnly.*SameSite=strict", page.headers["set-cookie"])
    assert "set-cookie" not in client.get("/").headers  # the client has one by now
    files = re.findall(r'(?:src|href)="(/?static/[^"]+)"', page.text)
    assert files
    for file in files:
        answer = client.get("/" + file.lstrip("/"))
        assert answer.status_code == 200, file
        assert answer.headers["cache-control"] == "no-cache"
        again = client.get("/" + file.lstrip("/"), headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.head("/").status_code == 200


def test_every_answer_tells_browsers_to_be_careful(client):
    for path in ("/", "/api/games", "/nothing", "/static/shared/style.css"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "object-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/static/",
        "/static/nothing.js",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fcli.py",
        "/static/%00",
        "/static/" + "x" * 5000,
        "/docs",
        "/api",
    ],
)
def test_there_is_nothing_elsewhere(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("there is nothing at '/")


def test_a_wrong_method_is_refused(client):
    answer = client.get("/api/best")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json() == {"error": "'/api/best' does not answer GET: expected POST"}
    assert client.delete("/api/games").status_code == 405
    assert client.post("/").status_code == 405


def test_large_answers_are_compressed_and_streams_are_not(url):
    with httpx.Client(base_url=url, headers={"Accept-Encoding": "gzip"}, timeout=60) as asking:
        answer = asking.get("/api/games")
        assert answer.headers["content-encoding"] == "gzip"
        assert len(gzip.compress(answer.content)) < len(answer.content)
        stream(asking, "/api/best", game="tic-tac-toe", depth=2)


# ---------------------------------------------------------------- who may ask


def test_another_page_may_not_ask(client, url):
    body = {"game": "tic-tac-toe"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:1", "http://[::1"):
        answer = client.post("/api/position", json=body, headers={"Origin": origin})
        assert answer.status_code == 403, origin
        assert "may not ask this server" in answer.json()["error"]
    assert client.post("/api/position", json=body, headers={"Origin": url}).status_code == 200


def test_a_name_that_is_not_ours_is_refused(client):
    for host in ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[::1"):
        answer = client.get("/api/games", headers={"Host": host})
        assert answer.status_code in (400, 403), host
    for host in ("localhost", "localhost:8080", "127.0.0.1", "[::1]:80", "LOCALHOST"):
        assert client.get("/api/games", headers={"Host": host}).status_code == 200, host


def test_a_server_for_everybody_answers_to_every_name():
    with here(only_local=False) as (url, _):
        assert httpx.get(f"{url}/api/games", headers={"Host": "games.example"}).status_code == 200


# ---------------------------------------------------------------- games


def test_the_games_are_those_of_the_command_and_those_given(client):
    listed = client.get("/api/games").json()
    own = command.kibitz("games", "--json").json
    assert [{key: game[key] for key in row} for game, row in zip(listed, own, strict=False)] == own
    assert [game["name"] for game in listed if game["own"]] == ["countdown", "hexapawn", "high-card"]
    parameters = {game["name"]: game["parameters"] for game in listed}
    assert parameters["connect-four"][0] == {"name": "width", "default": 7, "kind": "whole"}
    assert {"name": "piles", "default": "3,4,5", "kind": "numbers"} in parameters["nim"]
    assert {"name": "misere", "default": False, "kind": "yes or no"} in parameters["nim"]
    assert {"name": "slow", "default": 0.0, "kind": "number"} in parameters["countdown"]
    assert parameters["tree"][0]["kind"] == "text"


@pytest.mark.parametrize("name", ["x.py:Mine", "../x", "/etc/passwd", "kibitz.games.nim", "", "nim\0", "tic_tac_toe"])
def test_no_file_module_or_class_can_be_named(client, own_games, name):
    assert "unknown game" in refused(client, "/api/position", 400, game=name)
    assert "unknown game" in refused(client, "/api/best", 400, game=own_games[0])


def test_a_game_that_is_nearly_right_is_suggested_as_the_command_does(client):
    said = refused(client, "/api/best", 400, game="conect-four")
    assert f"kibitz: {said}" == command.kibitz("best", "conect-four").messages[0]


def test_a_game_says_what_does_not_fit_and_which_view_it_opens(client):
    listed = {game["name"]: game for game in client.get("/api/games").json()}
    for game in listed.values():
        assert not set(game["algorithms"]) & set(game["reasons_against"])
        assert set(game["algorithms"]) | set(game["reasons_against"]) == set(ALGORITHMS)
        assert all(name in reason for name, reason in game["reasons_against"].items())
    assert "chance" in listed["pig"]["reasons_against"]["alphabeta"]
    assert [name for name, game in listed.items() if game["opens"] == "play"] == ["connect-four"]
    assert [name for name, game in listed.items() if game["opens"] == "lab"] == ["tic-tac-toe"]


def test_a_game_brings_its_rules_and_its_picture(client, own_games):
    listed = {game["name"]: game for game in client.get("/api/games").json()}
    for game in listed.values():
        assert game["about"], game["name"]
        assert game["rules"], game["name"]
        assert game["own"] or (game["goal"] and game["numbers"]), game["name"]
        assert not re.search(r"[`*]|\]\(", game["rules"] + game["goal"] + game["numbers"]), game["name"]
        drawn = client.get(f"/{game['picture']}")
        assert drawn.headers["content-type"] == "image/svg+xml", game["name"]
        assert drawn.text.startswith("<svg"), game["name"]
    page = (ROOT / "docs" / "games" / "nim.md").read_text(encoding="utf-8")
    assert f"## Rules\n{listed['nim']['rules']}\n\n**Goal.** {listed['nim']['goal']}\n" in page
    assert client.get("/api/picture?game=nimm").json()["error"] == "unknown game 'nimm'; did you mean 'nim'?"


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"game": "pig", "moves": "roll"}, "die"),
        ({"game": "backgammon"}, "die"),
        ({"game": "kuhn-poker"}, "card"),
        ({"game": "goofspiel"}, "card"),
        ({"game": "2048"}, "other"),
        ({"game": "pig"}, None),
    ],
)
def test_a_position_says_what_chance_brings(client, body, kind):
    assert ask(client, "/api/position", **body)["outcome_kind"] == kind


def test_the_end_of_a_game_is_told_as_an_answer_is(client):
    won = ask(client, "/api/position", game="tic-tac-toe", position="XXXOO....")["ended"]
    assert (won["outcome"], won["share"], won["words"], won["player"]) == ("win", 1.0, "wins", 0)
    assert ask(client, "/api/position", game="tic-tac-toe")["ended"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "no-such-game"}, "game"),
        ({"game": "connect-four", "set": {"width": "wide"}}, "set.width"),
        ({"game": "connect-four", "set": {"width": "7", "height": "99"}}, "set.height"),
        ({"game": "connect-four", "set": {"colour": "red"}}, "set.colour"),
        ({"game": "connect-four", "position": "4444444444"}, "position"),
        ({"game": "tic-tac-toe", "moves": ["1", "1"]}, "moves[1]"),
        ({"game": "nim", "size": "large"}, "size"),
    ],
)
def test_a_refusal_names_its_field(client, body, field):
    assert client.post("/api/position", json=body).json()["field"] == field


@pytest.mark.parametrize("name", [*sorted(set(kz.games.names())), "hexapawn"])
def test_every_game_is_played_for_a_while(client, name):
    shown = ask(client, "/api/position", game=name)
    for ply in range(400):
        assert shown["board"].startswith("<svg")
        if shown["over"]:
            assert shown["verdict"].endswith(".")
            assert len(shown["utilities"]) == shown["players"]
            assert shown["moves"] == shown["outcomes"] == []
            break
        assert shown["verdict"] == "" and shown["utilities"] is None
        assert (shown["player"] == -1) == bool(shown["outcomes"]) == (not shown["moves"])
        if shown["outcomes"]:
            assert sum(row["probability"] for row in shown["outcomes"]) == pytest.approx(1)
        choices = [row["move"] for row in shown["moves"]] + [row["outcome"] for row in shown["outcomes"]]
        move = choices[(7 * ply + ply // 5) % len(choices)]
        before = shown["position"]
        shown = ask(client, "/api/position", game=name, position=before, moves=[move])
        assert (shown["start"], [row["move"] for row in shown["played"]]) == (before, [move])
        assert shown["position"] != before


def test_a_position_tells_everything(client):
    shown = ask(client, "/api/position", game="tic-tac-toe", position="X...O....", moves="9 3")
    assert (shown["start"], shown["position"], shown["player"]) == ("X...O....", "X.O.O...X", 0)
    assert [row["move"] for row in shown["moves"]] == ["2", "4", "6", "7", "8"]
    assert shown["moves"][0] == {"move": "2", "cell": [0, 1], "from": None}
    assert shown["played"] == [{"move": "9", "player": 0, "told": "9"}, {"move": "3", "player": 1, "told": "3"}]
    assert "X . O" in shown["text"]
    as_list = ask(client, "/api/position", game="tic-tac-toe", position="X...O....", moves=["9", "3"])
    assert as_list == shown


def test_a_seat_is_shown_only_what_it_is_told(client):
    dealt = {seat: ask(client, "/api/position", game="high-card", moves=["KJ"], seat=seat) for seat in (None, 0, 1)}
    assert "KJ" in dealt[None]["dice"]
    for seat, card in ((0, "K"), (1, "J")):
        assert f"you get {card}" in dealt[seat]["dice"]
        assert "KJ" not in dealt[seat]["dice"] + dealt[seat]["board"] + dealt[seat]["text"]
        assert dealt[seat]["played"][0]["told"] == f"you get {card}"
    assert dealt[1]["moves"] == []  # it is not that seat's turn


def test_a_piece_that_moves_has_a_cell_to_come_from(client):
    rows = ask(client, "/api/position", game="hexapawn")["moves"]
    assert all(row["cell"] and row["from"] for row in rows)


def test_dice_are_drawn_when_they_have_just_been_thrown(client):
    thrown = ask(client, "/api/position", game="pig", moves="roll 4")
    assert thrown["dice"].startswith("<svg")
    assert [row["player"] for row in thrown["played"]] == [0, -1]
    assert ask(client, "/api/position", game="pig", moves="roll")["dice"] == ""
    assert [row["outcome"] for row in ask(client, "/api/position", game="pig", moves="roll")["outcomes"]] == list(
        "123456"
    )


def test_a_move_is_made_step_by_step(client):
    place = {"game": "backgammon", "position": "4HPwATDgc/ABMA:31"}
    begun = ask(client, "/api/position", **place)
    assert begun["steps"]["done"] == [] and not any(row["cell"] for row in begun["moves"])
    assert {row["move"]: row["steps"] for row in begun["moves"]}["8/5 6/5"] == [[[12, 4], [12, 8]], [[12, 7], [12, 8]]]
    after = ask(client, "/api/position", **place, steps=["6/5"])
    ends = {row["move"]: row["completes"] for row in after["steps"]["moves"]}
    assert ends["8/5"] == "8/5 6/5" and after["position"] == begun["position"] and after["board"] != begun["board"]
    refused_step = client.post("/api/position", json={**place, "steps": ["6/1"]})
    assert refused_step.status_code == 400 and refused_step.json()["field"] == "steps"
    error = refused(client, "/api/position", 400, game="nim", steps=["1:1"])
    assert error == "'1:1' cannot be played: a move of 'nim' has no steps here"
    assert ask(client, "/api/position", game="nim")["steps"] is None


def test_what_players_remember_is_on_the_board(client):
    start = ask(client, "/api/position", game="hearts", seat=0)
    played = []
    for _ in range(5):
        at = ask(client, "/api/position", game="hearts", moves=" ".join(played))
        played.append(at["moves"][0]["move"])
    after = ask(client, "/api/position", game="hearts", moves=" ".join(played), seat=0)
    assert "last trick" in after["board"] and "last trick" not in start["board"]


def test_parameters_flip_seat_and_size(client):
    small = ask(client, "/api/position", game="connect-four", set={"width": 5, "height": "4"}, size=16)
    assert len(small["moves"]) == 5
    assert small["set"] == {"width": 5, "height": "4"}
    large = ask(
        client, "/api/position", game="connect-four", set={"width": 5, "height": "4"}, size=160, flip=True, seat=1
    )
    assert large["board"] != small["board"]
    misere = ask(client, "/api/position", game="nim", set={"piles": "1,2", "misere": True}, moves="1:1 2:2")
    assert misere["utilities"] == [1.0, -1.0]
    assert "there is no seat 2" in refused(client, "/api/position", 400, game="nim", seat=2)


def test_a_line_is_shown_ply_by_ply(client):
    plies = ask(client, "/api/line", game="tic-tac-toe", moves="1", line=["5", "2"])["plies"]
    assert [(ply["move"], ply["player"], ply["position"]) for ply in plies] == [
        ("5", 1, "X...O...."),
        ("2", 0, "XX..O...."),
    ]
    assert all(ply["board"].startswith("<svg") and not ply["over"] for ply in plies)
    assert ask(client, "/api/line", game="tic-tac-toe", line=[])["plies"] == []
    assert "is not a legal move" in refused(client, "/api/line", 400, game="tic-tac-toe", line=["1", "1"])


# ---------------------------------------------------------------- searching


def test_the_best_move_is_what_the_command_says(client):
    asked = ("best", "connect-four", "4453", "--set", "width=5", "--set", "height=4", "--exact", "--json")
    told = command.kibitz(*asked).json
    found = ask(client, "/api/best", game="connect-four", position="4453", set={"width": 5, "height": 4}, exact=True)
    for answer in (told, found):
        for name in ("seconds", "nodes_per_second"):
            del answer["search"][name]
    assert found == told
    deep = ask(client, "/api/best", game="tic-tac-toe", depth=3, algorithm="alphabeta")
    assert (
        deep["search"]["nodes"]
        == command.kibitz("best", "tic-tac-toe", "--depth", 3, "--algorithm", "alphabeta", "--json").json["search"][
            "nodes"
        ]
    )


def test_moves_lead_to_the_position_that_is_reported(client):
    assert ask(client, "/api/best", game="tic-tac-toe", moves=["1", "2"], depth=1)["position"] == "XO......."
    over = ask(client, "/api/best", game="tic-tac-toe", position="XXXOO....")
    assert (over["best"], over["moves"], over["words"]) == (None, [], "the game is over: X won")


def test_without_a_limit_it_thinks_for_two_seconds(client):
    found = ask(client, "/api/best", game="connect-four", set={"width": 8})  # which has no book
    assert found["search"]["stopped_by"] == "time"
    assert found["search"]["seconds"] >= 1.5


def test_nodes_and_time_limit_a_search(client):
    assert ask(client, "/api/best", game="connect-four", nodes=1000)["search"]["stopped_by"] == "nodes"
    assert (
        ask(client, "/api/best", game="connect-four", set={"width": 8}, time=0.2, seed=7)["search"]["stopped_by"]
        == "time"
    )


def test_an_endless_search_ends_with_the_longest_there_is():
    with here(seconds=0.5) as (url, service):
        for body in ({"exact": True}, {"depth": 40}, {"depth": 30, "algorithm": "alphabeta"}, {"nodes": 10**14}):
            answer = httpx.post(f"{url}/api/best", json={"game": "connect-four", **body}, timeout=60)
            assert answer.status_code == 200, answer.text
            assert answer.json()["search"]["stopped_by"] == "time"
            assert answer.json()["best"]
        answer = httpx.post(f"{url}/api/best", json={"game": "connect-four", "time": 0.6})
        assert answer.status_code == 422
        expected = "'time' is 0.6: expected at most 0.5 seconds, the longest search of this server"
        assert answer.json() == {"error": expected, "field": "time"}
        found = httpx.post(f"{url}/api/ablate", json={"game": "connect-four"}, timeout=60).json()
        assert found == {"rows": []}
        assert service.searches.line.running == 0


def test_a_stream_tells_better_and_better_answers(client):
    found = stream(client, "/api/best", game="connect-four", set={"width": 8}, time=1.6)
    answers = [data for kind, data in found if kind == "data"]
    assert {kind for kind, _ in found} <= {"data", "note"}
    depths = [answer["search"]["depth"] for answer in answers]
    assert depths == sorted(depths) and depths[-1] > depths[0]
    nodes = [answer["search"]["nodes"] for answer in answers]
    assert nodes == sorted(nodes)
    same = [a for a, b in pairwise(answers) if a["moves"] == b["moves"]]
    assert same  # twice a second only the nodes move on
    assert answers[-1]["search"]["stopped_by"] == "time"


def test_a_stream_of_a_wrong_position_is_a_plain_refusal(client):
    answer = client.post("/api/best", json={"game": "tic-tac-toe", "position": "?"}, headers=STREAM)
    assert answer.status_code == 400
    assert "'?'" in answer.json()["error"]


def test_what_each_technique_saves(client):
    rows = ask(client, "/api/ablate", game="connect-four", depth=5)["rows"]
    told = command.kibitz("best", "connect-four", "--ablate", "--depth", 5, "--json").json
    assert [(row["without"], row["nodes"], row["value"]) for row in rows] == [
        (row["without"], row["nodes"], row["value"]) for row in told
    ]
    assert rows[0]["times"] == 1 and rows[-1]["times"] > 1
    streamed = [data for kind, data in stream(client, "/api/ablate", game="connect-four", depth=5) if kind == "data"]
    assert [row["nodes"] for row in streamed] == [row["nodes"] for row in rows]
    assert "set a depth limit" in refused(client, "/api/ablate", 400, game="pig")
    assert "probing" in [row["without"] for row in ask(client, "/api/ablate", game="pig", depth=3)["rows"]]
    assert "the game is over" in refused(client, "/api/ablate", 400, game="tic-tac-toe", position="XXXOO....")


def test_a_game_is_judged_move_by_move(client):
    found = ask(client, "/api/history", game="tic-tac-toe", moves="1 2 5 9 4 6 7")
    assert [ply["ply"] for ply in found["plies"]] == list(range(8))
    assert found["turned"] == 2
    assert found["plies"][2]["mistake"] == "mistake"
    assert found["chart"].startswith("<svg") and 'width="640"' in found["chart"]
    assert found["sentence"].startswith("The game turned at ply 2: O played 2")
    streamed = stream(client, "/api/history", game="tic-tac-toe", moves="1 2 5 9 4 6 7")
    lengths = [len(data["plies"]) for kind, data in streamed if kind == "data"]
    assert lengths == sorted(lengths) and lengths[-1] == 8
    dice = ask(client, "/api/history", game="pig", set={"goal": 20}, moves="roll 4 hold", time=0.05)
    assert dice["plies"][2]["player"] == -1
    narrow = ask(client, "/api/history", game="tic-tac-toe", moves="1", time=0.05, width=300)
    assert 'width="300"' in narrow["chart"]
    assert "'width' is 100" in refused(client, "/api/history", 422, game="tic-tac-toe", width=100)
    three = ask(client, "/api/history", game="pig", set={"players": 3}, moves="roll 4 hold", time=0.05)
    assert all(len(ply["values"]) == 3 for ply in three["plies"])


def test_the_judge_goes_on_and_streams_what_has_changed(client):
    asked = {"game": "tic-tac-toe", "moves": "1 2 5 9 4 6 7", "depth": 2}
    quick = ask(client, "/api/history", **asked)
    assert not quick["proven"] and quick["plies"][2]["rests"] == "undecided at depth 2"
    assert "positions are undecided" in quick["sentence"]
    told = [data for kind, data in stream(client, "/api/history", budget=1000, **asked) if kind == "data"]
    last = told[-1]
    assert last["proven"] and {ply["rests"] for ply in last["plies"]} == {"proven"}
    assert (last["plies"][2]["mistake"], last["plies"][2]["was"]) == ("mistake", "no mistake, undecided at depth 2")
    assert "turned at ply 2: O played 2 (loses in 6) where 5 was better (draws)" in last["sentence"]
    assert all("No move changed" not in data["sentence"] for data in told)
    assert "'budget' is -1" in refused(client, "/api/history", 422, game="tic-tac-toe", budget=-1)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "'game' is missing"),
        ({"game": 5}, "'game' is 5: expected a text"),
        ({"game": None}, "'game' is null: expected a text"),
        ({"game": "x" * 300}, "'game' is 'xxx"),
        ({"game": "nim", "depht": 3}, "'depht' is not a field of this request: expected one of game, set, position"),
        ({"game": "nim", "depth": "3"}, "'depth' is '3': expected a whole number"),
        ({"game": "nim", "depth": 0}, "'depth' is 0: expected at least 1"),
        ({"game": "nim", "depth": 10**6}, "'depth' is 1000000: expected at most 10000"),
        ({"game": "nim", "depth": 2.5}, "'depth' is 2.5: expected a whole number"),
        ({"game": "nim", "depth": True}, "'depth' is true: expected a whole number"),
        ({"game": "nim", "time": -1}, "'time' is -1: expected more than 0"),
        ({"game": "nim", "time": "soon"}, "'time' is 'soon': expected a number"),
        ({"game": "nim", "time": 21}, "'time' is 21: expected at most 20 seconds, the longest search of this server"),
        ({"game": "nim", "exact": "yes"}, "'exact' is 'yes': expected true or false"),
        ({"game": "nim", "moves": 5}, "'moves' is 5: expected a list"),
        ({"game": "nim", "moves": [5]}, "'moves[0]' is 5: expected a text"),
        ({"game": "nim", "moves": ["x" * 201]}, "'moves[0]' is 'xxx"),
        ({"game": "nim", "moves": ["1:1"] * 1001}, "'moves' is ["),
        ({"game": "nim", "position": "x" * 5001}, "expected at most 5000 characters"),
        ({"game": "nim", "set": []}, "'set' is []: expected an object"),
        ({"game": "nim", "set": {"piles": [1]}}, "'set.piles' is [1]: expected a text of at most 5000 characters, a"),
        ({"game": "nim", "set": {str(n): 1 for n in range(21)}}, "expected at most 20 items"),
    ],
)
def test_the_form_of_a_request_is_checked(client, body, sentence):
    said = refused(client, "/api/best", 422, **body)
    assert said.startswith(sentence) or sentence in said
    assert len(said) < 300


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "the body is missing"),
        (b"{", "the body is not JSON"),
        (b"[1]", "expected a JSON object"),
        (b"5", "expected a JSON object"),
        (b"\xff\xfe", "the body"),
        (b"[" * 100_000, "the body"),
        (b'{"game": "nim", "time": NaN}', "'time' is nan"),
        (b'{"game": "nim", "time": 1e999}', "'time' is inf"),
        (b'{"game": "nim", "depth": ' + b"9" * 5000 + b"}", "the body"),
        (b'{"game": "\\ud800"}', "'game'"),
    ],
)
def test_a_body_that_is_none_is_refused(client, body, words):
    answer = client.post("/api/best", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert words in answer.json()["error"]
    assert len(answer.json()["error"]) < 300


def test_a_body_without_its_type_is_refused(client):
    answer = client.post("/api/best", content=b'{"game": "nim"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    assert "sent as application/json" in answer.json()["error"]


def test_a_body_that_is_too_large_is_refused(client):
    answer = client.post("/api/best", content=b" " * 300_000)
    assert (answer.status_code, answer.json()["error"]) == (
        413,
        "the body has 300,000 bytes: expected at most 262,144",
    )
    parts = client.post("/api/best", content=(b" " * 10_000 for _ in range(40)))
    assert parts.status_code == 413


@pytest.mark.parametrize(
    "asked",
    [
        ("tic-tac-toe", "XO..", ()),
        ("connect-four", "48", ()),
        ("connect-four", None, ("width=99",)),
        ("connect-four", None, ("width=x",)),
        ("connect-four", None, ("girth=4",)),
        ("nim", "1,2", ()),
        ("pig", "1,2,1", ()),
        ("tree", None, ("tree=((1",)),
    ],
)
def test_what_kibitz_refuses_it_refuses_in_the_command_s_words(client, asked):
    name, position, settings = asked
    words = [*([] if position is None else [position]), *(word for s in settings for word in ("--set", s))]
    told = command.kibitz("best", name, *words)
    assert told.code == 2
    body = {"game": name, "position": position, "set": dict(s.split("=") for s in settings)}
    for path in ("/api/best", "/api/position", "/api/history", "/api/ablate"):
        assert f"kibitz: {refused(client, path, 400, **body)}" == told.messages[0]


def test_an_algorithm_that_does_not_fit_is_refused_in_the_command_s_words(client):
    for game, algorithm in (("pig", "alphabeta"), ("nim", "nonsense"), ("connect-four", "expectimax")):
        told = command.kibitz("best", game, "--algorithm", algorithm).messages[0]
        assert f"kibitz: {refused(client, '/api/best', 400, game=game, algorithm=algorithm)}" == told


def test_a_game_that_raises_is_told_of_as_the_command_does(client, own_games):
    told = command.kibitz("best", own_games[0], "--set", "begin=7").messages[-1]
    for path in ("/api/position", "/api/best", "/api/history"):
        said = refused(client, path, 400, game="countdown", set={"begin": 7})
        assert re.fullmatch(r"'countdown' raised ZeroDivisionError: .*zero.* \(broken.py, line \d+\)", said)
        assert said.partition(" raised ")[2] == told.partition(" raised ")[2]
    said = refused(client, "/api/position", 400, game="countdown", set={"begin": 13})
    assert said == "'countdown' tried to end the program with sys.exit(3)"
    assert "raised" in refused(client, "/api/position", 400, game="countdown", set={"begin": 17})
    with client.stream(
        "POST", "/api/best", json={"game": "countdown", "set": {"begin": 8}}, headers=STREAM
    ) as response:
        found = events(response)
    assert [kind for kind, _ in found][-2:] == ["failed", "done"]
    assert "ZeroDivisionError" in found[-2][1]["error"]


def test_numbers_that_json_does_not_know_are_null(client):
    over = ask(client, "/api/position", game="countdown", set={"begin": 9}, position="(0,)")
    assert over["utilities"] == [None]


def test_rules_that_take_too_long_are_given_up_on(own_games):
    with here(games=(own_games[0],), rules_seconds=0.3) as (url, service):
        answer = httpx.post(f"{url}/api/position", json={"game": "countdown", "set": {"slow": 2}}, timeout=30)
        assert answer.status_code == 400
        assert answer.json()["error"] == "'countdown' takes more than 0.3 seconds: its rules may never end"
        assert service.threads.left_behind == 1
        assert httpx.get(f"{url}/api/games").status_code == 200
        eventually(lambda: service.threads.left_behind == 0)


# ---------------------------------------------------------------- many at once


def begin(url, body, headers=STREAM):
    """A request on a connection of its own, sent and left alone; gives the connection."""
    host, port = url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)))
    data = json.dumps(body).encode()
    lines = [f"POST /api/best HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    connection.sendall("\r\n".join([*lines, f"Content-Length: {len(data)}\r\n\r\n"]).encode() + data)
    return connection


@pytest.mark.parametrize("headers", [STREAM, {}], ids=["stream", "plain"])
def test_a_search_ends_when_its_client_goes_away(quick, headers):
    url, service = quick
    line = service.searches.line
    connections = [begin(url, LONG, headers) for _ in range(4)]
    eventually(lambda: (line.running, line.waiting) == (2, 2), 60)
    connections.pop().close()
    eventually(lambda: line.running + line.waiting == 3)
    for connection in connections:
        connection.close()
    eventually(lambda: line.running == line.waiting == 0)


def test_searches_wait_in_line_and_not_too_many(quick):
    url, service = quick
    line = service.searches.line
    running = [begin(url, LONG) for _ in range(2)]
    eventually(lambda: line.running == 2, 60)
    waiting = []
    for number in range(1, 4):  # one after the other: they are told how many are ahead
        waiting.append(begin(url, LONG))
        eventually(lambda number=number: line.waiting == number)
    answer = httpx.post(f"{url}/api/best", json=LONG, timeout=PATIENCE)
    assert answer.status_code == 429
    assert answer.json()["error"] == "3 of your searches are waiting already, the most allowed: try again later"
    told = b""
    while b"\n\n" not in told.partition(b"event: note")[2]:
        told += waiting[1].recv(4096)
    assert b'event: note\ndata: {"note":"waiting: 3 searches are ahead"}' in told
    other = httpx.Client(base_url=url, cookies={"kibitz-client": "another"}, timeout=PATIENCE)
    done = threading.Event()
    threading.Thread(
        target=lambda: (other.post("/api/best", json={"game": "tic-tac-toe"}), done.set()), daemon=True
    ).start()
    eventually(lambda: line.waiting == 4)
    running.pop().close()  # whoever has nothing running is next, however many wait before
    assert done.wait(PATIENCE)
    for connection in running + waiting:
        connection.close()
    eventually(lambda: line.running == line.waiting == 0)


def test_the_page_answers_while_searches_run(quick):
    url, service = quick
    connections = [begin(url, LONG) for _ in range(2)]
    eventually(lambda: service.searches.line.running == 2, 60)
    for _ in range(20):
        assert httpx.get(url).status_code == 200
        assert httpx.post(f"{url}/api/position", json={"game": "connect-four", "moves": "4 4"}).status_code == 200
    assert service.searches.line.running == 2  # nobody had to wait for them
    for connection in connections:
        connection.close()
    eventually(lambda: service.searches.line.running == 0)


def test_games_beyond_the_limit_are_searched_interpreted(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "kibitz.web.analyses.Options", lambda interpreted, **k: asked.append(interpreted) or Options(**k)
    )
    with here(compiled=1) as (url, _):
        for piles in ("1,2", "2,1", "1,2"):
            httpx.post(f"{url}/api/best", json={"game": "nim", "set": {"piles": piles}}, timeout=60).raise_for_status()
    assert asked == [False, True, False]


# ---------------------------------------------------------------- the line


def run_line(steps):
    """The clients in the order in which they get their turn, one at a time."""
    import asyncio

    async def ordered():
        line = Line(1, 10)
        turns = [line.join(client) for client in steps]
        order = []
        while line.running:
            [turn] = [turn for turn in turns if turn.ready.done()]
            order.append(turn.client)
            turns.remove(turn)
            line.leave(turn)
        assert line.waiting == 0
        return "".join(order)

    return asyncio.run(ordered())


def test_clients_take_turns():
    assert run_line("aaaabbc") == "abcabaa"
    assert run_line("aaaab") == "abaaa"
    assert run_line("abab") == "abab"


def test_a_line_tells_how_many_are_ahead_and_closes():
    import asyncio

    async def closing():
        line = Line(1, 2)
        first, second, third = line.join("a"), line.join("a"), line.join("b")
        assert first.ready.done() and not second.ready.done()
        assert (line.ahead(second), line.ahead(third)) == (2, 1)  # whoever has nothing running is first
        line.leave(second)
        assert line.ahead(third) == 1
        line.join("a"), line.join("a")
        with pytest.raises(Refused, match="2 of your searches"):
            line.join("a")
        line.close()
        with pytest.raises(Refused, match="shutting down"):
            third.ready.result()
        with pytest.raises(Refused, match="shutting down"):
            line.join("c")

    asyncio.run(closing())


# ---------------------------------------------------------------- the command


def test_the_server_ends_at_once_in_the_middle_of_everything():
    with server("--searches", "2") as running:
        connections = [begin(running.url, LONG, headers) for headers in (STREAM, STREAM, STREAM, {})]
        connections[0].recv(100)
        before = time.monotonic()
        assert running.interrupt() == 130
        assert time.monotonic() - before < LONG["time"]  # none of the searches had come to its end
        assert running.said[0] == f"kibitz: the page is at {running.url}/ (Ctrl-C ends it)"
        assert running.said[-1] == "kibitz: interrupted"
        assert all(line.startswith("kibitz: ") for line in running.said)
        for connection in connections:
            connection.close()


def test_a_server_that_cannot_start_says_why(own_games, tmp_path):
    for options, words in (
        (["--host", "nowhere.invalid"], "unknown host 'nowhere.invalid'"),
        (["--port", "70000"], "expected a port from 0 to 65535, got '70000'"),
        (["--game", "nothing.py:Nothing"], "'nothing.py' is not a file"),
        (["--game", own_games[0], "--game", own_games[0]], "is called 'countdown', as another game is"),
        (["--game", "nim"], "'nim' is called 'nim', as another game is"),
        (["--seconds", "0"], "expected a time in seconds, above 0, got '0'"),
        (["--searches", "none"], "expected a whole number, 1 or more, got 'none'"),
        (["--room", "abc"], "'abc' cannot be the code of a room: expected 4 to 12 letters and digits"),
    ):
        answer = command.process("serve", "--port", "0", *options)
        assert (answer.code, answer.out) == (2, "")
        assert words in answer.err
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError(\"No module named 'fastapi'\", name='fastapi')\n")
    answer = command.process("serve", "--port", "0", PYTHONPATH=str(tmp_path))
    assert answer.code == 2
    assert answer.err == "kibitz: the page needs 'fastapi', which is not installed: pip install fastapi\n"


def test_the_command_does_not_load_the_server_until_it_is_wanted():
    script = (
        "import sys, kibitz.cli; print([m for m in ('fastapi', 'uvicorn', 'starlette', 'numba') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ, timeout=60)
    assert ran.stdout == "[]\n", ran.stderr


def test_the_description_is_complete(client):
    described = client.get("/openapi.json").json()
    for path in ("games", "position", "line", "best", "ablate", "history", "tree"):
        assert f"/api/{path}" in described["paths"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description") or operation.get("summary"), path
            assert "200" in operation["responses"]
            if method == "post":
                assert {"400", "413", "422"} <= set(operation["responses"]), path
                for status, response in operation["responses"].items():
                    if status != "200":
                        schema = response["content"]["application/json"]["schema"]
                        assert schema == {"$ref": "#/components/schemas/Mistake"}, (path, status)
    assert "HTTPValidationError" not in described["components"]["schemas"]
