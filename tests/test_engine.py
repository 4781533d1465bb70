"""The engine is minimax: whatever techniques are on, on thousands of random trees and games, and on Connect Four."""

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from connect_four_oracle import Board
from kibitz.answer import ablation
from kibitz.answer.analyse import analyse
from kibitz.answer.plan import choose
from kibitz.answer.solve import solve
from kibitz.errors import BadInput, DoesNotFit, Stopped
from kibitz.game import Game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.tic_tac_toe import LINES, TicTacToe
from kibitz.games.tree import Node
from kibitz.search.engine import desk as steps
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.position import for_side, position_key
from kibitz.search.engine.techniques import Techniques
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.textbook.minimax import minimax
from oracle import (
    GuessingTree,
    HashGame,
    game_value,
    game_vector,
    leaves_below,
    random_trees,
    search,
    seeds,
    tree_value,
)

EXACT = (*ablation.EXACT, "aspiration", "quiescence")  # quiescence is exact where no action is noisy
EVERYTHING = Techniques()
NOTHING = Techniques(**dict.fromkeys(EXACT, False))
INFINITY = math.inf
DATA = Path(__file__).parent / "data"


class Direct(Engine):
    """The engine in this thread: to hand a small search to another one takes longer than the search."""

    def _search(self, function, s, side, *arguments):
        function = function if self.interpreted else function.compiled
        return function(self.game, s, side, *arguments, self.table, self.desks[0])


def some_techniques(dice):
    """Each of the exact ones on or off."""
    return Techniques(**{name: dice.random() < 0.5 for name in EXACT})


def direct(game, techniques=EVERYTHING, **more):
    return Direct(game, megabytes=0.1, techniques=techniques, **more)


def assert_contract(found, value, alpha, beta):
    """What `look` promises of the value it finds, by its docstring."""
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


# ---------------------------------------------------------------- trees


@pytest.fixture(scope="module")
def trees():
    """Two thousand trees of all sorts of shapes, for two players without dice."""
    return random_trees(1000, 3, 3) + random_trees(700, 6, 2, seed=10_000) + random_trees(300, 4, 5, seed=20_000)


def test_every_mix_of_techniques_solves_1000_trees(trees):
    for tree, dice in zip(trees[::2], seeds(len(trees[::2]), 1), strict=True):
        wanted = tree_value(tree.node(0))
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(tree, techniques)
            assert engine.solve(0) == wanted, techniques
            assert engine.guesses() == 0 or engine.counts().nodes > 1
    assert search("minimax", trees[0])[0] == tree_value(trees[0].node(0))


def test_each_technique_alone_and_each_left_out_solve_trees(trees):
    settings = [NOTHING, EVERYTHING]
    settings += [replace(NOTHING, **{name: True}) for name in EXACT]
    settings += [replace(EVERYTHING, **{name: False}) for name in EXACT]
    for techniques in settings:
        for tree in trees[::40]:
            assert direct(tree, techniques).solve(0) == tree_value(tree.node(0)), techniques


def test_values_are_those_of_the_player_to_move_at_every_node(trees):
    movers = set()
    for tree in trees[::20]:
        engine = direct(tree)
        for s in range(len(tree.mover)):
            if tree.size[s]:
                value = tree_value(tree.node(s))
                assert engine.solve(s) == (value if tree.mover[s] == 0 else -value)
                movers.add(int(tree.mover[s]))
    assert movers == {0, 1}


def test_every_depth_is_minimax_to_that_depth(trees):
    """Deeper and deeper with one table, as the engine goes: what was found before never spoils what comes."""
    for tree, dice in zip(trees[::3], seeds(len(trees), 2), strict=False):
        engine = direct(tree, some_techniques(dice))
        for depth in range(1, 8):
            assert engine.value(0, depth) == tree_value(tree.node(0), depth, tree.guess)
        engine = direct(tree)
        assert engine.deepen(0, 3) == tree_value(tree.node(0), 3, tree.guess)


def test_the_window_contract_of_look(trees):
    outside = {"below": 0, "above": 0, "inside": 0}
    for tree, dice in zip(trees[::2], seeds(len(trees), 3), strict=False):
        engine = direct(tree, some_techniques(dice))
        depth = dice.choice([steps.WITHOUT_LIMIT, steps.WITHOUT_LIMIT, 1, 2, 3])
        value = tree_value(tree.node(0), depth, tree.guess)
        for _ in range(8):
            centre = value if dice.random() < 0.6 else dice.randint(-9, 9)
            alpha, beta = centre - dice.choice([0, 0.5, 1, 3, INFINITY]), centre + dice.choice([0, 0.5, 1, 3, INFINITY])
            if alpha < beta:
                found = engine.value(0, depth, alpha, beta)
                assert_contract(found, value, alpha, beta)
                outside["below" if found <= alpha else "above" if found >= beta else "inside"] += 1
    assert min(outside.values()) > 500


