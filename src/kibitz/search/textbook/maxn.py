"""Maxn: a utility vector instead of a number, and every player maximises its own entry.

Contract: the value is the vector of expected utilities when each player, at each of its nodes, takes the first of the
actions whose vector is best for itself. With two players and zero sum it is minimax; with one shared payoff, the joint
optimum.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, Game, State
from kibitz.native import jit
from kibitz.native.tuples import replaced
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import nothing
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function MAXN(s, depth)
  if TERMINAL(s) then return the vector of UTILITY(s, p) for every player p
  if depth = 0 then return the vector of EVALUATE(s, p) for every player p
  if PLAYER(s) = CHANCE then
    v ← the zero vector
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · MAXN(RESULT(s, r), depth)
  else
    for each a in ACTIONS(s) do
      child ← MAXN(RESULT(s, a), depth − 1)
      if child is the first, or child[PLAYER(s)] > v[PLAYER(s)] then v ← child
  return v"""


@jit
def leaf_vector(game: Game, s: State, zeros: tuple[float, ...], watch: Watch) -> tuple[float, ...]:
    """What a state is worth to each player without looking on."""
    v = zeros
    over = game.is_terminal(s)
    for player in range(len(zeros)):
        share = sound(float(game.utility(s, player)) if over else float(game.evaluate(s, player)))
        v = replaced(v, player, share)
    if over:
        watch.leaf(s, v)
    else:
        watch.horizon(s, v)
    return v


@jit
def added(v: tuple[float, ...], probability: float, child: tuple[float, ...]) -> tuple[float, ...]:
    """v + probability · child."""
    for player in range(len(v)):
        v = replaced(v, player, v[player] + probability * child[player])
    return v


@jit
def maxn_value(
    game: Game, s: State, depth: int, zeros: tuple[float, ...], watch: Watch
) -> tuple[tuple[float, ...], int]:
    """The vector of a state, and which of its actions (counted from 0) reaches it; -1 where there is none.

    `zeros` is the zero vector, one entry for each player.
    """
    watch.enter(s, -inf, inf)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_vector(game, s, zeros, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    v = zeros
    if player == CHANCE:
        watch.roll(s)
        summed = 0.0
        for outcome, probability in game.outcomes(s):
            child, _ = maxn_value(game, game.result(s, outcome), below, zeros, watch)
            v = added(v, probability, child)
            summed += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(summed)
    else:
        for number, a in enumerate(game.actions(s)):
            child, _ = maxn_value(game, game.result(s, a), below, zeros, watch)
            if best < 0 or is_more(child[player], v[player]):
                v, best = child, number
            watch.update(s, a, child, v, -inf, inf)
    watch.leave(s, v)
    return v, best


MAXN = Algorithm(
    name="maxn",
    title="Maxⁿ",
    function=maxn_value,
    needs=nothing,
    pseudocode=PSEUDOCODE,
    lines={"enter": 1, "leaf": 2, "horizon": 3, "update chance": 6, "update": 10, "leave": 11},
    extra=lambda game: ((0.0,) * game.players,),
    vector=True,
    rank=80,
)


def maxn(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """Every player's value of a state (the initial one by default), and the best action of the one to move."""
    return ask(MAXN, game, s, depth, watch, interpreted)
