"""Users' games in Python beside the same games by hand in C++ (`by_hand.cpp`, g++ -O2): plain alpha-beta, same nodes.

The classes are those of `users_games`, as a new user writes them: a board is a tuple, a move is `kz.replaced`, Hex has
a flood fill with two lists. The C++ has char arrays that are copied for each move, nothing on the heap, no table and no
ordering. Both visit the same nodes and find the same value: a row says so where they do not.

The two take turns, and the median of the rounds counts. All times are the processor's, so that whatever else
the machine does is hardly seen.

"to the exact answer" is what one waits for: the commands `kibitz solve` and `kibitz best --exact` with everything they
load and, where nothing is cached, compile; against plain alpha-beta in C++ to the end of the game.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import kibitz as kz
from benchmarks.contest import ROUNDS, progress
from benchmarks.processes import ROOT, USERS_GAMES, finished, kibitz
from benchmarks.table import Row
from benchmarks.users_games.breakthrough import Breakthrough
from benchmarks.users_games.dots_and_boxes import DotsAndBoxes
from benchmarks.users_games.hex import Hex

NAME = "by-hand"

WANTED = 0.5  # of the C++'s nodes a second
TO_THE_END = 99  # plies
PATIENCE = 300.0  # seconds, for plain alpha-beta to the end


@dataclass(frozen=True)
class Task:
    """A game in both languages."""

    title: str
    name: str  # for the program in C++
    game: Callable[[], kz.Game]
    place: str  # for the command
    depth: int  # plies, where nodes a second are compared
    quick_depth: int


TASKS = (
    Task("Breakthrough 5×5", "breakthrough", Breakthrough, "breakthrough.py:Breakthrough", depth=11, quick_depth=9),
    Task("Hex 4×4", "hex", Hex, "hex.py:Hex", depth=10, quick_depth=8),
    Task("Dots and Boxes 2×3", "dots-and-boxes", DotsAndBoxes, "dots_and_boxes.py:DotsAndBoxes", 13, 11),
)


@dataclass(frozen=True)
class Searched:
    """What one search found and took."""

    value: float
    nodes: int
    seconds: float


def rows(quick: bool) -> Iterator[Row]:
    """Nodes a second of each game, then the time to the exact answer of those that plain alpha-beta can solve."""
    if shutil.which("g++") is None:
        print("benchmarks: by-hand is left out: there is no g++", file=sys.stderr, flush=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        for task in TASKS:
            yield from speeds(task, program, quick)
        if not quick:
            for task in TASKS[1:]:
                yield from answers(task, program, Path(folder))


def compiled(folder: Path) -> str:
    """The program in C++."""
    program = str(folder / "by_hand")
    source = str(ROOT / "benchmarks" / "by_hand.cpp")
    finished(["g++", "-O2", "-std=c++17", "-o", program, source])
    return program


def speeds(task: Task, program: str, quick: bool) -> Iterator[Row]:
    """Nodes a second in both languages, in turns."""
    depth = task.quick_depth if quick else task.depth
    subject = f"{task.title}, alpha-beta to depth {depth}"
    progress(subject)
    game = task.game()
    kz.alphabeta(game, depth=2)  # compiles
    ours, theirs = [], []
    for _ in range(3 if quick else ROUNDS):
        ours.append(in_python(game, depth))
        theirs.append(in_cpp(program, task.name, depth))
    same = (ours[0].value, ours[0].nodes) == (theirs[0].value, theirs[0].nodes)
    kibitz_times = tuple(search.seconds for search in ours)
    cpp_times = tuple(search.seconds for search in theirs)
    yield Row(subject, "Kibitz", kibitz_times, ours[0].nodes)
    ratio = median(cpp_times) / median(kibitz_times)
    yield Row(
        subject,
        "C++ by hand",
        cpp_times,
        theirs[0].nodes,
        ratio=ratio,
        ratio_at_best=min(cpp_times) / min(kibitz_times),
        wanted=f"≥ {WANTED:g}×",
        met=same and ratio >= WANTED,
        note="" if same else f"NOT the same: {ours[0]} against {theirs[0]}",
    )


def in_python(game: kz.Game, depth: int) -> Searched:
    """Kibitz's public function, counting."""
    watch = kz.Count()
    begin = process_time()
    value = kz.alphabeta(game, depth=depth, watch=watch).value
    return Searched(value, watch.nodes, process_time() - begin)


def in_cpp(program: str, name: str, depth: int) -> Searched:
    """The program in C++, which measures itself."""
    done = finished([program, name, str(depth)])
    assert done is not None
    value, nodes, seconds = done.output.split()
    return Searched(float(value), int(nodes), float(seconds))


def answers(task: Task, program: str, folder: Path) -> Iterator[Row]:
    """The time to the exact answer: whole processes of Kibitz's, and one search in C++."""
    subject = f"{task.title}, to the exact answer"
    progress(subject)
    place = str(USERS_GAMES / task.place)
    asked = {"solve": ("solve", place), "best": ("best", "--exact", place)}
    measured: dict[str, list[float]] = {}
    values = set()
    for number in range(2):
        for command, words in asked.items():
            cache = str(folder / f"{task.name}-{command}-{number}")
            for state in ("nothing cached", "cached"):
                done = kibitz(cache, *words)
                assert done is not None
                measured.setdefault(f"Kibitz, {command}, {state}", []).append(done.seconds)
                if command == "solve":
                    values.add(float(done.output))
    theirs = finished([program, task.name, str(TO_THE_END)], PATIENCE)
    seconds = PATIENCE if theirs is None else theirs.seconds
    for name, times in measured.items():
        met = median(times) < seconds
        yield Row(subject, name, tuple(times), wanted=f"≤ {seconds:.0f} s", met=met)
    if theirs is None:
        note = "stopped: it had not finished"
    else:
        value, nodes, _ = theirs.output.split()
        note = f"{int(nodes):,} nodes" if values == {float(value)} else f"NOT the same value: {values} and {value}"
    ratio = seconds / median(measured["Kibitz, solve, cached"])
    yield Row(subject, "C++ by hand, plain alpha-beta", (seconds,), ratio=ratio, note=note)
