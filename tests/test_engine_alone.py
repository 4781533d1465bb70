"""A position is solved as if it were the only one, however many were solved before it and however many moves it has."""

import numpy as np
import pytest

from kibitz.errors import NoRoom
from kibitz.game import Game
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.lookup.transposition import NO_MOVE
from kibitz.lookup.vector_table import EXACT, VectorTable
from kibitz.search.engine import desk as word
from kibitz.search.engine import engine as engines
from kibitz.search.engine.desk import Desk
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.ordering import standing
from kibitz.search.several.vector_engine import VectorEngine


class Whole(TicTacToe):
    """Tic-tac-toe in whole numbers: it has no order of its own, so killers and history count."""

    whole = True


def positions(game):
    states = [game.initial()]
    for first in (0, 4, 1):
        states.append(game.result(states[0], first))
        states.append(game.result(states[-1], 8))
    return states


@pytest.mark.parametrize("make", [Engine, VectorEngine])
def test_begin_forgets_what_an_engine_has_counted_and_learned(make):
    game = TicTacToe()
    first, second = positions(game)[:2]
    used, fresh = make(game, interpreted=True), make(game, interpreted=True)
    used.begin(first)
    used.value(first, 5)
    for engine in (used, fresh):
        engine.begin(second)
        engine.value(second, 5)
    assert used.counts() == fresh.counts()
    assert used.counts().cutoffs > 0
    assert used.guesses() == fresh.guesses() > 0


def test_many_positions_in_one_go_take_as_many_nodes_as_each_alone():
    game = Whole()
    states = positions(game)
    many = Engine(game, interpreted=True)
    assert many.desks[0].words[word.HISTORY] == 1
    values = many.prove_many(states)
    alone = 0
    for s, value in zip(states, values, strict=True):
        engine = Engine(game, interpreted=True)
        assert engine.prove_many([s]) == [value]
        alone += engine.nodes
    assert many.nodes == alone


class Wide(Game):
    """One move out of many for each of three players; the last one is the best for whoever makes it."""

    players = 3
    utility_range = (0.0, 1.0)
    utility_sum = 1.0

    def __init__(self, moves=5_000):
        self.moves = moves

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0

    def actions(self, s):
        yield from range(self.moves)

    def result(self, s, a):
        return (1, a)

    def is_terminal(self, s):
        return s[0] == 1

    def utility(self, s, player):
        return float((player == 0) == (s[1] == self.moves - 1)) * (1.0 if player == 0 else 0.5)


def test_the_table_of_several_players_has_room_for_every_move():
    table = VectorTable(3, 1)
    for move in (NO_MOVE, 0, 4_094, 4_095, 4_096, 999_999):
        table.clear()
        table.store(7, 3, move, EXACT, np.array([1.0, 2.0, 3.0]), 0)
        place = table.find(7)
        assert (table.move(place), table.depth(place), table.kind(place)) == (move, 3, EXACT)


def test_a_move_beyond_the_first_4095_is_found_again_in_the_table():
    engine = VectorEngine(Wide(), interpreted=True)
    first = engine.search((0, 0), 2)
    assert first == engine.search((0, 0), 2) == ((1.0, 0.0, 0.0), 4_999)
    assert engine.counts().table_cutoffs == 1


def test_no_move_is_the_number_of_no_action():
    desk = Desk()
    assert [standing(a, 0, 0, a, NO_MOVE, desk) for a in (0, 4_094, 4_095, 65_535)] == [0.0] * 4


def test_a_game_hears_the_order_to_stop_where_it_stands_once_the_stack_has_grown(monkeypatch):
    heard = []
    monkeypatch.setattr(engines, "share_stop", lambda game, stopping: heard.append(stopping))
    engine = Engine(TicTacToe(), interpreted=True)
    asked = []

    def once_too_small(*_arguments, **_named):
        asked.append(1)
        if len(asked) == 1:
            raise NoRoom("the stack is full")
        return 0.0

    monkeypatch.setattr(engines, "race", once_too_small)
    engine.value(engine.game.initial(), 1)
    assert len(asked) == 2
    engine.stop()
    assert [int(stopping[0]) for stopping in heard] == [0, 1]
