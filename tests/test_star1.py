"""Star1 answers what expectiminimax answers, and looks at less."""

import random
from math import inf
from typing import NamedTuple

import pytest

import kibitz as kz
from command import kibitz
from kibitz.errors import DoesNotFit
from kibitz.game import CHANCE, Game
from kibitz.games import game
from kibitz.games.tree import Node, Tree
from kibitz.lab.recording import Recorder
from kibitz.lab.tree_search import run_tree
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.expectiminimax import EXPECTIMINIMAX, expectiminimax
from kibitz.search.textbook.star1 import STAR1, star1
from kibitz.search.watch import Count
from oracle import FOREVER, game_value, tree_value

TEXTBOOK = "(3 chance(1/2: 2 1/4: 4 1/4: 0))"
AFTER_DICE = "(chance(0.9: (2 3) 0.1: (1 4)) chance(0.9: (1 3) 0.1: (9 8)))"


def searched(algorithm, game, s=None, depth=FOREVER, window=(-inf, inf), interpreted=False):
    """The value and the counts, straight from the search's function."""
    watch = Count()
    function = algorithm.function if interpreted else algorithm.function.compiled
    extra = () if algorithm is EXPECTIMINIMAX else window
    value, best = function(game, game.initial() if s is None else s, depth, *map(float, extra), watch)
    return value, best, watch


def margin(tree):
    """How far a value may be off by rounding."""
    return 1e-9 * max(1.0, *map(abs, tree.extent))


def random_node(dice, depth, values, *, first=True):
    """A tree with players in any order, dice anywhere, outcomes that never fall and outcomes that always do."""
    if depth == 0 or (not first and dice.random() < 0.1):
        return Node(0, values=(dice.choice(values),))
    node = Node(0, player=dice.choice([0, 1, CHANCE]))
    node.children = [random_node(dice, depth - 1, values, first=False) for _ in range(dice.randint(1, 4))]
    if node.player == CHANCE:
        weights = [dice.choice([0, 1, 1, 2, 5]) for _ in node.children]
        weights[dice.randrange(len(weights))] += 1
        for child, weight in zip(node.children, weights, strict=True):
            child.probability = weight / sum(weights)
    return node


def random_dice_trees(number, seed, depth=5):
    dice = random.Random(seed)
    for _ in range(number):
        values = dice.choice([[0.0, 1.0], [-1.0, 0.0, 1.0], [float(n) for n in range(-9, 10)], [7.0], [0.1, 0.3, 1e6]])
        yield Tree.from_node(random_node(dice, dice.randint(0, depth), values))


# ------------------------------------------------------------ the same value


def test_thousands_of_trees_have_their_expectiminimax_value():
    looked_at = looked_at_by_all = cuts = 0
    for tree in random_dice_trees(4000, seed=1):
        value, _, watch = searched(STAR1, tree)
        full, _, all_of_it = searched(EXPECTIMINIMAX, tree)
        wanted = tree_value(tree.node(0))
        scale = max(1.0, *map(abs, tree.extent))
        assert value == pytest.approx(wanted, abs=1e-9 * scale) and full == pytest.approx(wanted, abs=1e-9 * scale)
        assert watch.leaves <= all_of_it.leaves and watch.nodes <= all_of_it.nodes
        looked_at += watch.leaves
        looked_at_by_all += all_of_it.leaves
        cuts += watch.cuts
    assert looked_at < 0.6 * looked_at_by_all and cuts > 4000


def test_the_best_action_is_worth_the_value():
    assert_best_action_is_worth_the_value(STAR1, seed=2)


def assert_bounds_outside_its_window(algorithm, seed):
    dice = random.Random(seed)
    for tree in random_dice_trees(1500, seed=seed):
        wanted = tree_value(tree.node(0))
        alpha, beta = sorted([dice.uniform(-10, 10), dice.uniform(-10, 10)])
        value, _, _ = searched(algorithm, tree, window=(alpha, beta))
        if wanted <= alpha - margin(tree):
            assert wanted - margin(tree) <= value <= alpha + margin(tree)
        elif wanted >= beta + margin(tree):
            assert beta - margin(tree) <= value <= wanted + margin(tree)
        elif alpha + margin(tree) < wanted < beta - margin(tree):
            assert value == pytest.approx(wanted, abs=margin(tree))


def assert_compiled_counts_as_interpreted(algorithm, seed):
    for tree in random_dice_trees(150, seed=seed, depth=4):
        compiled, interpreted = searched(algorithm, tree), searched(algorithm, tree, interpreted=True)
        assert compiled[:2] == interpreted[:2]
        assert list(compiled[2].counts) == list(interpreted[2].counts)


