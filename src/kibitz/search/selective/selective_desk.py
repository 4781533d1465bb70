"""The desk of the selective search: the words of the engine's desk that both have, and those of its own.

A word is read and written as `words[word.NODES]`, as on the engine's desk; what both count stands in the same place.
"""

from __future__ import annotations

from math import inf, log
from typing import Any

from kibitz.game.selecting import KINDS
from kibitz.lookup.endgame_table import Endgames
from kibitz.native import Native
from kibitz.search.engine.desk import BY_PLY as BY_PLY
from kibitz.search.engine.desk import CANDIDATES as CANDIDATES
from kibitz.search.engine.desk import CUTOFFS as CUTOFFS
from kibitz.search.engine.desk import ENDGAME_HITS as ENDGAME_HITS
from kibitz.search.engine.desk import ENDGAMES as ENDGAMES
from kibitz.search.engine.desk import EXTENSIONS as EXTENSIONS
from kibitz.search.engine.desk import FIRST_CUTOFFS as FIRST_CUTOFFS
from kibitz.search.engine.desk import HORIZON as HORIZON
from kibitz.search.engine.desk import INNER as INNER
from kibitz.search.engine.desk import NODE_LIMIT as NODE_LIMIT
from kibitz.search.engine.desk import NODES as NODES
from kibitz.search.engine.desk import NULL_CUTOFFS as NULL_CUTOFFS
from kibitz.search.engine.desk import PLIES as PLIES
from kibitz.search.engine.desk import PRINCIPAL as PRINCIPAL
from kibitz.search.engine.desk import QUIET_NODES as QUIET_NODES
from kibitz.search.engine.desk import STOP as STOP
from kibitz.search.engine.desk import SYMMETRY as SYMMETRY
from kibitz.search.engine.desk import TABLE_CUTOFFS as TABLE_CUTOFFS
from kibitz.search.engine.desk import TABLE_HITS as TABLE_HITS
from kibitz.search.watch import UNLIMITED

# From here on the words are the selective search's own. What is counted:
COUNTS_AT = BY_PLY + PLIES
REPETITIONS, NEAR_WINS, STATIC_CUTS, RAZORED, FUTILE, LATE, REDUCED, LOOKED_AGAIN, CHECKS = range(
    COUNTS_AT, COUNTS_AT + 9
)
LOSING, DELTA, INTERNAL, PROBCUTS, REFUTED_PASSES, MULTICUTS, CHILD_HITS = range(COUNTS_AT + 9, COUNTS_AT + 16)
# Which techniques are on (1) or off (0).
SWITCHES_AT = COUNTS_AT + 32
TABLE, BEST_FIRST, KILLERS, HISTORY, ORDER, BOUNDS, PROOF, QUIESCENCE, SINGULAR, NULL_MOVE, REDUCTIONS = range(
    SWITCHES_AT, SWITCHES_AT + 11
)
ON_DEMAND, GRAVITY, COUNTERS, CONTINUATION, WIN_DISTANCE, VERIFICATION, CHECK_EXTENSION = range(
    SWITCHES_AT + 11, SWITCHES_AT + 18
)
STATIC, RAZORING, FUTILITY, LATE_MOVES, EXCHANGES, DELTA_PRUNING, INTERNAL_REDUCTION, PROBCUT = range(
    SWITCHES_AT + 18, SWITCHES_AT + 26
)
# What one search goes by. LEFT_OUT is 1 more than the number of the candidate that the next node leaves out, or 0;
# NO_PASSING the ply up to which nobody may pass; FURTHEST the ply from which on nothing is extended; BASE and BARRIER
# are places in the path: of the root, and of the first position that can come up again; RESTS_ON is the first place in
# the path that a value found since rests on, because it came up again; REACHED is the last ply of the search so far.
STATE_AT = SWITCHES_AT + 32
LEFT_OUT, NO_PASSING, FURTHEST, BASE, BARRIER, RESTS_ON, REACHED, REPETITION = range(STATE_AT, STATE_AT + 8)
# Of the root: 1 more than the number of the best candidate so far, or 0; its value; are the candidates ranked? Has the
# search come to an end? BEAM is the most actions of a position that are looked at, or 0.
ROOT_BEST, ROOT_VALUE, ROOT_RANKED, ROOT_DONE, BEAM = range(STATE_AT + 8, STATE_AT + 13)
SOME_LEFT_OUT = 2  # of ROOT_RANKED: they are, and some of them are left out
# Of each ply: two killers, the kind of the action that led there (plus 1; 0 for none), the evaluation.
KILLER_AT = STATE_AT + 16
KIND_AT = KILLER_AT + 2 * PLIES
STILL_AT = KIND_AT + PLIES + 2  # the two before the root have no kind
# The keys of the positions of the game so far and of the line that is being looked at.
MOST_HISTORY_KEYS = 1024
PATH_AT = STILL_AT + PLIES + 2
# The best line, by the numbers of its candidates, for each ply from there on: how long it is, and what it is.
LINE = 64
LINE_AT = PATH_AT + MOST_HISTORY_KEYS + PLIES
# Of each candidate at the root: how promising it is (a float; minus infinity: left out), and the nodes it took.
ROOT_SIZE = 2048
RANK_AT = LINE_AT + (LINE + 1) * (LINE + 1)
EFFORT_AT = RANK_AT + ROOT_SIZE
# By how much a late move is reduced, by depth and by how late it comes.
REDUCTION_SIZE = 64
REDUCTION_AT = EFFORT_AT + ROOT_SIZE
# The history of actions by side and kind; the action that refuted a kind of action, by side.
HISTORY_AT = REDUCTION_AT + REDUCTION_SIZE * REDUCTION_SIZE
COUNTER_AT = HISTORY_AT + 2 * KINDS
# And the stack: for each position on the way down a row of records, one an action: how promising it is, which candidate
# it is, its kind, and the action.
STACK_AT = COUNTER_AT + 2 * KINDS
PROMISE, NUMBER, KIND, ACTION = range(4)
WORDS = STACK_AT + 200_000

