"""Endgame tables as searches see them: what a position is worth, looked up in a few hundred nanoseconds.

A table is found in one of two ways. Where the game says at which place of which section a position stands, that place
holds its code. Else all keys stand in order, and a binary search finds the place: first in a directory of every 512th
key, which stays in the processor's cache, then within one page of memory.

A code of one or two bytes is a row in a list of values and distances. Where values are too many for that, as with
dice, each place has a row of its own.
"""

from __future__ import annotations

from typing import Any

from kibitz.game import Game, State
from kibitz.lookup.endgame_format import TableFile
from kibitz.native import Native, jit

# The words of `told`: how positions are found, how many places there are, bytes of a code (0: a row for each place),
# numbers in a row of `values`, and whether distances are known.
KIND, PLACES, CODE_BYTES, WIDTH, HAS_PLIES, SECTIONS = range(6)
NO_TABLE, BY_KEY, BY_PLACE = range(3)
STEP = 512  # keys from one entry of the directory to the next
UNKNOWN = 0  # the code of a place that holds no position, in a table of sections
UNCOUNTED = -1  # the plies of a draw, and where they are not counted


class Endgames(Native):
    """What compiled code probes; of one type for all tables, so that engines are compiled once.

    `keys` and `directory` are for tables by key; `sections`, `starts` and `ends` for those by place: the sections in
    ascending order, and where the places of each begin and end. `total` is what the values of two players sum to. All
    arrays may be mapped from a file, which `file` holds.
    """

    bare = ("told", "total", "keys", "directory", "sections", "starts", "ends", "bytes", "pairs", "values", "plies")
    outlives_its_search = True

    def __init__(self, file: TableFile | None = None, **arrays: Any) -> None:
        """Arrays by name; those that are not given are empty."""
        import numpy as np

        self.told = np.zeros(8, np.int64)
        self.total = np.zeros(1, np.float64)
        nothing = np.zeros(1, np.int64)
        self.keys, self.directory = arrays.get("keys", nothing), arrays.get("directory", nothing)
        self.sections = arrays.get("sections", nothing)
        self.starts, self.ends = arrays.get("starts", nothing), arrays.get("ends", nothing)
        self.plies = arrays.get("plies", nothing)
        self.bytes = arrays.get("bytes", np.zeros(1, np.uint8))
        self.pairs = arrays.get("pairs", np.zeros(1, np.uint16))
        self.values = arrays.get("values", np.zeros(1, np.float64))
        self.file = file

    @staticmethod
    def none() -> Endgames:
        """No table: nothing is known, and a probe costs one comparison."""
        return Endgames()

    def key_place(self, key: int) -> int:
        """Where a key stands among all keys; -1 where it does not."""
        keys, directory, places = self.keys, self.directory, self.told[PLACES]
        low, high = 0, (places + STEP - 1) // STEP
        while high - low > 1:  # the last entry of the directory that is not above the key
            middle = (low + high) >> 1
            if directory[middle] <= key:
                low = middle
            else:
                high = middle
        low *= STEP
        high = min(low + STEP, places)
        while high - low > 1:
            middle = (low + high) >> 1
            if keys[middle] <= key:
                low = middle
            else:
                high = middle
        return low if low < places and keys[low] == key else -1

    def section_place(self, section: int, place: int) -> int:
        """Where a place of a section stands among all places; -1 where the table does not have the section."""
        low, high = 0, self.told[SECTIONS]
        while high - low > 1:
            middle = (low + high) >> 1
            if self.sections[middle] <= section:
                low = middle
            else:
                high = middle
        if high == 0 or self.sections[low] != section:
            return -1
        found: int = self.starts[low] + place
        return found if place >= 0 and found < self.ends[low] else -1

    def row(self, place: int) -> int:
        """The row of `values` and `plies` that belongs to a place; -1 where nothing is known of it."""
        size = self.told[CODE_BYTES]
        if size == 0:
            return place
        code = int(self.bytes[place]) if size == 1 else int(self.pairs[place])
        return code if code != UNKNOWN or self.told[KIND] == BY_KEY else -1


@jit
def found_row(game: Game, s: State, endgames: Any) -> int:
    """The row of a table that a position has; -1 where the table does not know it."""
    place = found_place(game, s, endgames)
    return endgames.row(place) if place >= 0 else -1


@jit
def found_place(game: Game, s: State, endgames: Any) -> int:
    """The place of a position among all places of a table; -1 where it has none."""
    kind = endgames.told[KIND]
    if kind == NO_TABLE:
        return -1
    place = -1
    if kind == BY_KEY:
        place = endgames.key_place(game.key(s))
    elif game.has_place:
        section = game.section(s)
        if section >= 0:
            place = endgames.section_place(section, game.place(s))
    return place


@jit
def probe(game: Game, s: State, endgames: Any) -> tuple[bool, float, int]:
    """Is a position in the table, what is it worth to player 0, and how many plies is its end away under best play?

    The plies are -1 for a draw, or where they are not counted, as with dice. Whoever wins hurries, and whoever loses
    holds out. Compiled and in Python the same; with `Endgames.none()` it costs a comparison.
    """
    row = found_row(game, s, endgames)
    if row < 0:
        return False, 0.0, UNCOUNTED
    value = float(endgames.values[row * endgames.told[WIDTH]])
    if game.has_is_swapped and endgames.told[KIND] == BY_PLACE and game.is_swapped(s):
        value = endgames.total[0] - value + 0.0  # −0 is 0
    plies = int(endgames.plies[row]) if endgames.told[HAS_PLIES] != 0 else UNCOUNTED
    return True, value, plies


@jit
def probe_vector(game: Game, s: State, endgames: Any, rows: Any, at: int) -> bool:
    """Is a position in the table? If so, what it is worth to each player is written to `rows`, from index `at` on."""
    row = found_row(game, s, endgames)
    if row < 0:
        return False
    width = endgames.told[WIDTH]
    if width == 1:
        _, value, _ = probe(game, s, endgames)
        rows[at] = value
        if game.players == 2:
            rows[at + 1] = endgames.total[0] - value + 0.0
        return True
    for player in range(game.players):
        rows[at + player] = endgames.values[row * width + player]
    return True