def test_an_answer_outside_the_window_may_say_more_than_its_edge(trees):
    softer = 0
    for tree in trees[-300:]:
        value = tree_value(tree.node(0))
        softer += direct(tree).value(0, steps.WITHOUT_LIMIT, 20, 30) < 20
        softer += direct(tree).value(0, steps.WITHOUT_LIMIT, -30, -20) > -20
        assert direct(tree).value(0, steps.WITHOUT_LIMIT, value - 1, value + 1) == value
    assert softer == 600


def test_utilities_that_differ_by_next_to_nothing_are_told_apart():
    for tiny in (1e-6, 1e-8, 1e-10, 1e-12):
        leaves = [Node(0, values=(value,)) for value in (1.0, 1.0 + tiny, 1.0 + 2 * tiny, 1.0 - tiny)]
        tree = GuessingTree.from_node(Node(0, children=[Node(0, children=leaves[:2]), Node(0, children=leaves[2:])]))
        assert direct(tree).solve(0) == 1.0


def test_huge_and_tiny_utilities():
    for scale in (1e-30, 1e9, 1e18, 1e100):
        for tree in random_trees(30, 4, 3, seed=500):
            root = tree.node(0)
            for leaf in leaves_below(root):
                leaf.values = (leaf.values[0] * scale,)
            scaled = GuessingTree.from_node(root)
            assert direct(scaled).solve(0) == tree_value(root)


# ---------------------------------------------------------------- bets: what they promise


def beamed(node, most):
    """Minimax over the first few children of each node."""
    if not node.children:
        return node.values[0]
    pick = max if node.player == 0 else min
    return pick(beamed(child, most) for child in node.children[:most])


def test_a_beam_is_minimax_over_the_most_promising_moves(trees):
    """Without anything that orders, those are the first."""
    unordered = replace(NOTHING, principal=True, children_first=True)
    differ = 0
    for tree in trees[::5]:
        root = tree.node(0)
        for beam in (1, 2, 3):
            engine = direct(tree, replace(unordered, beam=beam))
            assert engine.value(0, steps.WITHOUT_LIMIT) == beamed(root, beam)
        differ += beamed(root, 1) != tree_value(root)
    assert differ > 100


def test_a_beam_as_wide_as_the_game_cuts_nothing(trees):
    for tree, dice in zip(trees[::10], seeds(len(trees), 4), strict=False):
        engine = direct(tree, replace(some_techniques(dice), beam=int(tree.size.max())))
        assert engine.solve(0) == tree_value(tree.node(0))
        assert engine.value(0, steps.WITHOUT_LIMIT) == tree_value(tree.node(0))


def test_a_beam_of_one_follows_the_game_s_own_order():
    """On Connect Four the most promising move is asked of `promise`; following it gives the value of that one line."""
    game = ConnectFour(4, 4)
    plain = replace(NOTHING, order=True)
    for columns in (random_columns(4, 4, seed, 3 + seed % 6) for seed in range(40)):
        s = played(game, columns)
        engine = direct(game, replace(plain, beam=1), interpreted=True)
        mover = game.player(s)
        value = engine.value(s, steps.WITHOUT_LIMIT)
        while not game.is_terminal(s):
            survey = game.survey(s)
            promises = {a: game.promise(s, a, game.result(s, a), survey) for a in game.candidates(s)}
            s = game.result(s, max(promises, key=promises.get))
        assert value == game.utility(s, mover)


def test_what_a_beam_finds_is_not_called_exact(trees):
    wide = next(tree for tree in trees if tree.size[0] > 2)
    engine = direct(wide, Techniques(beam=1))
    engine.value(0, steps.WITHOUT_LIMIT)
    assert engine.guesses() > 0
    game = ConnectFour(4, 4)
    answer = analyse(game, game.parse("112233"), techniques=Techniques(beam=1), interpreted=True)
    assert not answer.exact
    assert analyse(game, game.parse("112233"), interpreted=True).exact


class Passing(HashGame):
    """A hash game that says, wrongly, that doing nothing is never good, and that any move may be searched less deep."""

    def passed(self, s):
        if self.player(s) != self.player(self.result(s, 0)) and not self.is_terminal(self.result(s, 0)):
            yield self.result(s, 0)

    def is_reducible(self, s, a):
        return True


def test_null_move_and_reductions_are_off_unless_asked_for():
    assert not (EVERYTHING.null_move or EVERYTHING.reductions or EVERYTHING.singular or EVERYTHING.beam)
    for seed in range(30):
        game = Passing(seed, depth=5)
        value = game_value(game)
        s = game.initial()
        assert direct(game, interpreted=True).solve(s) == as_seen(game, s, value)


def test_null_move_and_reductions_need_the_game_s_word(trees):
    for tree, dice in zip(trees[::10], seeds(len(trees), 5), strict=False):
        engine = direct(tree, replace(some_techniques(dice), null_move=True, reductions=True))
        assert engine.solve(0) == tree_value(tree.node(0))


