"""The engine's maxn: a table, good moves first, and the cuts that are sound for several players.

Read `multiplayer.py` first, then `shallow.py`: this is the same, in numbered steps.

Contract. Let v be the vector of plain maxn, which takes the first of the actions that are best for the one to move.
`look` leaves a vector r in its row, for a chooser above who has `floor` already:
    v[chooser] > floor  then r = v        v[chooser] ≤ floor  then r[chooser] ≤ floor
Without a chooser, as at the root, r = v: every entry of it, whatever ties there are and in whatever order the actions
are tried. Of equals the first in the game's own order is taken, so an action that comes before the best one so far is
cut only if it is sure to be worse, one that comes after it if it is no better.

It holds if partners share every payoff, if utilities and evaluations keep to the game's `stakes`, and if they sum to no
more than `utility_sum`, or than `utility_total` where the sum is not constant; the engine makes sure of that. To a
depth limit it holds up to one thing: where the table knows the end of a line that plain maxn only guesses at, the truth
is taken. With dice averages are right to their last few digits; values that differ by no more than that are a tie.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import NoRoom, Stopped, Stuck, TooDeep, TooWide
from kibitz.game import CHANCE, MOST_CHOICES
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END
from kibitz.lookup.vector_table import EXACT, LEAST
from kibitz.native import Native, jit
from kibitz.native.packing import is_packable, pack, unpack, words
from kibitz.native.tuples import fingerprint
from kibitz.search.engine.look import USED, at_least
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.ties import is_more
from kibitz.search.watch import UNLIMITED

# The desk's words: first what is counted,
NODES, STOP, NODE_LIMIT, HORIZON, CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, TABLE_CUTOFFS = range(8)
INNER, CANDIDATES, IMMEDIATE, SHALLOW, BOUND_CUTOFFS, BROKEN = range(8, 14)
# then which techniques are on (1) or off (0),
TABLE, BEST_FIRST, KILLERS, HISTORY, ORDER, BOUNDS = range(16, 22)
# then nodes by ply, two killer moves a ply, the history of moves,
PLIES = 256
BY_PLY = 32
KILLER_AT = BY_PLY + PLIES
HISTORY_AT = KILLER_AT + 2 * PLIES
HISTORY_SIZE = 4096
# and a stack: for each position on the way down a record a child: how promising it is, its number, its state.
STACK_AT = HISTORY_AT + HISTORY_SIZE
PROMISE, NUMBER, STATE = range(3)
DESK_WORDS = STACK_AT + 400_000
# The desk's numbers: the most that all players get together, and what rounding may hide.
TOTAL, SLACK = range(2)

WITHOUT_LIMIT = 1 << 20  # plies; what is searched so deep is searched to the end
LONGEST_LINE = 20_000  # plies


class VectorDesk(Native):
    """What a search works with, so that nothing is allocated on the way; row `ply` of `rows` is a node's vector."""

    bare = ("words", "rows", "numbers", "sides")

    def __init__(self, players: int, nodes: int | None = None, teams: tuple[int, ...] = ()) -> None:
        import numpy as np

        self.players = players
        self.words = np.zeros(DESK_WORDS, np.int64)
        self.rows = np.zeros((LONGEST_LINE + 2) * players)
        self.numbers = np.array([inf, 0.0])
        self.sides = np.array(teams or range(players), np.int64)  # partners, who share every payoff, have the same
        self.words[NODE_LIMIT] = UNLIMITED if nodes is None else nodes


