"""OpenSpiel: its textbook searches in Python, over its games in C++ and over games in Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax as searches
from open_spiel.python.games import tic_tac_toe as _  # noqa: F401  (registers its game in Python)

from benchmarks.peers import calls
from kibitz.games.connect_four import ConnectFour

WITHOUT_LIMIT = 100  # plies


class Search:
    """One search of one position, to be run and counted."""

    def __init__(self, game: Any, moves: Iterable[int] = (), depth: int = WITHOUT_LIMIT, cuts: bool = True) -> None:
        self.game = game
        self.state = game.new_initial_state()
        for move in moves:
            self.state.apply_action(move)
        self.depth = depth
        self.cuts = cuts

    def run(self) -> Any:
        """Alpha-beta; without cuts, its expectiminimax, which is plain minimax where there are no chance nodes."""
        if not self.cuts:
            return searches.expectiminimax(self.state, self.depth, _nothing, 0)
        return searches.alpha_beta_search(
            self.game, state=self.state, value_function=_nothing, maximum_depth=self.depth, maximizing_player_id=0
        )

    def count(self) -> int:
        """Nodes, the root among them: calls of the recursive function."""
        return calls(searches, "_alpha_beta" if self.cuts else "expectiminimax", self.run)


def native(name: str) -> Any:
    """A game that OpenSpiel has, by its name: most are in C++."""
    return pyspiel.load_game(name)


def connect_four_in_python() -> Any:
    """Connect Four as a Python game for OpenSpiel."""
    return _Game()


def _nothing(_state: Any) -> float:
    return 0.0


# OpenSpiel comes with no Connect Four in Python. This one asks Kibitz's own class, as plain Python: so both programs
# search by the same rules, written once. What a state holds is copied at every node, so it holds two ints, no objects.

_RULES = ConnectFour()
_TYPE = pyspiel.GameType(
    short_name="python_connect_four",
    long_name="Connect Four by Kibitz's rules",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=_RULES.width,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=_RULES.cells,
)


class _Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, parameters: Any = None) -> None:
        super().__init__(_TYPE, _INFO, parameters or {})

    def new_initial_state(self) -> _Position:
        return _Position(self)


class _Position(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.s = _RULES.initial()
        self.over = False

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.over else _RULES.player(self.s)

    def _legal_actions(self, _player: int) -> list[int]:
        return list(_RULES.actions(self.s))

    def _apply_action(self, column: int) -> None:
        self.s = _RULES.result(self.s, column)
        self.over = _RULES.is_terminal(self.s)

    def _action_to_string(self, _player: int, column: int) -> str:
        return str(column)

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        score = _RULES.utility(self.s, 0)
        first = float((score > 0) - (score < 0))
        return [first, -first]

    def __str__(self) -> str:
        return _RULES.text(self.s)
