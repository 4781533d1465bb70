"""Positions that come up again: what rests on them is never called exact, in a search, a table or a game so far."""

import random

import numpy as np
import pytest

import kibitz as kz
from kibitz.lookup.transposition import TO_THE_END
from kibitz.search.engine.engine import Engine

OVER = -2


class Circles(kz.Game):
    """A game on a random graph in which most ways lead back. A state is the number of a node."""

    utility_range = (-1.0, 1.0)
    whole = True
    bare = ("movers", "first", "ways", "worths")

    def __init__(self, seed=0, size=12, repetition=0.0, times=3, forbids=False):
        dice = random.Random(seed)
        self.repetition, self.repetition_times, self.repetition_is_illegal = repetition, times, forbids
        movers, first, ways, worths = [], [], [], []
        for node in range(size):
            is_over = node >= size - 3
            movers.append(OVER if is_over else dice.randrange(2))
            first.append(len(ways))
            ways += [] if is_over else dice.sample(range(size), dice.randint(1, 3))
            worths.append(dice.choice([-1, 0, 1]) if is_over else 0)
        self.movers, self.first = np.array(movers), np.array([*first, len(ways)])
        self.ways, self.worths = np.array(ways), np.array(worths)

    def initial(self):
        return 0

    def player(self, s):
        return self.movers[s]

    def actions(self, s):
        yield from range(self.first[s + 1] - self.first[s])

    def result(self, s, a):
        return self.ways[self.first[s] + a]

    def is_terminal(self, s):
        return self.movers[s] == OVER

    def utility(self, s, player):
        return float(self.worths[s]) if player == 0 else -float(self.worths[s])

    def key(self, s):
        return int(s) + 1

    def after(self, s):
        return [int(self.result(s, a)) for a in self.actions(s)]


def worth_of_all(game, size, ended=()):
    """Player 0's value of every node where play that never ends is worth `repetition`: as far as each side can force.

    Those that have `ended` are worth the same at once.
    """
    values = {s: float(game.utility(s, 0)) for s in range(size) if game.is_terminal(s)}
    values |= dict.fromkeys(ended, game.repetition)
    inner = [s for s in range(size) if s not in values]
    levels = sorted({-1.0, 0.0, 1.0, float(game.repetition)})

    def forced(side, fits):
        """The nodes from which a side forces an end that fits."""
        found = {s for s, value in values.items() if fits(value)}
        while True:
            more = {
                s
                for s in inner
                if s not in found and (any if game.player(s) == side else all)(t in found for t in game.after(s))
            }
            if not more:
                return found
            found |= more

    known = dict.fromkeys(inner, levels[0])
    for level in levels[1:]:
        if level > game.repetition:
            reached = forced(0, lambda value, level=level: value >= level)
        else:
            lost = forced(1, lambda value, level=level: value < level)
            reached = set(range(size)) - lost
        known |= {s: level for s in inner if s in reached}
    return known | values


def by_lines(game, s, path):
    """Player 0's value by following every line: a position of the path ends it, or may not be entered."""
    if game.is_terminal(s):
        return float(game.utility(s, 0))
    path = [*path, s]
    best = max if game.player(s) == 0 else min
    found = [
        game.repetition if t in path else by_lines(game, t, path)
        for t in game.after(s)
        if t not in path or not game.repetition_is_illegal
    ]
    return best(found) if found else game.repetition


def entries(engine, game, size):
    return {s: entry for s in range(size) if (entry := engine.table.probe(int(game.key(s)))).found}


