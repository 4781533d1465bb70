"""The textbook's own examples, with the answers worked out by hand."""

import itertools
import random

import pytest

from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, MAX, MIN
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Node
from kibitz.lab.recording import Recorder
from kibitz.search.textbook.alphabeta import VARIANTS, alphabeta
from kibitz.search.textbook.expectiminimax import expectimax, expectiminimax
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.minimax import minimax
from kibitz.search.watch import Count
from oracle import INFINITY, SEARCHES, leaves_below, nodes_below, search, tree_vector
from oracle import GuessingTree as Tree  # the same drawn tree; what is compiled here is there for test_laws.py

BOTH_WAYS = pytest.mark.parametrize("interpreted", [False, True], ids=["compiled", "interpreted"])
ALL_FORMS = pytest.mark.parametrize("variant", VARIANTS)


def best(tree, choice):
    """The name of the root's child that was chosen."""
    return tree.action_text(0, choice.action)


# ---------------------------------------------------------------- Figure 5.2

FIGURE_5_2 = "((3 12 8)(2 4 6)(14 5 2))"


@BOTH_WAYS
def test_figure_5_2_is_worth_3_by_minimax_which_looks_at_all_nine_leaves(interpreted):
    tree, watch = Tree(FIGURE_5_2), Count()
    choice = minimax(tree, watch=watch, interpreted=interpreted)
    assert choice.value == 3
    assert best(tree, choice) == "B"
    assert (watch.nodes, watch.leaves, watch.cuts, watch.deepest) == (13, 9, 0, 2)


@BOTH_WAYS
@ALL_FORMS
def test_figure_5_2_is_worth_3_by_alpha_beta_which_looks_at_seven_leaves(variant, interpreted):
    tree, watch = Tree(FIGURE_5_2), Count()
    choice = alphabeta(tree, variant=variant, watch=watch, interpreted=interpreted)
    assert choice.value == 3
    assert best(tree, choice) == "B"
    assert (watch.nodes, watch.leaves) == (11, 7)


@ALL_FORMS
def test_figure_5_2_is_visited_in_order_and_c_loses_its_second_and_third_child(variant):
    tree, watch = Tree(FIGURE_5_2), Recorder()
    choice = alphabeta(tree, variant=variant, watch=watch)
    assert choice.value == 3
    assert best(tree, choice) == "B"
    assert watch.leaves == [3, 12, 8, 2, 14, 5, 2]
    assert watch.leaf_paths == [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2)]
    assert watch.pruned == [("C", 2), ("C", 3)]


def test_figure_5_2_nodes_are_named_in_a_breadth_first_walk():
    tree = Tree(FIGURE_5_2)
    assert [tree.node_name(s) for s in range(13)] == list("ABCDEFGHIJKLM")


# ---------------------------------------------------------------- the step-by-step tree of the notes

WALK_THROUGH = "A:max(B:min(C:max(2 3) D:max(5 9)) E:min(F:max(0 1) G:max(7 4)))"
OO = INFINITY

# Worked out on paper. Leaves are H=2 I=3 J=5 K=9 L=0 M=1 N=7 O=4. α, β and v as they stand after the event.
#   node  event      α    β    v
FAIL_SOFT_STEPS = [
    ("A", "enter", -OO, +OO, -OO),
    ("B", "enter", -OO, +OO, +OO),
    ("C", "enter", -OO, +OO, -OO),
    ("H", "enter", -OO, +OO, None),
    ("H", "leaf", -OO, +OO, 2),
    ("H", "leave", -OO, +OO, 2),
    ("C", "update", 2, +OO, 2),  # v = max(−∞, 2); 2 ≥ +∞? no; α = 2
    ("I", "enter", 2, +OO, None),
    ("I", "leaf", 2, +OO, 3),
    ("I", "leave", 2, +OO, 3),
    ("C", "update", 3, +OO, 3),  # v = max(2, 3); 3 ≥ +∞? no; α = 3
    ("C", "leave", 3, +OO, 3),
    ("B", "update", -OO, 3, 3),  # v = min(+∞, 3); 3 ≤ −∞? no; β = 3
    ("D", "enter", -OO, 3, -OO),
    ("J", "enter", -OO, 3, None),
    ("J", "leaf", -OO, 3, 5),
    ("J", "leave", -OO, 3, 5),
    ("D", "update", -OO, 3, 5),  # v = max(−∞, 5); 5 ≥ 3? yes
    ("D", "prune", -OO, 3, 5),  # K is cut
    ("D", "leave", -OO, 3, 5),
    ("B", "update", -OO, 3, 3),  # v = min(3, 5); 3 ≤ −∞? no; β stays
    ("B", "leave", -OO, 3, 3),
    ("A", "update", 3, +OO, 3),  # v = max(−∞, 3); 3 ≥ +∞? no; α = 3
    ("E", "enter", 3, +OO, +OO),
    ("F", "enter", 3, +OO, -OO),
    ("L", "enter", 3, +OO, None),
    ("L", "leaf", 3, +OO, 0),
    ("L", "leave", 3, +OO, 0),
    ("F", "update", 3, +OO, 0),  # v = max(−∞, 0); 0 ≥ +∞? no; α stays 3
    ("M", "enter", 3, +OO, None),
    ("M", "leaf", 3, +OO, 1),
    ("M", "leave", 3, +OO, 1),
    ("F", "update", 3, +OO, 1),
    ("F", "leave", 3, +OO, 1),
    ("E", "update", 3, +OO, 1),  # v = min(+∞, 1); 1 ≤ 3? yes
    ("E", "prune", 3, +OO, 1),  # all of G is cut
    ("E", "leave", 3, +OO, 1),
    ("A", "update", 3, +OO, 3),  # v = max(3, 1); 3 ≥ +∞? no; α stays
    ("A", "leave", 3, +OO, 3),
]

