"""What the searches are judged by: textbook recursions that know nothing of kibitz.search, and random trees and games.

The recursions over drawn trees read the `Node` objects as they were written; those over games ask the rules in plain
Python. Both answer the value alone, by `max`, `min` and `sum`: no window, no bookkeeping.
"""

import copy
import random
from typing import NamedTuple

import numpy as np

from kibitz.game import CHANCE, MAX, Game
from kibitz.games.tree import Node, Tree
from kibitz.native.bits import down, mix
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.alphabeta import VARIANTS
from kibitz.search.watch import Count

INFINITY = float("inf")
FOREVER = 1 << 30  # plies

# Every textbook search, every form of alpha-beta by its own name.
SEARCHES = {
    "minimax": ALGORITHMS["minimax"],
    "expectimax": ALGORITHMS["expectimax"],
    "expectiminimax": ALGORITHMS["expectiminimax"],
    "maxn": ALGORITHMS["maxn"],
    **VARIANTS,
}


def search(name, game, s=None, depth=FOREVER, window=None, interpreted=False, watch=None):
    """The value, the number of the best action and the counts, straight from the search's function.

    For thousands of small searches: `ask` starts a thread for each.
    """
    algorithm = SEARCHES[name]
    algorithm.needs(name, game)
    watch = Count() if watch is None else watch
    watch.begin(game, algorithm)
    extra = algorithm.extra(game) if window is None else tuple(map(float, window))
    function = algorithm.function if interpreted else algorithm.function.compiled
    value, best = function(game, game.initial() if s is None else s, depth, *extra, watch)
    return value, best, watch


def numbers(watch):
    """All that a `Count` counts."""
    return watch.nodes, watch.leaves, watch.evaluated, watch.cuts, watch.deepest


# ---------------------------------------------------------------- drawn trees


def tree_value(node, depth=FOREVER, guess=None):
    """Expectiminimax of a drawn tree, for MAX. `guess(node)` is what a node at the depth limit is worth."""
    if not node.children:
        return node.values[0]
    if depth == 0:
        return guess(node)
    if node.player == CHANCE:
        return sum(child.probability * tree_value(child, depth, guess) for child in node.children)
    pick = max if node.player == MAX else min
    return pick(tree_value(child, depth - 1, guess) for child in node.children)


def tree_vector(node, players):
    """Maxn of a drawn tree: everyone takes the first of the children that are best for it."""
    if not node.children:
        return node.values if len(node.values) == players else (node.values[0], -node.values[0])[:players]
    vectors = [tree_vector(child, players) for child in node.children]
    if node.player == CHANCE:
        return tuple(
            sum(child.probability * vector[p] for child, vector in zip(node.children, vectors, strict=True))
            for p in range(players)
        )
    return max(vectors, key=lambda vector: vector[node.player])  # Python's max takes the first of equals


def leaves_below(node):
    """The leaves of a drawn tree, from left to right."""
    return [node] if not node.children else [leaf for child in node.children for leaf in leaves_below(child)]


def nodes_below(node):
    """The number of nodes of a drawn tree, the root too."""
    return 1 + sum(map(nodes_below, node.children))


def at(node, path):
    """The node reached by taking these children, counted from 0."""
    for number in path:
        node = node.children[number]
    return node


def mapped(node, transform):
    """A copy of a drawn tree with other values at its leaves."""
    root = copy.deepcopy(node)
    for leaf in leaves_below(root):
        leaf.values = tuple(map(transform, leaf.values))
    return root


def shuffled(node, dice):
    """A copy of a drawn tree with the children of every node in another order."""
    root = copy.deepcopy(node)
    todo = [root]
    for node in todo:
        dice.shuffle(node.children)
        todo.extend(node.children)
    return root


class GuessingTree(Tree):
    """A drawn tree whose inner nodes have a guess each, so that a depth limit means something.

    A guess may lie beyond every leaf, so the leaves bound nothing.
    """

    utility_range = (-float("inf"), float("inf"))

    def bounds(self, s):
        return self.utility_range

    def proof(self, s):
        return self.utility_range

    def evaluate(self, s, player):
        guess = float(s * 7919 % 19 - 9)
        return guess if player == 0 else -guess

    def guess(self, node):
        """What `evaluate` says, for the oracle."""
        if not hasattr(self, "_number"):
            self._number = {id(node): number for number, node in enumerate(self._nodes)}
        return float(self._number[id(node)] * 7919 % 19 - 9)


def random_trees(number, depth, branching, *, players=2, chance=False, seed=0):
    """That many random trees in which `players` (1 or 2) act, with dice in all or in none."""
    found = []
    while len(found) < number:
        tree = GuessingTree.random(depth, branching, seed, chance=chance)
        seed += 1
        if players == 1:
            tree = GuessingTree.from_node(for_max_alone(tree.node(0)))
        if tree.players == players and tree.facts.chance == chance:
            found.append(tree)
    return found


