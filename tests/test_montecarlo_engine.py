"""Monte Carlo tree search, the fast one: it finds what minimax finds, proves nothing wrong, and keeps to its limits."""

import random
import threading
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import kibitz as kz
from kibitz.game import CHANCE
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree
from kibitz.search.engine.techniques import Techniques
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.montecarlo_engine import MonteCarloEngine
from kibitz.search.montecarlo.pool import FIRST_NODE, ROWS
from test_repetition import Circles, by_lines

MANY = 10_000  # simulations


def thought(engine, s, simulations=MANY, **more):
    """The last estimate."""
    return list(engine.think(s, simulations=simulations, **more))[-1]


def worth(tree, s):
    """The vector of a node by the textbook's rule: the first of the best for the mover, means where dice fall."""
    if tree.is_terminal(s):
        return tree.values[s]
    below = [worth(tree, int(tree.first[s]) + child) for child in range(tree.size[s])]
    if tree.mover[s] == CHANCE:
        return sum(tree.chances[int(tree.first[s]) + child] * v for child, v in enumerate(below))
    return max(below, key=lambda v: v[tree.mover[s]])


def trees(number, depth, branching, **kind):
    """Random trees in which a player has a choice at the root."""
    drawn = (Tree.random(depth, branching, seed, **kind) for seed in range(10 * number))
    chosen = [tree for tree in drawn if tree.size[0] > 1 and tree.mover[0] != CHANCE]
    return chosen[:number]


def decisive(number):
    """Trees for three players in which everybody has a clear best move: nobody's indifference decides for others."""
    chosen = (Tree.random(3, 3, seed, players=3) for seed in range(100 * number))
    return [tree for tree in chosen if tree.size[0] > 1 and all(map(tree_margin(tree), range(len(tree.size))))][:number]


def tree_margin(tree):
    """Is the best action of a node better by 4 than any other, for whoever moves there?"""

    def is_clear(s):
        below = [worth(tree, int(tree.first[s]) + child)[tree.mover[s]] for child in range(tree.size[s])]
        return len(below) < 2 or sorted(below)[-1] - sorted(below)[-2] >= 4

    return is_clear


# ------------------------------------------------------------ it converges


@cache
def minimax(me, other):
    """Tic-tac-toe's value for the player to move, by nothing but its rules."""
    game = TicTacToe()
    s = type(game.initial())(me, other)
    if game.is_terminal(s):
        return game.utility(s, game.player(s))
    return max(-minimax(*game.result(s, a)) for a in game.actions(s))


def test_in_tic_tac_toe_it_takes_a_move_of_minimax():
    game, dice = TicTacToe(), random.Random(1)
    engine = MonteCarloEngine(game, seed=5, megabytes=16)
    met = set()
    while len(met) < 100:
        s = game.initial()
        for _ in range(dice.randrange(7)):
            if not game.is_terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if not game.is_terminal(s):
            met.add(s)
    right = 0
    for s in sorted(met):
        engine.forget()
        found = thought(engine, s)
        right += -minimax(*game.result(s, found.rows[0].action)) == minimax(*s)
        exact = [row for row in found.rows if row.is_exact]
        assert all(row.value == -minimax(*game.result(s, row.action)) for row in exact)
    assert right >= 99


@pytest.mark.parametrize("kind", ["minimax", "expectiminimax", "maxn"])
def test_on_random_trees_it_takes_a_move_of_the_textbook(kind):
    chosen = decisive(120) if kind == "maxn" else trees(120, 4, 3, chance=kind == "expectiminimax")
    wrong = 0
    for number, tree in enumerate(chosen):
        found = thought(MonteCarloEngine(tree, seed=number, megabytes=1), 0)
        mover = tree.mover[0]
        taken = worth(tree, int(tree.result(0, found.rows[0].action)))[mover]
        wrong += taken < worth(tree, 0)[mover] - 1e-9
    assert wrong <= len(chosen) // 100


# ------------------------------------------------------------ what is proven


