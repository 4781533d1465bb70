"""Expectimax and expectiminimax: minimax with dice. A chance node is worth the average of its children.

Depth counts decisions: a roll of the dice costs no ply.

Contract: the value is player 0's expected utility under best play by all, to `depth` decisions; below that `evaluate`
is believed. Probabilities are used as they are given: a chance node whose children are all worth c is worth c.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, MAX, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import one_player, opponents
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function EXPECTIMINIMAX(s, depth)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = CHANCE then
    v ← 0
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · EXPECTIMINIMAX(RESULT(s, r), depth)
  else if PLAYER(s) = MAX then
    v ← −∞
    for each a in ACTIONS(s) do v ← max(v, EXPECTIMINIMAX(RESULT(s, a), depth − 1))
  else
    v ← +∞
    for each a in ACTIONS(s) do v ← min(v, EXPECTIMINIMAX(RESULT(s, a), depth − 1))
  return v"""

EXPECTIMAX_PSEUDOCODE = """\
function EXPECTIMAX(s, depth)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = CHANCE then
    v ← 0
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · EXPECTIMAX(RESULT(s, r), depth)
  else
    v ← −∞
    for each a in ACTIONS(s) do v ← max(v, EXPECTIMAX(RESULT(s, a), depth − 1))
  return v"""


@jit
def expectiminimax_value(game: Game, s: State, depth: int, watch: Watch) -> tuple[float, int]:
    """The value of a state, and which of its actions (counted from 0) reaches it; -1 where there is none."""
    watch.enter(s, -inf, inf)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    if player == CHANCE:
        watch.roll(s)
        v = 0.0
        total = 0.0
        for outcome, probability in game.outcomes(s):
            child, _ = expectiminimax_value(game, game.result(s, outcome), below, watch)
            v += probability * child
            total += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(total)
    elif player == MAX:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = expectiminimax_value(game, game.result(s, a), below, watch)
            if best < 0 or is_more(child, v):
                best = number
            v = max(v, child)
            watch.update(s, a, child, v, -inf, inf)
    else:
        v = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = expectiminimax_value(game, game.result(s, a), below, watch)
            if best < 0 or is_more(v, child):
                best = number
            v = min(v, child)
            watch.update(s, a, child, v, -inf, inf)
    watch.leave(s, v)
    return v, best


@jit
def expectimax_value(game: Game, s: State, depth: int, watch: Watch) -> tuple[float, int]:
    """The same where there is nobody but MAX and the dice."""
    watch.enter(s, -inf, inf)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    if game.player(s) == CHANCE:
        watch.roll(s)
        v = 0.0
        total = 0.0
        for outcome, probability in game.outcomes(s):
            child, _ = expectimax_value(game, game.result(s, outcome), below, watch)
            v += probability * child
            total += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(total)
    else:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = expectimax_value(game, game.result(s, a), below, watch)
            if best < 0 or is_more(child, v):
                best = number
            v = max(v, child)
            watch.update(s, a, child, v, -inf, inf)
    watch.leave(s, v)
    return v, best


EXPECTIMINIMAX = Algorithm(
    name="expectiminimax",
    title="Expectiminimax",
    function=expectiminimax_value,
    needs=opponents,
    pseudocode=PSEUDOCODE,
    lines={"enter": 1, "leaf": 2, "horizon": 3, "update chance": 6, "update max": 9, "update min": 12, "leave": 13},
    rank=50,
)

EXPECTIMAX = Algorithm(
    name="expectimax",
    title="Expectimax",
    function=expectimax_value,
    needs=one_player,
    pseudocode=EXPECTIMAX_PSEUDOCODE,
    lines={"enter": 1, "leaf": 2, "horizon": 3, "update chance": 6, "update max": 9, "leave": 10},
    rank=40,
)


def expectiminimax(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """Player 0's expected value of a state (the initial one by default) and the best action."""
    return ask(EXPECTIMINIMAX, game, s, depth, watch, interpreted)


def expectimax(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """The expected value of a state (the initial one by default) of a game for one, and the best action."""
    return ask(EXPECTIMAX, game, s, depth, watch, interpreted)
