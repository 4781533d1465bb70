"""Ladders: stones that are put into atari again and again as they run, until they are caught or out.

A ladder is read along one line: the hunter, who has two liberties to choose from, takes the one that leaves the runner
fewer, and of two that leave as many always the lower one; then all again with the higher one. That suffices for plain
ladders, costs no search, and is a belief only: simulations have the last word.
"""

from __future__ import annotations

from typing import Any

from kibitz.games.go.board import State
from kibitz.games.go.points import Points, after_first, both, either, first_of, number_of, same, single, some, without
from kibitz.games.go.stones import captured

MOST_STEPS = 60


def whole_group(game: Any, seed: Points, own: Points) -> Points:
    """The stones of `own` that hang together with these."""
    group = seed
    while True:
        grown = either(group, both(game.beside(group), own))
        if same(grown, group):
            return group
        group = grown


def can_take_beside(game: Any, group: Points, others: Points, empty: Points) -> bool:
    """Has one of the groups beside this one a single liberty, so that it can be taken instead of running?"""
    left = both(game.beside(group), others)
    while some(left):
        theirs = whole_group(game, single(first_of(left)), others)
        left = without(left, theirs)
        if number_of(both(game.beside(theirs), empty)) == 1:
            return True
    return False


def liberties_after(game: Any, stone: Points, own: Points, empty: Points) -> int:
    """How many liberties a group has once this stone is put beside or into it; nothing is taken."""
    group = whole_group(game, stone, either(own, stone))
    return number_of(both(game.beside(group), without(empty, stone)))


def is_caught(
    game: Any, group: Points, free: Points, first: int, hunters: Points, runners: Points, empty: Points
) -> bool:
    """Does a stone of the hunters on one of a group's two liberties catch it in a ladder?

    `group` may be any part of the group; `free` are its two liberties, `first` is the one that the hunters take.
    """
    return chases(game, group, free, first, hunters, runners, empty, True) or chases(
        game, group, free, first, hunters, runners, empty, False
    )


def chases(
    game: Any,
    group: Points,
    free: Points,
    first: int,
    hunters: Points,
    runners: Points,
    empty: Points,
    lower: bool,
) -> bool:
    """The same, where hunters who could as well take either liberty always take the `lower` one, or never."""
    stone = single(first)
    for _ in range(MOST_STEPS):
        if liberties_after(game, stone, hunters, empty) == 0:
            return False  # the hunter cannot stand there
        hunters, empty = either(hunters, stone), without(empty, stone)
        group = whole_group(game, group, runners)
        if can_take_beside(game, group, hunters, empty):
            return False
        way = without(free, stone)
        runners, empty = either(runners, way), without(empty, way)
        group = whole_group(game, way, runners)
        free = both(game.beside(group), empty)
        number = number_of(free)
        if number != 2:
            return number < 2  # then the hunters, whose turn it is, take it
        stone = better_chase(game, free, runners, empty, lower)
    return False


def better_chase(game: Any, free: Points, runners: Points, empty: Points, lower: bool) -> Points:
    """Of a runner's two liberties, the one to take: after it the runner's next step gains less."""
    one = single(first_of(free))
    other = after_first(free)
    after_one = liberties_after(game, other, runners, without(empty, one))
    after_other = liberties_after(game, one, runners, without(empty, other))
    if after_one == after_other:
        return one if lower else other
    return one if after_one < after_other else other


def runs_into_ladder(game: Any, s: State, a: int) -> bool:
    """Is a stone by which the player to move lengthens stones in atari caught all the same?"""
    if some(captured(game, s, a)):
        return False
    me, other, empty = either(game.trimmed(s.me), single(a)), game.trimmed(s.other), without(game.empty(s), single(a))
    group = whole_group(game, single(a), me)
    free = both(game.beside(group), empty)
    number = number_of(free)
    if number != 2:
        return number < 2
    first = first_of(free)
    second = first_of(after_first(free))
    return is_caught(game, group, free, first, other, me, empty) or is_caught(
        game, group, free, second, other, me, empty
    )
