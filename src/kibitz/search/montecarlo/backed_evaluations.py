"""Implicit minimax: evaluations of the tree's nodes, backed up as minimax does, beside the means of the simulations.

A mean takes long to notice a refutation, a minimum does not; so a share of the latter steadies selection (Lanctot and
others, 2014). It costs an evaluation of every new node and a look at the children of those above it.
"""

from __future__ import annotations

from typing import Any

from kibitz.game import CHANCE
from kibitz.native import jit
from kibitz.search.montecarlo.pool import CLOSED, UNSEEN


@jit
def back_evaluations(at: int, pool: Any, desk: Any) -> None:
    """Take over what the children that have been met are evaluated at: the best for the player to move, or the mean."""
    width, block, player = pool.width, int(pool.first[at]), int(pool.mover[at])
    best, total = -1, 0.0
    for child in range(block, block + int(pool.size[at])):
        if pool.status[child] == UNSEEN or pool.status[child] == CLOSED:
            continue
        if player == CHANCE:
            total += pool.chances[child]
        elif best < 0 or worth(child, player, pool, desk) > worth(best, player, pool, desk):
            best = child
    for column in range(width):
        if player == CHANCE and total > 0.0:
            mean = 0.0
            for child in range(block, block + int(pool.size[at])):
                if pool.status[child] != UNSEEN:
                    mean += pool.chances[child] / total * pool.backed[child * width + column]
            pool.backed[at * width + column] = mean
        elif best >= 0:
            pool.backed[at * width + column] = pool.backed[best * width + column]


@jit
def worth(child: int, player: int, pool: Any, desk: Any) -> float:
    """What a child is evaluated at, for a player."""
    value: float = desk.signs[player] * pool.backed[child * pool.width + desk.columns[player]]
    return value
