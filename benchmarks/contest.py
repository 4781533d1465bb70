"""Contenders at one task, timed turn by turn, so that a noisy machine is noisy for all of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from time import perf_counter

from benchmarks.table import Row

ROUNDS = 7
TURN = 0.2  # the shortest turn in seconds: short searches are repeated


@dataclass(frozen=True)
class Contender:
    """One program's way to do the task.

    `count` does the same search as `run`, once and untimed, and returns its nodes: counting costs the runs nothing.
    """

    name: str
    run: Callable[[], object]
    count: Callable[[], int]
    expected: int | None = None  # nodes, where they are known
    wanted: float | None = None  # how many times as fast as this one Kibitz should be
    note: str = ""


def contest(subject: str, entered: Iterable[Contender], quick: bool) -> Iterator[Row]:
    """A row for each contender; the first one is Kibitz, with which the others are compared."""
    progress(subject)
    contenders = list(entered)
    nodes = [contender.count() for contender in contenders]
    times = interleaved([contender.run for contender in contenders], quick)
    for number, contender in enumerate(contenders):
        share = nodes[0] / nodes[number]
        ratio = share * median(times[number]) / median(times[0])
        yield Row(
            subject,
            contender.name,
            tuple(times[number]),
            nodes[number],
            ratio=ratio if number else None,
            ratio_at_best=share * min(times[number]) / min(times[0]) if number else None,
            wanted=f"≥ {contender.wanted:,.0f}×" if contender.wanted else "",
            met=ratio >= contender.wanted if contender.wanted else None,
            note=_note(contender, nodes[number]),
        )


def interleaved(runs: Sequence[Callable[[], object]], quick: bool) -> list[list[float]]:
    """Seconds for one run of each, in each round: A B C, A B C, …"""
    rounds, turn = (3, TURN / 4) if quick else (ROUNDS, TURN)
    repeats = [max(1, ceil(turn / seconds(run))) for run in runs]
    times: list[list[float]] = [[] for _ in runs]
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        for own, run, repeat in zip(times, runs, repeats, strict=True):
            own.append(seconds(run, repeat))
    return times


def seconds(run: Callable[[], object], repeat: int = 1) -> float:
    """How long one run takes, on average over some in a row."""
    begin = perf_counter()
    for _ in range(repeat):
        run()
    return (perf_counter() - begin) / repeat


def progress(words: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"benchmarks: {words}", file=sys.stderr, flush=True)


def _note(contender: Contender, nodes: int) -> str:
    if contender.expected is None or nodes == contender.expected:
        return contender.note
    wrong = f"NOT the {contender.expected:,} nodes expected"
    return f"{wrong}; {contender.note}" if contender.note else wrong
