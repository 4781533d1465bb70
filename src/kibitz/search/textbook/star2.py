"""Star2: Star1 that asks before it looks (Ballard, 1983; Hauk, Buro and Schaeffer, 2004).

Star1 cuts at a chance node only once the outcomes that it has seen are good or bad enough, whatever the others bring.
But where an outcome leaves MAX to move, one action of MAX's already shows what that outcome is worth at least; where it
leaves MIN to move, at most. So before any outcome is searched in full, one action behind each is: the most promising
by the game's `promise` or `order`, else the first. Often these probes alone show that the node is outside the window.
If not, Star1 goes on with the bounds they have found.

Outcomes are probed only while that may lead to a cut: MAX's where `high` is β or more, MIN's where `low` is α or less.
Where a game says that a roll takes depth and none is left behind it, nobody acts there, and nothing is probed.

Contract: as for Star1, for a window α < β and the expectiminimax value m,
  v = m if α < m < β;  m ≤ v ≤ α if m ≤ α;  β ≤ v ≤ m if m ≥ β
and so exact at the root, to the last few digits of a float. `bounds` must hold. Depth counts decisions: a roll costs no
ply. At the depth limit `evaluate` is believed as far as a game's own `bounds` allow: beyond them, the nearer bound is
taken. Without `bounds` of its own, and with guesses that may leave `utility_range`, chance nodes are searched in full.
"""

from __future__ import annotations

from math import inf

