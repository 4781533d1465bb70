"""What a selective search has found out so far: one of these after each depth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.game import Action


class Row(NamedTuple):
    """One of the best actions, what it is worth to the player to move, and the line that it begins."""

    action: Action
    value: float
    line: tuple[Action, ...]


@dataclass(frozen=True)
class Thought:
    """What a search knows after a depth, or where it was stopped.

    `reached` is the length of the longest line in plies, `value` is for the player to move, `hash_full` how much of the
    table is in use, in thousandths; `rows` has the best actions, as many as were asked for.
    """

    depth: int
    reached: int
    value: float
    is_exact: bool
    line: tuple[Action, ...]
    nodes: int
    seconds: float
    hash_full: int
    rows: tuple[Row, ...]
