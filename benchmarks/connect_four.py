"""Connect Four proven to the end: Kibitz beside bitbully, two threads beside one, and the empty board.

The sets are public test positions, 1,000 in each, with their scores: see tests/data/connect-four. Both programs run in
one thread, without an opening book, and forget everything before each position. The time is the mean of all positions
of a set; Kibitz is handed them in chunks (`prove_many`), what it does to empty its table is in its time, and bitbully's
is not. The chunks take turns, A B A B, so that a noisy machine is noisy for both. Nodes are the mean too, each program
counting in its own way: here a row's "Kibitz is …×" compares times, not nodes a second.

What is wanted is a fraction of bitbully's time on the same set, on the same machine: that of the best solver known for
the set, whichever it is. A row is met only if every score is right as well. The goal is held to the clock on the wall;
where others use the machine, the fraction of the processor's time, in the note, tells more.

"two threads" searches the harder positions of one set, each from an empty table of full size, and is compared by the
clock on the wall: with one thread that has such a table too, and with one whose table grows, which is what users get.
"another search beside it" is one thread's time while a second engine does the same for itself: what is lost there is
lost to the machine, and no way to share the work could get it back.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks.contest import progress
from benchmarks.peers import peer
from benchmarks.table import Row
from kibitz.games.connect_four import ConnectFour, State
from kibitz.search.engine.engine import Engine

NAME = "connect-four"

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "data" / "connect-four"
THREADS_WANTED = 1.5  # times as fast as one
THREADS_SET = "L1_R2"
HARD = 300_000  # nodes: with fewer there is too little to share
EMPTY_MEGABYTES = 1024
PATIENCE = 600  # seconds that bitbully gets for the empty board

GAME = ConnectFour()


class Set(NamedTuple):
    """A set of test positions, and how it is gone through."""

    name: str
    wanted: float  # fraction of bitbully's time
    chunk: int  # positions in a turn
    every: int = 1  # in a full run, every n-th position is taken


SETS = (
    Set("L3_R1", 0.24, 250),
    Set("L2_R1", 0.33, 250),
    Set("L1_R1", 0.06, 20),
    Set("L2_R2", 0.54, 20),
    Set("L1_R2", 0.58, 5, every=5),
)
QUICK_EVERY = 20
WARM_UP = "L3_R1", 50  # proven untimed before each chunk: bitbully's turn leaves nothing of Kibitz in the caches


class Position(NamedTuple):
    """A position, as columns and as a state, with its score."""

    columns: str
    state: State
    score: int


@dataclass
class Tally:
    """What one program did with a set."""

    count: int = 0
    seconds: float = 0.0
    busy: float = 0.0  # seconds of the processor
    nodes: int = 0
    wrong: int = 0

    def add(
        self, seconds: float, busy: float, nodes: int, found: Sequence[float], positions: Sequence[Position]
    ) -> None:
        self.count += len(positions)
        self.seconds += seconds
        self.busy += busy
        self.nodes += nodes
        self.wrong += sum(score != position.score for score, position in zip(found, positions, strict=True))

    def row(self, subject: str, contender: str, **more: Any) -> Row:
        """Means for one position."""
        nodes = round(self.nodes / self.count)
        return Row(subject, contender, (self.seconds / self.count,), nodes, **({"note": self.verdict} | more))

    @property
    def verdict(self) -> str:
        """Whether every score is right."""
        return f"{self.wrong} of {self.count:,} WRONG" if self.wrong else f"all {self.count:,} right"


def rows(quick: bool) -> Iterator[Row]:
    """The five sets, the threads, the empty board."""
    for kind in SETS:
        progress(kind.name)
        yield from side_by_side(kind, QUICK_EVERY if quick else kind.every)
    progress("two threads")
    yield from threads(quick)
    if not quick:
        progress("the empty board")
        yield from empty_board()


def positions(name: str, every: int) -> list[Position]:
    """Every n-th position of a set."""
    lines = (FOLDER / f"Test_{name}").read_text(encoding="ascii").splitlines()[::every]
    pairs = [line.split() for line in lines]
    return [Position(columns, GAME.parse(columns), int(score)) for columns, score in pairs]


# ------------------------------------------------------------ one position after the other


def side_by_side(kind: Set, every: int) -> Iterator[Row]:
    """Kibitz and bitbully at the same positions, chunk by chunk."""
    chosen, easy = positions(kind.name, every), positions(*WARM_UP)
    subject = f"{kind.name}, one position of {len(chosen):,}"
    engine = Engine(GAME)
    bitbully = peer("bitbully")
    solver = bitbully.Solver() if bitbully else None
    ours, theirs = Tally(), Tally()
    for begin in range(0, len(chosen), kind.chunk):
        chunk = chosen[begin : begin + kind.chunk]
        prove_chunk(engine, easy, Tally())
        prove_chunk(engine, chunk, ours)
        for position in chunk if solver else ():
            score, taken, busy, nodes = solver.prove(position.columns)
            theirs.add(taken, busy, nodes, [score], [position])
    yield ours.row(subject, "Kibitz")
    if theirs.count:
        fraction, by_processor = ours.seconds / theirs.seconds, ours.busy / theirs.busy
        met = fraction <= kind.wanted and not ours.wrong
        note = f"{theirs.verdict}; Kibitz takes {fraction:.3f} of its time ({by_processor:.3f} by the processor)"
        wanted = f"≤ {kind.wanted:g} of it"
        yield theirs.row(subject, "bitbully", ratio=1 / fraction, wanted=wanted, met=met, note=note)


def prove_chunk(engine: Engine, chunk: Sequence[Position], tally: Tally) -> None:
    """One batch, as a user would ask for it."""
    states = [position.state for position in chunk]
    before = engine.counts().nodes
    begin, busy = perf_counter(), process_time()
    found = engine.prove_many(states)
    taken, busy = perf_counter() - begin, process_time() - busy
    tally.add(taken, busy, engine.counts().nodes - before, found, chunk)


# ------------------------------------------------------------ two threads


@dataclass
class Way:
    """A way to prove a position, and what was measured of it."""

    name: str
    engines: tuple[Engine, ...]  # the nodes of the first are counted
    run: Callable[[State], float]
    times: list[float] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def prove(self, position: Position) -> float:
        """Seconds from an empty table; to empty it is not counted."""
        for engine in self.engines:
            engine.begin(position.state)
        before = self.engines[0].counts().nodes
        begin, busy = perf_counter(), process_time()
        found = self.run(position.state)
        taken, busy = perf_counter() - begin, process_time() - busy
        self.tally.add(taken, busy, self.engines[0].counts().nodes - before, [found], [position])
        return taken


def threads(quick: bool) -> Iterator[Row]:
    """One thread and two at the harder positions of a set."""
    hard = hard_positions(100 if quick else 25)
    subject = f"{THREADS_SET}, the mean of {len(hard)} positions of more than {HARD:,} nodes"
    one, other, both = Engine(GAME), Engine(GAME), Engine(GAME, threads=2)
    with ThreadPoolExecutor(2) as pool:

        def side_by_side(s: State) -> float:
            first, _ = pool.map(lambda engine: engine.prove(s), (one, other))
            return first

        ways = [
            Way("Kibitz, two threads", (both,), both.prove),
            Way("one thread", (one,), one.prove),
            Way("one thread, another search beside it", (one, other), side_by_side),
        ]
        for way in ways:
            way.run(hard[0].state)  # compiles
        for number in range(1 if quick else 3):
            progress(f"round {number + 1}")
            taken = [[way.prove(position) for way in ways] for position in hard]
            for way, times in zip(ways, zip(*taken, strict=True), strict=True):
                way.times.append(sum(times) / len(times))
    for way in ways:
        yield way_row(subject, way, ways[0])


def way_row(subject: str, way: Way, two: Way) -> Row:
    """The mean of the positions for each round."""
    ratio = median(way.times) / median(two.times)
    goal = way.name == "one thread"
    return Row(
        subject,
        way.name,
        tuple(way.times),
        round(way.tally.nodes / way.tally.count),
        ratio=None if way is two else ratio,
        ratio_at_best=None if way is two else min(way.times) / min(two.times),
        wanted=f"≥ {THREADS_WANTED:g}×" if goal else "",
        met=ratio >= THREADS_WANTED and not two.tally.wrong if goal else None,
        note=way.tally.verdict,
    )


def hard_positions(every: int) -> list[Position]:
    """Those that take one thread many nodes."""
    engine = Engine(GAME)
    hard = []
    for position in positions(THREADS_SET, every):
        tally = Tally()
        prove_chunk(engine, [position], tally)
        if tally.nodes > HARD:
            hard.append(position)
    return hard


# ------------------------------------------------------------ the empty board


def empty_board() -> Iterator[Row]:
    """From nothing, in one thread."""
    subject = "the empty board, from nothing"
    start = Position("", GAME.initial(), 1)
    engine = Engine(GAME, megabytes=EMPTY_MEGABYTES)
    engine.prove(positions("L3_R1", 1000)[0].state)  # compiles
    way = Way("Kibitz", (engine,), engine.prove)
    taken = way.prove(start)
    yield way.tally.row(subject, f"Kibitz, a table of {EMPTY_MEGABYTES:,} MB")
    if peer("bitbully"):
        yield bitbully_on_the_empty_board(subject, taken)


def bitbully_on_the_empty_board(subject: str, ours: float) -> Row:
    """In a process of its own, which can be ended."""
    code = "from benchmarks.peers.bitbully import Solver; print(*Solver().prove(''))"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, timeout=PATIENCE, capture_output=True, check=True, text=True
        )
    except subprocess.TimeoutExpired:
        return Row(subject, "bitbully", (float(PATIENCE),), note=f"did not finish within {PATIENCE} s")
    score, taken, _, nodes = map(float, done.stdout.split())
    note = "right" if score == 1 else f"WRONG: {score:g}"
    return Row(subject, "bitbully", (taken,), int(nodes), ratio=taken / ours, note=note)
