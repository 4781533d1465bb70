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

OF_NODES = (
    "visits",
    "first",
    "size",
    "mover",
    "status",
    "busy",
    "kinds",
    "weights",
    "beliefs",
    "chances",
    "heard",
    "heard_sums",
)
OF_COLUMNS = ("sums", "low", "high", "backed")


class Shape(NamedTuple):
    """What the nodes of a pool hold."""

    width: int  # numbers of a value
    move_words: int  # words of an action; 0: actions are not kept but counted off
    believes: bool  # is anything believed of children beforehand?
    kinds: bool  # are actions told apart by their kind?
    chances: bool  # are there chance nodes?
    backed: bool  # are evaluations backed up?

    @property
    def bytes_each(self) -> int:
        """The memory of a node."""
        columns = 3 + self.backed
        kept = 8 * self.width * columns + 8 * self.move_words
        return 24 + kept + 16 * self.believes + 18 * self.kinds + 8 * self.chances


class Pool(Native):
    """The nodes. Arrays that a search has no use for have one entry and are never touched."""

    bare = (*OF_NODES, *OF_COLUMNS, "moves")
    outlives_its_search = True

    def __init__(self, size: int, shape: Shape) -> None:
        import numpy as np

        width, move_words = shape.width, shape.move_words
        self.width = width
        self.move_words = move_words
        self.visits = np.zeros(size, np.int64)
        self.sums = np.zeros(size * width, np.float64)
        self.first = np.zeros(size, np.int64)  # the first child; 0: not laid out
        self.size = np.zeros(size, np.int32)  # how many children
        self.mover = np.zeros(size, np.int8)  # who is to move, once laid out
        self.status = np.zeros(size, np.int8)
        self.busy = np.zeros(size, np.int16)  # how many simulations of other threads are below
        self.low = np.zeros(size * width, np.float64)  # what is proven of the value: at least
        self.high = np.zeros(size * width, np.float64)  # and at most
        self.weights = np.zeros(size if shape.believes else 1, np.float64)  # how many simulations the belief is worth
        self.beliefs = np.zeros(
            size if shape.believes else 1, np.float64
        )  # for the player who chooses it, times the weight
        self.kinds = np.zeros(size if shape.kinds else 1, np.int16)
        self.heard = np.zeros(size if shape.kinds else 1, np.float64)  # RAVE: simulations in which it was taken later
        self.heard_sums = np.zeros(size if shape.kinds else 1, np.float64)  # and their results, for the same player
        self.chances = np.zeros(size if shape.chances else 1, np.float64)  # the probability, below a chance node
        self.backed = np.zeros(
            size * width if shape.backed else 1, np.float64
        )  # evaluations, backed up as minimax does
        self.moves = np.zeros(max(1, size * move_words), np.int64)

    @property
    def entries(self) -> int:
        """How many nodes there is room for."""
        return len(self.visits)


@jit
def is_proven(at: int, pool: Any) -> bool:
    """Is the value of a node proven?"""
    for column in range(pool.width):
        if pool.low[at * pool.width + column] < pool.high[at * pool.width + column]:
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
    new.visits[target] = old.visits[source]
    new.first[target] = old.first[source]
    new.size[target] = old.size[source]
    new.mover[target] = old.mover[source]
    new.status[target] = old.status[source]
    if len(new.weights) > 1:
        new.weights[target] = old.weights[source]
        new.beliefs[target] = old.beliefs[source]
    if len(new.kinds) > 1:
        new.kinds[target] = old.kinds[source]
        new.heard[target] = old.heard[source]
        new.heard_sums[target] = old.heard_sums[source]
    if len(new.chances) > 1:
        new.chances[target] = old.chances[source]
    for column in range(new.width):
        place, there = source * new.width + column, target * new.width + column
        new.sums[there] = old.sums[place]
        new.low[there] = old.low[place]
        new.high[there] = old.high[place]
        if len(new.backed) > 1:
            new.backed[there] = old.backed[place]
    for number in range(new.move_words):
        new.moves[target * new.move_words + number] = old.moves[source * new.move_words + number]
