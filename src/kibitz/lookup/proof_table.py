"""The table of proof-number search: how far each position is from being proven, and what was proven of it.

Entries live in buckets of four. A new one takes the place of the same position, else of one that no longer counts,
else of the one whose tree was smallest: what took long to find out is kept longest, so a search that outgrows its
memory goes on, and looks again at what is quick to find again. Every entry is checked against the whole key. It has
three words: the key; the proof and disproof numbers, or once they are settled the bound that was proven, as a float;

    bit  0–11 plies   12–31 rests   32–33 kind   34 circles   35 twins   36–41 effort   42–49 age
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native
from kibitz.native.bits import down, highest, multiply
from kibitz.native.packing import number_of, word_of

INFINITE = 1 << 30  # the proof number of what is disproven, and the other way round
MOST_PLIES = 4095  # the length of a line that is this long, or not known
MOST_RESTS = (1 << 20) - 1
OPEN, PROVEN, DISPROVEN = 1, 2, 3  # the kinds of an entry
SLOTS, WIDTH = 4, 3
BUCKET = SLOTS * WIDTH
YOUNGEST = 255

# The words of `state`: the age of what is written now, and how many bits of buckets there are.
AGE, BITS = range(2)


class Standing(NamedTuple):
    """How a position stands towards «the attacker gets at least so much».

    `bound` is what the attacker gets at least where it is proven, and at most where it is disproven. `plies` is the
    longest line of the proof. `rests` tells how many plies above it the highest position lies on which a disproof
    rests, 0 for none; `circles` whether any repetition counts in it; `twins` whether it was disproven on some path.
    """

    found: bool
    proof: int
    disproof: int
    bound: float
    plies: int
    rests: int
    circles: int
    twins: int


class ProofTable(Native):
    """A table of a fixed number of megabytes."""

    bare = ("entries", "state")
    outlives_its_search = True

    def __init__(self, megabytes: float = 64) -> None:
        import numpy as np

        if not 0.03 <= megabytes <= 1 << 20:
            raise BadInput(f"a table of {megabytes:g} MB is out of range: expected 0.03 to {1 << 20}")
        bits = max(1, int(megabytes * (1 << 20)) // (8 * BUCKET)).bit_length() - 1
        self.entries = np.zeros(BUCKET << bits, np.int64)
        self.state = np.array([1, bits], np.int64)

    def clear(self) -> None:
        """Forget everything, at once: what is older than now no longer counts."""
        self.state[AGE] += 1
        if self.state[AGE] > YOUNGEST:
            self.entries[:] = 0
            self.state[AGE] = 1

    def fullness(self) -> int:
        """How much of the table is in use, in thousandths, by a sample of its entries."""
        data = self.entries[2 : BUCKET * 1_000 : WIDTH]
        return round(1_000 * float(((data >> 42) == self.state[AGE]).mean()))

    # ------------------------------------------------------------ from inside a search

    def bucket(self, key: int) -> int:
        """Where in `entries` the bucket of a key begins."""
        return down(multiply(key, GOLDEN), 64 - self.state[BITS]) * BUCKET

    def probe(self, key: int) -> Standing:
        """What is known of the position with this key."""
        entries = self.entries
        place = self.bucket(key)
        for _ in range(SLOTS):
            data = entries[place + 2]
            if entries[place] == key and (data >> 42) == self.state[AGE]:
                numbers, kind = entries[place + 1], (data >> 32) & 3
                plies, rests = data & MOST_PLIES, (data >> 12) & MOST_RESTS
                circles, twins = (data >> 34) & 1, (data >> 35) & 1
                if kind == PROVEN:
                    return Standing(True, 0, INFINITE, number_of(numbers), plies, rests, circles, twins)
                if kind == DISPROVEN:
                    return Standing(True, INFINITE, 0, number_of(numbers), plies, rests, circles, twins)
                return Standing(True, numbers & 0xFFFFFFFF, numbers >> 32, 0.0, plies, rests, circles, twins)
            place += WIDTH
        return Standing(False, 1, 1, 0.0, 0, 0, 0, 0)

    def store(
        self,
        key: int,
        proof: int,
        disproof: int,
        bound: float,
        plies: int,
        rests: int,
        circles: int,
        twins: int,
        effort: int,
    ) -> None:
        """Write down how a position stands now; `effort` is the number of nodes it took this time.

        What is proven or disproven stays so, by the shorter of two proofs: those below it then get shorter too.
        """
        entries, age = self.entries, self.state[AGE]
        place = self.bucket(key)
        victim, least = place, 1 << 40
        for _ in range(SLOTS):
            data = entries[place + 2]
            if data == 0 or (data >> 42) != age:
                if least > -1:
                    victim, least = place, -1
            elif entries[place] == key:
                kind = (data >> 32) & 3
                is_shorter = (data & MOST_PLIES) <= plies
                if kind == PROVEN and (proof != 0 or is_shorter):
                    return
                if kind == DISPROVEN and (disproof != 0 or (is_shorter and (data >> 34) & 1 <= circles)):
                    return
                effort = max(effort, 1 << ((data >> 36) & 63))
                twins |= (data >> 35) & 1
                victim = place
                break
            elif (data >> 36) & 63 < least:
                victim, least = place, (data >> 36) & 63
            place += WIDTH
        kind = PROVEN if proof == 0 else DISPROVEN if disproof == 0 else OPEN
        entries[victim] = key
        entries[victim + 1] = (disproof << 32) | proof if kind == OPEN else word_of(float(bound))
        data = min(plies, MOST_PLIES) | (min(rests, MOST_RESTS) << 12) | (kind << 32) | (circles << 34) | (twins << 35)
        entries[victim + 2] = data | (min(highest(effort | 1), 63) << 36) | (age << 42)