def nodes_of(engine, tree):
    """The nodes of the search's tree, each with the node of the game that it stands for."""
    waiting = [(FIRST_NODE, 0)]
    while waiting:
        at, s = waiting.pop()
        yield at, s
        block = int(engine.pool.first[at])
        if block:
            waiting += [(block + n, int(tree.first[s]) + n) for n in range(engine.pool.size[at])]


@pytest.mark.parametrize("kind", [{}, {"chance": True}, {"players": 3}])
def test_every_proven_bound_holds(kind):
    proven = 0
    for seed in range(150):
        tree = Tree.random(4, 3, seed, **kind)
        if tree.is_terminal(0):
            continue
        engine = MonteCarloEngine(tree, seed=seed, megabytes=1)
        found = thought(engine, 0, 40)
        width = engine.pool.width
        for at, s in nodes_of(engine, tree):
            low, high = engine.pool.low[at], engine.pool.high[at]
            value = worth(tree, s)[:width]
            assert (low <= value + 1e-9).all()
            assert (high >= value - 1e-9).all()
            proven += bool((low >= high).all()) and not tree.is_terminal(s)
        if found.ended == "proven" and tree.mover[0] != CHANCE:
            value = worth(tree, 0)
            mine = value if kind.get("players") == 3 else value[max(0, tree.mover[0])]
            assert found.value == pytest.approx(mine)
    assert proven > 300


def test_without_the_solver_nothing_is_proven():
    tree = Tree("((3 12 8) (2 4 6) (14 5 2))")
    assert thought(MonteCarloEngine(tree, seed=1, interpreted=True), 0, 300).value == 3
    plain = thought(MonteCarloEngine(tree, seed=1, interpreted=True, techniques=Techniques(solver=False)), 0, 300)
    assert (plain.ended, plain.rows[0].action) == ("decided", 0)
    assert not any(row.is_exact for row in plain.rows)


@pytest.mark.parametrize("forbids", [False, True])
def test_nothing_that_rests_on_a_repetition_is_called_proven(forbids):
    for seed in range(25):
        game = Circles(seed, size=10, forbids=forbids)
        if game.is_terminal(0):
            continue
        engine = MonteCarloEngine(game, seed=seed, interpreted=True, megabytes=1)
        found = thought(engine, 0, 400)
        sign = 1 if game.player(0) == 0 else -1
        for row in found.rows:
            if row.is_exact:
                assert sign * row.value == by_lines(game, int(game.result(0, row.action)), [0])


def test_what_was_played_may_not_come_again():
    """From 0 both ways lead on; one of them to a position of the game so far."""
    game = Circles(3, size=10, forbids=True)
    s = next(s for s in range(7) if len(set(game.after(s)) - {s}) > 1 and not any(map(game.is_terminal, game.after(s))))
    gone = next(t for t in game.after(s) if t != s)
    engine = MonteCarloEngine(game, seed=1, interpreted=True, megabytes=1)
    found = thought(engine, s, 200, history=(int(game.key(gone)),))
    assert gone not in [int(game.result(s, row.action)) for row in found.rows]
    assert found.rows


# ------------------------------------------------------------ machine code and Python, and every technique


class Piles(kz.Game):
    """Two piles; take one to three of either. A made-up evaluation, order and prospects: all that a search may ask."""

    utility_range = (-1.0, 1.0)

    def __init__(self, first=5, second=4):
        self.start = (first, second)

    def initial(self):
        return (self.start[0], self.start[1], 0)

    def player(self, s):
        return s[2]

    def actions(self, s):
        for pile in range(2):
            for taken in range(1, min(3, s[pile]) + 1):
                yield (pile, taken)

    def result(self, s, a):
        return (s[0] - a[1], s[1], 1 - s[2]) if a[0] == 0 else (s[0], s[1] - a[1], 1 - s[2])

    def is_terminal(self, s):
        return s[0] + s[1] == 0

    def utility(self, s, player):
        return -1.0 if player == s[2] else 1.0

    def evaluate(self, s, player):
        guess = ((s[0] * 7 + s[1] * 3) % 11 - 5) / 8
        return guess if player == 0 else -guess

    def order(self, s, a):
        return (a[0] * 5 + a[1] * 3) % 7 + 0.5

    def prospect(self, s, a):
        return (s[0] + a[1]) % 4 / 3, float(a[0])

    def action_kind(self, s, a):
        return a[0] * 4 + a[1]


