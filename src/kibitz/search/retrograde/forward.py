"""Every position that can be reached from one, found layer by layer, on disk.

A layer is what is as many plies from the first position at least. Its positions lie in slices: parts of the order of
their keys. The successors of a slice are written as sorted runs; all runs of a layer are then merged, range of keys by
range of keys, without what is there twice or in an earlier layer. Every file is read from its beginning to its end.

Which earlier layers had some of it says where play can lead to. Where it only ever leads to the next layer, the game
is solved in one sweep backwards.
"""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kibitz.errors import Stopped, Stuck, TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.native import Native, jit
from kibitz.native.execution import is_runnable, run
from kibitz.native.packing import keep, kept, words
from kibitz.search.diagnosis import in_words
from kibitz.search.retrograde.columns import Columns, write_columns
from kibitz.search.retrograde.job import MEGABYTE, Folder, Source
from kibitz.search.retrograde.runs import read_range, write_run
from kibitz.search.soundness import certain, chance_of, sound

LEFT_FREE = 16  # megabytes for what allocating and freeing leaves unused
LEAST_SHARE = 1 / 16  # of the memory is for positions, however much the process takes for itself
SAMPLES = 64  # keys of a run that tell how its keys are distributed
FEWEST = 256  # successors that there is room for, however little memory there is

# The words of a batch's `told`: the position that is next, the one after the last, successors written, ends written,
# links found in all, and the order to stop.
AT, END, COUNT, ENDS, LINKS, STOP = range(6)


class Slice(NamedTuple):
    """A part of a layer: how many positions it has, and the least and the greatest of their keys."""

    number: int
    rows: int
    low: int
    high: int


