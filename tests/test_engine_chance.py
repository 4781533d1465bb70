"""The engine with dice is expectiminimax: whatever techniques are on, on thousands of random trees and games."""

from dataclasses import replace
from itertools import product

import pytest

from kibitz.answer.ablation import ablate
from kibitz.answer.analyse import analyse
from kibitz.answer.plan import choose
from kibitz.answer.solve import solve
from kibitz.errors import BadInput, TooDeep
from kibitz.game import CHANCE, Game
from kibitz.games import game
from kibitz.games.tree import Tree
from kibitz.search.engine import desk as steps
from kibitz.search.engine.techniques import Techniques
from kibitz.search.textbook.expectiminimax import expectiminimax
from kibitz.search.textbook.star1 import star1
from kibitz.search.textbook.star2 import star2
from kibitz.search.watch import Count
from oracle import HashDice, game_value, seeds, tree_value
from test_engine import EVERYTHING, INFINITY, direct
from test_engine import EXACT as WITHOUT_DICE
from test_star1 import Wanderer, random_dice_trees
from test_star2 import SHAPES, game_trees, margin

EXACT = (*WITHOUT_DICE, "chance_bounds", "probing")
NOTHING = Techniques(**dict.fromkeys(EXACT, False))
FULL_WIDTH = replace(EVERYTHING, chance_bounds=False)
STAR1_ALONE = replace(EVERYTHING, probing=False)


def some_techniques(dice):
    """Each of the exact ones on or off."""
    return Techniques(**{name: dice.random() < 0.5 for name in EXACT})


def as_seen(engine, s, value):
    """Player 0's value, for the player to move; for player 0 where chance is."""
    return value if engine.side(s) == 0 else engine.game.utility_sum - value


class GuessingTree(Tree):
    """A drawn tree whose inner nodes have a guess each, within the bounds."""

    guesses_within = True

    def evaluate(self, s, player):
        share = (s * 7919 % 19) / 18
        guess = self.extent[0] + share * (self.extent[1] - self.extent[0])
        return guess if player == 0 else -guess

    def guess(self, node):
        """What `evaluate` says, for the oracle."""
        if not hasattr(self, "_number"):
            self._number = {id(node): number for number, node in enumerate(self._nodes)}
        return self.evaluate(self._number[id(node)], 0)


def dice_trees(number, seed, depth=5):
    for tree in random_dice_trees(number, seed, depth):
        if tree.size[0]:
            yield GuessingTree.from_node(tree.node(0))


class BoundedDice(HashDice):
    """A hash game with dice that knows its limits."""

    utility_range = (-9.0, 9.0)
    guesses_within = True


class RegularDice(BoundedDice):
    """Dice after every decision, so that a state always comes up after as many of them."""

    def player(self, s):
        return CHANCE if s.ply % 2 else self.hash(s, 1, 2)


class NarrowDice(BoundedDice):
    """And of every state roughly what it is worth: bounds that differ from outcome to outcome. Interpreted only."""

    def bounds(self, s):
        value = game_value(self, s)
        return value - self.hash(s, 600, 4) / 2, value + self.hash(s, 601, 4) / 2

    def evaluate(self, s, player):
        value = game_value(self, s)
        return value if player == 0 else -value


# ---------------------------------------------------------------- trees


@pytest.mark.parametrize("interpreted, number", [(True, 1000), (False, 100)])
def test_every_mix_of_techniques_solves_hundreds_of_trees(interpreted, number):
    cuts = probes = 0
    for tree, dice in zip(dice_trees(number, 31), seeds(number, 31), strict=False):
        wanted = tree_value(tree.node(0))
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(tree, techniques, interpreted=interpreted)
            found = engine.solve(0)
            assert found == pytest.approx(as_seen(engine, 0, wanted), abs=margin(tree)), techniques
            cuts += engine.counts().chance_cutoffs
            probes += engine.counts().probes
    assert cuts > number / 4 and probes > number / 4


def test_every_combination_of_the_techniques_that_meet_at_a_chance_node():
    names = ("chance_bounds", "probing", "table", "children_first", "principal", "bounds", "best_first")
    trees = list(dice_trees(60, 32))
    for switches in product([True, False], repeat=len(names)):
        techniques = replace(EVERYTHING, **dict(zip(names, switches, strict=True)))
        for tree in trees[:: 1 + sum(switches) % 3]:
            engine = direct(tree, techniques, interpreted=True)
            wanted = as_seen(engine, 0, tree_value(tree.node(0)))
            assert engine.value(0, steps.WITHOUT_LIMIT) == pytest.approx(wanted, abs=margin(tree)), techniques


