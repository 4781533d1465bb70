"""Dice: the average over the outcomes of a roll, until it is clear on which side of the window it lies.

Star1 gives each outcome a window: outside of it the average is outside α and β, whatever else falls. Star2 first tries
one action behind each outcome, which may show as much. Neither changes a value beyond the last few digits of a float.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from kibitz.errors import NoRoom, Stopped, Stuck, TooWide
from kibitz.game import CHANCE, MAX, MOST_CHOICES, Game, State
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.packing import pack, unpack
from kibitz.native.splicing import spliced
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import Desk
from kibitz.search.engine.ordering import GAME_ORDER, at_least, standing
from kibitz.search.engine.position import for_side, nth_result, position_key, reaches, side_of, spent, utility_for
from kibitz.search.soundness import certain, chance_of

PROBE, SEARCH = range(2)  # the phases of a chance node


@spliced
def roll(
    look: Callable[..., float],
    game: Game,
    s: State,
    depth: int,
    alpha: float,
    beta: float,
    ply: int,
    top: int,
    memorable: bool,
    table: Table,
    desk: Desk,
) -> tuple[float, float]:
    """The least and the most that a roll is worth to MAX: its value, or bounds outside of the window on one side.

    `look` is the engine's search, by its contract; `depth` is what is left for the outcomes.
    """
    words = desk.words
    words[word.CHANCE_NODES] += 1
    count, least, most = weigh(game, s, depth, top, memorable, table, desk)
    below = top + 2 * count + 2
    is_cut = False
    is_open = beta < inf or alpha > -inf
    phase = PROBE if words[word.PROBING] != 0 and is_open and depth > 0 else SEARCH  # with no depth left, none acts
    while phase <= SEARCH:
        place = top - 2
        for outcome, probability in game.outcomes(s):
            place += 2
            lower, upper = unpack(words, place, 0.0), unpack(words, place + 1, 0.0)
            if probability <= 0 or lower == upper:
                continue
            if least >= beta or most <= alpha:
                is_cut = True
                break
            after = game.result(s, outcome)
            floor, roof = what_matters(lower, upper, probability, least, most, alpha, beta)
            next_depth = depth
            raises, lowers = True, True  # does what is found bound the outcome from below, from above?
            if phase == PROBE:
                raises, lowers, number = probe(game, after, least, most, alpha, beta, ply + 1, table, desk)
                if number < 0:
                    continue
                next_depth = spent(game, after, depth)
                after = nth_result(game, after, number)
                floor, roof = lower if raises else floor, upper if lowers else roof
            next_side = MAX if game.is_terminal(after) else side_of(game, after)
            sign, under, over = 1.0, floor, roof
            if next_side != MAX:
                sign, under, over = -1.0, -roof, -floor
            value = sign * look(game, after, next_side, next_depth, under, over, ply + 1, below, table, desk)
            within = min(max(value, lower), upper)
            surely = within if raises and value > floor else lower
            at_most = within if lowers and value < roof else upper
            pack(words, place, surely)
            pack(words, place + 1, at_most)
            least = least + probability * (surely - lower) if least > -inf else least
            most = most - probability * (upper - at_most) if most < inf else most
            if value >= roof and roof < upper:  # so the window says, whatever rounding makes of the sum
                least = max(least, beta)
            elif value <= floor and floor > lower:
                most = min(most, alpha)
        phase += 1
    if least < beta and most > alpha:
        least = most = average(game, s, top, desk)
    elif is_cut:
        words[word.CHANCE_CUTOFFS] += 1
    return least, most


@jit
def weigh(
    game: Game, s: State, depth: int, top: int, memorable: bool, table: Table, desk: Desk
) -> tuple[int, float, float]:
    """Put the bounds of every outcome on the stack; how many there are, and the bounds of their average."""
    words = desk.words
    count = 0
    least = most = total = 0.0
    for outcome, probability in game.outcomes(s):
        total += chance_of(probability)
        if top + 2 * count + 4 > len(words):
            raise NoRoom("the stack is full")
        if words[word.STOP] != 0:
            raise Stopped("told to stop")
        if count >= MOST_CHOICES:
            raise TooWide("a position has too many outcomes")
        after = game.result(s, outcome)
        lower, upper = -inf, inf
        if game.is_terminal(after):
            lower = upper = utility_for(game, after, MAX)
        elif probability > 0:
            if words[word.CHANCE_BOUNDS] != 0:
                lower, upper = for_side(game, after, MAX, game.bounds(after))
            if words[word.CHILDREN_FIRST] != 0 and memorable and game.is_memorable(after):
                entry = table.probe(position_key(game, after, desk))
                surely, at_most = entry.lower, entry.upper
                if side_of(game, after) != MAX:
                    surely, at_most = -entry.upper, -entry.lower
                is_closer = words[word.CHANCE_BOUNDS] != 0 and (surely > lower or at_most < upper)
                if entry.found and reaches(game, entry.depth, depth) and (is_closer or surely == at_most):
                    lower, upper = max(lower, surely), min(upper, at_most)
                    if entry.depth != TO_THE_END:
                        words[word.HORIZON] += 1
        pack(words, top + 2 * count, lower)
        pack(words, top + 2 * count + 1, upper)
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
    game: Game, s: State, least: float, most: float, alpha: float, beta: float, ply: int, table: Table, desk: Desk
) -> tuple[bool, bool, int]:
    """What an action of the player to move after a roll may show, and the number of the one to try; -1 for none.

    An action of MAX's bounds the outcome from below, one of MIN's from above. That is of use only where such bounds may
    take the average out of its window.
    """
    words = desk.words
    if game.is_terminal(s):
        return False, False, -1
    side = game.player(s)
    if side == CHANCE or (side == MAX and not most >= beta) or (side != MAX and not least <= alpha):
        return False, False, -1
    first = NO_MOVE
    if words[word.TABLE] != 0 and words[word.BEST_FIRST] != 0 and game.is_memorable(s):
        first = table.probe(position_key(game, s, desk)).move
    best = number = -1
    highest = -inf
    survey = game.survey(s) if game.has_promise else 0
    for a in game.candidates(s):
        number += 1
        promise = standing(a, side, ply, number, first, desk)
        if (game.has_order or game.has_promise) and words[word.ORDER] != 0:
            promise = at_least(promise + float(game.promise(s, a, game.result(s, a), survey)) * GAME_ORDER)
        if best < 0 or promise > highest:
            best, highest = number, promise
    words[word.PROBES] += 1
    return side == MAX, side != MAX, best


@jit
def average(game: Game, s: State, top: int, desk: Desk) -> float:
    """The average over outcomes whose values are known: both bounds of each are that value."""
    total = 0.0
    place = top
    for _, probability in game.outcomes(s):
        if probability > 0:
            total += probability * unpack(desk.words, place, 0.0)
        place += 2
    return total
