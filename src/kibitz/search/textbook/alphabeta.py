"""Alpha-beta: minimax that stops looking at a node as soon as it cannot matter.

α is the best MAX is sure of so far on the way down, β the best MIN is sure of. Four forms are in use in textbooks;
they agree on the value of the root and differ in what they answer outside the window, and in whether a tie is cut.

Contract, for a window α < β and the minimax value m: the value v that comes back is
  fail-soft     v = m if α < m < β;  m ≤ v ≤ α if m ≤ α;  β ≤ v ≤ m if m ≥ β  (a bound, as tight as was seen)
  fail-hard     v = m clamped to the window: α if m ≤ α, β if m ≥ β
  strict        as fail-soft, but only v > β (or v < α) cuts: a tie is searched to its end
  update-first  v = m at a leaf and if α < m < β;  at MAX v = α if m ≤ α, and β ≤ v ≤ m if m ≥ β;
                at MIN m ≤ v ≤ α if m ≤ α, and v = β if m ≥ β  (a bound on the side where it cuts, an edge on the other)
All but strict visit the same leaves: a window depends on no more of a child's answer than its place in the window.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import MAX, Game, State
from kibitz.game.given import real
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import no_chance, opponents
from kibitz.search.textbook.heuristic import heuristic
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function ALPHA-BETA(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = MAX then
    v ← −∞
    for each a in ACTIONS(s) do
      v ← max(v, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if v ≥ β then return v
      α ← max(α, v)
  else
    v ← +∞
    for each a in ACTIONS(s) do
      v ← min(v, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if v ≤ α then return v
      β ← min(β, v)
  return v"""


FAIL_HARD_PSEUDOCODE = """\
function ALPHA-BETA(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX), clamped to α … β
  if depth = 0 then return EVALUATE(s, MAX), clamped to α … β
  if PLAYER(s) = MAX then
    for each a in ACTIONS(s) do
      α ← max(α, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if α ≥ β then return α
    return α
  else
    for each a in ACTIONS(s) do
      β ← min(β, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if β ≤ α then return β
    return β"""

BOUND_LINES = {
    "enter": 1,
    "leaf": 2,
    "horizon": 3,
    "update max": 6,
    "prune max": 7,
    "update min": 11,
    "prune min": 12,
    "leave max": 8,
    "leave min": 13,
    "leave": 2,
}

UPDATE_FIRST_PSEUDOCODE = """\
function ALPHA-BETA(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = MAX then
    for each a in ACTIONS(s) do
      α ← max(α, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if α ≥ β then return α
    return α
  else
    for each a in ACTIONS(s) do
      β ← min(β, ALPHA-BETA(RESULT(s, a), depth − 1, α, β))
      if β ≤ α then return β
    return β"""