def test_each_technique_alone_and_each_left_out():
    settings = [NOTHING, EVERYTHING]
    settings += [replace(NOTHING, **{name: True}) for name in EXACT]
    settings += [replace(EVERYTHING, **{name: False}) for name in EXACT]
    for techniques in settings:
        for tree in dice_trees(50, 33):
            engine = direct(tree, techniques, interpreted=True)
            wanted = as_seen(engine, 0, tree_value(tree.node(0)))
            assert engine.solve(0) == pytest.approx(wanted, abs=margin(tree)), techniques


@pytest.mark.parametrize("interpreted", [True, False])
def test_every_depth_is_expectiminimax_to_that_depth(interpreted):
    """Deeper and deeper with one table: what was found before never spoils what comes."""
    for tree, dice in zip(dice_trees(500, 34), seeds(500, 34), strict=False):
        engine = direct(tree, some_techniques(dice), interpreted=interpreted)
        for depth in range(1, 6):
            wanted = as_seen(engine, 0, tree_value(tree.node(0), depth, tree.guess))
            assert engine.value(0, depth) == pytest.approx(wanted, abs=margin(tree))


def test_the_window_contract_of_look():
    outside = {"below": 0, "above": 0, "inside": 0}
    for tree, dice in zip(dice_trees(800, 35), seeds(800, 35), strict=False):
        engine = direct(tree, some_techniques(dice), interpreted=True)
        depth = dice.choice([steps.WITHOUT_LIMIT, 1, 2, 3])
        value = as_seen(engine, 0, tree_value(tree.node(0), depth, tree.guess))
        little = margin(tree)
        for _ in range(8):
            centre = value if dice.random() < 0.6 else dice.uniform(*tree.extent)
            alpha = centre - dice.choice([0, 1e-6, 0.5, 3, INFINITY])
            beta = centre + dice.choice([1e-6, 0.5, 3, INFINITY])
            found = engine.value(0, depth, alpha, beta)
            if found <= alpha:
                assert value <= found + little
            elif found >= beta:
                assert value >= found - little
            else:
                assert value == pytest.approx(found, abs=little)
            outside["below" if found <= alpha else "above" if found >= beta else "inside"] += 1
    assert min(outside.values()) > 200


def test_interpreted_and_compiled_are_the_same_search():
    for tree, dice in zip(dice_trees(150, 36), seeds(150, 36), strict=False):
        techniques = some_techniques(dice)
        counted = []
        for interpreted in (True, False):
            engine = direct(tree, techniques, interpreted=interpreted)
            counted.append((engine.solve(0), engine.counts()))
        assert counted[0] == counted[1]


def test_it_looks_at_less_than_with_full_width():
    for ordered in (True, False):
        nodes = {}
        for shape in SHAPES:
            for tree in game_trees(6, shape, ordered=ordered, make=GuessingTree):
                for name, techniques in (("all", EVERYTHING), ("star1", STAR1_ALONE), ("full", FULL_WIDTH)):
                    engine = direct(tree, replace(techniques, table=False), interpreted=True)
                    found = engine.value(0, steps.WITHOUT_LIMIT)
                    assert found == pytest.approx(tree_value(tree.node(0)), abs=1e-9)
                    nodes[name] = nodes.get(name, 0) + engine.counts().nodes
                    if name == "full":
                        assert engine.counts().chance_cutoffs == 0
        assert nodes["all"] < nodes["star1"] < nodes["full"], nodes


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("cls, number, interpreted", [(BoundedDice, 200, False), (HashDice, 60, True)])
def test_games_in_which_lines_meet_again(cls, number, interpreted):
    hits = 0
    for seed, dice in enumerate(seeds(number, 37)):
        rules = cls(seed, depth=6)
        s = rules.initial()
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(rules, techniques, interpreted=interpreted)
            assert engine.solve(s) == pytest.approx(as_seen(engine, s, game_value(rules)), abs=1e-9), techniques
            hits += engine.counts().table_hits
    assert hits > 5 * number


@pytest.mark.parametrize(
    "cls, has_table, number, interpreted",
    [(RegularDice, True, 50, True), (BoundedDice, False, 150, False), (HashDice, False, 50, True)],
)
def test_every_depth_of_games_in_which_lines_meet_again(cls, has_table, number, interpreted):
    """Where a state comes up at several depths, the table knows more than a search to the least of them."""
    for seed, dice in enumerate(seeds(number, 41)):
        rules = cls(seed, depth=8)
        s = rules.initial()
        for techniques in (EVERYTHING, some_techniques(dice)):
            in_use = techniques if has_table else replace(techniques, table=False)
            engine = direct(rules, in_use, interpreted=interpreted)
            for depth in range(1, 5):
                wanted = as_seen(engine, s, game_value(rules, depth=depth))
                assert engine.value(s, depth) == pytest.approx(wanted, abs=1e-9)


