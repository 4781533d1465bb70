"""easyAI: its Negamax, which is alpha-beta, over its own games."""

from __future__ import annotations

import importlib
from typing import Any

from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour
from easyAI.games.TicTacToe import TicTacToe

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
