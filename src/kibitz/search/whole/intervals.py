"""Interval iteration: the values of a game of two sides, from below and from above until they meet.

Contract. Every value of player 0 stays between `low` and `high`, which only ever move towards each other; the distance
between them is the error, whenever one stops. A single value that no longer changes is no proof that it is right: a
game may come closer to its end by less, each turn, than the last digit of a float.

Play that never ends is worth `even`. In circles that a side may choose to stay in, the bounds would wait for each other
for ever: `tighten` finds these and moves the bounds there to what the side that wants to leave them can get.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped
from kibitz.game import CHANCE
from kibitz.native import jit
from kibitz.search.whole.components import BEGUN, COUNT, DONE, MOST, ROUNDS, is_circular

OVER = -2  # the mover where the game is over
CLOSED = 1e-13  # relative width at which the rounds end
CLOSE = 1e-12  # relative width that will do, where rounds no longer help
FEW = 8  # rounds between two looks at how wide a component is
SOME = 32  # rounds in which the width of a component should halve
TINY = 64  # positions of a component whose equations are solved at once where it does not
MOST_ROUNDS = 100_000  # for one component
SOLVED, SLOW, STALLED, OPEN = range(4)  # all; or why the next component is not solved


@jit
def settle(positions: Any, parts: Any, even: float, small: int, stop: int) -> int:
    """Solve components, those behind first, from where it stood.

    Answers `SOLVED`; or `SLOW` where one of at most `small` positions does not close quickly: its equations are better
    solved; `STALLED` where a larger one does not: call `loosen`, and again; `OPEN` where one does not close at all. It
    is up to the caller to count a component as done in `told[DONE]` then.
    """
    told = parts.told
    while told[DONE] < told[COUNT]:
        name = told[DONE]
        if positions.told[stop] != 0:
            raise Stopped("told to stop")
        if is_circular(positions, parts, name):
            ended = close(positions, parts, name, even, small, stop)
            if ended != SOLVED:
                return ended
        else:
            here = parts.order[parts.begins[name]]
            if positions.movers[here] == OVER:
                parts.low[here] = positions.values[here * positions.players]
                parts.high[here] = parts.low[here]
            else:
                parts.low[here] = bound(positions, parts, parts.low, here, even)
                parts.high[here] = bound(positions, parts, parts.high, here, even)
        told[BEGUN] = 0
        told[DONE] += 1
    return SOLVED


@jit
def bound(positions: Any, parts: Any, values: Any, here: int, even: float) -> float:
    """What a position is worth if those behind it are worth `values`. A link to itself is never counted: the dice
    leave it in the end, and a player who comes back to it for ever has what play without end is worth."""
    mover = positions.movers[here]
    begin, end = positions.first[here], positions.first[here] + positions.count[here]
    if mover != CHANCE:
        sign = parts.signs[mover]
        best = 0.0
        for at in range(begin, end):
            child = positions.children[at]
            worth = even if child == here else values[child]
            if at == begin or sign * worth > sign * best:
                best = worth
        return best
    base = even
    sure = 0.0
    total = 0.0
    again = False
    for at in range(begin, end):
        child = positions.children[at]
        chance = positions.chances[at]
        if child == here:
            again = True
        elif chance > 0:
            if sure == 0.0:
                base = values[child]
            sure += chance
            total += chance * (values[child] - base)  # against the first: where all are the same, so is the sum
    return base + (total / sure if again and sure > 0 else total)


@jit
def close(positions: Any, parts: Any, name: int, even: float, small: int, stop: int) -> int:
    """Move the bounds of one component towards each other until they meet."""
    told = parts.told
    begin, end = parts.begins[name], parts.begins[name + 1]
    if told[BEGUN] == 0:
        open_component(positions, parts, name, even)
        told[BEGUN], told[ROUNDS] = 1, 0
    width = widest(parts, begin, end)
    scale = max(1.0, largest(parts, begin, end))
    while width > CLOSED * scale:
        before, change = width, 0.0
        for turn in range(SOME):
            change = one_round(positions, parts, begin, end, even, stop)
            if change == 0.0:
                break
            if turn % FEW == FEW - 1:
                width = widest(parts, begin, end)
                if width <= CLOSED * scale:
                    break
        width = widest(parts, begin, end)
        if width <= CLOSE * scale and change == 0.0:
            break
        if width > CLOSE * scale and (change == 0.0 or width > before / 2):
            parts.exits[0] = change
            is_over = end - begin <= TINY or told[ROUNDS] >= 10 * SOME
            return SLOW if end - begin <= small and is_over else STALLED
    return SOLVED


@jit
def loosen(positions: Any, parts: Any, even: float, leeway: float, stop: int) -> int:
    """Move bounds that only hold each other up, in the component where `settle` has `STALLED`.

    `STALLED` where it may go on; `OPEN` where nothing moves any more, or there were enough rounds.
    """
    name = parts.told[DONE]
    begin, end = parts.begins[name], parts.begins[name + 1]
    least = max(leeway, CLOSE * max(1.0, largest(parts, begin, end)))
    moved = tighten(positions, parts, parts.high, 1, begin, end, even, least, stop)
    moved = max(moved, tighten(positions, parts, parts.low, -1, begin, end, even, least, stop))
    if parts.told[ROUNDS] >= MOST_ROUNDS or (moved == 0.0 and leeway == 0.0):
        return OPEN
    return STALLED


@jit
def open_component(positions: Any, parts: Any, name: int, even: float) -> None:
    """First bounds: play leaves the component to something known, or never ends."""
    least, most = even, even
    begin, end = parts.begins[name], parts.begins[name + 1]
    for turn in range(begin, end):
        here = parts.order[turn]
        for at in range(positions.first[here], positions.first[here] + positions.count[here]):
            child = positions.children[at]
            if parts.part[child] != name:
                least = min(least, parts.low[child])
                most = max(most, parts.high[child])
    for turn in range(begin, end):
        parts.low[parts.order[turn]] = least
        parts.high[parts.order[turn]] = most


@jit
def one_round(positions: Any, parts: Any, begin: int, end: int, even: float, stop: int) -> float:
    """Work out every bound of a component once more; by how much one moved most."""
    low, high = parts.low, parts.high
    change = 0.0
    for turn in range(begin, end):
        if positions.told[stop] != 0:
            raise Stopped("told to stop")
        here = parts.order[turn]
        least = bound(positions, parts, low, here, even)
        if least > low[here]:
            change = max(change, least - low[here])
            low[here] = least
        most = bound(positions, parts, high, here, even)
        if most < high[here]:
            change = max(change, high[here] - most)
            high[here] = most
    parts.told[ROUNDS] += 1
    parts.told[MOST] = max(parts.told[MOST], parts.told[ROUNDS])
    return change


@jit
def widest(parts: Any, begin: int, end: int) -> float:
    """The largest distance between the bounds of a value."""
    width = 0.0
    for turn in range(begin, end):
        here = parts.order[turn]
        width = max(width, parts.high[here] - parts.low[here])
    return width


@jit
def largest(parts: Any, begin: int, end: int) -> float:
    """The largest bound, whatever its sign."""
    size = 0.0
    for turn in range(begin, end):
        here = parts.order[turn]
        size = max(size, max(abs(parts.low[here]), abs(parts.high[here])))
    return size


@jit
def tighten(
    positions: Any, parts: Any, values: Any, sign: int, begin: int, end: int, even: float, leeway: float, stop: int
) -> float:
    """Lower upper bounds (`sign` 1; -1: raise lower ones) that only hold each other up; by how much at most.

    Call the side that the bounds favour the hopeful one. Wanted are circles better than `even` for it in which the
    other side can stay as long as the hopeful one gives nothing away: there it gets `even`, or the best that it can
    leave for. That is a bound whatever the `leeway` within which two values count as the same.
    """
    marks, exits = parts.marks, parts.exits
    for turn in range(begin, end):
        here = parts.order[turn]
        marks[here] = 1 if sign * (values[here] - even) > leeway else 0
    removed = True
    while removed:
        removed = False
        for turn in range(begin, end):
            if positions.told[stop] != 0:
                raise Stopped("told to stop")
            here = parts.order[turn]
            if marks[here] == 1 and not holds(positions, parts, values, sign, here, leeway):
                marks[here] = 0
                removed = True
    for turn in range(begin, end):
        exits[parts.order[turn]] = even
    grown = True
    while grown:
        grown = False
        for turn in range(begin, end):
            if positions.told[stop] != 0:
                raise Stopped("told to stop")
            here = parts.order[turn]
            if marks[here] == 1:
                best = best_exit(positions, parts, values, sign, here, leeway)
                if sign * best > sign * exits[here]:
                    exits[here] = best
                    grown = True
    moved = 0.0
    for turn in range(begin, end):
        here = parts.order[turn]
        if marks[here] == 1 and sign * exits[here] < sign * values[here]:
            moved = max(moved, abs(exits[here] - values[here]))
            values[here] = exits[here]
    for turn in range(begin, end):
        marks[parts.order[turn]] = 0
    return moved


@jit
def holds(positions: Any, parts: Any, values: Any, sign: int, here: int, leeway: float) -> bool:
    """Can play be kept among the marked positions, from this one, unless the hopeful side gives something away?"""
    mover = positions.movers[here]
    for at in range(positions.first[here], positions.first[here] + positions.count[here]):
        child = positions.children[at]
        if child == here and mover != CHANCE:
            continue  # it counts as play that never ends, which is worth less than any marked position
        is_inside = marked(parts, here, child)
        if mover == CHANCE:
            if not is_inside and positions.chances[at] > 0:
                return False
        elif parts.signs[mover] * sign > 0:
            if not is_inside and sign * (values[child] - values[here]) >= -leeway:
                return False
        elif is_inside and sign * (values[child] - values[here]) <= leeway:
            return True
    return bool(mover == CHANCE or parts.signs[mover] * sign > 0)


@jit
def marked(parts: Any, here: int, child: int) -> bool:
    """Is a child in the same component, and among the marked?"""
    return bool(parts.part[child] == parts.part[here] and parts.marks[child] == 1)


@jit
def best_exit(positions: Any, parts: Any, values: Any, sign: int, here: int, leeway: float) -> float:
    """The best that the hopeful side can leave the marked positions for, from this one or one reached from it."""
    mover = positions.movers[here]
    best: float = parts.exits[here]
    for at in range(positions.first[here], positions.first[here] + positions.count[here]):
        child = positions.children[at]
        if child == here:
            continue
        is_inside = marked(parts, here, child)
        if mover == CHANCE:
            worth = parts.exits[child] if is_inside else best
        elif parts.signs[mover] * sign > 0:
            is_kept = is_inside and sign * (values[child] - values[here]) >= -leeway
            worth = parts.exits[child] if is_kept else values[child]
        else:
            is_kept = is_inside and sign * (values[child] - values[here]) <= leeway
            worth = parts.exits[child] if is_kept else best
        if sign * worth > sign * best:
            best = worth
    return best
