"""Laws of the searches, on thousands of random trees and random games, against oracles that share no code with them."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.game import CHANCE
from kibitz.games.tree import Node, read, written
from kibitz.lab.recording import Recorder
from kibitz.search.textbook.alphabeta import VARIANTS, alphabeta
from kibitz.search.textbook.expectiminimax import expectimax, expectiminimax
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.minimax import minimax
from kibitz.search.watch import Count
from oracle import (
    FOREVER,
    GuessingTree,
    HashDice,
    HashGame,
    HashTrio,
    at,
    exact_dice_tree,
    game_value,
    game_vector,
    increasing,
    leaves_below,
    mapped,
    nodes_below,
    numbers,
    random_trees,
    search,
    seeds,
    shuffled,
    tree_value,
    tree_vector,
)

ALL_FORMS = pytest.mark.parametrize("variant", VARIANTS)


def close(value):
    return pytest.approx(value, abs=1e-9)


@pytest.fixture(scope="module")
def trees():
    """Two thousand trees of all sorts of shapes, for two players without dice."""
    small = random_trees(1000, 3, 3)
    deep = random_trees(700, 6, 2, seed=10_000)
    wide = random_trees(300, 4, 5, seed=20_000)
    return small + deep + wide


@pytest.fixture(scope="module")
def dice_trees():
    """A thousand trees with dice, for two players."""
    return random_trees(700, 5, 3, chance=True) + random_trees(300, 4, 4, chance=True, seed=50_000)


# ---------------------------------------------------------------- minimax and alpha-beta on trees


def test_minimax_is_the_textbook_recursion_on_2000_trees(trees):
    for tree in trees:
        root = tree.node(0)
        value, number, watch = search("minimax", tree)
        assert value == tree_value(root)
        values = [tree_value(child) for child in root.children]
        assert number == values.index(value)  # the first of the best
        assert (watch.nodes, watch.leaves) == (nodes_below(root), len(leaves_below(root)))


@ALL_FORMS
def test_alpha_beta_is_minimax_with_a_move_of_equal_value_and_never_more_leaves_on_2000_trees(variant, trees):
    saved = 0
    for tree in trees:
        root = tree.node(0)
        value, number, watch = search(variant, tree)
        assert value == tree_value(root)
        assert tree_value(root.children[number]) == value
        everything = len(leaves_below(root))
        assert watch.leaves <= everything
        saved += everything - watch.leaves
    assert saved > 1000


@ALL_FORMS
def test_alpha_beta_is_minimax_at_every_depth_limit(variant, trees):
    for tree in trees[::4]:
        root = tree.node(0)
        for depth in range(7):
            wanted = tree_value(root, depth, tree.guess)
            value, number, watch = search("minimax", tree, depth=depth)
            found, choice, cut = search(variant, tree, depth=depth)
            assert value == found == wanted
            assert (number == -1) == (choice == -1) == (depth == 0)
            assert cut.leaves <= watch.leaves
            assert cut.evaluated <= watch.evaluated
            assert watch.deepest <= depth
            if depth:
                assert tree_value(root.children[choice], depth - 1, tree.guess) == wanted


@ALL_FORMS
def test_alpha_beta_is_minimax_in_whatever_order_the_children_come(variant, trees):
    for tree, dice in zip(trees[::3], seeds(len(trees)), strict=False):
        root = tree.node(0)
        value = tree_value(root)
        other = GuessingTree.from_node(shuffled(root, dice))
        found, number, _ = search(variant, other)
        assert found == value
        assert tree_value(other.node(0).children[number]) == value


def test_the_order_of_children_changes_how_much_is_cut(trees):
    counted = set()
    for dice in seeds(20):
        tree = GuessingTree.from_node(shuffled(trees[-1].node(0), dice))
        counted.add(search("fail-soft", tree)[2].leaves)
    assert len(counted) > 3


# ---------------------------------------------------------------- windows: the contracts in alphabeta's docstring


def windows(dice, value):
    """Random windows, many of them near the value."""
    for _ in range(6):
        centre = value if dice.random() < 0.6 else dice.randint(-9, 9)
        low, high = centre - dice.choice([0, 0.5, 1, 3]), centre + dice.choice([0, 0.5, 1, 3])
        if low < high:
            yield low, high
    yield -float("inf"), value
    yield value, float("inf")


def assert_soft(found, value, alpha, beta):
    if value <= alpha:
        assert value <= found <= alpha
    elif value >= beta:
        assert beta <= found <= value
    else:
        assert found == value


def cases_of_windows(trees):
    for tree, dice in zip(trees, seeds(len(trees), 99), strict=True):
        depth = dice.choice([FOREVER, FOREVER, 1, 2, 3])
        value = tree_value(tree.node(0), depth, tree.guess)
        for alpha, beta in windows(dice, value):
            yield tree, depth, value, alpha, beta


@pytest.mark.parametrize("variant", ["fail-soft", "strict"])
def test_the_soft_forms_answer_the_value_inside_the_window_and_a_bound_outside(variant, trees):
    below = above = lower = higher = 0
    for tree, depth, value, alpha, beta in cases_of_windows(trees[::2]):
        found, _, _ = search(variant, tree, depth=depth, window=(alpha, beta))
        assert_soft(found, value, alpha, beta)
        below += value <= alpha
        above += value >= beta
        lower += found < alpha
        higher += found > beta
    assert below > 500
    assert above > 500
    assert lower > 200  # soft: more is said than the edge of the window
    assert higher > 200


def test_the_bounded_form_answers_the_value_clamped_to_the_window(trees):
    for tree, depth, value, alpha, beta in cases_of_windows(trees[::2]):
        found, _, _ = search("fail-hard", tree, depth=depth, window=(alpha, beta))
        assert found == min(max(value, alpha), beta)


def test_the_form_that_updates_first_is_soft_where_it_cuts_and_answers_the_edge_elsewhere(trees):
    edges = bounds = 0
    for tree, depth, value, alpha, beta in cases_of_windows(trees[::2]):
        found, _, _ = search("update-first", tree, depth=depth, window=(alpha, beta))
        assert_soft(found, value, alpha, beta)
        root = tree.node(0)
        if root.children and depth > 0 and not alpha < value < beta:
            fails_low = value <= alpha
            if (root.player == 0) == fails_low:  # the side on which this node cannot cut
                assert found == (alpha if fails_low else beta)
                edges += 1
            bounds += found not in (alpha, beta)
    assert edges > 300
    assert bounds > 100


@ALL_FORMS
def test_inside_the_window_the_move_is_a_best_one(variant, trees):
    checked = 0
    for tree, depth, value, alpha, beta in cases_of_windows(trees[::4]):
        if alpha < value < beta and depth == FOREVER:
            _, number, _ = search(variant, tree, window=(alpha, beta))
            assert tree_value(tree.node(0).children[number]) == value
            checked += 1
    assert checked > 300


@ALL_FORMS
def test_a_narrower_window_never_costs_more_nodes(variant, trees):
    for tree, depth, _, alpha, beta in cases_of_windows(trees[::8]):
        narrow = search(variant, tree, depth=depth, window=(alpha, beta))[2]
        assert narrow.nodes <= search(variant, tree, depth=depth)[2].nodes


# ---------------------------------------------------------------- transforms of the payoffs


def test_minimax_and_alpha_beta_choose_alike_under_any_increasing_transform(trees):
    for tree, dice in zip(trees[::2], seeds(len(trees), 7), strict=False):
        transform = increasing(dice)
        other = GuessingTree.from_node(mapped(tree.node(0), transform))
        for name in ("minimax", *VARIANTS):
            value, number, watch = search(name, tree)
            after, same, counted = search(name, other)
            assert after == transform(value)
            assert same == number
            assert numbers(counted) == numbers(watch)


def test_expectiminimax_chooses_alike_under_positive_affine_transforms():
    checked = 0
    for dice in seeds(1500, 3):
        root = exact_dice_tree(dice, 4)
        tree = GuessingTree.from_node(root)
        if tree.players != 2 or not tree.facts.chance:
            continue
        scale, offset = dice.randint(1, 64), dice.randint(-100, 100)
        other = GuessingTree.from_node(mapped(root, lambda x, a=scale, b=offset: a * x + b))
        value, number, _ = search("expectiminimax", tree)
        after, same, _ = search("expectiminimax", other)
        assert Fraction(after) == scale * Fraction(value) + offset  # all exact: the dice are sixteenths
        assert same == number
        checked += 1
    assert checked > 500


def test_a_monotone_transform_changes_the_choice_of_expectiminimax_but_not_of_minimax():
    # The textbook's own: 1 2 3 4 become 1 20 30 400, in the same order.
    before = "max(chance(9/10: 2 1/10: 3) chance(9/10: 1 1/10: 4))"
    after = "max(chance(9/10: 20 1/10: 30) chance(9/10: 1 1/10: 400))"
    for interpreted in (False, True):
        one = expectiminimax(GuessingTree(before), interpreted=interpreted)
        other = expectiminimax(GuessingTree(after), interpreted=interpreted)
        assert (one.value, one.action) == (close(2.1), 0)
        assert (other.value, other.action) == (close(40.9), 1)
    for text in (before, after):
        without_dice = GuessingTree(text.replace("chance", "min").replace("9/10: ", "").replace("1/10: ", ""))
        assert minimax(without_dice).action == 0


# ---------------------------------------------------------------- one algorithm is another


def test_expectiminimax_is_the_textbook_recursion_on_1000_trees_with_dice(dice_trees):
    for tree in dice_trees:
        root = tree.node(0)
        value, number, watch = search("expectiminimax", tree)
        assert value == close(tree_value(root))
        assert watch.nodes == nodes_below(root)
        if root.player == CHANCE:
            assert number == -1
        else:
            assert tree_value(root.children[number]) == close(value)


def test_expectiminimax_at_every_depth_limit_counts_decisions_and_not_rolls(dice_trees):
    for tree in dice_trees[::3]:
        for depth in range(5):
            value, _, _ = search("expectiminimax", tree, depth=depth)
            assert value == close(tree_value(tree.node(0), depth, tree.guess))


def test_expectiminimax_without_chance_is_minimax_in_value_choice_and_count(trees):
    for tree in trees:
        value, number, watch = search("expectiminimax", tree)
        wanted, choice, counted = search("minimax", tree)
        assert (value, number, numbers(watch)) == (wanted, choice, numbers(counted))


def test_expectiminimax_with_one_player_is_expectimax_in_value_choice_and_count():
    for tree in random_trees(800, 5, 3, players=1, chance=True):
        value, number, watch = search("expectiminimax", tree)
        wanted, choice, counted = search("expectimax", tree)
        assert (value, number, numbers(watch)) == (wanted, choice, numbers(counted))
        assert wanted == close(tree_value(tree.node(0)))


def test_maxn_with_two_opposed_players_is_minimax(trees):
    for tree in trees:
        root = tree.node(0)
        vector, number, watch = search("maxn", tree)
        value, _, counted = search("minimax", tree)
        assert vector == (value, -value)
        assert tree_value(root.children[number]) == value
        assert numbers(watch) == numbers(counted)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_maxn_is_the_textbook_recursion_on_vectors(players):
    for seed in range(300):
        tree = GuessingTree.random(4, 3, seed, players=players)
        root = tree.node(0)
        if not root.children:
            continue
        vector, number, watch = search("maxn", tree, interpreted=players != 3)
        assert vector == tree_vector(root, players)
        vectors = [tree_vector(child, players) for child in root.children]
        own = [v[root.player] for v in vectors]
        assert number == own.index(max(own))  # the first of the best
        assert watch.nodes == nodes_below(root)


# ---------------------------------------------------------------- random games: lines that meet, turns in any order


def test_the_random_games_are_games_worth_searching():
    """Not a law of Kibitz: what the laws below rest on."""
    for kind, movers in ((HashGame, {0, 1}), (HashDice, {-1, 0, 1}), (HashTrio, {-1, 0, 1, 2})):
        seen, met_again, repeated_turns = set(), 0, 0
        for seed in range(20):
            game = kind(seed)
            states = {game.initial()}
            todo = list(states)
            for s in todo:
                if game.is_terminal(s):
                    continue
                seen.add(game.player(s))
                for a in game.choices(s):
                    after = game.result(s, a)
                    met_again += after in states
                    if not game.is_terminal(after):
                        repeated_turns += game.player(s) == game.player(after)
                    if after not in states:
                        states.add(after)
                        todo.append(after)
        assert seen == movers
        assert met_again > 50
        assert repeated_turns > 50


def test_alpha_beta_is_minimax_on_600_random_games_at_every_depth_and_ordering():
    for seed in range(600):
        game = HashGame(seed, depth=5 + seed % 3, turn=seed % 4)
        for depth in (FOREVER, seed % 6):
            wanted = game_value(game, depth=depth)
            value, number, watch = search("minimax", game, depth=depth)
            assert value == wanted
            first = game.initial()
            after = (
                []
                if number == -1
                else [game_value(game, game.result(first, a), depth - 1) for a in game.actions(first)]
            )
            for variant in VARIANTS:
                found, choice, cut = search(variant, game, depth=depth)
                assert found == wanted
                assert (choice == -1) == (number == -1)
                assert cut.nodes <= watch.nodes
                assert not after or after[choice] == wanted


@ALL_FORMS
def test_windows_hold_their_contracts_on_random_games(variant):
    for seed, dice in enumerate(seeds(250)):
        game = HashGame(seed)
        value = game_value(game)
        for alpha, beta in windows(dice, value):
            found, _, _ = search(variant, game, window=(alpha, beta))
            if variant == "fail-hard":
                assert found == min(max(value, alpha), beta)
            else:
                assert_soft(found, value, alpha, beta)


def test_expectiminimax_is_the_recursion_on_400_random_games_with_dice():
    for seed in range(400):
        game = HashDice(seed, turn=seed % 3)
        for depth in (FOREVER, seed % 5):
            value, number, _ = search("expectiminimax", game, depth=depth)
            assert value == close(game_value(game, depth=depth))
            if number >= 0:
                after = game.result(game.initial(), list(game.actions(game.initial()))[number])
                assert game_value(game, after, depth - 1) == close(value)


def test_maxn_is_the_recursion_on_400_random_games_for_three_with_dice():
    for seed in range(400):
        game = HashTrio(seed, turn=seed % 3)
        for depth in (FOREVER, seed % 5):
            vector, _, _ = search("maxn", game, depth=depth)
            assert vector == close(game_vector(game, depth=depth))


# ---------------------------------------------------------------- compiled and interpreted

WITHOUT_DICE = {"players": 2, "chance": False}
WITH_DICE = {"players": 2, "chance": True}
SUBJECTS = {
    "minimax": (WITHOUT_DICE, HashGame),
    "fail-soft": (WITHOUT_DICE, HashGame),
    "fail-hard": (WITHOUT_DICE, HashGame),
    "strict": (WITHOUT_DICE, HashGame),
    "update-first": (WITHOUT_DICE, HashGame),
    "expectiminimax": (WITH_DICE, HashDice),
    "expectimax": ({"players": 1, "chance": True}, None),
    "maxn": (WITHOUT_DICE, HashTrio),
}


def subjects(name):
    kind, game = SUBJECTS[name]
    found = random_trees(150, 5, 3, seed=777, **kind)
    return found if game is None else found + [game(seed, turn=seed % 3) for seed in range(150)]


@pytest.mark.parametrize("name", SUBJECTS)
def test_compiled_and_interpreted_give_the_same_value_choice_and_counts(name):
    for number, game in enumerate(subjects(name)):
        for depth in (FOREVER, number % 5):
            compiled = search(name, game, depth=depth)
            interpreted = search(name, game, depth=depth, interpreted=True)
            assert compiled[:2] == interpreted[:2]
            assert numbers(compiled[2]) == numbers(interpreted[2])


def test_the_public_functions_answer_as_their_searches_do(trees, dice_trees):
    for interpreted in (False, True):
        for number, tree in enumerate(trees[:100]):
            depth = (None, 1, 2)[number % 3]
            plies = FOREVER if depth is None else depth
            for variant in VARIANTS:
                watch = Count()
                choice = alphabeta(tree, depth=depth, variant=variant, watch=watch, interpreted=interpreted)
                value, best, counted = search(variant, tree, depth=plies)
                assert (choice, numbers(watch)) == ((value, best), numbers(counted))
            bounded = alphabeta(tree, depth=depth, alpha=-1, beta=2, variant="fail-hard", interpreted=interpreted)
            assert bounded.value == min(max(tree_value(tree.node(0), plies, tree.guess), -1), 2)
            assert minimax(tree, depth=depth, interpreted=interpreted) == search("minimax", tree, depth=plies)[:2]
            assert maxn(tree, depth=depth, interpreted=interpreted) == search("maxn", tree, depth=plies)[:2]
        for tree in dice_trees[:60]:
            value, best, _ = search("expectiminimax", tree)
            chosen = None if best < 0 else best
            assert expectiminimax(tree, interpreted=interpreted) == (value, chosen)
        for tree in random_trees(30, 3, 3, players=1, chance=True):
            value, best, _ = search("expectimax", tree)
            chosen = None if best < 0 else best
            assert expectimax(tree, interpreted=interpreted) == (value, chosen)


# ---------------------------------------------------------------- what is written down


def recordings(name, chosen):
    for tree in chosen:
        watch = Recorder()
        value, _, _ = search(name, tree, watch=watch, interpreted=True)
        yield tree, value, watch, search(name, tree)[2]


@pytest.mark.parametrize("name", ["minimax", *VARIANTS, "maxn"])
def test_what_is_recorded_agrees_with_what_is_counted_and_with_the_tree(name, trees):
    cut_somewhere = 0
    for tree, value, watch, count in recordings(name, trees[::10]):
        root = tree.node(0)
        assert (watch.nodes, len(watch.leaves)) == (count.nodes, count.leaves)
        events = [step.event for step in watch.steps]
        assert events.count("enter") == events.count("leave") == count.nodes
        assert events.count("leaf") == count.leaves
        assert events.count("prune") <= count.cuts  # a test that cuts after the last child cuts nothing
        assert watch.steps[-1].value == value

        # Leaves come once each, from left to right, with the values that stand there.
        assert watch.leaf_paths == sorted(set(watch.leaf_paths))
        for path, seen in zip(watch.leaf_paths, watch.leaves, strict=True):
            assert at(root, path).values[0] == (seen[0] if name == "maxn" else seen)

        # Every edge below a node that was entered is either followed or cut, and no edge is both.
        entered = [step.path for step in watch.steps if step.event == "enter"]
        cut = [(*step.path, number) for step in watch.steps if step.event == "prune" for number in step.cut]
        assert sorted(entered) == entered
        assert set(entered).isdisjoint(cut)
        edges = sum(len(at(root, path).children) for path in entered)
        assert edges == len(entered) - 1 + len(cut)
        assert watch.pruned == [(at(root, path[:-1]).name, path[-1] + 1) for path in cut]
        cut_somewhere += bool(cut)
    assert cut_somewhere > 50 if name in VARIANTS else cut_somewhere == 0


@ALL_FORMS
def test_recorded_windows_only_narrow_and_every_cut_is_called_for(variant, trees):
    for tree, _, watch, _ in recordings(variant, trees[::10]):
        windows_at = {}
        for step in watch.steps:
            kind = at(tree.node(0), step.path).player
            if step.event == "enter":
                if step.path:
                    assert (step.alpha, step.beta) == windows_at[step.path[:-1]]  # the parent's, as it stands
                assert step.alpha < step.beta or (variant == "strict" and step.alpha == step.beta)
            else:
                alpha, beta = windows_at[step.path]
                assert step.alpha >= alpha
                assert step.beta <= beta
            windows_at[step.path] = (step.alpha, step.beta)
            if step.event == "prune":
                bound = step.beta if kind == 0 else step.alpha
                worse = step.value > bound if kind == 0 else step.value < bound
                assert worse or (variant != "strict" and step.value == bound)


def test_cut_children_cannot_matter(trees):
    """Whatever stands where something was cut, the root is worth the same."""
    dice = random.Random(5)
    changed = 0
    for tree in trees[::10]:
        watch = Recorder()
        value, number, _ = search("fail-soft", tree, watch=watch, interpreted=True)
        root = mapped(tree.node(0), lambda x: x)
        for step in watch.steps:
            for child in step.cut:
                for leaf in leaves_below(at(root, (*step.path, child))):
                    leaf.values = (float(dice.randint(-1000, 1000)),)
                    changed += 1
        assert search("fail-soft", GuessingTree.from_node(root))[:2] == (value, number)
        assert tree_value(root) == value
    assert changed > 500


# ---------------------------------------------------------------- whatever Hypothesis draws


def drawn_trees(kinds):
    leaves = st.builds(lambda x: Node(0, values=(float(x),)), st.integers(-4, 4))

    def inner(children):
        return st.builds(
            lambda kind, below: Node(0, player=kind, children=below),
            st.sampled_from(kinds),
            st.lists(children, min_size=1, max_size=4),
        )

    below = st.recursive(leaves, inner, max_leaves=25)
    # A MIN and a MAX node at least: every drawn tree is for two.
    return st.builds(
        lambda left, right: Node(0, player=0, children=[Node(0, player=1, children=[left, right]), right]), below, below
    )


@given(drawn_trees([0, 1]), st.integers(0, 5), st.integers(-5, 5), st.integers(1, 4))
def test_all_forms_of_alpha_beta_hold_their_contract_on_whatever_hypothesis_draws(root, depth, alpha, width):
    tree = GuessingTree.from_node(mapped(root, lambda x: x))
    root = tree.node(0)
    for plies in (depth, FOREVER):
        value = tree_value(root, plies, tree.guess)
        assert search("minimax", tree, depth=plies)[0] == value
        for variant in VARIANTS:
            assert search(variant, tree, depth=plies)[0] == value
            found, _, _ = search(variant, tree, depth=plies, window=(alpha, alpha + width))
            if variant == "fail-hard":
                assert found == min(max(value, alpha), alpha + width)
            else:
                assert_soft(found, value, alpha, alpha + width)


@given(drawn_trees([0, 1, CHANCE]))
def test_a_tree_written_in_brackets_and_read_again_is_worth_the_same(root):
    root = mapped(root, lambda x: x)
    todo = [root]
    for node in todo:
        if node.player == CHANCE:
            for child in node.children:
                child.probability = 1 / len(node.children)
        todo.extend(node.children)
    again = read(written(GuessingTree.from_node(root).node(0)))
    assert tree_value(GuessingTree.from_node(again).node(0)) == close(tree_value(root))
