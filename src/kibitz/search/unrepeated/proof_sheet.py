"""What a proof in a game without repetitions works with: words, the path, a stack, and a table of what was found."""

from __future__ import annotations

from typing import Any

from kibitz.game import State
from kibitz.native import Native, jit
from kibitz.native.bits import mix
from kibitz.native.packing import words as words_of
from kibitz.search.watch import UNLIMITED

# The words: what is counted, orders and limits, and how many moves were cut short by the depth.
NODES, STOP, NODE_LIMIT, HORIZON, DEEPEST, KEEPS_FAILURES = range(6)
HISTORY_AT, HISTORY_SIZE = 16, 4096  # how often an action did what its player wanted, by player and fingerprint
PATH_AT, MOST_PLIES = HISTORY_AT + 2 * HISTORY_SIZE, 4096  # the numbers of the positions on the line (`recurrence`)
STACK_AT = PATH_AT + MOST_PLIES
STACK_WORDS = 1 << 21

# An entry of the table: the key, the most that is proven, the least that failed and how deep, and the key of the child
# that decided last: to try it first is worth most where a proof rests on the path, and must be found again.
KEY, PROVEN_AT, FAILED_AT, FAILED_DEPTH, BEST, ENTRY = range(6)
NOTHING = -(1 << 40)  # less than any target
PLACES = 4  # entries side by side in which a key may lie

# What comes of a node: no proof, a proof that holds whatever came before, one that holds on this path alone.
FAILED, PROVEN, RESTING = range(3)


class ProofSheet(Native):
    """The words and the table of one proof. `size` is the number of entries, a power of two."""

    bare = ("words", "entries")
    outlives_its_search = True

    def __init__(self, megabytes: float) -> None:
        import numpy as np

        size = PLACES
        while 2 * size * ENTRY * 8 <= megabytes * (1 << 20):
            size *= 2
        self._size = size
        self.mask = size - 1
        self.words = np.zeros(STACK_AT + STACK_WORDS, np.int64)
        self.words[NODE_LIMIT] = UNLIMITED
        self.entries: Any = np.zeros(size * ENTRY, np.int64)
        self.clear()

    def clear(self) -> None:
        """Forget what was proven, for another player's proof."""
        entries = self.entries.reshape(-1, ENTRY)
        entries[:, KEY] = 0
        entries[:, PROVEN_AT] = NOTHING
        entries[:, FAILED_AT] = -NOTHING
        entries[:, FAILED_DEPTH:] = 0

    def find(self, key: int) -> int:
        """Where the entry of a key begins; -1 if there is none."""
        first = mix(key) & self.mask & ~(PLACES - 1)
        for place in range(first, first + PLACES):
            if self.entries[place * ENTRY + KEY] == key:
                return place * ENTRY
        return -1

    def place(self, key: int, depth: int) -> int:
        """Where the entry of a key is to be written: its own, else that of the shallowest failure nearby."""
        entries = self.entries
        first = mix(key) & self.mask & ~(PLACES - 1)
        best, least = first, 1 << 40
        for place in range(first, first + PLACES):
            at = place * ENTRY
            if entries[at + KEY] == key:
                return at
            worth = entries[at + FAILED_DEPTH] + (1000 if entries[at + PROVEN_AT] != NOTHING else 0)
            if entries[at + KEY] == 0:
                worth = -1
            if worth < least:
                best, least = place, worth
        at = best * ENTRY
        entries[at + KEY] = key
        entries[at + PROVEN_AT] = NOTHING
        entries[at + FAILED_AT] = -NOTHING
        entries[at + FAILED_DEPTH] = entries[at + BEST] = 0
        return at


@jit
def record_words(s: State) -> int:
    """The words of a child on the stack: see `prove_unrepeated`."""
    return 5 + words_of(s)
