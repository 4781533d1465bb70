"""Compiled answers are held against plain Python: what differs is told, and the right answer is given."""

from typing import NamedTuple

import numpy as np
import pytest

import kibitz as kz
from kibitz.native.execution import compiles
from kibitz.search.replay import is_trusted, observed


class State(NamedTuple):
    number: int
    ply: int


class Growing(kz.Game):
    """Multiply; whoever's sign it is in the end wins. In Python the number never turns negative."""

    plies = 5

    def initial(self):
        return State(1, 0)

    def player(self, s):
        return s.ply % 2

    def actions(self, s):
        yield 3
        yield 5

    def result(self, s, a):
        return State(s.number * a * 1_000_003, s.ply + 1)

    def is_terminal(self, s):
        return s.ply >= self.plies

    def utility(self, s, player):
        worth = 1.0 if s.number > 0 else -1.0
        return worth if player == 0 else -worth


class GrowingInBetween(Growing):
    """States are small, but what leads to them is not."""

    def result(self, s, a):
        return State(s.number * 4_611_686_018_427_387_904 * a % 1_000_003, s.ply + 1)

    def utility(self, s, player):
        worth = float(s.number % 7)
        return worth if player == 0 else -worth


class GrowingAtTheEnd(Growing):
    """Only what a game is worth leaves 64 bits."""

    def result(self, s, a):
        return State(s.number + a, s.ply + 1)

    def utility(self, s, player):
        worth = float((s.number << 60) % 1_000_003)
        return worth if player == 0 else -worth


class Beyond(Growing):
    """Reads beyond the end of an array, far down."""

    def __init__(self):
        self._worth = np.arange(20.0)

    def result(self, s, a):
        return State(s.number + a, s.ply + 1)

    def utility(self, s, player):
        worth = self._worth[s.number]
        return worth if player == 0 else -worth


class Fickle(Growing):
    """Depends on something outside the state."""

    def __init__(self):
        self._turns = np.zeros(1, np.int64)

    def result(self, s, a):
        self._turns[0] += 1
        return State(s.number + a + self._turns[0] % 3, s.ply + 1)


@pytest.mark.parametrize("cls", [Growing, GrowingInBetween, GrowingAtTheEnd])
def test_a_number_that_leaves_64_bits_is_told_and_the_answer_is_pythons(cls, capsys):
    expected = kz.analyse(cls(), interpreted=True)
    assert "64" not in capsys.readouterr().err
    answer = kz.analyse(cls(), algorithm="alphabeta")
    assert "64 bits" in capsys.readouterr().err
    assert (answer.value, answer.best) == (expected.value, expected.best)
    assert not compiles(cls())
    assert kz.solve(cls()) == expected.value
    assert "64 bits" not in capsys.readouterr().err  # told once


def test_a_solver_solves_again_whatever_it_had_solved_whole(capsys):
    class Whole(GrowingInBetween):
        pass

    assert kz.solve(Whole(), algorithm="table") == kz.solve(Whole(), interpreted=True)
    assert "64 bits" in capsys.readouterr().err


def test_an_index_beyond_the_end_is_the_games_own_error_compiled_too():
    with pytest.raises(IndexError):
        kz.analyse(Beyond(), algorithm="alphabeta")


def test_rules_that_depend_on_something_else_are_told(capsys):
    assert not is_trusted(Fickle(), Fickle().initial())
    assert "result gives two answers" in capsys.readouterr().err


def test_a_game_that_is_right_is_trusted_along_its_lines_and_through_chance(capsys):
    class Sound(Growing):
        plies = 8

        def player(self, s):
            return kz.CHANCE if s.ply == 2 else s.ply % 2

        def outcomes(self, s):
            yield 3, 0.25
            yield 5, 0.75

        def result(self, s, a):
            return State(s.number + a, s.ply + 1)

    game = Sound()
    answer = kz.analyse(game, algorithm="expectiminimax")
    assert answer.exact
    assert is_trusted(game, game.initial(), [[3, 5, 3], [5]])
    assert compiles(game)
    assert capsys.readouterr().err.replace("kibitz: compiling this game, once…\n", "") == ""
    assert observed(game, State(1, 2), 1)[1:4] == (kz.CHANCE, 2, 1.0)