@jit
def fail_soft(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
    """The textbook's form: cut when v ≥ β (or v ≤ α), and answer v."""
    watch.enter(s, alpha, beta)
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
            child, _ = fail_soft(game, game.result(s, a), below, alpha, beta, watch)
            if child > v or best < 0:
                v, best = child, number
            if v >= beta:
                watch.prune(s, a, child, v, alpha, beta)
                break
            alpha = max(alpha, v)
            watch.update(s, a, child, v, alpha, beta)
    else:
        v = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = fail_soft(game, game.result(s, a), below, alpha, beta, watch)
            if child < v or best < 0:
                v, best = child, number
            if v <= alpha:
                watch.prune(s, a, child, v, alpha, beta)
                break
            beta = min(beta, v)
            watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v, best


@jit
def fail_hard(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
    """The bounded form: the answer never leaves the window; MAX answers α, MIN answers β."""
    watch.enter(s, alpha, beta)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = min(max(leaf_value(game, s, over, watch), alpha), beta)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    if game.player(s) == MAX:
        for number, a in enumerate(game.actions(s)):
            child, _ = fail_hard(game, game.result(s, a), below, alpha, beta, watch)
            if child > alpha or best < 0:
                alpha, best = max(alpha, child), number
            if alpha >= beta:
                watch.prune(s, a, child, alpha, alpha, beta)
                break
            watch.update(s, a, child, alpha, alpha, beta)
        v = alpha
    else:
        for number, a in enumerate(game.actions(s)):
            child, _ = fail_hard(game, game.result(s, a), below, alpha, beta, watch)
            if child < beta or best < 0:
                beta, best = min(beta, child), number
            if beta <= alpha:
                watch.prune(s, a, child, beta, alpha, beta)
                break
            watch.update(s, a, child, beta, alpha, beta)
        v = beta
    watch.leave(s, v)
    return v, best


@jit
def update_first(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
    """The form that moves its bound before it tests α ≥ β, and answers the bound: α at MAX, β at MIN."""
    watch.enter(s, alpha, beta)
    over = game.is_terminal(s)
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    if game.player(s) == MAX:
        for number, a in enumerate(game.actions(s)):
            child, _ = update_first(game, game.result(s, a), below, alpha, beta, watch)
            if child > alpha or best < 0:
                alpha, best = max(alpha, child), number
            if alpha >= beta:
                watch.prune(s, a, child, alpha, alpha, beta)
                break
            watch.update(s, a, child, alpha, alpha, beta)
        v = alpha
    else:
        for number, a in enumerate(game.actions(s)):
            child, _ = update_first(game, game.result(s, a), below, alpha, beta, watch)
            if child < beta or best < 0:
                beta, best = min(beta, child), number
            if beta <= alpha:
                watch.prune(s, a, child, beta, alpha, beta)
                break
            watch.update(s, a, child, beta, alpha, beta)
        v = beta
    watch.leave(s, v)
    return v, best


@jit
def strict(game: Game, s: State, depth: int, alpha: float, beta: float, watch: Watch) -> tuple[float, int]:
    """The form that cuts only when v > β (or v < α)."""
    watch.enter(s, alpha, beta)
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
            child, _ = strict(game, game.result(s, a), below, alpha, beta, watch)
            if child > v or best < 0:
                v, best = child, number
            if v > beta:
                watch.prune(s, a, child, v, alpha, beta)
                break
            alpha = max(alpha, v)
            watch.update(s, a, child, v, alpha, beta)
    else:
        v = inf
        for number, a in enumerate(game.actions(s)):
            child, _ = strict(game, game.result(s, a), below, alpha, beta, watch)
            if child < v or best < 0:
                v, best = child, number
            if v < alpha:
                watch.prune(s, a, child, v, alpha, beta)
                break
            beta = min(beta, v)
            watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v, best


LINES = {
    "enter": 1,
    "leaf": 2,
    "horizon": 3,
    "update max": 7,
    "prune max": 8,
    "update min": 13,
    "prune min": 14,
    "leave": 16,
}


def _form(name: str, **differences: Any) -> Algorithm:
    shared: dict[str, Any] = {"needs": no_chance(opponents), "lines": LINES, "extra": lambda game: (-inf, inf)}
    return Algorithm(name="alphabeta", title=f"Alpha-beta, {name}", rank=20, **(shared | differences))


VARIANTS = {
    "fail-soft": _form("fail-soft", function=fail_soft, pseudocode=PSEUDOCODE, cuts_ties=True),
    "fail-hard": _form(
        "fail-hard",
        function=fail_hard,
        pseudocode=FAIL_HARD_PSEUDOCODE,
        cuts_ties=True,
        answers_bound=True,
        lines=BOUND_LINES,
    ),
    "strict": _form(
        "strict",
        function=strict,
        pseudocode=PSEUDOCODE.replace("≥", ">").replace("≤", "<"),
        cuts_ties=False,
    ),
    "update-first": _form(
        "update-first",
        function=update_first,
        pseudocode=UPDATE_FIRST_PSEUDOCODE,
        cuts_ties=True,
        answers_bound=True,
        lines=BOUND_LINES,
    ),
}
ALPHABETA = VARIANTS["fail-soft"]


def alphabeta(
    game: Game,
    s: State = None,
    *,
    depth: int | None = None,
    alpha: float = -inf,
    beta: float = inf,
    variant: str = "fail-soft",
    watch: Watch | None = None,
    interpreted: bool = False,
    quiescence: bool = False,
    beam: int = 0,
) -> Choice:
    """Player 0's value of a state (the initial one by default) and a best action, by alpha-beta.

    `quiescence` and `beam` are as in `minimax`.
    """
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise BadInput(f"unknown form of alpha-beta {variant!r}; expected one of {', '.join(VARIANTS)}")
    window = real("alpha", alpha), real("beta", beta)
    if quiescence or beam:
        form = heuristic(VARIANTS[variant], beam, quiescence)
        return ask(form, game, s, depth, watch, interpreted, extra=(*window, *form.extra(game)[2:]))
    return ask(VARIANTS[variant], game, s, depth, watch, interpreted, extra=window)