def for_max_alone(node):
    """A copy of a drawn tree in which MAX takes MIN's turns too."""
    root = copy.deepcopy(node)
    todo = [root]
    for node in todo:
        node.player = None if not node.children else CHANCE if node.player == CHANCE else MAX
        todo.extend(node.children)
    return root


def exact_dice_tree(dice, depth, *, min_too=True):
    """A random drawn tree whose probabilities are sixteenths: sums of a few whole numbers so weighted are exact."""
    if depth == 0 or dice.random() < 0.1:
        return Node(0, values=(float(dice.randint(-9, 9)),))
    player = dice.choice([CHANCE, MAX, 1 if min_too else MAX])
    children = [exact_dice_tree(dice, depth - 1, min_too=min_too) for _ in range(dice.randint(1, 3))]
    if player == CHANCE:
        cuts = sorted(dice.sample(range(1, 16), len(children) - 1))
        for child, low, high in zip(children, [0, *cuts], [*cuts, 16], strict=True):
            child.probability = (high - low) / 16
    return Node(0, player=player, children=children)


# ---------------------------------------------------------------- random games


class Place(NamedTuple):
    """A state of a hash game: how far down, and in which of the few rooms there."""

    ply: int
    room: int


class HashGame(Game):
    """A game whose rules are drawn from a hash of the state: many lines meet again, turns come in any order.

    What differs between two of them is in an array, so that all are compiled once.
    """

    rooms = 12
    width = 3

    def __init__(self, seed, depth=6, turn=0):
        self.drawn = np.array([seed, depth, turn], np.int64)  # turn: the actions come rotated by so many

    def hash(self, s, salt, below):
        return down(mix(mix(mix(int(self.drawn[0]) + salt) ^ s.ply) ^ s.room), 20) % below

    def initial(self):
        return Place(0, 5)

    def player(self, s):
        return self.hash(s, 1, 2)

    def choices_at(self, s):
        return 1 + self.hash(s, 2, self.width)

    def actions(self, s):
        number = self.choices_at(s)
        for a in range(number):
            yield (a + int(self.drawn[2])) % number

    def result(self, s, a):
        return Place(s.ply + 1, self.hash(s, 100 + a, self.rooms))

    def is_terminal(self, s):
        return s.ply >= self.drawn[1] or (s.ply > 0 and self.hash(s, 3, 9) == 0)

    def utility(self, s, player):
        value = float(self.hash(s, 4, 19) - 9)
        return value if player == 0 else -value

    def evaluate(self, s, player):
        value = self.hash(s, 5, 37) / 2 - 9
        return value if player == 0 else -value


class HashDice(HashGame):
    """The same, with dice at about every third node."""

    def player(self, s):
        return self.hash(s, 1, 3) - 1

    def outcomes(self, s):
        number = self.choices_at(s)
        total = 0
        for a in range(number):
            total += 1 + self.hash(s, 200 + a, 4)
        for a in range(number):
            yield a, (1 + self.hash(s, 200 + a, 4)) / total


class HashTrio(HashDice):
    """Three players and dice, and utilities that sum to nothing in particular."""

    players = 3
    zero_sum = False

    def player(self, s):
        return self.hash(s, 1, 4) - 1

    def utility(self, s, player):
        return float(self.hash(s, 300 + player, 7))

    def evaluate(self, s, player):
        return self.hash(s, 400 + player, 15) / 2


def game_value(game, s=None, depth=FOREVER):
    """Expectiminimax by the rules alone, for MAX."""
    s = game.initial() if s is None else s
    if game.is_terminal(s):
        return game.utility(s, MAX)
    if depth == 0:
        return game.evaluate(s, MAX)
    player = game.player(s)
    if player == CHANCE:
        return sum(chance * game_value(game, game.result(s, a), depth) for a, chance in game.outcomes(s))
    pick = max if player == MAX else min
    return pick(game_value(game, game.result(s, a), depth - 1) for a in game.actions(s))


def game_vector(game, s=None, depth=FOREVER):
    """Maxn by the rules alone."""
    s = game.initial() if s is None else s
    players = range(game.players)
    if game.is_terminal(s):
        return tuple(game.utility(s, p) for p in players)
    if depth == 0:
        return tuple(game.evaluate(s, p) for p in players)
    player = game.player(s)
    if player == CHANCE:
        weighted = [(chance, game_vector(game, game.result(s, a), depth)) for a, chance in game.outcomes(s)]
        return tuple(sum(chance * vector[p] for chance, vector in weighted) for p in players)
    vectors = [game_vector(game, game.result(s, a), depth - 1) for a in game.actions(s)]
    most = max(vector[player] for vector in vectors)
    enough = most - 1e-12 * max(1.0, abs(most))  # averages that differ in the last digits only are a tie
    return next(vector for vector in vectors if vector[player] >= enough)


def increasing(dice):
    """A random strictly increasing function on the whole numbers from -9 to 9."""
    heights = sorted(dice.sample(range(-1000, 1000), 19))
    return lambda x: float(heights[int(x) + 9])


def seeds(number, first=0):
    """Seeded dice, one for each case."""
    return (random.Random(first + n) for n in range(number))
