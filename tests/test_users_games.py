"""Six games as new users write them: they compile unchanged, and their values are right."""

import sys
from pathlib import Path

import pytest

import kibitz as kz
from kibitz.native.execution import compiles

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.users_games.breakthrough import Breakthrough
from benchmarks.users_games.dots_and_boxes import DotsAndBoxes
from benchmarks.users_games.hex import Hex
from benchmarks.users_games.kalah import Kalah
from benchmarks.users_games.oblong_breakthrough import Breakthrough as OblongBreakthrough
from benchmarks.users_games.othello import Othello

# How deep to search, and the value: of Othello 4×4 it is known, and of Hex 3×3, whose middle wins for the first player.
CASES = {
    "breakthrough": (Breakthrough(), 4, 0),
    "oblong breakthrough": (OblongBreakthrough(3, 5), 7, None),
    "hex": (Hex(3), None, 1),
    "dots and boxes": (DotsAndBoxes(2, 3), 4, 0),
    "othello": (Othello(4), None, -8),
    "kalah": (Kalah(4, 3), 6, None),
}


@pytest.mark.parametrize("name", CASES)
def test_it_compiles_unchanged_and_visits_the_same_nodes(name, capfd):
    game, depth, value = CASES[name]
    counts = kz.Count(), kz.Count()
    compiled = kz.alphabeta(game, depth=depth, watch=counts[0])
    assert compiled == kz.alphabeta(game, depth=depth, watch=counts[1], interpreted=True)
    assert counts[0].nodes == counts[1].nodes
    assert value is None or compiled.value == value
    assert compiles(game)
    assert "plain Python" not in capfd.readouterr().err


def test_kalah_is_worth_what_an_independent_solver_found():
    """It counted what is still to come for who moves, over houses alone: 843,503 positions."""
    assert kz.solve(Kalah(4, 3)) == 6


def by_hand(game, s):
    """Who wins, by plain minimax that stops at a win: for the player to move, 1 or -1."""
    if game.is_terminal(s):
        return -1
    return 1 if any(by_hand(game, game.result(s, move)) < 0 for move in game.actions(s)) else -1


SMALL = [(Hex(1), 1), (Hex(2), 1), (Hex(3), 1), (OblongBreakthrough(2, 4), -1), (OblongBreakthrough(3, 4), -1)]


@pytest.mark.parametrize(("game", "value"), SMALL)
def test_small_boards_are_worth_what_plain_minimax_finds(game, value):
    assert by_hand(game, game.initial()) == value
    assert kz.check(game, compiled=False, seconds=0.5).faults == []
