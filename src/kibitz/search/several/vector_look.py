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

from collections.abc import Callable
from math import inf

from kibitz.errors import Stuck
from kibitz.game import CHANCE, Game, State
from kibitz.lookup.endgame_table import Endgames, probe_vector
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END
from kibitz.lookup.vector_table import EXACT, LEAST, VectorTable
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.native.splicing import spliced, widened
from kibitz.search.endgame_values import SURE
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import MANY, NUMBER, PROMISE, STATE, Desk, enter, more_room
from kibitz.search.engine.ordering import (
    GAME_ORDER,
    USED,
    USED_NUMBER,
    most_promising,
    record_size,
    reward,
    standing,
)
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.ties import is_more
from kibitz.search.watch import LONGEST_LINE

# The desk's numbers: the most that all players get together, and what rounding may hide.
TOTAL, SLACK = range(2)

WITHOUT_LIMIT = 1 << 20  # plies; what is searched so deep is searched to the end


class VectorDesk(Desk):
    """What a search works with, so that nothing is allocated on the way; row `ply` of `rows` is a node's vector."""

    bare: tuple[str, ...] = ("words", "rows", "numbers", "sides")

    def __init__(
        self,
        players: int,
        nodes: int | None = None,
        teams: tuple[int, ...] = (),
        endgames: Endgames | None = None,
    ) -> None:
        import numpy as np

        super().__init__(nodes, endgames=endgames)
        self.players = players
        self.rows = np.zeros((LONGEST_LINE + 2) * players)
        self.numbers = np.array([inf, 0.0])
        self.sides = np.array(teams or range(players), np.int64)  # partners, who share every payoff, have the same


@jit
def look(
    game: Game,
    s: State,
    depth: int,
    chooser: int,
    floor: float,
    ply: int,
    top: int,
    table: VectorTable,
    desk: VectorDesk,
) -> int:
    """Leave the vector of a state, to a depth, in row `ply`, by the contract above; the number of the action, or -1.

    `chooser` is the player who has `floor` already, or -1; `top` is where the desk's stack is free.
    """
    words = desk.words
    rows = desk.rows
    row = ply * desk.players
    nobody = widened(-1, depth)

    # 1. Count the node, and see whether to go on.
    enter(words, ply)

    # 2. The game is over, an endgame table knows the position, or the depth is spent.
    if desk.probes and by_endgames(game, s, row, desk):
        return nobody
    if game.is_terminal(s) or depth <= 0:
        settle(game, s, row, desk)
        return nobody

    # 3. Static bounds: the rules may tell that there is too little here for the chooser.
    if words[word.BOUNDS] != 0 and chooser >= 0:
        _, at_most = game.stakes(s, chooser)
        if at_most + desk.numbers[SLACK] <= floor:
            words[word.BOUND_CUTOFFS] += 1
            for other in range(desk.players):
                if desk.sides[other] == desk.sides[chooser]:
                    rows[row + other] = at_most
            return nobody
    player = game.player(s)
    is_own = chooser >= 0 and player >= 0 and desk.sides[player] == desk.sides[chooser]  # or a partner of the chooser

    # 4. The table: the position may have been searched before, by another way to it.
    key = game.key(s)
    first = NO_MOVE
    if words[word.TABLE] != 0:
        place = table.find(key)
        if place >= 0:
            words[word.TABLE_HITS] += 1
            if knows_enough(game, s, depth, place, chooser, is_own, floor, table, desk):
                words[word.TABLE_CUTOFFS] += 1
                if table.depth(place) != TO_THE_END:
                    words[word.HORIZON] += 1
                for other in range(desk.players):
                    rows[row + other] = table.share(place, other)
                return table.move(place)
            if words[word.BEST_FIRST] != 0:
                first = table.move(place)
    guesses = words[word.HORIZON]
    next_depth = depth if depth >= WITHOUT_LIMIT else depth - game.depth_spent(s)

    # 5. Dice: the average over the outcomes. Nothing is cut across them.
    if game.has_outcomes and player == CHANCE:
        roll(look, game, s, next_depth, nobody, ply, top, table, desk)
        if words[word.TABLE] != 0:
            remember(table, key, depth, NO_MOVE, EXACT, words[word.HORIZON] == guesses, row, desk)
        return nobody

    # 6. Lay out the children, and try them, the most promising first.
    count = lay_out(game, s, player, depth, ply, top, first, desk)
    best, tried, is_enough, is_cut = try_children(
        look, game, s, player, next_depth, chooser, is_own, floor, ply, top, count, nobody, table, desk
    )

    # 7. Remember what cut, and what was found.
    if is_cut or is_enough:
        praise(game, s, player, best, tried, is_cut, depth, ply, desk)
    if words[word.TABLE] != 0 and (is_cut or not is_own or rows[row + player] > floor):
        remember(table, key, depth, best, LEAST if is_cut else EXACT, words[word.HORIZON] == guesses, row, desk)
    return best