# The bounded form: v is α at a MAX node and β at a MIN node; a leaf outside the window is left at its edge.
FAIL_HARD_STEPS = [
    *FAIL_SOFT_STEPS[:16],  # up to here the two forms do the same
    ("J", "leave", -OO, 3, 3),  # 5 is above β = 3
    ("D", "update", 3, 3, 3),  # α = max(−∞, 3); 3 ≥ 3? yes
    ("D", "prune", 3, 3, 3),
    ("D", "leave", 3, 3, 3),
    ("B", "update", -OO, 3, 3),
    ("B", "leave", -OO, 3, 3),
    ("A", "update", 3, +OO, 3),
    ("E", "enter", 3, +OO, +OO),
    ("F", "enter", 3, +OO, 3),
    ("L", "enter", 3, +OO, None),
    ("L", "leaf", 3, +OO, 0),
    ("L", "leave", 3, +OO, 3),  # 0 is below α = 3
    ("F", "update", 3, +OO, 3),
    ("M", "enter", 3, +OO, None),
    ("M", "leaf", 3, +OO, 1),
    ("M", "leave", 3, +OO, 3),
    ("F", "update", 3, +OO, 3),
    ("F", "leave", 3, +OO, 3),
    ("E", "update", 3, 3, 3),  # β = min(+∞, 3); 3 ≤ 3? yes
    ("E", "prune", 3, 3, 3),
    ("E", "leave", 3, 3, 3),
    ("A", "update", 3, +OO, 3),
    ("A", "leave", 3, +OO, 3),
]

# The form that moves its bound before it tests: as fail-hard, but a leaf is left as it is.
UPDATE_FIRST_STEPS = [
    *FAIL_SOFT_STEPS[:17],
    ("D", "update", 5, 3, 5),  # α = max(−∞, 5); 5 ≥ 3? yes
    ("D", "prune", 5, 3, 5),
    ("D", "leave", 5, 3, 5),
    *FAIL_HARD_STEPS[20:27],
    ("L", "leave", 3, +OO, 0),
    *FAIL_HARD_STEPS[28:31],
    ("M", "leave", 3, +OO, 1),
    *FAIL_HARD_STEPS[32:],  # F answers α = 3, so E has β = 3
]


def recorded(variant):
    watch = Recorder()
    choice = alphabeta(Tree(WALK_THROUGH), variant=variant, watch=watch)
    return choice, watch


@pytest.mark.parametrize(
    ("variant", "by_hand"),
    # No tie comes up in this tree, so the form that cuts only v > β takes the same steps as the textbook's.
    [
        ("fail-soft", FAIL_SOFT_STEPS),
        ("fail-hard", FAIL_HARD_STEPS),
        ("strict", FAIL_SOFT_STEPS),
        ("update-first", UPDATE_FIRST_STEPS),
    ],
)
def test_the_walk_through_has_the_alpha_beta_and_v_of_every_step_as_by_hand(variant, by_hand):
    _, watch = recorded(variant)
    steps = [(step.node, step.event, step.alpha, step.beta, step.value) for step in watch.steps]
    for number, (found, wanted) in enumerate(itertools.zip_longest(steps, by_hand)):
        assert found == wanted, f"step {number}"
    assert [step.index for step in watch.steps] == list(range(len(by_hand)))


