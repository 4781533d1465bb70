"""The pool of nodes: the tree of a Monte Carlo search, in arrays that are as large as the memory allows.

The children of a node lie one behind the other, so that looking at all of them touches few lines of the cache. A node
is laid out as a whole: its children are then there, unvisited. Child `n` is reached by action, or outcome, number `n`.

Numbers of a node are for player 0 where one number says it all (one player, or two sides that win what the other
loses): its `width` is 1. Else there is one for each player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.native import Native, jit

# What is known of a node: nothing yet, that the game goes on there, that it is over, that the position has been there
# before and counts as a repetition, or that it may not be played because it has.
UNSEEN, OPEN, OVER, AGAIN, CLOSED = range(5)
FIRST_NODE = 1  # 0 is no node

VISITS, SUMS = 0, 1  # the first of a node's facts; where the others are depends on the shape of the pool
ROWS = ("facts", "first", "size", "mover", "status", "busy", "kinds", "chances", "backed", "moves")


class Shape(NamedTuple):
    """What the nodes of a pool hold."""

    width: int  # numbers of a value
    move_words: int  # words of an action; 0: actions are not kept but counted off
    believes: bool  # is anything believed of children beforehand?
    kinds: bool  # are actions told apart by their kind?
    chances: bool  # are there chance nodes?
    backed: bool  # are evaluations backed up?

    @property
    def stride(self) -> int:
        """How many facts a node has."""
        return 1 + 3 * self.width + 2 * self.believes + 2 * self.kinds

    @property
    def bytes_each(self) -> int:
        """The memory of a node."""
        facts = self.stride + self.move_words + self.width * self.backed
        return 16 + 8 * facts + 2 * self.kinds + 8 * self.chances


class Pool(Native):
    """The nodes. Arrays that a search has no use for have one entry and are never touched.

    What selection compares lies together, as `facts` of each node: the visits, the sums of what they brought, what is
    proven of the value at least and at most; then how many simulations a belief is worth, and the belief times that,
    for the player who chooses the node; then, for RAVE, the simulations in which it was taken later, and their sum.
    All children of a node then take a few lines of the cache, and two threads fight for fewer.
    """

    bare = ROWS
    outlives_its_search = True

    def __init__(self, size: int, shape: Shape) -> None:
        import numpy as np

        width, move_words = shape.width, shape.move_words
        self.width = width
        self.move_words = move_words
        self.stride = shape.stride
        self.low_at = SUMS + width
        self.high_at = SUMS + 2 * width
        self.belief_at = SUMS + 3 * width
        self.heard_at = self.belief_at + 2 * shape.believes
        self.facts = np.zeros(size * shape.stride, np.float64)
        self.first = np.zeros(size, np.int64)  # the first child; 0: not laid out
        self.size = np.zeros(size, np.int32)  # how many children
        self.mover = np.zeros(size, np.int8)  # who is to move, once laid out
        self.status = np.zeros(size, np.int8)
        self.busy = np.zeros(size, np.int16)  # how many simulations of other threads are below
        self.kinds = np.zeros(size if shape.kinds else 1, np.int16)
        self.chances = np.zeros(size if shape.chances else 1, np.float64)  # the probability, below a chance node
        # Evaluations, backed up as minimax does.
        self.backed = np.zeros(size * width if shape.backed else 1, np.float64)
        self.moves = np.zeros(max(1, size * move_words), np.int64)

    # For Python, between slices of work: a row for each node.

    @property
    def entries(self) -> int:
        """How many nodes there is room for."""
        return len(self.first)

    @property
    def visits(self) -> Any:
        """The visits of each node."""
        return self.facts.reshape(-1, self.stride)[:, VISITS]

    @property
    def sums(self) -> Any:
        """What the simulations of each node brought, in all."""
        return self.facts.reshape(-1, self.stride)[:, SUMS : self.low_at]

    @property
    def low(self) -> Any:
        """What each node is worth at least."""
        return self.facts.reshape(-1, self.stride)[:, self.low_at : self.high_at]

    @property
    def high(self) -> Any:
        """What each node is worth at most."""
        return self.facts.reshape(-1, self.stride)[:, self.high_at : self.belief_at]


@jit
def is_proven(at: int, pool: Any) -> bool:
    """Is the value of a node proven?"""
    facts, start = pool.facts, at * pool.stride
    for column in range(pool.width):
        if facts[start + pool.low_at + column] < facts[start + pool.high_at + column]:
            return False
    return True


@jit
def move_tree(old: Any, new: Any, root: int) -> int:
    """Copy the tree below a node into an empty pool, the node first; where the room after it begins.

    Nodes are copied in the order in which they are met, so the new pool is itself the list of what is left to do.
    """
    _copy_node(old, root, new, FIRST_NODE)
    free = FIRST_NODE + 1
    at = FIRST_NODE
    while at < free:
        block = new.first[at]
        if block != 0:
            new.first[at] = free
            for number in range(new.size[at]):
                _copy_node(old, block + number, new, free)
                free += 1
        at += 1
    return free


@jit
def _copy_node(old: Any, source: int, new: Any, target: int) -> None:
    for fact in range(new.stride):
        new.facts[target * new.stride + fact] = old.facts[source * new.stride + fact]
    new.first[target] = old.first[source]
    new.size[target] = old.size[source]
    new.mover[target] = old.mover[source]
    new.status[target] = old.status[source]
    if len(new.kinds) > 1:
        new.kinds[target] = old.kinds[source]
    if len(new.chances) > 1:
        new.chances[target] = old.chances[source]
    if len(new.backed) > 1:
        for column in range(new.width):
            new.backed[target * new.width + column] = old.backed[source * new.width + column]
    for number in range(new.move_words):
        new.moves[target * new.move_words + number] = old.moves[source * new.move_words + number]