@jit
def by_endgames(game: Game, s: State, row: int, desk: VectorDesk) -> bool:
    """Does the endgame table know a state? Then its vector is put in a row. To be asked only where there is a table."""
    is_asked = desk.words[word.ENDGAMES] == SURE and not game.is_terminal(s)
    is_known = is_asked and probe_vector(game, s, desk.endgames, desk.rows, row)
    if is_known:
        desk.words[word.ENDGAME_HITS] += 1
    return is_known


@jit
def knows_enough(
    game: Game,
    s: State,
    depth: int,
    place: int,
    chooser: int,
    is_own: bool,
    floor: float,
    table: VectorTable,
    desk: VectorDesk,
) -> bool:
    """Does the table's entry answer for a search to this depth: the vector, or too little for the chooser?"""
    if not reaches(table.depth(place), depth):
        return False
    if table.kind(place) == EXACT:
        return True
    if chooser < 0 or is_own:
        return False
    player = game.player(s)
    return most_for(game, s, chooser, player, table.share(place, player), desk) <= floor


@spliced
def roll(
    look: Callable[..., int],
    game: Game,
    s: State,
    depth: int,
    nobody: int,
    ply: int,
    top: int,
    table: VectorTable,
    desk: VectorDesk,
) -> float:
    """Put the average over the outcomes of a roll in row `ply`; `depth` is what is left for them."""
    rows = desk.rows
    row = ply * desk.players
    for other in range(desk.players):
        rows[row + other] = 0.0
    total = 0.0
    for outcome, probability in game.outcomes(s):
        total += chance_of(probability)
        look(game, game.result(s, outcome), depth, nobody, -inf, ply + 1, top, table, desk)
        for other in range(desk.players):
            rows[row + other] += probability * rows[row + desk.players + other]
    return certain(total)


@spliced
def try_children(
    look: Callable[..., int],
    game: Game,
    s: State,
    player: int,
    depth: int,
    chooser: int,
    is_own: bool,
    floor: float,
    ply: int,
    top: int,
    count: int,
    nobody: int,
    table: VectorTable,
    desk: VectorDesk,
) -> tuple[int, int, bool, bool]:
    """Search the records on the stack and put the best vector in row `ply`: its number, how many were tried, and why.

    The reasons are immediate pruning, where the player to move has all it can get and only ties that come first in
    order are left; and shallow pruning, where it has so much that too little is left for the chooser above.
    """
    words = desk.words
    rows = desk.rows
    row = ply * desk.players
    size = record_size(s)
    below = top + count * size
    best = nobody
    is_enough = is_cut = False
    _, highest = game.stakes(s, player)
    tried = 0
    for _ in range(count):
        record = most_promising(words, top, count, size)
        number = words[record + NUMBER]
        after = unpack(words, record + STATE, s) if is_packable(s) else nth_result(game, s, number)
        pack(words, record + PROMISE, USED)
        words[record + NUMBER] = USED_NUMBER
        if is_enough and number > best:
            continue
        tried += 1
        least = -inf
        if best >= 0 and words[word.BOUNDS] != 0:
            least = rows[row + player]
            if number < best:
                least -= 1e-9 * max(1.0, abs(least))
        if is_own and words[word.BOUNDS] != 0:
            least = max(least, floor)
        look(game, after, depth, player, least, ply + 1, below, table, desk)
        # It is taken if it is better, or as good and earlier in the game's own order.
        own, found = rows[row + player], rows[row + desk.players + player]
        if best < 0 or is_more(found, own) or (number < best and not is_more(own, found)):
            best = number
            for other in range(desk.players):
                rows[row + other] = rows[row + desk.players + other]
        if words[word.BOUNDS] != 0:
            own = rows[row + player]
            if own >= highest and not is_enough:
                is_enough = True
                words[word.IMMEDIATE] += 1
            if chooser >= 0 and not is_own and most_for(game, s, chooser, player, own, desk) <= floor:
                is_cut = True
                break
    return best, tried, is_enough, is_cut


