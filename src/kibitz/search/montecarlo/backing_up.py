"""Backing up: every node of a simulation's line counts what it brought, and learns what is proven below it."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kibitz.game.selecting import KINDS
from kibitz.native import jit
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.backed_evaluations import back_evaluations
from kibitz.search.montecarlo.montecarlo_desk import PATH_AT, RESULT_AT, SCALE, SPREAD_SIZE, SQUARES, STAMPS_AT, SUM
from kibitz.search.montecarlo.pool import SUMS, is_proven
from kibitz.search.montecarlo.score_bounds import tighten

OFTEN = 63  # the spread of the results is worked out anew after this many simulations


@jit
def back_up(ply: int, pool: Any, desk: Any) -> None:
    """Count the result at every node from the last one up to the root."""
    words, numbers = desk.words, desk.numbers
    if words[word.LAID_OUT] != 0:
        pool.first[words[word.LAID_OUT]] = words[word.LAID_AT]
    is_tightened = words[word.SOLVER] != 0
    for above in range(ply, -1, -1):
        at = int(words[PATH_AT + above])
        pool.facts[at * pool.stride] += 1.0
        for column in range(pool.width):
            pool.facts[at * pool.stride + SUMS + column] += numbers[RESULT_AT + column]
        if words[word.SHARED] != 0 and above > 0:
            pool.busy[at] -= 1
        if pool.first[at] != 0 and above < ply:
            if is_tightened:
                is_tightened = tighten(at, pool, desk)
            if words[word.RAVE] != 0:
                hear(at, above, pool, desk)
            if words[word.EVALUATES] != 0:
                back_evaluations(at, pool, desk)
    note_result(ply, pool, desk)


@jit
def forget_simulation(ply: int, pool: Any, desk: Any) -> None:
    """Leave the tree as if a simulation had not been begun, but for what it has laid out."""
    words = desk.words
    if words[word.LAID_OUT] != 0:
        pool.first[words[word.LAID_OUT]] = words[word.LAID_AT]
    for above in range(1, ply + 1):
        if words[word.SHARED] != 0:
            pool.busy[words[PATH_AT + above]] -= 1


@jit
def hear(at: int, ply: int, pool: Any, desk: Any) -> None:
    """RAVE: children that the player took later in the simulation count its result too, apart.

    It costs a look at every child of every node on the line, and gains a first impression of all of them at once.
    """
    words, numbers = desk.words, desk.numbers
    player = int(pool.mover[at])
    if player < 0:
        return
    stamps = STAMPS_AT + player * KINDS
    since = words[word.STAMP] + ply
    result = desk.signs[player] * numbers[RESULT_AT + desk.columns[player]]
    block = int(pool.first[at])
    for child in range(block, block + int(pool.size[at])):
        if words[stamps + pool.kinds[child]] >= since:
            pool.facts[child * pool.stride + pool.heard_at] += 1.0
            pool.facts[child * pool.stride + pool.heard_at + 1] += result


@jit
def note_result(ply: int, pool: Any, desk: Any) -> None:
    """Count the result for the spread of all results, and for the spread of those of the root's child.

    The spread never shrinks: once a search has settled down all results are alike, and nothing would be explored. Where
    positions are evaluated and not played out, it is that of evaluations: a mate may count a thousand times as much.
    """
    words, numbers, spreads = desk.words, desk.numbers, desk.spreads
    root = int(words[PATH_AT])
    player = max(0, int(pool.mover[root]))
    last = int(words[PATH_AT + ply])
    is_counted = numbers[word.MIXING] < 1.0 or not is_proven(last, pool)
    is_due = int(words[word.SIMULATIONS]) & OFTEN == 1 or words[word.SIMULATIONS] < OFTEN
    numbers[word.RESULTS] += 1.0 if is_counted else 0.0
    for column in range(pool.width if is_counted else 0):
        result = numbers[RESULT_AT + column]
        at = SPREAD_SIZE * column
        spreads[at + SUM] += result
        spreads[at + SQUARES] += result * result
        if is_due:
            mean = spreads[at + SUM] / numbers[word.RESULTS]
            variance = spreads[at + SQUARES] / numbers[word.RESULTS] - mean * mean
            spreads[at + SCALE] = max(spreads[at + SCALE], sqrt(max(0.0, variance)))
    result = numbers[RESULT_AT + desk.columns[player]]
    if ply > 0:
        place = 3 * (int(words[PATH_AT + 1]) - int(pool.first[root]))
        desk.squares[place] += 1.0
        desk.squares[place + 1] += result
        desk.squares[place + 2] += result * result