def test_bounds_of_every_outcome_never_change_the_value():
    cuts = 0
    for seed, dice in enumerate(seeds(40, 38)):
        rules = NarrowDice(seed, depth=5)
        s = rules.initial()
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(rules, techniques, interpreted=True)
            assert engine.solve(s) == pytest.approx(as_seen(engine, s, game_value(rules)), abs=1e-9), techniques
            cuts += engine.counts().chance_cutoffs
    assert cuts > 10


@pytest.mark.parametrize("interpreted, number", [(True, 6), (False, 25)])
def test_pig_to_a_depth(interpreted, number):
    pig = game("pig")
    for dice in seeds(number, 39):
        scores = f"{dice.randrange(70, 100)},{dice.randrange(70, 100)},{dice.choice([0, *range(2, 25)])}"
        s = pig.parse(scores + dice.choice(["", ":"]) + dice.choice(["", " p2"]))
        if pig.is_terminal(s):
            continue
        values = {depth: game_value(pig, s, depth) for depth in range(1, 5)}
        for techniques in (EVERYTHING, some_techniques(dice)):
            engine = direct(pig, techniques, interpreted=interpreted)
            for depth, value in values.items():
                wanted = as_seen(engine, s, value)
                assert engine.value(s, depth) == pytest.approx(wanted, abs=1e-9), (s, techniques)


def test_a_game_without_bounds_is_searched_in_full_and_right():
    engine = direct(Wanderer(), interpreted=True)
    assert engine.solve(Wanderer().initial()) == pytest.approx(game_value(Wanderer()))
    assert engine.counts().chance_nodes > 0


class Endless(Game):
    """A coin that is thrown again and again."""

    players = 1
    utility_range = (0.0, 1.0)

    def initial(self):
        return 0

    def player(self, s):
        return CHANCE

    def actions(self, s):
        yield 0

    def outcomes(self, s):
        yield 1, 1.0

    def result(self, s, a):
        return (s + a) % 1_000_000

    def is_terminal(self, s):
        return s < 0

    def utility(self, s, player):
        return 0.0


@pytest.mark.parametrize("techniques", [EVERYTHING, NOTHING])
def test_dice_that_never_end_are_told(techniques):
    with pytest.raises(TooDeep):
        analyse(Endless(), algorithm="deepening", techniques=techniques)
    answer = analyse(Endless(), depth=2, algorithm="deepening", techniques=techniques)
    assert answer.search.stopped_by == "endless" and not answer.exact


# ---------------------------------------------------------------- answers


def test_dice_are_for_the_engine_under_a_limit():
    pig = game("pig")
    assert (
        choose("auto", pig).algorithm.name == "deepening" and choose("auto", pig, exact=True).algorithm.name == "table"
    )
    assert choose("auto", game("pig", players=3)).algorithm.name == "maxn"
    assert choose("auto", game("pig", players=1)).algorithm.name == "deepening"


@pytest.mark.parametrize("position", ["12,30,7", "12,30,7 p2", "3,4,0", "12,30,7:", "12,30,7: p2"])
def test_an_answer_is_the_textbook_s(position):
    pig = game("pig")
    s = pig.parse(position)
    ours = analyse(pig, s, depth=4, interpreted=True)
    textbook = analyse(pig, s, depth=4, algorithm="expectiminimax", interpreted=True)
    assert ours.search.algorithm == "deepening" and not ours.exact and ours.search.stopped_by == "depth"
    assert ours.best == textbook.best and ours.player == textbook.player
    assert ours.value == pytest.approx(textbook.value, abs=1e-9)
    assert {m.move: pytest.approx(m.value, abs=1e-9) for m in ours.moves} == {m.move: m.value for m in textbook.moves}
    if ours.player == CHANCE:
        assert [m.move for m in ours.moves] == [m.move for m in textbook.moves]
    assert {"chance_nodes", "chance_cutoffs", "probes"} <= set(ours.search.statistics)


def test_an_answer_under_a_clock_deepens():
    pig = game("pig")
    depths = []
    answer = analyse(pig, pig.parse("50,50,8"), seconds=0.5, progress=lambda a: depths.append(a.search.depth))
    assert depths == list(range(1, len(depths) + 1)) and len(depths) > 4
    assert answer.search.stopped_by == "time" and not answer.exact
    assert analyse(pig, pig.parse("50,50,8:"), nodes=2000).search.stopped_by == "nodes"


