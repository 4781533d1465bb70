"""Whole Connect Four boards as tables: counts as published, values as the engine's, and how long a probe takes.

`python -m benchmarks.whole_boards [4x4 5x4 4x5 5x5 …] [--memory MB] [--workers N] [--every N]`

Every position of the table is solved by the engine, or one in N in the order of keys. Each must have the same value,
and the distance that the value tells. Seconds of comparing are those of the processor. Probes are of random positions
of the table, in random order, from compiled code.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cluster.spread import spread_over
from kibitz.game import State
from kibitz.games import GameSource
from kibitz.games.connect_four import State as BoardState
from kibitz.lookup.endgame_file import open_table
from kibitz.lookup.endgame_table import Endgames
from kibitz.lookup.transposition import Table
from kibitz.native import jit
from kibitz.native.bits import down, highest, lowest_bits, up
from kibitz.native.execution import run
from kibitz.search.engine.desk import Desk
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.proof import prove
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job
from kibitz.search.stack import with_room

# John Tromp's counts of positions that play can reach, width × height.
PUBLISHED = {
    "4x4": 161_029,
    "5x4": 3_945_711,
    "4x5": 1_706_255,
    "4x6": 15_835_683,
    "5x5": 69_763_700,
    "6x4": 94_910_577,
    "4x7": 135_385_909,
}
CHUNK = 1 << 14  # positions that the engine solves in one go
EACH = 20.0  # seconds from one line of progress to the next
PROBES = 2_000_000


@jit
def found_keys(endgames: Any, keys: Any) -> int:
    """How many of some keys are in a table."""
    found = 0
    for number in range(len(keys)):
        if endgames.row(endgames.key_place(keys[number])) >= 0:
            found += 1
    return found


@jit
def state_of(game: Any, key: int) -> State:
    """The state that a key of Connect Four stands for: the highest bit of a column is above its stones."""
    me, stones = 0, 0
    for column in range(game.width):
        place = column * (game.height + 1)
        part = down(key, place) & lowest_bits(game.height + 1)
        top = highest(part)
        me |= up(part & lowest_bits(top), place)
        stones |= up(lowest_bits(top), place)
    theirs = stones ^ me
    over = 1 if game.has_line(theirs) else 2 if stones == game.board else 0
    return BoardState(me, stones, game.completing(me, stones), game.completing(theirs, stones), over)


@jit
def differing(
    game: Any, like: State, begin: int, end: int, every: int, most: float, endgames: Any, table: Table, desk: Desk
) -> int:
    """How many of some places of a table hold something else than the engine finds: a value, or the plies to the end.

    The engine keeps its hash table from one to the next: neighbours in the order of keys have much in common.
    """
    wrong = 0
    for place in range(begin, end, every):
        s = state_of(game, endgames.keys[place])
        side = 0 if game.is_terminal(s) else game.player(s)
        value = prove(game, s, side, -most, most, table, desk)
        plies = 0 if game.is_terminal(s) else -1 if value == 0 else game.plies_left(s, value)
        row = endgames.row(place)
        is_known = endgames.values[row] == (value if side == 0 else -value) and endgames.plies[row] == plies
        if game.key(s) != endgames.keys[place] or not is_known:
            wrong += 1
    return wrong


def compared(game: Any, table: Endgames, every: int, board: str) -> tuple[int, int, int]:
    """How many positions differ from what the engine finds, of how many, and the nodes that it searched for that.

    It is one position in `every`, in the order of keys.
    """
    engine = Engine(game)
    engine.rely(to_the_end=True)
    most = max(map(abs, game.utility_range))
    wrong, number = 0, len(table.keys)
    began = told = time.perf_counter()
    for begin in range(0, number, CHUNK * every):
        end = min(begin + CHUNK * every, number)
        engine.allow(None)
        given = (begin, end, every, float(most), table, engine.table, engine.desks[0])
        wrong += with_room(game, engine.desks, partial(run, differing, game, game.initial(), *given))
        if time.perf_counter() - told > EACH:
            told = time.perf_counter()
            left = (told - began) * (number / end - 1)
            sys.stderr.write(f"{board}: {end / number:.1%} compared, {wrong} differ, about {left:.0f} s left\n")
    return wrong, len(range(0, number, every)), engine.nodes


def measured(board: str, options: argparse.Namespace, folder: Path) -> None:
    """Build one board, compare it, and print what was found."""
    width, height = board.split("x")
    source = GameSource("connect-four", {"width": width, "height": height})
    game = source.game()
    out = folder / f"{board}.table"
    began = time.perf_counter()
    with spread_over(options.workers) as spread:
        job = Job(out, folder / "pieces", memory=options.memory, spread=spread, source=source)
        count = build_from(game, game.initial(), job)
    took = time.perf_counter() - began
    table = open_table(game, out)
    assert table is not None
    spent = time.process_time()
    wrong, number, nodes = compared(game, table, options.every, board)
    spent = time.process_time() - spent
    keys = np.array(np.random.default_rng(3).choice(table.keys, min(PROBES, count)))
    found_keys.compiled(table, keys[:1])
    began = time.thread_time()  # of the processor: a busy machine does not count
    found = found_keys.compiled(table, keys)
    nanoseconds = (time.thread_time() - began) / len(keys) * 1e9
    expected = PUBLISHED.get(board)
    said = "as published" if count == expected else f"not as published: {expected}" if expected else "not published"
    print(f"{board}: {count:,} positions ({said}), {out.stat().st_size / 1e6:,.1f} MB, built in {took:.1f} s;", end=" ")
    print(f"{wrong} of {number:,} differ from the engine ({nodes:,} nodes, {spent:.0f} s);", end=" ")
    print(f"{found:,} probes of {nanoseconds:.0f} ns", flush=True)


def main() -> None:
    """Measure the boards that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.whole_boards")
    parser.add_argument("boards", nargs="*", default=["4x4", "5x4", "4x5"])
    parser.add_argument("--memory", type=float, default=256.0)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for board in options.boards:
            measured(board, options, Path(folder))


if __name__ == "__main__":
    main()
