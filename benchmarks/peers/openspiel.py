"""OpenSpiel: its textbook searches in Python, over its games in C++ and over games in Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax as searches
from open_spiel.python.games import tic_tac_toe as _  # noqa: F401  (registers its game in Python)

import kibitz as kz
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
    """Connect Four as a Python game for OpenSpiel, where a win is a win, however late."""
    return in_python("connect_four", _WinsAreWins())


def in_python(name: str, rules: kz.Game) -> Any:
    """A game of Kibitz's, its actions whole numbers from −1 up, as a Python game for OpenSpiel."""
    kind = _type(f"python_{name.replace('-', '_')}_by_kibitz")

    class Position(_Position):
        asked = rules  # an attribute of the class: what a state itself holds is copied at every node

    class Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, _info(rules), parameters or {})

        def new_initial_state(self) -> Position:
            return Position(self)

    pyspiel.register_game(kind, Game)
    return pyspiel.load_game(kind.short_name)


def _nothing(_state: Any) -> float:
    return 0.0


# OpenSpiel comes with no Connect Four in Python, and with few games in small sizes. These ask Kibitz's own classes, as
# plain Python: so both programs search by the same rules, written once.

_MOST_ACTIONS = 64


class _WinsAreWins(ConnectFour):
    def utility(self, s: Any, player: int) -> float:
        score = super().utility(s, player)
        return float((score > 0) - (score < 0))


def _type(short_name: str) -> Any:
    return pyspiel.GameType(
        short_name=short_name,
        long_name="A game by Kibitz's rules",
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


def _info(rules: kz.Game) -> Any:
    low, high = rules.utility_range
    return pyspiel.GameInfo(
        num_distinct_actions=_MOST_ACTIONS,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=max(low, -WITHOUT_LIMIT),
        max_utility=min(high, WITHOUT_LIMIT),
        utility_sum=0.0,
        max_game_length=WITHOUT_LIMIT,
    )


class _Held:
    """A state of Kibitz's, which never changes: its copy is itself."""

    def __init__(self, s: Any) -> None:
        self.s = s

    def __deepcopy__(self, _memo: Any) -> _Held:
        return self


class _Position(pyspiel.State):  # type: ignore[misc]
    asked: kz.Game

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.held = _Held(self.asked.initial())
        self.over = False

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.over else self.asked.player(self.held.s)

    def _legal_actions(self, _player: int) -> list[int]:
        return [a + 1 for a in self.asked.actions(self.held.s)]  # from 0 up

    def _apply_action(self, action: int) -> None:
        s = self.asked.result(self.held.s, action - 1)
        self.held = _Held(s)
        self.over = self.asked.is_terminal(s)

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action - 1)

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        return [float(self.asked.utility(self.held.s, player)) for player in (0, 1)]

    def __str__(self) -> str:
        return self.asked.text(self.held.s)
