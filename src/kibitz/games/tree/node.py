"""The nodes of a tree as it is written, before it becomes the arrays of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.game import CHANCE


@dataclass
class Node:
    """A node of a tree as it is written: a leaf with its values, or a kind of node with children."""

    column: int
    name: str = ""
    player: int | None = None  # None: the levels decide
    values: tuple[float, ...] = ()
    children: list[Node] = field(default_factory=list)
    probability: float = 1.0
    is_named: bool = False  # the tree gives the name; else it is A, B, C…
    label: str = ""  # the move that leads here, written beside the edge
    is_modelled: bool = False  # a player's turn, made chance by a model of the player: it takes a ply of the depth
    guess: tuple[float, ...] = ()  # its evaluation, for searches that stop here; as the values at leaves
    is_noisy: bool = False  # is the evaluation not to be trusted?


def breadth_first(root: Node) -> list[Node]:
    """The node and all below it, level by level."""
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return nodes


def settle_players(root: Node, vectors: int) -> None:
    """Assign players to nodes: levels go round the players; chance levels do not count."""
    players = vectors if vectors > 1 else 2
    todo: list[tuple[Node, int]] = [(root, -1)]
    while todo:
        node, last = todo.pop()
        if node.children and node.player is None:
            node.player = (last + 1) % players
        acted = last if node.player is None or node.player == CHANCE else node.player
        todo += [(child, acted) for child in node.children]


def name_the_nameless(nodes: list[Node]) -> None:
    """Name nodes A, B, C… by their place in a breadth-first walk, leaves too; with a prime where the name is taken."""
    taken = {node.name for node in nodes}
    for node, name in zip(nodes, _letters(), strict=False):
        if not node.name:
            while name in taken:
                name += "'"
            node.name = name
            taken.add(name)


def _letters() -> Iterator[str]:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet  # then AA, AB, …
    for name in _letters():
        for letter in alphabet:
            yield name + letter


def padded(values: tuple[float, ...], players: int) -> tuple[float, ...]:
    """A leaf's values, one for each player: a single number is MAX's, and MIN gets its opposite."""
    if not values:
        return (0.0,) * players
    return (values[0], -values[0])[:players] if len(values) == 1 else values


def random_node(dice: random.Random, depth: int, branching: int, chance: bool, players: int) -> Node:
    """A random tree at most `depth` levels deep, with `players` numbers at each leaf and dice if `chance` is set."""
    if depth == 0 or dice.random() < 0.05:
        return Node(0, values=tuple(float(dice.randint(-9, 9)) for _ in range(players)))
    count = dice.randint(1, branching)
    node = Node(0, player=CHANCE if chance and dice.random() < 0.4 else None)
    node.children = [random_node(dice, depth - 1, branching, chance, players) for _ in range(count)]
    if node.player == CHANCE:
        weights = [dice.randint(1, 6) for _ in node.children]
        for child, weight in zip(node.children, weights, strict=True):
            child.probability = weight / sum(weights)
    return node
