"""Cuts before any action is looked at: where the evaluation, or doing nothing, is likely to tell enough.

Each is a bet, and on only where the game answers what it rests on: a `swing` for margins, `passed` for the null move,
`forecast` for ProbCut. Asked only in narrow windows, where it is quiet, and where no win is in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

from kibitz.game import Game, State
from kibitz.lookup.transposition import Table
from kibitz.native.packing import unpack
from kibitz.native.splicing import spliced
from kibitz.search.engine.settle import MOST_LINES
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.quiesce import quiesce
from kibitz.search.selective.selective_desk import KIND_AT, STILL_AT, SelectiveDesk
from kibitz.search.selective.win_distance import step

STATIC_DEPTH, STATIC_MARGIN = 6, 1.1  # plies; swings a ply
RAZOR_DEPTH, RAZOR_MARGIN = 2, 3.0
PASS_DEPTH = 3  # the least depth at which passing is tried
VERIFIED_DEPTH = 10  # from here on what passing shows is checked
CONFIDENCE = 1.5  # standard errors by which a forecast must clear the window


@spliced
def cut_early(
    delve: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    still: float,
    ply: int,
    top: int,
    table: Table,
    desk: SelectiveDesk,
) -> tuple[bool, float]:
    """Can the node be cut before its actions are listed? And a value that tells on which side of the window it is."""
    words = desk.words
    is_cut, value = False, 0.0
    if abs(beta) >= desk.decisive or beta - beta != 0.0 or alpha - alpha != 0.0:
        return is_cut, value
    if game.swing > 0.0:
        # Reverse futility: the opponent would have to win back a lot in a few plies.
        easier = 1 if is_improving(still, ply, desk) else 0
        margin = STATIC_MARGIN * game.swing * (depth - easier)
        if words[word.STATIC] != 0 and depth <= STATIC_DEPTH and still - margin >= beta:
            words[word.STATIC_CUTS] += 1
            words[word.HORIZON] += 1
            return True, still
        # Razoring: far below the window only captures can help, and quiescence knows those.
        if words[word.RAZORING] != 0 and depth <= RAZOR_DEPTH and still + RAZOR_MARGIN * game.swing * depth <= alpha:
            value = quiesce(game, s, side, alpha, beta, ply, top, True, MOST_LINES, desk)
            if value <= alpha:
                words[word.RAZORED] += 1
                words[word.HORIZON] += 1
                return True, value
    # Null move: if even doing nothing is too good for the opponent to allow, some action is.
    may_pass = words[word.NULL_MOVE] != 0 and depth >= PASS_DEPTH and ply >= words[word.NO_PASSING]
    if game.has_passed and may_pass and (game.swing == 0.0 or still >= beta):
        value = pass_turn(delve, game, s, side, depth, beta, still, ply, top, table, desk)
        if value >= beta:
            words[word.HORIZON] += 1
            return True, value
    # ProbCut: a shallow search foretells on which side of the window a deep one would end.
    if game.has_forecast and words[word.PROBCUT] != 0:
        is_cut, value = foretell(delve, game, s, side, depth, alpha, beta, still, ply, top, table, desk)
    return is_cut, value


@spliced
def is_improving(still: float, ply: int, desk: SelectiveDesk) -> bool:
    """Does the player to move stand better than at the last turn? Then less has to be proven."""
    return ply < 2 or still > unpack(desk.words, STILL_AT + ply - 2, 0.0)


@spliced
def pass_turn(
    delve: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    beta: float,
    still: float,
    ply: int,
    top: int,
    table: Table,
    desk: SelectiveDesk,
) -> float:
    """What a state is worth where the player to move does nothing, if that is β or more; -inf if it is less.

    It costs a search several plies less deep; where it cuts, it saves the whole node. Where having to move is bad
    (zugzwang) it is wrong: from some depth on it is checked by a search in which this player may not pass.
    """
    words = desk.words
    found = -inf
    less = 3 + depth // 5
    if game.swing > 0.0:
        less += int(min((still - beta) / (2.0 * game.swing), 2.0))
    for after in game.passed(s):
        barrier = words[word.BARRIER]
        words[word.BARRIER] = words[word.BASE] + ply + 1
        words[KIND_AT + 2 + ply + 1] = 0
        little = step(game, -beta)
        value = -inf
        if not game.is_over_early(after):
            value = -delve(game, after, 1 - side, depth - less, -beta, -beta + little, ply + 1, top, table, desk)
        words[word.BARRIER] = barrier
        if value >= beta:
            found = min(value, max(beta, desk.decisive - little))
            if depth >= VERIFIED_DEPTH and words[word.VERIFICATION] != 0 and words[word.NO_PASSING] == 0:
                words[word.NO_PASSING] = ply + 3 * (depth - less) // 4 + 1
                little = step(game, beta)
                if delve(game, s, side, depth - less, beta - little, beta, ply, top, table, desk) < beta:
                    words[word.REFUTED_PASSES] += 1
                    found = -inf
                words[word.NO_PASSING] = 0
        if found >= beta:
            words[word.NULL_CUTOFFS] += 1
        break
    return found


@spliced
def foretell(
    delve: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    still: float,
    ply: int,
    top: int,
    table: Table,
    desk: SelectiveDesk,
) -> tuple[bool, float]:
    """Does a shallow search tell, but for an error the game has measured, that a deep one would leave the window?"""
    words = desk.words
    is_cut, value = False, 0.0
    shallow, slope, offset, error = game.forecast(s, depth)
    if 0 < shallow < depth and slope > 0.0:
        is_above = still >= beta if game.swing > 0.0 else True
        if is_above:
            bound = (beta + CONFIDENCE * error - offset) / slope
            bound = float(ceil(bound)) if game.whole and game.guesses_are_whole else bound
            lower, upper = bound - step(game, bound), bound
        else:
            bound = (alpha - CONFIDENCE * error - offset) / slope
            bound = float(floor(bound)) if game.whole and game.guesses_are_whole else bound
            lower, upper = bound, bound + step(game, bound)
        if abs(bound) < desk.decisive:
            found = delve(game, s, side, shallow, lower, upper, ply, top, table, desk)
            if (is_above and found >= upper) or (not is_above and found <= lower):
                words[word.PROBCUTS] += 1
                words[word.HORIZON] += 1
                is_cut, value = True, beta if is_above else alpha
    return is_cut, value
