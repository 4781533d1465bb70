"""Best-reply search: between two moves of MAX only one of the others is out to harm it.

Paranoid search is too dark: the others hardly ever all conspire. Maxn cuts little. Between them lies this one (Schadd
and Winands, 2011): of all the replies to a move of MAX only the one counts that hurts most. The others would have to
pass, which most games do not allow, so they play what looks most promising to themselves, by the game's `promise` or
`order`, or else their first action (Esser, Gras, Winands, Schadd and Lanctot, 2013). Every position that is searched
is then a legal one.

Contract: the value is MAX's, the player's at the root, when between any two turns of MAX at most one opponent,
whichever harms most, departs from its most promising action, and MAX and its partners play best. It is never less than
the paranoid value, and it does not bound the true one. With one opponent it is the minimax value. Fail-soft, as in
`alphabeta`; where dice fall, the window is opened wide.
"""

from __future__ import annotations

from math import inf

from kibitz.errors import TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.engine.ordering import at_least
from kibitz.search.needs import several
from kibitz.search.soundness import certain, chance_of
from kibitz.search.textbook.paranoid import against_all, leaf_for
from kibitz.search.ties import is_more
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function BEST-REPLY(s, depth, α, β, rebel)                   MAX is the player at the root
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if PLAYER(s) = CHANCE then
    v ← 0
    for each r, P(r) in OUTCOMES(s) do v ← v + P(r) · BEST-REPLY(RESULT(s, r), depth, −∞, +∞, rebel)
  else if PLAYER(s) = MAX, or a partner of MAX then
    v ← −∞
    for each a in ACTIONS(s) do
      v ← max(v, BEST-REPLY(RESULT(s, a), depth − 1, α, β, nobody))
      if v ≥ β then return v
      α ← max(α, v)
  else
    v ← +∞;  usual ← the most promising of ACTIONS(s)
    for each a in ACTIONS(s), only a = usual if there is a rebel and it is another player do
      r ← rebel if a = usual, else PLAYER(s)
      v ← min(v, BEST-REPLY(RESULT(s, a), depth − 1, α, β, r))
      if v ≤ α then return v
      β ← min(β, v)
  return v"""

NOBODY = -1


@jit
def usual_number(game: Game, s: State) -> int:
    """The number of the most promising action, counted from 0; the first of equals."""
    best = -1
    most = -inf
    survey = game.survey(s)
    for number, a in enumerate(game.actions(s)):
        if number >= MOST_CHOICES:
            raise TooWide("a position has too many actions")
        promise = at_least(float(game.promise(s, a, game.result(s, a), survey)))
        if best < 0 or promise > most:
            best, most = number, promise
    return best


@jit
def best_reply_value(
    game: Game,
    s: State,
    depth: int,
    alpha: float,
    beta: float,
    hero: int,
    sides: tuple[int, ...],
    rebel: int,
    watch: Watch,
) -> tuple[float, int]:
    """The value of a state for the hero, and which of its actions (counted from 0) reaches it; -1 for none.

    `rebel` is the opponent that has departed from its most promising action since the hero's last turn, or -1.
    """
    watch.enter(s, alpha, beta)
    if game.is_terminal(s) or depth <= 0:
        v = leaf_for(game, s, hero, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    player = game.player(s)
    nobody = rebel - rebel - 1
    if player == CHANCE:
        watch.roll(s)
        v = 0.0
        total = 0.0
        for outcome, probability in game.outcomes(s):
            child, _ = best_reply_value(game, game.result(s, outcome), below, -inf, inf, hero, sides, rebel, watch)
            v += probability * child
            total += chance_of(probability)
            watch.weigh(s, outcome, probability, child, v)
        certain(total)
    elif sides[player] == 0:
        v = -inf
        for number, a in enumerate(game.actions(s)):
            after = game.result(s, a)
            child, _ = best_reply_value(game, after, below, alpha, beta, hero, sides, nobody, watch)
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
        usual = usual_number(game, s)
        is_free = rebel in (NOBODY, player)
        if not is_free:
            watch.only(s, usual)
        for number, a in enumerate(game.actions(s)):
            if not is_free and number != usual:
                continue
            after = game.result(s, a)
            rebels = rebel if number == usual else player
            child, _ = best_reply_value(game, after, below, alpha, beta, hero, sides, rebels, watch)
            if best < 0 or is_more(v, child):
                best = number
            v = min(v, child)
            if v <= alpha and is_free:
                watch.prune(s, a, child, v, alpha, beta)
                break
            beta = min(beta, v)
            watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v, best


BEST_REPLY = Algorithm(
    name="best-reply",
    title="Best-reply search",
    function=best_reply_value,
    needs=several,
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 1,
        "leaf": 2,
        "horizon": 3,
        "update chance": 6,
        "update max": 10,
        "prune max": 11,
        "only": 15,
        "update min": 17,
        "prune min": 18,
        "leave": 20,
    },
    extra=lambda game: (*against_all(game), NOBODY),
    cuts_ties=True,
    is_against_all=True,
    rank=110,
)


def best_reply(
    game: Game, s: State = None, *, depth: int | None = None, watch: Watch | None = None, interpreted: bool = False
) -> Choice:
    """The value for the player to move when of the others only one at a time is out to harm it, and its action."""
    return ask(BEST_REPLY, game, s, depth, watch, interpreted, extra=(*against_all(game, s), NOBODY))
