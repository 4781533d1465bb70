"""The engine's search: alpha-beta with everything, for two players (or one) who win what the other loses.

Read `alphabeta.py` first: this is the same, in numbered steps, each a textbook idea that can be switched off.

Contract. `look` answers v for the player `side`; with m the true value to that depth and a window α < β:
    v ≤ α  then m ≤ v        α < v < β  then m = v        v ≥ β  then m ≥ v
Values are centred: those of the two players sum to 0 even where the game's utilities sum to something else.

Where chance is to move, `side` is MAX, and m the average over the outcomes, each to the same depth: depth counts
decisions. Averages are floats, so the contract then holds up to their last few digits.
"""

from __future__ import annotations

from math import ceil, floor, inf
from typing import Any

from kibitz.errors import NoRoom, NotWhole, Stopped, Stuck, TooDeep, TooWide
from kibitz.game import CHANCE, MAX, MOST_CHOICES
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END
from kibitz.native import Native, jit
from kibitz.native.packing import is_packable, pack, unpack, words
from kibitz.native.tuples import fingerprint
from kibitz.search.soundness import certain, chance_of, is_whole, sound
from kibitz.search.watch import LONGEST_LINE, UNLIMITED

# The desk is one array of words. First what is counted:
NODES, STOP, NODE_LIMIT, HORIZON, CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, TABLE_CUTOFFS = range(8)
BOUND_CUTOFFS, PROOF_CUTOFFS, CHILD_CUTOFFS, NULL_CUTOFFS, INNER, QUIET_NODES, EXTENSIONS, CANDIDATES = range(8, 16)
CHANCE_NODES, CHANCE_CUTOFFS, PROBES = range(16, 19)
# then which techniques are on (1) or off (0), or how much of them there is,
PRINCIPAL, TABLE, BEST_FIRST, KILLERS, HISTORY, ORDER, BOUNDS, PROOF, SYMMETRY, CHILDREN_FIRST = range(24, 34)
QUIESCENCE, SINGULAR, BEAM, NULL_MOVE, REDUCTIONS, SHARED, CHANCE_BOUNDS, PROBING = range(34, 42)
# then nodes by ply, two killer moves a ply, the history of moves by side,
PLIES = 256
BY_PLY = 64
KILLER_AT = BY_PLY + PLIES
HISTORY_AT = KILLER_AT + 2 * PLIES
HISTORY_SIZE = 4096
# and a stack: for each position on the way down, a row of records, one a child: how promising it is, which candidate
# it is, who is to move there, and its state. Where dice fall, a row of bounds: the least and the most that each outcome
# may be worth to MAX.
STACK_AT = HISTORY_AT + 2 * HISTORY_SIZE
PROMISE, NUMBER, SIDE, STATE = range(4)
DESK_WORDS = STACK_AT + 400_000

WITHOUT_LIMIT = 200  # plies; what is searched so deep is searched to the end
SINGULAR_DEPTH = 4
PROBE, SEARCH = range(2)  # the phases of a chance node
USED = -inf  # the promise of a record that has had its turn,
USED_NUMBER = -1  # and its number
LATER = -1.7e308  # and of one that another thread is at
LOWEST = -1.6e308  # the least of any promise where the two marks alone tell the records apart: see `at_least`
MANY = 255  # after so many actions of one position it is time to see whether to go on
SHARED_PLIES = 14  # further down a search is too short to keep out of each other's way


