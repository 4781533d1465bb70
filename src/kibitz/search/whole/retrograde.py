"""Retrograde analysis: from the ends of a game backwards, how many plies each position is away from its end.

Whoever wins hurries, and whoever loses holds out, both with moves that keep the value of the position. Positions are
met in the order of their distance: one that the winner is to move in counts from the nearest end behind it, one that
the loser is to move in from the furthest, once all its ways are known.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped
from kibitz.native import Native, jit
from kibitz.search.whole.intervals import OVER

SAME = 1e-9  # values that differ by less are the same


class Backward(Native):
    """The links of a game backwards, and the distance of each position: -1 where it is a draw, or not known.

    The positions that lead to position `i` are `before[first[i]:first[i + 1]]`.
    """

    bare = ("plies", "first", "before", "open", "queue")

    def __init__(self, positions: Any, found: int) -> None:
        import numpy as np

        count = positions.count[:found]
        owners = np.repeat(np.arange(found), count)
        steps = np.arange(len(owners)) - np.repeat(np.cumsum(count) - count, count)
        children = positions.children[np.repeat(positions.first[:found], count) + steps]
        order = np.argsort(children, kind="stable")
        self.before = owners[order].astype(np.int64)
        self.first = np.searchsorted(children[order], np.arange(found + 1)).astype(np.int64)
        self.plies = np.full(found, -1, np.int64)
        self.open = np.zeros(found, np.int64)  # links that keep the value and lead to something not yet measured
        self.queue = np.zeros(found, np.int64)


@jit
def measure(positions: Any, parts: Any, backward: Any, even: float, found: int, stop: int) -> int:
    """Fill `plies` for all positions that one of two sides wins; how many they are."""
    values, players, plies = positions.values, positions.players, backward.plies
    end = 0
    for here in range(found):
        if positions.movers[here] == OVER:
            plies[here] = 0
            backward.queue[end] = here
            end += 1
        else:
            for at in range(positions.first[here], positions.first[here] + positions.count[here]):
                child = positions.children[at]
                if abs(values[child * players] - values[here * players]) < SAME:
                    backward.open[here] += 1
    begin = 0
    while begin < end:
        if positions.told[stop] != 0:
            raise Stopped("told to stop")
        child = backward.queue[begin]
        begin += 1
        value = values[child * players]
        if abs(value - even) < SAME:
            continue
        for at in range(backward.first[child], backward.first[child + 1]):
            here = backward.before[at]
            if plies[here] >= 0 or abs(values[here * players] - value) >= SAME:
                continue
            backward.open[here] -= 1
            is_winner = (value > even) == (parts.signs[positions.movers[here]] > 0)
            if is_winner or backward.open[here] == 0:
                plies[here] = plies[child] + 1
                backward.queue[end] = here
                end += 1
    return end
