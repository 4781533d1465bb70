"""Rows that a game is written down in while it is explored: in machine code where that is possible, else in Python."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from kibitz.game import Game, State
from kibitz.native import Jit
from kibitz.native.execution import is_runnable

Made = TypeVar("Made", covariant=True)


class RowsFor(Protocol[Made]):
    """A class of such rows."""

    def __call__(self, game: Game, s: State, *, interpreted: bool) -> Made:
        """Empty rows for a game from a state on; `interpreted`: for plain Python to fill."""


def rows_for(made: RowsFor[Made], explore: Jit[..., Any], game: Game, s: State, interpreted: bool) -> tuple[Made, bool]:
    """Empty rows, and whether plain Python fills them: if asked for, or if `explore` cannot be compiled for them."""
    rows = made(game, s, interpreted=False)
    if interpreted or not is_runnable(explore, game, s, rows):
        return made(game, s, interpreted=True), True
    return rows, False
