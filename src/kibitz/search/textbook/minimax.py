"""Minimax: MAX picks the child worth most, MIN the child worth least, all the way down.

Contract: the value is player 0's under best play by both, to `depth` plies; below that `evaluate` is believed.
"""

from __future__ import annotations

from math import inf

from kibitz.game import MAX, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import no_chance, opponents
from kibitz.search.textbook.heuristic import heuristic
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function MINIMAX(s, depth)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = MAX then
    v ← −∞
    for each a in ACTIONS(s) do v ← max(v, MINIMAX(RESULT(s, a), depth − 1))
  else
    v ← +∞
    for each a in ACTIONS(s) do v ← min(v, MINIMAX(RESULT(s, a), depth − 1))
  return v"""


@jit
def minimax_value(game: Game, s: State, depth: int, watch: Watch) -> tuple[float, int]:
    """The value of a state, and which of its actions (counted from 0) reaches it; -1 where there is none."""
    watch.enter(s, -inf, inf)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    if game.player(s) == MAX:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = minimax_value(game, game.result(s, a), below, watch)
            if child > v or best < 0:
                v, best = child, number
            watch.update(s, a, child, v, -inf, inf)
    else:
        v = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = minimax_value(game, game.result(s, a), below, watch)
            if child < v or best < 0:
                v, best = child, number
            watch.update(s, a, child, v, -inf, inf)
    watch.leave(s, v)
    return v, best


MINIMAX = Algorithm(
    name="minimax",
    title="Minimax",
    function=minimax_value,
    needs=no_chance(opponents),
    pseudocode=PSEUDOCODE,
    lines={"enter": 1, "leaf": 2, "horizon": 3, "update max": 6, "update min": 9, "leave": 10},
    rank=10,
)


def minimax(
    game: Game,
    s: State = None,
    *,
    depth: int | None = None,
    watch: Watch | None = None,
    interpreted: bool = False,
    quiescence: bool = False,
    beam: int = 0,
) -> Choice:
    """Player 0's value of a state (the initial one by default) and the best action, by plain minimax.

    `quiescence` looks on where the depth is spent and the game says that it is noisy; `beam` looks only at the N
    actions that look best at every node (0: at all), and may be wrong. With either it runs as plain Python.
    """
    algorithm = heuristic(MINIMAX, beam, quiescence) if quiescence or beam else MINIMAX
    return ask(algorithm, game, s, depth, watch, interpreted)
