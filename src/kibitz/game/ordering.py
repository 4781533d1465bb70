"""Ordering: which actions a search tries first, and which it may leave out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.game.rules import Action, Rules, State


class Ordering(Rules):
    """Which actions look best. Asked by the engines, and by best-reply search.

    The law: order changes how long a search takes, never what it finds; every candidate is a legal action, and one that
    is best is among them.
    """

    has_order: bool = False  # see `Game`
    has_promise: bool = False

    def order(self, s: State, a: Action) -> float:
        """How promising an action looks; a search tries higher ones first."""
        return 0.0

    def survey(self, s: State) -> Any:
        """What `promise` wants to know about a state, worked out once for all its actions."""
        return 0

    def promise(self, s: State, a: Action, after: State, survey: Any) -> float:
        """`order` for games that need more than the action: the state it leads to, and a survey of the one before."""
        return self.order(s, a)

    def candidates(self, s: State) -> Iterable[Action]:
        """The actions that need to be searched: one that is best is among them, or `bounds` is a single number."""
        return self.actions(s)