def test_null_move_cuts_where_the_game_allows_it_and_then_calls_nothing_exact():
    cut = different = 0
    for seed in range(40):
        game = Passing(seed, depth=6)
        s = game.initial()
        engine = direct(game, Techniques(null_move=True), interpreted=True)
        value = engine.value(s, 6)
        cuts = int(engine.desks[0].words[steps.NULL_CUTOFFS])
        exact = direct(game, interpreted=True).value(s, 6)
        assert value == exact or cuts
        assert engine.guesses() >= cuts
        cut += cuts
        different += value != exact
    assert cut > 20
    assert different  # the game lied, and the bet was lost somewhere: it is one


def test_reductions_search_less_and_never_call_a_guess_exact():
    reduced = 0
    for seed in range(15):
        game = Passing(seed, depth=6)
        game.width = 5
        s = game.initial()
        engine = direct(game, Techniques(reductions=True, table=False), interpreted=True)
        exact = direct(game, Techniques(table=False), interpreted=True)
        value, right = engine.value(s, 6), exact.value(s, 6)
        assert value == right or engine.guesses() > exact.guesses()
        reduced += engine.guesses() > exact.guesses()
        # to the end there is nothing to reduce
        assert engine.value(s, steps.WITHOUT_LIMIT) == exact.value(s, steps.WITHOUT_LIMIT)
    assert reduced > 3


# ---------------------------------------------------------------- games in which lines meet again, turns in any order


def as_seen(game, s, value):
    """Player 0's value, for the player to move."""
    return value if game.is_terminal(s) or game.player(s) == 0 else game.utility_sum - value


def test_every_mix_of_techniques_solves_hash_games():
    hits = twice = 0
    for seed, dice in enumerate(seeds(300, 6)):
        game = HashGame(seed, depth=6)
        s = game.initial()
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(game, techniques)
            assert engine.solve(s) == as_seen(game, s, game_value(game)), techniques
            hits += engine.counts().table_hits
        twice += game.player(s) in [game.player(game.result(s, a)) for a in game.actions(s)]
    assert hits > 3000  # transpositions
    assert twice > 60  # a player moves twice


def test_every_depth_of_hash_games_is_minimax_to_that_depth():
    for seed, dice in enumerate(seeds(100, 7)):
        game = HashGame(seed, depth=7)
        engine = direct(game, some_techniques(dice))
        for depth in range(1, 8):
            assert engine.value(game.initial(), depth) == as_seen(game, game.initial(), game_value(game, depth=depth))


def test_the_window_contract_where_lines_meet():
    for seed, dice in enumerate(seeds(200, 8)):
        game = HashGame(seed, depth=6)
        engine = direct(game, some_techniques(dice))
        value = as_seen(game, game.initial(), game_value(game))
        for _ in range(6):
            alpha = value + dice.randint(-4, 3)
            beta = alpha + dice.choice([0.5, 1, 2, 5])
            assert_contract(engine.value(game.initial(), steps.WITHOUT_LIMIT, alpha, beta), value, alpha, beta)


class Bounded(HashGame):
    """A hash game that knows of every state roughly what it is worth, and by harder thinking a little better."""

    def bounds(self, s):
        value = game_value(self, s)
        return value - self.hash(s, 600, 3), value + self.hash(s, 601, 3)

    def proof(self, s):
        value = game_value(self, s)
        return value - self.hash(s, 602, 2), value + self.hash(s, 603, 2)

    def candidates(self, s):
        """A best action, and every second of the others."""
        pick = max if self.player(s) == 0 else min
        best = pick(self.actions(s), key=lambda a: game_value(self, self.result(s, a)))
        for a in self.actions(s):
            if a == best or self.hash(s, 700 + a, 2):
                yield a


def test_bounds_proofs_and_candidates_of_any_game_never_change_the_value():
    cut = 0
    for seed, dice in enumerate(seeds(25, 15)):
        game = Bounded(seed, depth=5)
        s = game.initial()
        for techniques in (EVERYTHING, some_techniques(dice), some_techniques(dice)):
            engine = direct(game, techniques, interpreted=True)
            assert engine.solve(s) == as_seen(game, s, game_value(game)), techniques
            counts = engine.counts()
            cut += counts.bound_cutoffs + counts.proof_cutoffs + counts.child_cutoffs
            value = as_seen(game, s, game_value(game))
            alpha = value + dice.choice([-1, -0.5, 0, 0.5])
            assert_contract(engine.value(s, steps.WITHOUT_LIMIT, alpha, alpha + 1), value, alpha, alpha + 1)
    assert cut > 40


def test_what_is_proven_holds_at_any_depth():
    """However an evaluation errs, a value that bounds exclude is never answered."""
    for seed in range(25):
        game = Bounded(seed, depth=5)
        s = game.initial()
        low, high = for_side(game, s, game.player(s), game.bounds(s))
        for depth in range(1, 6):
            assert low <= direct(game, interpreted=True).value(s, depth) <= high


class Shares(HashGame):
    """What the two players get sums to 1: a quarter for one is three for the other."""

    utility_sum = 1.0
    utility_range = (0.0, 1.0)

    def utility(self, s, player):
        value = self.hash(s, 4, 17) / 16
        return value if player == 0 else 1 - value

    def evaluate(self, s, player):
        value = self.hash(s, 5, 33) / 32
        return value if player == 0 else 1 - value


