"""Star2 answers what expectiminimax answers, and asks before it looks."""

import random

import pytest

from kibitz.errors import DoesNotFit
from kibitz.game import CHANCE, MAX, MIN
from kibitz.games import game
from kibitz.games.tree import Node, Tree
from kibitz.lab.drawing import tree_frames, tree_svg
from kibitz.lab.drawing.recorded_tree import recorded_tree
from kibitz.lab.recording import Recorder
from kibitz.lab.tree_search import cut_children, run_tree
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.expectiminimax import EXPECTIMINIMAX, expectiminimax
from kibitz.search.textbook.star1 import STAR1
from kibitz.search.textbook.star2 import STAR2, most_promising, star2
from oracle import tree_value
from test_star1 import (
    BoundedWanderer,
    Careless,
    Wanderer,
    assert_best_action_is_worth_the_value,
    assert_bounds_outside_its_window,
    assert_compiled_and_right,
    assert_compiled_counts_as_interpreted,
    margin,
    positions_of_pig,
    random_dice_trees,
    recorded,
    searched,
)

PROBED = "(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (4 9) 1/2: (3 9)))"


def best_first(node):
    """The tree with the children of every player in the order of their worth to that player."""
    for child in node.children:
        best_first(child)
    if node.children and node.player != CHANCE:
        node.children.sort(key=tree_value, reverse=node.player == 0)
    return node


SHAPES = (
    [(MAX, 5), (CHANCE, 4), (MIN, 5)],
    [(MAX, 5), (CHANCE, 6), (MIN, 8)],
    [(MAX, 6), (CHANCE, 6), (MIN, 6), (CHANCE, 6)],
    [(MAX, 6), (CHANCE, 6), (MIN, 8), (CHANCE, 3), (MAX, 3)],
)


def grown(dice, shape, worth):
    """A tree with one kind of node a level; what a leaf is worth is found by small steps on the way down to it."""
    if not shape:
        return Node(0, values=(float(worth),))
    (player, width), *rest = shape
    node = Node(0, player=player, children=[grown(dice, rest, worth + dice.randint(-3, 3)) for _ in range(width)])
    for child in node.children:
        child.probability = 1 / width if player == CHANCE else 1.0
    return node


def game_trees(number, shape, *, ordered, make=Tree):
    """Trees as games with dice have them: a roll before every decision; the best action first, or anywhere."""
    for seed in range(number):
        root = grown(random.Random(seed), shape, 0)
        yield make.from_node(best_first(root) if ordered else root)


# ------------------------------------------------------------ the same value


def test_thousands_of_trees_have_their_expectiminimax_value():
    looked_at = looked_at_by_all = cuts = 0
    for tree in random_dice_trees(4000, seed=21):
        value, _, watch = searched(STAR2, tree)
        wanted = tree_value(tree.node(0))
        assert value == pytest.approx(wanted, abs=margin(tree))
        _, _, all_of_it = searched(EXPECTIMINIMAX, tree)
        looked_at += watch.leaves
        looked_at_by_all += all_of_it.leaves
        cuts += watch.cuts
    assert looked_at < 0.6 * looked_at_by_all and cuts > 4000


def test_where_dice_fall_before_every_decision_it_looks_at_less_than_star1():
    searches = (EXPECTIMINIMAX, STAR1, STAR2)
    for ordered, saved in ((True, 0.6), (False, 1.0)):
        nodes = {algorithm.name: 0 for algorithm in searches}
        for shape in SHAPES:
            for tree in game_trees(10, shape, ordered=ordered):
                for algorithm in searches:
                    value, _, watch = searched(algorithm, tree)
                    assert value == pytest.approx(tree_value(tree.node(0)), abs=margin(tree))
                    nodes[algorithm.name] += watch.nodes
        assert nodes["star2"] < saved * nodes["star1"] < 0.9 * saved * nodes["expectiminimax"], nodes


def test_the_best_action_is_worth_the_value():
    assert_best_action_is_worth_the_value(STAR2, seed=22)


def test_outside_its_window_it_answers_a_bound():
    assert_bounds_outside_its_window(STAR2, seed=23)


def test_interpreted_and_compiled_agree_in_all_they_count():
    assert_compiled_counts_as_interpreted(STAR2, seed=24)


def test_pig_to_a_depth():
    pig = game("pig", goal=30)
    for s in positions_of_pig(pig, seed=25):
        for depth in range(5):
            value, _, _ = searched(STAR2, pig, s, depth)
            full, _, _ = searched(EXPECTIMINIMAX, pig, s, depth)
            assert value == pytest.approx(full, abs=1e-9)
    assert_compiled_and_right(star2, pig)


# ------------------------------------------------------------ what is probed, and what is cut


