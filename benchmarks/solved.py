"""From nothing to the exact value: users' games solved by Kibitz, OpenSpiel and easyAI, each in a process of its own.

The rules are those of `users_games`, as a new user writes them. Times are the processor's, from the start of the
process to its end, with all that it loads and compiles. "nothing cached" begins with an empty `KIBITZ_CACHE`.

What the peers ran:
    OpenSpiel, alpha-beta: `alpha_beta_search`, which is written in Python and has no table.
    OpenSpiel, table: `MinimaxSolver`, also in Python, which keeps every position and cuts nothing.
    easyAI: `Negamax` with its transposition table.
Hex and Dots and Boxes are OpenSpiel's own, in C++; its Othello and its Mancala have one size only, which is larger.
Those two, and all games for easyAI, are the rules of `users_games` as plain Python behind the peer's interface. easyAI
wants players to alternate, so who does not move has to pass. A run that is stopped is shown with the limit as its time.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.contest import progress
from benchmarks.peers import peer
from benchmarks.processes import USERS_GAMES, Finished, finished, kibitz
from benchmarks.table import Row

NAME = "solved"

PATIENCE, QUICK_PATIENCE = 180.0, 20.0  # seconds that a peer may take


@dataclass(frozen=True)
class Task:
    """A game to solve, and what it is worth to who moves first."""

    title: str
    name: str  # for `peers.solving`
    command: tuple[str, ...]
    value: float


TASKS = (
    Task("Hex 4×4", "hex", ("hex.py:Hex",), 1),
    Task("Dots and Boxes 3×3", "dots-and-boxes", ("dots_and_boxes.py:DotsAndBoxes", "--set", "rows=3"), -3),
    Task("Othello 4×4", "othello", ("othello.py:Othello",), -8),
    Task("Kalah(4,3)", "kalah", ("kalah.py:Kalah",), 6),
)


def rows(quick: bool) -> Iterator[Row]:
    """Each game by each program."""
    patience = QUICK_PATIENCE if quick else PATIENCE
    for task in TASKS:
        progress(f"{task.title} solved")
        ours = list(by_kibitz(task, 1 if quick else 3))
        yield from ours
        for name, key in peers():
            command = [sys.executable, "-m", "benchmarks.peers.solving", key, task.name]
            done = finished(command, patience)
            seconds = patience if done is None else done.seconds
            ratio = seconds / ours[0].seconds
            yield Row(task.title, name, (seconds,), ratio=ratio, note=_note(done, task))


def by_kibitz(task: Task, rounds: int) -> Iterator[Row]:
    """`kibitz solve` with an empty cache, and again with what that left behind."""
    place, *options = task.command
    times: dict[str, list[float]] = {}
    note = ""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for state in ("nothing cached", "cached"):
                done = kibitz(str(Path(folder) / str(number)), "solve", str(USERS_GAMES / place), *options)
                assert done is not None
                times.setdefault(f"Kibitz, {state}", []).append(done.seconds)
                note = note or _note(done, task)
    for name, measured in times.items():
        yield Row(task.title, name, tuple(measured), note=note, ratio=None)


def peers() -> Iterator[tuple[str, str]]:
    """Those that are installed: how each is shown, and its key in `peers.solving`."""
    if peer("openspiel"):
        yield "OpenSpiel, alpha-beta", "openspiel-alphabeta"
        yield "OpenSpiel, table", "openspiel-table"
    if peer("easyai"):
        yield "easyAI", "easyai"


def _note(done: Finished | None, task: Task) -> str:
    if done is None:
        return "stopped: it had not finished"
    return "" if float(done.output) == task.value else f"NOT the value {task.value:g}: {done.output}"
