"""How the interface describes itself: every address with a summary, and with a request that works, to be copied."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from fastapi import FastAPI

from kibitz.game import Game
from kibitz.web.offered import Offered

TREE = "((3 12 8) (2 4 6) (14 5 2))"
MOVES = 2  # that are played in the examples


def describe(app: FastAPI, offered: Offered) -> None:
    """Have the description of an app tell what each address is for in a few words, and show a request to it."""
    made = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = made()
            _summarise(schema)
            _show_requests(schema, examples(offered))
        return made()

    app.openapi = described  # type: ignore[method-assign]


def examples(offered: Offered) -> dict[str, dict[str, Any]]:
    """By address, the body of a request that is answered with a 200 (of kept games: as soon as there is one)."""
    name = offered.first("play")
    game = offered.game(name, {})
    moves = list(_first_moves(game))
    saved = json.dumps({"game": name, "set": {}, "position": game.text(game.initial()), "moves": moves})
    place = {"game": name, "moves": moves}
    kept = {"number": 1}
    return {
        "/api/position": place,
        "/api/line": {"game": name, "line": moves},
        "/api/best": place | {"time": 0.5},
        "/api/ablate": place | {"depth": 4},
        "/api/history": place | {"time": 0.1},
        "/api/puzzles": {"game": name, "count": 1, "time": 1},
        "/api/take-away": place | {"judged": False},
        "/api/search-tree": place | {"depth": 1},
        "/api/tree": {"tree": TREE, "algorithm": "alphabeta"},
        "/api/lab": {"tree": TREE, "algorithm": "alphabeta", "variant": "fail-soft"},
        "/api/lab/depths": {"tree": TREE, "algorithm": "minimax"},
        "/api/lab/edit": {"tree": TREE, "kind": "value", "node": "E", "value": 7},
        "/api/lab/random": {"depth": 3, "branching": 2, "seed": 1},
        "/api/lab/export": {"tree": TREE, "format": "html"},
        "/api/lectures/topic": {"topic": "calculator", "branching": 35, "time": 100},
        "/api/lab/predict": {"tree": TREE, "algorithm": "alphabeta", "asked": ["v", "cut"]},
        "/api/lab/predict/grade": {
            "tree": TREE,
            "asked": ["v", "cut"],
            "number": 1,
            "answers": {"v": "3", "cut": "no"},
        },
        "/api/lab/predict/result": {"tree": TREE, "asked": ["v", "cut"], "answers": [{"v": "3", "cut": "no"}, None]},
        "/api/quiz": {"kind": "prune", "seed": 1},
        "/api/quiz/series": {"kinds": ["value", "prune"], "seed": 1, "count": 2},
        "/api/quiz/grade": {"kind": "value", "seed": 1, "tree": TREE, "answer": "3"},
        "/api/store/switch": {"on": True},
        "/api/store/list": {"game": name, "limit": 5},
        "/api/store/show": kept,
        "/api/store/search": place,
        "/api/store/statistics": place,
        "/api/store/keep": place | {"players": ["me", "Kibitz"]},
        "/api/store/tag": kept | {"add": ["to look at"]},
        "/api/store/note": kept | {"text": "the end was close"},
        "/api/store/delete": kept,
        "/api/store/import": {"file": "games.json", "text": saved},
        "/api/store/export": {"numbers": [1], "ending": "json"},
        "/api/room/join": {"code": "K7MPXQ"},
        "/api/room/ask": {"kind": "value", "tree": TREE},
        "/api/room/answer": {"number": 1, "answer": "3"},
        "/api/room/stage": {"stage": "revealed"},
    }


def _first_moves(game: Game) -> Iterator[str]:
    s = game.initial()
    for _ in range(MOVES):
        a = next(islice(game.choices(s), 1), None)
        if a is None or game.is_terminal(s):
            return
        yield game.action_text(s, a)
        s = game.result(s, a)


def _operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            yield path, operation


def _summarise(schema: dict[str, Any]) -> None:
    """In place of a function's name, the first sentence that is said about it."""
    for _, operation in _operations(schema):
        said = " ".join(operation.get("description", "").split())
        is_a_name = operation.get("summary", "").istitle() or not operation.get("summary")
        if said and is_a_name:
            operation["summary"] = re.split(r"(?<=[.?])\s", said)[0].removesuffix(".").replace("`", "")


def _show_requests(schema: dict[str, Any], shown: dict[str, dict[str, Any]]) -> None:
    for path, operation in _operations(schema):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None and path in shown:
            content["example"] = shown[path]