def test_a_cut_by_probes_worked_out_by_hand():
    # MAX has 5.5. At F MIN can have 4, at G 3: C is worth 3.5 at most, and the leaves with 9 are never looked at.
    choice, recording = recorded(PROBED, star2)
    assert choice == (5.5, 0)
    assert recording.leaves == [6, 7, 5, 8, 4, 3] and recording.pruned == [("F", 2), ("G", 2)]
    assert [step.sentence for step in recording.steps[-8:-3]] == [
        "G is left with 3: MIN can keep it to that.",
        "C is a chance node: G is worth at most 3. Whatever the outcomes bring, C is worth 3 to 3.5. "
        "high ≤ α? 3.5 ≤ 5.5: yes.",
        "Whatever the outcomes bring, C is worth at most 3.5, and MAX has 5.5 already: "
        "none of them is looked at again.",
        "C is settled: child 2 of F is cut.",
        "C is settled: child 2 of G is cut.",
    ]
    lines = STAR2.pseudocode.splitlines()
    told = [lines[step.line - 1].strip().split()[0] for step in recording.steps[-8:-3]]
    assert told == ["U[r]", "low,", "if", "if", "if"]
    assert searched(STAR1, Tree(PROBED))[2].leaves == 7 > searched(STAR2, Tree(PROBED))[2].leaves == 6


def test_max_is_probed_where_the_node_may_be_too_good():
    choice, recording = recorded("min(2 chance(1/2: max(8 9) 1/2: max(7 0)))", star2)
    assert choice == (2.0, 0) and recording.leaves == [2.0, 8.0]
    assert recording.pruned == [("C", 2), ("D", 2)]
    assert any(step.sentence == "D is left with 8: MAX is sure of that." for step in recording.steps)


def test_nothing_is_probed_where_no_probe_can_cut():
    _, recording = recorded("max(chance(1/2: (3 4) 1/2: (5 6)))", star2)
    assert not any("to probe" in step.sentence for step in recording.steps)


def test_the_most_promising_action_is_probed():
    class Ordered(Tree):
        def order(self, s, a):
            return float(a)

    assert most_promising(Ordered("(3 4 5)"), 0) == (3, 2)
    assert most_promising(Tree("(3 4 5)"), 0) == (1, 0)
    tree = Ordered("(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (9 4) 1/2: (9 3)))")
    recording = Recorder()
    assert star2(tree, watch=recording) == (5.5, 0)
    assert recording.leaves == [6, 7, 5, 8, 4, 3] and recording.pruned == [("F", 1), ("G", 1)]
    assert [step.path for step in recording.steps if step.event == "enter"][-1] == (1, 1, 1)


def test_every_node_is_visited_or_below_a_cut():
    twice = 0
    for tree in random_dice_trees(300, seed=26, depth=5):
        recording = Recorder()
        star2(tree, watch=recording)
        entered = {step.path for step in recording.steps if step.event == "enter"}
        twice += len(entered) < recording.nodes
        numbers = {name: number for number, name in enumerate(node.name for node in tree._nodes)}
        pruned = {int(tree.result(numbers[parent], child - 1)) for parent, child in recording.pruned}
        assert {tree.node_name(s) for s in pruned} == set(cut_children(tree, recording))
        assert len(pruned) == len(recording.pruned)
        todo = [((), 0)]
        for path, s in todo:
            assert (path in entered) != (s in pruned)
            if s not in pruned:
                todo += [((*path, child), int(tree.result(s, child))) for child in tree.actions(s)]
    assert twice > 50


def test_steps_are_drawn():
    for tree in random_dice_trees(40, seed=27, depth=4):
        recording = Recorder()
        star2(tree, watch=recording)
        frames = tree_frames(tree, recording)
        assert len(frames.changes) == len(recording.steps)
        assert tree_svg(tree, recording).startswith("<svg")
        again = recorded_tree(recording)
        assert again.node_name(0) == tree.node_name(0)
    pig = game("pig", goal=20)
    recording = Recorder()
    star2(pig, pig.parse("9,9,4"), depth=2, watch=recording)
    assert recording._repr_svg_().startswith("<svg")


def test_a_lab_runs_it():
    run = run_tree(PROBED, "star2").json()
    assert run["value"] == 5.5 and run["cut"] == ["M", "O"] and run["counts"]["visited"] == 6
    assert {"algorithm": "star2", "variant": None, "title": "Star2"} in run["fits"]
    assert run_tree(PROBED).algorithm is EXPECTIMINIMAX


def test_probes_are_counted():
    _, _, watch = searched(STAR2, Tree(PROBED))
    assert (watch.nodes, watch.leaves, watch.cuts) == (13, 6, 1)


# ------------------------------------------------------------ bounds


def test_a_game_without_bounds_is_refused():
    with pytest.raises(DoesNotFit, match=r"star2 needs bounds .*'wanderer' has none: declare utility_range or answer"):
        star2(Wanderer())
    assert not STAR2.fits(Wanderer()) and STAR2.fits(BoundedWanderer())


@pytest.mark.parametrize("cls", [BoundedWanderer, Careless])
@pytest.mark.parametrize("interpreted", [True, False])
def test_bounds_of_positions_are_used_and_where_they_are_missing_all_is_looked_at(cls, interpreted):
    value = star2(cls(), interpreted=interpreted).value
    assert value == pytest.approx(expectiminimax(cls(), interpreted=interpreted).value)


def test_it_is_among_the_algorithms():
    assert ALGORITHMS["star2"] is STAR2 and STAR2.fits(game("pig")) and STAR2.has_steps
