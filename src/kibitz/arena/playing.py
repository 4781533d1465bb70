"""Games played out: every player searches to a depth and takes a best action, ties at random; chance is drawn.

MAX may search another game than the one that is played, with the same positions: the one that it believes in. A whole
game is one call of machine code, so that many games take little time.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.game import CHANCE, MAX, Game, State
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import jit
from kibitz.native.bits import down, mix, wrap
from kibitz.native.execution import run
from kibitz.search.diagnosis import in_words
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.alphabeta import fail_soft
from kibitz.search.textbook.expectiminimax import expectiminimax_value
from kibitz.search.watch import Count

ROUNDING = 1e-9  # values whose relative difference is no more are equal
FRACTION = 2.0**-53


@jit
def drawn(seed: int) -> tuple[float, int]:
    """A number from 0 up to 1, and the seed of the next one."""
    following = wrap(seed + GOLDEN)
    return down(mix(following), 11) * FRACTION, following


@jit
def value_to(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Any) -> float:
    """Player 0's value of a state to a depth, or a bound on it outside the window."""
    if game.has_outcomes:
        v, _ = expectiminimax_value(game, s, depth, watch)
    else:
        v, _ = fail_soft(game, s, depth, alpha, beta, watch)
    return v


@jit
def chosen(game: Game, s: State, depth: int, seed: int, watch: Any) -> tuple[int, int]:
    """The number of a best action to that depth, ties at random, and the next seed."""
    below = depth - game.depth_spent(s)
    is_max = game.player(s) == MAX
    best = -inf if is_max else inf
    equals = 0
    choice = -1
    for number, a in enumerate(game.actions(s)):
        little = ROUNDING * max(1.0, abs(best)) if choice >= 0 else 0.0
        window = best - 2 * little if is_max else best + 2 * little
        alpha, beta = (window, inf) if is_max else (-inf, window)
        v = value_to(game, game.result(s, a), below, alpha, beta, watch)
        better = choice < 0 or (v > best + little if is_max else v < best - little)
        if better:
            best, equals, choice = v, 1, number
        elif abs(v - best) <= little:
            equals += 1
            share, seed = drawn(seed)
            if share * equals < 1.0:
                choice = number
    return choice, seed


@jit
def step(game: Game, s: State, believed: Any, depth: int, reply: int, seed: int, watch: Any) -> tuple[Any, int]:
    """The state that follows, and the next seed. MAX looks `depth` ahead in the game it believes in, MIN `reply`."""
    player = game.player(s)
    if player == CHANCE:
        share, seed = drawn(seed)
        after = s
        is_drawn = False
        total = 0.0
        for outcome, probability in game.outcomes(s):
            total += chance_of(probability)
            if not is_drawn and probability > 0:
                after = game.result(s, outcome)  # rounding may leave the probabilities just short of 1
                share -= probability
                is_drawn = share < 0
        certain(total)
        return after, seed
    if player == MAX:
        choice, seed = chosen(believed, s, depth, seed, watch)
    else:
        choice, seed = chosen(game, s, reply, seed, watch)
    after = s
    for number, a in enumerate(game.actions(s)):
        if number == choice:
            after = game.result(s, a)
    return after, seed


@jit
def to_the_end(
    game: Game, s: State, believed: Any, depth: int, reply: int, rounds: int, seed: int, watch: Any
) -> tuple[Any, int]:
    """The state in which the game ends, or is stopped after `rounds` rounds, and the next seed."""
    while not game.is_terminal(s) and rounds > 0:
        rounds -= game.depth_spent(s)
        s, seed = step(game, s, believed, depth, reply, seed, watch)
    return s, seed


class Players:
    """Who plays a game: MAX, who looks `depth` ahead in the game it believes in, and MIN, who looks `reply` ahead."""

    def __init__(self, game: Game, believed: Game, *, depth: int, reply: int, interpreted: bool = False) -> None:
        self._game = game
        self._believed = believed
        self._depths = depth, reply
        self._interpreted = interpreted

    def step(self, s: State, seed: int) -> tuple[Any, int]:
        """The state that follows, and the next seed."""
        given = (self._believed, *self._depths, wrap(seed), Count())
        with in_words(self._game, s):
            after: tuple[Any, int] = run(step, self._game, s, *given, interpreted=self._interpreted)
        return after

    def to_the_end(self, s: State, rounds: int, seed: int) -> Any:
        """The state in which the game ends, or is stopped after `rounds` rounds."""
        given = (self._believed, *self._depths, rounds, wrap(seed), Count())
        with in_words(self._game, s):
            end, _ = run(to_the_end, self._game, s, *given, interpreted=self._interpreted)
        return end