from kibitz.errors import TooWide
from kibitz.game import CHANCE, MAX, MOST_CHOICES, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.engine.ordering import at_least
from kibitz.search.guessing import bounds_to
from kibitz.search.needs import bounded, opponents
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.star1 import leaf_within_bounds
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function STAR2(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX), clamped to BOUNDS(s)
  if PLAYER(s) = CHANCE then
    v ← 0;  L[r], U[r] ← BOUNDS(RESULT(s, r)) for each r in OUTCOMES(s)
    low, high ← Σ P(r) · L[r], Σ P(r) · U[r]
    for each r, P(r) in OUTCOMES(s) while α < high and low < β do
      t ← RESULT(s, r);  c ← RESULT(t, the most promising a in ACTIONS(t))
      if PLAYER(t) = MAX and high ≥ β then
        L[r] ← max(L[r], STAR2(c, depth − 1, L[r], min(U[r], L[r] + (β − low) / P(r))))
      if PLAYER(t) = MIN and low ≤ α then
        U[r] ← min(U[r], STAR2(c, depth − 1, max(L[r], U[r] + (α − high) / P(r)), U[r]))
      low, high ← Σ P(r) · L[r], Σ P(r) · U[r]
    for each r, P(r) in OUTCOMES(s) do
      if high ≤ α then return high
      if low ≥ β then return low
      low, high ← low − P(r) · L[r], high − P(r) · U[r]
      x ← STAR2(RESULT(s, r), depth, max(L[r], (α − high) / P(r)), min(U[r], (β − low) / P(r)))
      v, low, high ← v + P(r) · x, low + P(r) · x, high + P(r) · x
  else if PLAYER(s) = MAX then
    v ← −∞
    for each a in ACTIONS(s) do
      v ← max(v, STAR2(RESULT(s, a), depth − 1, α, β))
      if v ≥ β then return v
      α ← max(α, v)
  else
    v ← +∞
    for each a in ACTIONS(s) do
      v ← min(v, STAR2(RESULT(s, a), depth − 1, α, β))
      if v ≤ α then return v
      β ← min(β, v)
  return v"""


@jit
def star2_value(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
    """The value of a state, and which of its actions (counted from 0) reaches it; -1 where there is none."""
    watch.enter(s, alpha, beta)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_within_bounds(game, s, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    if player == CHANCE:
        watch.roll(s)
        v = 0.0
        worth = bounds_of_each(game, s, below)
        low, high = weighted(game, s, worth)
        number = -1
        for outcome, probability in game.outcomes(s):
            number += 1
            if high <= alpha or low >= beta or high - low == inf:
                break
            after = game.result(s, outcome)
            if probability > 0 and below > 0 and may_cut(game, after, low, high, alpha, beta):
                least, most = worth[number]
                is_max = game.player(after) == MAX
                floor, ceiling = probe_window(least, most, is_max, alpha - high, beta - low, probability)
                probed, action = most_promising(game, after)
                watch.probe(s, number)
                watch.enter(after, floor, ceiling)
                watch.probe(after, action)
                child, _ = star2_value(game, probed, below - game.depth_spent(after), floor, ceiling, watch)
                watch.leave(after, child)
                child = min(max(child, least), most)
                worth[number] = (child, most) if is_max else (least, child)
                low, high = weighted(game, s, worth)
                watch.tighten(s, outcome, child, is_max, low, high)
        watch.restart(s)
        number = -1
        for outcome, probability in game.outcomes(s):
            number += 1
            if high <= alpha or low >= beta:
                v = high if high <= alpha else low
                watch.forgo(s, v, alpha, beta)
                break
            floor, ceiling = worth[number]
            if probability > 0 and high - low < inf:
                low -= probability * floor  # of the others, for the moment
                high -= probability * ceiling
                floor = max(floor, (alpha - high) / probability)
                ceiling = min(ceiling, (beta - low) / probability)
            child, _ = star2_value(game, game.result(s, outcome), below, floor, ceiling, watch)
            v += probability * child
            low += probability * child
            high += probability * child
            watch.confine(s, outcome, probability, child, v, low, high)
    elif player == MAX:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = star2_value(game, game.result(s, a), below, alpha, beta, watch)
            if best < 0 or is_more(child, v):
                best = number
            v = max(v, child)
            if v >= beta:
                watch.prune(s, a, child, v, alpha, beta)
                break
            alpha = max(alpha, v)
            watch.update(s, a, child, v, alpha, beta)
    else:
        v = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = star2_value(game, game.result(s, a), below, alpha, beta, watch)
            if best < 0 or is_more(v, child):
                best = number
            v = min(v, child)
            if v <= alpha:
                watch.prune(s, a, child, v, alpha, beta)
                break
            beta = min(beta, v)
            watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v, best


@jit
def probe_window(
    least: float, most: float, is_max: bool, fall: float, rise: float, probability: float
) -> tuple[float, float]:
    """The window for a probe of an outcome that is worth `least` to `most`: beyond it the chance node is cut anyway.

    `fall` and `rise` are how far the chance node's bounds have to move for that: `high` down to α, or `low` up to β.
    """
    if is_max:
        return least, min(most, least + rise / probability)
    return max(least, most + fall / probability), most


@jit
def bounds_of_each(game: Game, s: State, below: int) -> list[tuple[float, float]]:
    """Two numbers for each outcome of a chance node, between which its value to a depth lies."""
    worth = []
    for outcome, _ in game.outcomes(s):
        worth.append(bounds_to(game, game.result(s, outcome), below))
    return worth


@jit
def weighted(game: Game, s: State, worth: list[tuple[float, float]]) -> tuple[float, float]:
    """Two numbers between which a chance node's value lies if its outcomes' values do.

    Both are infinite where one is: such a node is searched in full.
    """
    low = high = total = 0.0
    number = -1
    for _, probability in game.outcomes(s):
        number += 1
        total += chance_of(probability)
        if probability > 0:
            low += probability * worth[number][0]
            high += probability * worth[number][1]
    certain(total)
    if -inf < low and high < inf:
        return low, high
    return -inf, inf


@jit
def may_cut(game: Game, s: State, low: float, high: float, alpha: float, beta: float) -> bool:
    """Is a player to move after the roll whose probe may take the chance node out of its window?"""
    if game.is_terminal(s):
        return False
    player = game.player(s)
    if player == CHANCE:
        return False
    return high >= beta if player == MAX else low <= alpha


@jit
def most_promising(game: Game, s: State) -> tuple[State, int]:
    """The state that the most promising action leads to, the first of equals, and its number."""
    best = -1
    most = -inf
    found = s
    survey = game.survey(s)
    for number, a in enumerate(game.actions(s)):
        if number >= MOST_CHOICES:
            raise TooWide("a position has too many actions")
        after = game.result(s, a)
        promise = at_least(float(game.promise(s, a, after, survey)))
        if best < 0 or promise > most:
            found, best, most = after, number, promise
    return found, best


STAR2 = Algorithm(
    name="star2",
    title="Star2",
    function=star2_value,
    needs=bounded(opponents),
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 1,
        "leaf": 2,
        "horizon": 3,
        "tighten": 13,
        "probe max": 10,
        "probe min": 12,
        "update chance": 19,
        "too low": 15,
        "too high": 16,
        "update max": 23,
        "prune max": 24,
        "update min": 29,
        "prune min": 30,
        "leave": 32,
    },
    extra=lambda game: (-inf, inf),
    cuts_ties=True,
    uses_bounds=True,
    rank=70,
)


def star2(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """Player 0's expected value of a state (the initial one by default) and a best action, by Star2.

    The root's window is open, so the value is that of `expectiminimax`.
    """
    return ask(STAR2, game, s, depth, watch, interpreted)
