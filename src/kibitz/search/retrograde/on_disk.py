"""A table built on disk, within a given memory: all positions layer by layer, then backwards, then in order.

Every step is a number of pieces that can be carried out anywhere, in any order and more than once; between the steps
everything waits. A game whose play only leads from each layer to the next takes one sweep backwards. Any other is swept
until nothing changes: in a game of two sides without dice first the values, from a draw everywhere, which is what
circles without end are worth; then the distances. With dice, or several players, a position counts as known once all
behind it are, and a game with circles is refused.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from kibitz.errors import Unsolved
from kibitz.game import Game, State
from kibitz.games import GameSource
from kibitz.lookup.endgame_file import Solved
from kibitz.native.packing import pack, words
from kibitz.native.tuples import shaped
from kibitz.pieces import Piece
from kibitz.search.retrograde.backward import OpenSlice, Rule, SolveSlice, Target, prepare
from kibitz.search.retrograde.columns import write_columns
from kibitz.search.retrograde.forward import (
    Ends,
    Expand,
    Expansion,
    Range,
    Slice,
    Task,
    free_memory,
    limits_of,
    merge,
    offsets_of,
    sampled,
)
from kibitz.search.retrograde.gathering import (
    EACH,
    ROWS,
    Gathering,
    all_rows,
    gather,
    has_distances,
    told_of,
    write_gathered,
)
from kibitz.search.retrograde.job import Job
from kibitz.search.retrograde.runs import write_offsets
from kibitz.search.whole.sides import Sides
from kibitz.search.whole.value_iteration import even_share

SWEEPS = "sweeps"  # the piece that says how far the sweeps are
FREE = "free"  # the piece that says how much memory there is for positions
MANY_PIECES = 16  # this many workers have something to do
SMALL_PIECE = 1 << 15  # positions: smaller pieces are not worth their files


class Layer(NamedTuple):
    """The positions that are this many plies away from the first: slices in the order of keys, and where play leads."""

    slices: tuple[Slice, ...]
    targets: tuple[int, ...]

    @property
    def rows(self) -> int:
        """How many positions it has."""
        return sum(part.rows for part in self.slices)


class Found(NamedTuple):
    """All positions of a game, on disk."""

    layers: tuple[Layer, ...]
    ends: list[float]
    links: int
    samples: list[dict[str, Any]]  # how the keys of each slice are distributed

    @property
    def positions(self) -> int:
        """How many there are."""
        return sum(layer.rows for layer in self.layers)

    @property
    def is_forward(self) -> bool:
        """Does play only lead from each layer to the next?"""
        return all(layer.targets in ((), (number + 1,)) for number, layer in enumerate(self.layers))


class OnDisk:
    """One build, on disk."""

    def __init__(self, game: Game, s: State, job: Job) -> None:
        self._game, self._start, self._job = game, s, job
        self._task = Task(job.source or GameSource.of(game), job.pieces, self._free())

    def _free(self) -> float:
        """The memory for positions: told once for a build, because ranges of keys depend on it."""
        folder = self._job.pieces
        if not folder.has(FREE):
            prepare(self._game)
            folder.write(FREE, [json.dumps(free_memory(self._job.memory)).encode()])
        return float(json.loads(folder.read(FREE)))

    def _at_once(self, total: int, each: int) -> int:
        """How many things of this many bytes each to put into one piece: what there is room for, but in many pieces."""
        return min(self._task.room(each), max(SMALL_PIECE, total // MANY_PIECES))

    def _carried_out(self, work: Any, pieces: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """What each piece has told, by its name; the disk is watched meanwhile."""
        told: dict[str, Any] = {}
        more = 0
        for name, answer in self._job.spread(work, (Piece(name, argument) for name, argument in pieces)):
            told[name] = answer
            more += answer["bytes"] if isinstance(answer, dict) else 0
            if more > 64 << 20:
                self._job.must_have_room()
                more = 0
        self._job.must_have_room()
        return told

    # ------------------------------------------------------------ forward

    def find(self) -> Found:
        """Find every position."""
        layers = [self._first_layer()]
        ends, links, samples = Ends(self._game), 0, [sampled(np.array([layers[0].slices[0].low]))]
        while layers[-1].rows:
            number = len(layers) - 1
            told, following = self._layer_after(layers)
            ends.join(told["ends"])
            links += told["links"]
            samples += told["samples"]
            met = [*told["met"], *([number + 1] if following else [])]
            layers[-1] = layers[-1]._replace(targets=tuple(met))
            layers.append(Layer(following, ()))
            found = sum(layer.rows for layer in layers)
            self._job.progress(f"{found:,} positions found, {number + 1} plies deep")
        return Found(tuple(layers[:-1]), ends.told, links, samples)

    def _first_layer(self) -> Layer:
        game, folder = self._game, self._job.pieces
        state = shaped(game.initial(), self._start)
        row = np.zeros(words(game.initial()), np.int64)
        pack(row, 0, state)
        key = int(game.key(self._start))
        if not folder.has("layer-0.told"):
            write_columns(folder, "keys-0-0", [np.array([key], np.int64)])
            write_columns(folder, "states-0-0", [row[word : word + 1] for word in range(len(row))])
            folder.write("layer-0.told", [b"{}"])
        return Layer((Slice(0, 1, key, key),), ())

    def _layer_after(self, layers: list[Layer]) -> tuple[dict[str, Any], tuple[Slice, ...]]:
        """What the last layer has told of itself, and the slices of the next."""
        folder, number = self._job.pieces, len(layers) - 1
        name = f"layer-{number + 1}.told"
        if not folder.has(name):
            told = self._expanded(number, layers[-1])
            merged = self._merged(number + 1, layers, told.pop("runs"))
            told["met"] = sorted({layer for answer in merged for layer in answer["met"]})
            told["samples"] = [answer["sampled"] for answer in merged if answer["slice"][1]]
            told["slices"] = [answer["slice"] for answer in merged if answer["slice"][1]]
            folder.write(name, [json.dumps(told).encode()])
        for beginning in (f"run-{number + 1}-", f"merged-{number + 1}-"):
            for left in folder.names(beginning):
                folder.remove(left)
        folder.remove(offsets_of(number + 1))
        told = json.loads(folder.read(name))
        return told, tuple(Slice(*part) for part in told["slices"])

    def _expanded(self, number: int, layer: Layer) -> dict[str, Any]:
        """The runs of the next layer, and what a layer tells of itself."""
        pieces = [(f"expand {number}.{part.number}", Expansion(self._task, number, part)) for part in layer.slices]
        told = self._carried_out(Expand(), pieces)
        ends = Ends(self._game)
        for name, _ in pieces:  # in their own order, whichever was done first
            ends.join(told[name]["ends"])
        runs = [run for name, _ in pieces for run in told[name]["runs"]]
        return {"ends": ends.told, "links": sum(told[name]["links"] for name, _ in pieces), "runs": runs}

    def _merged(self, number: int, layers: list[Layer], runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The slices of a layer, from its runs."""
        if not runs:
            return []
        most = self._at_once(sum(run["rows"] for run in runs), 16 * words(self._game.initial()) + 48)
        names = tuple(run["name"] for run in runs)
        limits = limits_of(runs, most)
        if not self._job.pieces.has(offsets_of(number)):
            write_offsets(self._job.pieces, offsets_of(number), names, limits)
        width = words(self._game.initial())
        pieces = [
            (
                f"merge {number}.{place}",
                Range(self._task, number, place, names, width, self._earlier(layers, low, high)),
            )
            for place, (low, high) in enumerate(pairwise([None, *limits, None]))
        ]
        told = self._carried_out(merge, pieces)
        return [told[name] for name, _ in pieces]

    @staticmethod
    def _earlier(layers: list[Layer], low: int | None, high: int | None) -> tuple[tuple[Slice, ...], ...]:
        """The slices of each layer that hold keys of a range."""
        return tuple(within(layer.slices, low, high) for layer in layers)

    # ------------------------------------------------------------ backward

    def solve(self, found: Found) -> None:
        """Solve all that was found, and write the table."""
        sides = sides_from(self._game, self._start, found.ends)
        rule = Rule(self._game.players, sides.signs, even_share(self._game, self._start), math.nan, False)
        is_measured = bool(sides.signs) and not self._game.facts.chance
        if found.is_forward:
            final = self._one_sweep(found, rule._replace(is_measured=is_measured))
        else:
            final = self._sweeps(found, rule, is_measured)
        if any(answer["unknown"] for answer in self._answers(found, final)):
            name = self._game.facts.name
            many = f"{name!r} has {found.positions:,} positions, too many for {self._job.memory:g} MB"
            raise Unsolved(f"{many}, and play can go round in circles: allow more with --memory")
        rows = all_rows((answer["rows"] for answer in self._answers(found, final)), rule.width)
        self._write(found, rule, sides, final, rows, is_measured)

    def _answers(self, found: Found, final: list[int]) -> Iterator[dict[str, Any]]:
        """What each slice has told when it was solved for the last time, one after the other: all may be too much."""
        for number, layer in enumerate(found.layers):
            for part in layer.slices:
                yield told_of(self._job, f"solved-{final[number]}-{number}-{part.number}")

    def _one_sweep(self, found: Found, rule: Rule) -> list[int]:
        """Solve the layers from the last to the first; the states of a layer are not needed any more after that."""
        final = [0] * len(found.layers)
        for number in reversed(range(len(found.layers))):
            self._solved(found, number, 1, final, rule)
            final[number] = 1
            for part in found.layers[number].slices:
                self._job.pieces.remove(f"states-{number}-{part.number}")
            solved = sum(layer.rows for layer in found.layers[number:])
            self._job.progress(f"{solved:,} of {found.positions:,} positions solved")
        return final

    def _sweeps(self, found: Found, rule: Rule, is_measured: bool) -> list[int]:
        """Sweep until nothing changes: values, then distances if they count. Which sweep's values each layer has."""
        at = self._sweeping(found)
        while not at.is_over:
            if is_measured:
                rule = rule._replace(unknown=rule.even, is_measured=at.is_measuring)
            for number in reversed(range(at.next_layer + 1)):
                if at.must_look(number, found.layers[number]):
                    told = self._solved(found, number, at.sweep, at.latest, rule)
                    changed = sum(answer["changed"] for answer in told.values())
                    before = at.latest[number]
                    at.looked(number, changed)
                    self._job.pieces.write(SWEEPS, [json.dumps(asdict(at)).encode()])
                    self._forget(number, found.layers[number], before)
            self._job.progress(f"sweep {at.sweep}: {at.changed:,} of {found.positions:,} positions changed")
            at.end_sweep(is_measured)
        return at.latest

    def _sweeping(self, found: Found) -> Sweeping:
        """How far the sweeps are: at their beginning, or where they were when the build was stopped."""
        if self._job.pieces.has(SWEEPS):
            return Sweeping(**json.loads(self._job.pieces.read(SWEEPS)))
        number = len(found.layers)
        return Sweeping(number - 1, [0] * number, [0] * number, [-1] * number)

    def _forget(self, number: int, layer: Layer, sweep: int) -> None:
        """Delete what a layer was worth in an earlier sweep."""
        for part in layer.slices if sweep else ():
            self._job.pieces.remove(f"solved-{sweep}-{number}-{part.number}.told")
            self._job.pieces.remove(f"solved-{sweep}-{number}-{part.number}")

    def _solved(self, found: Found, number: int, sweep: int, latest: list[int], rule: Rule) -> dict[str, Any]:
        """Solve the slices of a layer from what the layers behind it are worth; what each has told."""
        layer = found.layers[number]
        targets = tuple(Target(target, latest[target], found.layers[target].slices) for target in layer.targets)
        pieces = [
            (
                f"solve {sweep}.{number}.{part.number}",
                OpenSlice(self._task, number, part, sweep, latest[number], targets, rule),
            )
            for part in layer.slices
        ]
        return self._carried_out(SolveSlice(), pieces)

    # ------------------------------------------------------------ the finished table

    def _write(
        self, found: Found, rule: Rule, sides: Sides, final: list[int], rows: tuple[Any, Any] | None, is_measured: bool
    ) -> None:
        """Put all positions in the order of their keys, and write them."""
        folder, task = self._job.pieces, self._task
        if rows is not None:
            folder.write(ROWS, [rows[0]])
        layers = tuple(Target(number, final[number], layer.slices) for number, layer in enumerate(found.layers))
        limits = [None, *limits_of(found.samples, self._at_once(found.positions, EACH + 24 * rule.width)), None]
        pieces = []
        for number, (low, high) in enumerate(pairwise(limits)):
            near = tuple(layer._replace(slices=within(layer.slices, low, high)) for layer in layers)
            pieces.append((f"gather {number}", Gathering(task, number, low, high, near, rule.width, rows is not None)))
        gathered = self._job.spread(gather, (Piece(name, argument) for name, argument in pieces))
        for done, _ in enumerate(gathered, 1):
            self._job.progress(f"{done} of {len(pieces)} parts of the table in order")
        self._job.must_have_room()
        total = sides.total if self._game.players == 2 and sides.signs else 0.0
        solved = Solved(found.positions, total, rule.even, self._game.text(self._start))
        is_counted = has_distances(rows, is_measured)
        write_gathered(self._job, self._game, rule, sides.total, solved, rows, len(pieces), is_counted)


