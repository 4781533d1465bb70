"""What has been found out about whole classes of positions, for partition search.

A class is given by an outline, which all its positions share, and by some bits of their detail; the other bits do not
matter. All classes with one outline stand in a row, so that going through them costs little; a position may lie in
several of them. What was of use moves to the front.

A class takes four words:

    0, 1 detail, where it matters   2 which bits of it matter
    3 bit 0–15 lower bound   16–31 upper bound   32–47 action

and so does an outline; those that share a hash hang in a chain:

    0 the next one in the chain   1 outline   2 where its row begins   3 classes in it, and from bit 32 on its room

The table has the memory its user gives it and no more. It begins small and grows; when it is full, it begins anew.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.native import Native
from kibitz.native.bits import down, multiply

WIDTH = 4
FIRST, SECOND, MATTERS, DATA = range(WIDTH)
NEXT, OUTLINE, ROW, NUMBER = range(WIDTH)
SMALLEST = 12  # the table begins with two to the power of this many chains
NARROWEST = 2  # classes for which there is room in a new row; a full row moves to one with twice the room
SHARE = 8  # one part in eight of the memory is for outlines
NO_ACTION = 65535
UNLIMITED = 32767  # an upper bound that says nothing
BITS, OUTLINES, USED, MOST_BITS, FIRST_BITS = range(5)  # the words of `state`
GOLDEN = -7046029254386353131
LOW = (1 << 32) - 1


class Class(NamedTuple):
    """What is known of a position because it lies in a class."""

    found: bool
    lower: int
    upper: int
    action: int
    matters: int


class Classes(Native):
    """A table of classes of positions, with bounds on what is still to come for player 0."""

    bare = ("heads", "outlines", "entries", "state")
    outlives_its_search = True

    def __init__(self, megabytes: float = 64) -> None:
        import numpy as np

        if not 0.03 <= megabytes <= 1 << 20:
            raise BadInput(f"a table of {megabytes:g} MB is out of range: expected 0.03 to {1 << 20}")
        words = int(megabytes * (1 << 20)) // 8
        most = (words // (SHARE * (WIDTH + 1))).bit_length() - 1
        first = min(SMALLEST, most)
        self.heads = np.zeros(1 << most, np.int64)
        self.outlines = np.zeros(WIDTH << most, np.int64)
        self.entries = np.zeros((words - (WIDTH + 1 << most)) // WIDTH * WIDTH, np.int64)
        self.state = np.array([first, 1, 0, most, first], np.int64)

    def forget(self) -> None:
        """Forget everything: `clear` for those outside a search."""
        self.state[BITS] = self.state[FIRST_BITS]
        self.heads[: 1 << int(self.state[BITS])] = 0
        self.state[OUTLINES] = 1
        self.state[USED] = 0

    # ------------------------------------------------------------ from inside

    def clear(self) -> None:
        """Forget everything."""
        self.state[BITS] = self.state[FIRST_BITS]
        self.empty()

    def empty(self) -> None:
        """The same, but with as many chains as there are."""
        for chain in range(1 << self.state[BITS]):
            self.heads[chain] = 0
        self.state[OUTLINES] = 1
        self.state[USED] = 0

    def probe(self, outline: int, first: int, second: int, target: int) -> Class:
        """A class that this position lies in, best one that tells whether there is `target` or more still to come."""
        met = Class(False, 0, UNLIMITED, NO_ACTION, 0)
        place = self.find(outline)
        if place == 0:
            return met
        entries = self.entries
        begin = self.outlines[place + ROW]
        for number in range(self.outlines[place + NUMBER] & LOW):
            at = begin + number * WIDTH
            matters = entries[at + MATTERS]
            if ((entries[at + FIRST] ^ first) | (entries[at + SECOND] ^ second)) & matters == 0:
                data = entries[at + DATA]
                found = Class(True, data & 65535, (data >> 16) & 65535, (data >> 32) & 65535, matters)
                if found.lower >= target or found.upper < target:
                    self.exchange(at, begin + number // 2 * WIDTH)
                    return found
                if not met.found:
                    met = found
        return met

    def store(self, outline: int, first: int, second: int, matters: int, lower: int, upper: int, action: int) -> None:
        """Write down what is known of a class; what is known of it already holds too."""
        entries = self.entries
        action = min(action, NO_ACTION)  # there is no room for a larger number
        place = self.find(outline)
        if place == 0:
            place = self.new_outline(outline)
        begin = self.outlines[place + ROW]
        number = self.outlines[place + NUMBER] & LOW
        room = self.outlines[place + NUMBER] >> 32
        for other in range(number):
            at = begin + other * WIDTH
            is_same = entries[at + FIRST] == first & matters and entries[at + SECOND] == second & matters
            if is_same and entries[at + MATTERS] == matters:
                data = entries[at + DATA]
                lower = max(lower, data & 65535)
                upper = min(upper, (data >> 16) & 65535)
                if action == NO_ACTION:
                    action = (data >> 32) & 65535
                entries[at + DATA] = lower | upper << 16 | action << 32
                return
        if number == room:
            room = max(NARROWEST, 2 * room)
            if self.state[USED] + room * WIDTH > len(entries):
                self.empty()
                place = self.new_outline(outline)
                number, room = 0, NARROWEST
            row = self.state[USED]
            self.state[USED] += room * WIDTH
            for word in range(number * WIDTH):
                entries[row + word] = entries[begin + word]
            begin = row
            self.outlines[place + ROW] = begin
        at = begin + number * WIDTH
        entries[at + FIRST] = first & matters
        entries[at + SECOND] = second & matters
        entries[at + MATTERS] = matters
        entries[at + DATA] = lower | upper << 16 | action << 32
        self.outlines[place + NUMBER] = (number + 1) | room << 32

    def exchange(self, one: int, other: int) -> None:
        """Let two classes change places."""
        entries = self.entries
        if one != other:
            for word in range(WIDTH):
                kept = entries[one + word]
                entries[one + word] = entries[other + word]
                entries[other + word] = kept

    def chain(self, outline: int) -> int:
        """The number of the chain that an outline belongs to."""
        return down(multiply(outline ^ down(outline, 29), GOLDEN), 64 - self.state[BITS])

    def find(self, outline: int) -> int:
        """Where an outline stands; 0 if it is new."""
        place = self.heads[self.chain(outline)]
        while place != 0 and self.outlines[place + OUTLINE] != outline:
            place = self.outlines[place + NEXT]
        return place

    def new_outline(self, outline: int) -> int:
        """Where a new outline stands, with a row that has no room yet."""
        if self.state[OUTLINES] >> self.state[BITS] != 0:
            if self.state[BITS] < self.state[MOST_BITS]:
                self.grow()
            else:
                self.empty()
        place = self.state[OUTLINES] * WIDTH
        self.state[OUTLINES] += 1
        self.outlines[place + OUTLINE] = outline
        self.outlines[place + NUMBER] = 0
        self.link(place)
        return place

    def link(self, place: int) -> None:
        """Hang an outline into its chain."""
        chain = self.chain(self.outlines[place + OUTLINE])
        self.outlines[place + NEXT] = self.heads[chain]
        self.heads[chain] = place

    def grow(self) -> None:
        """Make four times as many chains, and hang every outline into its own."""
        self.state[BITS] = min(self.state[BITS] + 2, self.state[MOST_BITS])
        for chain in range(1 << self.state[BITS]):
            self.heads[chain] = 0
        for number in range(1, self.state[OUTLINES]):
            self.link(number * WIDTH)