FOLLOW_ROOM = 2 * KINDS * KINDS  # words of the history of an action after a kind of action, by side
Words = Any  # an array of 64-bit integers, which compiled code has as a bare pointer


class SelectiveDesk(Native):
    """What one thread of a selective search works with, so that nothing is allocated on the way."""

    bare: tuple[str, ...] = ("words", "follow")
    outlives_its_search = True

    def __init__(self, *, repeats: bool = False, decisive: float = inf, endgames: Endgames | None = None) -> None:
        """`repeats`: does it matter where a position comes up again? `decisive`: values from here on are wins.

        Both are compiled in, and so is whether there is an endgame table.
        """
        import numpy as np

        self.repeats = repeats
        self.decisive = decisive
        self.probes = endgames is not None
        if endgames is not None:
            self.endgames = endgames
        self.words = np.zeros(WORDS, np.int64)
        self.follow = np.zeros(2 * FOLLOW_ROOM, np.int16)  # after the last action, and after the one before it
        self.words[NODE_LIMIT] = UNLIMITED
        for depth in range(1, REDUCTION_SIZE):
            for turn in range(1, REDUCTION_SIZE):
                self.words[REDUCTION_AT + depth * REDUCTION_SIZE + turn] = int(0.4 + log(depth) * log(turn) / 2.4)

    def begin(self) -> None:
        """Forget what was counted and which moves were good; the settings, the node limit and an order to stop stay."""
        words = self.words
        words[NODES] = 0
        words[HORIZON:PRINCIPAL] = 0
        words[ENDGAME_HITS] = 0
        words[BY_PLY:SWITCHES_AT] = 0
        words[KILLER_AT:PATH_AT] = 0
        words[HISTORY_AT:STACK_AT] = 0
        self.follow[:] = 0

    def longest_line(self) -> int:
        """The longest line looked at since `begin`, in plies, by the nodes counted at each ply."""
        plies = self.words[BY_PLY : BY_PLY + PLIES].nonzero()[0]
        return int(plies[-1]) + 1 if len(plies) else 0
