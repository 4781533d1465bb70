"""Laying a node out: its children get their places in the pool, and what is believed of them beforehand."""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import Stuck, TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.meeting import kind_of
from kibitz.search.montecarlo.montecarlo_desk import SCALE, SPREAD_SIZE
from kibitz.search.montecarlo.pool import SUMS, UNSEEN


@jit
def lay_out(game: Game, s: State, at: int, pool: Any, desk: Any) -> int:
    """Give a node its children; where they begin, or 0 where there is no room for them.

    The node is not told yet: see `simulate`.
    """
    words = desk.words
    block = int(words[word.NEXT])
    room = words[word.END] - block
    if words[word.FULL] != 0 or room <= 0:
        words[word.FULL] = 1
        return 0
    player = game.player(s)
    count = 0
    if game.has_outcomes and player == CHANCE:
        for _, probability in game.outcomes(s):
            if count < room:
                prepare_child(block + count, pool, desk)
                pool.chances[block + count] = probability
            count += 1
    else:
        for a in game.actions(s):
            if count < room:
                child = block + count
                prepare_child(child, pool, desk)
                if pool.move_words > 0 and is_packable(a):
                    pack(pool.moves, child * pool.move_words, a)
                if words[word.RAVE] != 0:
                    pool.kinds[child] = kind_of(game, s, a)
                if game.has_prospect and words[word.PROSPECTS] != 0:
                    share, weight = game.prospect(s, a)
                    believe(child, float(share), float(weight), player, pool, desk)
            count += 1
            if count > MOST_CHOICES:
                raise TooWide("a position has too many actions")
        if (game.has_order or game.has_promise) and words[word.BIAS] != 0 and 1 < count <= room:
            believe_order(game, s, at, block, player, pool, desk)
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    if count > room:
        words[word.FULL] = 1
        return 0
    words[word.NEXT] = block + count
    words[word.LAID_OUT] = at
    words[word.LAID_AT] = block
    pool.size[at] = count
    pool.mover[at] = player
    return block


@jit
def prepare_child(child: int, pool: Any, desk: Any) -> None:
    """An unvisited child, of which nothing is known but the range of the game's utilities."""
    start = child * pool.stride
    for fact in range(pool.stride):
        pool.facts[start + fact] = 0.0
    pool.first[child] = 0
    pool.status[child] = UNSEEN
    pool.busy[child] = 0
    for column in range(pool.width):
        pool.facts[start + pool.low_at + column] = desk.numbers[word.LOWEST]
        pool.facts[start + pool.high_at + column] = desk.numbers[word.HIGHEST]


@jit
def believe(child: int, share: float, weight: float, player: int, pool: Any, desk: Any) -> None:
    """Take a share of what is at stake, from 0 to 1, for the mean of this many simulations of a child.

    An even share is what the player has at the root by now: in a position that is nearly lost, an untried action would
    otherwise look better than every one that was tried, and each would be tried again and again.
    """
    sign = desk.signs[player]
    low, high = sign * desk.numbers[word.WORST], sign * desk.numbers[word.BEST]
    worst, best = min(low, high), max(low, high)
    root = int(desk.words[word.ROOT])
    start = root * pool.stride
    visits = pool.facts[start]
    even = (worst + best) / 2.0
    if visits > 0.0:
        even = sign * pool.facts[start + SUMS + desk.columns[player]] / visits
    value = worst + 2.0 * share * (even - worst) if share < 0.5 else even + (2.0 * share - 1.0) * (best - even)
    add_belief(child, value, weight, pool)


@jit
def add_belief(child: int, value: float, weight: float, pool: Any) -> None:
    """Take a value, for the player who chooses, for the mean of this many simulations of a child."""
    place = child * pool.stride + pool.belief_at
    pool.facts[place] += weight
    pool.facts[place + 1] += weight * value


@jit
def believe_order(game: Game, s: State, at: int, block: int, player: int, pool: Any, desk: Any) -> None:
    """Progressive bias: actions that the game orders first begin with a better mean. It fades as visits come in.

    Only the order's place between its least and its greatest number counts, so any scale will do. The best begins
    somewhat above the mean of the node, and the worst as far below it, by the spread of the results so far.
    """
    numbers, column = desk.numbers, desk.columns[player]
    visits, total = pool.facts[at * pool.stride], pool.facts[at * pool.stride + SUMS + column]
    mean = desk.signs[player] * total / visits if visits > 0.0 else 0.0
    spread = 2.0 * numbers[word.BIAS_SPREAD] * desk.spreads[SPREAD_SIZE * column + SCALE]
    survey = game.survey(s) if game.has_promise else 0
    least, most = inf, -inf
    for a in game.actions(s):
        promise = promise_of(game, s, a, survey)
        if promise - promise == 0.0:  # an order may be infinite, or none
            least, most = min(least, promise), max(most, promise)
    if most > least:
        for number, a in enumerate(game.actions(s)):
            place = (promise_of(game, s, a, survey) - least) / (most - least)
            if not 0.0 <= place <= 1.0:
                place = 1.0 if place > 1.0 else 0.0 if place < 0.0 else 0.5
            add_belief(block + number, mean + (place - 0.5) * spread, numbers[word.BIAS_WEIGHT], pool)


@jit
def promise_of(game: Game, s: State, a: Any, survey: Any) -> float:
    """How promising the game finds an action."""
    if game.has_promise:
        return float(game.promise(s, a, game.result(s, a), survey))
    return float(game.order(s, a))
