"""Positions estimated by random probes that are weighed by the ways that meet.

A random walk alone tells how large the *tree* is (Knuth): each step multiplies its weight by the choices there are. To
tell how many *positions* there are, it must also know how many ways meet in the one it comes to, and divide by that:
the weight then sums to 1 over all the ways into a position, so that each counts once. The ways in are the positions
that `previous` gives, as far as they can be traced back to the beginning.

Many walk side by side, and after each ply they are drawn anew by their weights, so that no walk counts for much more
than another. They start from the last ply that was counted, and end where they come back to what was: whoever traces a
position back comes through that ply, for a ply leads one further at most. What is estimated is right on average
whatever the game; how far it is off is seen from repeating all of it.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import CHANCE, Game, State
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import down, mix, wrap
from kibitz.native.execution import is_runnable, run
from kibitz.native.packing import keep, kept, words
from kibitz.search.clock import Clock
from kibitz.search.diagnosis import in_words
from kibitz.search.sizing.count_plies import FOUND, HERE, PLY, SLACK, Counting, own

REPEATED = 20  # times: from how much they differ the error is told
CERTAINLY = 3.5  # standard errors: 99.7 % by Student's t for as many times
FEWEST, TIMED, MOST = 25, 50, 100_000  # walks side by side
TRAIL = 4096  # positions that wait while one is traced back, and steps until it is given up
STRAIGHT = 200  # plies back
LONGEST = 5_000  # plies
TOO_MANY = 1e300

# The words of `told`: walks, the state of the dice, the order to stop, the ply they are at, whether all positions seem
# to lie one number of plies from the beginning, tracings, those given up, whether the tree is measured (then each way
# to a position counts), and whether a position was met that lies nearer to the beginning than the way that led to it.
WALKS, DICE, STOP, AT, LAYERED, TRACED, GIVEN_UP, TREE, ASTRAY = range(9)


class Walkers(Native):
    """Where everybody is, and where they go next; by how much each one's weight changes; and room to trace back in."""

    bare = ("told", "here", "ahead", "factors", "trail")

    def __init__(self, game: Game, s: State, walks: int, interpreted: bool) -> None:
        import numpy as np

        kind = object if interpreted else np.int64
        self.told = np.zeros(9, np.int64)
        self.told[WALKS] = walks
        self.here = np.zeros(walks * (1 if interpreted else words(s)), kind)
        self.ahead = np.zeros_like(self.here)
        self.factors = np.zeros(walks, np.float64)
        self.trail = np.zeros(TRAIL * (1 if interpreted else words((0, s))), kind)

    @property
    def nodes(self) -> int:
        """Walks side by side."""
        return int(self.told[WALKS])

    def stop(self) -> None:
        """End the walks, from any thread."""
        self.told[STOP] = 1


@jit
def below(told: Any, number: int) -> int:
    """A random number from 0, less than this one."""
    state = wrap(int(told[DICE]) + GOLDEN)
    told[DICE] = state
    return int(down(mix(state), 11) * 2.0**-53 * number)


@jit
def set_out(game: Game, s: State, walkers: Any, crowd: Any) -> None:
    """Everybody begins at a position of the last ply counted; to measure the tree, where the game does."""
    told = walkers.told
    for number in range(told[WALKS]):
        if told[TREE] != 0 or crowd.told[FOUND] == 0:
            keep(walkers.here, number, s)
        else:
            keep(walkers.here, number, kept(crowd.here, below(told, crowd.told[HERE]), s))


@jit
def walk_on(game: Game, s: State, walkers: Any, crowd: Any) -> bool:
    """Everybody makes a random step; the factors are what weights are multiplied by. False if `previous` is wrong."""
    told = walkers.told
    for number in range(told[WALKS]):
        if told[STOP] != 0:
            raise Stopped("told to stop")
        state = kept(walkers.here, number, s)
        walkers.factors[number] = 0.0
        if game.is_terminal(state):
            continue
        choices = 0
        if game.player(state) == CHANCE:
            for _ in game.outcomes(state):
                choices += 1
        else:
            for _ in game.actions(state):
                choices += 1
        after, alike = stepped(game, state, below(told, choices))
        if told[TREE] == 0 and crowd.is_counted(game.key(after)):
            told[ASTRAY] = 1
            continue
        ways = 1 if told[TREE] != 0 else alike * ways_into(game, s, state, after, walkers, crowd)
        if ways == 0:
            return False
        walkers.factors[number] = choices / ways
        keep(walkers.ahead, number, after)
    return True


