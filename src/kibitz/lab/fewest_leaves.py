"""The fewest leaves that alpha-beta can do with on a tree, whatever the order of the children, and such an order.

To know that the root is worth m, a search needs leaves that prove "at least m" and leaves that prove "at most m".
"At least m" takes one child of a MAX node and all children of a MIN node, "at most m" the reverse; both share a line
of play that is worth exactly m. Alpha-beta never visits fewer leaves than the smallest such proof, as its answer would
be unfounded, and visits no more if the children that the proof uses come first. A form that does not cut ties needs
"more than m" and "less than m" instead, and looks at every child that is worth m.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from kibitz.game import MAX
from kibitz.games.tree import Tree


class Fewest(NamedTuple):
    """The fewest leaves, and the child that comes first at each node where that matters, by the nodes' numbers."""

    leaves: int
    first: dict[int, int]


def fewest_leaves(tree: Tree, cuts_ties: bool = True) -> Fewest:
    """The fewest leaves of alpha-beta on a tree of MAX and MIN nodes, and an order that needs no more.

    `cuts_ties`: is v = β, or v = α, enough to cut? So it is in every form of alpha-beta but the strict one.
    """
    proof = _Proof(tree, cuts_ties)
    return Fewest(int(proof.exactly[0]), proof.order())


class _Proof:
    """The sizes of the smallest proofs below each node. A size is infinite where there is nothing to prove."""

    def __init__(self, tree: Tree, cuts_ties: bool) -> None:
        self.tree = tree
        self.cuts_ties = cuts_ties
        self.values = _values(tree)
        self.sought = self.values[0]
        count = len(tree.size)
        self.at_least, self.at_most, self.exactly = ([1.0] * count for _ in range(3))
        for s in reversed(range(count)):  # children have higher numbers than their parents
            if tree.size[s]:
                self._prove(s)
            else:
                self._prove_leaf(s)

    def children(self, s: int) -> range:
        """The numbers of a node's children."""
        return range(int(self.tree.first[s]), int(self.tree.first[s]) + int(self.tree.size[s]))

    def _prove_leaf(self, s: int) -> None:
        value, sought = self.values[s], self.sought
        tie = self.cuts_ties and value == sought
        self.at_least[s] = 1.0 if value > sought or tie else inf
        self.at_most[s] = 1.0 if value < sought or tie else inf
        self.exactly[s] = 1.0 if value == sought else inf

    def _prove(self, s: int) -> None:
        below = self.children(s)
        one, every = self._bounds(s)
        one[s] = min(one[child] for child in below)
        every[s] = sum(every[child] for child in below)
        self.exactly[s] = inf
        if self.values[s] == self.sought:
            exact = [child for child in below if self.values[child] == self.sought]
            rest = sum(every[child] for child in below if child not in exact)
            if self.cuts_ties:
                all_bounded = rest + sum(every[child] for child in exact)
                self.exactly[s] = all_bounded + min(self.exactly[child] - every[child] for child in exact)
            else:
                self.exactly[s] = rest + sum(self.exactly[child] for child in exact)

    def _bounds(self, s: int) -> tuple[list[float], list[float]]:
        """The proof that takes one child of this node, and the one that takes all of them."""
        return (self.at_least, self.at_most) if self.tree.mover[s] == MAX else (self.at_most, self.at_least)

    def order(self) -> dict[int, int]:
        """The child that comes first, at each node that the smallest proof goes through and chooses at."""
        first: dict[int, int] = {}
        todo = [(0, self.exactly)]
        while todo:
            s, wanted = todo.pop()
            below = self.children(s)
            if not below:
                continue
            one, every = self._bounds(s)
            if wanted is every:
                todo += [(child, every) for child in below]
            elif wanted is one:
                first[s] = min(below, key=one.__getitem__)
                todo.append((first[s], one))
            else:
                exact = [child for child in below if self.values[child] == self.sought]
                first[s] = min(exact, key=lambda child: self.exactly[child] - every[child])  # strict: any of them
                kept = {first[s]} if self.cuts_ties else set(exact)
                todo += [(child, self.exactly if child in kept else every) for child in below]
        return first


def _values(tree: Tree) -> list[float]:
    """The minimax value of every node."""
    values = [float(tree.node(s).values[0]) if tree.size[s] == 0 else 0.0 for s in range(len(tree.size))]
    for s in reversed(range(len(values))):
        if tree.size[s]:
            below = values[int(tree.first[s]) : int(tree.first[s]) + int(tree.size[s])]
            values[s] = max(below) if tree.mover[s] == MAX else min(below)
    return values


def is_even(tree: Tree) -> bool:
    """Do all nodes have the same number of children and all leaves the same depth, and do MAX and MIN take turns?"""
    depths = tree.size * 0  # zeros, without importing numpy: `kibitz --help` has to be quick
    for s in range(len(tree.size)):
        first = int(tree.first[s])
        depths[first : first + int(tree.size[s])] = depths[s] + 1
    inner = tree.size > 0
    movers = [set(tree.mover[inner & (depths == depth)].tolist()) for depth in range(int(depths.max()))]
    return (
        len(set(tree.size[inner].tolist())) == 1
        and len(set(depths[~inner].tolist())) == 1
        and movers in ([{level % 2} for level in range(len(movers))], [{1 - level % 2} for level in range(len(movers))])
    )
