"""Stones: which groups have liberties, what a stone captures, where one may be put, and what the board counts.

A group is taken only if none of its points has an empty one beside it. Nearly every group that is asked about has a
liberty at its first or second stone, so a fill stops at the first one it finds.
"""

from __future__ import annotations

from kibitz.games.go.board import (
    BEFORE_AT,
    BLACK,
    KO_AT,
    LAST_AT,
    MOVES_AT,
    NOWHERE,
    PASS,
    PASSES_AT,
    Board,
    State,
    ko_point,
    last_action,
    mover,
    moves_made,
    passes,
)
from kibitz.games.go.points import (
    Points,
    after_first,
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


def group_of(game: Board, seed: Points, own: Points) -> Points:
    """The stones of `own` that hang together with these."""
    group = seed
    while True:
        grown = either(group, both(game.beside(group), own))
        if same(grown, group):
            return group
        group = grown


def liberties(game: Board, group: Points, empty: Points) -> Points:
    """The empty points beside a group."""
    return both(game.beside(group), empty)


def smothered(game: Board, seed: Points, own: Points, empty: Points) -> Points:
    """The group around a stone of `own` if it has no liberty; no points if it has one."""
    group = seed
    while True:
        around = game.beside(group)
        if meet(around, empty):
            return Points(0, 0, 0)
        grown = either(group, both(around, own))
        if same(grown, group):
            return group
        group = grown


def captured(game: Board, s: State, point: int) -> Points:
    """The stones that are taken when the player to move puts one on an empty point."""
    touched = both(game.neighbours(point), game.trimmed(s.other))
    found = Points(0, 0, 0)
    if not some(touched):
        return found
    empty = without(game.empty(s), single(point))
    touched = without(touched, game.beside(empty))
    while some(touched):
        dead = smothered(game, single(first_of(touched)), game.trimmed(s.other), empty)
        found = either(found, dead)
        touched = without(after_first(touched), dead)
    return found


def is_legal(game: Board, s: State, point: int) -> bool:
    """May the player to move put a stone on this empty point, as far as the state tells? Superko is not looked at."""
    if point == ko_point(s):
        return False
    empty = game.empty(s)
    beside = game.neighbours(point)
    if meet(beside, empty):
        return True
    mine = both(beside, game.trimmed(s.me))
    if some(mine):
        if game.suicide:
            return True
        own = either(game.trimmed(s.me), single(point))
        if not some(smothered(game, single(point), own, without(empty, single(point)))):
            return True
    return some(captured(game, s, point))


def legal_points(game: Board, s: State) -> Points:
    """Where the player to move may put a stone, as far as the state tells."""
    empty = game.empty(s)
    found = both(empty, game.beside(empty))
    left = without(empty, found)
    while some(left):
        point = first_of(left)
        left = after_first(left)
        if is_legal(game, s, point):
            found = either(found, single(point))
    if ko_point(s) != NOWHERE:
        found = without(found, single(ko_point(s)))
    return found


def after_pass(s: State) -> State:
    """The state after a pass."""
    meta = (1 - mover(s)) | (passes(s) + 1) << PASSES_AT | NOWHERE << KO_AT | PASS << LAST_AT
    return State(s.other, s.me, meta | last_action(s) << BEFORE_AT | (moves_made(s) + 1) << MOVES_AT)


def after_stone(game: Board, s: State, point: int) -> State:
    """The state after a stone is put on a point where that is legal."""
    me, other = either(game.trimmed(s.me), single(point)), game.trimmed(s.other)
    taken = captured(game, s, point)
    ko = NOWHERE
    if some(taken):
        other = without(other, taken)
        # A single stone that took a single one and has no liberty but the point it took from.
        if number_of(taken) == 1 and same(without(game.neighbours(point), other), taken):
            ko = first_of(taken)
    elif game.suicide and not meet(game.neighbours(point), game.empty(s)):
        me = without(me, smothered(game, single(point), me, without(game.empty(s), single(point))))
    meta = (1 - mover(s)) | ko << KO_AT | point << LAST_AT | last_action(s) << BEFORE_AT
    return State(other, me, meta | (moves_made(s) + 1) << MOVES_AT)


def area(game: Board, own: Points, others: Points) -> Points:
    """The stones of `own`, and the empty points from which only they are reached."""
    own, others = game.trimmed(own), game.trimmed(others)
    empty = without(game.inside(), either(own, others))
    reached = group_of(game, both(game.beside(others), empty), empty)
    if not some(own):
        return Points(0, 0, 0)
    return either(own, without(empty, reached))


def lead(game: Board, s: State) -> int:
    """By how many points Black has more than White, as the board stands: stones, and what they alone surround."""
    mine, theirs = number_of(area(game, s.me, s.other)), number_of(area(game, s.other, s.me))
    return mine - theirs if mover(s) == BLACK else theirs - mine
