"""What each technique saves on a position: the same search with one technique at a time switched off."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kibitz.errors import BadInput, Stopped
from kibitz.game import Game, State, answers
from kibitz.search import ENGINE
from kibitz.search.clock import Remote
from kibitz.search.engine.desk import WITHOUT_LIMIT
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.partition.partition_engine import engine_for, is_judged

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
# The selective search has some of them, and many of its own. Those from quiescence on change values: without one of
# them it is another search, and what that is worth is told by games, not by nodes alone.
SELECTIVE = {
    "on_demand": "",
    "principal": "",
    "table": "",
    "best_first": "",
    "order": "order",
    "killers": "",
    "history": "",
    "gravity": "",
    "counters": "",
    "continuation": "",
    "aspiration": "swing",
    "win_distance": "haste",
    "bounds": "bounds",
    "proof": "proof",
    "symmetry": "symmetric",
    "quiescence": "noisy",
    "checks": "is_quiet",
    "singular": "",
    "null_move": "passed",
    "verification": "passed",
    "reductions": "is_reducible",
    "internal_reduction": "",
    "late_moves": "is_reducible swing",
    "futility": "is_reducible swing",
    "static_cuts": "swing",
    "razoring": "swing",
    "losing_exchanges": "exchange swing",
    "delta": "gain swing",
    "probcut": "forecast",
}  # each with what the game has to answer for it to do anything
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
    for name, techniques in _variations(measured(game, depth)):
        engine = engine_for(game, techniques=techniques, megabytes=megabytes, interpreted=interpreted, nodes=most)
        row = _run(engine, s, depth, name, remote)
        if remote.stopped:
            return
        yield row
        most = max(10_000, row.nodes * MOST) if most is None else most


def measured(game: Game, depth: int | None) -> tuple[str, ...]:
    """The techniques that make a difference in a game: in a selective search to a depth, or in a proof without one."""
    if depth is None or not is_judged(game):
        own = ("settled",) if answers(game, "settled") else ()
        return EXACT + own + (OF_CHANCE if game.facts.chance else ())
    return tuple(name for name, needs in SELECTIVE.items() if all(_says(game, need) for need in needs.split()))


def _says(game: Game, need: str) -> bool:
    if need == "noisy":
        return answers(game, "noisy_actions") or answers(game, "is_noisy") or answers(game, "is_quiet")
    return float(getattr(game, need)) > 0.0 if need in ("swing", "haste") else answers(game, need)


def _variations(names: tuple[str, ...]) -> Iterator[tuple[str, Techniques]]:
    """What is switched off, and what is then on: first everything, at the end hardly anything."""
    yield "", Techniques()
    for name in names:
        yield name, replace(Techniques(), **{name: False})
    yield "all of them", Techniques(**(dict.fromkeys(names, False) | {"quiescence": True, "on_demand": True}))


def _run(engine: Engine, s: State, depth: int | None, name: str, remote: Remote) -> Saving:
    engine.begin(s)
    remote.follow(engine)
    started = time.perf_counter()
    try:
        value: float | None = engine.solve(s) if depth is None else engine.deepen(s, min(depth, WITHOUT_LIMIT))
    except Stopped:
        value = None
    return Saving(name.replace("_", " "), engine.counts().nodes, time.perf_counter() - started, value)
