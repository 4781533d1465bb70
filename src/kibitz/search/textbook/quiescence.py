"""Quiescence search: past the depth limit, go on where an evaluation is not to be trusted.

Contract: the value q of a state where the depth is spent, player 0's. At a terminal state it is the utility. Where the
game calls the state quiet, its player may be content with the evaluation (stand pat) or take a noisy action, whichever
is better: q = max(EVALUATE, q of the states behind noisy actions) for MAX, and min for MIN. Where it is not quiet,
nobody can stop there: q is the best over all actions. A state without any such action is worth its evaluation, and so
is one where chance is to move. This is what the engines do (`search/engine/settle.py`), without their limit on lines.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.search.soundness import sound
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function QUIESCENCE(s, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if QUIET(s) and no action is NOISY then return EVALUATE(s, MAX)
  v ← EVALUATE(s, MAX) if QUIET(s), else −∞ for MAX or +∞ for MIN
  for each a in ACTIONS(s) that is NOISY, or each if s is not QUIET, while v is within α … β do
    v ← max(v, QUIESCENCE(RESULT(s, a), α, β)), or min for MIN, and narrow α or β by it
  return v"""
# The lines of these steps, counted from the first line of the function.
LINES = {
    "follow enter": 1,
    "follow leaf": 2,
    "quiet": 3,
    "stand pat": 4,
    "follow prune": 5,
    "follow": 6,
    "follow leave": 7,
}


def quiescence(game: Game, s: State, alpha: float, beta: float, cuts: bool, watch: Watch) -> float:
    """What a state is worth where the depth is spent, by the contract above. The node is entered; it is left here.

    `cuts`: may α and β cut? Otherwise they stay as they are, as minimax has it.
    """
    followed = noisy(game, s)
    if game.is_terminal(s) or not followed:
        v = leaf_value(game, s, game.is_terminal(s), watch)
        watch.leave(s, v)
        return v
    is_max = game.player(s) == MAX
    v = -inf if is_max else inf
    if game.is_quiet(s):
        v = sound(float(game.evaluate(s, MAX)))
    is_enough = cuts and (v >= beta if is_max else v <= alpha)
    if cuts and not is_enough:
        alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
    watch.look_on(s, v, alpha, beta, tuple(number for number, _ in followed))
    for number, a in [] if is_enough else followed:
        watch.turn_to(s, number)
        after = game.result(s, a)
        watch.enter(after, alpha, beta)
        child = quiescence(game, after, alpha, beta, cuts, watch)
        v = max(v, child) if is_max else min(v, child)
        if cuts and (v >= beta if is_max else v <= alpha):
            watch.prune(s, a, child, v, alpha, beta)
            break
        if cuts:
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v


def noisy(game: Game, s: State) -> list[tuple[int, Action]]:
    """The actions that are followed past the depth limit, each with its number, counted from 0."""
    if game.is_terminal(s) or game.player(s) == CHANCE:
        return []
    is_quiet = game.is_quiet(s)
    return [(number, a) for number, a in enumerate(game.actions(s)) if not is_quiet or game.is_noisy(s, a)]
