"""The rules: the textbook's six questions, which every game answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.native import Native

State = Any  # what `initial` and `result` answer: a NamedTuple of ints as a rule. Each game has its own kind
Action = Any  # what `actions` and `outcomes` list: an int or a tuple of ints as a rule

MAX = 0
MIN = 1
CHANCE = -1


class Rules(Native):
    """How a game is played. Every search asks these.

    The law: the same question has the same answer, whatever was asked before; no state is ever changed; and a game that
    is not over leaves its player at least one action.
    """

    players: int = 2
    teams: tuple[int, ...] = ()  # the side of each player, from 0, where partners share a payoff; (): each for itself

    def initial(self) -> State:
        """The state in which the game begins."""
        raise NotImplementedError(f"{type(self).__name__} does not answer initial(self)")

    def player(self, s: State) -> int:
        """Who is to move: 0, 1, … or CHANCE. Not asked of terminal states."""
        raise NotImplementedError(f"{type(self).__name__} does not answer player(self, s)")

    def actions(self, s: State) -> Iterable[Action]:
        """The legal actions: at least one while the game goes on, none once it is over. Not asked of CHANCE."""
        raise NotImplementedError(f"{type(self).__name__} does not answer actions(self, s)")

    def result(self, s: State, a: Action) -> State:
        """The state that follows when this action is taken, or this outcome falls."""
        raise NotImplementedError(f"{type(self).__name__} does not answer result(self, s, a)")

    def is_terminal(self, s: State) -> bool:
        """Is the game over?"""
        raise NotImplementedError(f"{type(self).__name__} does not answer is_terminal(self, s)")

    def utility(self, s: State, player: int) -> float:
        """What a terminal state is worth to a player."""
        raise NotImplementedError(f"{type(self).__name__} does not answer utility(self, s, player)")
