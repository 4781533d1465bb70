"""One game solved by one peer, from nothing: `python -m benchmarks.peers.solving PEER GAME` prints its value.

Where OpenSpiel has the game in C++, that is what it solves. All else is written for the peers in Python, and asks the
rules of `users_games` as plain Python: so all programs search by the same rules, written once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import kibitz as kz
from benchmarks.users_games.dots_and_boxes import DotsAndBoxes
from benchmarks.users_games.hex import Hex
from benchmarks.users_games.kalah import Kalah
from benchmarks.users_games.othello import Othello

GAMES: dict[str, Callable[[], kz.Game]] = {
    "hex": lambda: Hex(4),
    "dots-and-boxes": lambda: DotsAndBoxes(3, 3),
    "othello": lambda: Othello(4),
    "kalah": lambda: Kalah(4, 3),
}
IN_CPP = {"hex": "hex(board_size=4)", "dots-and-boxes": "dots_and_boxes(num_rows=3,num_cols=3,utility_margin=true)"}
WITHOUT_LIMIT = 60  # plies; longer than any of these games


def openspiel_alphabeta(name: str) -> float:
    """OpenSpiel's alpha-beta, which has no table."""
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(_openspiel_game(name), maximum_depth=WITHOUT_LIMIT)
    return float(value)


def openspiel_table(name: str) -> float:
    """OpenSpiel's minimax with a table of all positions, which cuts nothing."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    game = _openspiel_game(name)
    solver = MinimaxSolver(IN_CPP.get(name, game.get_type().short_name))
    table = solver.solve()
    return float(table[str(game.new_initial_state())].value)


def easyai_negamax(name: str) -> float:
    """easyAI's Negamax with its transposition table.

    It multiplies a score by 1 + depth left / 1000, which is less than 1 more: the whole part is the value.
    """
    from easyAI import Negamax, TranspositionTable

    from benchmarks.peers.easyai import in_python

    search = Negamax(WITHOUT_LIMIT, tt=TranspositionTable())
    search(in_python(GAMES[name]()))
    return float(int(search.alpha))


PEERS: dict[str, Callable[[str], float]] = {
    "openspiel-alphabeta": openspiel_alphabeta,
    "openspiel-table": openspiel_table,
    "easyai": easyai_negamax,
}


def _openspiel_game(name: str) -> Any:
    from benchmarks.peers import openspiel

    return openspiel.native(IN_CPP[name]) if name in IN_CPP else openspiel.in_python(name, GAMES[name]())


if __name__ == "__main__":
    print(PEERS[sys.argv[1]](sys.argv[2]))
