"""How large a game is from a position on, if it is small: counted in plain Python, within a moment."""

from __future__ import annotations

import time

from kibitz.game import Game, State

FEW = 2_500  # positions: a game of no more is solved whole, in plain Python, before another search has begun
MOMENT = 0.25  # seconds for counting them


def few_positions(game: Game, s: State, seconds: float = MOMENT) -> int | None:
    """How many positions can be reached from one, itself included; None if they are not few, or counting takes long."""
    until = time.perf_counter() + min(MOMENT, seconds)
    try:
        found, waiting = {_identity(game, s)}, [s]
        while waiting:
            here = waiting.pop()
            if game.is_terminal(here):
                continue
            for choice in game.choices(here):
                after = game.result(here, choice)
                name = _identity(game, after)
                if name not in found:
                    found.add(name)
                    waiting.append(after)
                if len(found) > FEW or time.perf_counter() > until:
                    return None
    except Exception:  # the search will meet it too, and say so
        return None
    return len(found)


def _identity(game: Game, s: State) -> object:
    try:
        hash(s)
    except TypeError:  # a state with an array in it
        return int(game.key(s))
    return s
