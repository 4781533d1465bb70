"""Strongly connected components: the circles of a game, in the order in which they can be solved.

Two positions are in one component if each can be reached from the other. Between components play goes one way only, so
a game is solved component by component, those behind first; only within one do values depend on each other in a circle.
Tarjan's algorithm (1972) finds them in one walk in depth, and names those behind first.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped
from kibitz.native import Native, jit


class Parts(Native):
    """The components of a game, and what is known of the values in them.

    `order` holds the numbers of all positions, component by component, those behind first; component `c` is
    `order[begins[c]:begins[c + 1]]`. `part` tells the component of a position. Values lie between `low` and `high`: in
    a game of two sides those of player 0; among several players `low` is not used and `high` is an error. `signs` is
    1 for the players on the side of player 0, and -1 for the others. `marks` and `exits` are for notes.
    """

    bare = ("told", "order", "part", "begins", "low", "high", "signs", "marks", "exits")

    def __init__(self, positions: int, signs: list[int]) -> None:
        import numpy as np

        self.told = np.zeros(8, np.int64)
        self.order = np.zeros(positions, np.int32)
        self.part = np.zeros(positions, np.int32)
        self.begins = np.zeros(positions + 1, np.int32)
        self.low = np.zeros(positions, np.float64)
        self.high = np.zeros(positions, np.float64)
        self.signs = np.array(signs, np.int64)
        self.marks = np.zeros(positions, np.int32)
        self.exits = np.zeros(positions, np.float64)

    def size_of_next(self) -> int:
        """How many positions the first component has that is not solved."""
        name = self.told[DONE]
        return int(self.begins[name + 1] - self.begins[name])


# The words of `told`: components, those that are solved, rounds in the open one and in any one at most, whether one is
# open, and whether it is beyond equations.
COUNT, DONE, ROUNDS, MOST, BEGUN, HARD = range(6)
PER_POSITION = 4 * 4 + 3 * 8 + 4 * 4  # bytes that `Parts` and `Walk` take for each


class Walk(Native):
    """What a walk in depth must remember: the way to where it is, the next child at each place on it, and what waits
    for its component to be complete."""

    bare = ("path", "at", "waiting", "seen")

    def __init__(self, most: int) -> None:
        import numpy as np

        self.path = np.zeros(most, np.int32)
        self.at = np.zeros(most, np.int32)
        self.waiting = np.zeros(most, np.int32)
        self.seen = np.zeros(most, np.int32)


@jit
def find_components(positions: Any, parts: Any, walk: Any, found: int, stop: int) -> None:
    """Fill `order`, `part` and `begins`. `found` is the number of positions, `stop` the word that ends the work."""
    path, at, waiting, seen, lowest = walk.path, walk.at, walk.waiting, walk.seen, parts.marks
    parts.told[COUNT] = 0
    for here in range(found):
        seen[here] = 0
        parts.part[here] = -1
    met, waits, done = 0, 0, 0
    for start in range(found):
        if seen[start] != 0:
            continue
        met += 1
        seen[start], lowest[start] = met, met
        waiting[waits] = start
        waits += 1
        path[0], at[0] = start, 0
        depth = 1
        while depth > 0:
            if positions.told[stop] != 0:
                raise Stopped("told to stop")
            here = path[depth - 1]
            if at[depth - 1] < positions.count[here]:
                child = positions.children[positions.first[here] + at[depth - 1]]
                at[depth - 1] += 1
                if seen[child] == 0:
                    met += 1
                    seen[child], lowest[child] = met, met
                    waiting[waits] = child
                    waits += 1
                    path[depth], at[depth] = child, 0
                    depth += 1
                elif parts.part[child] < 0:
                    lowest[here] = min(lowest[here], seen[child])
                continue
            depth -= 1
            parts.exits[done] = here  # in the order in which the walk leaves them
            done += 1
            if depth > 0:
                lowest[path[depth - 1]] = min(lowest[path[depth - 1]], lowest[here])
            if lowest[here] == seen[here]:
                name = parts.told[COUNT]
                parts.told[COUNT] += 1
                size = 0
                last = -1
                while last != here:
                    waits -= 1
                    last = waiting[waits]
                    parts.part[last] = name
                    size += 1
                parts.begins[name + 1] = parts.begins[name] + size
    _sort(parts, walk, found)


@jit
def _sort(parts: Any, walk: Any, found: int) -> None:
    """Fill `order`: by component, and within each as the walk left them, which is those behind first."""
    for name in range(parts.told[COUNT]):
        walk.at[name] = parts.begins[name]
    for turn in range(found):
        here = int(parts.exits[turn])
        place = walk.at[parts.part[here]]
        parts.order[place] = here
        walk.at[parts.part[here]] = place + 1


@jit
def is_circular(positions: Any, parts: Any, name: int) -> bool:
    """Can play come back to a position of this component?"""
    begin = parts.begins[name]
    if parts.begins[name + 1] - begin > 1:
        return True
    here = parts.order[begin]
    for at in range(positions.first[here], positions.first[here] + positions.count[here]):
        if positions.children[at] == here:
            return True
    return False