@ALL_FORMS
def test_the_walk_through_is_worth_3_and_cuts_the_second_child_of_d_and_all_of_g(variant):
    choice, watch = recorded(variant)
    assert choice == (3, 0)
    assert watch.pruned == [("D", 2), ("E", 2)]
    assert [step.cut for step in watch.steps if step.event == "prune"] == [(1,), (1,)]
    assert watch.leaves == [2, 3, 5, 0, 1]


def test_the_walk_through_says_each_test_with_its_numbers():
    _, watch = recorded("fail-soft")
    said = {(step.node, number): step.sentence for number, step in enumerate(watch.steps)}
    assert "B is a MIN node" in said["B", 12]
    assert "v ≤ α? 3 ≤ −∞: no, go on" in said["B", 12]
    assert "v ≥ β? 5 ≥ 3: yes" in said["D", 17]
    assert "child 2 of D is cut" in said["D", 18]
    assert said["F", 28].endswith("v ≥ β? 0 ≥ +∞: no, go on. α stays 3, as max(3, 0) = 3.")
    assert "v ≤ α? 1 ≤ 3: yes" in said["E", 34]
    assert "v ≥ β? 3 ≥ +∞: no, go on" in said["A", 37]


SECOND_NOTES = "(((3 5) (6 9)) ((1 2) (0 -1)))"


def as_in_the_second_notes(node, alpha, beta, answers):
    """MAX-VALUE and MIN-VALUE of the notes, line for line; `answers` keeps what each node returns."""
    if not node.children:
        return node.values[0]
    answers[node.name] = alpha if node.player == MAX else beta
    for child in node.children:
        if node.player == MAX:
            alpha = max(alpha, as_in_the_second_notes(child, alpha, beta, answers))
            answers[node.name] = alpha
        else:
            beta = min(beta, as_in_the_second_notes(child, alpha, beta, answers))
            answers[node.name] = beta
        if alpha >= beta:
            break
    return answers[node.name]


def test_update_first_answers_at_every_node_what_the_second_notes_code_returns():
    assert left_by_update_first(Tree(SECOND_NOTES)) == {"A": 5, "B": 5, "C": 5, "D": 5, "E": 6, "F": 5}
    for seed in range(400):
        tree, answers = Tree.random(5, 3, seed), {}
        as_in_the_second_notes(tree.node(0), -OO, OO, answers)
        assert left_by_update_first(tree) == answers


def left_by_update_first(tree):
    watch = Recorder()
    alphabeta(tree, variant="update-first", watch=watch)
    inner = {step.node for step in watch.steps if step.event in ("update", "prune")}
    return {step.node: step.value for step in watch.steps if step.event == "leave" and step.node in inner}


def test_update_first_visits_the_leaves_of_fail_soft_and_of_fail_hard():
    for seed in range(400):
        tree = Tree.random(5, 3, seed)
        watches = {variant: Recorder() for variant in ("fail-soft", "fail-hard", "update-first")}
        for variant, watch in watches.items():
            alphabeta(tree, variant=variant, watch=watch)
        assert len({tuple(watch.leaf_paths) for watch in watches.values()}) == 1


def test_the_walk_through_names_lines_of_the_pseudo_code_that_do_what_the_step_does():
    for variant, algorithm in VARIANTS.items():
        _, watch = recorded(variant)
        lines = algorithm.pseudocode.splitlines()
        for step in watch.steps:
            line = lines[step.line - 1]
            wanted = {"enter": "function", "leaf": "UTILITY", "update": "←", "prune": "if", "leave": "return"}[
                step.event
            ]
            assert wanted in line, (variant, step, line)


def test_steps_as_json_have_the_fields_of_the_interface_and_null_for_infinities():
    _, watch = recorded("fail-soft")
    first, update = watch.steps[0].json(), watch.steps[6].json()
    assert list(first) == ["index", "node", "event", "alpha", "beta", "value", "line", "sentence"]
    assert (first["alpha"], first["beta"], first["value"]) == (None, None, None)
    assert (update["node"], update["event"], update["alpha"], update["beta"], update["value"]) == (
        "C",
        "update",
        2,
        None,
        2,
    )


