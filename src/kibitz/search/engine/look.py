"""The engine's search: alpha-beta with everything, for two players (or one) who win what the other loses.

Read `alphabeta.py` first: this is the same, in numbered steps, each a textbook idea that can be switched off. A step
that needs a loop of its own is a function: `settle`, `roll`, `lay_out`, `try_children`.

Contract. `look` answers v for the player `side`; with m the true value to that depth and a window α < β:
    v ≤ α  then m ≤ v        α < v < β  then m = v        v ≥ β  then m ≥ v
Values are centred: those of the two players sum to 0 even where the game's utilities sum to something else.

Where chance is to move, `side` is MAX, and m the average over the outcomes, each to the same depth: depth counts
decisions. Averages are floats, so the contract then holds up to their last few digits.

What never changes m: the order of children, static bounds and proofs (3, 5), the tables (2, 6) except that they may
know what is found deeper, the cuts at dice (7), looking at children first (9), and the narrow windows and the shared
work of threads (11). What does change it, and is off unless asked for: null move (8), singular extensions (10),
reductions and the beam (11). What a repetition is worth (2) is a guess that holds on one path: see `repetition`.
Quiescence (4) is part of what m means: where a line is broken off.
"""

from __future__ import annotations

from math import inf

from kibitz.game import CHANCE, Game, State
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.splicing import spliced
from kibitz.search.endgame_values import NO_TABLE
from kibitz.search.engine import desk as word
from kibitz.search.engine.children import lay_out, lone_best, pass_turn, praise, try_children
from kibitz.search.engine.desk import WITHOUT_LIMIT, Desk, enter, left_out
from kibitz.search.engine.position import by_endgames, for_side, is_narrow, position_key, reaches, spent, utility_for
from kibitz.search.engine.repetition import comes_again, worth_again
from kibitz.search.engine.roll import roll
from kibitz.search.engine.settle import MOST_LINES, settle


@jit
def look(
    game: Game, s: State, side: int, depth: int, alpha: float, beta: float, ply: int, top: int, table: Table, desk: Desk
) -> float:
    """The value of a state for a player, to a depth, by the contract above. `top` is where the desk's stack is free."""
    words = desk.words
    # 1. Count the node, and see whether to go on.
    without, begun, guesses = left_out(words) if desk.extras else NO_MOVE, enter(words, ply), words[word.HORIZON]

    # 2. The game is over, has been here before, or is so nearly over that an endgame table or its own code tells.
    is_over, value = at_the_end(game, s, side, depth, alpha, beta, ply, without, desk)
    if is_over:
        return value

    # 3. Static bounds: the rules may tell all that is asked. (In a narrow window the parent has seen to it.)
    low, high = -inf, inf
    if words[word.BOUNDS] != 0 and (ply == 0 or words[word.CHILDREN_FIRST] == 0 or not is_narrow(game, alpha, beta)):
        low, high = for_side(game, s, side, game.bounds(s))
        if low >= beta or high <= alpha or low == high:
            words[word.BOUND_CUTOFFS] += 1
            return low if low >= beta else high

    # 4. The depth is spent: look on only where it is not quiet.
    if depth <= 0:
        return min(max(settle(game, s, side, alpha, beta, ply, MOST_LINES, desk), low), high)

    # 5. The same bounds by harder thinking.
    if words[word.PROOF] != 0:
        low, high = by_proof(game, s, side, low, high)
        if low >= beta or high <= alpha or low == high:
            words[word.PROOF_CUTOFFS] += 1
            return low if low >= beta else high

    # 6. The transposition table: the position may have been searched before, by another way to it.
    memorable = words[word.TABLE] != 0 and without < 0 and game.is_memorable(s)
    key, first = position_key(game, s, desk) if memorable else 0, NO_MOVE
    if memorable:
        is_known, surely, at_most, first = recall(game, key, depth, alpha, beta, table, desk)
        if is_known:
            return surely if surely >= beta else at_most
        low, high = max(low, surely), min(high, at_most)
    alpha, beta = max(alpha, low), min(beta, high)

    # 7. Dice: the average over the outcomes, until it is clear on which side of the window it lies.
    if game.has_outcomes and game.player(s) == CHANCE:
        least, most = roll(look, game, s, spent(game, s, depth), alpha, beta, ply, top, memorable, table, desk)
        if memorable and not desk.recurs:
            remember(key, max(low, least), min(high, most), depth, NO_MOVE, begun, guesses, table, desk)
        return min(max(least if least >= beta else most, low), high)

    # 8. Null move: if even doing nothing is too good for the opponent to allow, some action is.
    if desk.extras and game.has_passed and words[word.NULL_MOVE] != 0 and depth > 2 and beta < inf and without < 0:
        value = pass_turn(look, game, s, side, depth, beta, ply, top, table, desk)
        if value >= beta:
            return value

    # 9. Lay out the children. One may settle the matter at a glance, and some are not worth a search.
    count, rest = lay_out(game, s, side, depth, alpha, beta, ply, top, without, memorable, first, table, desk)
    if count <= 0:
        return rest

    # 10. Singular extension: a best move that stands alone is looked at one ply deeper.
    alone = lone_best(look, game, s, side, depth, ply, top, count, memorable, first, key, table, desk)

    # 11. Search the children, the most promising first; forward pruning leaves all but a beam of them out.
    tried = min(count, words[word.BEAM]) if desk.extras and words[word.BEAM] != 0 else count
    best, number, turn, is_bound = try_children(
        look, game, s, side, depth, alpha, beta, ply, top, count, tried, rest, alone, memorable, guesses, table, desk
    )

    # 12. Remember what cut, and what was found. What is proven holds whatever the depth has shown.
    best = min(max(best, low), high)
    if best >= beta:
        praise(game, s, side, number, turn, depth, ply, desk)
    if memorable:
        lower = max(low, best) if best > alpha and not is_bound else low
        upper = min(high, best) if best < beta and tried == count and not is_bound else high
        remember(key, lower, upper, depth, number if best > alpha else NO_MOVE, begun, guesses, table, desk)
    return best


