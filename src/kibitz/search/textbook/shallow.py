"""Maxn with shallow pruning: what one player has leaves too little for the one who chose to come here (Korf, 1991).

Where all players together can get no more than a total, and each no less than its least, a player who is sure of much
leaves little for the others. If that is no more than what the player above has already, that player will not come here,
and the rest of the node is cut. A player who has all it can get looks no further either: immediate pruning.

Only the player directly above may cut. What a player further up has must not: the node that would be cut may still
decide what a player in between takes, and with it what everybody gets (deep pruning is unsound for several players).

Contract: for a chooser with `floor` and the vector v of plain maxn, the vector r that comes back is
  r = v if v[chooser] > floor;  r[chooser] ≤ floor if v[chooser] ≤ floor
and so all of v at the root, ties too: an action that comes later has to be better to be taken. Utilities and
evaluations must keep to `stakes`, and sum to no more than the total. To a depth limit nothing is cut in a game that
evaluates and does not answer `stakes`: its guesses may be anything.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.guessing import FAR
from kibitz.search.needs import several
from kibitz.search.several.vector_engine import most_together
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.maxn import added, leaf_vector
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function SHALLOW(s, depth, chooser, floor)
  if TERMINAL(s) then return the vector of UTILITY(s, p) for every player p
  if depth = 0 then return the vector of EVALUATE(s, p) for every player p
  if PLAYER(s) = CHANCE then
    v ← the zero vector
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · SHALLOW(RESULT(s, r), depth, nobody, −∞)
  else
    for each a in ACTIONS(s) do
      child ← SHALLOW(RESULT(s, a), depth − 1, PLAYER(s), v[PLAYER(s)], or −∞ at the first)
      if child is the first, or child[PLAYER(s)] > v[PLAYER(s)] then v ← child
      left ← TOTAL − v[PLAYER(s)] − the sum of LEAST(p) for every other player p but the chooser
      if left ≤ floor and the chooser is another player then return v
      if v[PLAYER(s)] = MOST(PLAYER(s)) then return v
  return v"""


@jit
def left_for(game: Game, s: State, chooser: int, player: int, own: float, total: float, count: int) -> float:
    """The most that a chooser can get where the player to move is sure of `own`."""
    left = total - own
    highest = inf
    for other in range(count):
        low, high = game.stakes(s, other)
        if other == chooser:
            highest = high
        elif other != player:
            left -= low
    return min(left, highest)


@jit
def shallow_value(
    game: Game,
    s: State,
    depth: int,
    chooser: int,
    floor: float,
    total: float,
    zeros: tuple[float, ...],
    watch: Watch,
) -> tuple[tuple[float, ...], int]:
    """The vector of a state, by the contract above, and which of its actions (counted from 0) reaches it, or -1.

    `chooser` is -1 where nobody has anything yet. `zeros` is the zero vector, one entry for each player.
    """
    watch.enter(s, floor, inf)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_vector(game, s, zeros, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    v = zeros
    nobody = chooser - chooser - 1
    if player == CHANCE:
        watch.roll(s)
        summed = 0.0
        for outcome, probability in game.outcomes(s):
            child, _ = shallow_value(game, game.result(s, outcome), below, nobody, -inf, total, zeros, watch)
            v = added(v, probability, child)
            summed += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(summed)
    else:
        low, most = game.stakes(s, player)
        is_nothing = not game.has_evaluate and low <= 0.0 <= most and total >= 0.0  # what every guess is
        may_cut = depth >= FAR or game.has_stakes or is_nothing
        for number, a in enumerate(game.actions(s)):
            least = v[player] if best >= 0 else -inf
            child, _ = shallow_value(game, game.result(s, a), below, player, least, total, zeros, watch)
            if best < 0 or is_more(child[player], v[player]):
                v, best = child, number
            left = inf
            if may_cut and chooser >= 0 and chooser != player:
                left = left_for(game, s, chooser, player, v[player], total, len(zeros))
            if left <= floor or (may_cut and v[player] >= most):
                watch.prune(s, a, child, v, floor, left)
                break
            watch.update(s, a, child, v, floor, left)
    watch.leave(s, v)
    return v, best


SHALLOW = Algorithm(
    name="shallow",
    title="Maxⁿ with shallow pruning",
    function=shallow_value,
    needs=several,
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 1,
        "leaf": 2,
        "horizon": 3,
        "update chance": 6,
        "update": 10,
        "too little": 12,
        "enough": 13,
        "leave": 14,
    },
    extra=lambda game: (-1, -inf, most_together(game), (0.0,) * game.players),
    vector=True,
    rank=90,
)


def shallow(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """Every player's value of a state (the initial one by default), and the best action of the one to move."""
    return ask(SHALLOW, game, s, depth, watch, interpreted)
