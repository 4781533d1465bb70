"""How much faster long work is with more workers: games of a match, positions to solve, a table to build.

`python -m benchmarks.scale [--workers 1,2,4] [--cluster tcp://host:8786] [--table]` prints, for each kind of work and
number of workers, the time, and how many times as fast that is as one worker. Workers are started and have compiled
what they need before the clock runs. The answers must be the same every time, and are compared. `--json`: for programs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from kibitz.answer.many_positions import PositionSolver
from kibitz.answer.options import Options
from kibitz.arena.match.fixtures import Fixtures, MatchTerms
from kibitz.arena.match.side_by_side import Playing
from kibitz.cluster.spread import spread_over
from kibitz.games import GameSource, game
from kibitz.pieces import Piece, Spread

PLAYERS = ("deepening depth=10", "deepening depth=8")
GAMES, POSITIONS, STONES = 160, 600, 16
TABLE = ("table", "build", "connect-four", "--set", "width=5", "--set", "height=4", "--again")


def digest(answers: dict[str, Any]) -> str:
    """The same for the same answers, in whatever order they came."""
    return hashlib.sha256(repr(sorted(answers.items())).encode()).hexdigest()[:12]


def a_match(spread: Spread, number: int) -> dict[str, Any]:
    """Games of Connect Four between searches to a depth."""
    fixtures = Fixtures(GameSource("connect-four"), PLAYERS, MatchTerms(number))
    pieces = (Piece(str(job.number), job) for job in fixtures.jobs())
    return {name: played.json(with_seconds=False) for name, played in spread(Playing(fixtures), pieces)}


def solving(spread: Spread, number: int) -> dict[str, Any]:
    """Positions of Connect Four with 16 stones, solved: the work that a book is made of."""
    four = game("connect-four")
    random = Random(14)
    states = []
    while len(states) < number:
        s = four.initial()
        for _ in range(STONES):
            if not four.is_terminal(s):
                s = four.result(s, random.choice(list(four.actions(s))))
        if not four.is_terminal(s):
            states.append(s)
    work = PositionSolver(four, Options(compiled=True))
    return {name: solved.value for name, solved in spread(work, (Piece(str(n), (s, ())) for n, s in enumerate(states)))}


def timed(
    work: Callable[[Spread, int], dict[str, Any]], spread: Spread, number: int, workers: int
) -> tuple[float, str]:
    """Seconds for the work, and the digest of its answers; everybody is ready before."""
    work(spread, 2 * workers)
    began = time.perf_counter()
    answers = work(spread, number)
    return time.perf_counter() - began, digest(answers)


def a_table(workers: int, cluster: str | None) -> tuple[float, str]:
    """A table of Connect Four on a board of 5×4, by the command, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "table")
        where = ("--cluster", cluster) if cluster else ("--workers", str(workers))
        began = time.perf_counter()
        command = [sys.executable, "-m", "kibitz", *TABLE, *where, "--out", str(out)]
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"KIBITZ_DATA": folder})
        return time.perf_counter() - began, hashlib.sha256(out.read_bytes()).hexdigest()[:12]


def measured(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row for each kind of work and number of workers."""
    kinds = {"match": (a_match, arguments.games), "solve": (solving, arguments.positions)}
    for workers in [0] if arguments.cluster else map(int, arguments.workers.split(",")):
        with spread_over(workers or None, arguments.cluster) as spread:
            places = workers or int(getattr(spread, "places", 1))
            for kind, (work, number) in kinds.items():
                seconds, answers = timed(work, spread, number, places)
                yield {"work": kind, "pieces": number, "workers": places, "seconds": seconds, "answers": answers}
        if arguments.table:
            seconds, answers = a_table(places, arguments.cluster)
            yield {"work": "table", "pieces": 0, "workers": places, "seconds": seconds, "answers": answers}


def main() -> None:
    """Measure, and print a line as soon as there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1,2", help="how many processes, with commas between")
    parser.add_argument("--cluster", help="the address of a Dask cluster, instead of processes")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--table", action="store_true", help="build a table, too")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    first: dict[str, dict[str, Any]] = {}
    for row in measured(arguments):
        one = first.setdefault(row["work"], row)
        assert row["answers"] == one["answers"], f"other answers: {row}"
        row["times"] = one["seconds"] / row["seconds"] * one["workers"]
        if arguments.json:
            print(json.dumps(row), flush=True)
        else:
            share = row["times"] / row["workers"]
            line = f"{row['work']:<8}{row['workers']:>4} workers {row['seconds']:>8.2f} s {row['times']:>7.2f} times"
            print(f"{line}  ({100 * share:.0f} % of each)  {row['answers']}", flush=True)


if __name__ == "__main__":
    main()
