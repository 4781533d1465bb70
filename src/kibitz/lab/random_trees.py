"""Trees drawn at random, the same for the same seed on every machine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree
from kibitz.lab.tree_search import MOST_NODES

OPPONENTS, DICE, PLAYERS = "opponents", "chance", "players"
RANDOM_KINDS = (OPPONENTS, DICE, PLAYERS)
DEEPEST = 20  # levels below the root
EARLY_LEAF = 0.125  # how often a node above the last level is a leaf, in an uneven tree
HEAVIEST = 4  # outcomes of chance weigh 1 to 4


def random_tree(
    depth: int,
    branching: int,
    low: int,
    high: int,
    seed: int,
    kind: str = OPPONENTS,
    *,
    players: int = 3,
    even: bool = False,
) -> Tree:
    """A tree of exactly that depth, with whole numbers from `low` to `high` at its leaves.

    An `even` tree has `branching` children at every node and all its leaves on the last level; another has 2 to
    `branching`, and leaves here and there above. `kind`: `opponents` for MAX and MIN in turn, `chance` for MAX,
    chance, MIN, chance in turn, `players` for vectors.
    """
    _refuse_odd(depth, branching, low, high, kind, players)
    nodes = sum(branching**level for level in range(depth + 1))
    if even and nodes > MOST_NODES:
        raise _too_large(depth, branching, nodes)
    width = players if kind == PLAYERS else 1
    grower = _Grower(random.Random(seed), branching, (low, high), kind == DICE, width, even)
    root = grower.node(depth, 0, on_first_line=True)
    if grower.nodes > MOST_NODES:
        raise _too_large(depth, branching, nodes)
    return Tree.from_node(root)


def _refuse_odd(depth: int, branching: int, low: int, high: int, kind: str, players: int) -> None:
    if kind not in RANDOM_KINDS:
        raise BadInput(f"unknown kind of random tree {kind!r}: expected {', '.join(RANDOM_KINDS)}")
    if not (1 <= depth <= DEEPEST and 1 <= branching <= MOST_NODES):
        wanted = f"expected a depth of 1 to {DEEPEST} and a branching of 1 or more"
        raise BadInput(f"a tree of depth {depth} and branching {branching} is out of range: {wanted}")
    if low > high:
        raise BadInput(f"a range from {low} to {high} is empty: expected the lower end first")
    if kind == PLAYERS and not 2 <= players <= 9:
        raise BadInput(f"{players} players are out of range: expected 2 to 9")


def _too_large(depth: int, branching: int, nodes: int) -> BadInput:
    size = f"a tree of depth {depth} and branching {branching} may have {nodes:,} nodes"
    return BadInput(f"{size}: expected at most {MOST_NODES:,}; use less depth or branching")


@dataclass
class _Grower:
    """Draws a tree, node by node from the left."""

    dice: random.Random
    branching: int
    range: tuple[int, int]
    chance: bool
    width: int
    even: bool
    nodes: int = field(default=0)

    def node(self, depth: int, level: int, *, on_first_line: bool) -> Node:
        """A node with `depth` levels below it; the leftmost line of the tree always goes to the last level."""
        self.nodes += 1
        if depth == 0 or self.nodes > MOST_NODES or not (on_first_line or self.even or not self._ends_early()):
            low, high = self.range
            return Node(0, values=tuple(float(low + self.dice.randrange(high - low + 1)) for _ in range(self.width)))
        count = self.branching
        if not self.even and self.branching > 2:
            count = 2 + self.dice.randrange(self.branching - 1)
        node = Node(0, player=CHANCE if self.chance and level % 2 else None)
        node.children = [
            self.node(depth - 1, level + 1, on_first_line=on_first_line and place == 0) for place in range(count)
        ]
        if node.player == CHANCE:
            self._weigh(node)
        return node

    def _ends_early(self) -> bool:
        return self.dice.random() < EARLY_LEAF

    def _weigh(self, node: Node) -> None:
        weights = [1 + self.dice.randrange(HEAVIEST) for _ in node.children]
        for child, weight in zip(node.children, weights, strict=True):
            child.probability = weight / sum(weights)
