"""Value iteration for several players who each want the most for themselves.

There is no theory by which the values of a circle are the right ones: several may be consistent. Those found here begin
at an even share and are worked out over and over. They are taken for the answer only where they prove consistent: every
player plays the best there is, and that play has these values. How far off they can be comes from how much they still
change, times how long play stays in the circle.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import CHANCE
from kibitz.native import jit
from kibitz.search.whole.components import BEGUN, COUNT, DONE, HARD, MOST, ROUNDS, is_circular
from kibitz.search.whole.intervals import MOST_ROUNDS, OPEN, OVER, SLOW, SOLVED

STILL = 1e-13  # relative: a change that does not count
SAME = 1e-12  # relative: values that differ by less are the same, and the first action is taken
CONSISTENT = 1e-10  # relative error up to which values are taken for consistent without equations
PATIENCE = 1000  # rounds before the equations of a small component are solved instead
ROUNDED = 4e-16  # relative: what floats add to a change


@jit
def agree(positions: Any, parts: Any, even: float, small: int, stop: int) -> int:
    """Find values component by component, as `settle` does for two sides. `high` becomes the error of each."""
    told = parts.told
    while told[DONE] < told[COUNT]:
        name = told[DONE]
        if positions.told[stop] != 0:
            raise Stopped("told to stop")
        if is_circular(positions, parts, name):
            ended = go_round(positions, parts, name, even, small, stop)
            if ended != SOLVED:
                return ended
        else:
            here = parts.order[parts.begins[name]]
            parts.high[here] = 0.0
            if positions.movers[here] != OVER:
                back_up(positions, here)
                parts.high[here] = doubt(positions, parts, name)
        told[BEGUN] = 0
        told[DONE] += 1
    return SOLVED


@jit
def go_round(positions: Any, parts: Any, name: int, even: float, small: int, stop: int) -> int:
    """Work out the values of one component over and over, and prove them consistent."""
    told, values, players = parts.told, positions.values, positions.players
    begin, end = parts.begins[name], parts.begins[name + 1]
    if told[BEGUN] == 0:
        for turn in range(begin, end):
            for player in range(players):
                values[parts.order[turn] * players + player] = even
        told[BEGUN], told[ROUNDS] = 1, 0
    most = PATIENCE if end - begin <= small else MOST_ROUNDS
    change, size = inf, 1.0
    while change > STILL * size and told[ROUNDS] < most and told[HARD] == 0:
        change = 0.0
        for turn in range(begin, end):
            if positions.told[stop] != 0:
                raise Stopped("told to stop")
            here = parts.order[turn]
            change = max(change, back_up(positions, here))
            for player in range(players):
                size = max(size, abs(values[here * players + player]))
        told[ROUNDS] += 1
        told[MOST] = max(told[MOST], told[ROUNDS])
    error = inf
    if told[HARD] == 0:
        error = change + ROUNDED * size
        error *= length(positions, parts, begin, end, stop)
    if error > CONSISTENT * size:
        error = inf
    error += doubt(positions, parts, name)
    for turn in range(begin, end):
        parts.high[parts.order[turn]] = error
    if error < inf:
        return SOLVED
    return SLOW if end - begin <= small else OPEN


@jit
def back_up(positions: Any, here: int) -> float:
    """Work out the value of a position from those behind it; by how much it changed."""
    values, players, mover = positions.values, positions.players, positions.movers[here]
    begin, end = positions.first[here], positions.first[here] + positions.count[here]
    taken = begin if mover == CHANCE else chosen(positions, here)
    change = 0.0
    for player in range(players):
        base = values[positions.children[taken] * players + player]
        if mover == CHANCE:
            total = 0.0
            for at in range(begin, end):
                total += positions.chances[at] * (values[positions.children[at] * players + player] - base)
            base += total
        change = max(change, abs(base - values[here * players + player]))
        values[here * players + player] = base
    return change


@jit
def chosen(positions: Any, here: int) -> int:
    """The first link that is best for the player to move; what differs in the last digits only is as good."""
    values, players, mover = positions.values, positions.players, positions.movers[here]
    begin: int = positions.first[here]
    end = begin + positions.count[here]
    most = -inf
    for at in range(begin, end):
        most = max(most, values[positions.children[at] * players + mover])
    enough = most - SAME * max(1.0, abs(most))
    for at in range(begin, end):
        if values[positions.children[at] * players + mover] >= enough:
            return at
    return begin


@jit
def doubt(positions: Any, parts: Any, name: int) -> float:
    """The largest error behind a component."""
    error = 0.0
    for turn in range(parts.begins[name], parts.begins[name + 1]):
        here = parts.order[turn]
        for at in range(positions.first[here], positions.first[here] + positions.count[here]):
            if parts.part[positions.children[at]] != name:
                error = max(error, parts.high[positions.children[at]])
    return error


@jit
def length(positions: Any, parts: Any, begin: int, end: int, stop: int) -> float:
    """At least as long as play stays in a component on average, in plies; infinite where that is not found soon.

    Once a round adds no more than a third, half as much again is enough: h ≥ 1 + (the average of h behind).
    """
    plies, name = parts.exits, parts.part[parts.order[begin]]
    for turn in range(begin, end):
        here = parts.order[turn]
        plies[here] = 0.0
        parts.marks[here] = -1 if positions.movers[here] == CHANCE else chosen(positions, here) - positions.first[here]
    for _ in range(PATIENCE + 4 * parts.told[ROUNDS]):
        added, most = 0.0, 0.0
        for turn in range(begin, end):
            if positions.told[stop] != 0:
                raise Stopped("told to stop")
            here = parts.order[turn]
            total = 1.0
            for step in range(positions.count[here]):
                child = positions.children[positions.first[here] + step]
                if parts.part[child] == name:
                    if parts.marks[here] == step:
                        total += plies[child]
                    elif parts.marks[here] < 0:
                        total += positions.chances[positions.first[here] + step] * plies[child]
            added = max(added, total - plies[here])
            most = max(most, total)
            plies[here] = total
        if added <= 1 / 3:
            return 1.5 * most
    return inf
