"""The fewest leaves of alpha-beta on a tree: against every order there is, and an order that reaches it."""

from itertools import permutations, product
from math import factorial, inf, prod

import pytest

from kibitz.errors import BadInput
from kibitz.games.tree import Node, Tree
from kibitz.lab.editing import Edit, edited
from kibitz.lab.fewest_leaves import fewest_leaves, is_even
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_search import run_on, run_tree
from kibitz.lab.tree_text import canonical
from kibitz.search.textbook.alphabeta import VARIANTS

MOST_ORDERS = 300


def visited(node, alpha, beta, cuts_ties):
    """Alpha-beta, written once more: the value of a node of nested tuples, and the leaves it visits."""
    if not isinstance(node, tuple):
        return node, 1
    is_max, children = node
    v, leaves = (-inf if is_max else inf), 0
    for child in children:
        found, below = visited(child, alpha, beta, cuts_ties)
        leaves += below
        v = max(v, found) if is_max else min(v, found)
        beyond, edge = (v > beta, v == beta) if is_max else (v < alpha, v == alpha)
        if beyond or (cuts_ties and edge):
            break
        alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
    return v, leaves


def orders(node):
    """A node as nested tuples, with its children and theirs in every order."""
    if not node.children:
        yield node.values[0]
        return
    for children in product(*(list(orders(child)) for child in node.children)):
        for order in permutations(children):
            yield node.player == 0, order


def number_of_orders(node):
    return factorial(len(node.children)) * prod(number_of_orders(child) for child in node.children)


def small_trees():
    """Uneven trees with many ties, some in which a player moves twice, each with few enough orders to try all."""
    for seed in range(1400):
        tree = random_tree(2 + seed % 3, 2 + seed % 2, 0, (1, 2, 4, 9)[seed % 4], seed)
        if seed % 5 == 0:
            for node in every(tree.node(0)):
                node.player = 0 if node.children and (seed + len(node.children)) % 3 else node.player
            tree = Tree.from_node(tree.node(0))
        if 1 < number_of_orders(tree.node(0)) <= MOST_ORDERS:
            yield tree


def every(node: Node):
    yield node
    for child in node.children:
        yield from every(child)


def test_no_order_needs_fewer_leaves_and_one_needs_no_more():
    uneven = ties_matter = 0
    for tree in small_trees():
        all_orders = list(orders(tree.node(0)))
        found = {}
        for cuts_ties in (True, False):
            found[cuts_ties] = fewest_leaves(tree, cuts_ties).leaves
            assert found[cuts_ties] == min(visited(order, -inf, inf, cuts_ties)[1] for order in all_orders)
        uneven += not is_even(tree)
        ties_matter += found[True] < found[False]
    assert uneven > 200
    assert ties_matter > 50


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_edit_puts_the_children_in_an_order_that_needs_the_fewest(variant):
    better = 0
    for seed in range(150):
        text = canonical(random_tree(3 + seed % 3, 3, 0, 9, seed).node(0))
        tree = edited(text, Edit("fewest-leaves", value=variant))
        counts = run_tree(tree, "alphabeta", variant).counts
        assert counts.visited == counts.fewest == run_tree(text, "alphabeta", variant).counts.fewest
        better += counts.visited < run_tree(edited(text, Edit("best-first")), "alphabeta", variant).counts.visited
    assert better > 20  # best first is not best in every tree


def test_the_formula_is_for_even_trees_and_the_fewest_for_all():
    for seed in range(60):
        branching, depth = 2 + seed % 2, 1 + seed % 4
        counts = run_on(random_tree(depth, branching, 0, 9, seed, even=True), "alphabeta").counts
        assert counts.fewest == counts.best == branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    uneven = run_tree("(5 (((4 7) (3 6)) 9))").counts
    assert (uneven.best, uneven.fewest, uneven.leaves) == (None, 3, 6)
    for tree in ("max(max(1 2) max(3 4))", "((1 2) (3 4 5))", "((1 2) 3)", "7"):
        counts = run_tree(tree).counts
        assert counts.best is None
        assert 1 <= counts.fewest <= counts.leaves
    assert run_tree("(chance(1/2: 1 1/2: 2) 3)").counts.fewest is None
    assert run_tree("((<1,2> <3,4>) <0,1>)").counts.fewest is None
    assert run_tree("((3 5) (3 1))", "alphabeta", "strict").counts.fewest == 3
    assert run_tree("((3 5) (3 4))", "alphabeta", "strict").counts.fewest == 4  # a tie is searched to its end


def test_an_order_is_refused_where_alpha_beta_does_not_fit():
    with pytest.raises(
        BadInput, match="'fewest-leaves' is an order for alpha-beta: alphabeta cannot weigh chance nodes"
    ):
        edited("(chance(1/2: 1 1/2: 2) 3)", Edit("fewest-leaves"))
    with pytest.raises(BadInput, match="unknown form of alpha-beta 'soft'"):
        edited("(1 2)", Edit("fewest-leaves", value="soft"))
