"""A table of vectors: what has been found out about a position of several players, for when it comes up again.

Entries live in buckets of four. A new one takes the place of the same position, else of one that no longer counts, else
of the one searched least deep. The table begins small and doubles as it fills, so that a short search stays in the
processor's cache. An entry is a row of words: the position's key, how the vector was found, and the vector itself.

    bit  0–7 depth   8–31 move + 1   32–33 kind   34–39 age
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import BadInput
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native
from kibitz.native.bits import down, multiply
from kibitz.native.packing import number_of, word_of

EXACT = 1  # the position's vector
LEAST = 2  # the vector of one of the mover's actions: it has that for itself at least
SLOTS = 4
OLDEST_AGE = 62
SMALLEST = 9  # it begins with two to the power of this many buckets

# The words of `state`: the age of what is written now, entries written since the table was cleared, how many bits of
# buckets are in use, and the most there may be.
AGE, FILLED, BITS, MOST_BITS = range(4)


class VectorTable(Native):
    """A table of a fixed number of megabytes for vectors with a number for each player."""

    bare = ("entries", "state")
    outlives_its_search = True

    def __init__(self, players: int, megabytes: float = 64) -> None:
        import numpy as np

        if not 0.03 <= megabytes <= 1 << 20:
            raise BadInput(f"a table of {megabytes:g} MB is out of range: expected 0.03 to {1 << 20}")
        self.players = players
        self.width = players + 2
        buckets = int(megabytes * (1 << 20)) // (8 * self.width * SLOTS)
        most = max(1, buckets).bit_length() - 1
        self.entries = np.zeros(self.width * SLOTS << most, np.int64)
        self.state = np.array([1, 0, min(SMALLEST, most), most], np.int64)

    def clear(self) -> None:
        """Forget everything: what is older than now no longer counts."""
        self.state[AGE] += 1
        self.state[FILLED] = 0
        self.state[BITS] = min(SMALLEST, self.state[MOST_BITS])
        if self.state[AGE] > OLDEST_AGE:
            for place in range(len(self.entries)):
                self.entries[place] = 0
            self.state[AGE] = 1

    def bucket(self, key: int) -> int:
        """Where in `entries` the bucket of a key begins."""
        return down(multiply(key, GOLDEN), 64 - self.state[BITS]) * self.width * SLOTS

    def find(self, key: int) -> int:
        """Where the entry of the position with this key is; -1 where there is none."""
        entries = self.entries
        place = self.bucket(key)
        for _ in range(SLOTS):
            if entries[place] == key and (entries[place + 1] >> 34) == self.state[AGE]:
                return place
            place += self.width
        return -1

    def depth(self, place: int) -> int:
        """How deep the search was that an entry comes from."""
        return int(self.entries[place + 1]) & 255

    def move(self, place: int) -> int:
        """The number of the action that reaches the vector of an entry; `NO_MOVE` where there is none."""
        return ((int(self.entries[place + 1]) >> 8) & 0xFFFFFF) - 1

    def kind(self, place: int) -> int:
        """`EXACT` or `LEAST`."""
        return (int(self.entries[place + 1]) >> 32) & 3

    def share(self, place: int, player: int) -> float:
        """A player's number in the vector of an entry."""
        return number_of(self.entries[place + 2 + player])

    def store(self, key: int, depth: int, move: int, kind: int, rows: Any, row: int) -> None:
        """Write the vector down that begins at `row` of `rows`. What is exact is not given up for a bound."""
        entries = self.entries
        age = self.state[AGE]
        place = self.bucket(key)
        victim = place
        worst = 1 << 40
        for _ in range(SLOTS):
            data = entries[place + 1]
            if data >> 34 != age:
                if worst > -1:
                    victim, worst = place, -1
            elif entries[place] == key:
                if kind != EXACT and (data >> 32) & 3 == EXACT and data & 255 >= depth:
                    return
                victim = place
                break
            elif data & 255 < worst:
                victim, worst = place, data & 255
            place += self.width
        entries[victim] = key
        entries[victim + 1] = (age << 34) | (kind << 32) | (move + 1 << 8) | depth
        for player in range(self.players):
            entries[victim + 2 + player] = word_of(float(rows[row + player]))
        self.state[FILLED] += 1
        if self.state[FILLED] > SLOTS << self.state[BITS] and self.state[BITS] < self.state[MOST_BITS]:
            self.double()

    def double(self) -> None:
        """Use twice as many buckets: each one's entries part into two, from the last bucket down."""
        entries, size = self.entries, self.width * SLOTS
        self.state[BITS] += 1
        for number in range((1 << (self.state[BITS] - 1)) - 1, -1, -1):
            for slot in range(SLOTS):
                place = number * size + slot * self.width
                if entries[place + 1] >> 34 == self.state[AGE]:
                    target = self.bucket(entries[place])
                    if target != number * size:
                        self.move_entry(place, target)

    def move_entry(self, place: int, target: int) -> None:
        """Take an entry to the first free slot of another bucket."""
        entries = self.entries
        while entries[target + 1] >> 34 == self.state[AGE]:
            target += self.width
        for word in range(self.width):
            entries[target + word] = entries[place + word]
            entries[place + word] = 0
