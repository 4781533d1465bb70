"""easyAI: its Negamax, which is alpha-beta, over its own games and Kibitz's."""

from __future__ import annotations

import importlib
from typing import Any

from easyAI import Negamax, TwoPlayerGame
from easyAI.games.ConnectFour import ConnectFour
from easyAI.games.TicTacToe import TicTacToe

import kibitz as kz
from benchmarks.peers import calls

_module = importlib.import_module("easyAI.AI.Negamax")  # the module: `easyAI.AI.Negamax` itself is the class
_NOBODY = (None, None)  # the players, whom a search never asks


class Search:
    """One search from the beginning of a game, to be run and counted."""

    def __init__(self, game_class: Any, depth: int) -> None:
        self.game_class = game_class
        self.algorithm = Negamax(depth)

    def run(self) -> Any:
        return self.algorithm(self.game_class(list(_NOBODY)))

    def count(self) -> int:
        """Nodes, the root among them: calls of the recursive function."""
        return calls(_module, "negamax", self.run)


def tic_tac_toe(depth: int = 9) -> Search:
    """The whole game, unless a depth is given."""
    return Search(TicTacToe, depth)


def connect_four(depth: int) -> Search:
    """Connect Four; what is not won or lost at the depth limit is worth 0."""
    return Search(ConnectFour, depth)


def in_python(rules: kz.Game) -> Any:
    """A game of Kibitz's as a game for easyAI, at its beginning."""
    return _ByKibitz(rules)


class _ByKibitz(TwoPlayerGame):  # type: ignore[misc]
    """It asks Kibitz's own class, as plain Python: so both programs search by the same rules, written once.

    easyAI's players always take turns. Where one moves again, the other passes: the move None.
    """

    def __init__(self, rules: kz.Game) -> None:
        self.players = list(_NOBODY)
        self.current_player = 1
        self.rules = rules
        self.line = [rules.initial()]  # the states so far: a move is taken back by forgetting the last

    def possible_moves(self) -> list[Any]:
        s = self.line[-1]
        return list(self.rules.actions(s)) if self._mine(s) else [None]

    def make_move(self, move: Any) -> None:
        s = self.line[-1]
        self.line.append(s if move is None else self.rules.result(s, move))

    def unmake_move(self, _move: Any) -> None:
        self.line.pop()

    def is_over(self) -> bool:
        return self.rules.is_terminal(self.line[-1])

    def scoring(self) -> float:
        s = self.line[-1]
        return self.rules.utility(s, self.current_player - 1) if self.rules.is_terminal(s) else 0.0

    def ttentry(self) -> Any:
        return self.line[-1], self.current_player

    def _mine(self, s: Any) -> bool:
        return self.rules.player(s) == self.current_player - 1
