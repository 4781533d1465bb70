"""What each technique saves on a position: the same search with one technique at a time switched off."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.errors import BadInput, Stopped
from kibitz.game import Game, State
from kibitz.search import ENGINE
from kibitz.search.clock import Remote
from kibitz.search.engine.desk import WITHOUT_LIMIT
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.partition.partition_engine import engine_for

EXACT = (
    "principal",
    "table",
    "best_first",
    "killers",
    "history",
    "order",
    "bounds",
    "proof",
    "symmetry",
    "children_first",
)
OF_CHANCE = ("chance_bounds", "probing")  # where there are dice
MOST = 50  # a search without a technique is given up at this many times the nodes


@dataclass(frozen=True)
class Saving:
    """One row of the table: the search without a technique (or with all: the first row)."""

    without: str
    nodes: int
    seconds: float
    value: float | None  # None: given up

    def json(self) -> dict[str, Any]:
        """Plain data."""
        return {"without": self.without, "nodes": self.nodes, "seconds": round(self.seconds, 6), "value": self.value}


def measurable(game: Game, s: State, depth: int | None, position: str | None = None) -> None:
    """Refuse a search that has nothing to measure, or no end: with dice nothing is proven by looking deeper.

    `position` is the text of the state, where the game's own is not wanted.
    """
    ENGINE.needs(ENGINE.name, game)
    if depth is None and game.facts.chance:
        raise BadInput(f"{game.facts.name!r} has dice: set a depth limit to measure what each technique saves")
    if game.is_terminal(s):
        text = game.text(s) if position is None else position
        raise BadInput(f"the game is over at {text!r}: there is nothing to search")


def ablate(
    game: Game,
    s: State,
    depth: int | None,
    *,
    interpreted: bool = False,
    megabytes: float | None = None,
    remote: Remote | None = None,
) -> Iterator[Saving]:
    """Search to a depth, or to a proof without one, first with every technique and then without one at a time.

    `remote` ends it from another thread: the row that is being searched is left out.
    """
    measurable(game, s, depth)
    remote = Remote() if remote is None else remote
    most: int | None = None
    for name, techniques in _variations(EXACT + OF_CHANCE if game.facts.chance else EXACT):
        engine = engine_for(game, techniques=techniques, megabytes=megabytes, interpreted=interpreted, nodes=most)
        row = _run(engine, s, depth, name, remote)
        if remote.stopped:
            return
        yield row
        most = max(10_000, row.nodes * MOST) if most is None else most


def _variations(names: tuple[str, ...]) -> Iterator[tuple[str, Techniques]]:
    """What is switched off, and what is then on: first everything, at the end hardly anything."""
    yield "", Techniques()
    for name in names:
        yield name, replace(Techniques(), **{name: False})
    yield "all of them", Techniques(**dict.fromkeys(names, False), quiescence=True)


def _run(engine: Engine, s: State, depth: int | None, name: str, remote: Remote) -> Saving:
    engine.begin(s)
    remote.follow(engine)
    started = time.perf_counter()
    try:
        value: float | None = engine.solve(s) if depth is None else engine.deepen(s, min(depth, WITHOUT_LIMIT))
    except Stopped:
        value = None
    return Saving(name.replace("_", " "), engine.counts().nodes, time.perf_counter() - started, value)
