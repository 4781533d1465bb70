"""The desk of a search: one array of words that a thread works with, and the names of these words.

A word is read and written as `words[word.NODES]`. The names are plain numbers, which the compiler puts in their places.
The engine, partition search and the engine for several players have the same desk, so they can share the ordering.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.errors import NoRoom, Stopped, TooDeep, TooWide
from kibitz.game import MOST_CHOICES
from kibitz.lookup.endgame_table import Endgames
from kibitz.native import Native, jit
from kibitz.native.splicing import spliced
from kibitz.search.watch import LONGEST_LINE, UNLIMITED

Words = Any  # an array of 64-bit integers, which compiled code has as a bare pointer

# What is counted. STOP is an order, and NODE_LIMIT a limit; HORIZON counts the guesses that were believed; IMMEDIATE,
# SHALLOW and BROKEN are for several players. LEFT_OUT is 1 more than the number of the candidate that the next node is
# to leave out, or 0. RESTS, CHILD_RESTS and CHILD_GUESSES are for positions that come up again: see `repetition`.
NODES, STOP, NODE_LIMIT, HORIZON, CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, TABLE_CUTOFFS = range(8)
BOUND_CUTOFFS, PROOF_CUTOFFS, CHILD_CUTOFFS, NULL_CUTOFFS, INNER, QUIET_NODES, EXTENSIONS, CANDIDATES = range(8, 16)
CHANCE_NODES, CHANCE_CUTOFFS, PROBES, IMMEDIATE, SHALLOW, BROKEN, LEFT_OUT, SETTLED_CUTOFFS = range(16, 24)
RESTS, CHILD_RESTS, CHILD_GUESSES = range(43, 46)
# Which techniques are on (1) or off (0), or how much of them there is.
PRINCIPAL, TABLE, BEST_FIRST, KILLERS, HISTORY, ORDER, BOUNDS, PROOF, SYMMETRY, CHILDREN_FIRST = range(24, 34)
QUIESCENCE, SINGULAR, BEAM, NULL_MOVE, REDUCTIONS, SHARED, CHANCE_BOUNDS, PROBING = range(34, 42)
SETTLED = 48  # is the game's own code for the last plies asked?
PLAYED = 46  # how many positions of the game so far stand on the path
CLOCKED = 47  # are positions told apart by `reversible` too? What is proven of one may fail for another later on
ENDGAMES = 57  # may the endgame table be asked, and how far is it relied on? See `endgame_values`
ENDGAME_HITS = 58  # positions that it knew
BY_DEPTH = 42  # is it asked what is reached within so many plies? See `distance`: no guess, and no deeper proof, counts
# Nodes by ply, two killer moves a ply, the history of moves by side.
PLIES = 256
BY_PLY = 64
KILLER_AT = BY_PLY + PLIES
HISTORY_AT = KILLER_AT + 2 * PLIES
HISTORY_SIZE = 4096
# The path: the keys of the game so far, as many as there is room for, and then of the line that is looked at.
MOST_PLAYED = 2048
PATH_AT = HISTORY_AT + 2 * HISTORY_SIZE
# And a stack: for each position on the way down, a row of records, one a child: how promising it is, which candidate
# it is, who is to move there, and its state. Where dice fall, a row of bounds: the least and the most that each outcome
# may be worth to MAX.
STACK_AT = PATH_AT + MOST_PLAYED + LONGEST_LINE + 1
PROMISE, NUMBER, SIDE, STATE = range(4)
DESK_WORDS = STACK_AT + 400_000

WITHOUT_LIMIT = 200  # plies; what is searched so deep is searched to the end
MANY = 255  # after this many actions of one position it is time to see whether to go on


class Desk(Native):
    """What one thread of a search works with, so that nothing is allocated on the way."""

    bare: tuple[str, ...] = ("words",)
    outlives_its_search = True

    def __init__(
        self,
        nodes: int | None = None,
        *,
        extras: bool = False,
        repetition: float | None = None,
        forbids: bool = False,
        endgames: Endgames | None = None,
    ) -> None:
        """`extras`: may a technique be on that is off unless asked for, or several threads? It is compiled in.

        So is what a position that comes up again is worth to MAX, if the game says so, or whether that is forbidden.
        And so is whether there is an endgame table: its arrays travel with the desk, which would cost searches without
        one some percent.
        """
        import numpy as np

        self.extras = extras
        self.recurs = forbids or repetition is not None
        self.forbids = forbids
        self.repetition = 0.0 if repetition is None else float(repetition)
        self.probes = endgames is not None
        if endgames is not None:
            self.endgames = endgames
        self.words = np.zeros(DESK_WORDS, np.int64)
        self.words[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    def begin(self) -> None:
        """Forget what was counted and which moves were good; the settings, the node limit and an order to stop stay."""
        words = self.words
        words[NODES] = 0
        words[HORIZON:PRINCIPAL] = 0
        words[ENDGAME_HITS] = 0
        words[BY_PLY:PATH_AT] = 0

    def play_on_from(self, history: Sequence[int]) -> None:
        """Put the keys of the game so far on the path, the oldest first; of a very long game the latest ones."""
        kept = list(history)[-MOST_PLAYED:]
        self.words[PLAYED] = len(kept)
        self.words[PATH_AT : PATH_AT + len(kept)] = kept

    def longest_line(self) -> int:
        """The longest line looked at since `begin`, in plies, by the nodes counted at each ply."""
        plies = self.words[BY_PLY : BY_PLY + PLIES].nonzero()[0]
        return int(plies[-1]) + 1 if len(plies) else 0


@spliced
def enter(words: Words, ply: int) -> int:
    """Count a node, and see whether to go on; how many there are now. Looking before counting costs some percent."""
    words[NODES] += 1
    begun: int = words[NODES]
    if ply < PLIES:
        words[BY_PLY + ply] += 1
    elif ply >= LONGEST_LINE:
        raise TooDeep("a line of play went on and on")
    if words[STOP] != 0 or begun > words[NODE_LIMIT]:
        leave_uncounted(words, ply)
        raise Stopped("told to stop")
    return begun


@jit
def left_out(words: Words) -> int:
    """The number of the candidate that this node is to leave out, or -1; nodes below it leave nothing out."""
    without: int = words[LEFT_OUT] - 1
    words[LEFT_OUT] = 0
    return without


@jit
def leave_uncounted(words: Words, ply: int) -> None:
    """Take back the count of a node that is not looked at."""
    words[NODES] -= 1
    if ply < PLIES:
        words[BY_PLY + ply] -= 1


@jit
def more_room(words: Words, end: int, number: int) -> int:
    """See now and then, after `MANY` actions, whether to go on, and whether there is room for more; where it ends."""
    if words[STOP] != 0:
        raise Stopped("told to stop")
    if number >= MOST_CHOICES:
        raise TooWide("a position has too many actions")
    if end > len(words):
        raise NoRoom("the stack is full")
    return end


@jit
def forget_moves(words: Words) -> None:
    """Forget which moves were good elsewhere, where they count, so that a position is searched as if it were alone."""
    if words[KILLERS] + words[HISTORY] != 0:
        for place in range(KILLER_AT, PATH_AT):
            words[place] = 0