def assert_best_action_is_worth_the_value(algorithm, seed):
    for tree in random_dice_trees(500, seed=seed):
        value, best, _ = searched(algorithm, tree)
        if best >= 0:
            assert tree_value(tree.node(0).children[best]) == pytest.approx(value, abs=margin(tree))


def test_outside_its_window_it_answers_a_bound():
    assert_bounds_outside_its_window(STAR1, seed=3)


def test_interpreted_and_compiled_agree_in_all_they_count():
    assert_compiled_counts_as_interpreted(STAR1, seed=4)


def positions_of_pig(pig, seed):
    """Positions of a game to 30, before and while the die rolls, for either player."""
    dice = random.Random(seed)
    for _ in range(150):
        scores = f"{dice.randrange(30)},{dice.randrange(30)},{dice.choice([0, *range(2, 25)])}"
        yield pig.parse(scores + dice.choice(["", ":"]) + dice.choice(["", " p2"]))


def assert_compiled_and_right(search, pig):
    """In one position, compiled and interpreted, a search says what the recursion says."""
    s = pig.parse("25,20,4")
    assert search(pig, s, depth=3, interpreted=True).value == pytest.approx(game_value(pig, s, 3), abs=1e-9)
    assert search(pig, s, depth=3) == search(pig, s, depth=3, interpreted=True)


def test_pig_to_a_depth():
    pig = game("pig", goal=30)
    saved = 0
    for s in positions_of_pig(pig, seed=5):
        for depth in range(4):
            value, _, watch = searched(STAR1, pig, s, depth)
            full, _, all_of_it = searched(EXPECTIMINIMAX, pig, s, depth)
            assert value == pytest.approx(full, abs=1e-9)
            assert watch.nodes <= all_of_it.nodes
            saved += all_of_it.nodes - watch.nodes
    assert saved > 100
    assert_compiled_and_right(star1, pig)


# ------------------------------------------------------------ what is cut


def recorded(text, search=star1):
    """What a search finds in a tree, and its steps."""
    recording = Recorder()
    return search(Tree(text), watch=recording), recording


def test_a_cut_at_a_chance_node_worked_out_by_hand():
    # C is worth 1 + at most 1/4 · 4 + 1/4 · 4 = 3 once its first outcome is seen, and MAX has 3.
    choice, recording = recorded(TEXTBOOK)
    assert choice == (3.0, 0)
    assert recording.leaves == [3.0, 2.0] and recording.pruned == [("C", 2), ("C", 3)]
    (step,) = (step for step in recording.steps if step.event == "prune")
    assert (step.node, step.cut, step.value, step.alpha) == ("C", (1, 2), 3.0, 3.0)
    assert step.sentence == (
        "Whatever the 2 unseen outcomes bring, C is worth at most 3, and MAX has 3 already: "
        "children 2 and 3 of C are cut."
    )
    before = recording.steps[step.index - 1]
    assert before.sentence.endswith("Whatever the 2 unseen outcomes bring, it is worth 1 to 3. high ≤ α? 3 ≤ 3: yes.")
    assert [STAR1.pseudocode.splitlines()[s.line - 1].split()[0] for s in (before, step)] == ["v,", "if"]


def test_the_window_of_an_outcome_is_what_would_matter():
    # F may bring from 1 to 9, and its sibling too: up to (1.9 − 1/10 · 9) / (9/10) = 10/9 it leaves C at 1.9 or less.
    choice, recording = recorded(AFTER_DICE)
    assert choice.value == pytest.approx(1.9) and choice.action == 0
    entered = {step.node: (step.alpha, step.beta) for step in recording.steps if step.event == "enter"}
    assert entered["D"] == (1, 9) and entered["F"] == (pytest.approx(10 / 9), 9)
    assert recording.leaves == [2, 3, 1, 1] and recording.pruned == [("E", 2), ("F", 2), ("C", 2)]
    assert "nothing up to 1.11111 would matter above: child 2 of F is cut." in recording.steps[29].sentence


def test_min_cuts_where_a_chance_node_is_too_good():
    choice, recording = recorded("min(2 chance(1/2: 3 1/2: 5))")
    assert choice == (2.0, 0) and recording.leaves == [2.0]
    sentence = next(step.sentence for step in recording.steps if step.event == "prune")
    assert sentence == (
        "Whatever the 2 unseen outcomes bring, C is worth at least 2, and MIN has 2 already: "
        "children 1 and 2 of C are cut."
    )
    assert STAR1.pseudocode.splitlines()[7].strip().startswith("if low ≥ β")


