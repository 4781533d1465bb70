"""A textbook search that Kibitz does not have: all that it takes to add one is in this file."""

from math import inf

from kibitz.game import MAX
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.needs import no_chance, opponents
from kibitz.search.textbook.leaf import leaf_value

PSEUDOCODE = """\
function NEGAMAX(s, depth)            the value for player 0
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  sign ← 1 if PLAYER(s) = MAX, else −1;  v ← −∞
  for each a in ACTIONS(s) do v ← max(v, sign · NEGAMAX(RESULT(s, a), depth − 1))
  return sign · v"""


@jit
def negamax_value(game, s, depth, watch):
    """The value of a state for player 0, and which of its actions (counted from 0) reaches it; -1 for none."""
    watch.enter(s, -inf, inf)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    sign = 1.0 if game.player(s) == MAX else -1.0
    best = -1
    v = -inf
    for number, a in enumerate(game.actions(s)):
        child, _ = negamax_value(game, game.result(s, a), below, watch)
        if sign * child > v:
            v, best = sign * child, number
        watch.update(s, a, child, sign * v, -inf, inf)
    watch.leave(s, sign * v)
    return sign * v, best


NEGAMAX = Algorithm(
    name="negamax",
    title="Negamax",
    function=negamax_value,
    needs=no_chance(opponents),
    pseudocode=PSEUDOCODE,
    lines={"enter": 1, "leaf": 2, "horizon": 3, "update": 5, "leave": 6},
    rank=15,
)
