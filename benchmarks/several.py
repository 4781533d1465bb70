"""Several players: the engine's maxn beside plain maxn, and beside paranoid and best-reply search.

OpenSpiel 2.0 has no maxn (its minimax module is for two), and no Connect Four for three; so the peer is Kibitz's own
textbook search, which looks at every node. Both find the same vector, which is checked before anything is timed.

The tasks are Connect Four for three: the opening and a middle game to a depth, where hardly a line is won yet, and a
small board to its end, where much is cut. A row's nodes are those of the whole task. "Kibitz is" compares nodes a
second, as in the other tables; the time column shows what the cuts and the table are worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.table import Row
from kibitz.games.connect_four_many import ConnectFourMany
from kibitz.search.several.coalition import Coalition, OneRebel
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.several.vector_look import WITHOUT_LIMIT

NAME = "several"

MIDDLE = "4453325144"
SMALL = {"width": 5, "height": 3, "line": 3}


def rows(quick: bool) -> Iterator[Row]:
    """The opening, a middle game and a whole small game."""
    depth = 6 if quick else 8
    board, small = ConnectFourMany(), ConnectFourMany(**SMALL)
    tasks = {
        f"Connect Four for three, the opening to depth {depth}": (board, "", depth),
        f"Connect Four for three, a middle game to depth {depth}": (board, MIDDLE, depth),
        "three colours on 5 × 3, lines of three, to the end": (small, "333" if quick else "3", WITHOUT_LIMIT),
    }
    for subject, (game, position, limit) in tasks.items():
        yield from contest(subject, contenders(game, game.parse(position), limit), quick)


def contenders(game: ConnectFourMany, s: Any, depth: int) -> Iterator[Contender]:
    """The engine with all it has, without its cuts, without its table; then plain; then the searches for one hero."""
    plain = kz.maxn(game, s, depth=None if depth == WITHOUT_LIMIT else depth).value
    for name, techniques in (
        ("Kibitz, maxn", kz.Techniques()),
        ("without cuts", kz.Techniques(bounds=False)),
        ("without its table", kz.Techniques(table=False)),
    ):
        engine = VectorEngine(game, techniques=techniques)
        engine.begin(s)
        same = engine.value(s, depth) == plain
        yield Contender(
            name, lambda e=engine: vector(e, s, depth), lambda e=engine: nodes(e, s, depth), note=said(same)
        )
    yield Contender("plain maxn", lambda: textbook(game, s, depth), lambda: textbook(game, s, depth))
    if depth != WITHOUT_LIMIT:
        for name, kind in (("Kibitz, paranoid", Coalition), ("Kibitz, best-reply", OneRebel)):
            hero = Hero(kind(game, game.player(s)), s, depth)
            yield Contender(name, hero.run, hero.count, note="another question: one number, for the player to move")


def said(same: bool) -> str:
    return "the vector of plain maxn" if same else "ANOTHER VECTOR than plain maxn"


def vector(engine: VectorEngine, s: Any, depth: int) -> Any:
    engine.begin(s)
    return engine.value(s, depth)


def nodes(engine: VectorEngine, s: Any, depth: int) -> int:
    vector(engine, s, depth)
    return engine.nodes


def textbook(game: ConnectFourMany, s: Any, depth: int) -> int:
    watch = kz.Count()
    kz.maxn(game, s, depth=None if depth == WITHOUT_LIMIT else depth, watch=watch)
    return watch.nodes


class Hero:
    """A search for one player, deepening as the engine does."""

    def __init__(self, game: Coalition, s: Any, depth: int) -> None:
        self.engine = kz.Engine(game)
        self.s = game.entered(s)
        self.depth = depth

    def run(self) -> float:
        self.engine.begin(self.s)
        return self.engine.deepen(self.s, self.depth)

    def count(self) -> int:
        self.run()
        return self.engine.nodes
