"""Coming back: positions at which the game is over by repetition, in a whole game that has been explored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.search.whole.intervals import OVER


def end_at(positions: Any, number: int, shares: Sequence[float]) -> None:
    """Let the game be over at a position, which is worth its share to each player."""
    players = positions.players
    positions.movers[number], positions.count[number] = OVER, 0
    positions.values[number * players : (number + 1) * players] = shares


def second_start(positions: Any, found: int, links: int) -> int:
    """The number of a new position for the start when it comes up again: all links to the start lead there.

    `found` and `links` are the words of `told` that count positions and links. There must be room for one more.
    """
    told = positions.told
    number = int(told[found])
    children = positions.children[: told[links]]
    children[children == 0] = number
    told[found] += 1
    return number
