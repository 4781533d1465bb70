"""Numbers for keys: the small hash table inside a row of things that grows."""

from __future__ import annotations

from typing import Any

from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native
from kibitz.native.bits import down, multiply


class Keyed(Native):
    """Things numbered from 0 that are found again by a key of 64 bits.

    `keys` has the key of each; `slots`, which must be the longer, has their numbers plus one, in the place that a key
    leads to or in one of the next ones, and 0 elsewhere.
    """

    slots: Any
    keys: Any

    def slot(self, key: int) -> int:
        """Where in `slots` a key is, or where it would go."""
        slots = self.slots
        size = len(slots)
        place = down(multiply(key, GOLDEN), 1) % size
        while slots[place] != 0 and self.keys[slots[place] - 1] != key:
            place = (place + 1) % size
        return place
