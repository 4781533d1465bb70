"""The stack of a search: where the actions along a line of play are laid out. It grows when it is full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.errors import NoRoom, TooWide
from kibitz.game import Game

MOST_WORDS = 1 << 26  # of all desks of a search: half a gigabyte


def with_room(game: Game, desks: list[Any], search: Callable[[], Any]) -> Any:
    """What a search answers; where the stack on its desks is full, it is asked again with a larger one."""
    import numpy as np

    while True:
        try:
            return search()
        except NoRoom:
            for desk in desks:
                if 4 * len(desk.words) * len(desks) > MOST_WORDS:
                    room = f"the {MOST_WORDS >> 17} MB of a search's stack"
                    raise TooWide(f"the actions along one line of {game.facts.name!r} do not fit into {room}") from None
                desk.words = np.concatenate([desk.words, np.zeros(3 * len(desk.words), np.int64)])
