"""One game written in many ways: which way of writing costs what.

Four in a row on a 4×4 board, two players in turn on any empty cell: the same rules, the same order of moves, the same
nodes, only the state and the lines that read and change it differ. Plain alpha-beta, as deep as takes half a second of
the processor. The column "Kibitz is" says how many times as fast the first way is, in nodes a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time

import kibitz as kz
from benchmarks.contest import progress
from benchmarks.table import Row
from benchmarks.users_games.ways import WAYS
from kibitz.native.execution import compiles

NAME = "ways"

ENOUGH, QUICKLY = 0.5, 0.1  # seconds of one search


def rows(quick: bool) -> Iterator[Row]:
    """Each way, beside the first."""
    rounds = 3 if quick else 7
    games = [way() for way in WAYS]
    depths = [_depth(game, QUICKLY if quick else ENOUGH) for game in games]
    times: list[list[float]] = [[] for _ in games]
    nodes = [0] * len(games)
    for number in range(rounds):
        progress(f"ways, round {number + 1} of {rounds}")
        for place, game in enumerate(games):
            seconds, nodes[place] = _searched(game, depths[place])
            times[place].append(seconds)
    found = [
        Row(
            "four in a row on 4×4, alpha-beta",
            str(type(game).__doc__),
            tuple(own),
            nodes[place],
            note=f"to depth {depths[place]}" + ("" if compiles(game) else ", as plain Python"),
        )
        for place, (game, own) in enumerate(zip(games, times, strict=True))
    ]
    first = found[0].nodes_per_second or 0.0
    for row in found:
        yield row if row is found[0] else replace(row, ratio=first / (row.nodes_per_second or first))


def _depth(game: kz.Game, enough: float) -> int:
    """How deep to search for a search that takes long enough; the first one compiles."""
    depth = 3
    kz.alphabeta(game, depth=depth)
    while _searched(game, depth)[0] < enough:
        depth += 1
    return depth


def _searched(game: kz.Game, depth: int) -> tuple[float, int]:
    """The processor's seconds that a search takes, and its nodes."""
    watch = kz.Count()
    begin = process_time()
    kz.alphabeta(game, depth=depth, watch=watch)
    return process_time() - begin, watch.nodes
