"""The API, asked at random from its own description: nothing is ever a 5xx, and every answer is as described."""

import os
import random

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from kibitz.arena.store.exchange import Given, bring_in
from kibitz.arena.store.game_store import GameStore
from kibitz.web.app import create_app
from serving import here

EXAMPLES = int(os.environ.get("KIBITZ_FUZZ_EXAMPLES", "15"))
# Not asked for: that everything which fits the description is accepted. Whether a text is a game, a position, a move or
# a tree is more than a description can say; the answer is then a 400.
CHECKED = [check for check in CHECKS.get_all() if check.__name__ != "positive_data_acceptance"]
CODE = "K7MPXQ"
PLAUSIBLE = {  # texts that mean something, which are hardly ever hit upon by chance
    "game": ["tic-tac-toe", "nim", "pig", "tree", "connect-four", "backgammon"],
    "algorithm": ["auto", "minimax", "alphabeta", "deepening", "expectiminimax", "maxn"],
    "tree": ["((3 12 8) (2 4 6) (14 5 2))", "max(chance(1/2: 8 1/2: 24) 9)", "((<1,2,6> <4,3,3>) <6,1,2>)", "7"],
    "variant": ["fail-soft", "fail-hard", "strict", "update-first"],
    "position": ["X...O....", "3,4,5", "12,30,7", "12,30,7:", "B", "445"],
    "node": ["A", "B", "F"],
    "code": [CODE, "k7m pxq", "<script>alert(1)</script>"],
    "result": ["1", "draw", "unfinished"],
    "since": ["2026-11-16", "2026"],
    "until": ["2026-11-16", "2026"],
    "file": ["a.pgn", "b.sgf", "c.pdn", "d.json", "e.jsonl"],
    "text": [
        "1. e4 e5 *",
        "(;GM[1]SZ[9];B[dd])",
        "1. 11-15 *",
        '{"game": "nim", "set": {}, "position": "3,4,5", "moves": []}',
    ],
}

described = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A server whose searches are short, and interpreted: compiling would take longer than all requests.

    It has kept games of its own, and a classroom in which whoever asks has a seat.
    """
    with pytest.MonkeyPatch.context() as patch, here(seconds=0.1, compiled=0, room=CODE) as (address, service):
        patch.setenv("KIBITZ_DATA", str(tmp_path_factory.mktemp("data")))
        with GameStore.made() as store:
            store.switch(True)
            saved = '{"game": "tic-tac-toe", "set": {}, "position": ".........", "moves": ["%d"]}'
            assert (
                len(list(bring_in(store, "\n".join(saved % square for square in range(1, 9)), Given("a.jsonl")))) == 1
            )
        seated = httpx.post(f"{address}/api/room/join", json={"code": CODE}).cookies
        httpx.post(f"{address}/api/room/ask", json={"kind": "value", "tree": "((3 12) (2 4))"}).raise_for_status()
        yield address, dict(seated)
        assert service.searches.line.running == service.searches.line.waiting == 0
        assert service.threads.left_behind == 0


@described.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case, url):
    dice = random.Random(repr(case.body))
    if isinstance(case.body, dict) and dice.random() < 0.8:
        make_plausible(case.body, dice)
    address, seated = url
    case.call_and_validate(base_url=address, checks=CHECKED, timeout=60, cookies=seated)


def make_plausible(body, dice):
    """Put texts that mean something in place of others that fit the description."""
    for name, texts in PLAUSIBLE.items():
        if isinstance(body.get(name), str) and len(body[name]) <= 100:
            body[name] = dice.choice(texts)
    for name in ("set", "position", "moves"):  # else nearly every position is refused
        if name in body and is_fitting(body[name]) and dice.random() < 0.6:
            del body[name]
    if isinstance(body.get("number"), int) and body["number"] > 0:
        body["number"] = dice.randint(1, 9)
    if is_fitting(body.get("line")) and isinstance(body["line"], list):
        body["line"] = []


def is_fitting(value):
    """Is this a text, texts, or scalars by name? What is wrong on purpose stays."""
    if isinstance(value, dict):
        return len(value) <= 20 and all(isinstance(v, (str, int, float)) and len(str(v)) < 100 for v in value.values())
    if isinstance(value, list):
        return len(value) <= 100 and all(isinstance(item, str) and len(item) <= 100 for item in value)
    return isinstance(value, str) and len(value) <= 100
