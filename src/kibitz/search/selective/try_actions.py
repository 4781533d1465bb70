"""The actions of a position in the selective search: tried one by one, each as deep as it deserves."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from kibitz.game import Action, Game, State
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.native.splicing import spliced
from kibitz.search.engine.desk import enter
from kibitz.search.engine.ordering import record_size
from kibitz.search.engine.position import side_of
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.merit import MOST_MERIT, learn, reward
from kibitz.search.selective.recurrence import NOWHERE, is_forbidden, repetition_for
from kibitz.search.selective.selective_desk import (
    ACTION,
    EFFORT_AT,
    KIND,
    KIND_AT,
    LINE,
    LINE_AT,
    NUMBER,
    PROMISE,
    REDUCTION_AT,
    REDUCTION_SIZE,
    ROOT_SIZE,
    SelectiveDesk,
)
from kibitz.search.selective.shortlist import known_child, next_record, nth_action, put_off, take
from kibitz.search.selective.win_distance import ending, is_narrow, step

SINGULAR_DEPTH = 8  # the least depth at which a move that stands alone is looked for
SINGULAR_MARGIN = 0.02  # swings a ply of depth by which the others must be worse
REDUCED_DEPTH = 3  # the least depth at which late moves are searched less deep
FUTILITY_DEPTH, FUTILITY_BASE, FUTILITY_MARGIN = 6, 1.0, 1.0  # plies; swings; swings a ply
LATE_DEPTH = 6
LOSING_DEPTH, LOSING_MARGIN = 6, 1.0


@spliced
def try_actions(
    delve: Callable[..., float],
    game: Game,
    s: State,
    a: Action,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    count: int,
    quiet: bool,
    still: float,
    alone: int,
    without: int,
    table: Table,
    desk: SelectiveDesk,
) -> tuple[float, int]:
    """Search the actions on the stack until one is worth β; the best value, and the number of its action.

    `a` is any of them, to tell what actions look like. What the value rests on in the path is left on the desk.
    """
    words, narrow = desk.words, is_narrow(game, alpha, beta)
    size, next_depth = record_size(a), depth - game.depth_spent(s)
    below = top + count * size
    best, best_number, tried, quiets, rests_on = -inf, NO_MOVE, 0, 0, NOWHERE
    while True:
        record = next_record(words, top, count, size)
        if record < 0:
            break
        a = unpack(words, record + ACTION, a) if is_packable(a) else nth_action(game, s, words[record + NUMBER])
        promise = unpack(words, record + PROMISE, 0.0)
        if game.has_exchange and ply > 0 and put_off(game, s, a, promise, record, words):
            continue
        kind, number = words[record + KIND], take(words, record)
        if number == without:
            continue
        if words[word.BEAM] != 0 and tried >= words[word.BEAM]:
            words[word.HORIZON] += 1
            break
        reducible = game.has_is_reducible and tried > 0 and game.is_reducible(s, a)
        may_skip = tried > 0 and quiet and ply > 0 and best > -desk.decisive
        if may_skip and is_hopeless(game, s, a, depth, promise, reducible, quiets, narrow, desk):
            continue
        after = game.result(s, a)
        if may_skip and reducible and narrow and is_futile(game, after, depth, alpha, still, desk):
            continue
        words[word.RESTS_ON] = NOWHERE
        if desk.repeats and game.repetition_is_illegal and is_forbidden(game, after, ply + 1, desk):
            rests_on = min(rests_on, words[word.RESTS_ON])
            continue
        reduced = 0
        if reducible:
            quiets += 1
            reduced = reduction(game, after, depth, tried, promise, narrow, quiet, desk)
        begun = words[word.NODES]
        words[KIND_AT + 2 + ply + 1] = kind + 1
        words[LINE_AT + min(ply + 1, LINE) * (LINE + 1)] = 0
        further = next_depth + 1 if number == alone else next_depth
        value = search_child(
            delve, game, after, side, further, reduced, max(alpha, best), beta, tried == 0, ply + 1, below, table, desk
        )
        tried += 1
        rests_on = min(rests_on, words[word.RESTS_ON])
        if ply == 0 and number < ROOT_SIZE:
            words[EFFORT_AT + number] = words[word.NODES] - begun
        if value > best:
            best, best_number = value, number
            if value > alpha:
                keep_line(words, number, value, ply)
            if best >= beta:
                praise(game, s, a, kind, side, depth, ply, top, tried, record, size, count, desk)
                rests_on = words[word.RESTS_ON]
                break
    words[word.RESTS_ON] = rests_on
    if tried == 0 and without < 0:  # every action would repeat a position
        best = repetition_for(game, s, side, desk)
    return best, best_number


@spliced
def is_hopeless(
    game: Game,
    s: State,
    a: Action,
    depth: int,
    promise: float,
    reducible: bool,
    quiets: int,
    narrow: bool,
    desk: SelectiveDesk,
) -> bool:
    """Is an action left out near the leaves before it is made? A quiet one after many others, or a bad exchange."""
    words = desk.words
    hopeless = False
    is_late = reducible and narrow and depth <= LATE_DEPTH and quiets >= 3 + depth * depth
    if game.swing > 0.0 and game.has_is_reducible and is_late and words[word.LATE_MOVES] != 0:
        words[word.LATE] += 1
        hopeless = True
    if game.swing > 0.0 and game.has_exchange and words[word.EXCHANGES] != 0:
        is_losing = depth <= LOSING_DEPTH and promise < 0.0 and not reducible
        if is_losing and game.exchange(s, a) < -LOSING_MARGIN * game.swing * depth:
            words[word.LOSING] += 1
            hopeless = True
    if hopeless:
        words[word.HORIZON] += 1
    return hopeless


@spliced
def is_futile(game: Game, after: State, depth: int, alpha: float, still: float, desk: SelectiveDesk) -> bool:
    """Is a quiet action left out near the leaves because it would have to bring more than its margin?

    Not where it leads to a position that is not quiet: a check may be worth more than any margin. That costs making the
    child, and finds the quiet moves that mate.
    """
    words = desk.words
    futile = False
    if game.swing > 0.0 and words[word.FUTILITY] != 0 and depth <= FUTILITY_DEPTH:
        most = still + game.swing * (FUTILITY_BASE + FUTILITY_MARGIN * depth)
        if most <= alpha and alpha < desk.decisive and (not game.has_is_quiet or game.is_quiet(after)):
            words[word.FUTILE] += 1
            words[word.HORIZON] += 1
            futile = True
    return futile


@jit
def reduction(
    game: Game, after: State, depth: int, tried: int, promise: float, narrow: bool, quiet: bool, desk: SelectiveDesk
) -> int:
    """How much less deep a late quiet action is searched at first: a bet that it is not the best.

    The more, the deeper and the later it is; less if it has been good elsewhere, and
    not at all if it leads to where it is not quiet.
    """
    words = desk.words
    if words[word.REDUCTIONS] == 0 or depth < REDUCED_DEPTH or tried < 2 or not quiet:
        return 0
    row = min(depth, REDUCTION_SIZE - 1) * REDUCTION_SIZE
    less: int = words[REDUCTION_AT + row + min(tried, REDUCTION_SIZE - 1)]
    if not narrow:
        less -= 1
    if promise > MOST_MERIT / 2:  # a killer, or good elsewhere
        less -= 1
    elif promise < -MOST_MERIT:
        less += 1
    if less > 0 and game.has_is_quiet and not game.is_quiet(after):
        less = 0
    return max(0, min(less, depth - 2))


@spliced
def search_child(
    delve: Callable[..., float],
    game: Game,
    s: State,
    chooser: int,
    depth: int,
    reduced: int,
    floor: float,
    beta: float,
    is_first: bool,
    ply: int,
    top: int,
    table: Table,
    desk: SelectiveDesk,
) -> float:
    """What a state is worth to the chooser above it, who has `floor` already.

    Principal-variation search, as in the engine: the first child gets the whole window, the others only need to be
    shown to be no better. One that was searched less deep and is better after all is searched again, first deeper and
    then wider.
    """
    words = desk.words
    if game.is_over_early(s):
        enter(words, ply)
        return ending(game, s, chooser, ply, desk)
    side = side_of(game, s)
    roof = beta if is_first or words[word.PRINCIPAL] == 0 else min(beta, floor + step(game, floor))
    value = -inf
    if reduced > 0:
        words[word.REDUCED] += 1
        words[word.HORIZON] += 1
    while True:
        if side == chooser:
            sign, lower, upper = 1.0, floor, roof
        else:
            sign, lower, upper = -1.0, -roof, -floor
        value = sign * delve(game, s, side, depth - reduced, lower, upper, ply, top, table, desk)
        if value <= floor:
            break
        if reduced > 0:
            words[word.LOOKED_AGAIN] += 1
            reduced = 0
        elif roof == beta or value >= beta or value < roof:
            break
        else:
            roof = beta
    return value


@jit
def keep_line(words: word.Words, number: int, value: float, ply: int) -> None:
    """The best line from a ply on is this action, and then the best line from the next ply on."""
    if ply == 0:
        words[word.ROOT_BEST] = number + 1
        pack(words, word.ROOT_VALUE, value)
    if ply < LINE:
        here, there = LINE_AT + ply * (LINE + 1), LINE_AT + (ply + 1) * (LINE + 1)
        length = min(words[there], LINE - 1) if ply + 1 < LINE else 0
        words[here] = length + 1
        words[here + 1] = number
        for place in range(1, length + 1):
            words[here + 1 + place] = words[there + place]


@jit
def praise(
    game: Game,
    s: State,
    a: Action,
    kind: int,
    side: int,
    depth: int,
    ply: int,
    top: int,
    tried: int,
    record: int,
    size: int,
    count: int,
    desk: SelectiveDesk,
) -> None:
    """Count a cut; reward the action that brought it, if it is a quiet one, and blame the quiet ones tried before."""
    words = desk.words
    words[word.CUTOFFS] += 1
    if tried == 1:
        words[word.FIRST_CUTOFFS] += 1
    if game.has_order and game.order(s, a) > 0.0:
        return
    reward(a, kind, side, depth, ply, desk)
    bonus = min(depth * depth * 12 + 80 * depth, 1_600)
    for index in range(count):
        other = top + index * size
        if other != record and words[other + NUMBER] < 0 and words[other + KIND] != kind:
            learn(words[other + KIND], side, -bonus, ply, desk)


@spliced
def lone_best(
    delve: Callable[..., float],
    game: Game,
    s: State,
    a: Action,
    side: int,
    depth: int,
    beta: float,
    ply: int,
    top: int,
    count: int,
    first: int,
    known: float,
    known_depth: int,
    without: int,
    table: Table,
    desk: SelectiveDesk,
) -> tuple[int, float]:
    """The number of the table's best move if all others are clearly worse, to half the depth; else -1.

    The second answer is a value of β or more where even without that move the others reach it (multi-cut), or where the
    table has a child that does; else -inf.
    It costs a search of half the depth; where one move holds everything together, it sees whether it really does.
    """
    words = desk.words
    alone, found = NO_MOVE, -inf
    if words[word.ON_DEMAND] == 0 and without < 0 and ply > 0:
        found = known_child(game, s, a, side, depth - game.depth_spent(s), beta, ply, top, count, table, desk)
    has_first = depth >= SINGULAR_DEPTH and first != NO_MOVE and without < 0 and ply > 0 and found < beta
    if words[word.SINGULAR] != 0 and has_first:
        is_deep = known_depth + 3 >= depth and known_depth != TO_THE_END
        if is_deep and ply < words[word.FURTHEST] and abs(known) < desk.decisive and count > 1 and known > -inf:
            mark = known - game.swing * SINGULAR_MARGIN * depth
            if game.whole and game.guesses_are_whole:
                mark = float(int(mark))
            below = top + count * record_size(a)
            words[word.LEFT_OUT] = first + 1
            kind = words[KIND_AT + 2 + ply]
            value = delve(game, s, side, (depth - 1) // 2, mark - step(game, mark), mark, ply, below, table, desk)
            words[KIND_AT + 2 + ply] = kind
            if value < mark:
                alone = first
                words[word.EXTENSIONS] += 1
                words[word.HORIZON] += 1
            elif mark >= beta:
                words[word.MULTICUTS] += 1
                words[word.HORIZON] += 1
                found = mark
    return alone, found
