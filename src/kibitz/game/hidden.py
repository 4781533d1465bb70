"""Hidden information: what each player knows, and what may lie behind it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from kibitz.game.rules import State
from kibitz.native import Native


class Hidden(Native):
    """What a player cannot see. Asked by the searches over deals, by regret minimisation, and when beliefs are shown.

    The law: a state dealt from a view looks the same to that player, who has the same actions there; the state that the
    view was taken of is among the deals; `deal` draws only what `deals` lists.
    """

    hidden: bool | None = None  # is anything hidden? None: yes if the game answers `view`
    has_view: bool = False  # see `Game`

    def view(self, s: State, player: int) -> Any:
        """All that this player knows of a state: equal for states it cannot tell apart. A tuple of ints, compiled."""
        return s

    def view_of(self, s: State, player: int) -> Any:
        """`view`, under the name by which compiled code has to ask for it. Kibitz's own: no game answers it."""
        return self.view(s, player)

    def essence(self, view: Any) -> Any:
        """What of a view matters to how one plays: equal for views that differ, say, only in the names of suits.

        Their actions have to be the same, in the same order. Compiled.
        """
        return view

    def deals(self, view: Any) -> Iterable[tuple[State, float]]:
        """Every state that agrees with what a player knows, with its weight. Asked in Python."""
        yield view, 1.0

    def deal(self, view: Any, random: Random) -> State:
        """One of these states, drawn by weight: to be answered where there are too many to list. Asked in Python."""
        states, weights = zip(*self.deals(view), strict=True)
        return random.choices(states, weights)[0]
