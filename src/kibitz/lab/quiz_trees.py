"""Random trees to ask about, and the searches that fit them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS, random_tree
from kibitz.lab.recording import Recorder, Step, shown
from kibitz.lab.tree_search import children, number_at, recorded
from kibitz.lab.tree_worth import worths
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS
from kibitz.search.textbook.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.minimax import MINIMAX
from kibitz.search.textbook.shallow import SHALLOW
from kibitz.search.textbook.star1 import STAR1

MIXED = "mixed"  # random trees of every kind that a question can be about
LOWEST, HIGHEST = -9, 9
MOST_LEAVES = 128  # of a random tree that is asked about
TRIES = 1_000
BETWEEN_TRIES = 1_000_003  # from one seed to the next to try, so that neighbouring quizzes share no trees


@dataclass(frozen=True)
class Wishes:
    """What a question is to be about: `tree`, or a random one of kind `trees`.

    A random tree is `depth` deep, with 2 to `branching` children at a node. `variant` is the form of alpha-beta. `node`
    and `after` are what is asked about, for kinds that ask about one node, where the seed is not to choose them.
    """

    tree: Tree | None = None
    variant: str = "fail-soft"
    depth: int = 3
    branching: int = 3
    trees: str = OPPONENTS
    node: str | None = None
    after: str | None = None


def trees_for(kinds: tuple[str, ...], seed: int, wishes: Wishes) -> str:
    """The kind of random tree for a seed: the one that is wished for, or one of these where they are mixed."""
    if wishes.trees != MIXED:
        return wishes.trees
    return kinds[random.Random(2 * seed + 1).randrange(len(kinds))]


def drawn_trees(seed: int, wishes: Wishes, kind: str) -> Iterator[Tree]:
    """Random trees that follow from a seed; those of MAX and MIN have cuts, at two nodes if they are three deep."""
    depth, branching = wishes.depth, wishes.branching
    if depth < 2 or branching < 2:
        raise BadInput(f"a tree of depth {depth} and branching {branching} has no cuts: expected 2 or more of each")
    if branching**depth > MOST_LEAVES:
        size = f"a tree of depth {depth} and branching {branching} may have {branching**depth:,} leaves"
        raise BadInput(f"{size}: expected at most {MOST_LEAVES} in a quiz; ask for less depth or branching")
    for attempt in range(TRIES):
        tree = random_tree(depth, branching, LOWEST, HIGHEST, seed + attempt * BETWEEN_TRIES, kind)
        if kind == OPPONENTS and not _has_cuts(tree, wishes.variant, min(depth - 1, 2)):
            continue
        if kind == PLAYERS and has_ambiguous_tie(tree):
            continue
        yield tree


def _has_cuts(tree: Tree, variant: str, least: int) -> bool:
    """Does alpha-beta cut at so many nodes, and is there a window that is worth asking for?"""
    _, recorder = recorded(tree, VARIANTS[variant])
    return sum(step.event == "prune" for step in recorder.steps) >= least and bool(known_windows(tree, recorder))


def entered(recorder: Recorder) -> dict[str, Step]:
    """The step at which each node is entered, by its name; nodes that are cut are never entered."""
    steps: dict[str, Step] = {}
    for step in recorder.steps:
        if step.event == "enter":
            steps.setdefault(step.node, step)
    return steps


def known_windows(tree: Tree, recorder: Recorder) -> list[str]:
    """Nodes with a window worth asking for: not the root, and α or β known; inner ones if there are any."""
    known = {name: step for name, step in entered(recorder).items() if step.alpha > -inf or step.beta < inf}
    inner = [name for name, step in known.items() if tree.size[number_at(tree, step.path)]]
    return inner or list(known)


def has_ambiguous_tie(tree: Tree) -> bool:
    """Does a player have two moves that are as good for itself, and not for others? Maxⁿ takes the first."""
    found = worths(tree)
    for s in range(len(tree.size)):
        if tree.size[s] and tree.mover[s] != CHANCE:
            own: dict[float, tuple[float, ...]] = {}
            for child in children(tree, s):
                if own.setdefault(found[child][int(tree.mover[s])], found[child]) != found[child]:
                    return True
    return False


def kind_of_tree(tree: Tree) -> str:
    """Which kind of tree it is: of opponents, with chance, or of several players."""
    if len(tree.node(len(tree.size) - 1).values) > 1:
        return PLAYERS
    return DICE if tree.facts.chance else OPPONENTS


def full_search(tree: Tree) -> Algorithm:
    """The search that fits a tree and cuts nothing."""
    facts = tree.facts
    if facts.players > 1 and not facts.zero_sum:
        return MAXN
    if not facts.chance:
        return MINIMAX
    return EXPECTIMAX if facts.players == 1 else EXPECTIMINIMAX


def cutting_search(tree: Tree, variant: str) -> tuple[Tree, Algorithm]:
    """The search that fits a tree and cuts, and the tree with the bounds that it goes by."""
    kind = kind_of_tree(tree)
    if kind == PLAYERS:
        return tree, SHALLOW
    if kind == OPPONENTS:
        return tree, VARIANTS[variant]
    return bounded(tree), STAR1


def bounded(tree: Tree) -> Tree:
    """The tree with bounds on its values that can be told: those of random trees, or else its own."""
    low, high = (float(bound) for bound in tree.extent)
    return tree.within(LOWEST, HIGHEST) if low >= LOWEST and high <= HIGHEST else tree.within(low, high)


def about_the_search(tree: Tree, algorithm: Algorithm) -> str:
    """How a search that cuts goes about it, in a sentence."""
    if algorithm is SHALLOW:
        ranges = [
            f"player {player + 1} gets {shown(float(low))} to {shown(float(high))}"
            for player, (low, high) in enumerate(tree.spread)
        ]
        return (
            "Maxⁿ with shallow pruning looks at the children of each node from left to right. "
            f"It knows that {', '.join(ranges)}, and that all together get at most {shown(tree.utility_total)}."
        )
    if algorithm is STAR1:
        low, high = (shown(float(bound)) for bound in tree.extent)
        return (
            "Star1 looks at the children of each node from left to right. "
            f"It knows that every value lies between {low} and {high}."
        )
    variant = next(name for name, form in VARIANTS.items() if form is algorithm)
    tie = "a tie is cut" if algorithm.cuts_ties else "a tie is not cut"
    return f"Alpha-beta ({variant}: {tie}) looks at the children of each node from left to right."


def fits_alphabeta(tree: Tree) -> bool:
    """Can alpha-beta search it?"""
    return ALPHABETA.fits(tree)


def with_names(tree: Tree) -> Node:
    """A copy of the tree's nodes that keep their names wherever they are moved."""

    def copied(node: Node) -> Node:
        return Node(
            node.column,
            node.name,
            node.player,
            node.values,
            [copied(child) for child in node.children],
            node.probability,
            True,
            node.label,
            node.is_modelled,
        )

    return copied(tree.node(0))