@dataclass
class Sweeping:
    """How far sweeps over all layers are. `latest` is the sweep whose values a layer has, 0 before the first.

    Layers are looked at one after the other, and every look has a number: `looks` has the last one of each layer,
    `moves` the last one at which it changed.
    """

    next_layer: int
    latest: list[int]
    looks: list[int]
    moves: list[int]
    sweep: int = 1
    phase_began: int = 1  # the first sweep for values, or for distances
    look: int = 0
    changed: int = 0
    is_measuring: bool = False
    is_over: bool = False

    def must_look(self, number: int, layer: Layer) -> bool:
        """Has anything that a layer leads to changed since it was looked at?"""
        return self.sweep == self.phase_began or any(self.moves[to] >= self.looks[number] for to in layer.targets)

    def looked(self, number: int, changed: int) -> None:
        """A layer was looked at, and so much of it changed."""
        self.look += 1
        self.looks[number] = self.look
        if changed:
            self.moves[number] = self.look
        self.latest[number] = self.sweep
        self.changed += changed
        self.next_layer = number - 1

    def end_sweep(self, is_measured: bool) -> None:
        """Go on to the next sweep, to the distances, or to the end."""
        if self.changed == 0:
            self.is_over = self.is_measuring or not is_measured
            self.is_measuring, self.phase_began = True, self.sweep + 1
        self.sweep, self.changed, self.next_layer = self.sweep + 1, 0, len(self.latest) - 1


def within(slices: tuple[Slice, ...], low: int | None, high: int | None) -> tuple[Slice, ...]:
    """Those of the slices of a layer, which are in the order of keys, that hold keys from `low` to before `high`."""
    begin = 0 if low is None else bisect_left(slices, low, key=lambda part: part.high)
    end = len(slices) if high is None else bisect_left(slices, high, key=lambda part: part.low)
    return slices[begin:end]


def sides_from(game: Game, s: State, ends: list[float]) -> Sides:
    """The sides of a game, as it says, where what is told of its ends bears it out: as `whole.sides.sides_of`."""
    if game.players == 1:
        return Sides((1,))
    teams = game.teams or tuple(range(game.players))
    if not game.facts.zero_sum or len(set(teams)) != 2:
        return Sides(())
    signs = tuple(1 if team == teams[0] else -1 for team in teams)
    if not ends:
        return Sides(signs, float(game.at_stake(s)))
    first, least, most, largest, mates = ends
    slack = 1e-9 * max(1.0, largest)
    return Sides(signs, first) if most - least <= slack and mates <= slack else Sides(())