SETTINGS = (
    *("", "rave", "no-solver", "no-first-play", "no-prospects", "no-bias", "implicit=30", "mixing=40", "mixing=100"),
    *("rave no-prospects no-bias", "rave implicit=20 mixing=50 no-solver"),
)


def contents(engine):
    """All that a search has left in its pool."""
    free = int(engine.desks[0].words[word.NEXT])
    pool = engine.pool
    return [
        pool.facts[: free * pool.stride],
        *(getattr(pool, name)[:free] for name in ROWS if name not in ("facts", "moves")),
    ]


@pytest.mark.parametrize("names", SETTINGS)
def test_machine_code_and_python_grow_the_same_tree(names):
    game, techniques = Piles(), Techniques(**Techniques.named(names))
    engines = [MonteCarloEngine(game, seed=7, techniques=techniques, megabytes=1, interpreted=i) for i in (True, False)]
    found = [thought(engine, game.initial(), 300, depth=6) for engine in engines]
    assert found[0]._replace(seconds=0) == found[1]._replace(seconds=0)
    assert found[0].simulations > 50
    for mine, other in zip(contents(engines[0]), contents(engines[1]), strict=True):
        assert np.array_equal(mine, other)


def test_the_same_seed_gives_the_same_simulations():
    game = TicTacToe()
    found = [thought(MonteCarloEngine(game, seed=seed, interpreted=True), game.initial(), 100) for seed in (1, 1, 2)]
    visits = [[(row.action, row.visits) for row in each.rows] for each in found]
    assert visits[0] == visits[1] != visits[2]


def test_beliefs_decide_what_is_tried_first():
    class Sure(Piles):
        def prospect(self, s, a):
            return (1.0, 50.0) if a == (1, 2) else (0.0, 50.0)

    game = Sure(9, 9)
    engine = MonteCarloEngine(game, seed=1, interpreted=True, techniques=Techniques(bias=False))
    found = thought(engine, game.initial(), 30)
    assert found.rows[0].action == (1, 2)
    assert found.rows[0].visits > 15


# ------------------------------------------------------------ limits, threads, and the tree that is kept


def test_a_simulation_looks_no_further_than_the_depth_limit():
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, interpreted=True)
    found = thought(engine, game.initial(), 100, depth=2)
    assert found.depth == 2
    assert found.nodes <= 200


def test_a_node_limit_ends_it():
    game = Piles(9, 9)
    found = list(MonteCarloEngine(game, seed=1, interpreted=True, nodes=500).think(game.initial()))[-1]
    assert found.ended == "nodes"
    assert 500 <= found.nodes < 600


def test_a_full_pool_is_no_reason_to_stop():
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, megabytes=0.001, techniques=Techniques(solver=False))
    found = thought(engine, game.initial(), 50_000)
    assert found.hash_full >= 990
    assert found.ended in ("simulations", "decided")
    assert int(engine.desks[0].words[word.NEXT]) <= engine.pool.entries


def test_threads_share_one_tree():
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, threads=3, megabytes=4, techniques=Techniques(solver=False))
    last = None
    for found in engine.think(game.initial()):
        last = found
        if found.simulations >= 30_000:
            break
    counted = sum(row.visits for row in last.rows)
    assert 0.9 * last.simulations <= counted <= last.simulations  # two that count at once may lose a visit
    made = [int(desk.words[word.SIMULATIONS]) for desk in engine.desks]
    assert min(made) > 0
    parts = sorted((int(desk.words[word.NEXT]), int(desk.words[word.END])) for desk in engine.desks)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(parts))


