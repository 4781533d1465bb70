"""Whole games by value iteration: known values, plain searches where they end, circles, stopping and memory."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kz
from command import kibitz
from kibitz.errors import Stopped, Unsolved
from kibitz.search.value_iteration import STOP, WholeGame

# From solving the same games by independent programs.
PIG = {10: 0.7094243225983222, 20: 0.6155585498050712, 50: 0.5461508441667879}
PIG_FOR_THREE = {
    5: (0.7578824256, 0.1929793213, 0.0491382531),
    10: (0.6339704617, 0.2596702573, 0.106359281),
    15: (0.5524942377, 0.2925734378, 0.1549323245),
}


def solved(game, s=None, **options):
    whole = WholeGame(game, game.initial() if s is None else s, **options)
    whole.solve()
    return whole


@pytest.mark.parametrize("goal", PIG)
def test_pig_is_worth_what_is_known(goal):
    game = kz.game("pig", goal=goal)
    assert solved(game).value(game.initial()) == pytest.approx((PIG[goal], 1 - PIG[goal]), abs=1e-9)


@pytest.mark.parametrize("goal", PIG_FOR_THREE)
def test_pig_for_three_is_worth_what_is_known(goal):
    game = kz.game("pig", goal=goal, players=3)
    assert solved(game).value(game.initial()) == pytest.approx(PIG_FOR_THREE[goal], abs=1e-9)


def test_compiled_and_interpreted_values_are_the_same():
    game = kz.game("pig", goal=8)
    plain, compiled = (solved(game, interpreted=interpreted) for interpreted in (True, False))
    assert (plain.nodes, plain.sweeps) == (compiled.nodes, compiled.sweeps)
    assert (plain.positions.values[: plain.nodes] == compiled.positions.values[: plain.nodes]).all()


@given(st.integers(0, 10**9), st.sampled_from([1, 3]))
def test_a_tree_is_worth_what_a_plain_search_finds(seed, players):
    tree = kz.Tree.random(4, 3, seed, chance=True, players=players)
    search = kz.maxn if players > 1 else kz.expectiminimax
    expected = search(tree, interpreted=True).value
    found = solved(tree, interpreted=True).value(0)
    assert found == pytest.approx(expected, abs=1e-9) if players > 1 else found[0] == pytest.approx(expected, abs=1e-9)


def test_a_game_without_dice_is_solved_too():
    game = kz.game("tic-tac-toe")
    whole = solved(game)
    assert whole.nodes == 5478
    assert whole.value(game.initial()) == (0.0, 0.0)
    s = game.parse("XX.OO....")
    assert whole.value(s)[0] == kz.minimax(game, s, interpreted=True).value == 1.0


class Place(NamedTuple):
    at: int
    mover: int


class Merry(kz.Game):
    """Two walk round a ring of three for ever, unless somebody steps off and gets the prize there"""

    prize = -1.0

    def initial(self):
        return Place(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if s.at < 3:
            yield 0
            if s.at == 1:
                yield 1

    def result(self, s, a):
        return Place(3, s.mover) if a == 1 else Place((s.at + 1) % 3, 1 - s.mover)

    def is_terminal(self, s):
        return s.at == 3

    def utility(self, s, player):
        return self.prize if player == s.mover else -self.prize


class Prized(Merry):
    """The same, where stepping off pays"""

    prize = 1.0


@pytest.mark.parametrize("interpreted", [True, False])
def test_going_round_for_ever_is_an_even_share(interpreted):
    game = Merry()
    assert solved(game, interpreted=interpreted).value(game.initial()) == (0.0, 0.0)
    game = Prized()
    assert solved(game, interpreted=interpreted).value(game.initial()) == (-1.0, 1.0)


def test_it_goes_on_where_it_was_stopped():
    game = kz.game("pig", goal=10)
    whole = WholeGame(game, game.initial(), interpreted=True)
    whole.stop()
    with pytest.raises(Stopped):
        whole.solve()
    assert whole.positions.told[STOP] == 0
    whole.solve()
    assert whole.value(game.initial()) == solved(game).value(game.initial())


def test_a_stopped_analysis_answers_at_a_glance():
    remote = kz.Remote()
    remote.stop()
    answer = kz.analyse(kz.game("pig"), algorithm="table", interpreted=True, remote=remote)
    assert not answer.exact
    assert answer.search.stopped_by == "stopped"


def test_a_position_that_cannot_be_reached_has_no_value():
    game = kz.game("pig", goal=10)
    assert solved(game, game.parse("6,6,0"), interpreted=True).value(game.initial()) is None


def test_a_game_that_does_not_fit_is_refused_with_a_sentence():
    with pytest.raises(Unsolved, match=r"^'connect-four' has more than [\d,]+ positions, too many for 1 MB"):
        solved(kz.game("connect-four"), megabytes=1)


def test_the_command_solves_games_of_chance():
    assert kibitz("solve", "pig", "--set", "goal=10").out == "0.709424\n"
    assert kibitz("solve", "pig", "--set", "goal=10", "0,0,0", "9,0,2 p2").out.split() == [
        "0,0,0",
        "0.709424",
        "9,0,2",
        "p2",
        "1",
    ]
    best = kibitz("best", "pig", "6,0,3", "--set", "goal=10", "--exact", "--json").json
    assert (best["best"], best["exact"], best["search"]["algorithm"]) == ("roll", True, "table")
    refused = kibitz("tree", "(1 2)", "--algorithm", "table")
    assert refused.code == 2
    assert "table has no steps to show on a tree" in refused.err


def test_the_last_digits_of_a_float_are_no_loss():
    game = kz.Tree("(chance(1/3: 0.3 1/3: 0.6 1/3: 0.9) 0.6 chance(1/10: 0.6 9/10: 0.6))")
    answer = kz.analyse(game, algorithm="expectiminimax", interpreted=True)
    assert len({move.value for move in answer.moves}) > 1
    assert [move.loss for move in answer.moves] == [0.0, 0.0, 0.0]
    assert [answer.why(move.move) for move in answer.moves] == ["", "", ""]
