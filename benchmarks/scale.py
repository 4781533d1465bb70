"""How much faster long work is with more workers: a match, positions to solve, a book and tables to build.

    python -m benchmarks.scale [--workers 1,2,4] [--rounds 3] [--only match,solve] [--table]
    python -m benchmarks.scale --cluster tcp://host:8786

For each kind of work all numbers of workers take turns, round by round, so that a noisy machine is noisy for all. A row
has the median time and how many times as fast that is as the first number of workers, with the least and the most of
all rounds. `match` and `solve` are timed with workers that are started and have compiled what they need; `book`, `keys`
and `sections`, which `--table` adds, are whole commands, their start included, with compiled code at hand. The answers
must be the same every time, and are compared. `--json`: for programs.
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
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from kibitz.answer.many_positions import PositionSolver
from kibitz.answer.options import Options
from kibitz.arena.match.fixtures import Fixtures, MatchTerms
from kibitz.arena.match.side_by_side import Playing
from kibitz.cluster.spread import spread_over
from kibitz.games import GameSource, game
from kibitz.pieces import Piece, Spread

PLAYERS = ("deepening depth=10", "deepening depth=8")
GAMES, POSITIONS, STONES = 160, 6_000, 16
ENDINGS = ("KBNK", "KQKR", "KRKB", "KRKN", "KQKB", "KQKN")
COMMANDS = {
    "book": ("book build connect-four 4444 --plies 4", "555 of 705 positions after 4444"),
    "keys": ("table build connect-four --set width=5 --set height=5 --again", "Connect Four 5×5, 69,763,700 positions"),
    "sections": (
        f"table build chess --section {' --section '.join(ENDINGS)} --again",
        f"chess, {' '.join(ENDINGS)} and what they lead to",
    ),
}

Timed = tuple[float, str]  # seconds, and the digest of the answers


def digest(answers: dict[str, Any]) -> str:
    """The same for the same answers, in whatever order they came."""
    return hashlib.sha256(repr(sorted(answers.items())).encode()).hexdigest()[:12]


def a_match(spread: Spread, number: int) -> dict[str, Any]:
    """Games of Connect Four between searches to a depth."""
    fixtures = Fixtures(GameSource("connect-four"), PLAYERS, MatchTerms(number))
    pieces = (Piece(str(job.number), job) for job in fixtures.jobs())
    return {name: played.json(with_seconds=False) for name, played in spread(Playing(fixtures), pieces)}


def solving(spread: Spread, number: int) -> dict[str, Any]:
    """Positions of Connect Four with 16 stones, solved, each from an empty hash table."""
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


def spread_work(work: Callable[[Spread, int], dict[str, Any]], spread: Spread, number: int, workers: int) -> Timed:
    """Seconds for pieces of work; everybody is ready before."""
    work(spread, 2 * workers)
    began = time.perf_counter()
    answers = work(spread, number)
    return time.perf_counter() - began, digest(answers)


def a_command(words: str, where: tuple[str, ...]) -> Timed:
    """Seconds for a command that writes a file, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "built")
        command = [sys.executable, "-m", "kibitz", *words.split(), *where, "--out", str(out)]
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"KIBITZ_DATA": folder})
        return time.perf_counter() - began, hashlib.sha256(out.read_bytes()).hexdigest()[:12]


def compile_first(words: str) -> None:
    """Have the compiled code of a command at hand: it is stopped as soon as it has begun with its work."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kibitz", *words.split(), "--out", str(Path(folder, "built"))]
        began = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | {"KIBITZ_DATA": folder})
        pieces = Path(folder, "builds")
        while began.poll() is None and not any(
            path.name[0] != "." for path in pieces.glob("*/*") if path.stem != "plan"
        ):
            time.sleep(0.1)
        began.kill()
        began.wait()


def kinds(arguments: argparse.Namespace, stack: ExitStack) -> dict[str, tuple[str, Callable[[int], Timed]]]:
    """Each kind of work: its size in words, and what times it with a number of workers."""
    spreads: dict[int, Spread] = {}

    def spread_of(workers: int) -> Spread:
        if workers not in spreads:
            spreads[workers] = stack.enter_context(spread_over(workers or None, arguments.cluster))
        return spreads[workers]

    def pieces(work: Callable[[Spread, int], dict[str, Any]], number: int) -> Callable[[int], Timed]:
        return lambda workers: spread_work(work, spread_of(workers), number, max(workers, 2))

    def command(words: str) -> Callable[[int], Timed]:
        return lambda workers: a_command(
            words, ("--cluster", arguments.cluster) if arguments.cluster else ("--workers", str(workers))
        )

    found = {
        "match": (f"{arguments.games} games", pieces(a_match, arguments.games)),
        "solve": (f"{arguments.positions:,} positions with {STONES} stones", pieces(solving, arguments.positions)),
    }
    for name, (words, size) in COMMANDS.items():
        if arguments.table or name in arguments.only.split(","):
            found[name] = size, command(words)
    return {name: kind for name, kind in found.items() if not arguments.only or name in arguments.only.split(",")}


def measured(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row for each kind of work and number of workers."""
    numbers = [0] if arguments.cluster else [int(number) for number in arguments.workers.split(",")]
    with ExitStack() as stack:
        for name, (size, run) in kinds(arguments, stack).items():
            if name in COMMANDS:
                compile_first(COMMANDS[name][0])
            rounds = [[run(workers) for workers in numbers] for _ in range(arguments.rounds)]
            answers = {found for each in rounds for _, found in each}
            assert len(answers) == 1, f"{name}: other answers with other workers, {answers}"
            for place, workers in enumerate(numbers):
                times = [each[place][0] for each in rounds]
                ratios = [each[0][0] / each[place][0] for each in rounds]
                yield {
                    "work": name,
                    "size": size,
                    "workers": workers,
                    "seconds": median(times),
                    "times": times,
                    "ratio": median(ratios),
                    "ratios": ratios,
                    "answers": answers.copy().pop(),
                }


def main() -> None:
    """Measure, and print a line as soon as there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="1,2", help="how many processes, with commas between")
    parser.add_argument("--cluster", help="the address of a Dask cluster, instead of processes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--only", default="", help=f"some of match, solve, {', '.join(COMMANDS)}, with commas between")
    parser.add_argument("--table", action="store_true", help="build a book and two tables, too: minutes")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for row in measured(arguments):
        if arguments.json:
            print(json.dumps(row), flush=True)
            continue
        who = arguments.cluster or f"{row['workers']} worker{'' if row['workers'] == 1 else 's'}"
        spread = f"{row['ratio']:.2f} times as fast ({min(row['ratios']):.2f} to {max(row['ratios']):.2f})"
        print(f"{row['work']:<9} {row['size']:<50} {who:>10} {row['seconds']:>8.2f} s  {spread}", flush=True)


if __name__ == "__main__":
    main()