@pytest.mark.parametrize("repetition", [0.0, -1.0, 1.0])
def test_what_is_called_exact_is_right(repetition):
    called = 0
    for seed in range(150):
        size = 6 + seed % 14
        game = Circles(seed, size, repetition)
        truth = worth_of_all(game, size)
        engine = Engine(game, interpreted=True)
        for s in (0, 1, 2, 0, 3):  # the table is kept from one to the next
            if game.is_terminal(s):
                continue
            sign = 1 if game.player(s) == 0 else -1
            for depth in (1, 2, 3, 5, 8):
                guesses = engine.guesses()
                value = engine.value(s, depth)
                if engine.guesses() == guesses:
                    assert value == sign * truth[s], (seed, s, depth)
                    called += 1
            for node, entry in entries(engine, game, size).items():
                if entry.depth == TO_THE_END:
                    own = truth[node] if game.player(node) == 0 else -truth[node]
                    assert entry.lower <= own <= entry.upper, (seed, node)
    assert called > 500


def test_a_win_that_needs_no_repetition_is_exact_though_other_moves_go_round():
    proven = missed = 0
    for seed in range(150):
        game = Circles(seed, 12)
        truth = worth_of_all(game, 12)
        for s in range(9):
            engine = Engine(game, interpreted=True)
            sign = 1 if game.player(s) == 0 else -1
            if sign * truth[s] == 1.0:
                is_proven = False
                for depth in range(1, 14):
                    guesses = engine.guesses()
                    value = engine.value(s, depth)
                    is_proven |= value == 1.0 and engine.guesses() == guesses
                proven, missed = proven + is_proven, missed + (not is_proven)
    print(proven, missed)
    assert proven > 100 and missed == 0


def test_a_whole_game_is_solved_with_its_repetitions_and_with_the_game_so_far():
    for seed in range(60):
        size, repetition = 6 + seed % 5, (0.0, -1.0, 1.0)[seed % 3]
        game = Circles(seed, size, repetition, times=2 + seed % 2)
        dice = random.Random(seed)
        far = dice.sample(range(1, size - 3), 2) if seed % 2 else []
        history = [s for s in far for _ in range(game.repetition_times - 1)]
        truth = worth_of_all(game, size, far)
        if game.is_terminal(0):
            continue
        sign = 1 if game.player(0) == 0 else -1
        assert truth[0] == by_lines(game, 0, far), seed  # the oracle itself, against following every line
        assert kz.solve(game, 0, algorithm="table", interpreted=True, history=history) == sign * truth[0], seed
        answer = kz.analyse(game, 0, algorithm="table", interpreted=True, history=history)
        for move in answer.moves:
            after = game.result(0, move.action)
            ended = [*far, 0] if game.repetition_times == 2 else far  # it would be there the second time
            assert move.value == sign * worth_of_all(game, size, ended)[int(after)], (seed, move.move)
        if far:  # one of them once more, and the game is over
            over = kz.analyse(game, far[0], interpreted=True, history=history)
            assert over.exact and over.moves == () and over.words.startswith("the game is over by repetition")


def test_the_engine_proves_nothing_wrong_with_a_game_so_far():
    for seed in range(80):
        game = Circles(seed, 12)
        dice = random.Random(seed)
        far = dice.sample(range(1, 9), 2)
        truth = worth_of_all(game, 12, far)
        answer = kz.analyse(game, 0, algorithm="deepening", depth=9, interpreted=True, history=[*far, *far])
        sign = 1 if game.player(0) == 0 else -1
        if answer.exact:
            assert answer.value == sign * truth[0], seed
        for move in answer.moves:
            if move.exact:
                assert move.value == sign * truth[int(game.result(0, move.action))], (seed, move.move)


def test_where_repeating_is_illegal_every_line_is_followed():
    exact = 0
    for seed in range(60):
        game = Circles(seed, 8, forbids=True)
        history = [2] if seed % 2 else []
        sign = 1 if game.player(0) == 0 else -1
        answer = kz.analyse(game, 0, algorithm="deepening", depth=10, interpreted=True, history=history)
        legal = [a for a in game.actions(0) if int(game.result(0, a)) not in (0, *history)]
        assert {move.action for move in answer.moves} == set(legal), seed
        if answer.moves:
            assert answer.value == sign * by_lines(game, 0, history), seed
            exact += answer.exact
    assert exact > 20
    with pytest.raises(kz.KibitzError, match="repeating a position is illegal"):
        kz.solve(game, algorithm="table")
