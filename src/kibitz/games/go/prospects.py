"""What is believed of a stone before any simulation, from a glance at the points around it.

A belief is counted in simulations, won or lost, that it stands for: a capture is as good as some that were won.
"""

from __future__ import annotations

from typing import Any

from kibitz.games.go.board import NOWHERE, PASS, State, last_action
from kibitz.games.go.ladders import is_caught, runs_into_ladder
from kibitz.games.go.patterns import padded, shape_at
from kibitz.games.go.playouts import group_and_liberties, is_alone, is_sensible
from kibitz.games.go.points import (
    after_first,
    both,
    either,
    first_of,
    meet,
    number_of,
    single,
    some,
    without,
)

# Beliefs, in simulations. All stones have the first one, half of it won.
EVEN = 8.0
PASSING = 6.0, 20.0  # won, and in all
TAKING = 20.0  # takes stones
SAVING = 20.0  # saves own stones in atari
CATCHING = 12.0  # catches stones in a ladder, or puts them into atari for good
SHAPE = 6.0
NEAR = (8.0, 5.0, 3.0)  # the last stone is beside it, two points away, three
OPEN_EDGE = 8.0  # lost: on the edge with nothing around
OPEN_SECOND = 4.0  # lost: on the second line with nothing around
OPEN_THIRD = 4.0  # won: on the third line or higher with nothing around
SELF_ATARI = 16.0  # lost
DOOMED = 16.0  # lost: runs where the ladder works
OWN_EYE = 60.0  # lost


def prospect_of(game: Any, s: State, a: int) -> tuple[float, float]:
    """The share of the belief that is won, and how many simulations it stands for."""
    if a == PASS:
        return PASSING[0] / PASSING[1], PASSING[1]
    empty, me, other = game.empty(s), game.trimmed(s.me), game.trimmed(s.other)
    beside = game.neighbours(a)
    won, weight = EVEN / 2, EVEN
    if not meet(beside, either(empty, other)) and number_of(both(game.across(a), other)) <= (
        0 if game.is_edge(a) else 1
    ):
        return won / (weight + OWN_EYE), weight + OWN_EYE
    last = last_action(s)
    if last < NOWHERE:
        near = nearness(game, a, last)
        won, weight = won + near, weight + near
    if not meet(game.within_two(a), either(me, other)):
        line = line_of(game, a)
        if line == 0:
            weight += OPEN_EDGE
        elif line == 1:
            weight += OPEN_SECOND
        else:
            won, weight = won + OPEN_THIRD, weight + OPEN_THIRD
        return won / weight, weight
    if not meet(game.around(a), either(me, other)):
        return won / weight, weight
    if game.is_good_shape(shape_at(game, padded(game, me), padded(game, other), a)):
        won, weight = won + SHAPE, weight + SHAPE
    if meet(beside, other):
        attack = attack_value(game, s, a)
        won, weight = won + attack, weight + attack
    if meet(beside, me):
        rescue = rescue_value(game, s, a)
        if rescue > 0.0:
            won += rescue
        weight += abs(rescue)
    if not is_sensible(game, s, empty, a):
        weight += SELF_ATARI
    return won / weight, weight


def nearness(game: Any, a: int, last: int) -> float:
    """What a point gains by lying near the last stone."""
    rows, columns = abs(a // game.stride - last // game.stride), abs(a % game.stride - last % game.stride)
    distance = rows + columns + max(rows, columns)
    if distance <= 3:
        return NEAR[0]
    if distance <= 5:
        return NEAR[1]
    return NEAR[2] if distance <= 7 else 0.0


def line_of(game: Any, a: int) -> int:
    """How far from the edge a point is: 0 on it."""
    row, column = a // game.stride, a % game.stride
    return int(min(row, column, game.size - 1 - row, game.size - 1 - column))


def attack_value(game: Any, s: State, a: int) -> float:
    """What a stone gains by taking the other's stones beside it, or by catching them."""
    empty, me, other = game.empty(s), game.trimmed(s.me), game.trimmed(s.other)
    found = 0.0
    touched = both(game.neighbours(a), other)
    while some(touched):
        group, free = group_and_liberties(game, single(first_of(touched)), other, empty)
        touched = without(after_first(touched), group)
        if is_alone(game, free):
            found += TAKING + number_of(group)
        elif number_of(free) == 2 and is_caught(game, group, free, a, me, other, empty):
            found += CATCHING
    return found


def rescue_value(game: Any, s: State, a: int) -> float:
    """What a stone gains by saving own stones in atari beside it; less than nothing where they cannot be saved."""
    empty, me = game.empty(s), game.trimmed(s.me)
    touched = both(game.neighbours(a), me)
    found = 0.0
    while some(touched):
        group, free = group_and_liberties(game, single(first_of(touched)), me, empty)
        touched = without(after_first(touched), group)
        if is_alone(game, free):
            if runs_into_ladder(game, s, a):
                return -DOOMED
            found = SAVING
    return found
