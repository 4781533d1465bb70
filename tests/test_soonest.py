"""Win soon, lose late: the plies to the end are those of best play by both, held against an oracle on random games."""

import random

import pytest

import kibitz as kz
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.search.engine.distance import Distances
from kibitz.search.engine.engine import Engine


class Graph(kz.Game):
    """A game on a random graph: turns need not alternate, ways of different length meet, and some go in circles."""

    def __init__(self, seed, circles):
        dice = random.Random(seed)
        size = dice.randrange(4, 22)
        self._movers = [dice.randrange(2) for _ in range(size)]
        self._ways, self._ends = [], []
        for here in range(size):
            later = range(0 if circles else here + 1, size)
            is_over = here == size - 1 or (here > 1 and dice.random() < 0.2)
            self._ways.append([] if is_over else [dice.choice(later) for _ in range(dice.randrange(1, 4))])
            self._ends.append(dice.choice((-1, -1, 0, 1, 1)))

    def initial(self):
        return 0

    def player(self, s):
        return self._movers[s]

    def actions(self, s):
        return range(len(self._ways[s]))

    def result(self, s, a):
        return self._ways[s][a]

    def is_terminal(self, s):
        return not self._ways[s]

    def utility(self, s, player):
        return self._ends[s] if player == 0 else -self._ends[s]


def plies_by_definition(game, states):
    """By state, who wins and within how many plies: within n by a move to, or only moves to, a win within n − 1."""
    won = {s: (game.utility(s, 0), 0) for s in states if game.is_terminal(s) and game.utility(s, 0)}
    for plies in range(1, len(states) + 1):
        known = dict(won)
        for s in states:
            if s not in known and not game.is_terminal(s):
                behind = [known.get(game.result(s, a), (0, 0))[0] for a in game.actions(s)]
                own = 1 if game.player(s) == 0 else -1
                if own in behind or set(behind) == {-own}:
                    won[s] = (own if own in behind else -own, plies)
    return won


def checked(answer, game, won, has_lines):
    for move in answer.moves:
        after = game.result(answer.state, move.action)
        value, plies = won.get(after, (0, None))
        own = value if answer.player == 0 else -value
        assert move.value == own
        assert move.distance == (None if plies is None else plies + 1)
        assert move.words == {1: f"wins in {move.distance}", 0: "draws", -1: f"loses in {move.distance}"}[own]
    value, plies = won.get(answer.state, (0, None))
    assert answer.distance == plies
    assert answer.json()["distance"] == plies
    best = answer.moves[0]
    assert (answer.best, answer.words) == (best.move, best.words)
    if plies is not None and has_lines:
        assert len(best.line) == plies  # the line that is shown is as long as it is said to be


@pytest.mark.parametrize("algorithm", ["auto", "table", "deepening", "minimax", "alphabeta"])
@pytest.mark.parametrize("circles", [False, True])
def test_the_plies_are_those_of_best_play(algorithm, circles):
    if circles and algorithm not in ("auto", "table"):
        pytest.skip("it never comes back from a circle")
    for seed in range(150 if algorithm in ("auto", "table") else 60):
        game = Graph(seed, circles)
        if not game.is_terminal(0):
            answer = Plan.of(game, Options(algorithm=algorithm, interpreted=True), 0).answer(0)
            assert answer.exact
            has_lines = algorithm not in ("minimax", "alphabeta")  # those keep the value, and do not hurry
            checked(answer, game, plies_by_definition(game, range(len(game._ways))), has_lines)


def test_the_second_look_measures_every_position():
    for seed in range(200):
        game = Graph(seed, circles=seed % 2 == 1)
        won = plies_by_definition(game, range(len(game._ways)))
        look = Distances(Engine(game, interpreted=True), nodes=10**9)
        for s, (value, plies) in won.items():
            if plies:
                own = value if game.player(s) == 0 else -value
                found = next(n for n in range(1, len(won) + 2) if look.is_within(s, own, n))
                assert found == plies, (seed, s)
                assert len(look.line(s, own, plies, 99)) == plies


class Stubborn(Graph):
    """Player 1 loses 1 at once, or 2 after a long way: no way to hold out."""

    def __init__(self):
        self._ways = [[1, 7], [2, 3], [], [4], [5], [6], [], []]
        self._movers = [0, 1, 0, 0, 1, 0, 0, 0]
        self._ends = [0, 0, 1, 0, 0, 0, 2, -1]


@pytest.mark.parametrize("algorithm", ["auto", "table", "deepening", "alphabeta"])
@pytest.mark.parametrize("seconds", [None, 1])
def test_losing_more_is_not_holding_out(algorithm, seconds):
    answer = kz.analyse(Stubborn(), algorithm=algorithm, seconds=seconds, interpreted=True)
    assert (answer.best, answer.value, answer.exact) == ("0", 1, True)
    assert answer.distance in (2, None)
    assert answer.moves[0].line == ("0", "0")