@BOTH_WAYS
def test_a_tie_is_cut_by_the_textbook_form_and_looked_at_by_the_strict_form(interpreted):
    for tree in ("((3 5) (3 1))", "min((3 1) (3 5))"):  # at C, v = 3 ties with α = 3, or with β = 3
        counted = {}
        for variant in VARIANTS:
            watch = Count()
            assert alphabeta(Tree(tree), variant=variant, watch=watch, interpreted=interpreted) == (3, 0)
            counted[variant] = watch.leaves
        assert counted == {"fail-soft": 3, "fail-hard": 3, "strict": 4, "update-first": 3}, tree


# ---------------------------------------------------------------- dice

DICE_TREES = [
    ("max(chance(1/2: 8 1/3: 24 1/6: -12))", 10),
    ("chance(1/6: 1 1/6: 2 1/6: 3 1/6: 4 1/6: 5 1/6: 6)", 3.5),
    ("chance(1/4: 20 1/2: 30 1/4: 60)", 35),
    ("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)", 10),
    ("max(chance(1/2: 8 1/3: 24 1/6: -12) 11)", 11),
    ("max(chance(1/2: min(4 6) 1/2: max(0 min(2 8))) 1)", 3),
]


@BOTH_WAYS
@pytest.mark.parametrize(("tree", "value"), DICE_TREES)
def test_chance_is_weighed_by_its_probabilities(tree, value, interpreted):
    drawn = Tree(tree)
    assert expectiminimax(drawn, interpreted=interpreted).value == pytest.approx(value, abs=1e-12)
    assert maxn(drawn, interpreted=True).value[0] == pytest.approx(value, abs=1e-12)
    if drawn.players == 1:
        assert expectimax(drawn, interpreted=interpreted).value == pytest.approx(value, abs=1e-12)


@BOTH_WAYS
def test_a_chance_tree_whose_payoffs_are_all_c_is_worth_c(interpreted):
    with_dice = [tree for seed in range(200) if (tree := Tree.random(4, 3, seed, chance=True)).facts.chance]
    assert len(with_dice) > 100
    for number, tree in enumerate(with_dice):
        c = (7.0, -2.5, 0.0)[number % 3]
        for leaf in leaves_below(tree.node(0)):
            leaf.values = (c,)
        same = Tree.from_node(tree.node(0))
        assert search("expectiminimax", same, interpreted=interpreted)[0] == pytest.approx(c, abs=1e-12)


@BOTH_WAYS
def test_at_a_chance_node_and_at_a_leaf_there_is_no_action_to_choose(interpreted):
    assert expectiminimax(Tree("chance(1/2: 1 1/2: 3)"), interpreted=interpreted) == (2, None)
    tree = Tree(FIGURE_5_2)
    assert minimax(tree, tree.parse("F"), interpreted=interpreted) == (12, None)


# ---------------------------------------------------------------- more than two players

FIGURE_5_4 = "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))"


@BOTH_WAYS
def test_figure_5_4_each_player_maximises_its_own_entry_and_ties_go_to_the_first(interpreted):
    # C takes <1,2,6> <6,1,2> <1,5,2> <5,4,5>; B takes <1,2,6> <1,5,2>; for A both are worth 1: the first.
    tree, watch = Tree(FIGURE_5_4), Count()
    assert maxn(tree, watch=watch, interpreted=interpreted) == ((1, 2, 6), 0)
    assert (watch.nodes, watch.leaves) == (15, 8)
    parts = {"B": (1, 2, 6), "C": (1, 5, 2), "D": (1, 2, 6), "E": (6, 1, 2), "F": (1, 5, 2), "G": (5, 4, 5)}
    for name, vector in parts.items():
        assert maxn(tree, tree.parse(name), interpreted=interpreted).value == vector


@BOTH_WAYS
@pytest.mark.parametrize(
    ("tree", "value", "child"),
    [
        ("((<1,9> <2,3>) (<3,1> <8,0>))", (3, 1), 1),  # B gives the first 1 and itself 9; C gives 3 and 1
        ("(<5,1> <5,2> <4,9>)", (5, 1), 0),  # a tie for the first player: the first
        ("(p2(<1,5> <2,5> <3,4>) <0,9>)", (1, 5), 0),  # a tie for the second
        ("((((<1,2,3,4> <0,0,0,5>))))", (0, 0, 0, 5), 0),
        # D takes <1,2,3,4> (a tie) and <9,9,2,1>; C has 3 or 2 of its own; B has 2 there, and 3 in the other branch.
        ("((((<1,2,3,4> <0,0,0,4>) (<9,9,2,1>)) ((<0,3,0,0>))))", (0, 3, 0, 0), 0),
        ("p4(<1,1,1,1> <0,0,0,2> p2(<5,5,5,5>))", (5, 5, 5, 5), 2),
    ],
)
def test_vectors_of_two_and_of_four_players(tree, value, child, interpreted):
    drawn = Tree(tree)
    assert maxn(drawn, interpreted=interpreted) == (value, child)
    assert tree_vector(drawn.node(0), drawn.players) == value


