"""Expectiminimax over the likely outcomes, and what that may cost.

Where a roll has too many outcomes to look at them all, the likeliest are taken until they have a share of the
probability, 9/10 say; of outcomes that are equally likely, the first. The others are taken to be worth what those seen
are on average. That is a guess, but not one without limits: each outcome left out is worth something within its
`bounds`. So beside its estimate v a node has two numbers, `low` and `high`, between which its full value is proven to
lie; MAX and MIN pass them on as they pass on values.

Contract: low ≤ v ≤ high, and low ≤ m ≤ high for the value m that expectiminimax finds to the same depth. With a share
of 1 nothing is left out, and v = low = high = m. As for Star1, `bounds` must hold, depth counts decisions, and at the
depth limit `evaluate` is believed as far as a game's own `bounds` allow. Where bounds are infinite, or where guesses
may leave a `utility_range` that is all there is, nothing is proven.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.game.given import number
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import ask
from kibitz.search.guessing import bounds_to
from kibitz.search.needs import one_player, opponents
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.star1 import leaf_within_bounds
from kibitz.search.ties import ROUNDING, is_more
from kibitz.search.watch import Watch

ALL = 1 << 30  # outcomes

PSEUDOCODE = """\
function LIKELY(s, depth, share)      answers v, low, high
  if TERMINAL(s) then return UTILITY(s, MAX) three times
  if depth = 0 then return EVALUATE(s, MAX), clamped to BOUNDS(s), three times
  if PLAYER(s) = CHANCE then
    v, low, high, seen ← 0
    for each r, P(r) in OUTCOMES(s) do
      if r is among the likeliest that together have the share then
        v, low, high ← v, low, high + P(r) · LIKELY(RESULT(s, r), depth, share);  seen ← seen + P(r)
      else
        low, high ← low, high + P(r) · BOUNDS(RESULT(s, r))
    v ← v / seen, clamped to low and high
  else if PLAYER(s) = MAX then
    v, low, high ← −∞
    for each a in ACTIONS(s) do v, low, high ← max of each with LIKELY(RESULT(s, a), depth − 1, share)
  else
    v, low, high ← +∞
    for each a in ACTIONS(s) do v, low, high ← min of each with LIKELY(RESULT(s, a), depth − 1, share)
  return v, low, high"""


@jit
def likely_value(
    game: Game, s: State, depth: int, share: float, watch: Watch
) -> tuple[tuple[float, float, float], int]:
    """A state's v, low and high, and which of its actions (counted from 0) reaches v; -1 where there is none."""
    watch.enter(s, -inf, inf)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_within_bounds(game, s, watch)
        watch.leave(s, v)
        return (v, v, v), -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    if player == CHANCE:
        watch.roll(s)
        v = low = high = seen = total = 0.0
        rarest, left = rarest_of_the_likely(game, s, share)
        number = -1
        skipped = 0
        for outcome, probability in game.outcomes(s):
            number += 1
            total += chance_of(probability)
            after = game.result(s, outcome)
            if probability > rarest or (probability == rarest and left > 0):
                left -= probability == rarest
                child, _ = likely_value(game, after, below, share, watch)
                v += probability * child[0]
                low += probability * child[1]
                high += probability * child[2]
                seen += probability
                watch.weigh(s, outcome, probability, child[0], v)
            else:
                least, most = bounds_to(game, after, below)
                if probability > 0:
                    low += probability * least
                    high += probability * most
                    skipped += 1
                watch.skip(s, number, probability, least, most)
        certain(total)
        if skipped > 0:
            v = min(max(v / seen, low), high)
            watch.settle(s, v, seen, low, high)
    elif player == MAX:
        v = low = high = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = likely_value(game, game.result(s, a), below, share, watch)
            if best < 0 or is_more(child[0], v):
                best = number
            v = max(v, child[0])
            low, high = max(low, child[1]), max(high, child[2])
            watch.update(s, a, child[0], v, -inf, inf)
    else:
        v = low = high = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = likely_value(game, game.result(s, a), below, share, watch)
            if best < 0 or is_more(v, child[0]):
                best = number
            v = min(v, child[0])
            low, high = min(low, child[1]), min(high, child[2])
            watch.update(s, a, child[0], v, -inf, inf)
    watch.leave(s, v)
    return (v, low, high), best


@jit
def rarest_of_the_likely(game: Game, s: State, share: float) -> tuple[float, int]:
    """The probability of the rarest outcomes that are needed for the share, and how many of that probability are.

    All that are likelier are needed, and none that are rarer.
    """
    level, total = inf, 0.0
    while share < 1.0:
        rarer = 0.0
        for _, probability in game.outcomes(s):
            if rarer < probability < level:
                rarer = probability
        if rarer == 0.0:
            break  # the probabilities do not sum to 1
        level = rarer
        many = 0
        for _, probability in game.outcomes(s):
            many += probability == level
        needed = ceil((share - total) / level - ROUNDING)
        if needed <= many:
            return level, needed
        total += many * level
    return 0.0, ALL


LIKELY = Algorithm(
    name="expectiminimax",
    title="Expectiminimax over likely outcomes",
    function=likely_value,
    needs=opponents,
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 1,
        "leaf": 2,
        "horizon": 3,
        "update chance": 8,
        "skip": 10,
        "settle": 11,
        "update max": 14,
        "update min": 17,
        "leave": 18,
    },
    extra=lambda game: (1.0,),
    interval=True,
    uses_bounds=True,
    is_listed=False,
)

LIMITED = ("expectiminimax", "expectimax")  # the searches that may leave outcomes out


class Estimate(NamedTuple):
    """What a search over likely outcomes finds: player 0's value as estimated, the action that reaches it, and two
    numbers between which the value of the full search is proven to lie."""

    value: float
    action: Action | None
    low: float
    high: float


def over_likely(algorithm: str, share: float) -> Algorithm:
    """`expectiminimax` or `expectimax` over outcomes that have this share of the probability."""
    if algorithm not in LIMITED:
        raise BadInput(f"outcomes {share:g} is for {' and '.join(LIMITED)}: {algorithm} looks at what it has to")
    number("the share of the outcomes", share, most=1.0)
    needs = one_player if algorithm == "expectimax" else opponents
    title = f"{algorithm.capitalize()} over likely outcomes"
    return replace(LIKELY, name=algorithm, title=title, needs=needs, extra=lambda game: (float(share),))


def likely(
    game: Game,
    s: State = None,
    *,
    share: float = 0.9,
    depth: int | None = None,
    watch: Watch | None = None,
    interpreted: bool = False,
) -> Estimate:
    """Player 0's value of a state (the initial one by default) over the outcomes that have a share of the probability.

    The likeliest are taken first; `low` and `high` are how far the value can be from that of all outcomes.
    """
    (value, low, high), action = ask(over_likely("expectiminimax", share), game, s, depth, watch, interpreted)
    return Estimate(value, action, low, high)
