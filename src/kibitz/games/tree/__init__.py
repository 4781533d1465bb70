"""Trees in brackets: the textbook's drawn trees, as a game like any other."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kibitz.draw.drawn import drawn, widget
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Facts, Game
from kibitz.games.tree.node import Node, breadth_first, name_the_nameless, padded, random_node, settle_players
from kibitz.games.tree.notation import before, judged, read, written
from kibitz.games.tree.trial_game import Row, TrialGame
from kibitz.native.override import override

__all__ = ["MOST_DRAWN", "Node", "Row", "Tree", "TrialGame", "before", "judged", "read", "written"]

MOST_DRAWN = 400  # nodes, in a notebook


class Tree(Game):
    """A game tree written in brackets.

    Its utilities range from the least number at its leaves to the greatest, and so do the bounds of every node, unless
    others are given: `Tree(…).within(-2, 2)`. Nothing else is known about what lies below a node before it is searched.
    """

    # The tree as arrays, one entry per node in breadth-first order: one compilation serves every tree.
    mover: Any  # the player to move, or CHANCE
    first: Any  # the first child
    size: Any  # how many children
    chances: Any  # the probability of being reached from a chance node
    plies: Any  # how much of a search's depth a step from there takes
    values: Any  # one per player, at leaves
    guesses: Any  # one per player, at inner nodes: the evaluations, and 0 where none is given
    noise: Any  # is a node marked as noisy? 2 if it has no evaluation that its player could be content with, else 1
    extent: Any  # the bounds of every node: the least and the greatest value of player 0 at the leaves, unless given
    spread: Any  # the bounds for every player, a row each

    title = "Trees in brackets"
    # What leaves are worth is not proven of guesses; a class derived from this one may know better.
    has_bounds = has_proof = has_stakes = False
    notation = (
        '((3 12 8) (2 4 6) (14 5 2)); max( min( chance(1/2: 8 1/2: 9); A: names; "e4": moves; <1,2,6> vectors; '
        "~4( evaluations; ?( noisy nodes"
    )

    def __init__(self, tree: str = "((3 12 8) (2 4 6) (14 5 2))") -> None:
        import numpy as np

        self._build(read(tree), np)

    @classmethod
    def from_node(cls, root: Node) -> Tree:
        """A tree from nodes rather than text."""
        import numpy as np

        tree = cls.__new__(cls)
        tree._build(root, np)
        return tree

    @classmethod
    def random(cls, depth: int, branching: int, seed: int, *, chance: bool = False, players: int = 1) -> Tree:
        """A tree with small whole numbers at its leaves; up to `branching` children, fewer here and there.

        `players` above 1 gives vectors; `chance` adds dice.
        """
        dice = random.Random(seed)
        return cls.from_node(random_node(dice, depth, branching, chance, players))

    def _build(self, root: Node, np: Any) -> None:
        self._nodes = breadth_first(root)
        sizes = {len(node.values) for node in self._nodes if node.values}
        vectors = max(sizes)
        settle_players(root, vectors)
        acting = [node.player for node in self._nodes if node.children]
        self.players = vectors if vectors > 1 else 2 if 1 in acting else 1
        name_the_nameless(self._nodes)
        self._has_chance = CHANCE in acting
        self._opposed = vectors == 1
        self._has_given_bounds = False
        number = {id(node): index for index, node in enumerate(self._nodes)}
        self.mover = np.array([0 if not node.children else node.player for node in self._nodes], np.int64)
        self.first = np.array([number[id(node.children[0])] if node.children else -1 for node in self._nodes], np.int64)
        self.size = np.array([len(node.children) for node in self._nodes], np.int64)
        self.chances = np.array([node.probability for node in self._nodes], np.float64)
        self.plies = np.array([node.is_modelled or node.player != CHANCE for node in self._nodes], np.int64)
        self.values = np.array([padded(node.values, self.players) for node in self._nodes], np.float64)
        leaves = self.values[self.size == 0]
        self.extent = np.array([leaves[:, 0].min(), leaves[:, 0].max()], np.float64)
        self.spread = np.column_stack([leaves.min(axis=0), leaves.max(axis=0)])
        self.guesses = np.array([padded(node.guess, self.players) for node in self._nodes], np.float64)
        self.noise = np.array([0 if not node.is_noisy else 1 if node.guess else 2 for node in self._nodes], np.int64)
        self.has_evaluate = any(node.guess for node in self._nodes)
        self.has_is_quiet, self.has_is_noisy = bool((self.noise == 2).any()), bool((self.noise == 1).any())
        self.guesses_within = self._guesses_keep_within()

    def _guesses_keep_within(self) -> bool:
        """Does every evaluation lie within the bounds of its player?"""
        own = self.guesses[self.size > 0]
        low, high = self.spread[:, 0].copy(), self.spread[:, 1].copy()
        low[0], high[0] = max(low[0], self.extent[0]), min(high[0], self.extent[1])
        return bool(((own >= low) & (own <= high)).all())

    def within(self, low: float, high: float) -> Tree:
        """The same tree with known bounds on all its values; `BadInput` if a leaf lies outside them.

        Star1 and Star2 use them; without them, the range of the tree's own leaves, which a search could not know.
        """
        import numpy as np

        given = f"bounds {low:.12g},{high:.12g}"
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            raise BadInput(f"{given} must be two numbers, the lower one first, such as -2,2")
        for node in self._nodes:
            if node.values and not low <= node.values[0] <= high:
                raise BadInput(f"leaf {node.name} is worth {node.values[0]:.12g}, which is outside the {given}")
        bounded = copy.copy(self)
        bounded.extent = np.array([low, high], np.float64)
        bounded._has_given_bounds = True
        bounded.guesses_within = bounded._guesses_keep_within()
        return bounded

    @property
    def has_given_bounds(self) -> bool:
        """Were the bounds given? Otherwise they are the least and the greatest number at the leaves."""
        return self._has_given_bounds

    @property
    @override
    def facts(self) -> Facts:
        opposed = self._opposed and self.players == 2
        return replace(super().facts, name="tree", zero_sum=opposed, chance=self._has_chance)

    @property
    @override
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        """The least and the greatest number that any player gets at a leaf."""
        leaves = self.values[self.size == 0]
        return float(leaves.min()), float(leaves.max())

    @property
    @override
    def utility_total(self) -> float:  # type: ignore[override]
        """The most that the numbers at a leaf sum to."""
        return float(self.values[self.size == 0].sum(axis=1).max())

    # ------------------------------------------------------------ rules: a state is the number of a node

    @override
    def initial(self) -> int:
        return 0

    @override
    def player(self, s: int) -> Any:
        return self.mover[s]

    @override
    def actions(self, s: int) -> Iterator[int]:
        for child in range(self.size[s]):  # noqa: UP028  (the compiler has no `yield from`)
            yield child

    @override
    def outcomes(self, s: int) -> Iterator[tuple[int, float]]:
        for child in range(self.size[s]):
            yield child, self.chances[self.first[s] + child]

    @override
    def result(self, s: int, child: int) -> Any:
        return int(self.first[s]) + child

    @override
    def is_terminal(self, s: int) -> Any:
        return self.size[s] == 0

    @override
    def utility(self, s: int, player: int) -> Any:
        return self.values[s, player]

    @override
    def evaluate(self, s: int, player: int) -> Any:
        """The evaluation that is written before the node's bracket; 0 where there is none."""
        return self.guesses[s, player]

    @override
    def is_quiet(self, s: int) -> Any:
        """Not at a noisy node without an evaluation: there its player has nothing to be content with."""
        return self.noise[s] != 2

    @override
    def is_noisy(self, s: int, child: int) -> Any:
        """Every move from a noisy node is, since any of them may upset its evaluation."""
        return self.noise[s] == 1

    @override
    def depth_spent(self, s: int) -> Any:
        return self.plies[s]

    @override
    def bounds(self, s: int) -> Any:
        return self.extent[0], self.extent[1]

    @override
    def stakes(self, s: int, player: int) -> Any:
        return self.spread[player, 0], self.spread[player, 1]

    @override
    def proof(self, s: int) -> Any:
        return self.extent[0], self.extent[1]

    # ------------------------------------------------------------ notation and picture

    def node_name(self, s: int) -> str:
        """The node's name: the one it was given, or A, B, C… in a breadth-first walk."""
        return self._nodes[s].name

    def has_guess(self, s: int) -> bool:
        """Has the node an evaluation?"""
        return bool(self._nodes[s].guess)

    def node(self, s: int) -> Node:
        """The node as it was written."""
        return self._nodes[s]

    @override
    def text(self, s: int) -> str:
        return self.node_name(s)

    @override
    def parse(self, text: str) -> int:
        """A node by its name."""
        for number, node in enumerate(self._nodes):
            if node.name == text.strip():
                return number
        raise BadInput(f"the tree has no node {text!r}: expected one of {', '.join(n.name for n in self._nodes)}")

    @override
    def action_text(self, s: int, child: int) -> str:
        return self.node_name(int(self.result(s, child)))

    @override
    def words(self, s: int, value: float) -> str:
        """Numbers at leaves are just numbers: nobody has won or lost."""
        return f"{value:.6g}"

    @override
    def score_text(self, s: int, player: int) -> str:
        return f"{self.utility(s, player):.6g}".replace("-", "−")

    @override
    def ending(self, s: int) -> str:
        worth = self.score_text(s, 0) if self.players == 2 else written(self._nodes[s])
        return f"The game is over: the leaf is worth {worth}." if self.players > 1 else ""

    @override
    def picture(self, s: int) -> Picture:
        return Picture(caption=written(self._nodes[s]))

    def _repr_html_(self) -> str | None:
        """How a notebook shows it: with the steps of a search that fits it."""
        return widget(self)

    def _repr_svg_(self) -> str:
        """How a notebook shows it that has no scripts; a large tree in words."""
        count = len(self._nodes)
        if count > MOST_DRAWN:
            return drawn(Picture(caption=f"A game tree of {count:,} nodes, too many to draw."))
        return drawn(self)
