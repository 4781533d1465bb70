"""Bridge double dummy: Kibitz beside DDS, random deals, one thread each.

"cards" are random endings with any trump and any leader, each solved as if it were the only one: the tricks of the side
that leads. "the twenty results" are those of whole deals, in which the searches with one trump share a table, in both
programs. Chunks take turns, A B A B, so that a noisy machine is noisy for both, and the time is the processor's, the
mean of all deals: here "Kibitz is …×" compares these. A row is met only if every result is the same as well.

Kibitz is to take no more than five times as long as DDS.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.contest import progress
from benchmarks.peers import peer
from benchmarks.table import Row
from kibitz.games.bridge import Bridge, State
from kibitz.games.bridge.cards import DECK, rising
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.search.partition.partition_engine import PartitionEngine

NAME = "bridge"

LIMIT = 5.0  # times as long as DDS
GAME = Bridge()


class Set(NamedTuple):
    """Random endings with this many cards, in chunks."""

    cards: int
    chunks: int
    chunk: int


SETS = (Set(4, 5, 400), Set(6, 5, 400), Set(8, 5, 400), Set(10, 5, 60), Set(13, 5, 8))
DEALS = 40  # whole ones


def rows(quick: bool) -> Iterator[Row]:
    """Endings of several sizes, then whole deals."""
    dice = random.Random(0)
    engine = PartitionEngine(GAME)
    engine.begin(ending(dice, 4))
    engine.prove(ending(dice, 4))  # compiles
    for each in SETS:
        progress(f"bridge, {each.cards} cards")
        yield from endings(engine, each._replace(chunks=2) if quick else each, dice)
    progress("bridge, the twenty results")
    yield from whole_deals(5 if quick else DEALS, dice)


def ending(dice: random.Random, cards: int) -> State:
    """Four hands of this many cards, any trump, any leader."""
    deck = list(rising(DECK))
    dice.shuffle(deck)
    north, east, south, west = (sum(1 << card for card in deck[seat * cards :][:cards]) for seat in range(4))
    leader = dice.randrange(4)
    return State(north, east, south, west, 0, leader, dice.randrange(5), 0, (leader + 1) % 4)


def endings(engine: PartitionEngine, given: Set, dice: random.Random) -> Iterator[Row]:
    """Both programs at one set."""
    ours: list[float] = []
    theirs: list[float] = []
    wrong = nodes = 0
    dds = peer("dds")
    for _ in range(given.chunks):
        states = [ending(dice, given.cards) for _ in range(given.chunk)]
        engine.begin(states[0])
        busy = process_time()
        found = engine.prove_many(states)
        ours.append((process_time() - busy) / len(states))
        nodes += engine.nodes
        if dds:
            expected, seconds = dds.best([GAME.text(s) for s in states])
            theirs.append(seconds / len(states))
            wrong += sum(one != other for one, other in zip(found, expected, strict=True))
    yield from _compared(f"{given.cards} cards", ours, theirs, wrong, nodes // (given.chunks * given.chunk))


def whole_deals(number: int, dice: random.Random) -> Iterator[Row]:
    """Both programs at the twenty results of whole deals."""
    solver = DoubleDummy(PartitionEngine(GAME))
    deals = [" ".join(GAME.text(ending(dice, 13)).split()[:4]) for _ in range(number)]
    dds = peer("dds")
    ours: list[float] = []
    theirs: list[float] = []
    wrong = 0
    for deal in deals:
        busy = process_time()
        found = solver.tricks(deal)
        ours.append(process_time() - busy)
        if dds:
            expected, seconds = dds.table(deal)
            theirs.append(seconds)
            wrong += sum(found.by_declarer[seat] != expected[seat] for seat in "NESW")
    mean, their_mean = [sum(ours) / number], [sum(theirs) / number] if theirs else []
    yield from _compared("the twenty results", mean, their_mean, wrong, None)


def _compared(subject: str, ours: list[float], theirs: list[float], wrong: int, nodes: int | None) -> Iterator[Row]:
    yield Row(subject, "Kibitz", tuple(ours), nodes)
    if not theirs:
        return
    ratio = median(theirs) / median(ours)
    yield Row(
        subject,
        "DDS",
        tuple(theirs),
        ratio=ratio,
        ratio_at_best=min(theirs) / min(ours),
        wanted=f"≥ {1 / LIMIT:g}×",
        met=wrong == 0 and ratio >= 1 / LIMIT,
        note=f"{wrong} results differ" if wrong else "",
    )
