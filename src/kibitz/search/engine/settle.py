"""Quiescence: what a position is worth where the depth is spent."""

from __future__ import annotations

from math import inf

from kibitz.errors import Stopped, TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.native import jit
from kibitz.search.endgame_values import NO_TABLE
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import BY_PLY, PLIES, Desk
from kibitz.search.engine.position import by_endgames, evaluation_for, side_of, utility_for

# The lines that one quiescence search may follow through positions that are not quiet. A game that is hardly ever
# quiet would else be searched to its end from every leaf. Far more than an exchange or a forced sequence has.
MOST_LINES = 1 << 16


@jit
def settle(game: Game, s: State, side: int, alpha: float, beta: float, ply: int, room: int, desk: Desk) -> float:
    """What a state is worth to a player: its evaluation, once the actions that would upset it have been followed.

    Nobody has to take such an action, but in the middle of an exchange (not `is_quiet`) somebody has to. `room` is how
    many lines may be followed, `MOST_LINES` at first: actions that have to be taken share it, and where it is used up,
    the evaluation counts. So forced sequences are followed to their end, and wild ones are not.
    """
    words = desk.words
    words[word.HORIZON] += 1
    if words[word.BY_DEPTH] != 0:
        return 0.0
    still = evaluation_for(game, s, side)
    if game.has_outcomes and game.player(s) == CHANCE:
        return still
    if not (game.has_is_quiet or game.has_is_noisy):  # then everything is quiet
        return still
    quiet = game.is_quiet(s)
    if words[word.QUIESCENCE] == 0 or (quiet and still >= beta) or ply >= PLIES - 1:
        return still
    if not quiet:
        room = shared(game, s, room)
        if room == 0:
            return still
    best = still if quiet else -inf  # in the middle of an exchange a player cannot just stop
    noisy = tried = 0
    for a in game.candidates(s):
        tried += 1
        if tried > MOST_CHOICES:
            raise TooWide("a position has too many actions")
        if words[word.STOP] != 0:
            raise Stopped("told to stop")
        if quiet and not game.is_noisy(s, a):
            continue
        noisy += 1
        if words[word.NODES] >= words[word.NODE_LIMIT]:
            raise Stopped("the node limit is reached")
        words[word.NODES] += 1
        words[word.QUIET_NODES] += 1
        words[BY_PLY + ply + 1] += 1  # ply + 1 < PLIES: see above
        after = game.result(s, a)
        is_known, value = False, 0.0
        if game.is_terminal(after):
            is_known, value = True, utility_for(game, after, side)
        elif desk.probes and words[word.ENDGAMES] != NO_TABLE:
            is_known, value = by_endgames(game, after, side, 0, desk)
        if not is_known:
            floor = max(alpha, best)
            next_side = side_of(game, after)
            if next_side == side:
                sign, lower, upper = 1.0, floor, beta
            else:
                sign, lower, upper = -1.0, -beta, -floor
            value = sign * settle(game, after, next_side, lower, upper, ply + 1, room, desk)
        best = max(best, value)
        if best >= beta:
            break
    return best if noisy > 0 else still


@jit
def shared(game: Game, s: State, room: int) -> int:
    """The lines that each action of a state may be followed by, where all of them together may have `room`."""
    count = 0
    for _ in game.candidates(s):
        count += 1
        if count > room:
            return 0
    return room // max(1, count)
