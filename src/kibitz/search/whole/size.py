"""How large a game is from a position on, if it is small: counted in plain Python, within a moment."""

from __future__ import annotations

import time
from typing import NamedTuple

from kibitz.game import Game, State

FEW = 2_500  # positions: a game of no more is solved whole, in plain Python, before another search has begun
MOMENT = 0.25  # seconds for counting them


class Size(NamedTuple):
    """What a moment's look tells of a game: how many positions it has, and whether play can come back to one."""

    positions: int | None  # itself included; None if they are not few, or counting takes long
    is_circular: bool  # among the positions that were seen


def few_positions(game: Game, s: State, seconds: float = MOMENT) -> int | None:
    """How many positions can be reached from one, itself included; None if they are not few, or counting takes long."""
    return size_of(game, s, seconds).positions


def size_of(game: Game, s: State, seconds: float = MOMENT) -> Size:
    """How large a game is from a state on, and whether it goes round in circles, as far as a moment's look tells."""
    until = time.thread_time() + min(MOMENT, seconds)  # the processor's: a busy machine tells no less of a game
    start = _identity(game, s)
    after: dict[object, list[object]] = {}
    found, waiting = {start}, [(start, s)]
    is_all = True
    try:
        while waiting and is_all:
            name, here = waiting.pop()
            after[name] = []
            for choice in () if game.is_terminal(here) else game.choices(here):
                then = game.result(here, choice)
                next_name = _identity(game, then)
                after[name].append(next_name)
                if next_name not in found:
                    found.add(next_name)
                    waiting.append((next_name, then))
                if len(found) > FEW or time.thread_time() > until:
                    is_all = False
                    break
    except Exception:  # the search will meet it too, and say so
        return Size(None, False)
    return Size(len(found) if is_all else None, _goes_round(start, after))


def _goes_round(start: object, after: dict[object, list[object]]) -> bool:
    """Does a way lead from a position back to itself?"""
    path = {start}
    finished: set[object] = set()
    waiting = [(start, iter(after[start]))]
    while waiting:
        name, ways = waiting[-1]
        following = next(ways, None)
        if following is None:
            waiting.pop()
            path.discard(name)
            finished.add(name)
        elif following in path:
            return True
        elif following not in finished and following in after:
            path.add(following)
            waiting.append((following, iter(after[following])))
    return False


def _identity(game: Game, s: State) -> object:
    try:
        hash(s)
    except TypeError:  # a state with an array in it
        return int(game.key(s))
    return s
