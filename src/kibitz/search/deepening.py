"""The engine's search: alpha-beta with everything, for two players (or one) who win what the other loses.

Read `alphabeta.py` first: this is the same, in numbered steps, each a textbook idea that can be switched off.

Contract. `look` answers v for the player `side`; with m the true value to that depth and a window α < β:
    v ≤ α  then m ≤ v        α < v < β  then m = v        v ≥ β  then m ≥ v
Values are centred: those of the two players sum to 0 even where the game's utilities sum to something else.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import Stopped, Stuck, TooDeep
from kibitz.game import MAX
from kibitz.native import Native, jit
from kibitz.native.packing import is_packable, pack, unpack, words
from kibitz.native.tuples import fingerprint
from kibitz.tables.transposition import NO_MOVE, TO_THE_END

# The desk is one array of words. First what is counted:
NODES, STOP, NODE_LIMIT, HORIZON, CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, TABLE_CUTOFFS = range(8)
BOUND_CUTOFFS, PROOF_CUTOFFS, CHILD_CUTOFFS, NULL_CUTOFFS, INNER, QUIET_NODES, EXTENSIONS, CANDIDATES = range(8, 16)
# then which techniques are on (1) or off (0), or how much of them there is,
PRINCIPAL, TABLE, BEST_FIRST, KILLERS, HISTORY, ORDER, BOUNDS, PROOF, SYMMETRY, CHILDREN_FIRST = range(24, 34)
QUIESCENCE, SINGULAR, BEAM, NULL_MOVE, REDUCTIONS, SHARED = range(34, 40)
# then nodes by ply, two killer moves a ply, the history of moves by side,
PLIES = 256
BY_PLY = 64
KILLER_AT = BY_PLY + PLIES
HISTORY_AT = KILLER_AT + 2 * PLIES
HISTORY_SIZE = 4096
# and a stack: for each position on the way down, a row of records, one a child: how promising it is, which candidate
# it is, who is to move there, and its state.
STACK_AT = HISTORY_AT + 2 * HISTORY_SIZE
PROMISE, NUMBER, SIDE, STATE = range(4)
DESK_WORDS = STACK_AT + 400_000

WITHOUT_LIMIT = 200  # plies; what is searched so deep is searched to the end
SINGULAR_DEPTH = 4
USED = -1e300  # the promise of a record that has had its turn
LATER = -1e200  # and of one that another thread is at
SHARED_PLIES = 14  # further down a search is too short to keep out of each other's way


class Desk(Native):
    """What one thread of a search works with, so that nothing is allocated on the way."""

    bare = ("words",)

    def __init__(self, nodes: int | None = None) -> None:
        import numpy as np

        self.words = np.zeros(DESK_WORDS, np.int64)
        self.words[NODE_LIMIT] = nodes if nodes is not None else -1


@jit
def look(
    game: Any,
    s: Any,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    without: int,
    table: Any,
    bench: Any,
) -> float:
    """The value of a state for a player, to a depth, by the contract above.

    `top` is where the desk's stack is free; `without` is the number of a candidate to leave out, or -1.
    """
    desk = bench.words
    nothing = depth - depth - 1  # -1, but no literal: that would be another type, and compile all of this twice

    # 1. Count the node, and see whether to go on.
    desk[NODES] += 1
    begun = desk[NODES]
    if ply < PLIES:
        desk[BY_PLY + ply] += 1
    if desk[STOP] != 0 or desk[NODES] == desk[NODE_LIMIT]:
        raise Stopped("told to stop")

    # 2. The game is over.
    if game.is_terminal(s):
        return utility_for(game, s, side)

    # 3. Static bounds: the rules may tell all that is asked. (In a narrow window the parent has seen to it.)
    low, high = -inf, inf
    if desk[BOUNDS] != 0 and (ply == 0 or beta - alpha > 1 or desk[CHILDREN_FIRST] == 0):
        low, high = for_side(game, side, game.bounds(s))
        if low >= beta or high <= alpha or low == high:
            desk[BOUND_CUTOFFS] += 1
            return low if low >= beta else high

    # 4. The depth is spent: look on only where it is not quiet.
    if depth <= 0:
        return min(max(settle(game, s, side, alpha, beta, ply, bench), low), high)

    # 5. The same bounds by harder thinking.
    if desk[PROOF] != 0:
        surely, at_most = for_side(game, side, game.proof(s))
        low, high = max(low, surely), min(high, at_most)
        if low >= beta or high <= alpha or low == high:
            desk[PROOF_CUTOFFS] += 1
            return low if low >= beta else high

    # 6. The transposition table: the position may have been searched before, by another way to it.
    memorable = desk[TABLE] != 0 and without < 0 and game.is_memorable(s)
    key = 0
    first = NO_MOVE
    if memorable:
        key = position_key(game, s, bench)
        entry = table.probe(key)
        if entry.found:
            desk[TABLE_HITS] += 1
            if desk[BEST_FIRST] != 0:
                first = entry.move
            if entry.depth >= depth or entry.depth == TO_THE_END:
                if entry.lower >= beta or entry.upper <= alpha or entry.lower == entry.upper:
                    desk[TABLE_CUTOFFS] += 1
                    if entry.depth != TO_THE_END:
                        desk[HORIZON] += 1
                    return entry.lower if entry.lower >= beta else entry.upper
                if entry.depth == TO_THE_END:
                    low, high = max(low, entry.lower), min(high, entry.upper)
    alpha = max(alpha, low)
    beta = min(beta, high)
    guesses = desk[HORIZON]

    # 7. Null move: if even doing nothing is too good for the opponent to allow, some action is.
    if desk[NULL_MOVE] != 0 and depth > 2 and beta < inf and without < 0:
        for after in game.passed(s):
            bound = -beta + width(beta)
            value = -look(game, after, 1 - side, depth - 3, -beta, bound, ply + 1, top, nothing, table, bench)
            if value >= beta:
                desk[NULL_CUTOFFS] += 1
                desk[HORIZON] += 1
                return value

    # 8. Lay out the children. One may settle the matter at a glance, and some are not worth a search.
    desk[INNER] += 1
    count, rest = lay_out(game, s, side, depth, alpha, beta, ply, top, without, memorable, first, table, bench)
    if count <= 0:
        return rest
    size = STATE + words(s)
    below = top + count * size

    # 9. Forward pruning: a beam of the most promising.
    tried = count
    if desk[BEAM] != 0 and count > desk[BEAM]:
        tried = desk[BEAM]
        desk[HORIZON] += 1

    # 10. Singular extension: a best move that stands alone is looked at one ply deeper.
    alone = nothing
    if desk[SINGULAR] != 0 and memorable and SINGULAR_DEPTH <= depth < WITHOUT_LIMIT and first != NO_MOVE and count > 1:
        entry = table.probe(key)
        if entry.found and entry.depth + 3 >= depth and entry.lower > -inf:
            mark = entry.lower - width(entry.lower)
            if look(game, s, side, depth // 2, mark, entry.lower, ply, below, first, table, bench) <= mark:
                alone = first
                desk[EXTENSIONS] += 1

    # 11. Search them, the most promising first; the others only need to be shown to be no better.
    # Threads share the work: a child that another one is at is put off, and its value then mostly found in the table.
    best = rest
    best_number = NO_MOVE
    share = desk[SHARED] != 0 and memorable and ply < SHARED_PLIES
    index = -1
    while index + 1 < tried:
        record = most_promising(desk, top, count, size)
        promise = unpack(desk, record + PROMISE, 0.0)
        number = desk[record + NUMBER]
        next_side = desk[record + SIDE]
        after = unpack(desk, record + STATE, s) if is_packable(s) else nth_result(game, s, number)
        if share:
            child = position_key(game, after, bench)
            if index >= 0 and promise > LATER and table.is_busy(child):
                pack(desk, record + PROMISE, LATER - number)
                continue
            table.set_busy(child, child)
        pack(desk, record + PROMISE, USED)
        index += 1
        next_depth = depth if depth >= WITHOUT_LIMIT or number == alone else depth - 1
        floor = max(alpha, best)
        roof = beta
        reduced = 0
        if index > 0 and desk[PRINCIPAL] != 0:
            roof = min(beta, floor + width(floor))
            if desk[REDUCTIONS] != 0 and index > 2 and 2 < depth < WITHOUT_LIMIT and reducible(game, s, number):
                reduced = 1
                desk[HORIZON] += 1
        value = -inf
        while True:
            if next_side == side:
                sign, lower, upper = 1.0, floor, roof
            else:
                sign, lower, upper = -1.0, -roof, -floor
            depth_now = next_depth - reduced
            value = sign * look(game, after, next_side, depth_now, lower, upper, ply + 1, below, nothing, table, bench)
            if value <= floor or (reduced == 0 and (roof == beta or value >= beta or value < roof)):
                break
            reduced = 0  # it is better after all, or may be: how much?
            roof = beta
        if share:
            table.set_busy(position_key(game, after, bench), 0)
        if value > best:
            best = value
            best_number = number
        if best >= beta:
            break

    # 12. Remember what cut, and what was found. What is proven holds whatever the depth has shown.
    best = min(max(best, low), high)
    if best >= beta:
        desk[CUTOFFS] += 1
        if index == 0:
            desk[FIRST_CUTOFFS] += 1
        if desk[KILLERS] + desk[HISTORY] != 0:
            reward(game, s, side, best_number, depth, ply, bench)
    if memorable:
        lower = max(low, best) if best > alpha else low
        upper = min(high, best) if best < beta and tried == count else high
        exact = desk[HORIZON] == guesses
        move = best_number if best > alpha else NO_MOVE
        kept = TO_THE_END if exact else min(depth, TO_THE_END - 1)
        table.store(key, lower, upper, kept, move, desk[NODES] - begun)
    return best


@jit
def lay_out(
    game: Any,
    s: Any,
    side: int,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    without: int,
    memorable: bool,
    first: int,
    table: Any,
    bench: Any,
) -> tuple[int, float]:
    """Put a record of every child that may matter on the stack; how many, and what the others are worth at most.

    No record at all: the second number is the answer for the node.
    """
    desk = bench.words
    size = STATE + words(s)
    count = 0
    number = -1
    rest = -inf
    survey = game.survey(s)
    for a in game.candidates(s):
        number += 1
        desk[CANDIDATES] += 1
        if number == without:
            continue
        after = game.result(s, a)
        over = game.is_terminal(after)
        next_side = side if over else game.player(after)
        record = top + count * size
        if record + size > len(desk):
            raise TooDeep("a line of play went on and on")
        if desk[CHILDREN_FIRST] != 0 and not over:
            if desk[BOUNDS] != 0:
                surely, at_most = for_side(game, side, game.bounds(after))
                if surely >= beta:
                    desk[CHILD_CUTOFFS] += 1
                    return 0, surely
                if at_most <= alpha:
                    rest = max(rest, at_most)
                    continue
            if memorable and game.is_memorable(after):
                entry = table.probe(position_key(game, after, bench))
                if entry.found and (entry.depth >= depth - 1 or entry.depth == TO_THE_END):
                    surely, at_most = entry.lower, entry.upper
                    if next_side != side:
                        surely, at_most = -entry.upper, -entry.lower
                    if surely >= beta or at_most <= alpha:
                        if entry.depth != TO_THE_END:
                            desk[HORIZON] += 1
                        if surely >= beta:
                            desk[CHILD_CUTOFFS] += 1
                            return 0, surely
                        rest = max(rest, at_most)
                        continue
        promise = standing(a, side, ply, number, first, bench)
        if desk[ORDER] != 0:
            promise += float(game.promise(s, a, after, survey)) * 1e6
        pack(desk, record + PROMISE, promise)
        desk[record + NUMBER] = number
        desk[record + SIDE] = next_side
        if is_packable(s):
            pack(desk, record + STATE, after)
        count += 1
    if number < 0:
        raise Stuck("a position is not terminal and has no actions")
    return count, rest


@jit
def settle(game: Any, s: Any, side: int, alpha: float, beta: float, ply: int, bench: Any) -> float:
    """Quiescence: at the end of the depth only actions that upset the evaluation are followed, and none need be."""
    desk = bench.words
    desk[HORIZON] += 1
    still = evaluation_for(game, s, side)
    quiet = game.is_quiet(s)
    if desk[QUIESCENCE] == 0 or (quiet and still >= beta) or ply >= PLIES - 1:
        return still
    best = still if quiet else -inf  # in the middle of an exchange a player cannot just stop
    noisy = 0
    for a in game.candidates(s):
        if quiet and not game.is_noisy(s, a):
            continue
        noisy += 1
        desk[QUIET_NODES] += 1
        if desk[STOP] != 0:
            raise Stopped("told to stop")
        after = game.result(s, a)
        if game.is_terminal(after):
            value = utility_for(game, after, side)
        else:
            floor = max(alpha, best)
            next_side = game.player(after)
            if next_side == side:
                sign, lower, upper = 1.0, floor, beta
            else:
                sign, lower, upper = -1.0, -beta, -floor
            value = sign * settle(game, after, next_side, lower, upper, ply + 1, bench)
        best = max(best, value)
        if best >= beta:
            break
    return best if noisy > 0 else still


@jit
def utility_for(game: Any, s: Any, side: int) -> float:
    """The utility of a finished game for a player, centred."""
    v = float(game.utility(s, MAX)) - game.utility_sum / 2
    return v if side == MAX else -v


@jit
def evaluation_for(game: Any, s: Any, side: int) -> float:
    """The evaluation for a player, centred."""
    v = float(game.evaluate(s, MAX)) - game.utility_sum / 2
    return v if side == MAX else -v


@jit
def for_side(game: Any, side: int, bounds: tuple[float, float]) -> tuple[float, float]:
    """Bounds on player 0's value, as bounds on a player's centred value."""
    low = float(bounds[0]) - game.utility_sum / 2
    high = float(bounds[1]) - game.utility_sum / 2
    if side == MAX:
        return low, high
    return -high, -low


@jit
def position_key(game: Any, s: Any, bench: Any) -> int:
    """The key of a state, or of the one among its mirror images that has the smallest."""
    key = game.key(s)
    if bench.words[SYMMETRY] != 0:
        for other in game.symmetric(s):
            key = min(key, game.key(other))
    return key


@jit
def width(value: float) -> float:
    """A step so small that nothing lies within it."""
    return 1e-9 * max(1.0, abs(value)) if value > -inf else inf


@jit
def standing(a: Any, side: int, ply: int, number: int, first: int, bench: Any) -> float:
    """How an action stands from what the search has seen: best before, a killer at this ply, good elsewhere."""
    desk = bench.words
    if number == first:
        return 1e15
    total = 0.0
    if desk[KILLERS] + desk[HISTORY] != 0:
        mark = fingerprint(a)
        if desk[KILLERS] != 0 and ply < PLIES:
            if desk[KILLER_AT + 2 * ply] == mark + 1:
                total += 9e5
            elif desk[KILLER_AT + 2 * ply + 1] == mark + 1:
                total += 8e5
        if desk[HISTORY] != 0:
            total += float(desk[HISTORY_AT + side * HISTORY_SIZE + (mark & (HISTORY_SIZE - 1))])
    return total


@jit
def most_promising(desk: Any, top: int, count: int, size: int) -> int:
    """The record that is most promising among those that have not had their turn; the first of equals."""
    best = top
    most = USED
    for index in range(count):
        record = top + index * size
        promise = unpack(desk, record + PROMISE, 0.0)
        if promise > most:
            most = promise
            best = record
    return best


@jit
def reward(game: Any, s: Any, side: int, best: int, depth: int, ply: int, bench: Any) -> None:
    """An action that cut is a killer at this ply, and rises in the history."""
    desk = bench.words
    number = -1
    weight = min(depth, 16) * min(depth, 16)
    for a in game.candidates(s):
        number += 1
        if number == best:
            mark = fingerprint(a)
            if ply < PLIES and desk[KILLER_AT + 2 * ply] != mark + 1:
                desk[KILLER_AT + 2 * ply + 1] = desk[KILLER_AT + 2 * ply]
                desk[KILLER_AT + 2 * ply] = mark + 1
            at = HISTORY_AT + side * HISTORY_SIZE + (mark & (HISTORY_SIZE - 1))
            desk[at] = min(desk[at] + weight, 700_000)


@jit
def nth_result(game: Any, s: Any, number: int) -> Any:
    """The state that the candidate with that number leads to."""
    after = s
    for at, a in enumerate(game.candidates(s)):
        if at == number:
            after = game.result(s, a)
    return after


@jit
def reducible(game: Any, s: Any, number: int) -> bool:
    """May the candidate with that number be searched less deep?"""
    for at, a in enumerate(game.candidates(s)):
        if at == number:
            return bool(game.is_reducible(s, a))
    return False


@jit
def question(low: float, high: float) -> float:
    """The number to ask about next, «is the value more than this?»: large wins and losses first, then halving."""
    middle = (low + high) // 2
    if middle <= 0 and -((-low) // 2) < middle:
        middle = -((-low) // 2)
    elif middle >= 0 and high // 2 > middle:
        middle = high // 2
    return min(max(middle, low), high - 1)


@jit
def prove(game: Any, s: Any, side: int, low: float, high: float, table: Any, bench: Any) -> float:
    """The exact value of a state in a game of whole numbers that lies between two: ask until it is known."""
    if game.is_terminal(s):
        return utility_for(game, s, side)
    ply = side - side  # none of these is a literal: see `look`
    depth, top, nothing = ply + WITHOUT_LIMIT, ply + STACK_AT, ply - 1
    if bench.words[BOUNDS] != 0:
        surely, at_most = for_side(game, side, game.bounds(s))
        low, high = max(low, surely), min(high, at_most)
    while low < high:
        middle = question(low, high)
        value = look(game, s, side, depth, middle, middle + 1, ply, top, nothing, table, bench)
        if value <= middle:
            high = value
        else:
            low = value
    return low


@jit
def prove_many(
    game: Any, like: Any, count: int, low: float, high: float, states: Any, values: Any, table: Any, bench: Any
) -> int:
    """`prove` for many states laid one behind the other, the table forgotten before each; how many were done."""
    for number in range(count):
        s = unpack(states, number * words(like), like)
        side = 0 if game.is_terminal(s) else game.player(s)
        table.clear()
        values[number] = prove(game, s, side, low, high, table, bench)
    return count
