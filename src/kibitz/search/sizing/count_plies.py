"""Counting positions, ply by ply, without keeping what leads where.

Every position that can be reached is met once, by its key; only the keys and the positions of two plies are kept, some
20 bytes a position. That is a fraction of what solving the game takes, and faster: a count is worth its time where the
whole game would not be.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import Stopped, Stuck
from kibitz.game import CHANCE, Game, State
from kibitz.lookup.rows import rows_for
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, at_hand, jit
from kibitz.native.bits import down, multiply
from kibitz.native.execution import compiles, run, run_alone
from kibitz.native.packing import keep, kept, words
from kibitz.search.clock import Clock, Ticker
from kibitz.search.diagnosis import in_words

PURPOSE = "count"  # what a game is compiled for: see `native.at_hand`
FIRST_ROOM = 1 << 12  # positions
MEGABYTES = 1024.0
SLACK = 4.0  # on a busy machine this many times as many seconds may pass: those of a processor are meant

# The words of `told`: positions found, positions of this ply, of the next, how many of this ply are done, links, links
# to positions of other plies than the next, positions at which the game is over, the order to stop, the number of this
# ply, the most choices of a position, and how many positions a row has room for.
FOUND, HERE, NEXT, DONE, LINKS, ASTRAY, OVER, STOP, PLY, WIDEST, ROOM = range(11)


class Crowd(Native):
    """The keys of all positions found, and the positions of the last two plies.

    `slots` is a hash table of keys, 0 where there is none, and `plies` says for each of them after how many plies it
    was found, modulo 256. `here` and `ahead` are rows of positions.
    """

    bare = ("told", "slots", "plies", "here", "ahead")

    def __init__(self, game: Game, s: State, interpreted: bool) -> None:
        import numpy as np

        size = FIRST_ROOM * (1 if interpreted else words(s))
        kind = object if interpreted else np.int64
        self.told = np.zeros(16, np.int64)
        self.told[ROOM] = FIRST_ROOM
        self.slots = np.zeros(4 * FIRST_ROOM, np.int64)
        self.plies = np.zeros(4 * FIRST_ROOM, np.uint8)
        self.here = np.zeros(size, kind)
        self.ahead = np.zeros(size, kind)

    def slot(self, key: int) -> int:
        """Where a key is, or where it would go."""
        slots = self.slots
        mask = len(slots) - 1
        place = down(multiply(key, GOLDEN), 20) & mask
        while slots[place] != 0 and slots[place] != key:
            place = (place + 1) & mask
        return place

    def is_counted(self, key: int) -> bool:
        """Is the position with this key one of the plies counted? Those of the next, unfinished one are not."""
        place = self.slot(own(key))
        return bool(self.slots[place] != 0 and self.plies[place] != (self.told[PLY] + 1) & 255)

    def stop(self) -> None:
        """End the counting, from any thread: it raises `Stopped`."""
        self.told[STOP] = 1


@jit
def own(key: int) -> int:
    """The key that stands for this one in the hash table, where 0 is no key."""
    return GOLDEN if key == 0 else key


@jit
def count_ply(game: Game, s: State, crowd: Any) -> bool:
    """Find the positions one ply further; False where there is no room for more: make some, and call again."""
    told = crowd.told
    if told[FOUND] == 0:
        key = own(game.key(s))
        crowd.slots[crowd.slot(key)] = key
        keep(crowd.here, 0, s)
        told[FOUND] = told[HERE] = 1
    while told[DONE] < told[HERE]:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        links, astray = told[LINKS], told[ASTRAY]
        state = kept(crowd.here, told[DONE], s)
        if not spread_out(game, state, crowd):
            told[LINKS], told[ASTRAY] = links, astray  # what was found keeps its place; this position is tried again
            return False
        told[WIDEST] = max(told[WIDEST], told[LINKS] - links)
        told[DONE] += 1
    return True


@jit
def spread_out(game: Game, s: State, crowd: Any) -> bool:
    """Meet every position behind one; False where there is no room."""
    told = crowd.told
    if game.is_terminal(s):
        told[OVER] += 1
        return True
    links = told[LINKS]
    if game.player(s) == CHANCE:
        for outcome, _ in game.outcomes(s):
            if not met(game, game.result(s, outcome), crowd):
                return False
    else:
        for a in game.actions(s):
            if not met(game, game.result(s, a), crowd):
                return False
    if told[LINKS] == links:
        raise Stuck("a position is not terminal and has no actions")
    return True


@jit
def met(game: Game, after: Any, crowd: Any) -> bool:
    """Count a position if it is new; False where there is no room for it."""
    told = crowd.told
    key = own(game.key(after))
    place = crowd.slot(key)
    ply = (told[PLY] + 1) & 255
    told[LINKS] += 1
    if crowd.slots[place] != 0:
        if crowd.plies[place] != ply:
            told[ASTRAY] += 1
        return True
    if told[NEXT] == told[ROOM] or 2 * told[FOUND] >= len(crowd.slots):
        return False
    crowd.slots[place] = key
    crowd.plies[place] = ply
    keep(crowd.ahead, told[NEXT], after)
    told[NEXT] += 1
    told[FOUND] += 1
    return True


@jit
def move_keys(crowd: Any, old: Any, plies: Any) -> None:
    """Fill the hash table anew, after it has grown, with the keys of the old one."""
    for number in range(len(old)):
        key = old[number]
        if key != 0:
            place = crowd.slot(key)
            crowd.slots[place] = key
            crowd.plies[place] = plies[number]


@dataclass
class Counted:
    """What counting found: `by_ply` has the positions that are first reached after this many plies."""

    by_ply: list[int] = field(default_factory=list)
    is_all: bool = False  # every position of the game, or down to the ply that was asked for
    is_layered: bool = True  # does every position that was met lie the same number of plies from the first?
    over: int = 0  # positions at which the game is over, of those that were looked at
    links: int = 0  # choices of all positions that were looked at
    looked_at: int = 0
    seconds: float = 0.0  # of a processor, for counting alone
    widest: int = 0  # the most choices of one position
    interpreted: bool = False

    @property
    def positions(self) -> int:
        """All that were found; the last ply is complete."""
        return sum(self.by_ply)

    @property
    def a_second(self) -> float:
        """Positions looked at in a second."""
        return self.looked_at / max(self.seconds, 1e-6)


class Counting:
    """Counts the positions of a game from a state on, one ply after the other, and keeps what it has found."""

    def __init__(self, game: Game, s: State, *, megabytes: float | None = None, interpreted: bool = False) -> None:
        self.game, self.start = game, s
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self.crowd, self.interpreted = rows_for(Crowd, count_ply, game, s, interpreted)
        self.counted = Counted([1], interpreted=self.interpreted)

    @property
    def nodes(self) -> int:
        """Positions found so far."""
        return int(self.crowd.told[FOUND])

    def stop(self) -> None:
        """End the counting, from any thread."""
        self.crowd.stop()

    def count(
        self, seconds: float, *, plies: int | None = None, progress: Callable[[str], object] | None = None
    ) -> Counted:
        """Count on, for this many seconds or to this many plies, as far as memory goes."""
        counted, started = self.counted, time.process_time()
        self.crowd.told[STOP] = 0
        if counted.by_ply == [1] and plies != 0 and not counted.is_all:
            with in_words(self.game, self.start):
                self._count_ply()  # however little time there is: a first ply is always known
        clock = Clock(self, seconds, slack=SLACK)
        with clock, Ticker(self, progress), in_words(self.game, self.start):
            while not counted.is_all and len(counted.by_ply) - 1 != plies and not clock.has_rung:
                if not self._count_ply():
                    break
        counted.is_all = counted.is_all or len(counted.by_ply) - 1 == plies
        counted.seconds += time.process_time() - started
        self._report()
        return counted

    def _count_ply(self) -> bool:
        """One ply more; False where time or memory does not go so far."""
        told = self.crowd.told
        try:
            while not run(count_ply, self.game, self.start, self.crowd, interpreted=self.interpreted):
                if not self._make_room():
                    return False
        except Stopped:
            told[STOP] = 0
            return False
        self.counted.is_all = not told[NEXT]
        if told[NEXT]:
            self.counted.by_ply.append(int(told[NEXT]))
            self.crowd.here, self.crowd.ahead = self.crowd.ahead, self.crowd.here
            told[HERE], told[NEXT], told[DONE] = told[NEXT], 0, 0
            told[PLY] += 1
        return True

    def _report(self) -> None:
        told, counted = self.crowd.told, self.counted
        counted.is_layered = not told[ASTRAY]
        counted.over, counted.links, counted.widest = int(told[OVER]), int(told[LINKS]), int(told[WIDEST])
        counted.looked_at = counted.positions - counted.by_ply[-1] + int(told[DONE])

    def _make_room(self) -> bool:
        """Twice the room for whatever is full; False where memory does not go so far."""
        import numpy as np

        crowd, told = self.crowd, self.crowd.told
        rows = crowd.here.nbytes + crowd.ahead.nbytes
        table = crowd.slots.nbytes + crowd.plies.nbytes
        if told[NEXT] == told[ROOM]:
            if 2 * rows + table > self._most:
                return False
            crowd.here, crowd.ahead = (np.concatenate([row, np.zeros_like(row)]) for row in (crowd.here, crowd.ahead))
            told[ROOM] *= 2
            return True
        if rows + 3 * table > self._most:  # the old one is needed beside the new one
            return False
        old, plies = crowd.slots, crowd.plies
        crowd.slots, crowd.plies = np.zeros(2 * len(old), np.int64), np.zeros(2 * len(old), np.uint8)
        run_alone(move_keys, crowd, old, plies, stop=self.stop, interpreted=self.interpreted)
        return True


def count_positions(
    game: Game,
    s: State,
    seconds: float,
    *,
    plies: int | None = None,
    megabytes: float | None = None,
    interpreted: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Counting:
    """Count the positions that can be reached from a state, itself included, for this many seconds at most.

    A game that has not been compiled for it is counted in plain Python first, for a moment: small ones are done by
    then. Compiling does not count as time. The counting can be asked what it found, and to go on.
    """
    moment = 0.0 if interpreted or not compiles(game) else min(seconds, at_hand.seconds_to_try(PURPOSE, game))
    if moment > 0:
        counting = Counting(game, s, megabytes=megabytes, interpreted=True)
        if counting.count(moment, plies=plies).is_all:
            return counting
    counting = Counting(game, s, megabytes=megabytes, interpreted=interpreted)
    counting.count(seconds, plies=plies, progress=progress)
    if not counting.interpreted:
        at_hand.mark(PURPOSE, game)
    return counting
