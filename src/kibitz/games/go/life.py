"""Stones that nobody can take, even if their owner passes for ever, and what they are sure to count (Benson 1976)."""

from __future__ import annotations

from kibitz.games.go.board import Board
from kibitz.games.go.points import (
    Points,
    both,
    either,
    first_of,
    meet,
    number_of,
    same,
    single,
    some,
    without,
)
from kibitz.games.go.stones import group_of


def lives_with(game: Board, block: Points, alive: Points, own: Points, empty: Points) -> bool:
    """Has a block two regions of its own, whose borders are all of `alive` and whose empty points are its liberties?"""
    breath = game.beside(block)
    left = without(game.inside(), own)
    found = 0
    while some(left):
        region = group_of(game, single(first_of(left)), left)
        left = without(left, region)
        if some(without(both(region, empty), breath)) or not meet(region, breath):
            continue
        if not some(without(both(game.beside(region), own), alive)):
            found += 1
            if found == 2:
                return True
    return False


def unconditional(game: Board, own: Points, others: Points) -> Points:
    """The stones of `own` that stay on the board whatever the others do, without an answer.

    A block needs two vital regions: areas without own stones, all of whose empty points are liberties of the block, and
    whose borders belong to blocks that live themselves. Blocks without are left out, until that changes nothing.
    """
    own, others = game.trimmed(own), game.trimmed(others)
    empty = without(game.inside(), either(own, others))
    alive = own
    while some(alive):
        kept = Points(0, 0, 0)
        left = alive
        while some(left):
            block = group_of(game, single(first_of(left)), own)
            left = without(left, block)
            if lives_with(game, block, alive, own, empty):
                kept = either(kept, block)
        if same(kept, alive):
            return alive
        alive = kept
    return alive


def secured(game: Board, own: Points, others: Points) -> int:
    """How many points are sure to count for `own`: unconditional stones, and the regions in which nobody else can live.

    Those are regions with unconditional stones beside each of their points: no eye can be made there, and what stands
    there can be taken. Each stone put there to do so stays on the board, so none of these boards has been there before.
    """
    own, others = game.trimmed(own), game.trimmed(others)
    alive = unconditional(game, own, others)
    if not some(alive):
        return 0
    breath = game.beside(alive)
    total = number_of(alive)
    left = without(game.inside(), own)
    while some(left):
        region = group_of(game, single(first_of(left)), left)
        left = without(left, region)
        if not some(without(region, breath)) and not some(without(both(game.beside(region), own), alive)):
            total += number_of(region)
    return total