def test_nothing_more_is_looked_at_once_the_most_there_is_is_had():
    choice, recording = recorded("(9 chance(1/2: 3 1/2: 9) chance(1: 4))")
    assert choice == (9.0, 0) and recording.leaves == [9.0]
    assert recording.pruned == [("C", 1), ("C", 2), ("D", 1)]


def test_nodes_are_counted():
    watch = Count()
    star1(Tree(TEXTBOOK), watch=watch)
    assert (watch.nodes, watch.leaves, watch.cuts) == (4, 2, 1)
    _, _, full = searched(EXPECTIMINIMAX, Tree(TEXTBOOK))
    assert (full.nodes, full.leaves) == (6, 4)


def test_every_cut_child_is_unvisited_and_every_other_node_is_visited():
    for tree in random_dice_trees(200, seed=6, depth=4):
        recording = Recorder()
        star1(tree, watch=recording)
        cut = {(*step.path, child) for step in recording.steps for child in step.cut}
        entered = {step.path for step in recording.steps if step.event == "enter"}
        assert not any(path[: len(at)] == at for path in entered for at in cut)
        todo = [((), tree.node(0))]
        for path, node in todo:
            below = [((*path, number), child) for number, child in enumerate(node.children)]
            todo += [(place, child) for place, child in below if place not in cut]
            assert path in entered


# ------------------------------------------------------------ bounds


class Walk(NamedTuple):
    place: int
    falling: int
    left: int


class Wanderer(Game):
    """Bet on how far a coin takes you: a game for one without a utility range of its own."""

    players = 1

    def initial(self):
        return Walk(0, 0, 4)

    def player(self, s):
        return CHANCE if s.falling else 0

    def actions(self, s):
        yield 1
        yield 2
        yield 3

    def outcomes(self, s):
        yield 1, 0.5
        yield -1, 0.5

    def result(self, s, a):
        if s.falling:
            return Walk(s.place + a * s.falling, 0, s.left - 1)
        return Walk(s.place, a, s.left)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return float(min(s.place, 5))

    def evaluate(self, s, player):
        return 100.0


class BoundedWanderer(Wanderer):
    """The same, with what each position may still come to."""

    def bounds(self, s):
        return s.place - 3 * s.left, min(s.place + 3 * s.left, 5)


def test_a_game_without_bounds_is_refused():
    with pytest.raises(DoesNotFit, match=r"star1 needs bounds .*'wanderer' has none: declare utility_range or answer"):
        star1(Wanderer())
    assert not STAR1.fits(Wanderer()) and STAR1.fits(BoundedWanderer())
    with pytest.raises(DoesNotFit, match="two players"):
        star1(Tree("(<1,2,3> <3,2,1>)"))


@pytest.mark.parametrize("interpreted", [True, False])
def test_bounds_of_positions_are_used(interpreted):
    watch, full = Count(), Count()
    value = star1(BoundedWanderer(), watch=watch, interpreted=interpreted).value
    assert value == pytest.approx(expectiminimax(BoundedWanderer(), watch=full, interpreted=interpreted).value)
    assert watch.leaves < full.leaves


def test_an_evaluation_beyond_the_bounds_is_not_believed():
    assert expectiminimax(BoundedWanderer(), depth=2, interpreted=True).value == 100
    assert star1(BoundedWanderer(), depth=2, interpreted=True).value == pytest.approx(5.0)


class Careless(BoundedWanderer):
    """Bounds that are lost on the way."""

    def bounds(self, s):
        return (-inf, 5.0) if s.left < 3 else (-12.0, 5.0)


@pytest.mark.parametrize("interpreted", [True, False])
def test_where_bounds_are_missing_all_is_looked_at(interpreted):
    value = star1(Careless(), interpreted=interpreted).value
    assert value == pytest.approx(expectiminimax(Careless(), interpreted=interpreted).value)


def test_the_bounds_of_a_tree_are_those_of_its_leaves():
    tree = Tree("((3 12 8) (2 4 6) (14 5 2))")
    assert tuple(tree.bounds(0)) == tuple(tree.bounds(7)) == tuple(tree.proof(3)) == (2, 14)
    assert tree.utility_range == tree.facts.utility_range == (-14, 14)
    assert Tree("max(3 chance(1/2: 1 1/2: 2))").utility_range == (1, 3)
    assert Tree("(<1,2,3> <4,5,9>)").utility_range == (1, 9)