@BOTH_WAYS
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_a_shared_payoff_maxn_finds_the_joint_optimum(players, interpreted):
    for seed in range(60):
        tree = Tree.random(4, 3, seed, players=players)
        for leaf in leaves_below(tree.node(0)):
            leaf.values = leaf.values[:1] * players
        shared = Tree.from_node(tree.node(0))
        most = max(leaf.values[0] for leaf in leaves_below(shared.node(0)))
        assert maxn(shared, interpreted=interpreted).value == (most,) * players


# ---------------------------------------------------------------- tic-tac-toe


@BOTH_WAYS
def test_tic_tac_toe_has_549_946_nodes_and_255_168_games_and_is_a_draw(interpreted):
    watch = Count()
    assert minimax(TicTacToe(), watch=watch, interpreted=interpreted).value == 0
    assert (watch.nodes, watch.leaves, watch.deepest) == (549_946, 255_168, 9)


def test_tic_tac_toe_has_5_478_states():
    game = TicTacToe()
    seen = {game.initial()}
    todo = list(seen)
    while todo:
        s = todo.pop()
        if not game.is_terminal(s):
            after = {game.result(s, a) for a in game.actions(s)} - seen
            seen |= after
            todo += after
    assert len(seen) == 5_478


def test_tic_tac_toe_is_a_draw_by_alpha_beta_with_far_fewer_nodes_compiled_and_interpreted_alike():
    compiled, interpreted = Count(), Count()
    choice = alphabeta(TicTacToe(), watch=compiled)
    assert choice.value == 0
    assert choice == alphabeta(TicTacToe(), watch=interpreted, interpreted=True)
    assert compiled.counts.tolist() == interpreted.counts.tolist()
    assert 1_000 < compiled.nodes < 40_000


def test_tic_tac_toe_every_first_move_draws_and_a_blunder_loses():
    game = TicTacToe()
    for square in game.actions(game.initial()):
        s = game.result(game.initial(), square)
        assert minimax(game, s).value == alphabeta(game, s).value == 0
    assert minimax(game, game.parse("XX.OO....")) == alphabeta(game, game.parse("XX.OO....")) == (1, 2)
    assert minimax(game, game.parse("XX.OO...X")).value == alphabeta(game, game.parse("XX.OO...X")).value == -1


# ---------------------------------------------------------------- perfect ordering


def perfectly_ordered(dice, kind, branching, depth, value):
    """A uniform tree of that value in which the best child comes first at every node, and alone is best."""
    if depth == 0:
        return Node(0, values=(float(value),))
    worse = -1 if kind == MAX else 1
    values = [value] + [value + worse * dice.randint(1, 5) for _ in range(branching - 1)]
    children = [perfectly_ordered(dice, 1 - kind, branching, depth - 1, v) for v in values]
    return Node(0, player=kind, children=children)


UNIFORM = [
    (1, 1),
    (1, 6),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 7),
    (2, 10),
    (3, 1),
    (3, 4),
    (3, 7),
    (4, 5),
    (5, 4),
    (6, 3),
    (9, 4),
]