@jit
def settle(game: Game, s: State, row: int, desk: VectorDesk) -> int:
    """Put what a state is worth to each player in a row, without looking on.

    A guess that does not keep to what the game says of guesses is counted: then nothing may be cut.
    """
    words = desk.words
    rows = desk.rows
    over = game.is_terminal(s)
    total = 0.0
    if not over:
        words[word.HORIZON] += 1
    for player in range(desk.players):
        share = sound(float(game.utility(s, player)) if over else float(game.evaluate(s, player)))
        rows[row + player] = share
        total += share
        if not over:
            low, high = game.stakes(s, player)
            if share < low or share > high:
                words[word.BROKEN] += 1
            for other in range(player):
                if desk.sides[other] == desk.sides[player] and rows[row + other] != share:
                    words[word.BROKEN] += 1
    if total > desk.numbers[TOTAL] + 1e-9 * max(1.0, abs(total)):
        words[word.BROKEN] += 1
    return 0


@jit
def most_for(game: Game, s: State, chooser: int, player: int, own: float, desk: VectorDesk) -> float:
    """The most that a chooser can get from a state in which the player to move has so much for sure.

    All get no more than the total together, partners as much as each other, and everybody else no less than its least.
    """
    most = desk.numbers[TOTAL]
    highest = inf
    shared = 0
    for other in range(desk.players):
        low, high = game.stakes(s, other)
        if other == chooser:
            highest = high
        if desk.sides[other] == desk.sides[chooser]:
            shared += 1
        elif desk.sides[other] == desk.sides[player]:
            most -= own
        else:
            most -= low
    return float(min(most / shared, highest) + desk.numbers[SLACK])


@jit
def remember(
    table: VectorTable, key: int, depth: int, move: int, kind: int, is_exact: bool, row: int, desk: VectorDesk
) -> int:
    """Write a vector down; `is_exact` where no guess is in it."""
    kept = TO_THE_END if is_exact else min(depth, TO_THE_END - 1)
    table.store(key, kept, move, kind, desk.rows, row)
    return kept


@jit
def reaches(found: int, depth: int) -> bool:
    """Does what was found by a search of one depth do for another? To the end of the game, or to the same depth."""
    return found in (TO_THE_END, depth)


@jit
def lay_out(game: Game, s: State, player: int, depth: int, ply: int, top: int, first: int, desk: VectorDesk) -> int:
    """Put a record of every child on the stack; how many there are. Just above the horizon an order does not pay."""
    words = desk.words
    words[word.INNER] += 1
    size = record_size(s)
    room = min(top + MANY * size, len(words))
    count = 0
    survey = game.survey(s)
    for a in game.actions(s):
        record = top + count * size
        if record + size > room:
            room = min(more_room(words, record + size, count) + MANY * size, len(words))
        after = game.result(s, a)
        promise = standing((player, a), 0, ply, count, first, desk)
        if words[word.ORDER] != 0 and depth > 1:
            promise += float(game.promise(s, a, after, survey)) * GAME_ORDER
        pack(words, record + PROMISE, promise)
        words[record + NUMBER] = count
        if is_packable(s):
            pack(words, record + STATE, after)
        count += 1
    words[word.CANDIDATES] += count
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    return count


@jit
def praise(
    game: Game, s: State, player: int, best: int, tried: int, is_cut: bool, depth: int, ply: int, desk: VectorDesk
) -> None:
    """Count a cut, and reward the action that brought it."""
    words = desk.words
    words[word.CUTOFFS] += 1
    words[word.SHALLOW] += 1 if is_cut else 0
    if tried == 1:
        words[word.FIRST_CUTOFFS] += 1
    if words[word.KILLERS] + words[word.HISTORY] != 0:
        for number, a in enumerate(game.actions(s)):
            if number == best:
                reward((player, a), 0, depth, ply, desk)


@jit
def nth_result(game: Game, s: State, number: int) -> State:
    """The state that the action with this number leads to."""
    after = s
    for at, a in enumerate(game.actions(s)):
        if at == number:
            after = game.result(s, a)
    return after