@jit
def look(game: Any, s: Any, depth: int, chooser: int, floor: float, ply: int, top: int, table: Any, bench: Any) -> int:
    """Leave the vector of a state, to a depth, in row `ply`, by the contract above; the number of the action, or -1.

    `chooser` is the player who has `floor` already, or -1; `top` is where the desk's stack is free.
    """
    desk = bench.words
    rows = bench.rows
    row = ply * bench.players
    nobody = depth - depth - 1  # -1, but no literal: that would be another type, and compile all of this twice

    # 1. See whether to go on, and count the node.
    if desk[STOP] != 0 or desk[NODES] >= desk[NODE_LIMIT]:
        raise Stopped("told to stop")
    desk[NODES] += 1
    if ply < PLIES:
        desk[BY_PLY + ply] += 1
    if ply >= LONGEST_LINE:
        raise TooDeep("a line of play went on and on")

    # 2. The game is over, or the depth is spent.
    if game.is_terminal(s) or depth <= 0:
        settle(game, s, row, bench)
        return nobody

    # 3. Static bounds: the rules may tell that there is too little here for the chooser.
    if desk[BOUNDS] != 0 and chooser >= 0:
        _, at_most = game.stakes(s, chooser)
        if at_most + bench.numbers[SLACK] <= floor:
            desk[BOUND_CUTOFFS] += 1
            for other in range(bench.players):
                if bench.sides[other] == bench.sides[chooser]:
                    rows[row + other] = at_most
            return nobody
    player = game.player(s)
    is_own = chooser >= 0 and player >= 0 and bench.sides[player] == bench.sides[chooser]  # or a partner of the chooser

    # 4. The table: the position may have been searched before, by another way to it.
    key = game.key(s)
    first = NO_MOVE
    if desk[TABLE] != 0:
        place = table.find(key)
        if place >= 0:
            desk[TABLE_HITS] += 1
            if desk[BEST_FIRST] != 0:
                first = table.move(place)
            if reaches(game, table.depth(place), depth):
                is_known = table.kind(place) == EXACT
                if not is_known and chooser >= 0 and not is_own:
                    is_known = most_for(game, s, chooser, player, table.share(place, player), bench) <= floor
                if is_known:
                    desk[TABLE_CUTOFFS] += 1
                    if table.depth(place) != TO_THE_END:
                        desk[HORIZON] += 1
                    for other in range(bench.players):
                        rows[row + other] = table.share(place, other)
                    return table.move(place) if table.move(place) != NO_MOVE else nobody
    guesses = desk[HORIZON]
    next_depth = depth if depth >= WITHOUT_LIMIT else depth - game.depth_spent(s)

    # 5. Dice: the average over the outcomes. Nothing is cut across them.
    if game.has_outcomes and player == CHANCE:
        for other in range(bench.players):
            rows[row + other] = 0.0
        total = 0.0
        for outcome, probability in game.outcomes(s):
            total += chance_of(probability)
            look(game, game.result(s, outcome), next_depth, nobody, -inf, ply + 1, top, table, bench)
            for other in range(bench.players):
                rows[row + other] += probability * rows[row + bench.players + other]
        certain(total)
        if desk[TABLE] != 0:
            remember(table, key, depth, NO_MOVE, EXACT, desk[HORIZON] == guesses, row, bench)
        return nobody

    # 6. Lay out the children, and try them, the most promising first.
    desk[INNER] += 1
    count = lay_out(game, s, player, depth, ply, top, first, bench)
    size = record_size(s)
    below = top + count * size
    best = nobody
    is_enough = False  # no action can bring the player to move more: only ties that come first in order are left
    is_cut = False
    _, highest = game.stakes(s, player)
    tried = 0
    for _ in range(count):
        record = most_promising(desk, top, count, size)
        number = desk[record + NUMBER]
        after = unpack(desk, record + STATE, s) if is_packable(s) else nth_result(game, s, number)
        pack(desk, record + PROMISE, USED)
        if is_enough and number > best:
            continue
        tried += 1
        least = -inf
        if best >= 0 and desk[BOUNDS] != 0:
            least = rows[row + player]
            if number < best:
                least -= 1e-9 * max(1.0, abs(least))
        if is_own and desk[BOUNDS] != 0:
            least = max(least, floor)
        look(game, after, next_depth, player, least, ply + 1, below, table, bench)

        # 7. Take it if it is better, or as good and earlier in the game's own order.
        own, found = rows[row + player], rows[row + bench.players + player]
        if best < 0 or is_more(found, own) or (number < best and not is_more(own, found)):
            best = number
            for other in range(bench.players):
                rows[row + other] = rows[row + bench.players + other]

        # 8. Immediate pruning: the player to move has all it can get. Shallow pruning: it has so much that too little
        # is left for the chooser above.
        if desk[BOUNDS] != 0:
            own = rows[row + player]
            if own >= highest and not is_enough:
                is_enough = True
                desk[IMMEDIATE] += 1
            if chooser >= 0 and not is_own and most_for(game, s, chooser, player, own, bench) <= floor:
                is_cut = True
                break

    # 9. Remember what cut, and what was found.
    if is_cut or is_enough:
        desk[CUTOFFS] += 1
        desk[SHALLOW] += 1 if is_cut else 0
        if tried == 1:
            desk[FIRST_CUTOFFS] += 1
        if desk[KILLERS] + desk[HISTORY] != 0:
            reward(game, s, player, best, depth, ply, bench)
    if desk[TABLE] != 0 and (is_cut or not is_own or rows[row + player] > floor):
        remember(table, key, depth, best, LEAST if is_cut else EXACT, desk[HORIZON] == guesses, row, bench)
    return best


@jit
def settle(game: Any, s: Any, row: int, bench: Any) -> int:
    """Put what a state is worth to each player in a row, without looking on.

    A guess that does not keep to what the game says of guesses is counted: then nothing may be cut.
    """
    desk = bench.words
    rows = bench.rows
    over = game.is_terminal(s)
    total = 0.0
    if not over:
        desk[HORIZON] += 1
    for player in range(bench.players):
        share = sound(float(game.utility(s, player)) if over else float(game.evaluate(s, player)))
        rows[row + player] = share
        total += share
        if not over:
            low, high = game.stakes(s, player)
            if share < low or share > high:
                desk[BROKEN] += 1
            for other in range(player):
                if bench.sides[other] == bench.sides[player] and rows[row + other] != share:
                    desk[BROKEN] += 1
    if total > bench.numbers[TOTAL] + 1e-9 * max(1.0, abs(total)):
        desk[BROKEN] += 1
    return 0


