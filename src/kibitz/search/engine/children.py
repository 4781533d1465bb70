"""The children of a position: laid out on the stack, and searched, the most promising first."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from kibitz.errors import Stuck
from kibitz.game import Game, State
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.native.splicing import spliced
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import MANY, NUMBER, PROMISE, SIDE, STATE, WITHOUT_LIMIT, Desk, more_room
from kibitz.search.engine.ordering import (
    GAME_ORDER,
    LATER,
    USED,
    USED_NUMBER,
    most_promising,
    record_size,
    reward,
    standing,
)
from kibitz.search.engine.position import for_side, nth_result, position_key, reaches, side_of, spent, width
from kibitz.search.engine.repetition import NOWHERE, enter_node, last_seen, leave_child, leave_node, worth_again

SINGULAR_DEPTH = 4  # the least depth at which a move that stands alone is looked for
SHARED_PLIES = 14  # further down a search is too short to keep out of each other's way


@jit
def lay_out(
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    without: int,
    memorable: bool,
    first: int,
    table: Table,
    desk: Desk,
) -> tuple[int, float]:
    """Put a record of every child that may matter on the stack; how many, and what the others are worth at most.

    No record at all: the second number is the answer for the node. The children's bounds and table entries are looked
    at before any child is searched: a child that settles the matter at a glance may stand last in the order.
    """
    words = desk.words
    words[word.INNER] += 1
    size = record_size(s)
    room = min(top + MANY * size, len(words))
    count = 0
    number = -1
    rest = -inf
    guesses = words[word.HORIZON]
    below = depth - game.depth_spent(s)
    survey = game.survey(s) if game.has_promise else 0
    for a in game.candidates(s):
        number += 1
        words[word.CANDIDATES] += 1
        if number == without:
            continue
        after = game.result(s, a)
        over = game.is_terminal(after)
        next_side = side if over else side_of(game, after)
        if desk.forbids and not over and last_seen(game, after, ply + 1, desk) != NOWHERE:
            continue
        record = top + count * size
        if record + size > room:
            room = min(more_room(words, record + size, number) + MANY * size, len(words))
        if words[word.CHILDREN_FIRST] != 0 and not over:
            if words[word.BOUNDS] != 0:
                surely, at_most = for_side(game, after, side, game.bounds(after))
                if surely >= beta:
                    words[word.CHILD_CUTOFFS] += 1
                    if desk.recurs:
                        words[word.HORIZON] = guesses
                    return 0, surely
                if at_most <= alpha:
                    rest = max(rest, at_most)
                    if number & MANY == MANY:
                        more_room(words, record, number)
                    continue
            if memorable and game.is_memorable(after):
                is_settled, surely, at_most = recall_child(
                    game, after, next_side, side, below, alpha, beta, ply, guesses, table, desk
                )
                if is_settled and surely >= beta:
                    return 0, surely
                if is_settled:
                    rest = max(rest, at_most)
                    continue
        promise = standing(a, side, ply, number, first, desk)
        if (game.has_order or game.has_promise) and words[word.ORDER] != 0:
            promise += float(game.promise(s, a, after, survey)) * GAME_ORDER
        pack(words, record + PROMISE, promise)
        words[record + NUMBER] = number
        words[record + SIDE] = next_side
        if is_packable(s):
            pack(words, record + STATE, after)
        count += 1
    if number < 0:
        raise Stuck("a position is not terminal and has no actions")
    if desk.forbids and count == 0 and rest == -inf:
        return 0, worth_again(game, s, side, desk)
    return count, rest


@spliced
def recall_child(
    game: Game,
    after: State,
    next_side: int,
    side: int,
    below: int,
    alpha: float,
    beta: float,
    ply: int,
    guesses: int,
    table: Table,
    desk: Desk,
) -> tuple[bool, float, float]:
    """What the table knows of a child, for `side`: does it settle the child, or even the node, and the child's bounds.

    `guesses` were counted before the node: where repetitions count, those of children passed over go with a cut.
    """
    words = desk.words
    is_settled, surely, at_most = False, -inf, inf
    entry = table.probe(position_key(game, after, desk))
    if entry.found and reaches(game, entry.depth, below):
        surely, at_most = (entry.lower, entry.upper) if next_side == side else (-entry.upper, -entry.lower)
        is_settled = surely >= beta or at_most <= alpha
        if desk.recurs and is_settled:
            is_settled = last_seen(game, after, ply + 1, desk) == NOWHERE
        if is_settled and surely >= beta:
            words[word.CHILD_CUTOFFS] += 1
            if desk.recurs:
                words[word.HORIZON] = guesses
        if is_settled and entry.depth != TO_THE_END:
            words[word.HORIZON] += 1
    return is_settled, surely, at_most


@spliced
def try_children(
    look: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    count: int,
    tried: int,
    rest: float,
    alone: int,
    memorable: bool,
    guesses: int,
    table: Table,
    desk: Desk,
) -> tuple[float, int, int, bool]:
    """Search `tried` of the records on the stack, until one is worth β; the best value, its number, and the last turn.

    `look` is the engine's search, by its contract; `rest` is what the children without a record are worth at most, and
    `guesses` were believed before the node. The last answer: does what was found hold on this path alone?
    Threads share the work: a child that another one is at is put off, and its value then mostly found in the table.
    """
    words = desk.words
    if tried < count:
        words[word.HORIZON] += 1
    size = record_size(s)
    below = top + count * size
    best = rest
    best_number = NO_MOVE
    rests = enter_node(words) if desk.recurs else 0
    share = desk.extras and words[word.SHARED] != 0 and memorable and ply < SHARED_PLIES
    index = -1
    while index + 1 < tried:
        record = most_promising(words, top, count, size)
        promise = unpack(words, record + PROMISE, 0.0)
        number = words[record + NUMBER]
        next_side = words[record + SIDE]
        after = unpack(words, record + STATE, s) if is_packable(s) else nth_result(game, s, number)
        if desk.extras and share:
            child = position_key(game, after, desk)
            if index >= 0 and promise > LATER and table.is_busy(child):
                pack(words, record + PROMISE, LATER)
                continue
            table.set_busy(child, child)
        pack(words, record + PROMISE, USED)
        words[record + NUMBER] = USED_NUMBER
        index += 1
        next_depth = depth if number == alone else spent(game, s, depth)
        floor = max(alpha, best)
        reduced = 0
        if desk.extras and game.has_is_reducible and index > 2 and words[word.REDUCTIONS] * words[word.PRINCIPAL] != 0:
            reduced = reduction(game, s, depth, number, desk)
        is_first = index == 0 or words[word.PRINCIPAL] == 0
        believed, above = words[word.HORIZON], enter_node(words) if desk.recurs else 0
        value = search_child(
            look, game, after, side, next_side, next_depth, reduced, floor, beta, is_first, ply + 1, below, table, desk
        )
        if desk.recurs:
            leave_child(words, believed, above)
        if desk.extras and share:
            table.set_busy(position_key(game, after, desk), 0)
        if value > best:
            best = value
            best_number = number
        if best >= beta:
            break
    is_bound = desk.recurs and (leave_node(words, guesses, rests, best >= beta, ply) or desk.forbids)
    return best, best_number, index, is_bound


@spliced
def search_child(
    look: Callable[..., float],
    game: Game,
    s: State,
    chooser: int,
    side: int,
    depth: int,
    reduced: int,
    floor: float,
    beta: float,
    is_first: bool,
    ply: int,
    top: int,
    table: Table,
    desk: Desk,
) -> float:
    """What a state, where `side` is to move, is worth to the chooser above it, who has `floor` already.

    Principal-variation search: the first child gets the whole window; the others only need to be shown to be no better,
    which is a question with a window of next to nothing, and cheap where the order is good. One that is better after
    all, or that was searched less deep, is searched again.
    """
    roof = beta if is_first else min(beta, floor + width(floor))
    value = -inf
    while True:
        if side == chooser:
            sign, lower, upper = 1.0, floor, roof
        else:
            sign, lower, upper = -1.0, -roof, -floor
        value = sign * look(game, s, side, depth - reduced, lower, upper, ply, top, table, desk)
        if value <= floor or (reduced == 0 and (roof == beta or value >= beta or value < roof)):
            break
        reduced = 0  # it is better after all, or may be: how much?
        roof = beta
    return value


@jit
def reduction(game: Game, s: State, depth: int, number: int, desk: Desk) -> int:
    """How much less deep a late candidate is searched: a bet that it is not the best, if the game says it may be."""
    if 2 < depth < WITHOUT_LIMIT:
        for at, a in enumerate(game.candidates(s)):
            if at == number and game.is_reducible(s, a):
                desk.words[word.HORIZON] += 1
                return 1
    return 0


@spliced
def pass_turn(
    look: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    beta: float,
    ply: int,
    top: int,
    table: Table,
    desk: Desk,
) -> float:
    """What a state is worth where the player to move does nothing, if that is β or more; -inf if it is less.

    It costs a search three plies less deep; where it cuts, it saves the whole node.
    """
    found = -inf
    for after in game.passed(s):
        bound = -beta + width(beta)
        value = -look(game, after, 1 - side, depth - 3, -beta, bound, ply + 1, top, table, desk)
        if value >= beta:
            desk.words[word.NULL_CUTOFFS] += 1
            desk.words[word.HORIZON] += 1
            found = value
            break
    return found


@spliced
def lone_best(
    look: Callable[..., float],
    game: Game,
    s: State,
    side: int,
    depth: int,
    ply: int,
    top: int,
    count: int,
    memorable: bool,
    first: int,
    key: int,
    table: Table,
    desk: Desk,
) -> int:
    """The number of the table's best move if all others are worse, to half the depth; else -1.

    Not beyond twice the depth of the search: where play goes round in circles, it would never come to an end.
    """
    words = desk.words
    alone = NO_MOVE
    deep = SINGULAR_DEPTH <= depth < WITHOUT_LIMIT
    if desk.extras and ply < words[word.SINGULAR] and memorable and deep and count > 1:
        entry = table.probe(key)
        if first != NO_MOVE and entry.found and entry.depth + 3 >= depth and entry.lower > -inf:
            mark = entry.lower - width(entry.lower)
            below = top + count * record_size(s)
            words[word.LEFT_OUT] = first + 1
            if look(game, s, side, depth // 2, mark, entry.lower, ply, below, table, desk) <= mark:
                alone = first
                words[word.EXTENSIONS] += 1
    return alone


@jit
def praise(game: Game, s: State, side: int, best: int, turn: int, depth: int, ply: int, desk: Desk) -> None:
    """Count a cut, and reward the candidate that brought it."""
    words = desk.words
    words[word.CUTOFFS] += 1
    if turn == 0:
        words[word.FIRST_CUTOFFS] += 1
    if words[word.KILLERS] + words[word.HISTORY] != 0:
        for number, a in enumerate(game.candidates(s)):
            if number == best:
                reward(a, side, depth, ply, desk)
