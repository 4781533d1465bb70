"""What is cut at chance nodes: expectiminimax, Star1, Star2 and the engine side by side on backgammon.

All four find the same value to the same depth; a row that finds another says so. Nodes are what counts: calls of the
recursive search, chance nodes and leaves among them, Star2's probes too. The engine deepens to that depth step by step,
with its table and its order of moves, and all its steps are counted.

Leaves are evaluated by the game's rules of thumb, so that the time is the search's own. The positions are the opening
and four that came up in games in which three moves in ten were made at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isclose
from typing import Any

import kibitz as kz
from benchmarks.contest import interleaved, progress
from benchmarks.table import Row
from kibitz.games.backgammon import Backgammon

NAME = "chance"

POSITIONS = {
    "the opening": "4HPwATDgc/ABMA:31",
    "after 16 plies": "xr1BIwCw5zgAJg:53",
    "after 30 plies": "b2wMBwC9MwwBBg:31",
    "after 60 plies": "3zuwAADn7hCAAQ:43",
    "far ahead": "Oj4AgFts+xxAAA:61",
}


def rows(quick: bool) -> Iterator[Row]:
    """Every position to depth 2 and, unless `quick`, to depth 3."""
    game = Backgammon(network=False)
    for depth in (2,) if quick else (2, 3):
        for name, position in POSITIONS.items():
            yield from of_position(game, name, game.parse(position), depth, quick)


def of_position(game: Backgammon, name: str, s: Any, depth: int, quick: bool) -> Iterator[Row]:
    """The four searches of one position."""
    subject = f"backgammon, {name}, to depth {depth}"
    progress(subject)
    found = {
        "expectiminimax": _textbook(kz.expectiminimax, game, s, depth),
        "Star1": _textbook(kz.star1, game, s, depth),
        "Star2": _textbook(kz.star2, game, s, depth),
        "the engine": _engine(game, s, depth),
    }
    told = {contender: run() for contender, run in found.items()}
    times = interleaved(list(found.values()), quick or depth > 2)
    value, full = told["expectiminimax"][:2]
    for (contender, (own, nodes, cut)), seconds in zip(told.items(), times, strict=True):
        note = f"{100 * nodes / full:.3g} % of the nodes, {cut:,} chance nodes cut"
        if not isclose(own, value, abs_tol=1e-9):
            note = f"NOT the value {value:.6g}: {own:.6g}; {note}"
        yield Row(subject, contender, tuple(seconds), nodes, note=note)


def _textbook(search: Callable[..., Any], game: Backgammon, s: Any, depth: int) -> Callable[[], tuple[float, int, int]]:
    """The value, nodes and cuts at chance nodes of a textbook search."""

    def run() -> tuple[float, int, int]:
        watch = kz.Count()
        value = search(game, s, depth=depth, watch=watch).value
        return float(value), watch.nodes, watch.chance_cuts

    return run


def _engine(game: Backgammon, s: Any, depth: int) -> Callable[[], tuple[float, int, int]]:
    """The same of the engine, with an empty table."""
    engine = kz.Engine(game)

    def run() -> tuple[float, int, int]:
        engine.begin(s)
        before = engine.counts()
        value = engine.deepen(s, depth)
        counts = engine.counts()
        cut = counts.chance_cutoffs - before.chance_cutoffs
        return value if engine.side(s) == 0 else game.utility_sum - value, counts.nodes - before.nodes, cut

    return run
