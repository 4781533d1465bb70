"""The desk of Monte Carlo tree search: what one thread works with, and the names of its words and numbers.

A word is read and written as `words[word.NODES]`, a number as `numbers[word.SCALE]`. The names are plain numbers, which
the compiler puts in their places.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from kibitz.game.selecting import KINDS
from kibitz.lookup.endgame_table import Endgames
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import down, mix, wrap
from kibitz.search.watch import UNLIMITED

Words = Any  # an array of 64-bit integers, which compiled code has as a bare pointer
Numbers = Any  # the same for floats


# Orders and counts. DICE is the state of the random numbers; ROOT the node that the search begins at; NEXT and END are
# the part of the pool that this thread may still lay nodes out in; DEEPEST counts plies of the tree.
STOP, NODES, NODE_LIMIT, SIMULATIONS, DICE, ROOT, NEXT, END, DEEPEST, FULL = range(10)
# How far a simulation goes: plies of the tree and the playout together, and plies of the playout alone.
HORIZON, LONGEST_PLAYOUT = 10, 11
# Which techniques are on (1) or off (0). SHARED: several threads work in the tree. BELIEVES: a child may have a belief,
# by RAVE, `prospect` or `order`.
SOLVER, RAVE, PROSPECTS, BIAS, BOUNDS, SHARED, BELIEVES, EVALUATES = range(12, 20)
# Of the simulation under way: the node that was laid out, to be made known at its end, and where its children are; the
# stamp of its ply 0; how many positions of the game so far stand on the path.
LAID_OUT, LAID_AT, STAMP, PLAYED = range(20, 24)
# A node is laid out at its visit of this number, counted from 0.
EXPAND_AT = 24
# The most simulations of the search, by all threads; of this thread, those made before the slice of work that it is at;
# and has it found that no other action can catch up?
LIMIT, BEFORE, DECIDED = 25, 26, 27
# Playouts that were broken off because they went on and on.
BROKEN_OFF = 30
# May the endgame table be asked (see `endgame_values`), and how many positions it knew.
ENDGAMES, ENDGAME_HITS = 28, 29
# The nodes of the line from the root, and the keys of the game so far and of that line.
LONGEST_LINE = 2_048
MOST_PLAYED = 2_048
PATH_AT = 64
KEYS_AT = PATH_AT + LONGEST_LINE + 2
# When each kind of action was last taken, by player: the stamp of its simulation and the ply.
STAMPS_AT = KEYS_AT + MOST_PLAYED + LONGEST_LINE + 2
STAMP_STEP = 1 << 20  # more than the plies of any simulation

# Numbers. URGENCY is the least that an unvisited child promises.
EXPLORATION, URGENCY, MIXING, IMPLICIT, RAVE_BIAS = range(5)
# LOWEST and HIGHEST are the range of the utilities, WORST and BEST what a share of 0 and of 1 is taken for; EVEN is
# what a game without an evaluation is taken for that is broken off.
LOWEST, HIGHEST, REPETITION, VIRTUAL_LOSS, BIAS_WEIGHT, BIAS_SPREAD, WORST, BEST, EVEN, RESULTS = range(8, 18)
LOGS_AT = 32  # √ln n for small n: a load in place of a logarithm and a root at every node
LOGS = 4096
# Of each column: the spread of the results so far, their standard deviation, by their sum and that of their squares.
SCALE, SUM, SQUARES, SPREAD_SIZE = range(4)
APART = 32  # numbers between what two threads write: they would fight for a line of the cache
RESULT_AT = LOGS_AT + LOGS  # what a simulation brought, by column; then what one is taken for that never ends


class MonteCarloDesk(Native):
    """What one thread of the search works with, so that nothing is allocated on the way."""

    bare = ("words", "numbers", "squares", "spreads")
    outlives_its_search = True

    def __init__(
        self,
        players: int,
        signs: tuple[float, ...],
        columns: tuple[int, ...],
        *,
        recurs: bool,
        forbids: bool,
        endgames: Endgames | None = None,
    ) -> None:
        """`signs` and `columns` say for each player how it reads a node's numbers: see `Pool`. All is compiled in.

        So is whether there is an endgame table.
        """
        import numpy as np

        self.players = players
        self.signs = signs
        self.columns = columns
        self.recurs = recurs
        self.forbids = forbids
        self.probes = endgames is not None
        if endgames is not None:
            self.endgames = endgames
        self.words = np.zeros(STAMPS_AT + players * KINDS, np.int64)
        self.words[NODE_LIMIT] = UNLIMITED
        self.words[HORIZON] = UNLIMITED
        self.numbers = np.zeros(RESULT_AT + 2 * players, np.float64)
        self.numbers[LOGS_AT + 1 : LOGS_AT + LOGS] = [sqrt(log(n)) for n in range(1, LOGS)]
        self.spreads = np.zeros(SPREAD_SIZE * players + APART, np.float64)
        self.squares = np.zeros(3, np.float64)  # of each of the root's children: results, their sum, their squares


@jit
def draw(words: Words) -> int:
    """64 random bits, the next of this thread."""
    state = wrap(int(words[DICE]) + GOLDEN)
    words[DICE] = state
    return mix(state)


@jit
def fraction(luck: int) -> float:
    """Random bits as a number from 0 up to 1."""
    return down(luck, 11) * 2.0**-53