@jit
def stepped(game: Game, s: State, wanted: int) -> tuple[Any, int]:
    """The position after the choice with this number, and how many choices lead to it."""
    number = 0
    after = s
    if game.player(s) == CHANCE:
        for outcome, _ in game.outcomes(s):
            if number == wanted:
                after = game.result(s, outcome)
            number += 1
    else:
        for a in game.actions(s):
            if number == wanted:
                after = game.result(s, a)
            number += 1
    key = game.key(after)
    alike = 0
    if game.player(s) == CHANCE:
        for outcome, _ in game.outcomes(s):
            alike += game.key(game.result(s, outcome)) == key
    else:
        for a in game.actions(s):
            alike += game.key(game.result(s, a)) == key
    return after, alike


@jit
def ways_into(game: Game, s: State, before: State, after: State, walkers: Any, crowd: Any) -> int:
    """From how many positions that can be reached one choice leads to `after`; 0 if `before` is not among them."""
    key = game.key(before)
    ways = 0
    is_found = False
    for other in game.previous(after):
        if game.key(other) == key:
            is_found = True
            ways += 1
        elif is_within_reach(game, s, other, walkers, crowd):
            ways += 1
    return ways if is_found else 0


@jit
def is_within_reach(game: Game, s: State, other: State, walkers: Any, crowd: Any) -> bool:
    """Can a position be traced back to one that was counted? One for which that takes long is believed to be."""
    told, trail = walkers.told, walkers.trail
    told[TRACED] += 1
    if is_straight_back(game, s, other, walkers, crowd):
        return True
    keep(trail, 0, (told[AT], other))
    waiting = 1
    steps = 0
    while waiting > 0:
        waiting -= 1
        steps += 1
        ply, state = kept(trail, waiting, (0, s))
        place = crowd.slot(own(game.key(state)))
        if crowd.slots[place] != 0:
            if crowd.plies[place] != ply & 255:
                told[ASTRAY] = 1
            return True
        if told[LAYERED] != 0 and ply <= crowd.told[PLY]:
            continue  # all positions of that ply are known
        for earlier in game.previous(state):
            if waiting == TRAIL or steps > TRAIL:
                told[GIVEN_UP] += 1
                return True
            keep(trail, waiting, (ply - 1, earlier))
            waiting += 1
    return False


@jit
def is_straight_back(game: Game, s: State, other: State, walkers: Any, crowd: Any) -> bool:
    """Does the first way back, and the first from there, lead to what was counted?

    Mostly it does, and then nothing else has to be looked at: where many ways lead back that saves nearly all the work.
    """
    told = walkers.told
    ply = told[AT]
    state = other
    for _ in range(STRAIGHT):
        place = crowd.slot(own(game.key(state)))
        if crowd.slots[place] != 0:
            if crowd.plies[place] != ply & 255:
                told[ASTRAY] = 1
            return True
        if told[LAYERED] != 0 and ply <= crowd.told[PLY]:
            return False
        is_found = False
        for earlier in game.previous(state):
            state = earlier
            is_found = True
            break
        if not is_found:
            return False
        ply -= 1
    return False


@jit
def draw_anew(game: Game, s: State, walkers: Any) -> float:
    """Draw who goes on, each as often as its factor says, evenly spread; the mean of the factors."""
    told = walkers.told
    walks = told[WALKS]
    total = 0.0
    for number in range(walks):
        total += walkers.factors[number]
    if total == 0.0:
        return 0.0
    share = total / walks
    mark = share * (below(told, 1 << 40) + 0.5) / (1 << 40)
    summed = 0.0
    drawn = 0
    for number in range(walks):
        summed += walkers.factors[number]
        while drawn < walks and mark < summed:
            keep(walkers.here, drawn, kept(walkers.ahead, number, s))
            drawn += 1
            mark += share
    last = drawn - 1
    while drawn < walks:  # rounding has left the last one out
        keep(walkers.here, drawn, kept(walkers.here, last, s))
        drawn += 1
    return float(share)


@dataclass(frozen=True)
class Estimate:
    """How many positions there may be: within `error` of `positions`, as a share of it, 99.7 times out of 100."""

    positions: float
    error: float
    by_ply: tuple[float, ...]  # from the beginning; counted where that was possible
    walks: int  # all of them
    given_up: float  # the share of positions that could not be traced back in time, and were believed


def estimated(
    counting: Counting, seconds: float, *, seed: int = 0, progress: Callable[[str], object] | None = None
) -> Estimate | None:
    """The number of positions of a game that answers `previous`, from what was counted on.

    About `seconds` are taken, as far as the first few walks tell. None where they do not come to an end in that time,
    or `previous` leaves positions out.
    """
    return Walking(counting, seed).repeated(seconds, progress)


