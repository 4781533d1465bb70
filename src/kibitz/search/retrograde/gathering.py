"""The solved slices of all layers put in one order, that of the keys, and written as a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from kibitz.game import Game
from kibitz.lookup.endgame_file import MOST_ROWS, Rows, Solved, write_by_key
from kibitz.lookup.endgame_format import Stream
from kibitz.lookup.endgame_table import UNCOUNTED
from kibitz.search.retrograde.backward import Rule, Target
from kibitz.search.retrograde.columns import Columns, write_columns
from kibitz.search.retrograde.forward import Task
from kibitz.search.retrograde.job import Job

PAGE = 1 << 16  # positions read at a time for the finished file
EACH = 96  # bytes of memory that a position takes while a range is put in order
ROWS = "rows"  # the piece that says what codes stand for


class Gathering(NamedTuple):
    """A range of keys, whose positions are wanted from all layers in one order. `is_coded`: by codes, not by rows."""

    task: Task
    number: int
    low: int | None
    high: int | None
    layers: tuple[Target, ...]
    width: int
    is_coded: bool


def gather(wanted: Gathering) -> int:
    """Write the positions of a range in the order of their keys, with a code each, or a row; how many there are."""
    folder = wanted.task.folder
    name = f"gathered-{wanted.number}"
    if not folder.has(name):
        keys, values, plies = _within(wanted)
        order = np.argsort(keys)
        if wanted.is_coded:
            rows = np.frombuffer(folder.read(ROWS), np.float64).reshape(-1, wanted.width + 1)
            answers = [row_numbers(rows, values, plies)[order]]
        else:
            answers = [*values[order].T, plies[order]]
        write_columns(folder, name, [keys[order], *answers])
    return len(Columns(folder, name))


def _within(wanted: Gathering) -> tuple[Any, Any, Any]:
    """Keys, values and plies of all positions in a range of keys."""
    folder, width = wanted.task.folder, wanted.width
    keys, values, plies = [np.zeros(0, np.int64)], [np.zeros((0, width))], [np.zeros(0, np.int32)]
    for layer, sweep, slices in wanted.layers:
        for part in slices:
            there = Columns(folder, f"keys-{layer}-{part.number}")
            begin, end = there.span(wanted.low, wanted.high)
            solved = Columns(folder, f"solved-{sweep}-{layer}-{part.number}")
            keys.append(there.read(0, begin, end).astype(np.int64, copy=False))
            values.append(np.stack([solved.read(column, begin, end) for column in range(width)], axis=1))
            plies.append(solved.read(width, begin, end).astype(np.int32))
    return np.concatenate(keys), np.concatenate(values).astype(np.float64, copy=False), np.concatenate(plies)


def row_numbers(rows: Any, values: Any, plies: Any) -> Any:
    """The number of each position's row among `rows`: values and plies, in ascending order."""
    if values.shape[1] == 1:
        levels = np.unique(rows[:, 0])
        steps = int(rows[:, 1].max()) + 2
        names = np.searchsorted(levels, rows[:, 0]) * steps + rows[:, 1].astype(np.int64) + 1
        return np.searchsorted(names, np.searchsorted(levels, values[:, 0]) * steps + plies + 1)
    known = {tuple(row): number for number, row in enumerate(rows.tolist())}
    own, which = np.unique(np.concatenate([values, plies[:, None]], axis=1), axis=0, return_inverse=True)
    return np.array([known[tuple(row)] for row in own.tolist()], np.int64)[which.ravel()]


def all_rows(told: Iterable[list[list[float]] | None], width: int) -> tuple[Any, Any] | None:
    """All rows that slices have, in ascending order, and how often each comes; None where there are too many."""
    counts: dict[tuple[float, ...], int] = {}
    for rows in told:
        if rows is None:
            return None
        for *row, count in rows:
            counts[tuple(row)] = counts.get(tuple(row), 0) + int(count)
        if len(counts) > MOST_ROWS:
            return None
    names = sorted(counts)
    return np.array(names, np.float64).reshape(-1, width + 1), np.array([counts[name] for name in names], np.int64)


def write_gathered(
    job: Job,
    game: Game,
    rule: Rule,
    total: float,
    solved: Solved,
    rows: tuple[Any, Any] | None,
    pieces: int,
    is_counted: bool,
) -> None:
    """Write the finished table from what was gathered, one range after the other. `total` is what all values sum to."""
    gathered = [Columns(job.pieces, f"gathered-{number}") for number in range(pieces)]

    def column(number: int) -> Iterator[Any]:
        for piece in gathered:
            for begin, end in piece.parts(0, len(piece), PAGE):
                yield piece.read(number, begin, end)

    def shares() -> Iterator[Any]:
        for piece in gathered:
            for begin, end in piece.parts(0, len(piece), PAGE):
                read = [piece.read(1 + player, begin, end) for player in range(rule.width)]
                yield all_shares(np.stack(read, axis=1).astype(np.float64), rule, total).ravel()

    places = sum(map(len, gathered))
    keys = Stream(places, column(0))
    width = 1 if rule.width == 1 and rule.players <= 2 else rule.players
    if rows is not None:
        values = all_shares(rows[0][:, :-1], rule, total)
        made = Rows(len(values), width, values.ravel(), rows[0][:, -1] if is_counted else None, rows[1])
        write_by_key(job.out, game, solved, made, keys, Stream(places, column(1)))
    else:
        plies = Stream(places, column(1 + rule.width)) if is_counted else None
        made = Rows(places, width, Stream(places * width, shares()), plies)
        write_by_key(job.out, game, solved, made, keys, Stream(places, ()))


def all_shares(values: Any, rule: Rule, total: float) -> Any:
    """What is in the rows of a table: with more players in two teams, what each has of the value to player 0."""
    if not rule.signs or rule.players <= 2:
        return values
    own, signs = values[:, 0], rule.signs
    with_first = sum(sign > 0 for sign in signs)
    others = (total - with_first * own) / (rule.players - with_first) + 0.0
    return np.stack([own if sign > 0 else others for sign in signs], axis=1)


def has_distances(rows: tuple[Any, Any] | None, is_measured: bool) -> bool:
    """Are there distances to be kept?"""
    return is_measured and (rows is None or bool((rows[0][:, -1] != UNCOUNTED).any()))


def told_of(job: Job, name: str) -> dict[str, Any]:
    """What a finished piece has told."""
    found: dict[str, Any] = json.loads(job.pieces.read(f"{name}.told"))
    return found