def test_lines_end_at_a_roll():
    pig = game("pig", goal=20)
    answer = analyse(pig, pig.parse("9,9,4"), depth=4, interpreted=True)
    lines = {move.move: move.line for move in answer.moves}
    assert lines["roll"] == ("roll",) and lines["hold"][:2] == ("hold", "roll")
    assert all(line.index("roll") == len(line) - 1 for line in lines.values())


def test_what_ends_is_exact_and_what_may_go_on_is_not():
    tree = Tree("(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (4 9) 1/2: (3 9)))")
    answer = analyse(tree, depth=5, interpreted=True)
    assert answer.exact and answer.value == 5.5 and answer.search.stopped_by == "solved"
    assert [m.line for m in answer.moves] == [("B",), ("C",)]
    assert solve(tree, algorithm="deepening", interpreted=True) == 5.5
    pig = game("pig", goal=10)
    assert not analyse(pig, depth=5, interpreted=True).exact


def test_every_answer_on_trees_is_right():
    for tree in dice_trees(150, 40):
        answer = analyse(tree, depth=6, interpreted=True)
        sign = -1 if tree.mover[0] == 1 else 1
        assert answer.exact
        assert answer.value == pytest.approx(sign * tree_value(tree.node(0)), abs=margin(tree))
        for move in answer.moves:
            wanted = sign * tree_value(tree.node(0).children[move.action])
            assert move.value == pytest.approx(wanted, abs=margin(tree))


def test_what_each_technique_saves_on_dice():
    pig = game("pig")
    rows = {row.without: row for row in ablate(pig, pig.parse("12,30,7"), 5, interpreted=True)}
    assert {"", "chance bounds", "probing", "all of them"} <= set(rows)
    assert rows["chance bounds"].nodes > rows[""].nodes and rows["probing"].nodes > rows[""].nodes
    assert len({round(row.value, 9) for row in rows.values()}) == 1
    nim = game("nim")
    without_dice = {row.without for row in ablate(nim, nim.initial(), 2, interpreted=True)}
    assert "table" in without_dice and not {"chance bounds", "probing"} & without_dice


def test_threads_find_the_same():
    pig = game("pig")
    s = pig.parse("12,30,7")
    one, two = (analyse(pig, s, depth=6, threads=threads).value for threads in (1, 2))
    assert one == pytest.approx(two, abs=1e-9)


def test_techniques_by_name():
    assert Techniques.named("no-chance-bounds no-probing") == {"chance_bounds": False, "probing": False}
    with pytest.raises(BadInput):
        Techniques.named("no-dice")


# ---------------------------------------------------------------- dice that cost depth


class SlowDice(BoundedDice):
    """A roll takes as much depth as a move does."""

    def depth_spent(self, s):
        return 1


class WildDice(SlowDice):
    """And guesses lie far beyond what any game ends with."""

    def evaluate(self, s, player):
        value = float(self.hash(s, 5, 401) - 200)
        return value if player == 0 else -value


@pytest.mark.parametrize("kind", [SlowDice, WildDice])
def test_every_search_agrees_with_expectiminimax_where_a_roll_costs_depth(kind):
    probes = 0
    for seed, dice in enumerate(seeds(60, 77)):
        game = kind(seed, depth=6)
        s = game.initial()
        for depth in range(1, 7):
            wanted = pytest.approx(expectiminimax(game, depth=depth, interpreted=True).value)
            watch = Count()
            assert star1(game, depth=depth, interpreted=True).value == wanted
            assert star2(game, depth=depth, watch=watch, interpreted=True).value == wanted
            probes += watch.probes
            for techniques in (EVERYTHING, some_techniques(dice)):
                engine = direct(game, techniques, interpreted=True)
                found = engine.value(s, depth)
                assert as_seen(engine, s, found) == wanted, (seed, depth, techniques)
    assert (probes > 0) == (kind is SlowDice)  # without bounds on guesses a probe shows nothing


def test_compiled_searches_agree_too_where_a_roll_costs_depth_and_guesses_are_wild():
    for seed in range(20):
        game = WildDice(seed, depth=6)
        for depth in (1, 2, 3, 5):
            wanted = pytest.approx(expectiminimax(game, depth=depth, interpreted=True).value)
            assert star2(game, depth=depth).value == wanted
            engine = direct(game)
            assert as_seen(engine, game.initial(), engine.value(game.initial(), depth)) == wanted
