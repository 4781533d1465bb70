"""Fifty clients at once: no error, nothing lost, every answer the right one, and nothing left behind."""

import asyncio
import json
import os
import random
import time

import httpx

import kibitz as kz
from kibitz.web.threads import AT_ONCE
from serving import eventually, server

CLIENTS = 50
READING_FILES = 40  # threads that Starlette may have for it
SECONDS = float(os.environ.get("KIBITZ_LOAD_SECONDS", "20" if os.environ.get("CI") else "10"))


def positions():
    """Some tic-tac-toe positions by the moves to them, each with what is to be answered there."""
    game = kz.game("tic-tac-toe")
    dice = random.Random(4)
    found = {}
    while len(found) < 60:
        s, moves = game.initial(), []
        for _ in range(dice.randrange(7)):
            if game.is_terminal(s):
                break
            moves.append(dice.choice([game.action_text(s, a) for a in game.actions(s)]))
            s = game.result(s, game.parse_action(s, moves[-1]))
        found[" ".join(moves)] = kz.analyse(game, s)
    return found


class Visitor:
    """One client, with a cookie of its own as a browser has."""

    def __init__(self, number, url, known):
        self.dice = random.Random(number)
        self.known = known
        self.client = httpx.AsyncClient(base_url=url, timeout=120)
        self.asked = 0
        self.answered = 0

    async def visit(self, until):
        async with self.client:
            page = await self.client.get("/")
            assert page.status_code == 200
            while time.monotonic() < until:
                self.asked += 1
                await self.dice.choice([self.position, self.best, self.stream, self.tree, self.mistake, self.leave])()
                self.answered += 1
                await asyncio.sleep(self.dice.random() * 0.2)

    def choose(self):
        moves = self.dice.choice(list(self.known))
        return {"game": "tic-tac-toe", "moves": moves}, self.known[moves]

    def choose_and_prove(self):
        """The same, until it is proven: a busy machine may take longer than the usual time limit."""
        body, known = self.choose()
        return body | {"exact": True}, known

    def check(self, found, expected):
        for name in ("position", "value", "words", "exact", "player"):
            assert found[name] == expected[name], (found, expected)
        # Of moves that are equally good any may be named first: the search may run as plain Python or compiled.
        assert {m["move"]: m["value"] for m in found["moves"]} == {m["move"]: m["value"] for m in expected["moves"]}
        best = [m["move"] for m in expected["moves"] if m["loss"] == 0] or [None]
        assert found["best"] in best, (found, expected)

    async def post(self, path, body, status=200):
        answer = await self.client.post(path, json=body)
        assert answer.status_code == status, (path, body, answer.text)
        return answer.json()

    async def position(self):
        body, known = self.choose()
        shown = await self.post("/api/position", body)
        assert shown["position"] == known.position
        assert shown["over"] == (not known.moves)
        assert sorted(row["move"] for row in shown["moves"]) == sorted(move.move for move in known.moves)

    async def best(self):
        body, known = self.choose_and_prove()
        self.check(await self.post("/api/best", body), known.json())

    async def stream(self):
        body, known = self.choose_and_prove()
        last, done = None, False
        async with self.client.stream("POST", "/api/best", json=body, headers={"Accept": "text/event-stream"}) as told:
            assert told.status_code == 200
            kind = "data"
            async for line in told.aiter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    assert kind in ("data", "note", "done"), line
                    last = json.loads(line.removeprefix("data: ")) if kind == "data" else last
                    done, kind = kind == "done", "data"
        assert done
        self.check(last, known.json())

    async def tree(self):
        leaves = [self.dice.randrange(-9, 10) for _ in range(9)]
        rows = [leaves[start : start + 3] for start in (0, 3, 6)]
        text = f"({' '.join('(' + ' '.join(map(str, row)) + ')' for row in rows)})"
        assert (await self.post("/api/tree", {"tree": text}))["value"] == max(map(min, rows))

    async def mistake(self):
        wrong = "?" * self.dice.randrange(1, 30)
        body = {"game": "tic-tac-toe", "position": wrong}
        assert repr(wrong) in (await self.post("/api/best", body, 400))["error"]

    async def leave(self):
        """Ask for a long search, and go away before it is done."""
        body = {"game": "connect-four", "time": 20, "openings": False}
        streaming = {"Accept": "text/event-stream"}
        async with self.client.stream("POST", "/api/best", json=body, headers=streaming) as told:
            assert told.status_code == 200
            async for _ in told.aiter_lines():
                break


async def everybody(url, known):
    visitors = [Visitor(number, url, known) for number in range(CLIENTS)]
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(visitor.visit(until) for visitor in visitors))
    return visitors


def test_fifty_clients_at_once():
    known = positions()
    with server() as running:
        for game in ("tic-tac-toe", "connect-four"):  # compiled before the clock starts
            warm = httpx.post(f"{running.url}/api/best", json={"game": game, "depth": 1}, timeout=120)
            assert warm.status_code == 200
        threads, megabytes = running.threads, running.megabytes
        visitors = asyncio.run(everybody(running.url, known))
        assert sum(visitor.asked for visitor in visitors) == sum(visitor.answered for visitor in visitors)
        assert min(visitor.answered for visitor in visitors) >= 2
        # Nobody waits any more, so a search begins at once and has the machine to itself.
        with httpx.stream(
            "POST",
            f"{running.url}/api/best",
            json={"game": "tic-tac-toe"},
            headers={"Accept": "text/event-stream"},
            timeout=60,
        ) as told:
            assert "waiting" not in told.read().decode()
        # Some threads wait for more work: those that read files, and those that ran the searches of trees.
        eventually(lambda: running.threads <= threads + READING_FILES + AT_ONCE + 10, 30)
        assert running.megabytes < megabytes + 400
        assert all("raised" not in line for line in running.said), running.said
