"""What each technique saves on a position: the same search with one of them switched off at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import Game
from kibitz.search.deepening import WITHOUT_LIMIT
from kibitz.search.engine import MEGABYTES, Engine, Techniques

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
MOST = 50  # a search without a technique is given up at so many times the nodes


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


def ablate(game: Game, s: Any, depth: int | None, *, interpreted: bool = False) -> Iterator[Saving]:
    """Search to a depth, or to a proof where there is none, with everything and then without one thing at a time."""
    everything = _run(game, s, depth, Techniques(), "", None, interpreted)
    yield everything
    most = max(10_000, everything.nodes * MOST)
    for name in EXACT:
        yield _run(game, s, depth, replace(Techniques(), **{name: False}), name, most, interpreted)
    plain = Techniques(**dict.fromkeys(EXACT, False), quiescence=True)
    yield _run(game, s, depth, plain, "all of them", most, interpreted)


def _run(
    game: Game, s: Any, depth: int | None, techniques: Techniques, name: str, most: int | None, interpreted: bool
) -> Saving:
    engine = Engine(game, techniques=techniques, megabytes=MEGABYTES, interpreted=interpreted, nodes=most)
    engine.begin(s)
    started = time.perf_counter()
    try:
        value: float | None = engine.solve(s) if depth is None else engine.deepen(s, min(depth, WITHOUT_LIMIT))
    except Stopped:
        value = None
    return Saving(name.replace("_", " "), engine.counts().nodes, time.perf_counter() - started, value)