@spliced
def at_the_end(
    game: Game, s: State, side: int, depth: int, alpha: float, beta: float, ply: int, without: int, desk: Desk
) -> tuple[bool, float]:
    """Whether the game ends here, or what is asked is settled by a table or its own code; the value for the player.

    It is centred. A table tells nothing of a position that leaves a candidate out.
    """
    words = desk.words
    is_over, value, looked = False, 0.0, -1
    if game.is_terminal(s):
        is_over, value = True, utility_for(game, s, side)
    elif desk.recurs and comes_again(game, s, ply, desk):
        is_over, value = True, worth_again(game, s, side, desk)
    elif desk.probes and words[word.ENDGAMES] != NO_TABLE and without < 0:
        is_over, value = by_endgames(game, s, side, depth, desk)
    is_asked = game.has_settled and not is_over and depth >= WITHOUT_LIMIT and words[word.SETTLED] != 0
    if game.has_settled and is_asked and game.player(s) != CHANCE:
        centre = game.at_stake(s) / 2
        told, looked = game.settled(s, alpha + centre, beta + centre)
        is_over, value = looked >= 0, told - centre
        if looked >= 0:
            words[word.NODES] += looked
            words[word.SETTLED_CUTOFFS] += 1
    return is_over, value


@spliced
def by_proof(game: Game, s: State, side: int, low: float, high: float) -> tuple[float, float]:
    """Bounds on what a state is worth to a player, centred, after harder thinking."""
    surely, at_most = for_side(game, s, side, game.proof(s))
    return max(low, surely), min(high, at_most)


@spliced
def recall(
    game: Game, key: int, depth: int, alpha: float, beta: float, table: Table, desk: Desk
) -> tuple[bool, float, float, int]:
    """What the table knows of a position: does it answer the question, the bounds that hold, and the best move.

    It costs a miss of the processor's cache, and saves all that is below a position that was met before.
    """
    words = desk.words
    is_known, lower, upper, first = False, -inf, inf, NO_MOVE
    entry = table.probe(key)
    if entry.found:
        words[word.TABLE_HITS] += 1
        if words[word.BEST_FIRST] != 0:
            first = entry.move
        if reaches(game, entry.depth, depth) and (entry.depth == depth or words[word.BY_DEPTH] == 0):
            is_known = entry.lower >= beta or entry.upper <= alpha or entry.lower == entry.upper
            if is_known:
                words[word.TABLE_CUTOFFS] += 1
                if entry.depth != TO_THE_END:
                    words[word.HORIZON] += 1
            if is_known or entry.depth == TO_THE_END:
                lower, upper = entry.lower, entry.upper
    return is_known, lower, upper, first


@spliced
def remember(
    key: int, lower: float, upper: float, depth: int, move: int, begun: int, guesses: int, table: Table, desk: Desk
) -> int:
    """Write down what was found; where no guess was believed since, it holds to the end of the game."""
    words = desk.words
    is_to_the_end = words[word.HORIZON] == guesses and words[word.BY_DEPTH] == 0
    kept = TO_THE_END if is_to_the_end else min(depth, TO_THE_END - 1)
    table.store(key, lower, upper, kept, move, words[word.NODES] - begun)
    return kept
