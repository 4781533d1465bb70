"""The selective search: alpha-beta that follows some lines further than others, for games with an evaluation.

Read `look.py` of the engine first: this is its sibling, for games where children are dear and most of them hopeless. A
child is made when its turn has come; how deep it is searched, or whether at all, depends on how it looks.

Contract. `delve` answers v for the player `side`; with m the value to that depth and a window α < β:
    v ≤ α  then m ≤ v        α < v < β  then m = v        v ≥ β  then m ≥ v
Values are centred, as in `look`, and a win counts `haste` less for every ply from the root on.

What never changes m: the order of actions, the tables (3, 7) except that they may know what is found deeper, and the
distance of wins (4). What does, each a bet that can be switched off: extensions (5, 11), the cuts before any action is
looked at (8), internal reductions (9), and what is left out or searched less deep among the actions (12). Quiescence
(6) is part of what m means. Whatever rests on a guess, a bet or a repetition is counted under HORIZON, and is never
called exact; what rests on a repetition further up the line is not written into the table either.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from kibitz.game import Game, State
from kibitz.game.limits import LONGEST_WIN
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.packing import pack
from kibitz.native.splicing import spliced
from kibitz.search.endgame_values import NO_TABLE
from kibitz.search.engine.desk import enter
from kibitz.search.engine.position import evaluation_for, for_side
from kibitz.search.engine.settle import MOST_LINES
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.early_cuts import cut_early
from kibitz.search.selective.quiesce import quiesce
from kibitz.search.selective.recurrence import NOWHERE, leave, repeated_at, repetition_for, rest_on
from kibitz.search.selective.selective_desk import PATH_AT, PLIES, SOME_LEFT_OUT, STILL_AT, SelectiveDesk, Words
from kibitz.search.selective.shortlist import jot_down, without_actions
from kibitz.search.selective.try_actions import lone_best, try_actions
from kibitz.search.selective.win_distance import by_endgames, from_here, is_narrow, to_there

INTERNAL_DEPTH = 4  # from this depth on a node without a move from the table is searched one ply less deep


@jit
def delve(
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    table: Table,
    desk: SelectiveDesk,
) -> float:
    """The value of a state for a player, to a depth, by the contract above; the game is not over there.

    `top` is where the desk's stack is free.
    """
    words = desk.words

    # 1. Count the node, and see whether to go on.
    without, begun, guesses = words[word.LEFT_OUT] - 1, enter(words, ply), words[word.HORIZON]
    words[word.LEFT_OUT] = 0

    # 2. The position came up before.
    key = game.key(s)
    recurring = game.recurrence(s) if game.has_recurrence else key
    words[PATH_AT + words[word.BASE] + ply] = recurring
    if desk.repeats and ply > 0 and not game.repetition_is_illegal:
        place = repeated_at(game, s, recurring, ply, desk)
        if place >= 0:
            words[word.REPETITIONS] += 1
            rest_on(place, desk)
            return repetition_for(game, s, side, desk)

    # 3. An endgame table knows the position; what is asked of the root is a move.
    if desk.probes and words[word.ENDGAMES] != NO_TABLE and ply > 0 and without < 0:
        is_known, value = by_endgames(game, s, side, ply, desk)
        if is_known:
            return value

    # 4. The distance of wins: whatever follows, nothing here wins sooner than at the next ply.
    if game.haste > 0.0 and words[word.WIN_DISTANCE] != 0 and ply > 0:
        most = desk.decisive + (LONGEST_WIN - ply) * game.haste
        alpha, beta = max(alpha, -most), min(beta, most - game.haste)
        if alpha >= beta:
            words[word.NEAR_WINS] += 1
            return alpha

    # 5. Where it is not quiet, look one ply further.
    quiet = not game.has_is_quiet or game.is_quiet(s)
    if not quiet and words[word.CHECK_EXTENSION] != 0 and ply < words[word.FURTHEST]:
        words[word.CHECKS] += 1
        words[word.HORIZON] += 1
        depth += 1

    # 6. The depth is spent: follow only what upsets the evaluation.
    words[word.REACHED] = max(words[word.REACHED], ply)
    low, high = -inf, inf
    if (game.has_bounds or game.has_proof) and words[word.BOUNDS] + words[word.PROOF] != 0:
        low, high = static_bounds(game, s, side, depth, desk)
        if low == high or ((low >= beta or high <= alpha) and ply > 0):
            return low if low >= beta else high
        if ply == 0:  # what is asked of the root is a move
            low, high = -inf, inf
    if depth <= 0 or ply >= PLIES - 2:
        return min(max(quiesce(game, s, side, alpha, beta, ply, top, quiet, MOST_LINES, desk), low), high)
    return explore(
        delve, game, s, side, depth, alpha, beta, low, high, ply, top, quiet, without, begun, guesses, key, table, desk
    )


@spliced
def explore(
    delve: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    ply: int,
    top: int,
    quiet: bool,
    without: int,
    begun: int,
    guesses: int,
    key: int,
    table: Table,
    desk: SelectiveDesk,
) -> float:
    """The second half of `delve`: the value of a state that has to be searched.

    `low` and `high` are proven bounds, `without` an action to be left out; `begun` and `guesses` were counted before.
    """
    words, narrow = desk.words, is_narrow(game, alpha, beta)
    # 7. The transposition table.
    first, known_depth, known, limit, memorable = NO_MOVE, -1, -inf, inf, is_memorable(game, s, without, ply, words)
    if memorable:
        key = image_key(game, s, key, desk)
        is_known, surely, at_most, first, known_depth = recall(game, key, depth, alpha, beta, ply, table, desk)
        if is_known and (narrow or known_depth == TO_THE_END) and ply > 0:
            return surely if surely >= beta else at_most
        known, limit = surely, at_most
        low, high = (max(low, surely), min(high, at_most)) if known_depth == TO_THE_END and ply > 0 else (low, high)
    alpha, beta = max(alpha, low), min(beta, high)

    # 8. Cuts before any action is looked at: a bet that the evaluation, or passing, tells enough.
    still = evaluation_for(game, s, side) if quiet and game.swing > 0.0 else -inf
    pack(words, STILL_AT + ply, still)
    if quiet and narrow and without < 0 and ply > 0:
        guess = min(max(still, known), limit)  # what any search has found is better than an evaluation
        is_cut, value = cut_early(delve, game, s, side, depth, alpha, beta, guess, ply, top, table, desk)
        if is_cut:
            return min(max(value, low), high)

    # 9. Internal reduction: without a move to begin with, a shallower search finds one for the next time.
    if first == NO_MOVE and depth >= INTERNAL_DEPTH and without < 0:
        depth -= less_without_a_move(words)

    # 10. List the actions.
    count = 0
    for a in game.candidates(s):
        count = jot_down(game, s, a, side, ply, top, count, first, desk)
    words[word.INNER] += 1
    words[word.CANDIDATES] += count
    if count == 0:
        return without_actions(game, s, side, ply, desk)

    # 11. Singular extension: a best move that stands alone is looked at one ply deeper.
    alone, value = lone_best(
        delve, game, s, a, side, depth, beta, ply, top, count, first, known, known_depth, without, table, desk
    )
    if value >= beta:
        return value

    # 12. Search the actions, the most promising first.
    outer = words[word.RESTS_ON]
    best, number = try_actions(
        delve, game, s, a, side, depth, alpha, beta, ply, top, count, quiet, still, alone, without, table, desk
    )

    # 13. Remember what was found, if it does not rest on the way here.
    best = min(max(best, low), high)
    free = leave(words, outer, ply)
    if memorable and best > -inf and (free or known_depth <= 0):
        lower, upper = (low if best <= alpha else best), (high if best >= beta else best)
        remember(game, key, lower, upper, depth, number, free, begun, guesses, ply, table, desk)
    if ply == 0:
        words[word.ROOT_DONE] = 1
    return best


@spliced
def is_memorable(game: Game, s: State, without: int, ply: int, words: Words) -> bool:
    """Is what is found here for the table? Not where some actions are left out."""
    is_whole = without < 0 and (ply > 0 or words[word.ROOT_RANKED] != SOME_LEFT_OUT)
    return words[word.TABLE] != 0 and is_whole and game.is_memorable(s)


@spliced
def less_without_a_move(words: Words) -> int:
    """By how much a node is searched less deep because the table has no move for it: a ply, or nothing."""
    words[word.INTERNAL] += words[word.INTERNAL_REDUCTION]
    words[word.HORIZON] += words[word.INTERNAL_REDUCTION]
    less: int = words[word.INTERNAL_REDUCTION]
    return less


@spliced
def image_key(game: Game, s: State, key: int, desk: SelectiveDesk) -> int:
    """The key of a state, or of the one among its mirror images that has the smallest."""
    if game.has_symmetric and desk.words[word.SYMMETRY] != 0:
        for other in game.symmetric(s):
            key = min(key, game.key(other))
    return key


@jit
def set_out(words: Words, depth: int) -> None:
    """Make a desk ready for a search of this depth from a new root; what stands before it in the path is left there."""
    words[word.LEFT_OUT] = words[word.NO_PASSING] = 0
    words[word.RESTS_ON] = NOWHERE
    words[word.BARRIER] = words[word.REACHED] = 0
    words[word.ROOT_BEST] = words[word.ROOT_DONE] = 0
    words[word.FURTHEST] = 2 * depth


@spliced
def static_bounds(game: Game, s: State, side: int, depth: int, desk: SelectiveDesk) -> tuple[float, float]:
    """What the rules tell of a position's value; asked harder where it is about to be searched."""
    low, high = -inf, inf
    if game.has_bounds and desk.words[word.BOUNDS] != 0:
        low, high = for_side(game, s, side, game.bounds(s))
    if game.has_proof and desk.words[word.PROOF] != 0 and depth > 0 and low < high:
        surely, at_most = for_side(game, s, side, game.proof(s))
        low, high = max(low, surely), min(high, at_most)
    return low, high


