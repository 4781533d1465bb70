"""A section written down: what every place is, what it leads to outside the section, and what leads to it inside.

The places are gone through twice. The first time tells for each its best exit (an end of the game, or a place of an
earlier section, whose outcome is known) and counts the links that lead to it; the second time writes these links down,
one behind the other. That is quicker than sorting them, and takes half the memory.

A state on the way that has no place, such as one in which a pawn may be taken in passing, is given a number behind the
places, every time it is met. All outcomes here are those of the player to move.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped, Stuck, TooWide, Unsolved
from kibitz.game import MOST_CHOICES, Game, State
from kibitz.native import Native, jit
from kibitz.native.packing import keep, kept, words
from kibitz.search.retrograde.by_section_words import NO_EXIT, a_ply_before, ended

# The words of `told`: the section, its places, the states without a place met so far, those that still wait to be
# expanded, the links found, the order to stop, whether links are written down, and for how many nodes there is room.
SECTION, SIZE, EXTRA, WAITING, LINKS, STOP, WRITES, ROOM = range(8)
EVEN, UNIT = range(2)  # of `scale`

NOBODY = 2  # a place that holds no state, in `movers`
MARGIN = 2 * MOST_CHOICES  # states without a place that one place can lead to


class Sheet(Native):
    """A section on its way to being solved, node by node: its places, and behind them the states without a place.

    `exits` has the best outcome that a node can leave the section with, `inside` how many of its links stay inside,
    `movers` who is to move. The nodes that lead to node n are `before[first[n]:first[n + 1]]`, twice their number, and
    1 more where the same player moves again. The earlier sections are in `known`, their codes stand for `known_words`.
    """

    bare = (
        *("told", "scale", "known_sections", "known_first", "known_codes", "known_words"),
        *("outcomes", "exits", "inside", "movers", "first", "before", "order", "queue", "kids", "waiting"),
    )

    def __init__(self, game: Game, s: State, *, interpreted: bool) -> None:
        import numpy as np

        self.told = np.zeros(8, np.int64)
        self.scale = np.array([0.0, 1.0])
        self.known_sections = np.full(1, -2, np.int64)
        self.known_first = np.zeros(1, np.int64)
        self.known_codes = np.zeros(1, np.uint16)
        self.known_words = np.zeros(1, np.int32)
        self.outcomes = np.zeros(1, np.int32)
        self.exits = np.zeros(1, np.int32)
        self.inside = np.zeros(1, np.int16)
        self.movers = np.zeros(1, np.int8)
        self.first = np.zeros(2, np.int64)
        self.before = np.zeros(1, np.int32)
        self.order = np.zeros(1, np.int32)
        self.queue = np.zeros(1, np.int32)
        self.kids = np.zeros(MOST_CHOICES, np.int64)
        per_state = 1 if interpreted else words((0, s))
        self.waiting = np.zeros(MARGIN * per_state, object if interpreted else np.int64)

    def begin(self, section: int, size: int, even: float, unit: float) -> None:
        """Make room for a section."""
        self.told[:] = 0
        self.told[SECTION], self.told[SIZE] = section, size
        self.scale[:] = even, unit
        for name in ("outcomes", "exits", "inside", "movers", "first"):
            setattr(self, name, getattr(self, name)[:0])
        self.make_room(size + MARGIN + size // 64)

    def make_room(self, nodes: int) -> None:
        """Make room for this many nodes; what is written down stays."""
        for name, spare in (("outcomes", 0), ("exits", 0), ("inside", 0), ("movers", 0), ("first", 1)):
            setattr(self, name, _longer(getattr(self, name), nodes + spare))
        self.told[ROOM] = nodes

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return int(self.told[SIZE] + self.told[EXTRA])

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.told[STOP] = 1


def _longer(row: Any, length: int) -> Any:
    import numpy as np

    made = np.zeros(length, row.dtype)
    made[: min(len(row), length)] = row[:length]
    return made


@jit
def look_over(game: Game, s: State, sheet: Any, begin: int) -> int:
    """Go through the places from `begin` on; where it stopped: behind the last, or where there is no more room."""
    told = sheet.told
    size = told[SIZE]
    for place in range(begin, size):
        if told[STOP] != 0:
            raise Stopped("told to stop")
        if size + told[EXTRA] + MARGIN > told[ROOM]:
            return place
        if not game.is_placed(told[SECTION], place):
            sheet.movers[place] = NOBODY
            sheet.exits[place] = NO_EXIT
            continue
        written(game, game.placed(told[SECTION], place), sheet, place)
        while told[WAITING] > 0:
            told[WAITING] -= 1
            node, state = kept(sheet.waiting, told[WAITING], (0, s))
            written(game, state, sheet, node)
    return int(size)


@jit
def written(game: Game, s: State, sheet: Any, node: int) -> None:
    """Write down what a node is and where it leads; the second time, its links."""
    told = sheet.told
    me = 1 if game.player(s) == 1 else 0
    if game.is_terminal(s):
        if told[WRITES] == 0:
            outcome = ended(float(game.utility(s, 0)), sheet.scale[EVEN], sheet.scale[UNIT])
            sheet.movers[node] = me
            sheet.exits[node] = -outcome if me else outcome
        return
    best, count = expanded(game, s, sheet, me)
    if told[WRITES] == 0:
        sheet.movers[node] = me
        sheet.exits[node] = best
        sheet.inside[node] = count
        for at in range(count):
            sheet.first[sheet.kids[at] >> 1] += 1
        told[LINKS] += count
    else:
        for at in range(count):
            kid = sheet.kids[at]
            sheet.first[kid >> 1] -= 1
            sheet.before[sheet.first[kid >> 1]] = 2 * node + (kid & 1)


@jit
def expanded(game: Game, s: State, sheet: Any, me: int) -> tuple[int, int]:
    """The best exit of a state, and how many links stay inside: those are in `kids`, told as in `before`.

    A state without a place is given a number, and waits until it is expanded itself. Whether a state with a place is
    over need not be asked: its place tells.
    """
    told = sheet.told
    best = NO_EXIT
    count = choices = 0
    for a in game.actions(s):
        choices += 1
        if choices > MOST_CHOICES:
            raise TooWide("a position has too many actions")
        after = game.result(s, a)
        section = game.section(after)
        if section == told[SECTION]:
            again = 1 if (1 if game.player(after) == 1 else 0) == me else 0
            sheet.kids[count] = 2 * game.place(after) + again
            count += 1
        elif section >= 0:
            outcome = looked_up(sheet, section, game.place(after))
            swapped = 1 if game.is_swapped(after) else 0
            best = max(best, a_ply_before(-outcome if swapped != me else outcome))
        elif game.is_terminal(after):
            outcome = ended(float(game.utility(after, 0)), sheet.scale[EVEN], sheet.scale[UNIT])
            best = max(best, a_ply_before(-outcome if me else outcome))
        else:
            again = 1 if (1 if game.player(after) == 1 else 0) == me else 0
            number = told[SIZE] + told[EXTRA]
            if told[WAITING] >= MARGIN or number >= told[ROOM]:
                raise TooWide("a position leads to too many states without a place")
            keep(sheet.waiting, told[WAITING], (number, after))
            told[WAITING] += 1
            told[EXTRA] += 1
            sheet.kids[count] = 2 * number + again
            count += 1
    if choices == 0:
        raise Stuck("a position is not terminal and has no actions")
    return best, count


@jit
def looked_up(sheet: Any, section: int, place: int) -> int:
    """The outcome to player 0 of a place in an earlier section."""
    for at in range(len(sheet.known_sections)):
        if sheet.known_sections[at] == section:
            return int(sheet.known_words[int(sheet.known_codes[sheet.known_first[at] + place])])
    raise Unsolved("play leads to a section that has not been built")


@jit
def sum_up(sheet: Any, nodes: int) -> None:
    """Make `first` of the counts of links: where the links of each node end, until they are written down."""
    total = 0
    for node in range(nodes + 1):
        total += sheet.first[node]
        sheet.first[node] = total


@jit
def solve_backwards(sheet: Any, candidates: int) -> int:
    """Give every node that a player wins its outcome; how many they are. The others stay 0, which is a draw.

    Outcomes are found from the greatest size to the least: better wins first, and of those the sooner. So the first
    link by which a node wins is its best, and a node is lost when the last of its links is. The nodes with an exit are
    in `order`, the greatest first; the two lines of those and of what follows from others are merged.
    """
    outcomes, exits = sheet.outcomes, sheet.exits
    begin = end = taken = found = 0
    while begin < end or taken < candidates:
        if sheet.told[STOP] != 0:
            raise Stopped("told to stop")
        head = abs(int(outcomes[sheet.queue[begin]])) if begin < end else -1
        if taken < candidates and abs(int(exits[sheet.order[taken]])) >= head:
            node = int(sheet.order[taken])
            taken += 1
            outcome = int(exits[node])
            if outcomes[node] != 0 or (outcome < 0 and sheet.inside[node] != 0):
                continue
            outcomes[node] = outcome
        else:
            node = int(sheet.queue[begin])
            begin += 1
            outcome = int(outcomes[node])
        found += 1
        for at in range(sheet.first[node], sheet.first[node + 1]):
            link = int(sheet.before[at])
            parent = link >> 1
            if outcomes[parent] != 0:
                continue
            via = a_ply_before(outcome if link & 1 else -outcome)
            best = int(exits[parent])
            if via < 0:
                sheet.inside[parent] -= 1
                is_settled = sheet.inside[parent] == 0 and best <= via
            else:
                is_settled = best <= via  # else its own exit, of the same size as this outcome, is still to come
            if is_settled:
                outcomes[parent] = via
                sheet.queue[end] = parent
                end += 1
    return found


@jit
def turn_to_first_player(sheet: Any) -> None:
    """Make the outcomes of all places those of player 0."""
    for place in range(sheet.told[SIZE]):
        if sheet.movers[place] == 1:
            sheet.outcomes[place] = -sheet.outcomes[place]
