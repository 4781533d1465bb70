"""A section solved in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kibitz.errors import Unsolved
from kibitz.game import Game
from kibitz.native.execution import is_runnable, run, run_alone
from kibitz.search.diagnosis import in_words
from kibitz.search.retrograde.by_section_links import (
    EXTRA,
    LINKS,
    NOBODY,
    SIZE,
    WRITES,
    Sheet,
    look_over,
    solve_backwards,
    sum_up,
    turn_to_first_player,
)
from kibitz.search.retrograde.by_section_words import NO_EXIT, scale_of

MOST_CODES = 1 << 16
PACKED = 1 << 20  # places that are packed at a time
MOST_NODES = 1 << 30  # twice a node's number has to fit into 32 bits


class Solved(NamedTuple):
    """A section that is solved: a code for each place, and the outcome to player 0 that each code stands for.

    Code 0 is for places that hold no state. `counts` tells how many places have each code.
    """

    codes: Any
    words: Any
    counts: Any


class Solver:
    """Solves sections of a game, one after the other, each in memory; the code that does it is compiled once."""

    def __init__(self, game: Game, interpreted: bool = False) -> None:
        self.game, self.start = game, game.initial()
        self.sheet = Sheet(game, self.start, interpreted=False)
        self.interpreted = interpreted or not is_runnable(look_over, game, self.start, self.sheet, 0)
        if self.interpreted:
            self.sheet = Sheet(game, self.start, interpreted=True)

    def solve(self, section: int, known: Mapping[int, Solved], most: float = float("inf")) -> Solved | None:
        """The outcomes of a section from those of the sections that its play may lead to.

        None where it would take more than `most` bytes.
        """
        import numpy as np

        sheet, size = self.sheet, int(self.game.section_size(section))
        if size >= MOST_NODES or self.needs(size, 0) > most:
            return None
        sheet.begin(section, size, *scale_of(self.game))
        remember(sheet, known)
        self._look_over()
        nodes, links = sheet.nodes, int(sheet.told[LINKS])
        if nodes >= MOST_NODES or self.needs(nodes, links) > most:
            return None
        self._alone(sum_up, nodes)
        sheet.before = np.zeros(max(1, links), np.int32)
        sheet.told[EXTRA], sheet.told[WRITES] = 0, 1
        self._look_over()
        exits = sheet.exits[:nodes]
        candidates = np.flatnonzero((exits != 0) & (exits != NO_EXIT)).astype(np.int32)
        sheet.order = candidates[np.argsort(-np.abs(exits[candidates]), kind="stable")]
        sheet.queue = np.zeros(nodes, np.int32)
        self._alone(solve_backwards, len(candidates))
        self._alone(turn_to_first_player)
        outcomes, movers = sheet.outcomes[:size], sheet.movers[:size]
        sheet.begin(section, 0, *scale_of(self.game))  # what is not needed any more is let go
        sheet.before = sheet.order = sheet.queue = np.zeros(1, np.int32)
        return packed(outcomes, movers)

    @staticmethod
    def needs(nodes: int, links: int) -> int:
        """How many bytes a section of this many nodes and links takes while it is solved."""
        return 40 * nodes + 4 * links

    def _look_over(self) -> None:
        sheet, done = self.sheet, 0
        with in_words(self.game, self.start):
            while done < sheet.told[SIZE]:
                done = run(look_over, self.game, self.start, sheet, done, interpreted=self.interpreted)
                if done < sheet.told[SIZE]:
                    sheet.make_room(2 * len(sheet.outcomes))

    def _alone(self, function: Any, *arguments: int) -> Any:
        return run_alone(function, self.sheet, *arguments, stop=self.sheet.stop, interpreted=self.interpreted)


def remember(sheet: Any, known: Mapping[int, Solved]) -> None:
    """Lay out the sections that are solved, so that machine code can look them up."""
    import numpy as np

    sheet.known_sections = np.array([-2, *known], np.int64)
    sheet.known_first = np.cumsum([0, 0, *(len(each.codes) for each in known.values())])[:-1].astype(np.int64)
    every = np.unique(np.concatenate([np.zeros(1, np.int32), *(each.words for each in known.values())]))
    sheet.known_words = every.astype(np.int32)
    parts = [np.searchsorted(every, each.words).astype(np.uint16)[each.codes] for each in known.values()]
    sheet.known_codes = np.concatenate([np.zeros(1, np.uint16)[:0], *parts]) if parts else np.zeros(1, np.uint16)


def packed(outcomes: Any, movers: Any) -> Solved:
    """The outcomes of all places as codes of one or two bytes; part by part, to save memory."""
    import numpy as np

    parts = [slice(begin, begin + PACKED) for begin in range(0, len(outcomes), PACKED)]
    words = np.zeros(0, np.int32)
    for part in parts:
        words = np.union1d(words, outcomes[part][movers[part] != NOBODY])
    if len(words) >= MOST_CODES:
        raise Unsolved(f"a section has {len(words):,} different outcomes: fewer than {MOST_CODES:,} fit")
    codes = np.zeros(len(outcomes), np.uint8 if len(words) < 1 << 8 else np.uint16)
    counts = np.zeros(len(words) + 1, np.int64)
    for part in parts:
        codes[part] = np.where(movers[part] == NOBODY, 0, np.searchsorted(words, outcomes[part]) + 1)
        counts += np.bincount(codes[part], minlength=len(words) + 1)
    return Solved(codes, np.concatenate([np.zeros(1, np.int32), words.astype(np.int32)]), counts)
