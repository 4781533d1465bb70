"""What has been found out about whole classes of positions, for partition search.

A class is given by an outline, which all its positions share, and by some bits of their detail; the other bits do not
matter. Classes with one outline hang in a chain, the latest first. A position may lie in several of them.

An entry has six words:

    0 the next one in the chain   1 outline   2, 3 detail, where it matters   4 which bits of it matter
    5 bit 0–15 lower bound   16–31 upper bound   32–47 action

The table has the memory its user gives it and no more. It begins small and grows; when it is full, it begins anew.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.native import Native
from kibitz.native.bits import down, multiply

WIDTH = 8  # six words are used; so an entry lies in one line of the processor's cache
NEXT, OUTLINE, FIRST, SECOND, MATTERS, DATA = range(6)
SMALLEST = 12  # the table begins with two to the power of this many chains
CROWDED = 2  # so many entries a chain, on average, and there shall be twice as many chains
NO_ACTION = 65535
BITS, USED, MOST_BITS, FIRST_BITS = range(4)  # the words of `state`
GOLDEN = -7046029254386353131


class Class(NamedTuple):
    """What is known of a position because it lies in a class; `place` is 0 where nothing is."""

    place: int
    lower: int
    upper: int
    action: int
    matters: int


class Classes(Native):
    """A table of classes of positions, with bounds on what is still to come for player 0."""

    bare = ("heads", "entries", "state")

    def __init__(self, megabytes: float = 64) -> None:
        import numpy as np

        if not 0.03 <= megabytes <= 1 << 20:
            raise BadInput(f"a table of {megabytes:g} MB is out of range: expected 0.03 to {1 << 20}")
        words = int(megabytes * (1 << 20)) // 8
        most = max(4, (words // (WIDTH * CROWDED + 2)).bit_length() - 1)
        first = min(SMALLEST, most)
        self.heads = np.zeros(1 << most, np.int64)
        self.entries = np.zeros(max(2, (words - (1 << most)) // WIDTH) * WIDTH, np.int64)
        self.state = np.array([first, 1, most, first], np.int64)

    def forget(self) -> None:
        """Forget everything: `clear` for those outside a search."""
        self.state[BITS] = self.state[FIRST_BITS]
        self.state[USED] = 1
        self.heads[: 1 << int(self.state[BITS])] = 0

    def clear(self) -> None:
        """Forget everything."""
        self.state[BITS] = self.state[FIRST_BITS]
        self.empty()

    def empty(self) -> None:
        """The same, but with as many chains as there are."""
        for chain in range(1 << self.state[BITS]):
            self.heads[chain] = 0
        self.state[USED] = 1

    # ------------------------------------------------------------ from inside

    def chain(self, outline: int) -> int:
        """The number of the chain that an outline belongs to."""
        return down(multiply(outline ^ down(outline, 29), GOLDEN), 64 - self.state[BITS])

    def probe(self, outline: int, first: int, second: int, target: int) -> Class:
        """A class that this position lies in, best one that tells whether there is `target` or more still to come."""
        entries = self.entries
        chain = self.chain(outline)
        place = self.heads[chain]
        before = 0
        met = Class(0, 0, 32767, NO_ACTION, 0)
        while place != 0:
            matters = entries[place + MATTERS]
            differs = (entries[place + FIRST] ^ first) | (entries[place + SECOND] ^ second)
            if entries[place + OUTLINE] == outline and differs & matters == 0:
                data = entries[place + DATA]
                found = Class(place, data & 65535, (data >> 16) & 65535, (data >> 32) & 65535, matters)
                if found.lower >= target or found.upper < target:
                    if before != 0:  # what was of use comes first the next time
                        entries[before + NEXT] = entries[place + NEXT]
                        entries[place + NEXT] = self.heads[chain]
                        self.heads[chain] = place
                    return found
                if met.place == 0:
                    met = found
            before = place
            place = entries[place + NEXT]
        return met

    def store(
        self, outline: int, first: int, second: int, matters: int, lower: int, upper: int, action: int, old: int
    ) -> None:
        """Write down what is known of a class; `old` is where a class that its position lies in stands, or 0."""
        entries = self.entries
        if old != 0 and entries[old + MATTERS] == matters:
            data = entries[old + DATA]
            lower = max(lower, data & 65535)
            upper = min(upper, (data >> 16) & 65535)
            if action == NO_ACTION:
                action = (data >> 32) & 65535
            entries[old + DATA] = lower | upper << 16 | action << 32
            return
        if (self.state[USED] + 1) * WIDTH > len(entries):
            self.empty()
        number = self.state[USED]
        if number > CROWDED << self.state[BITS] and self.state[BITS] < self.state[MOST_BITS]:
            self.grow()
        self.state[USED] = number + 1
        place = number * WIDTH
        entries[place + OUTLINE] = outline
        entries[place + FIRST] = first & matters
        entries[place + SECOND] = second & matters
        entries[place + MATTERS] = matters
        entries[place + DATA] = lower | upper << 16 | action << 32
        self.link(place)

    def link(self, place: int) -> None:
        """Hang an entry into its chain."""
        chain = self.chain(self.entries[place + OUTLINE])
        self.entries[place + NEXT] = self.heads[chain]
        self.heads[chain] = place

    def grow(self) -> None:
        """Make four times as many chains, and hang every entry into its own."""
        self.state[BITS] = min(self.state[BITS] + 2, self.state[MOST_BITS])
        for chain in range(1 << self.state[BITS]):
            self.heads[chain] = 0
        for number in range(1, self.state[USED]):
            self.link(number * WIDTH)
