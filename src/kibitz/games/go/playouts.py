"""Playouts: how a simulation plays Go to its end, a sensible stone at a time, and in a microsecond or less.

First what the last stone calls for: take it or save what it threatens, then a local shape. Else any point that is not
an own eye and does not put more than one own stone into atari. Where nothing is left, a pass.
"""

from __future__ import annotations

from typing import Any

from kibitz.games.go.board import NOWHERE, PASS, State, ko_point, last_action
from kibitz.games.go.patterns import padded, shape_at
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
from kibitz.games.go.stones import captured
from kibitz.native.bits import down, without_lowest

URGENT_OF_16 = 15  # so often out of 16 a threat is answered …
LOCAL_OF_16 = 15  # … and a local shape is played
MOST_WITHIN = 5  # stones that may fill an eye of the other's from within
TRIES = 40  # points looked at before a simulation passes


def group_and_liberties(game: Any, seed: Points, own: Points, empty: Points) -> tuple[Points, Points]:
    """A group and its liberties, as far as two liberties are found: if there is one or none, the group is whole."""
    group = seed
    while True:
        around = game.beside(group)
        free = both(around, empty)
        grown = either(group, both(around, own))
        if same(grown, group) or has_two(game, free):
            return group, free
        group = grown


def has_two(game: Any, points: Points) -> bool:
    """Are there two points or more in a set of this board's words?"""
    low = points.low
    if game.word_count == 1:
        return without_lowest(low) != 0
    middle = points.middle
    if game.word_count == 2:
        return without_lowest(low) != 0 or without_lowest(middle) != 0 or (low != 0 and middle != 0)
    return number_of(points) > 1


def is_alone(game: Any, points: Points) -> bool:
    """Is there exactly one point in the set?"""
    return some(points) and not has_two(game, points)


def picked(points: Points, luck: int) -> int:
    """A point of a small set that is not empty, each as likely."""
    skip = luck % number_of(points)
    while skip > 0:
        points = after_first(points)
        skip -= 1
    return first_of(points)


# ------------------------------------------------------------ what the last stone calls for


def urgent_points(game: Any, s: State, last: int) -> Points:
    """Where to take the stone played last, or save a group that it put into atari: by taking or by running."""
    me, other, empty = game.trimmed(s.me), game.trimmed(s.other), game.empty(s)
    found = Points(0, 0, 0)
    stone = single(last)
    _, free = group_and_liberties(game, stone, other, empty)
    if is_alone(game, free):
        found = free
    threatened = both(game.neighbours(last), me)
    while some(threatened):
        group, free = group_and_liberties(game, single(first_of(threatened)), me, empty)
        threatened = without(after_first(threatened), group)
        if is_alone(game, free):
            found = either(found, rescues(game, group, free, me, other, empty))
    return without_point(found, ko_point(s))


def rescues(game: Any, group: Points, free: Points, me: Points, other: Points, empty: Points) -> Points:
    """Where to save a group in atari: at its only liberty, if that gains one, or where it takes stones beside it."""
    found = Points(0, 0, 0)
    _, after = group_and_liberties(game, free, either(me, free), without(empty, free))
    if has_two(game, after):
        found = free
    beside = both(game.beside(group), other)
    while some(beside):
        theirs, liberties = group_and_liberties(game, single(first_of(beside)), other, empty)
        beside = without(after_first(beside), theirs)
        if is_alone(game, liberties):
            found = either(found, liberties)
    return found


def without_point(points: Points, point: int) -> Points:
    """The set without a point, which may be `NOWHERE`."""
    return points if point == NOWHERE else without(points, single(point))


def local_points(game: Any, s: State, last: int) -> Points:
    """The points around the last stone that make a good shape, and no self-atari."""
    empty = game.empty(s)
    near = without_point(both(game.around(last), empty), ko_point(s))
    found = Points(0, 0, 0)
    if not some(near):
        return found
    mine, theirs = padded(game, game.trimmed(s.me)), padded(game, game.trimmed(s.other))
    while some(near):
        point = first_of(near)
        near = after_first(near)
        if not meet(game.neighbours(point), either(empty, game.trimmed(s.other))):
            continue  # an eye, or nearly one
        shape = shape_at(game, mine, theirs, point)
        if game.is_good_shape(shape) and is_sensible(game, s, empty, point):
            found = either(found, single(point))
    return found


# ------------------------------------------------------------ anywhere


def is_sensible(game: Any, s: State, empty: Points, point: int) -> bool:
    """Is a stone on this empty point legal, ko apart, and not a self-atari of several stones?"""
    beside = game.neighbours(point)
    if has_two(game, both(beside, empty)):
        return True
    stone = single(point)
    me = either(game.trimmed(s.me), stone)
    group, free = group_and_liberties(game, stone, me, without(empty, stone))
    if has_two(game, free):
        return True
    if some(free) and (same(group, stone) or fills_an_eye(game, group, free, s, empty)):
        return True
    return some(captured(game, s, point))


def fills_an_eye(game: Any, group: Points, free: Points, s: State, empty: Points) -> bool:
    """Is a self-atari of a few stones an atari as well, as where the other's eye is filled from within?

    Those who take the stones are left with a small eye, into which one plays again: without this, simulations would
    hold every group with one large eye for alive.
    """
    if number_of(group) > MOST_WITHIN:
        return False
    other = game.trimmed(s.other)
    beside = both(game.beside(group), other)
    after = without(empty, group)
    while some(beside):
        theirs, liberties = group_and_liberties(game, single(first_of(beside)), other, after)
        beside = without(after_first(beside), theirs)
        if same(liberties, free):
            return True
    return False


def eyes(game: Any, s: State, empty: Points) -> Points:
    """The empty points that are eyes of the player to move: only own stones beside them, and not false.

    An eye is false if the other has two of the points across from it, or one at the edge.
    """
    me, other = game.trimmed(s.me), game.trimmed(s.other)
    found = without(empty, game.beside(without(game.inside(), me)))
    left = found
    while some(left):
        point = first_of(left)
        left = after_first(left)
        enemies = number_of(both(game.across(point), other))
        if enemies > 1 or (enemies == 1 and game.is_edge(point)):
            found = without(found, single(point))
    return found


def anywhere(game: Any, s: State, luck: int) -> int:
    """Any sensible point, each as likely; a pass where none is found."""
    empty = game.empty(s)
    left = without_point(without(empty, eyes(game, s, empty)), ko_point(s))
    for _ in range(TRIES):
        if not some(left):
            break
        point = picked(left, luck & 0xFFFF)
        if is_sensible(game, s, empty, point):
            return point
        left = without(left, single(point))
        luck = down(luck, 5) ^ luck
    return PASS


def sensible_action(game: Any, s: State, luck: int) -> int:
    """The action that a simulation takes."""
    last = last_action(s)
    if last < NOWHERE:
        if luck & 15 < URGENT_OF_16:
            urgent = urgent_points(game, s, last)
            if some(urgent):
                return picked(urgent, down(luck, 16) & 0xFFFF)
        if luck >> 4 & 15 < LOCAL_OF_16:
            local = local_points(game, s, last)
            if some(local):
                return picked(local, down(luck, 16) & 0xFFFF)
    return anywhere(game, s, down(luck, 32))