def measured_tree(counting: Counting, seconds: float, *, seed: int = 0) -> Estimate | None:
    """The number of nodes of the game's tree, in which a position counts once for each way to it.

    None where lines of play do not come to an end, or the number is beyond 10³⁰⁰.
    """
    return Walking(counting, seed, of_tree=True).repeated(seconds, None)


class Walking:
    """Walks from what was counted to the end of the game, again and again."""

    def __init__(self, counting: Counting, seed: int, *, of_tree: bool = False) -> None:
        self._counting = counting
        self._dice = mix(wrap(seed + 1))
        counted = counting.counted
        self._of_tree = of_tree
        self._is_layered = counted.is_layered
        self._counted = [1] if of_tree else counted.by_ply
        self._traced = self._given_up = 0

    def repeated(self, seconds: float, progress: Callable[[str], object] | None) -> Estimate | None:
        """Several lots of walks, as many in each as there is time for."""
        self._prepare()
        started = time.process_time()
        if self.weights(TIMED, 4 * seconds) is None:
            return None
        took = max(1e-4, time.process_time() - started)
        walks = int(min(MOST, max(FEWEST, TIMED * seconds / (REPEATED * took))))
        found: list[list[float]] = []
        for number in range(REPEATED):
            if progress is not None:
                progress(f"{number * walks:,} of {REPEATED * walks:,} random walks")
            was_layered = self._is_layered
            weights = self.weights(walks, 4 * seconds)
            if weights is None:
                return None
            if was_layered and not self._is_layered:
                found.clear()
            found.append(weights)
        return self.estimate(found, walks)

    def _prepare(self) -> None:
        """Have all compiled before a clock starts."""
        counting = self._counting
        game, s, plain = counting.game, counting.start, counting.interpreted
        walkers = Walkers(game, s, 1, plain)
        if not plain:
            is_runnable(set_out, game, s, walkers, counting.crowd)
            is_runnable(walk_on, game, s, walkers, counting.crowd)
            is_runnable(draw_anew, game, s, walkers)

    def weights(self, walks: int, seconds: float) -> list[float] | None:
        """The positions of each ply behind those counted, by one lot of walks; None where there is not enough time."""
        counting = self._counting
        game, s, crowd, plain = counting.game, counting.start, counting.crowd, counting.interpreted
        walkers = Walkers(game, s, walks, plain)
        told = walkers.told
        self._dice = mix(wrap(self._dice + GOLDEN))
        told[DICE], told[LAYERED], told[TREE] = self._dice, self._is_layered, self._of_tree
        told[AT] = len(self._counted) - 1
        found: list[float] = []
        weight = float(self._counted[-1])
        with Clock(walkers, seconds, slack=SLACK), in_words(game, s):
            try:
                run(set_out, game, s, walkers, crowd, interpreted=plain)
                while len(found) < LONGEST and 0.0 < weight < TOO_MANY:
                    if not run(walk_on, game, s, walkers, crowd, interpreted=plain):
                        return None
                    weight *= run(draw_anew, game, s, walkers, interpreted=plain)
                    found.append(weight)
                    told[AT] += 1
            except Stopped:
                return None
        if told[ASTRAY] and self._is_layered:  # positions were taken for unreachable that are not
            self._is_layered = False
            return self.weights(walks, seconds)
        self._traced += int(told[TRACED])
        self._given_up += int(told[GIVEN_UP])
        return None if weight > 0.0 else found

    def estimate(self, lots: list[list[float]], walks: int) -> Estimate:
        """What several lots of walks tell together: their mean, and how far it may be off by how much they differ."""
        counted = float(sum(self._counted))
        sums = [counted + sum(weights) for weights in lots]
        mean = statistics.fmean(sums)
        error = CERTAINLY * statistics.stdev(sums) / math.sqrt(len(sums)) / mean
        longest = max(map(len, lots))
        rows = [weights + [0.0] * (longest - len(weights)) for weights in lots]
        by_ply = [*map(float, self._counted), *map(statistics.fmean, zip(*rows, strict=True))]
        while by_ply[-1] == 0.0:
            by_ply.pop()
        given_up = self._given_up / max(1, self._traced)
        # A position wrongly believed to be within reach makes those behind it count for less, ply after ply.
        return Estimate(mean, error + given_up * longest, tuple(by_ply), walks * len(lots), given_up)