SLIDE = "(1 chance(1/2: -1 1/2: 0))"  # with values known to lie between −2 and 2
TWO_CHANCES = "(chance(1/2: (2 2) 1/2: (1 2)) chance(1/2: (0 2) 1/2: (-1 0)))"  # AIMA's exercise, with the same bounds


def test_given_bounds_cut_as_the_slide_argues():
    """After −1 the gamble is worth at most 1/2 · −1 + 1/2 · 2 = 1/2, and MAX has 1: only then is the rest cut."""
    run = run_tree(SLIDE, "star1", bounds=(-2.0, 2.0))
    assert (run.choice.value, run.recorder.leaves, run.recorder.pruned) == (1.0, [1.0, -1.0], [("C", 2)])
    sentences = [step.sentence for step in run.recorder.steps]
    assert any("Before any outcome is seen, it is worth −2 to 2." in told for told in sentences)
    assert any("it is worth −1.5 to 0.5" in told for told in sentences)
    unseen = run_tree(SLIDE, "star1")  # by the leaves, of which it should know nothing, no outcome is looked at
    assert unseen.recorder.leaves == [1.0] and unseen.json()["bounds"] == [-1.0, 1.0]


@pytest.mark.parametrize("name", ["star1", "star2"])
def test_given_bounds_of_the_textbook_s_exercise(name):
    """After two leaves the first gamble is worth 0 to 2; once the second meets 0 it is at most 1, and MAX has 1.5."""
    run = run_tree(TWO_CHANCES, name, bounds=(-2.0, 2.0))
    assert run.choice.value == 1.5
    if name == "star1":
        assert run.recorder.leaves == [2, 2, 1, 2, 0]
        assert run.recorder.pruned == [("F", 2), ("C", 2)]
        assert any("it is worth 0 to 2" in step.sentence for step in run.recorder.steps)


def test_any_bounds_that_hold_leave_the_value_as_it_is():
    dice = random.Random(9)
    seen, free = Count(), Count()
    for seed in range(150):
        tree = Tree.random(4, 3, seed, chance=True)
        wanted = tree_value(tree.node(0))
        wide = tree.within(-9 - dice.random(), 9 + 20 * dice.random())
        for search in (kz.star1, kz.star2):
            assert search(wide, watch=seen, interpreted=True).value == pytest.approx(wanted, abs=1e-9)
            assert search(tree, watch=free, interpreted=True).value == pytest.approx(wanted, abs=1e-9)
    assert seen.leaves > free.leaves  # the closer they are, the more is cut


def test_bounds_are_shown_with_where_they_come_from():
    free, given = (
        kibitz("tree", SLIDE, "--algorithm", "star1"),
        kibitz("tree", SLIDE, "--algorithm", "star1", "--bounds=-2,2"),
    )
    assert "bounds: −1 to 1, taken from the leaves; set your own with --bounds=LOW,HIGH\n" in free.out
    assert "bounds: −2 to 2\n" in given.out and "visited leaves: 1 −1\npruned: child 2 of C\n" in given.out
    told = kibitz("tree", SLIDE, "--algorithm", "star2", "--bounds=-2,2", "--json").json
    assert (told["bounds"], told["bounds_given"]) == ([-2, 2], True)
    plain = kibitz("tree", SLIDE, "--json").json
    assert (plain["bounds"], plain["bounds_given"]) == (None, False)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bounds=2,-2"], "'2,-2'"),
        (["--bounds=x"], "'x'"),
        (["--bounds=1"], "'1'"),
        (["--bounds=1,2,3"], "'1,2,3'"),
        (["--bounds=nan,2"], "'nan,2'"),
        (["--bounds=-inf,inf"], "'-inf,inf'"),
        (["--bounds", "-2,2"], "--bounds=-2,2"),
        (["--bounds=0,2"], "leaf D is worth -1, which is outside the bounds 0,2"),
        (["--bounds=-2,2", "--algorithm", "expectimax"], "bounds -2,2 have no effect on expectimax"),
    ],
)
def test_bounds_that_cannot_be_are_refused(words, told):
    said = kibitz("tree", SLIDE, "--algorithm", "star1", *words)
    assert said.code == 2 and len(said.messages) == 1 and told in said.messages[0] and not said.out


def test_it_is_among_the_algorithms():
    assert ALGORITHMS["star1"] is STAR1 and STAR1.fits(game("pig"))
