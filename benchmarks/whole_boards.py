"""Whole Connect Four boards as tables: counts as published, values as the engine's, and how long a probe takes.

`python -m benchmarks.whole_boards [4x4 5x4 4x5 5x5 …] [--memory MB] [--workers N] [--positions N]`

Every position of a board of up to 200,000 is solved by the engine; of a larger one as many as asked for, drawn from
random games. Each must have the same value, and the distance that the value tells. Probes are of random positions of
the table, in random order, from compiled code.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.cluster.spread import spread_over
from kibitz.game import Game, State
from kibitz.games import GameSource
from kibitz.lookup.endgame_file import look_up, open_table
from kibitz.lookup.endgame_table import Endgames
from kibitz.native import jit
from kibitz.search.engine.engine import Engine
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job

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
ALL = 200_000  # positions of a board that is compared whole
BATCH = 2_000  # positions that the engine solves in one go
PROBES = 2_000_000


@jit
def found_keys(endgames: Any, keys: Any) -> int:
    """How many of some keys are in a table."""
    found = 0
    for number in range(len(keys)):
        if endgames.row(endgames.key_place(keys[number])) >= 0:
            found += 1
    return found


def every_position(game: Game) -> list[State]:
    """All positions of a game, each once."""
    found = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        after = [] if game.is_terminal(s) else [game.result(s, a) for a in game.actions(s)]
        new = [state for state in after if state not in found]
        found.update(new)
        waiting += new
    return sorted(found)


def some_positions(game: Game, number: int) -> list[State]:
    """Different positions from random games."""
    dice = random.Random(7)
    found: set[State] = set()
    while len(found) < number:
        s = game.initial()
        while not game.is_terminal(s):
            found.add(s)
            s = game.result(s, dice.choice(list(game.actions(s))))
    return sorted(found)[:number]


def differing(game: Any, states: list[State], table: Endgames) -> int:
    """How many positions the engine takes for something else than the table does."""
    engine = Engine(game)
    wrong = 0
    for begin in range(0, len(states), BATCH):
        some = states[begin : begin + BATCH]
        for s, value in zip(some, engine.prove_many(some), strict=True):
            known = look_up(game, s, table)
            plies = -1 if value == 0 else game.plies_left(s, value)
            wrong += known is None or known.values[game.player(s)] != value or known.plies != plies
    return wrong


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
    states = every_position(game) if count <= ALL else some_positions(game, options.positions)
    open_states = [s for s in states if not game.is_terminal(s)]
    wrong = differing(game, open_states, table)
    keys = np.array(np.random.default_rng(3).choice(table.keys, min(PROBES, count)))
    found_keys.compiled(table, keys[:1])
    began = time.thread_time()  # of the processor: a busy machine does not count
    found = found_keys.compiled(table, keys)
    nanoseconds = (time.thread_time() - began) / len(keys) * 1e9
    expected = PUBLISHED.get(board)
    said = "as published" if count == expected else f"not as published: {expected}" if expected else "not published"
    print(f"{board}: {count:,} positions ({said}), {out.stat().st_size / 1e6:,.1f} MB, built in {took:.1f} s;", end=" ")
    print(f"{wrong} of {len(open_states):,} differ from the engine; {found} probes of {nanoseconds:.0f} ns", flush=True)


def main() -> None:
    """Measure the boards that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.whole_boards")
    parser.add_argument("boards", nargs="*", default=["4x4", "5x4", "4x5"])
    parser.add_argument("--memory", type=float, default=256.0)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--positions", type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for board in options.boards:
            measured(board, options, Path(folder))


if __name__ == "__main__":
    main()