class WholeShares(Shares):
    """The same in whole numbers that sum to 16, or to 15, which has no whole half."""

    whole = True

    def __init__(self, seed, depth, total):
        super().__init__(seed, depth)
        self.utility_sum = float(total)
        self.utility_range = (0.0, float(total))

    def utility(self, s, player):
        value = float(self.hash(s, 4, int(self.utility_sum) + 1))
        return value if player == 0 else self.utility_sum - value

    def evaluate(self, s, player):
        return self.utility_sum // 2 + (self.utility_sum % 2 if player else 0)


@pytest.mark.parametrize("make", [Shares, lambda *a: WholeShares(*a, 16), lambda *a: WholeShares(*a, 15)])
def test_utilities_that_sum_to_something_else(make):
    values = set()
    for seed, dice in enumerate(seeds(30, 9)):
        game = make(seed, 5)
        s = game.initial()
        engine = direct(game, some_techniques(dice), interpreted=True)
        assert engine.solve(s) == as_seen(game, s, game_value(game))
        for depth in range(1, 5):
            assert engine.value(s, steps.WITHOUT_LIMIT) == as_seen(game, s, game_value(game))
            fresh = direct(game, interpreted=True)
            assert fresh.value(s, depth) == as_seen(game, s, game_value(game, depth=depth))
        answer = analyse(game, interpreted=True)
        assert answer.value == engine.solve(s)
        for a, move in zip(sorted(game.actions(s)), sorted(answer.moves, key=lambda m: m.action), strict=True):
            mine = game_value(game, game.result(s, a))
            assert move.value == (mine if game.player(s) == 0 else game.utility_sum - mine)
        values.add(answer.value)
    assert len(values) > 3


def test_one_player_takes_the_best_leaf():
    for tree, dice in zip(random_trees(60, 4, 3, players=1), seeds(60, 10), strict=True):
        best = max(leaf.values[0] for leaf in leaves_below(tree.node(0)))
        engine = direct(tree, some_techniques(dice), interpreted=True)
        assert engine.solve(0) == best == minimax(tree, interpreted=True).value
        for depth in (1, 2, 3):
            fresh = direct(tree, interpreted=True)
            assert fresh.value(0, depth) == tree_value(tree.node(0), depth, tree.guess)


def test_games_it_is_not_for_are_refused():
    assert choose("deepening", random_trees(1, 4, 3, chance=True)[0]).algorithm.name == "deepening"
    with pytest.raises(DoesNotFit):
        analyse(GuessingTree("(<1,2,3> <3,2,1>)"), algorithm="deepening")


# ---------------------------------------------------------------- Connect Four


def played(game, columns):
    s = game.initial()
    for column in columns:
        s = game.result(s, column)
    return s


def random_columns(width, height, seed, stones, line=4):
    """A random position of so many stones (fewer where none was found) in which the game is not over."""
    dice = random.Random(seed)
    board = Board(width, height, line)
    for _ in range(200):
        columns = board.random_position(dice, stones)
        if columns is not None:
            return columns
    return []


def positions(width, height, number, fewest, most, line=4, seed=0):
    """Random positions with that many stones, as columns."""
    dice = random.Random(f"{width}x{height} {seed}")
    board = Board(width, height, line)
    found = []
    while len(found) < number:
        columns = board.random_position(dice, dice.randint(fewest, most))
        if columns is not None and len(columns) < board.cells:
            found.append(columns)
    return found


@pytest.fixture(scope="module")
def four():
    """Every value of the 4×4 board, by other code."""
    board = Board(4, 4)
    board.value(0, 0)
    return board


def test_the_oracle_itself(four):
    assert four.value(0, 0) == 0
    assert four.value.cache_info().currsize > 60_000
    assert four.moves(*four.play([0, 3, 0, 3, 0, 3]))[0] == 5  # (16 - 6 + 1) // 2


def test_every_mix_of_techniques_on_4x4(four):
    game = ConnectFour(4, 4)
    for columns, dice in zip(positions(4, 4, 300, 6, 15), seeds(300, 11), strict=True):
        s = played(game, columns)
        engine = direct(game, some_techniques(dice), interpreted=True)
        assert engine.solve(s) == four.value(*four.play(columns)), (columns, engine.techniques)


def test_every_move_s_score_on_4x4(four):
    game = ConnectFour(4, 4)
    for columns in positions(4, 4, 40, 5, 15):
        s = played(game, columns)
        answer = analyse(game, s, interpreted=True)
        wanted = four.moves(*four.play(columns))
        assert answer.exact
        assert {move.action: move.value for move in answer.moves} == wanted
        assert answer.value == max(wanted.values())