@pytest.mark.parametrize(("b", "m"), UNIFORM)
def test_with_perfect_ordering_alpha_beta_visits_exactly_the_fewest_leaves(b, m):
    fewest = b ** ((m + 1) // 2) + b ** (m // 2) - 1
    for root in (MAX, MIN) if m > 1 else (MIN,):  # a tree in which only MAX acts would be compiled once more
        tree = Tree.from_node(perfectly_ordered(random.Random(b * 100 + m), root, b, m, 0))
        for variant in VARIANTS:
            for interpreted in (False, True):
                value, number, watch = search(variant, tree, interpreted=interpreted)
                assert (value, number, watch.leaves) == (0, 0, fewest), (variant, interpreted)
        value, number, watch = search("minimax", tree)
        assert (value, number, watch.leaves) == (0, 0, b**m)


def test_with_the_worst_ordering_alpha_beta_visits_every_leaf():
    def reverse(node):
        node.children.reverse()
        for child in node.children:
            reverse(child)
        return node

    for b, m in ((2, 3), (3, 3), (2, 6)):
        tree = Tree.from_node(reverse(perfectly_ordered(random.Random(b), MAX, b, m, 0)))
        value, _, watch = search("minimax", tree)
        for variant in VARIANTS:
            found, _, cut = search(variant, tree)
            assert found == value == 0
            assert b ** ((m + 1) // 2) + b ** (m // 2) - 1 < cut.leaves <= watch.leaves == b**m


# ---------------------------------------------------------------- irregular trees, names, starting anywhere


@BOTH_WAYS
def test_trees_of_irregular_shape_and_explicit_kinds_are_searched_as_written(interpreted):
    for text, value in [
        ("((4))", 4),
        ("(1 (2 (3 (4 (5)))))", 2),
        ("max(max(1 9) min(2 3) 5)", 9),  # MAX moves twice
        ("min(max(1 9) min(2 3) 5)", 2),  # MIN moves twice
        ("(min(min(7 5) max(3 4)) 2)", 4),
    ]:
        tree = Tree(text)
        assert minimax(tree, interpreted=interpreted).value == value, text
        for variant in VARIANTS:
            assert alphabeta(tree, variant=variant, interpreted=interpreted).value == value, text


@BOTH_WAYS
def test_a_search_begins_at_any_node(interpreted):
    tree = Tree(FIGURE_5_2)
    values = {name: minimax(tree, tree.parse(name), interpreted=interpreted).value for name in "BCDEM"}
    assert values == {"B": 3, "C": 2, "D": 2, "E": 3, "M": 2}
    assert minimax(tree, tree.result(tree.initial(), 2), interpreted=interpreted) == (2, 2)


def test_counts_of_minimax_are_the_sizes_of_the_tree():
    for seed in range(100):
        tree = Tree.random(5, 3, seed)
        _, _, watch = search("minimax", tree, interpreted=True)
        assert watch.nodes == nodes_below(tree.node(0))
        assert watch.leaves == len(leaves_below(tree.node(0)))


# ---------------------------------------------------------------- what an algorithm needs

WITH_DICE = "max(chance(1/2: 1 1/2: 2) 0)"
WITH_VECTORS = "((<1,2,3> <3,2,1>) <0,0,0>)"
GENERAL_SUM = "((<1,2> <3,2>) <0,0>)"
OPPOSED = "((1 2) (3 4))"


@pytest.mark.parametrize(
    ("name", "tree", "named"),
    [
        ("minimax", WITH_DICE, "chance"),
        ("fail-soft", WITH_DICE, "chance"),
        ("minimax", WITH_VECTORS, "two players"),
        ("fail-hard", WITH_VECTORS, "two players"),
        ("expectiminimax", WITH_VECTORS, "two players"),
        ("minimax", GENERAL_SUM, "constant-sum"),
        ("strict", GENERAL_SUM, "constant-sum"),
        ("expectiminimax", GENERAL_SUM, "constant-sum"),
        ("expectimax", OPPOSED, "one player"),
        ("expectimax", WITH_VECTORS, "one player"),
    ],
)
def test_a_search_refuses_a_game_that_does_not_fit_in_a_sentence_that_names_what_is_missing(name, tree, named):
    game = Tree(tree)
    algorithm = SEARCHES[name]
    assert not algorithm.fits(game)
    with pytest.raises(DoesNotFit) as refused:
        search(name, game)
    sentence = str(refused.value)
    assert named in sentence
    assert "tree" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("tree", [WITH_DICE, WITH_VECTORS, GENERAL_SUM, OPPOSED])
def test_maxn_takes_every_game(tree):
    game = Tree(tree)
    assert SEARCHES["maxn"].fits(game)
    assert maxn(game, interpreted=True).value == pytest.approx(tree_vector(game.node(0), game.players))


def test_alpha_beta_refuses_a_form_and_a_depth_that_do_not_exist():
    with pytest.raises(BadInput, match="fail-medium"):
        alphabeta(Tree(), variant="fail-medium")
    for function in (minimax, alphabeta, expectiminimax, maxn):
        with pytest.raises(BadInput, match="-1"):
            function(Tree(), depth=-1)


def test_a_game_of_the_wrong_kind_is_refused():
    with pytest.raises(BadInput):
        minimax("tic-tac-toe")
    assert CHANCE not in (MAX, MIN)
