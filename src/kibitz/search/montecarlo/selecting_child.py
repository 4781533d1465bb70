"""Selecting a child: UCB1, with what is believed of children beforehand and what is proven of them."""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from kibitz.native import jit
from kibitz.native.bits import down
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.montecarlo_desk import LOGS, LOGS_AT, SCALE, SPREAD_SIZE, draw
from kibitz.search.montecarlo.pool import CLOSED, SUMS


@jit
def best_child(at: int, block: int, player: int, pool: Any, desk: Any) -> int:
    """The number of the child that promises the player most; -1 where none may be played.

    A child's promise is its mean and what may be hidden by few visits: the mean plus c·σ·√(ln N / n), where σ is the
    spread of all results so far, so that c is the same number whatever a game's utilities are.
    """
    words, numbers, facts = desk.words, desk.numbers, pool.facts
    column, sign = desk.columns[player], desk.signs[player]
    count = int(pool.size[at])
    start = at * pool.stride
    visits = int(facts[start])
    scale = desk.spreads[SPREAD_SIZE * column + SCALE]
    explore = numbers[word.EXPLORATION] * scale * root_log(visits, numbers)
    mean = sign * facts[start + SUMS + column] / visits if visits > 0 else 0.0
    urgency = max(numbers[word.URGENCY], mean + explore)
    floor = floor_of(at, column, sign, pool)
    # While children are unvisited many are alike: begin anywhere, so that chance decides, and not the game's order.
    number = int((down(draw(words), 33) * count) >> 31) if visits <= 2 * count else 0
    best, best_promise = -1, -inf
    for _ in range(count):
        child = block + number
        start = child * pool.stride
        low, high = facts[start + pool.low_at + column], facts[start + pool.high_at + column]
        if desk.forbids and pool.status[child] == CLOSED:
            pass
        elif words[word.SOLVER] != 0 and not may_matter(low, high, sign, floor):
            best = number if best < 0 else best
        else:
            n = facts[start]
            value = sign * facts[start + SUMS + column]
            if words[word.SHARED] != 0 and pool.busy[child] > 0:
                virtual = numbers[word.VIRTUAL_LOSS] * pool.busy[child]
                value += virtual * (mean - 2.0 * scale)
                n += virtual
            weight = facts[start + pool.belief_at] if words[word.BELIEVES] != 0 else 0.0
            if weight > 0.0:  # what is believed beforehand counts as visits, too
                value += facts[start + pool.belief_at + 1]
                n += weight
            heard = facts[start + pool.heard_at] if words[word.RAVE] != 0 else 0.0
            if n > 0.0 or heard > 0.0:
                if heard > 0.0:
                    value = mixed(value, n, facts[start + pool.heard_at + 1], heard, numbers[word.RAVE_BIAS])
                else:
                    value /= n
                if numbers[word.IMPLICIT] > 0.0 and n > 0.0:
                    value += numbers[word.IMPLICIT] * (sign * pool.backed[child * pool.width + column] - value)
                promise = value + explore / sqrt(max(n, 1.0))
            else:
                promise = urgency
            if promise > best_promise:
                best, best_promise = number, promise
        number += 1
        if number == count:
            number = 0
    return best


@jit
def floor_of(at: int, column: int, sign: float, pool: Any) -> float:
    """What a player is sure of at a node."""
    start = at * pool.stride + column
    floor: float = pool.facts[start + pool.low_at] if sign > 0.0 else -pool.facts[start + pool.high_at]
    return floor


@jit
def may_matter(low: float, high: float, sign: float, floor: float) -> bool:
    """Can a child still be the best? Not one that is proven to be no better than what the player has anyway."""
    if sign > 0.0:
        return high > floor or (high == floor and low == high)
    return -low > floor or (-low == floor and low == high)


@jit
def mixed(total: float, n: float, heard_sum: float, heard: float, bias: float) -> float:
    """The mean of a child's own simulations and of those RAVE heard of, which count less with time.

    The share of the latter is w / (n + w + b·n·w): they fade, however many there are, because what is learned from
    other lines is biased (Gelly and Silver's schedule).
    """
    share = heard / (n + heard + bias * n * heard)
    believed = heard_sum / heard
    return believed if n <= 0.0 else (1.0 - share) * total / n + share * believed


@jit
def root_log(visits: int, numbers: Any) -> float:
    """√ln n."""
    return numbers[LOGS_AT + visits] if visits < LOGS else sqrt(log(float(visits)))
