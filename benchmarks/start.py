"""How long one waits for a first answer: a new Python process that asks for the value of tic-tac-toe.

"the call" is the search, with what it loads and compiles on the way; "the process" is all of it, from the command to
its end, and is held to the same goal. "nothing cached" begins with an empty `KIBITZ_CACHE`, "cached" with what such a
process left behind.

Each kind of process runs once untimed and leaves its .pyc files in a folder of this benchmark, so that all have theirs,
however they were installed, and the source tree stays clean. Numba imports SciPy where it finds it, and OpenSpiel
brings SciPy along: without the peers installed, Kibitz starts faster than is seen here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.contest import progress
from benchmarks.peers import peer
from benchmarks.table import Row

NAME = "start"

COMPILING, LATER = 3.0, 0.7  # seconds that it may take

# Each prints the seconds that its search took.
ASK_KIBITZ = """
from time import perf_counter
import kibitz as kz
game = kz.game("tic-tac-toe")
begin = perf_counter()
kz.alphabeta(game)
print(perf_counter() - begin)
"""
ASK_OPENSPIEL = """
from time import perf_counter
import pyspiel
from open_spiel.python.algorithms import minimax
game = pyspiel.load_game("tic_tac_toe")
begin = perf_counter()
minimax.alpha_beta_search(game)
print(perf_counter() - begin)
"""
ASK_EASYAI = """
from time import perf_counter
from easyAI import Negamax
from easyAI.games.TicTacToe import TicTacToe
game = TicTacToe([None, None])
begin = perf_counter()
Negamax(9)(game)
print(perf_counter() - begin)
"""


@dataclass
class Process:
    """One kind of process, and what was measured of it."""

    name: str
    code: str
    fresh: bool = False  # begins with an empty cache
    goal: float | None = None  # seconds
    whole: list[float] = field(default_factory=list)
    call: list[float] = field(default_factory=list)

    def run(self, folder: Path, timed: bool) -> None:
        """Run it once more; the folder is for what one process leaves to the next."""
        with tempfile.TemporaryDirectory() as empty:
            cache = empty if self.fresh else str(folder / "machine code")
            environment = os.environ | {"KIBITZ_CACHE": cache, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            environment.pop("KIBITZ_COMPILED", None)  # a first answer as anybody gets it
            begin = perf_counter()
            done = subprocess.run([sys.executable, "-c", self.code], env=environment, capture_output=True, check=True)
            whole = perf_counter() - begin
        if timed:
            self.whole.append(whole)
            self.call += map(float, done.stdout.split())

    def rows(self) -> Iterator[Row]:
        """The process, and the call in it."""
        yield self._row("the process", self.whole)
        if self.call:
            yield self._row("the call", self.call)

    def _row(self, subject: str, times: list[float]) -> Row:
        if self.goal is None:
            return Row(subject, self.name, tuple(times))
        return Row(subject, self.name, tuple(times), wanted=f"≤ {self.goal:g} s", met=median(times) <= self.goal)


def rows(quick: bool) -> Iterator[Row]:
    """Kibitz with and without a cache, its import alone, and the peers at the same task."""
    processes = list(contenders())
    with tempfile.TemporaryDirectory() as folder:
        rounds = 3 if quick else 7
        for number in range(rounds + 1):
            progress(f"start, round {number} of {rounds}")
            for process in processes:
                process.run(Path(folder), timed=number > 0)
    found = [row for process in processes for row in process.rows()]
    yield from sorted(found, key=lambda row: row.subject)


def contenders() -> Iterator[Process]:
    """Every kind of process."""
    yield Process("Kibitz, nothing cached", ASK_KIBITZ, fresh=True, goal=COMPILING)
    yield Process("Kibitz, cached", ASK_KIBITZ, goal=LATER)
    yield Process("import kibitz", "import kibitz")
    yield Process("Python alone", "pass")
    if peer("openspiel"):
        yield Process("OpenSpiel, C++ game", ASK_OPENSPIEL)
    if peer("easyai"):
        yield Process("easyAI", ASK_EASYAI)
