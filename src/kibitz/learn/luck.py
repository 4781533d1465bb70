"""Random numbers from a seed, the same in Python and in machine code, that can be saved and resumed."""

from __future__ import annotations

from typing import Any

from kibitz.game import Game, State
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import jit
from kibitz.native.bits import down, mix, multiply
from kibitz.search.soundness import certain, chance_of

SEED, DRAWN = 0, 1  # the words of a generator: its seed, and how many numbers it has drawn

UNIT = 2.0**-53


@jit
def drawn(luck: Any) -> float:
    """The next number, at least 0 and below 1."""
    luck[DRAWN] += 1
    return down(mix(mix(luck[SEED]) ^ multiply(luck[DRAWN], GOLDEN)), 11) * UNIT


@jit
def rolled(game: Game, s: State, luck: Any) -> Any:
    """The state after an outcome of chance."""
    total = 0.0
    for _, probability in game.outcomes(s):
        total += chance_of(probability)
    certain(total)
    left = drawn(luck)
    for outcome, probability in game.outcomes(s):
        left -= probability
        if left < 0.0:
            return game.result(s, outcome)
    for outcome, _ in game.outcomes(s):  # the probabilities add up to slightly less than 1
        return game.result(s, outcome)
    return s


@jit
def any_action(game: Game, s: State, luck: Any) -> Any:
    """The state after a random action."""
    number = 0
    for _ in game.actions(s):
        number += 1
    left = int(drawn(luck) * number)
    for a in game.actions(s):
        if left == 0:
            return game.result(s, a)
        left -= 1
    return s
