"""Meeting a position: what is known of it at once, which outcome falls there, and where an action leads."""

from __future__ import annotations

from typing import Any

from kibitz.game import Game, State
from kibitz.game.selecting import KINDS
from kibitz.lookup.endgame_table import probe_vector
from kibitz.native import jit
from kibitz.native.packing import is_packable, unpack
from kibitz.search.endgame_values import SURE, looked_up
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.montecarlo_desk import KEYS_AT, STAMPS_AT, draw, fraction
from kibitz.search.montecarlo.pool import AGAIN, CLOSED, OPEN, OVER
from kibitz.search.soundness import certain, chance_of, sound


@jit
def meet(game: Game, s: State, at: int, ply: int, pool: Any, desk: Any) -> None:
    """A position is met for the first time: is the game over there, does a table know it, or has it been there before?

    What a node may not be played for, or counts as, is the same at every visit: there is one line to it from the root,
    and one game so far before that.
    """
    words, facts, start = desk.words, pool.facts, at * pool.stride
    status = OPEN
    if game.is_terminal(s):
        status = OVER
        for column in range(pool.width):
            value = sound(float(game.utility(s, column)))
            facts[start + pool.low_at + column] = value
            facts[start + pool.high_at + column] = value
    elif desk.recurs and has_been_there(game, s, ply, desk):
        status = CLOSED if desk.forbids else AGAIN
    elif desk.probes and ply > 0 and by_endgames(game, s, facts, start + pool.low_at, pool, desk):
        for column in range(pool.width):
            facts[start + pool.high_at + column] = facts[start + pool.low_at + column]
    elif game.has_bounds and ply > 0 and pool.width == 1 and words[word.BOUNDS] != 0 and words[word.SOLVER] != 0:
        least, most = game.bounds(s)
        facts[start + pool.low_at] = max(facts[start + pool.low_at], float(least))
        facts[start + pool.high_at] = min(facts[start + pool.high_at], float(most))
    if game.has_evaluate and words[word.EVALUATES] != 0 and len(pool.backed) > 1:
        for column in range(pool.width):
            if status == OVER:
                pool.backed[at * pool.width + column] = facts[start + pool.low_at + column]
            else:
                pool.backed[at * pool.width + column] = sound(float(game.evaluate(s, column)))
    pool.status[at] = status


@jit
def by_endgames(game: Game, s: State, numbers: Any, at: int, pool: Any, desk: Any) -> bool:
    """Does the endgame table know a position? Then its value is put among the numbers, from this place on.

    To be asked only where the desk has a table.
    """
    if desk.words[word.ENDGAMES] != SURE:
        return False
    if pool.width > 1:
        is_known = probe_vector(game, s, desk.endgames, numbers, at)
    else:
        is_known, value, _ = looked_up(game, s, desk.endgames)
        if is_known:
            numbers[at] = value
    if is_known:
        desk.words[word.ENDGAME_HITS] += 1
    return is_known


@jit
def has_been_there(game: Game, s: State, ply: int, desk: Any) -> bool:
    """Has this position been on the line before, or in the game so far? It is put on the line."""
    words = desk.words
    key = game.recurrence(s)
    here = KEYS_AT + words[word.PLAYED] + ply
    words[here] = key
    if ply == 0:
        return False
    first = max(KEYS_AT, here - game.reversible(s)) if game.has_reversible else KEYS_AT
    for place in range(here - 1, first - 1, -1):  # noqa: SIM110  (compiled code has no generator expressions)
        if words[place] == key:
            return True
    return False


@jit
def fall(game: Game, s: State, desk: Any) -> tuple[int, State]:
    """The number of an outcome, drawn by its probability, and the state after it."""
    left = fraction(draw(desk.words))
    total = 0.0
    number = -1
    fallen = -1
    for outcome, probability in game.outcomes(s):
        number += 1
        if left >= total and probability > 0.0:
            chosen = outcome
            fallen = number
        total += chance_of(probability)
    certain(total)
    return fallen, game.result(s, chosen)


@jit
def follow(game: Game, s: State, child: int, number: int, player: int, ply: int, pool: Any, desk: Any) -> State:
    """The state after the action with this number, which leads to this child."""
    left = number
    for a in game.actions(s):
        if pool.move_words > 0 and is_packable(a):
            a = unpack(pool.moves, child * pool.move_words, a)
            break
        if left == 0:
            break
        left -= 1
    if desk.words[word.RAVE] != 0:
        desk.words[STAMPS_AT + player * KINDS + kind_of(game, s, a)] = desk.words[word.STAMP] + ply
    return game.result(s, a)


@jit
def kind_of(game: Game, s: State, a: Any) -> int:
    """The kind of an action; whatever a game answers, it stays within its range."""
    return int(game.action_kind(s, a)) & (KINDS - 1)