@jit
def most_for(game: Any, s: Any, chooser: int, player: int, own: float, bench: Any) -> float:
    """The most that a chooser can get from a state in which the player to move has so much for sure.

    All get no more than the total together, partners as much as each other, and everybody else no less than its least.
    """
    most = bench.numbers[TOTAL]
    highest = inf
    shared = 0
    for other in range(bench.players):
        low, high = game.stakes(s, other)
        if other == chooser:
            highest = high
        if bench.sides[other] == bench.sides[chooser]:
            shared += 1
        elif bench.sides[other] == bench.sides[player]:
            most -= own
        else:
            most -= low
    return float(min(most / shared, highest) + bench.numbers[SLACK])


@jit
def remember(table: Any, key: int, depth: int, move: int, kind: int, is_exact: bool, row: int, bench: Any) -> int:
    """Write a vector down; `is_exact` where no guess is in it."""
    kept = TO_THE_END if is_exact else min(depth, TO_THE_END - 1)
    table.store(key, kept, move, kind, bench.rows, row)
    return kept


@jit
def reaches(game: Any, found: int, depth: int) -> bool:
    """Does what was found by a search of one depth do for another? To the end of the game, or to the same depth."""
    return found in (TO_THE_END, depth)


@jit
def lay_out(game: Any, s: Any, player: int, depth: int, ply: int, top: int, first: int, bench: Any) -> int:
    """Put a record of every child on the stack; how many there are. Just above the horizon an order does not pay."""
    desk = bench.words
    size = record_size(s)
    count = 0
    survey = game.survey(s)
    for a in game.actions(s):
        record = top + count * size
        if record + size > len(desk):
            raise NoRoom("the stack is full")
        if desk[STOP] != 0:
            raise Stopped("told to stop")
        if count >= MOST_CHOICES:
            raise TooWide("a position has too many actions")
        after = game.result(s, a)
        promise = standing(a, player, ply, count, first, bench)
        if desk[ORDER] != 0 and depth > 1:
            promise = at_least(promise + float(game.promise(s, a, after, survey)) * 1e6)
        pack(desk, record + PROMISE, promise)
        desk[record + NUMBER] = count
        if is_packable(s):
            pack(desk, record + STATE, after)
        count += 1
    desk[CANDIDATES] += count
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    return count


@jit
def record_size(s: Any) -> int:
    """How many words the record of a child takes; in Python its state is none of them."""
    return STATE + words(s) if is_packable(s) else STATE


@jit
def standing(a: Any, player: int, ply: int, number: int, first: int, bench: Any) -> float:
    """How an action stands from what the search has seen: best before, a killer at this ply, good elsewhere."""
    desk = bench.words
    if number == first:
        return 1e15
    total = 0.0
    if desk[KILLERS] + desk[HISTORY] != 0:
        mark = fingerprint((player, a))
        if desk[KILLERS] != 0 and ply < PLIES:
            if desk[KILLER_AT + 2 * ply] == mark + 1:
                total += 9e5
            elif desk[KILLER_AT + 2 * ply + 1] == mark + 1:
                total += 8e5
        if desk[HISTORY] != 0:
            total += float(desk[HISTORY_AT + (mark & (HISTORY_SIZE - 1))])
    return total


@jit
def reward(game: Any, s: Any, player: int, best: int, depth: int, ply: int, bench: Any) -> int:
    """An action that cut is a killer at this ply, and rises in the history."""
    desk = bench.words
    weight = min(depth, 16) * min(depth, 16)
    for number, a in enumerate(game.actions(s)):
        if number == best:
            mark = fingerprint((player, a))
            if ply < PLIES and desk[KILLER_AT + 2 * ply] != mark + 1:
                desk[KILLER_AT + 2 * ply + 1] = desk[KILLER_AT + 2 * ply]
                desk[KILLER_AT + 2 * ply] = mark + 1
            at = HISTORY_AT + (mark & (HISTORY_SIZE - 1))
            desk[at] = min(desk[at] + weight, 700_000)
    return weight


@jit
def most_promising(desk: Any, top: int, count: int, size: int) -> int:
    """The record that is most promising among those that have not had their turn; the first of equals."""
    best = top
    most = USED
    for index in range(count):
        promise = unpack(desk, top + index * size + PROMISE, 0.0)
        if promise > most:
            most = promise
            best = top + index * size
    return best


@jit
def nth_result(game: Any, s: Any, number: int) -> Any:
    """The state that the action with that number leads to."""
    after = s
    for at, a in enumerate(game.actions(s)):
        if at == number:
            after = game.result(s, a)
    return after