def test_threads_prove_what_one_thread_proves():
    for seed in range(20):
        tree = Tree.random(4, 3, seed)
        if tree.is_terminal(0):
            continue
        found = thought(MonteCarloEngine(tree, seed=seed, threads=2, megabytes=1), 0, 4_000)
        for row in found.rows:
            if row.is_exact:
                value = worth(tree, int(tree.result(0, row.action)))[tree.mover[0]]
                assert row.value == value


def test_the_tree_is_kept_for_the_moves_that_follow():
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, megabytes=4)
    first = thought(engine, game.initial(), 5_000)
    best, reply = first.rows[0].line[:2]
    s = game.result(game.result(game.initial(), best), reply)
    again = next(iter(engine.think(s)))
    kept = sum(row.visits for row in again.rows) - again.simulations
    assert kept > 50
    engine.forget()
    assert sum(row.visits for row in next(iter(engine.think(s))).rows) <= 64


@pytest.mark.parametrize("interpreted", [False, True])
def test_what_is_kept_moves_into_a_new_pool_once_half_is_used(interpreted):
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, megabytes=0.2, interpreted=interpreted, techniques=Techniques(solver=False))
    first = thought(engine, game.initial(), 600)
    assert first.hash_full > 500
    before = engine.pool
    s = game.result(game.initial(), first.rows[0].action)
    again = next(iter(engine.think(s)))
    assert engine.pool is not before
    assert again.hash_full < first.hash_full
    below = before.first[before.first[FIRST_NODE] + list(game.actions(game.initial())).index(first.rows[0].action)]
    old = before.visits[below : below + len(again.rows)]
    assert sum(row.visits for row in again.rows) == old.sum() + again.simulations


def test_another_game_so_far_is_another_tree():
    game = Circles(3, size=10)
    engine = MonteCarloEngine(game, seed=1, interpreted=True, megabytes=1)
    s = next(s for s in range(7) if len(game.after(s)) > 1)
    visits = []
    for history in ((), (), (9,)):
        found = thought(engine, s, 20, history=history)
        visits.append(sum(row.visits for row in found.rows))
    assert visits[1] > visits[0] or found.ended == "proven"
    assert visits[2] <= 20


def test_it_stops_when_told_to_from_another_thread():
    game = Piles(60, 60)
    engine = MonteCarloEngine(game, seed=1, interpreted=True, techniques=Techniques(solver=False))
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    last = list(engine.think(game.initial()))[-1]
    assert last.simulations > 0
    assert engine.is_stopped
    engine.go_on()
    assert not engine.is_stopped


class Endless(kz.Game):
    """Go round and round; nothing ever ends, and nothing counts."""

    def initial(self):
        return 0

    def player(self, s):
        return s % 2

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        return (s + 1 + a) % 5

    def is_terminal(self, s):
        return s > 9

    def utility(self, s, player):
        return 0.0


def test_a_game_that_never_ends_is_an_even_share():
    game = Endless()
    found = thought(MonteCarloEngine(game, seed=1, megabytes=2), 0, 3_000)
    assert found.ended in ("simulations", "decided")
    assert found.value == 0.0
    assert found.depth <= word.LONGEST_LINE


def test_no_other_move_can_catch_up():
    game = Piles(9, 9)
    engine = MonteCarloEngine(game, seed=1, interpreted=True, techniques=Techniques(solver=False))
    found = thought(engine, game.initial(), 400)
    first, second = (row.visits for row in found.rows[:2])
    assert engine.can_be_caught(first - second)
    assert not engine.can_be_caught(first - second - 1)
    if found.ended == "decided":
        assert second + 400 - found.simulations < first


def test_where_chance_is_to_move_the_outcomes_are_judged():
    tree = Tree("chance(1/2: (3 5) 1/2: (2 9))")
    found = thought(MonteCarloEngine(tree, seed=1, interpreted=True), 0, 400)
    assert found.ended == "proven"
    assert {row.action: row.value for row in found.rows} == {0: 5.0, 1: 9.0}
