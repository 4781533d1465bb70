"""Paranoid search: alpha-beta for one player who takes all the others for one opponent.

Everyone else is taken to have nothing in mind but to keep the value of MAX, the player at the root, low. Then one
number is enough, and deep cuts are sound again. Partners of MAX, where the game has teams, maximise with it.

Contract: without a depth limit the value is what MAX is sure of, whatever the others do: no strategies of theirs, those
of maxn among them, leave it less. With two opponents, or two teams, it is the minimax value. Fail-soft, as in
`alphabeta`; where dice fall, the window is opened wide.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, Game, State
from kibitz.game.given import is_game, state_of
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import several
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function PARANOID(s, depth, α, β)                            MAX is the player at the root
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = CHANCE then
    v ← 0
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · PARANOID(RESULT(s, r), depth, −∞, +∞)
  else if PLAYER(s) = MAX, or a partner of MAX then
    v ← −∞
    for each a in ACTIONS(s) do
      v ← max(v, PARANOID(RESULT(s, a), depth − 1, α, β))
      if v ≥ β then return v
      α ← max(α, v)
  else
    v ← +∞
    for each a in ACTIONS(s) do
      v ← min(v, PARANOID(RESULT(s, a), depth − 1, α, β))
      if v ≤ α then return v
      β ← min(β, v)
  return v"""

LINES = {
    "enter": 1,
    "leaf": 2,
    "horizon": 3,
    "update chance": 6,
    "update max": 10,
    "prune max": 11,
    "update min": 16,
    "prune min": 17,
    "leave": 19,
}


def hero_of(game: Game, s: State) -> int:
    """The player for whom a state is searched: the one to move; 0 at the end of the game and where dice fall."""
    return 0 if game.is_terminal(s) else max(0, int(game.player(s)))


def sides_of(game: Game, hero: int) -> tuple[int, ...]:
    """For every player 0 if it is on the hero's side, else 1."""
    teams = game.teams or tuple(range(game.players))
    return tuple(0 if teams[player] == teams[hero] else 1 for player in range(game.players))


def against_all(game: Game, s: State = None) -> tuple[float, float, int, tuple[int, ...]]:
    """The window, the hero and the sides with which such a search begins."""
    is_game(game)
    hero = hero_of(game, state_of(game, s))
    return -inf, inf, hero, sides_of(game, hero)


@jit
def leaf_for(game: Game, s: State, hero: int, watch: Watch) -> float:
    """What a state is worth to the hero without looking on."""
    if game.is_terminal(s):
        v = sound(float(game.utility(s, hero)))
        watch.leaf(s, v)
    else:
        v = sound(float(game.evaluate(s, hero)))
        watch.horizon(s, v)
    return v


@jit
def paranoid_value(
    game: Game, s: State, depth: int, alpha: float, beta: float, hero: int, sides: tuple[int, ...], watch: Watch
) -> tuple[float, int]:
    """The value of a state for the hero, and which of its actions (counted from 0) reaches it; -1 for none."""
    watch.enter(s, alpha, beta)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_for(game, s, hero, watch)
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
            child, _ = paranoid_value(game, game.result(s, outcome), below, -inf, inf, hero, sides, watch)
            v += probability * child
            total += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(total)
    elif sides[player] == 0:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            child, _ = paranoid_value(game, game.result(s, a), below, alpha, beta, hero, sides, watch)
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
            child, _ = paranoid_value(game, game.result(s, a), below, alpha, beta, hero, sides, watch)
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


PARANOID = Algorithm(
    name="paranoid",
    title="Paranoid: alpha-beta against all others",
    function=paranoid_value,
    needs=several,
    pseudocode=PSEUDOCODE,
    lines=LINES,
    extra=against_all,
    cuts_ties=True,
    is_against_all=True,
    rank=100,
)


def paranoid(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """What the player to move is sure of, whatever the others do, and the action that makes sure of it."""
    return ask(PARANOID, game, s, depth, watch, interpreted, extra=against_all(game, s))
