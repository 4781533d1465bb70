"""An evaluation that can learn: features · weights, or a network with one layer of hidden units.

The weights are an array of the game, so that one compilation serves all weights and every search can use them. With
n features, h hidden units and k outputs they lie in one row:

    h = 0    n weights; the sum of features · weights is the value itself
    h > 0    n + 1 rows of h (the last is always added), then h + 1 rows of k (likewise)

A hidden unit computes x / (1 + |x|), a number between -1 and 1 that costs only a division. The outputs are
probabilities, one for each step between two `levels` of utility: that the game ends above it. Backgammon's are those
of losing no more than a gammon, of winning, and so on. Their sum, weighted by the steps, is the value.
"""

from __future__ import annotations

import math
from typing import Any

from kibitz.native import jit
from kibitz.native.packing import scratch

STEEPEST = 40.0  # beyond this, e^x is as good as 0 or infinite


@jit
def estimate(game: Any, s: Any, player: int) -> float:
    """What a state is worth to a player, by the game's weights."""
    room = scratch(game)
    work_out(game, s, room)
    v = value(game, room)
    return v if game.viewer(s) == player else game.utility_sum - v


@jit
def work_out(game: Any, s: Any, room: Any) -> None:
    """Compute the hidden units and the outputs into `room`, the outputs last."""
    weights, hidden, outputs = game.learned_weights, game.learned_hidden, game.learned_outputs
    if hidden == 0:
        total = 0.0
        for number, amount in game.features(s):
            total += amount * weights[number]
        room[0] = total
        return
    always = game.feature_count * hidden
    for unit in range(hidden):
        room[unit] = weights[always + unit]
    for number, amount in game.features(s):
        row = number * hidden
        for unit in range(hidden):
            room[unit] += amount * weights[row + unit]
    second = always + hidden
    last = second + hidden * outputs
    for unit in range(hidden):
        room[unit] = room[unit] / (1.0 + abs(room[unit]))
    for output in range(outputs):
        room[hidden + output] = weights[last + output]
    for unit in range(hidden):
        for output in range(outputs):
            room[hidden + output] += room[unit] * weights[second + unit * outputs + output]
    for output in range(outputs):
        room[hidden + output] = 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, room[hidden + output]))))


@jit
def value(game: Any, room: Any) -> float:
    """The outputs as one number, in the game's units, for the viewer of the state."""
    if game.learned_hidden == 0:
        return room[0]
    levels = game.learned_levels
    total = levels[0]
    for output in range(game.learned_outputs):
        total += (levels[output + 1] - levels[output]) * room[game.learned_hidden + output]
    return total


@jit
def outcome(game: Any, s: Any, player: int, output: int) -> float:
    """What an output should have said, now that the game is over."""
    u = float(game.utility(s, player))
    if game.learned_hidden == 0:
        return u
    low, high = game.learned_levels[output], game.learned_levels[output + 1]
    return max(0.0, min(1.0, (u - low) / (high - low)))


@jit
def turned_round(game: Any, aims: Any) -> None:
    """Outputs as the other player sees them."""
    outputs = game.learned_outputs
    if game.learned_hidden == 0:
        aims[0] = game.utility_sum - aims[0]
        return
    for output in range((outputs + 1) // 2):
        mirrored = outputs - 1 - output
        aims[output], aims[mirrored] = 1.0 - aims[mirrored], 1.0 - aims[output]


@jit
def adjust(game: Any, s: Any, room: Any, aims: Any, rate: float) -> None:
    """Move the outputs for a state towards their aims; the hidden units in `room` are overwritten.

    A step down the slope of the squared error where the outputs are sums, of the cross-entropy where they are chances:
    either way the gradient of an output is its error.
    """
    weights, hidden, outputs = game.learned_weights, game.learned_hidden, game.learned_outputs
    if hidden == 0:
        step = rate * (aims[0] - room[0])
        for number, amount in game.features(s):
            weights[number] += step * amount
        return
    always = game.feature_count * hidden
    second = always + hidden
    last = second + hidden * outputs
    for unit in range(hidden):
        answer = room[unit]
        blame = 0.0
        for output in range(outputs):
            error = aims[output] - room[hidden + output]
            blame += error * weights[second + unit * outputs + output]
            weights[second + unit * outputs + output] += rate * error * answer
        slope = 1.0 - abs(answer)
        room[unit] = rate * blame * slope * slope
        weights[always + unit] += room[unit]
    for output in range(outputs):
        weights[last + output] += rate * (aims[output] - room[hidden + output])
    for number, amount in game.features(s):
        row = number * hidden
        for unit in range(hidden):
            weights[row + unit] += amount * room[unit]
