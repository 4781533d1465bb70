"""Star1: alpha-beta that cuts at chance nodes too (Ballard, 1983).

No value of a game is worse than its worst end or better than its best. So a chance node is worth at least `low`, the
average of what has been seen and of the least that each unseen outcome may bring, and at most `high`. As soon as that
is outside the window, the unseen outcomes cannot matter; and until then it says how good or bad the next outcome has
to be to matter, which is that child's window.

Contract, for a window α < β and the expectiminimax value m: the value v that comes back is, as in fail-soft alpha-beta,
  v = m if α < m < β;  m ≤ v ≤ α if m ≤ α;  β ≤ v ≤ m if m ≥ β
and so exact at the root, to the last few digits of a float. `bounds` must hold. Depth counts decisions: a roll costs no
ply. At the depth limit `evaluate` is believed as far as a game's own `bounds` allow: beyond them, the nearer bound is
taken. Without `bounds` of its own, and with guesses that may leave `utility_range`, chance nodes are searched in full.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, MAX, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.guessing import bounds_to
from kibitz.search.needs import bounded, opponents
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function STAR1(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX), clamped to BOUNDS(s)
  if PLAYER(s) = CHANCE then
    v ← 0;  low, high ← Σ P(r) · BOUNDS(RESULT(s, r)) over all r in OUTCOMES(s)
    for each r, P(r) in OUTCOMES(s) do
      if high ≤ α then return high
      if low ≥ β then return low
      L, U ← BOUNDS(RESULT(s, r))
      low, high ← low − P(r) · L, high − P(r) · U
      x ← STAR1(RESULT(s, r), depth, max(L, (α − high) / P(r)), min(U, (β − low) / P(r)))
      v, low, high ← v + P(r) · x, low + P(r) · x, high + P(r) · x
  else if PLAYER(s) = MAX then
    v ← −∞
    for each a in ACTIONS(s) do
      v ← max(v, STAR1(RESULT(s, a), depth − 1, α, β))
      if v ≥ β then return v
      α ← max(α, v)
  else
    v ← +∞
    for each a in ACTIONS(s) do
      v ← min(v, STAR1(RESULT(s, a), depth − 1, α, β))
      if v ≤ α then return v
      β ← min(β, v)
  return v"""


@jit
def star1_value(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
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
        low, high = bounds_of_outcomes(game, s, below)
        for outcome, probability in game.outcomes(s):
            if high <= alpha or low >= beta:
                v = high if high <= alpha else low
                watch.forgo(s, v, alpha, beta)
                break
            after = game.result(s, outcome)
            least, most = bounds_to(game, after, below)
            floor, ceiling = least, most
            if probability > 0 and high - low < inf:
                low -= probability * least  # of the others, for the moment
                high -= probability * most
                floor = max(floor, (alpha - high) / probability)
                ceiling = min(ceiling, (beta - low) / probability)
            child, _ = star1_value(game, after, below, floor, ceiling, watch)
            v += probability * child
            low += probability * child
            high += probability * child
            watch.confine(s, outcome, probability, child, v, low, high)
    elif player == MAX:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = star1_value(game, game.result(s, a), below, alpha, beta, watch)
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
            child, _ = star1_value(game, game.result(s, a), below, alpha, beta, watch)
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
def bounds_of_outcomes(game: Game, s: State, below: int) -> tuple[float, float]:
    """Two numbers between which a chance node's value lies, before any of its outcomes is searched to a depth.

    Both are infinite where one is: such a node is searched in full.
    """
    low = high = total = 0.0
    for outcome, probability in game.outcomes(s):
        total += chance_of(probability)
        if probability > 0:
            least, most = bounds_to(game, game.result(s, outcome), below)
            low += probability * least
            high += probability * most
    certain(total)
    if -inf < low and high < inf:
        return low, high
    return -inf, inf


@jit
def leaf_within_bounds(game: Game, s: State, watch: Watch) -> float:
    """What a state is worth without looking on; a guess is not believed beyond what the game says is proven."""
    if game.is_terminal(s):
        return leaf_value(game, s, True, watch)
    least, most = bounds_to(game, s, 0)
    v = min(max(sound(float(game.evaluate(s, MAX))), least), most)
    watch.horizon(s, v)
    return v


STAR1 = Algorithm(
    name="star1",
    title="Star1",
    function=star1_value,
    needs=bounded(opponents),
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 1,
        "leaf": 2,
        "horizon": 3,
        "update chance": 12,
        "too low": 7,
        "too high": 8,
        "update max": 16,
        "prune max": 17,
        "update min": 22,
        "prune min": 23,
        "leave": 25,
    },
    extra=lambda game: (-inf, inf),
    cuts_ties=True,
    uses_bounds=True,
    rank=60,
)


def star1(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """Player 0's expected value of a state (the initial one by default) and a best action, by Star1.

    The root's window is open, so the value is that of `expectiminimax`.
    """
    return ask(STAR1, game, s, depth, watch, interpreted)
