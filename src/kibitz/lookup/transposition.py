"""The transposition table: what has been found out about a position, for when it comes up again.

A table has the memory its user gives it and no more. It begins small and doubles as it fills, so that a short search
stays in the processor's cache. Entries live in buckets; a new one takes the place of the same position, else of the
oldest, else of the one searched least deep, else of the one that took least effort. Every entry is checked against the
whole key, and its words are tied together by a hash: a thread that reads while another writes sees nonsense and takes
it for a miss.

In a game of whole numbers an entry is two words, the second one packed

    bit  0–15 lower bound   16–31 upper bound   32–43 move + 1   44–48 effort   49–56 depth   57–62 age

and in any other four: the bounds are floats of their own.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.native import Native, jit
from kibitz.native.bits import down, highest, multiply
from kibitz.native.packing import number_of, word_of

TO_THE_END = 255  # the depth of what holds for the whole game
NO_MOVE = -1
MOST_MOVE = 4094  # the largest number of a move that there is room for; of others an entry has NO_MOVE
BOUND = 32_000  # a whole-number bound of this size says nothing
OLDEST_AGE = 62
OVERFILL = 4  # a table doubles when four times its entries have been written: losing some beats leaving the cache
SMALLEST = 10  # a table begins with two to the power of this many buckets

# The words of `state`: how many bits of buckets are in use, entries written since it was cleared, the age of what is
# written now, the oldest age that still counts, the most bits there may be, the most there were since all was zero, the
# bits that a cleared table begins with, and the most bits there may be again once its size is no longer held.
BITS, FILLED, AGE, OLDEST, MOST_BITS, PEAK, FIRST_BITS, HELD = range(8)

BUSY_KEYS = 1 << 12
GOLDEN = -7046029254386353131  # 2⁶⁴ / φ, odd: multiplying by it only reorders the keys
SILVER = -4710160504952957587  # another odd number whose bits look like chance


class Entry(NamedTuple):
    """What is known of a position: bounds for the player to move, found by a search of that depth."""

    found: bool
    lower: float
    upper: float
    depth: int
    move: int


def words_of(megabytes: float) -> int:
    """How many words the entries of a table of this size take: buckets of eight, a power of two of them."""
    return 8 << ((int(megabytes * (1 << 20)) // 64).bit_length() - 1)


class Table(Native):
    """A transposition table of a fixed number of megabytes."""

    bare = ("entries", "state", "busy")
    outlives_its_search = True

    def __init__(
        self, megabytes: float = 64, whole: bool = False, begin_bits: int = SMALLEST, shared: Any = None
    ) -> None:
        """`whole` for a game of whole numbers; it begins with 2 to the power of `begin_bits` buckets.

        `shared` is memory that tables of the same game in other processes use too, `words_of(megabytes)` words of it.
        All of it is in use from the beginning, because a table that others read cannot grow.
        """
        import numpy as np

        if not 0.03 <= megabytes <= 1 << 20:
            raise BadInput(f"a table of {megabytes:g} MB is out of range: expected 0.03 to {1 << 20}")
        self.whole = bool(whole)
        self.width = 2 if whole else 4
        self.slots = 8 // self.width  # a bucket is one line of the processor's cache
        size = words_of(megabytes)
        most = size.bit_length() - 4
        self.entries = np.zeros(size, np.int64) if shared is None else shared
        self.busy = np.zeros(BUSY_KEYS, np.int64)  # the keys of what is being searched just now, by any thread
        first = most if shared is not None else min(begin_bits, most)
        self.state = np.array([first, 0, 1, 1, most, 0, first, 0], np.int64)

    # ------------------------------------------------------------ from outside a search

    def clear(self) -> None:
        """Forget everything, at once: what is older than now no longer counts."""
        state = self.state
        state[AGE] += 1
        state[OLDEST] = state[AGE]
        state[FILLED] = 0
        state[PEAK] = max(state[PEAK], state[BITS])
        state[BITS] = state[FIRST_BITS]
        if state[AGE] > OLDEST_AGE:
            for place in range(8 << state[PEAK]):
                self.entries[place] = 0
            state[AGE] = 1
            state[OLDEST] = 1
            state[PEAK] = 0

    def grow_old(self) -> None:
        """A new search begins: what was found before still counts, but gives way first."""
        if self.state[AGE] >= OLDEST_AGE:
            self.clear()
        else:
            self.state[AGE] += 1

    def use_all(self) -> None:
        """Use the whole memory from now on."""
        state = self.state
        state[FIRST_BITS] = state[MOST_BITS]
        if state[FILLED] == 0:  # nothing has to move
            state[BITS] = state[MOST_BITS]
        while state[BITS] < state[MOST_BITS]:
            self.double()

    # Threads that share a table must not find it growing: they search in bouts, and it grows between two of them.

    def hold_size(self) -> int:
        """Stay as large as it is until `release_size`; how many nodes may be searched before it should grow."""
        if self.state[HELD] == 0:
            self.state[HELD] = self.state[MOST_BITS]
            self.state[MOST_BITS] = self.state[BITS]
        self.busy[:] = 0
        room = OVERFILL * (self.slots << int(self.state[BITS]))
        return room if self.state[BITS] < self.state[HELD] else 1 << 60

    def release_size(self) -> None:
        """Grow again where there is need."""
        if self.state[HELD] != 0:
            self.state[MOST_BITS] = self.state[HELD]
            self.state[HELD] = 0

    # ------------------------------------------------------------ from inside

    def bucket(self, key: int) -> int:
        """Where in `entries` the bucket of a key begins."""
        return down(multiply(key, GOLDEN), 64 - self.state[BITS]) * 8

    def is_busy(self, key: int) -> bool:
        """Is a thread at the position with this key?"""
        return self.busy[down(multiply(key, GOLDEN), 52)] == key

    def set_busy(self, key: int, mark: int) -> None:
        """This thread is at the position with this key (`mark` is the key), or no longer is (0)."""
        self.busy[down(multiply(key, GOLDEN), 52)] = mark

    def probe(self, key: int) -> Entry:
        """What is known of the position with this key."""
        entries = self.entries
        place = self.bucket(key)
        for _ in range(self.slots):
            # Each word is read once: read again, it may be another thread's by now.
            data = entries[place + self.width - 1]
            lower = 0 if self.whole else entries[place + 1]
            upper = 0 if self.whole else entries[place + 2]
            if entries[place] ^ tie(lower, upper, data) == key and data != 0 and (data >> 57) >= self.state[OLDEST]:
                depth = (data >> 49) & 255
                move = ((data >> 32) & 4095) - 1
                if self.whole:
                    return Entry(True, bound(data & 65535), bound((data >> 16) & 65535), depth, move)
                return Entry(True, number_of(lower), number_of(upper), depth, move)
            place += self.width
        return Entry(False, -math.inf, math.inf, 0, NO_MOVE)

    def stored_key(self, place: int) -> int:
        """The key of the entry there."""
        entries = self.entries
        if self.whole:
            return entries[place] ^ tie(0, 0, entries[place + 1])
        return entries[place] ^ tie(entries[place + 1], entries[place + 2], entries[place + 3])

    def store(self, key: int, lower: float, upper: float, depth: int, move: int, effort: int = 1) -> None:
        """Write down what is known now; bounds of the same depth that stand there already are kept too.

        `effort` is the number of nodes it took: what took long to find out is kept longest.
        """
        entries = self.entries
        state = self.state
        place = self.bucket(key)
        victim = place
        worst = 1 << 40
        for _ in range(self.slots):
            data = entries[place + self.width - 1]
            age = data >> 57
            if data == 0 or age < state[OLDEST]:
                if worst > -1:
                    victim, worst = place, -1
            elif self.stored_key(place) == key:
                old_depth = (data >> 49) & 255
                if old_depth == depth:
                    old = self.probe(key)
                    lower = max(lower, old.lower)
                    upper = min(upper, old.upper)
                effort = max(effort, 1 << ((data >> 44) & 31))
                if move == NO_MOVE:
                    move = ((data >> 32) & 4095) - 1
                victim = place
                break
            else:
                value = data >> 44  # age, then depth, then effort
                if value < worst:
                    victim, worst = place, value
            place += self.width
        self.write(victim, key, lower, upper, depth, move, effort)
        state[FILLED] += 1
        if state[FILLED] > OVERFILL * (self.slots << state[BITS]) and state[BITS] < state[MOST_BITS]:
            self.double()

    def write(self, place: int, key: int, lower: float, upper: float, depth: int, move: int, effort: int) -> None:
        """Put an entry there."""
        entries = self.entries
        kept = move + 1 if move <= MOST_MOVE else 0
        data = (self.state[AGE] << 57) | (depth << 49) | (min(highest(effort | 1), 31) << 44) | (kept << 32)
        if self.whole:
            data |= (whole_bound(upper) << 16) | whole_bound(lower)
            entries[place] = key ^ tie(0, 0, data)
        else:
            entries[place + 1] = word_of(float(lower))
            entries[place + 2] = word_of(float(upper))
            entries[place] = key ^ tie(word_of(float(lower)), word_of(float(upper)), data)
        entries[place + self.width - 1] = data

    def double(self) -> None:
        """Use twice as many buckets: each one's entries part into two, from the last bucket down."""
        entries = self.entries
        state = self.state
        buckets = 1 << state[BITS]
        for place in range(buckets * 8, buckets * 16):
            entries[place] = 0
        state[BITS] += 1
        for number in range(buckets - 1, -1, -1):
            begin = number * 8
            for slot in range(self.slots):
                place = begin + slot * self.width
                data = entries[place + self.width - 1]
                if data == 0 or (data >> 57) < state[OLDEST]:
                    for word in range(self.width):
                        entries[place + word] = 0
                    continue
                target = self.bucket(self.stored_key(place))
                self.move_entry(place, target)

    def move_entry(self, place: int, target: int) -> None:
        """Take an entry to the first free slot of a bucket that lies in the same place or behind."""
        entries = self.entries
        width = self.width
        if target <= place < target + 8:
            return
        while entries[target + width - 1] != 0:
            target += width
        for word in range(width):
            entries[target + word] = entries[place + word]
            entries[place + word] = 0


@jit
def tie(lower: int, upper: int, data: int) -> int:
    """What binds the words of one entry. A plain exclusive or would not: the bounds of two entries, 3 and 3 in the one
    and 5 and 5 in the other, cancel alike."""
    return data ^ multiply(lower ^ down(lower, 32), GOLDEN) ^ multiply(upper ^ down(upper, 32), SILVER)


@jit
def bound(bits: int) -> float:
    """A bound of sixteen bits, with a sign; those at the ends are infinite."""
    number = bits - 65536 if bits >= 32768 else bits
    if number >= BOUND:
        return math.inf
    return -math.inf if number <= -BOUND else float(number)


@jit
def whole_bound(value: float) -> int:
    """The sixteen bits of a bound."""
    return int(min(max(value, -BOUND), BOUND)) & 65535


@jit
def grow(table: Any, doublings: int) -> int:
    """Double a table this many times, or as far as its memory goes; how many bits of buckets it has then."""
    for _ in range(doublings):
        if table.state[BITS] < table.state[MOST_BITS]:
            table.double()
    return table.state[BITS]
