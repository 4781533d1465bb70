"""A table of a game that fits in memory: solved whole, circles, dice and several players among it, and written."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.errors import Unsolved
from kibitz.game import Game, State
from kibitz.lookup.endgame_file import Rows, Solved, write_by_key
from kibitz.lookup.endgame_format import Stream
from kibitz.lookup.endgame_table import UNCOUNTED
from kibitz.search.retrograde.job import Job
from kibitz.search.whole.value_iteration import ENOUGH, WholeGame


def write_whole(whole: WholeGame, game: Game, s: State, job: Job) -> int:
    """Write the table of a game that is solved; how many positions it holds. Raises `Unsolved` where one is not exact.

    The bytes are those that the builder on disk writes for the same game.
    """
    keys, values, plies, errors = whole.all_solved()
    _must_be_exact(game, values, errors)
    order = np.argsort(keys)
    width = 1 if whole.has_sides and game.players <= 2 else game.players
    values = values[order, :width] + 0.0  # −0 is 0
    plies = np.full(len(order), UNCOUNTED) if plies is None else plies[order]
    rows, codes = coded(values, plies)
    total = whole.total if game.players == 2 and whole.has_sides else 0.0
    solved = Solved(len(order), total, whole.even, game.text(s))
    write_by_key(job.out, game, solved, rows, Stream(len(order), [keys[order]]), Stream(len(order), [codes]))
    return len(order)


def coded(values: Any, plies: Any) -> tuple[Rows, Any]:
    """The rows of a table, in ascending order, and the number of the row of each position."""
    number, width = values.shape
    both = np.concatenate([values, plies[:, None].astype(np.float64)], axis=1)
    found, codes, counts = np.unique(both, axis=0, return_inverse=True, return_counts=True)
    is_counted = bool((plies != UNCOUNTED).any())
    rows = Rows(len(found), width, found[:, :-1].ravel(), found[:, -1] if is_counted else None, counts)
    if rows.code_bytes:
        return rows, codes.ravel()
    return Rows(number, width, values.ravel(), plies if is_counted else None), codes.ravel()


def _must_be_exact(game: Game, values: Any, errors: Any) -> None:
    """Raise `Unsolved` where the value of a position is not known as closely as a table promises."""
    wrong = np.flatnonzero(~(errors <= ENOUGH * np.maximum(1.0, np.abs(values).max(axis=1))))
    if len(wrong):
        why = "play can go round in circles, and no values were found that fit together"
        raise Unsolved(f"{game.facts.name!r} cannot be solved exactly at {len(wrong):,} positions: {why}")
