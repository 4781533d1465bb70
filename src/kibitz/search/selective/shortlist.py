"""The actions of a position: listed on the stack, each with its promise, and taken one by one, the best first.

No child is made before its turn: most nodes are cut after the first or second. Listing costs a few words an action.
"""

from __future__ import annotations

from math import inf

from kibitz.errors import Stuck
from kibitz.game import Action, Game, State
from kibitz.lookup.transposition import TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.search.engine.desk import MANY, more_room
from kibitz.search.engine.ordering import USED, USED_NUMBER, at_least, record_size
from kibitz.search.engine.position import side_of
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.merit import HIGH, LOSING, MOST_ORDER, promise_of
from kibitz.search.selective.selective_desk import (
    ACTION,
    KIND,
    NUMBER,
    PROMISE,
    RANK_AT,
    ROOT_SIZE,
    SelectiveDesk,
    Words,
)
from kibitz.search.selective.win_distance import ending, from_here


@jit
def jot_down(
    game: Game, s: State, a: Action, side: int, ply: int, top: int, count: int, first: int, desk: SelectiveDesk
) -> int:
    """Put the record of one more action on the stack; how many there are then.

    At the root the driver may have ranked the candidates, and left some out.
    """
    words = desk.words
    size = record_size(a)
    record = top + count * size
    if count & MANY == MANY or record + size > len(words):
        more_room(words, record + size, count)
    kind = game.action_kind(s, a)
    if ply == 0 and words[word.ROOT_RANKED] != 0 and count < ROOT_SIZE:
        pack(words, record + PROMISE, unpack(words, RANK_AT + count, 0.0))
    else:
        pack(words, record + PROMISE, promise_of(game, s, a, kind, count, first, side, ply, desk))
    words[record + NUMBER] = count
    words[record + KIND] = kind
    if is_packable(a):
        pack(words, record + ACTION, a)
    return count + 1


@jit
def jot_down_noisy(game: Game, s: State, a: Action, top: int, count: int, desk: SelectiveDesk) -> int:
    """Put the record of one more action of a quiescence search on the stack; how many there are then."""
    words = desk.words
    size = record_size(a)
    record = top + count * size
    if count & MANY == MANY or record + size > len(words):
        more_room(words, record + size, count)
    order = 0.0
    if game.has_order and words[word.ORDER] != 0:
        order = min(max(at_least(float(game.order(s, a))), -MOST_ORDER), MOST_ORDER)
    pack(words, record + PROMISE, order)
    words[record + NUMBER] = count
    if is_packable(a):
        pack(words, record + ACTION, a)
    return count + 1


@jit
def next_record(words: Words, top: int, count: int, size: int) -> int:
    """The most promising record that has not had its turn, the first of equals; -1 where all have had it."""
    best = -1
    most = USED
    for index in range(count):
        record = top + index * size
        promise = unpack(words, record + PROMISE, 0.0)
        if promise > most:
            most = promise
            best = record
    return best


@jit
def take(words: Words, record: int) -> int:
    """Mark a record as one that has had its turn; the number of its action."""
    number: int = words[record + NUMBER]
    pack(words, record + PROMISE, USED)
    words[record + NUMBER] = USED_NUMBER
    return number


@jit
def put_off(game: Game, s: State, a: Action, promise: float, record: int, words: Words) -> bool:
    """Is this a capture that loses material? Its turn then comes last.

    The exchange is worked out only when its turn has come: most nodes are cut before.
    """
    if HIGH <= promise < 2 * HIGH and game.exchange(s, a) < 0.0:
        pack(words, record + PROMISE, LOSING + promise)
        return True
    return False


@jit
def known_child(
    game: Game,
    s: State,
    a: Action,
    side: int,
    depth: int,
    beta: float,
    ply: int,
    top: int,
    count: int,
    table: Table,
    desk: SelectiveDesk,
) -> float:
    """A value of β or more that the table has for a child; -inf where it has none.

    The opposite of children on demand: every child is made, and looked up, before any is searched. It saves some nodes,
    and costs most of the time.
    """
    words = desk.words
    size = record_size(a)
    for index in range(count):
        record = top + index * size
        b = unpack(words, record + ACTION, a) if is_packable(a) else nth_action(game, s, words[record + NUMBER])
        after = game.result(s, b)
        if game.is_over_early(after) or unpack(words, record + PROMISE, 0.0) == USED:
            continue
        entry = table.probe(game.key(after))
        if entry.found and entry.depth >= depth:
            surely = entry.lower if side_of(game, after) == side else -entry.upper
            if from_here(game, surely, ply + 1, desk) >= beta:
                words[word.CHILD_HITS] += 1
                if entry.depth != TO_THE_END:
                    words[word.HORIZON] += 1
                return from_here(game, surely, ply + 1, desk)
    return -inf


@jit
def nth_action(game: Game, s: State, number: int) -> Action:
    """The candidate with this number."""
    for at, a in enumerate(game.candidates(s)):
        if at == number:
            return a
    raise Stuck("a candidate is gone")


@jit
def nth_noisy(game: Game, s: State, number: int) -> Action:
    """The noisy action with this number."""
    for at, a in enumerate(game.noisy_actions(s)):
        if at == number:
            return a
    raise Stuck("a noisy action is gone")


@jit
def without_actions(game: Game, s: State, side: int, ply: int, desk: SelectiveDesk) -> float:
    """What a position without actions is worth: the game is over there, unless it says that it would have told."""
    if not game.has_is_over_early:
        raise Stuck("a position is not terminal and has no actions")
    return ending(game, s, side, ply, desk)