@spliced
def recall(
    game: Game, key: int, depth: int, alpha: float, beta: float, ply: int, table: Table, desk: SelectiveDesk
) -> tuple[bool, float, float, int, int]:
    """What the table knows: does it answer the question, the bounds, the best move, and the depth of what is known."""
    words = desk.words
    is_known, lower, upper, first, known_depth = False, -inf, inf, NO_MOVE, -1
    entry = table.probe(key)
    if entry.found:
        words[word.TABLE_HITS] += 1
        known_depth = entry.depth
        if words[word.BEST_FIRST] != 0:
            first = entry.move
        lower, upper = from_here(game, entry.lower, ply, desk), from_here(game, entry.upper, ply, desk)
        is_known = entry.depth >= depth and (lower >= beta or upper <= alpha or lower == upper)
        if is_known:
            words[word.TABLE_CUTOFFS] += 1
            if known_depth != TO_THE_END:
                words[word.HORIZON] += 1
    return is_known, lower, upper, first, known_depth


@spliced
def remember(
    game: Game,
    key: int,
    lower: float,
    upper: float,
    depth: int,
    number: int,
    free: bool,
    begun: int,
    guesses: int,
    ply: int,
    table: Table,
    desk: SelectiveDesk,
) -> int:
    """Write down what was found; where no guess was believed since, it holds to the end of the game.

    What is not `free` rests on the way here: of that only the move is kept.
    """
    words = desk.words
    kept = TO_THE_END if words[word.HORIZON] == guesses else min(depth, TO_THE_END - 1)
    low = to_there(game, lower, ply, desk) if free else -inf
    high = to_there(game, upper, ply, desk) if free else inf
    move = number if lower > -inf else NO_MOVE  # of actions that are all too bad none is known to be the best
    table.store(key, low, high, kept if free else 0, move, words[word.NODES] - begun)
    return kept