@pytest.mark.parametrize("width, height, empty", [(5, 4, 11), (4, 5, 11), (6, 4, 10), (6, 5, 9), (4, 6, 10), (8, 7, 8)])
def test_late_positions_of_other_boards(width, height, empty):
    board = Board(width, height)
    game = ConnectFour(width, height)
    cells = width * height
    for columns, dice in zip(positions(width, height, 40, cells - empty, cells - 1), seeds(40, 12), strict=True):
        s = played(game, columns)
        engine = direct(game, some_techniques(dice), interpreted=True)
        wanted = board.value(*board.play(columns))
        assert engine.solve(s) == wanted, (columns, engine.techniques)
        assert direct(game, interpreted=True).solve(s) == wanted


@pytest.mark.parametrize(
    "line, width, height, fewest, most",
    [(3, 4, 4, 0, 9), (3, 5, 3, 0, 8), (2, 3, 3, 0, 1), (5, 5, 5, 16, 24), (5, 4, 4, 7, 15), (3, 3, 5, 0, 7)],
)
def test_other_lines(line, width, height, fewest, most):
    board = Board(width, height, line)
    game = ConnectFour(width, height, line)
    for columns, dice in zip(positions(width, height, 20, fewest, most, line), seeds(20, 13), strict=True):
        engine = direct(game, some_techniques(dice), interpreted=True)
        assert engine.solve(played(game, columns)) == board.value(*board.play(columns)), columns


@pytest.fixture(scope="module")
def five():
    """Positions of the 5×5 board, where techniques have much to do, and their values by alpha-beta with a table."""
    game = ConnectFour(5, 5)
    states = [played(game, columns) for columns in positions(5, 5, 120, 6, 16)]
    reference = Direct(game, megabytes=16, techniques=replace(NOTHING, table=True, principal=True))
    return game, states, [reference.solve(s) for s in states]


def test_the_reference_on_5x5_is_right(five):
    game, _, _ = five
    board = Board(5, 5)
    late = positions(5, 5, 60, 15, 24)
    plain = Direct(game, megabytes=16, techniques=replace(NOTHING, table=True, principal=True))
    for columns in late:
        assert plain.solve(played(game, columns)) == board.value(*board.play(columns))


def test_every_mix_of_techniques_on_5x5(five):
    game, states, values = five
    seen = set()
    for s, wanted, dice in zip(states, values, seeds(len(states), 14), strict=True):
        for techniques in (EVERYTHING, replace(some_techniques(dice), table=True), some_techniques(dice)):
            if not techniques.table and game.cells - bin(s.all).count("1") > 14:
                continue
            engine = Direct(game, megabytes=1, techniques=techniques)
            assert engine.solve(s) == wanted, techniques
            seen.add(techniques)
    assert len(seen) > 120
    assert len(set(values)) > 8


def test_the_techniques_save_nodes(five):
    """All of this would be in vain if switching everything off were as quick."""
    game, states, values = five
    nodes = {}
    for techniques in (EVERYTHING, NOTHING):
        engine = Direct(game, megabytes=16, techniques=techniques)
        late = [(s, value) for s, value in zip(states, values, strict=True) if bin(s.all).count("1") >= 12]
        assert all(engine.solve(s) == value for s, value in late)
        nodes[techniques] = engine.counts().nodes
    assert nodes[EVERYTHING] * 10 < nodes[NOTHING]


def test_proofs_bounds_and_candidates_on_5x5_in_the_middle_of_the_game(five):
    game, states, values = five
    reference = Direct(game, megabytes=16, techniques=replace(NOTHING, table=True, principal=True))
    for s, value in zip(states, values, strict=True):
        assert_sound(game, s, value, lambda after: reference.solve(after))


def assert_sound(game, s, value, solve):
    """What the game says of a state without a search, against its true value for the player to move."""
    first = value if game.player(s) == 0 else -value
    for name in ("bounds", "proof"):
        low, high = getattr(game, name)(s)
        assert low <= first <= high, (name, game.text(s), value)
    low, high = game.bounds(s)
    if low != high:  # then one of the candidates is best
        best = -INFINITY
        for a in game.candidates(s):
            assert a in list(game.actions(s))
            after = game.result(s, a)
            best = max(best, game.utility(after, game.player(s)) if game.is_terminal(after) else -solve(after))
        assert best == value, game.text(s)