class Desk(Native):
    """What one thread of a search works with, so that nothing is allocated on the way."""

    bare = ("words",)

    def __init__(self, nodes: int | None = None) -> None:
        import numpy as np

        self.words = np.zeros(DESK_WORDS, np.int64)
        self.words[NODE_LIMIT] = UNLIMITED if nodes is None else nodes


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

    # 1. Count the node, and see whether to go on. (Looking before counting costs some percent.)
    desk[NODES] += 1
    begun = desk[NODES]
    if ply < PLIES:
        desk[BY_PLY + ply] += 1
    elif ply >= LONGEST_LINE:
        raise TooDeep("a line of play went on and on")
    if desk[STOP] != 0 or begun > desk[NODE_LIMIT]:
        leave_uncounted(desk, ply)
        raise Stopped("told to stop")

    # 2. The game is over.
    if game.is_terminal(s):
        return utility_for(game, s, side)

    # 3. Static bounds: the rules may tell all that is asked. (In a narrow window the parent has seen to it.)
    low, high = -inf, inf
    if desk[BOUNDS] != 0 and (ply == 0 or beta - alpha > 1 or desk[CHILDREN_FIRST] == 0):
        low, high = for_side(game, s, side, game.bounds(s))
        if low >= beta or high <= alpha or low == high:
            desk[BOUND_CUTOFFS] += 1
            return low if low >= beta else high

    # 4. The depth is spent: look on only where it is not quiet.
    if depth <= 0:
        return min(max(settle(game, s, side, alpha, beta, ply, bench), low), high)

    # 5. The same bounds by harder thinking.
    if desk[PROOF] != 0:
        surely, at_most = for_side(game, s, side, game.proof(s))
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
            if reaches(game, entry.depth, depth):
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

    # 7. Dice: the average over the outcomes, until it is clear on which side of the window it lies (Star1).
    # Before any outcome is searched, one action behind each may show as much (Star2).
    if game.has_outcomes and game.player(s) == CHANCE:
        desk[CHANCE_NODES] += 1
        shallower = spent(game, s, depth)
        count, least, most = weigh(game, s, shallower, top, memorable, table, bench)
        below = top + 2 * count + 2
        is_cut = False
        is_open = beta < inf or alpha > -inf
        phase = PROBE if desk[PROBING] != 0 and is_open and shallower > 0 else SEARCH  # with no depth left, none acts
        while phase <= SEARCH:
            place = top - 2
            for outcome, probability in game.outcomes(s):
                place += 2
                lower, upper = unpack(desk, place, 0.0), unpack(desk, place + 1, 0.0)
                if probability <= 0 or lower == upper:
                    continue
                if least >= beta or most <= alpha:
                    is_cut = True
                    break
                after = game.result(s, outcome)
                floor, roof = what_matters(lower, upper, probability, least, most, alpha, beta)
                next_depth = shallower
                raises, lowers = True, True  # does what is found bound the outcome from below, from above?
                if phase == PROBE:
                    raises, lowers, number = probe(game, after, least, most, alpha, beta, ply + 1, table, bench)
                    if number < 0:
                        continue
                    next_depth = spent(game, after, shallower)
                    after = nth_result(game, after, number)
                    floor, roof = lower if raises else floor, upper if lowers else roof
                next_side = MAX if game.is_terminal(after) else side_of(game, after)
                sign, under, over = 1.0, floor, roof
                if next_side != MAX:
                    sign, under, over = -1.0, -roof, -floor
                value = sign * look(
                    game, after, next_side, next_depth, under, over, ply + 1, below, nothing, table, bench
                )
                within = min(max(value, lower), upper)
                surely = within if raises and value > floor else lower
                at_most = within if lowers and value < roof else upper
                pack(desk, place, surely)
                pack(desk, place + 1, at_most)
                least = least + probability * (surely - lower) if least > -inf else least
                most = most - probability * (upper - at_most) if most < inf else most
                if value >= roof and roof < upper:  # so the window says, whatever rounding makes of the sum
                    least = max(least, beta)
                elif value <= floor and floor > lower:
                    most = min(most, alpha)
            phase += 1
        if least < beta and most > alpha:
            least = most = average(game, s, top, bench)
        elif is_cut:
            desk[CHANCE_CUTOFFS] += 1
        if memorable:
            kept = TO_THE_END if desk[HORIZON] == guesses else min(depth, TO_THE_END - 1)
            table.store(key, max(low, least), min(high, most), kept, NO_MOVE, desk[NODES] - begun)
        return min(max(least if least >= beta else most, low), high)

    # 8. Null move: if even doing nothing is too good for the opponent to allow, some action is.
    if desk[NULL_MOVE] != 0 and depth > 2 and beta < inf and without < 0:
        for after in game.passed(s):
            bound = -beta + width(beta)
            value = -look(game, after, 1 - side, depth - 3, -beta, bound, ply + 1, top, nothing, table, bench)
            if value >= beta:
                desk[NULL_CUTOFFS] += 1
                desk[HORIZON] += 1
                return value

    # 9. Lay out the children. One may settle the matter at a glance, and some are not worth a search.
    desk[INNER] += 1
    count, rest = lay_out(game, s, side, depth, alpha, beta, ply, top, without, memorable, first, table, bench)
    if count <= 0:
        return rest
    size = record_size(s)
    below = top + count * size

    # 10. Forward pruning: a beam of the most promising.
    tried = count
    if desk[BEAM] != 0 and count > desk[BEAM]:
        tried = desk[BEAM]
        desk[HORIZON] += 1

    # 11. Singular extension: a best move that stands alone is looked at one ply deeper. Not beyond twice the depth of
    # the search: where play goes round in circles, it would never come to an end.
    alone = nothing
    if (
        ply < desk[SINGULAR]
        and memorable
        and SINGULAR_DEPTH <= depth < WITHOUT_LIMIT
        and first != NO_MOVE
        and count > 1
    ):
        entry = table.probe(key)
        if entry.found and entry.depth + 3 >= depth and entry.lower > -inf:
            mark = entry.lower - width(entry.lower)
            if look(game, s, side, depth // 2, mark, entry.lower, ply, below, first, table, bench) <= mark:
                alone = first
                desk[EXTENSIONS] += 1

    # 12. Search them, the most promising first; the others only need to be shown to be no better.
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
                pack(desk, record + PROMISE, LATER)
                continue
            table.set_busy(child, child)
        pack(desk, record + PROMISE, USED)
        desk[record + NUMBER] = USED_NUMBER
        index += 1
        next_depth = depth if number == alone else spent(game, s, depth)
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

    # 13. Remember what cut, and what was found. What is proven holds whatever the depth has shown.
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
    size = record_size(s)
    room = min(top + MANY * size, len(desk))
    count = 0
    number = -1
    rest = -inf
    below = depth - game.depth_spent(s)
    survey = game.survey(s)
    for a in game.candidates(s):
        number += 1
        desk[CANDIDATES] += 1
        if number == without:
            continue
        after = game.result(s, a)
        over = game.is_terminal(after)
        next_side = side if over else side_of(game, after)
        record = top + count * size
        if record + size > room:
            room = min(more_room(desk, record + size, number) + MANY * size, len(desk))
        if desk[CHILDREN_FIRST] != 0 and not over:
            if desk[BOUNDS] != 0:
                surely, at_most = for_side(game, after, side, game.bounds(after))
                if surely >= beta:
                    desk[CHILD_CUTOFFS] += 1
                    return 0, surely
                if at_most <= alpha:
                    rest = max(rest, at_most)
                    if number & MANY == MANY:
                        more_room(desk, record, number)
                    continue
            if memorable and game.is_memorable(after):
                entry = table.probe(position_key(game, after, bench))
                if entry.found and reaches(game, entry.depth, below):
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
def leave_uncounted(desk: Any, ply: int) -> None:
    """Take back the count of a node that is not looked at."""
    desk[NODES] -= 1
    if ply < PLIES:
        desk[BY_PLY + ply] -= 1


@jit
def more_room(desk: Any, end: int, number: int) -> int:
    """See after every so many actions whether to go on, and whether there is room for more; where the room ends."""
    if desk[STOP] != 0:
        raise Stopped("told to stop")
    if number >= MOST_CHOICES:
        raise TooWide("a position has too many actions")
    if end > len(desk):
        raise NoRoom("the stack is full")
    return end


@jit
def record_size(s: Any) -> int:
    """How many words the record of a child takes; in Python its state is none of them."""
    return STATE + words(s) if is_packable(s) else STATE


@jit
def weigh(game: Any, s: Any, depth: int, top: int, memorable: bool, table: Any, bench: Any) -> tuple[int, float, float]:
    """Put the bounds of every outcome on the stack; how many there are, and the bounds of their average."""
    desk = bench.words
    count = 0
    least = most = total = 0.0
    for outcome, probability in game.outcomes(s):
        total += chance_of(probability)
        if top + 2 * count + 4 > len(desk):
            raise NoRoom("the stack is full")
        if desk[STOP] != 0:
            raise Stopped("told to stop")
        if count >= MOST_CHOICES:
            raise TooWide("a position has too many outcomes")
        after = game.result(s, outcome)
        lower, upper = -inf, inf
        if game.is_terminal(after):
            lower = upper = utility_for(game, after, MAX)
        elif probability > 0:
            if desk[CHANCE_BOUNDS] != 0:
                lower, upper = for_side(game, after, MAX, game.bounds(after))
            if desk[CHILDREN_FIRST] != 0 and memorable and game.is_memorable(after):
                entry = table.probe(position_key(game, after, bench))
                surely, at_most = entry.lower, entry.upper
                if side_of(game, after) != MAX:
                    surely, at_most = -entry.upper, -entry.lower
                is_of_use = surely == at_most or (desk[CHANCE_BOUNDS] != 0 and (surely > lower or at_most < upper))
                if entry.found and reaches(game, entry.depth, depth) and is_of_use:
                    lower, upper = max(lower, surely), min(upper, at_most)
                    if entry.depth != TO_THE_END:
                        desk[HORIZON] += 1
        pack(desk, top + 2 * count, lower)
        pack(desk, top + 2 * count + 1, upper)
        count += 1
        if probability > 0:
            least += probability * lower
            most += probability * upper
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    certain(total)
    return count, least, most


@jit
def what_matters(
    lower: float, upper: float, probability: float, least: float, most: float, alpha: float, beta: float
) -> tuple[float, float]:
    """The window of an outcome between two bounds: outside of it the average is outside α and β, whatever else falls.

    `least` and `most` are the bounds of that average.
    """
    floor, roof = lower, upper
    if most < inf:
        floor = max(floor, upper + (alpha - most) / probability)
    if least > -inf:
        roof = min(roof, lower + (beta - least) / probability)
    if floor < roof:
        return floor, roof
    return lower, upper  # all of it is in the last digit of a float


@jit
def probe(
    game: Any, s: Any, least: float, most: float, alpha: float, beta: float, ply: int, table: Any, bench: Any
) -> tuple[bool, bool, int]:
    """What an action of the player to move after a roll may show, and the number of the one to try; -1 for none.

    An action of MAX's bounds the outcome from below, one of MIN's from above. That is of use only where such bounds may
    take the average out of its window.
    """
    desk = bench.words
    if game.is_terminal(s):
        return False, False, -1
    side = game.player(s)
    if side == CHANCE or (side == MAX and not most >= beta) or (side != MAX and not least <= alpha):
        return False, False, -1
    first = NO_MOVE
    if desk[TABLE] != 0 and desk[BEST_FIRST] != 0 and game.is_memorable(s):
        first = table.probe(position_key(game, s, bench)).move
    best = number = -1
    highest = -inf
    survey = game.survey(s)
    for a in game.candidates(s):
        number += 1
        promise = standing(a, side, ply, number, first, bench)
        if desk[ORDER] != 0:
            promise = at_least(promise + float(game.promise(s, a, game.result(s, a), survey)) * 1e6)
        if best < 0 or promise > highest:
            best, highest = number, promise
    desk[PROBES] += 1
    return side == MAX, side != MAX, best


@jit
def average(game: Any, s: Any, top: int, bench: Any) -> float:
    """The average over outcomes whose values are known: both bounds of each are that value."""
    total = 0.0
    place = top
    for _, probability in game.outcomes(s):
        if probability > 0:
            total += probability * unpack(bench.words, place, 0.0)
        place += 2
    return total


@jit
def spent(game: Any, s: Any, depth: int) -> int:
    """The depth that is left for the states that follow one; a search without a limit goes on without one."""
    return depth if depth >= WITHOUT_LIMIT else depth - game.depth_spent(s)


@jit
def reaches(game: Any, found: int, depth: int) -> bool:
    """Does what was found by a search of one depth do for another?

    What is found deeper is better. But an average is of values of one kind: with dice it has to be the same depth.
    """
    return found == TO_THE_END or (found == depth if game.has_outcomes else found >= depth)


@jit
def side_of(game: Any, s: Any) -> int:
    """From whose side a state is looked at: that of the player to move, and MAX's where it is CHANCE."""
    player = game.player(s)
    if game.has_outcomes and player == CHANCE:
        return MAX
    return player


@jit
def settle(game: Any, s: Any, side: int, alpha: float, beta: float, ply: int, bench: Any) -> float:
    """Quiescence: at the end of the depth only actions that upset the evaluation are followed, and none need be."""
    desk = bench.words
    desk[HORIZON] += 1
    still = evaluation_for(game, s, side)
    if game.has_outcomes and game.player(s) == CHANCE:
        return still
    quiet = game.is_quiet(s)
    if desk[QUIESCENCE] == 0 or (quiet and still >= beta) or ply >= PLIES - 1:
        return still
    best = still if quiet else -inf  # in the middle of an exchange a player cannot just stop
    noisy = tried = 0
    for a in game.candidates(s):
        tried += 1
        if tried > MOST_CHOICES:
            raise TooWide("a position has too many actions")
        if desk[STOP] != 0:
            raise Stopped("told to stop")
        if quiet and not game.is_noisy(s, a):
            continue
        noisy += 1
        if desk[NODES] >= desk[NODE_LIMIT]:
            raise Stopped("the node limit is reached")
        desk[NODES] += 1
        desk[QUIET_NODES] += 1
        desk[BY_PLY + ply + 1] += 1  # ply + 1 < PLIES: see above
        after = game.result(s, a)
        if game.is_terminal(after):
            value = utility_for(game, after, side)
        else:
            floor = max(alpha, best)
            next_side = side_of(game, after)
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
    v = float(game.utility(s, MAX))
    if not game.whole:
        sound(v)
    elif not is_whole(v):
        raise NotWhole("a utility is not whole")
    v -= game.at_stake(s) / 2
    return v if side == MAX else -v


@jit
def evaluation_for(game: Any, s: Any, side: int) -> float:
    """The evaluation for a player, centred."""
    v = sound(float(game.evaluate(s, MAX))) - game.at_stake(s) / 2
    return v if side == MAX else -v


@jit
def for_side(game: Any, s: Any, side: int, bounds: tuple[float, float]) -> tuple[float, float]:
    """Bounds on player 0's value of a state, as bounds on a player's centred value."""
    low = float(bounds[0]) - game.at_stake(s) / 2
    high = float(bounds[1]) - game.at_stake(s) / 2
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
def at_least(promise: float) -> float:
    """A promise above the marks of records; what is no number looks worst of all."""
    return promise if promise > LOWEST else LOWEST


@jit
def most_promising(desk: Any, top: int, count: int, size: int) -> int:
    """The record that is most promising among those that have not had their turn; the first of equals.

    One that has had its turn where all have.
    """
    best = top
    most = USED
    for index in range(count):
        record = top + index * size
        promise = unpack(desk, record + PROMISE, 0.0)
        if promise > most:
            most = promise
            best = record
    if most == USED:  # a game may say -inf, or what is no number, of all that are left
        while desk[best + NUMBER] == USED_NUMBER and best < top + (count - 1) * size:
            best += size
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
        surely, at_most = for_side(game, s, side, game.bounds(s))
        low, high = max(low, float(ceil(surely))), min(high, float(floor(at_most)))
    while low < high:
        middle = question(low, high)
        value = look(game, s, side, depth, middle, middle + 1, ply, top, nothing, table, bench)
        if value <= middle:
            high = float(floor(value))  # the game's `bounds` need not be whole
        else:
            low = float(ceil(value))
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
