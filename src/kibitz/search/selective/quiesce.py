"""Quiescence of the selective search: what a position is worth where the depth is spent."""

from __future__ import annotations

from math import inf

from kibitz.game import Game, State
from kibitz.native import jit
from kibitz.native.packing import is_packable, unpack
from kibitz.search.engine.desk import enter
from kibitz.search.engine.ordering import record_size
from kibitz.search.engine.position import evaluation_for, side_of
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.selective_desk import ACTION, PLIES, SelectiveDesk
from kibitz.search.selective.shortlist import (
    jot_down_noisy,
    next_record,
    nth_action,
    nth_noisy,
    take,
    without_actions,
)
from kibitz.search.selective.win_distance import at_the_end

DELTA_MARGIN = 2.0  # swings that a capture may bring beyond what it takes


@jit
def quiesce(
    game: Game,
    s: State,
    side: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    quiet: bool,
    room: int,
    desk: SelectiveDesk,
) -> float:
    """What a state is worth to a player: its evaluation, once the actions that would upset it have been followed.

    Nobody has to take such an action, but where it is not `quiet` all actions are looked at: `room` is for how many
    lines, as in `settle`. Two bets can be switched off: a capture that cannot reach the window even with a margin is
    left out (delta), and so is one that loses material. The game is not over here, and the node has been counted.
    """
    words = desk.words
    best = -inf
    is_last = words[word.QUIESCENCE] == 0 or ply >= PLIES - 2
    if quiet or is_last:
        words[word.HORIZON] += 1
        best = evaluation_for(game, s, side)
        if best >= beta or is_last:
            return best
        if not (game.has_noisy_actions or game.has_is_noisy):
            return best
    still, count = best, 0
    if quiet:
        if game.has_noisy_actions or game.has_is_noisy:  # else there is nothing to compile
            for a in game.noisy_actions(s):
                count = jot_down_noisy(game, s, a, top, count, desk)
    else:
        for a in game.candidates(s):
            count = jot_down_noisy(game, s, a, top, count, desk)
    if count == 0:
        return still if quiet else without_actions(game, s, side, ply, desk)
    room = room if quiet else room // count
    if room == 0:
        words[word.HORIZON] += 1
        return evaluation_for(game, s, side)
    size = record_size(a)
    below = top + count * size
    while True:
        record = next_record(words, top, count, size)
        if record < 0:
            break
        number = take(words, record)
        if is_packable(a):
            a = unpack(words, record + ACTION, a)
        elif game.has_noisy_actions or game.has_is_noisy:
            a = nth_noisy(game, s, number) if quiet else nth_action(game, s, number)
        else:
            a = nth_action(game, s, number)
        if quiet and game.swing > 0.0 and game.has_gain and words[word.DELTA_PRUNING] != 0:
            most = still + float(game.gain(s, a)) + DELTA_MARGIN * game.swing
            if most <= alpha:
                words[word.DELTA] += 1
                best = max(best, most)
                continue
        if quiet and game.has_exchange and words[word.EXCHANGES] != 0 and game.exchange(s, a) < 0.0:
            words[word.LOSING] += 1
            continue
        enter(words, ply + 1)
        words[word.QUIET_NODES] += 1
        after = game.result(s, a)
        is_known, value = at_the_end(game, after, side, ply + 1, desk)
        if not is_known:
            next_side = side_of(game, after)
            calm = not game.has_is_quiet or game.is_quiet(after)
            floor = max(alpha, best)
            sign, low, high = (1.0, floor, beta) if next_side == side else (-1.0, -beta, -floor)
            value = sign * quiesce(game, after, next_side, low, high, ply + 1, below, calm, room, desk)
        if value > best:
            best = value
            if best >= beta:
                break
    return best
