"""Playing a simulation out: from the last node in the tree to the end of the game, or to an evaluation."""

from __future__ import annotations

from typing import Any

from kibitz.game import CHANCE, Game, State
from kibitz.game.selecting import KINDS
from kibitz.native import jit
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.meeting import by_endgames, fall, kind_of
from kibitz.search.montecarlo.montecarlo_desk import RESULT_AT, STAMPS_AT, draw
from kibitz.search.montecarlo.pool import AGAIN, is_proven
from kibitz.search.soundness import sound


@jit
def play_out(game: Game, s: State, at: int, ply: int, pool: Any, desk: Any) -> bool:
    """Leave what the simulation brings on the desk, from its last node on; False where it was told to stop."""
    numbers = desk.numbers
    if is_proven(at, pool):
        for column in range(pool.width):
            numbers[RESULT_AT + column] = pool.facts[at * pool.stride + pool.low_at + column]
        return True
    if pool.status[at] == AGAIN:
        for column in range(pool.width):
            numbers[RESULT_AT + column] = numbers[word.REPETITION]
        return True
    mixing = numbers[word.MIXING] if game.has_evaluate else 0.0
    if game.has_evaluate and mixing >= 1.0:
        guess(game, s, pool, desk)
        return True
    if game.has_evaluate and mixing > 0.0:
        guess(game, s, pool, desk)
        for column in range(pool.width):
            numbers[RESULT_AT + pool.width + column] = numbers[RESULT_AT + column]
    if not play_to_the_end(game, s, ply, pool, desk):
        return False
    if game.has_evaluate and mixing > 0.0:
        for column in range(pool.width):
            evaluation = numbers[RESULT_AT + pool.width + column]
            numbers[RESULT_AT + column] += mixing * (evaluation - numbers[RESULT_AT + column])
    return True


@jit
def play_to_the_end(game: Game, s: State, ply: int, pool: Any, desk: Any) -> bool:
    """Play by the game's `playout`, and leave the utilities on the desk; False by order, or at the node limit.

    It ends where an endgame table knows the position, too. A playout that goes on and on is broken off, and so is one
    at the horizon: the position is then evaluated.
    """
    words = desk.words
    is_noted = words[word.RAVE] != 0
    allowed = ply + words[word.NODE_LIMIT] - words[word.NODES]
    last = min(words[word.HORIZON], ply + words[word.LONGEST_PLAYOUT], allowed)
    begun = ply
    while not game.is_terminal(s):
        if ply >= last:
            words[word.NODES] += ply - begun
            if ply >= allowed:
                return False
            if ply >= begun + words[word.LONGEST_PLAYOUT]:
                words[word.BROKEN_OFF] += 1
            guess(game, s, pool, desk)
            return True
        if words[word.STOP] != 0:
            return False
        if desk.probes and by_endgames(game, s, desk.numbers, RESULT_AT, pool, desk):
            words[word.NODES] += ply - begun
            return True
        if game.has_outcomes and game.player(s) == CHANCE:
            _, s = fall(game, s, desk)
        else:
            a = game.playout(s, draw(words))
            if is_noted:
                words[STAMPS_AT + game.player(s) * KINDS + kind_of(game, s, a)] = words[word.STAMP] + ply
            s = game.result(s, a)
        ply += 1
    words[word.NODES] += ply - begun
    for column in range(pool.width):
        desk.numbers[RESULT_AT + column] = sound(float(game.utility(s, column)))
    return True


@jit
def guess(game: Game, s: State, pool: Any, desk: Any) -> None:
    """Leave an evaluation on the desk; in a game without one, an even share."""
    for column in range(pool.width):
        if game.has_evaluate:
            desk.numbers[RESULT_AT + column] = sound(float(game.evaluate(s, column)))
        else:
            desk.numbers[RESULT_AT + column] = desk.numbers[word.EVEN]
