"""The solver: what is proven of a node by what is proven of its children (MCTS-Solver, by score bounds).

Each node has two numbers between which its value is proven to lie: those of the game's utilities at first, one and the
same where the game is over. A node where they meet is proven, whatever the utilities are, and with dice too. Nothing
that rests on a guess, or on a position that has been there before, moves them.
"""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.game import CHANCE
from kibitz.native import jit


@jit
def tighten(at: int, pool: Any, desk: Any) -> bool:
    """Bring the bounds of a node into line with those of its children; did they change?

    For several players the textbook's rule holds: the first of the actions that are best for the player to move.
    """
    player = int(pool.mover[at])
    if player == CHANCE:
        return tighten_roll(at, pool)
    if pool.width == 1:
        return tighten_choice(at, desk.signs[player], pool)
    return tighten_vectors(at, player, pool)


@jit
def tighten_choice(at: int, sign: float, pool: Any) -> bool:
    """A node of a player who wants the most for player 0 (a sign of 1), or the least."""
    facts, block = pool.facts, int(pool.first[at])
    low, high = facts[block * pool.stride + pool.low_at], facts[block * pool.stride + pool.high_at]
    for child in range(block + 1, block + int(pool.size[at])):
        least, most = facts[child * pool.stride + pool.low_at], facts[child * pool.stride + pool.high_at]
        if sign > 0.0:
            low, high = max(low, least), max(high, most)
        else:
            low, high = min(low, least), min(high, most)
    return narrow(at, 0, low, high, pool)


@jit
def narrow(at: int, column: int, low: float, high: float, pool: Any) -> bool:
    """Keep the narrower bounds of the old and the new; did they change?"""
    facts, is_changed = pool.facts, False
    least, most = at * pool.stride + pool.low_at + column, at * pool.stride + pool.high_at + column
    if low > facts[least]:
        facts[least] = low
        is_changed = True
    if high < facts[most]:
        facts[most] = high
        is_changed = True
    return is_changed


@jit
def tighten_roll(at: int, pool: Any) -> bool:
    """A chance node: the bounds are means."""
    block, width = int(pool.first[at]), pool.width
    is_changed = False
    for column in range(width):
        low, high = 0.0, 0.0
        for child in range(block, block + int(pool.size[at])):
            chance = pool.chances[child]
            if chance > 0.0:
                low += chance * pool.facts[child * pool.stride + pool.low_at + column]
                high += chance * pool.facts[child * pool.stride + pool.high_at + column]
        is_changed = narrow(at, column, low, high, pool) or is_changed
    return is_changed


@jit
def tighten_vectors(at: int, player: int, pool: Any) -> bool:
    """A node of one of several players, who takes the first of the children that are best for it."""
    block, size, width = int(pool.first[at]), int(pool.size[at]), pool.width
    sure = -inf
    first = 0
    for number in range(size):
        low = pool.facts[(block + number) * pool.stride + pool.low_at + player]
        if low > sure:
            sure, first = low, number
    is_changed = False
    for column in range(width):
        least, most = inf, -inf
        for number in range(size):
            start = (block + number) * pool.stride
            high = pool.facts[start + pool.high_at + player]
            if high > sure or number == first or (high == sure and number < first):
                low = sure if column == player else pool.facts[start + pool.low_at + column]
                least, most = min(least, low), max(most, pool.facts[start + pool.high_at + column])
        is_changed = narrow(at, column, least, most, pool) or is_changed
    return is_changed
