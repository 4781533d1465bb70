"""Perft: how many positions lie a number of plies away. The usual test of a move generator, and of its speed."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from kibitz.game import CHANCE, Game, State
from kibitz.game.given import state_of, whole
from kibitz.game.malformed import answers_the_questions
from kibitz.native import jit
from kibitz.native.execution import run
from kibitz.search.watch import Count


@dataclass(frozen=True)
class Perft:
    """Leaves at a depth, all nodes down to it, and the games that ended on the way."""

    leaves: int
    nodes: int
    finished: int


@jit
def count_leaves(game: Game, s: State, depth: int, watch: Any) -> int:
    """The positions exactly `depth` plies away, where a roll of the dice is a ply too."""
    watch.enter(s, 0.0, 0.0)
    over = game.is_terminal(s)
    if over:
        watch.leaf(s, 0.0)
    if depth == 0 or over:
        watch.leave(s, 0.0)
        return 1 if depth == 0 else 0
    leaves = 0
    if game.player(s) == CHANCE:
        for outcome, _ in game.outcomes(s):
            leaves += count_leaves(game, game.result(s, outcome), depth - 1, watch)
    elif depth > 1:
        for a in game.actions(s):
            leaves += count_leaves(game, game.result(s, a), depth - 1, watch)
    elif game.goes_on(s):  # nearly all of the tree: what need not be made is only counted
        for _ in game.actions(s):
            leaves += 1
        watch.enter_leaves(leaves, 0)
    else:  # a call for each leaf would take as long as a move of chess
        finished = 0
        for a in game.actions(s):
            leaves += 1
            if game.is_terminal(game.result(s, a)):
                finished += 1
        watch.enter_leaves(leaves, finished)
    watch.leave(s, 0.0)
    return leaves


def counted(game: Game) -> Game:
    """The game without the rules that are not counted by."""
    if not game.uncounted:
        return game
    other = copy.copy(game)
    for parameter in game.uncounted:
        setattr(other, parameter, False)
    return other


def perft(game: Game, s: State = None, *, depth: int, interpreted: bool = False, watch: Count | None = None) -> Perft:
    """Count the positions that lie `depth` plies from a state (the initial one by default).

    Rules that a game names in `uncounted` are left out: published counts of chess go on where nobody can mate.
    """
    answers_the_questions(game)
    game = counted(game)
    whole("the depth", depth, 0)
    s = state_of(game, s)
    watch = Count() if watch is None else watch
    leaves = run(count_leaves, game, s, depth, watch, interpreted=interpreted)
    return Perft(leaves, watch.nodes, watch.leaves)