class Task(NamedTuple):
    """What every piece of a build on disk has to know."""

    source: Source
    folder: Folder
    free: float  # megabytes for positions, beside what a process takes anyway

    def room(self, each: int) -> int:
        """How many things of this many bytes each there is room for."""
        return max(FEWEST, int(self.free * MEGABYTE) // each)


def free_memory(memory: float) -> float:
    """Of this many megabytes, what is left for positions, now that everything is compiled."""
    gc.collect()  # what the compiler and earlier work have left behind: tens of megabytes
    return max(memory - taken_memory() - LEFT_FREE, memory * LEAST_SHARE)


def taken_memory() -> float:
    """The megabytes that this process takes now; where that cannot be told, what Python and its compiler take."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (OSError, ValueError, IndexError, AttributeError):
        return 192.0


class Batch(Native):
    """Some positions, and room for their successors: `keys`, and `after`, the states. `ends` is what ends are worth."""

    bare = ("told", "states", "keys", "after", "ends")
    outlives_its_search = True  # a position is done completely or not at all: nothing has to be taken back

    def __init__(self, game: Game, room: int) -> None:
        self.told = np.zeros(8, np.int64)
        self.states = np.zeros(words(game.initial()), np.int64)
        self.keys = np.zeros(room, np.int64)
        self.after = np.zeros(room * words(game.initial()), np.int64)
        self.ends = np.zeros(game.players, np.float64)

    def stop(self) -> None:
        """End the work, from any thread."""
        self.told[STOP] = 1

    def double(self) -> None:
        """Twice the room, for a position with more successors than there is room for."""
        self.keys = np.zeros(2 * len(self.keys), np.int64)
        self.after = np.zeros(2 * len(self.after), np.int64)


@jit
def find_successors(game: Game, s: State, batch: Any) -> bool:
    """Write down the successors of the positions of a batch; False where there is no room for those of the next."""
    told = batch.told
    while told[AT] < told[END]:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        here = kept(batch.states, told[AT], s)
        if game.is_terminal(here):
            for player in range(game.players):
                batch.ends[told[ENDS] * game.players + player] = sound(float(game.utility(here, player)))
            told[ENDS] += 1
        else:
            count = successors_of(game, here, batch)
            if count < 0:
                return False
            told[LINKS] += count - told[COUNT]
            told[COUNT] = count
        told[AT] += 1
    return True


@jit
def successors_of(game: Game, here: State, batch: Any) -> int:
    """Write down the successors of one position; how many there are now, or -1 where there is no room for all."""
    first: int = batch.told[COUNT]
    count = first
    if game.player(here) == CHANCE:
        total = 0.0
        for _, chance in game.outcomes(here):
            total += chance_of(chance)
        certain(total)
        for outcome, _ in game.outcomes(here):
            if count == len(batch.keys):
                return -1
            after = game.result(here, outcome)
            batch.keys[count] = game.key(after)
            keep(batch.after, count, after)
            count += 1
    else:
        for a in game.actions(here):
            if count - first >= MOST_CHOICES:
                raise TooWide("a position has too many actions")
            if count == len(batch.keys):
                return -1
            after = game.result(here, a)
            batch.keys[count] = game.key(after)
            keep(batch.after, count, after)
            count += 1
        if count == first:
            raise Stuck("a position is not terminal and has no actions")
    return count


def is_compiled(game: Game) -> bool:
    """Can the positions of a game be kept on disk? Only those of a game that compiles."""
    return is_runnable(find_successors, game, game.initial(), Batch(game, 1))


# ---------------------------------------------------------------- the successors of a slice, as sorted runs


class Expansion(NamedTuple):
    """A slice whose successors are wanted."""

    task: Task
    layer: int
    part: Slice


class Expand:
    """Writes the successors of a slice as sorted runs, none twice in one."""

    def warm_up(self, wanted: Expansion) -> None:
        """Compile what is needed."""
        is_compiled(wanted.task.source.game())

    def __call__(self, wanted: Expansion) -> dict[str, Any]:
        """The runs and how their keys are distributed, and what the ends in the slice are worth."""
        task, layer, part = wanted
        told = f"run-{layer + 1}-{part.number}.told"
        if not task.folder.has(told):
            made = _Runs(task, layer, part)
            with in_words(made.game, made.game.initial()):
                made.write_all()
            task.folder.write(told, [json.dumps(made.summary()).encode()])
        found: dict[str, Any] = json.loads(task.folder.read(told))
        return found


class _Runs:
    """The successors of one slice on their way to disk."""

    def __init__(self, task: Task, layer: int, part: Slice) -> None:
        self.game = task.source.game()
        self._task, self._layer, self._part = task, layer, part
        self._width = words(self.game.initial())
        # A state is there three times in the end: as it was found, in order, and as it is written.
        self._batch = Batch(self.game, task.room(24 * self._width + 48))
        self._runs: list[dict[str, Any]] = []
        self._ends = Ends(self.game)
        self._bytes = 0

    def write_all(self) -> None:
        """Expand every position of the slice."""
        states = Columns(self._task.folder, f"states-{self._layer}-{self._part.number}")
        batch, game = self._batch, self.game
        for begin, end in states.parts(0, len(states), max(1, len(batch.keys) // 4)):
            batch.states = states.words(0, begin, end)
            batch.ends = np.zeros((end - begin) * game.players, np.float64)
            batch.told[AT], batch.told[END], batch.told[ENDS] = 0, end - begin, 0
            while not run(find_successors, game, game.initial(), batch):
                if batch.told[COUNT] == 0:
                    batch.double()
                else:
                    self._flush()
            self._ends.add(batch.ends[: batch.told[ENDS] * game.players])
        if batch.told[COUNT] > 0:
            self._flush()

    def _flush(self) -> None:
        """Write what has been found as a run."""
        count = int(self._batch.told[COUNT])
        keys = self._batch.keys[:count]
        order = np.argsort(keys)
        keys = keys[order]
        is_first = np.ones(count, bool)
        is_first[1:] = keys[1:] != keys[:-1]
        keys, order = keys[is_first], order[is_first]
        after = self._batch.after[: count * self._width].reshape(count, self._width)
        name = f"run-{self._layer + 1}-{self._part.number}-{len(self._runs)}"
        self._bytes += write_run(self._task.folder, name, keys, [after[order, word] for word in range(self._width)])
        self._runs.append({"name": name, **sampled(keys)})
        self._batch.told[COUNT] = 0

    def summary(self) -> dict[str, Any]:
        """What is to be known of the runs."""
        links = int(self._batch.told[LINKS])
        return {"runs": self._runs, "ends": self._ends.told, "links": links, "bytes": self._bytes}


class Ends:
    """What the ends of a game are worth, as far as it tells whether there are two sides: see `whole.sides`."""

    def __init__(self, game: Game) -> None:
        self._players = game.players
        self._teams = game.teams or tuple(range(game.players))
        self.told: list[float] = []  # the first sum, the least and the most, the largest utility, what mates differ by

    def add(self, ends: Any) -> None:
        """Take some ends into account, one row of utilities after the other."""
        if len(ends) == 0:
            return
        rows = ends.reshape(-1, self._players)
        sums = rows.sum(axis=1)
        mates = [np.abs(rows[:, p] - rows[:, self._teams.index(self._teams[p])]).max() for p in range(self._players)]
        self.join([sums[0], sums.min(), sums.max(), np.abs(rows).max(), max(mates)])

    def join(self, other: list[float]) -> None:
        """Take into account what was told of other ends."""
        if not self.told or not other:
            self.told = self.told or [float(number) for number in other]
            return
        first, least, most, largest, mates = self.told
        numbers = [first, min(least, other[1]), max(most, other[2]), max(largest, other[3]), max(mates, other[4])]
        self.told = [float(number) for number in numbers]


# ---------------------------------------------------------------- runs merged into the slices of the next layer


class Range(NamedTuple):
    """A range of the keys in all runs of a layer, to be one slice of it."""

    task: Task
    layer: int
    number: int
    runs: tuple[str, ...]
    width: int  # words of a state
    earlier: tuple[tuple[Slice, ...], ...]  # the slices of each layer before


def merge(wanted: Range) -> dict[str, Any]:
    """Write a slice of a layer: what stands in its runs and in no earlier layer. Tells which of these had some."""
    folder, layer, number = wanted.task.folder, wanted.layer, wanted.number
    told = f"merged-{layer}-{number}.told"
    if not folder.has(told):
        columns = _in_order(read_range(folder, offsets_of(layer), wanted.runs, number) or _nothing(wanted.width))
        met, columns = _without_earlier(folder, columns, wanted)
        keys = columns[0]
        size = write_columns(folder, f"keys-{layer}-{number}", [keys])
        size += write_columns(folder, f"states-{layer}-{number}", columns[1:])
        ends = [int(keys[0]), int(keys[-1])] if len(keys) else [0, -1]
        summary = {"slice": [number, len(keys), *ends], "sampled": sampled(keys), "met": met, "bytes": size}
        folder.write(told, [json.dumps(summary).encode()])
    found: dict[str, Any] = json.loads(folder.read(told))
    return found


def _in_order(columns: list[Any]) -> list[Any]:
    """The columns in the order of the keys, which are the first of them, each key once."""
    order = np.argsort(columns[0])
    keys = columns[0][order]
    is_first = np.ones(len(keys), bool)
    is_first[1:] = keys[1:] != keys[:-1]
    order = order[is_first]
    columns[0] = keys[is_first]
    for number in range(1, len(columns)):
        columns[number] = columns[number][order]
    return columns


def _without_earlier(folder: Folder, columns: list[Any], wanted: Range) -> tuple[list[int], list[Any]]:
    """The earlier layers that hold some of the keys, and the columns without these."""
    keys = columns[0]
    if len(keys) == 0:
        return [], columns
    is_new = np.ones(len(keys), bool)
    met = []
    for layer, slices in enumerate(wanted.earlier):
        is_met = False
        for part in slices:
            if part.low > keys[-1] or part.high < keys[0]:
                continue
            there = Columns(folder, f"keys-{layer}-{part.number}")
            begin, end = there.span(int(keys[0]), None)
            for first, last in there.parts(begin, end, wanted.task.room(256)):
                old = there.read(0, first, last).astype(np.int64, copy=False)
                if old[0] > keys[-1]:
                    break
                place = np.minimum(np.searchsorted(keys, old), len(keys) - 1)
                place = place[keys[place] == old]
                is_new[place] = False
                is_met = is_met or len(place) > 0
        met += [layer] if is_met else []
    return met, columns if is_new.all() else [column[is_new] for column in columns]


def sampled(keys: Any) -> dict[str, Any]:
    """How keys are distributed: one in some number of them, from the least."""
    step = max(1, len(keys) // SAMPLES)
    return {"rows": len(keys), "step": step, "sample": keys[::step].tolist()}


def offsets_of(layer: int) -> str:
    """The name of the piece that says where ranges of keys begin in the runs of a layer."""
    return f"offsets-{layer}"


def _nothing(width: int) -> list[Any]:
    return [np.zeros(0, np.int64) for _ in range(width + 1)]


def limits_of(runs: list[dict[str, Any]], most: int) -> list[int]:
    """The limits between ranges of keys such that about `most` of what stands in the runs falls into each."""
    total = sum(run["rows"] for run in runs)
    number = max(1, -(-total // most))
    sample = np.concatenate([np.array(run["sample"], np.int64) for run in runs])
    weight = np.concatenate([np.full(len(run["sample"]), run["step"]) for run in runs])
    order = np.argsort(sample)
    sums = np.cumsum(weight[order])
    places = np.searchsorted(sums, np.arange(1, number) * (sums[-1] / number))
    return sorted({int(sample[order[place]]) for place in places})