@pytest.mark.parametrize(
    "width, height, number, empty",
    [
        (4, 4, 2000, 16),
        (5, 4, 250, 10),
        (4, 5, 250, 10),
        (5, 5, 200, 9),
        (6, 5, 200, 8),
        (7, 6, 200, 8),
        (8, 7, 120, 7),
        (6, 4, 200, 9),
        (7, 4, 200, 9),
        (4, 7, 200, 9),
        (4, 15, 60, 8),
        (9, 6, 60, 7),
    ],
)
def test_bounds_proofs_and_candidates_hold_on_random_positions(width, height, number, empty, four):
    board = four if (width, height) == (4, 4) else Board(width, height)
    game = ConnectFour(width, height)
    cells = width * height
    narrowed = proven = 0
    for columns in positions(width, height, number, cells - empty, cells - 1):
        s = played(game, columns)
        me, other = board.play(columns)
        value = board.value(me, other)
        first = value if game.player(s) == 0 else -value
        low, high = game.bounds(s)
        assert low <= first <= high, columns
        surely, at_most = game.proof(s)
        assert surely <= first <= at_most, columns
        narrowed += low > -(cells // 2) or high < cells // 2
        proven += surely > low or at_most < high
        moves = board.moves(me, other)
        candidates = list(game.candidates(s))
        assert len(set(candidates)) == len(candidates)
        assert set(candidates) <= set(moves) == set(game.actions(s))
        assert low == high or max(moves[a] for a in candidates) == value, columns
    assert narrowed > number / 2
    assert proven  # the proofs do prove something


def test_mirror_images_are_worth_the_same_and_share_a_key(four):
    game = ConnectFour(4, 4)
    engine = direct(game, interpreted=True)
    plain = direct(game, replace(EVERYTHING, symmetry=False), interpreted=True)
    for columns in positions(4, 4, 100, 1, 8):
        s, image = played(game, columns), played(game, [3 - column for column in columns])
        assert four.value(*four.play(columns)) == four.value(*four.play([3 - column for column in columns]))
        assert list(game.symmetric(s)) == [image]
        assert position_key(game, s, engine.desks[0]) == position_key(game, image, engine.desks[0])
        if s != image:
            assert position_key(game, s, plain.desks[0]) != position_key(game, image, plain.desks[0])


def test_the_table_s_move_is_mirrored_with_its_position():
    """What is stored of one of two mirror images is the other's too: so is the best move, seen in the mirror."""
    game = ConnectFour(5, 4)
    for columns in ([0, 1, 0, 1], [4, 0, 4, 0], [0, 2, 2, 1, 1]):
        s, image = played(game, columns), played(game, [4 - column for column in columns])
        engine = direct(game, interpreted=True)
        engine.value(s, 4)
        action, mirrored = engine.table_action(s), engine.table_action(image)
        assert action is not None
        assert mirrored == 4 - action


# ---------------------------------------------------------------- the field's positions


def field(name):
    """Positions with their scores."""
    rows = [line.split() for line in (DATA / "connect-four" / f"Test_{name}").read_text().splitlines()]
    return [position for position, _ in rows], [float(score) for _, score in rows]


@pytest.fixture(scope="module")
def seven():
    return ConnectFour()


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1", "L2_R2"])
def test_the_thousand_positions_of_a_set(seven, name):
    texts, scores = field(name)
    assert len(texts) == 1000
    assert Engine(seven).prove_many([seven.parse(text) for text in texts]) == scores


def test_sixty_of_the_hardest_set(seven):
    texts, scores = field("L1_R2")
    chosen = random.Random(60).sample(range(1000), 60)
    found = Engine(seven).prove_many([seven.parse(texts[n]) for n in chosen])
    assert found == [scores[n] for n in chosen]


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2"])
def test_what_is_said_without_a_search_holds_on_all_positions_of_a_set(seven, name):
    for text, score in zip(*field(name), strict=True):
        s = seven.parse(text)
        first = score if seven.player(s) == 0 else -score
        assert seven.bounds(s)[0] <= first <= seven.bounds(s)[1], text
        assert seven.proof(s)[0] <= first <= seven.proof(s)[1], text


def test_every_move_s_score_of_some_positions(seven):
    """The best move's score is the position's, and every move's is that of the position behind it."""
    engine = Engine(seven)
    for name in ("L3_R1", "L2_R1", "L1_R1", "L2_R2"):
        texts, scores = field(name)
        for number in range(0, 1000, 125):
            s = seven.parse(texts[number])
            answer = analyse(seven, s)
            assert answer.exact
            assert answer.value == scores[number] == max(move.value for move in answer.moves)
            assert sorted(move.action for move in answer.moves) == list(seven.actions(s))
            behind = [seven.result(s, move.action) for move in answer.moves]
            for move, after in zip(answer.moves, behind, strict=True):
                if seven.is_terminal(after):
                    assert move.value == seven.utility(after, seven.player(s))
            going_on = [pair for pair in zip(answer.moves, behind, strict=True) if not seven.is_terminal(pair[1])]
            assert engine.prove_many([after for _, after in going_on]) == [-move.value for move, _ in going_on]


def test_one_by_one_is_as_in_a_batch_and_a_kept_table_does_no_harm(seven):
    texts, scores = field("L2_R1")
    engine = Engine(seven, megabytes=1)
    assert [engine.solve(seven.parse(text)) for text in texts[:200]] == scores[:200]
    assert engine.prove_many([]) == []


def test_late_positions_of_7x6_against_the_oracle(seven):
    board = Board(7, 6)
    columns = positions(7, 6, 300, 33, 41)
    found = Engine(seven).prove_many([played(seven, c) for c in columns])
    assert found == [board.value(*board.play(c)) for c in columns]


def test_finished_games_in_a_batch(seven):
    over, before = seven.parse("1212121"), seven.parse("121212")
    assert seven.is_terminal(over)
    assert Engine(seven).prove_many([over, before]) == [18.0, 18.0]


# ---------------------------------------------------------------- small boards

LISTED = json.loads((DATA / "exact-values.json").read_text())["connect_four_WxH"]
SIGN = {**dict.fromkeys(LISTED["draw"], 0), **dict.fromkeys(LISTED["second_player_wins"], -1)}
QUICK = ["4x1", "4x2", "4x3", "4x4", "4x5", "5x1", "5x2", "5x3", "5x4", "6x1", "6x2", "6x3", "7x1", "7x2", "8x1", "8x2"]


def sides(name):
    return tuple(map(int, name.split("x")))


@pytest.mark.parametrize("name", QUICK)
def test_small_boards(name):
    game = ConnectFour(*sides(name))
    value = Engine(game, interpreted=True, megabytes=4).solve(game.initial())
    assert (value > 0) - (value < 0) == SIGN[name]


@pytest.mark.parametrize("name", ["4x1", "4x2", "5x1", "6x1", "7x1", "8x1"])
def test_the_smallest_boards_by_plain_minimax(name):
    game = ConnectFour(*sides(name))
    assert search("minimax", game, interpreted=True)[0] == SIGN[name]


def test_boards_too_small_for_a_line_are_draws():
    for width in range(1, 4):
        for height in range(1, 4):
            game = ConnectFour(width, height)
            assert Engine(game, interpreted=True, megabytes=0.1).solve(game.initial()) == 0


# ---------------------------------------------------------------- signature, limits, settings


def test_the_signature_compiled_and_interpreted_visit_the_same_nodes(seven, five):
    """As Stockfish's bench: what should not change the search must not change the number of nodes."""
    cases = [(seven, seven.parse(text), 6) for text in ("", "4453", "32751571231557", "2416615552")]
    cases += [(five[0], s, 7) for s in five[1][:6]]
    cases += [(tree, 0, 4) for tree in random_trees(40, 5, 4, seed=900)]
    total = 0
    for techniques in (EVERYTHING, NOTHING, replace(EVERYTHING, singular=True), replace(EVERYTHING, beam=2)):
        for game, s, depth in cases:
            counted = []
            for interpreted in (True, False):
                engine = direct(game, techniques, interpreted=interpreted)
                if techniques is NOTHING:
                    depth = min(depth, 4)
                values = [engine.value(s, d) for d in range(1, depth + 1)]
                counted.append((values, engine.counts()))
            assert counted[0] == counted[1]
            total += counted[0][1].nodes
    assert total > 5000


def test_the_same_question_twice_is_the_same_search(five):
    game, states, _ = five
    runs = []
    for _ in range(2):
        engine = Engine(game, megabytes=1)
        runs.append(([engine.solve(s) for s in states[:20]], engine.counts()))
    assert runs[0] == runs[1]


def test_threads_find_the_same_values(five):
    game, states, values = five
    for threads in (2, 3):
        engine = Engine(game, megabytes=4, threads=threads)
        assert [engine.solve(s) for s in states[:60]] == values[:60]


def test_an_order_to_stop_is_not_forgotten_in_a_race_of_threads(five):
    """It may come just when one thread has won and the others are being ended."""
    game, states, _ = five
    engine = Engine(game, megabytes=1, threads=2)
    halt = engine._halt
    ordered = []

    def halt_and_be_told():
        halt()
        if not ordered:
            ordered.append(True)
            engine.stop()

    engine._halt = halt_and_be_told
    with pytest.raises(Stopped):
        for s in states:
            engine.solve(s)
    assert ordered
    engine._halt = halt
    engine.go_on()
    assert engine.solve(states[0]) == five[2][0]


def test_nodes_are_limited(five):
    game, states, _ = five
    engine = Direct(game, megabytes=1, nodes=500)
    with pytest.raises(Stopped):
        for s in states:
            engine.solve(s)
    assert engine.counts().nodes == 500


def test_techniques_by_name():
    assert Techniques.named("") == {}
    assert Techniques(**Techniques.named("no-table, no-killers beam=3 singular")) == Techniques(
        table=False, killers=False, beam=3, singular=True
    )
    assert Techniques.named("no-beam children-first no-best-first") == {
        "beam": 0,
        "children_first": True,
        "best_first": False,
    }
    for word in ("tabel", "no-", "table=3", "beam=x", "beam=-1", "no-no-table", "=", "beam=1.5"):
        with pytest.raises(BadInput, match="is not a technique"):
            Techniques.named(word)
    with pytest.raises(BadInput, match=r"the beam .* must be a whole number from 0, got -1"):
        Techniques(beam=-1)


# ---------------------------------------------------------------- what a game may say, and what it need not


class Odd(HashGame):
    """Any number is a legal order: infinities, what is no number, and the largest there are."""

    def order(self, s, a):
        kind = self.hash(s, 800 + a, 8)
        if kind == 0:
            return math.nan
        return (-math.inf, math.inf, -1e300, -1e294, 1e305, -1.7e308, 0.0)[kind - 1]


@pytest.mark.parametrize("interpreted", [True, False])
def test_any_number_is_a_legal_order(interpreted):
    for seed, dice in enumerate(seeds(60, 41)):
        game = Odd(seed, depth=6)
        s = game.initial()
        engine = direct(game, some_techniques(dice), interpreted=interpreted)
        assert engine.solve(s) == as_seen(game, s, game_value(game))
        vectors = VectorEngine(game, megabytes=0.1, interpreted=interpreted)
        assert vectors.value(s) == game_vector(game)


def test_threads_search_moves_of_any_order():
    for seed in range(10):
        game = Odd(seed, depth=7)
        engine = Engine(game, megabytes=0.1, threads=3)
        assert engine.solve(game.initial()) == as_seen(game, game.initial(), game_value(game))


class Wild(HashGame):
    """Guesses that lie far beyond what any game ends with."""

    utility_range = (-9.0, 9.0)

    def evaluate(self, s, player):
        value = float(self.hash(s, 5, 401) - 200)
        return value if player == 0 else -value


class Tame(Wild):
    """The same, but it says that they do not: then they are taken for no more than an end can be worth."""

    guesses_within = True


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_guess_is_not_clamped_by_what_ends_are_worth(interpreted):
    for seed, dice in enumerate(seeds(60, 42)):
        game = Wild(seed, depth=6)
        s = game.initial()
        engine = direct(game, some_techniques(dice), interpreted=interpreted)
        for depth in range(1, 7):
            assert engine.value(s, depth) == as_seen(game, s, game_value(game, depth=depth))
        assert engine.solve(s) == as_seen(game, s, game_value(game))
        assert direct(game, interpreted=interpreted).solve(s) == as_seen(game, s, game_value(game))
        assert -9 <= direct(Tame(seed, depth=6), interpreted=interpreted).value(s, 2) <= 9


def test_what_a_class_says_of_its_guesses_holds_for_these_guesses_alone():
    class Wilder(Tame):
        def evaluate(self, s, player):
            return 1e6

    assert Tame.guesses_within and not Wilder.guesses_within and not Wild.guesses_within


class OpenLines(TicTacToe):
    """Tic-tac-toe with the textbook's evaluation: the lines still open to each player."""

    def evaluate(self, s, player):
        own = opposing = 0
        first, second = (s.me, s.other) if self.player(s) == player else (s.other, s.me)
        for line in LINES:
            own += second & line == 0
            opposing += first & line == 0
        return float(own - opposing)


@pytest.mark.parametrize("interpreted", [True, False])
def test_all_searches_agree_on_the_textbooks_evaluation(interpreted):
    game = OpenLines()
    for depth in range(1, 5):
        rows = [
            {
                move.move: move.value
                for move in analyse(game, depth=depth, algorithm=name, interpreted=interpreted).moves
            }
            for name in ("deepening", "minimax", "alphabeta", "star1")
        ]
        assert rows[0] == rows[1] == rows[2] == rows[3]
        assert depth > 1 or (max(rows[0].values()), rows[0]["5"]) == (4, 4)


class Halves(HashGame):
    """It says whole, and is not."""

    whole = True
    utility_range = (-1.0, 1.0)
    evaluate = Game.evaluate

    def utility(self, s, player):
        return 0.5 if (self.hash(s, 4, 2) == 0) == (player == 0) else -0.5


@pytest.mark.parametrize("interpreted", [True, False])
def test_utilities_that_are_not_whole_are_refused_where_that_was_promised(interpreted):
    promised = r"utility is -?0\.5 at '\(\d,\d+\)', although 'halves' says whole = True: expected"
    with pytest.raises(BadInput, match=promised):
        solve(Halves(1, depth=4), interpreted=interpreted)


def test_a_range_that_is_not_whole_is_refused_where_that_was_promised():
    class Narrow(Halves):
        utility_range = (-0.5, 0.5)

    with pytest.raises(BadInput, match=r"utility_range of 'narrow' is \(-0\.5, 0\.5\), although whole = True"):
        solve(Narrow(1, depth=4), interpreted=True)


def test_bounds_of_a_game_of_whole_numbers_need_not_be_whole():
    class Loose(Bounded):
        whole = True
        utility_range = (-9.0, 9.0)

        def bounds(self, s):
            value = game_value(self, s)
            return value - 0.5, value + 0.25

    for seed in range(20):
        game = Loose(seed, depth=4)
        engine = direct(game, interpreted=True)
        assert engine.can_prove and engine.solve(game.initial()) == as_seen(game, game.initial(), game_value(game))


class Standstill(Game):
    """One may wait for ever, or end it."""

    players = 1
    utility_range = (-1.0, 1.0)

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s == 1

    def utility(self, s, player):
        return -1.0

    def evaluate(self, s, player):
        return 0.5


def test_a_singular_move_is_not_extended_for_ever():
    engine = Engine(Standstill(), techniques=Techniques(singular=True), interpreted=True)
    assert [engine.value(0, depth) for depth in range(1, 9)] == [0.5] * 8
