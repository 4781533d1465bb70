"""How many positions a game has, by the best means there is: counted, estimated, or guessed from how they grow."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.game import Game, State, answers
from kibitz.search.sizing.count_plies import Counted, Counting, count_positions
from kibitz.search.sizing.retrace import Estimate, estimated, measured_tree

SHARE_FOR_COUNTING = 0.3  # of the time
SHARE_FOR_TREE = 0.1
USELESS = 1.0  # an estimate that may be off by all of it says less than a guess
ENOUGH_PLIES = 6  # that were counted, to tell from them how positions grow
DOUBT = 1.5  # how many times as far as guesses differ from each other they may be off
BEYOND = 0.15  # and how far beside, for what lies beyond all that was counted: a power of how much larger it is


@dataclass(frozen=True)
class Extent:
    """How many positions can be reached from a state, that one included."""

    positions: float | None  # None where nothing but `low` is known
    low: float  # at least this many
    high: float | None  # at most; None where nobody knows
    is_exact: bool
    how: str  # "counted", "estimated", "guessed", "unknown"
    walks: int  # random walks that the estimate rests on
    by_ply: tuple[float, ...]  # positions first reached after this many plies, as far as that is known
    counted: Counted
    tree: Estimate | None  # nodes of the game's tree; None where that has no end in sight

    @property
    def error(self) -> float | None:
        """How far the number may be off, as a share of it; None where that is not known."""
        if self.positions is None or self.high is None:
            return None
        return max(self.high - self.positions, self.positions - self.low) / self.positions


def extent(
    game: Game,
    s: State,
    seconds: float,
    *,
    plies: int | None = None,
    megabytes: float | None = None,
    seed: int = 0,
    interpreted: bool = False,
    progress: Callable[[str], object] | None = None,
    with_tree: bool = True,
) -> tuple[Extent, Counting]:
    """How many positions a game has from a state on, within some seconds beside compiling; and the counting itself.

    `plies`: only those that are first reached within this many. `with_tree`: the game's tree is measured too.
    """
    counting = count_positions(
        game,
        s,
        SHARE_FOR_COUNTING * seconds,
        plies=plies,
        megabytes=megabytes,
        interpreted=interpreted,
        progress=progress,
    )
    counted = counting.counted
    has_use = with_tree or not (counted.is_all or answers(game, "previous"))
    tree = measured_tree(counting, SHARE_FOR_TREE * seconds, seed=seed) if has_use and plies is None else None
    number = float(counted.positions)
    if counted.is_all:
        by_ply = tuple(map(float, counted.by_ply))
        return Extent(number, number, number, True, "counted", 0, by_ply, counted, tree), counting
    left = (1 - SHARE_FOR_COUNTING - SHARE_FOR_TREE) * seconds
    found = estimated(counting, left, seed=seed, progress=progress) if answers(game, "previous") else None
    if found is not None and found.error < USELESS and (plies is None or counted.is_layered):
        return _estimated(found, counted, tree, plies), counting
    return _guessed(counted, tree, plies), counting


def _estimated(found: Estimate, counted: Counted, tree: Estimate | None, plies: int | None) -> Extent:
    by_ply = found.by_ply if plies is None else found.by_ply[: plies + 1]
    number = sum(by_ply)
    off = number * found.error
    low = max(float(counted.positions), number - off)
    return Extent(number, low, number + off, False, "estimated", found.walks, by_ply, counted, tree)


def _guessed(counted: Counted, tree: Estimate | None, plies: int | None) -> Extent:
    """What the growth from ply to ply says, where every position lies one number of plies from the first."""
    low = float(counted.positions)
    last = plies if plies is not None else len(tree.by_ply) - 1 if tree is not None else None
    high = None if tree is None else tree.positions * (1 + tree.error)
    unknown = Extent(None, low, high, False, "unknown", 0, tuple(map(float, counted.by_ply)), counted, tree)
    known = counted.by_ply
    if not counted.is_layered or last is None or len(known) <= ENOUGH_PLIES:
        return unknown
    sizes = [
        sum(grown(known[:end], begin, last))
        for end in range(max(ENOUGH_PLIES, len(known) - 2), len(known) + 1)
        for begin in {len(known) // 3, len(known) // 2, 2 * len(known) // 3}
        if end - begin >= 3
    ]
    if not sizes:
        return unknown
    by_ply = grown(known, len(known) // 2, last)
    number = max(low, sum(by_ply))
    apart = max(abs(math.log(max(size, 1.0) / number)) for size in sizes)
    factor = math.exp(DOUBT * apart + BEYOND * math.log(number / low))
    most = number * factor if high is None else min(number * factor, high)
    number = min(number, most)
    return Extent(number, max(low, number / factor), most, False, "guessed", 0, tuple(by_ply), counted, tree)


def grown(by_ply: Sequence[float], begin: int, last: int) -> list[float]:
    """The positions of each ply to the last one, where the growth from ply to ply goes on as it has since `begin`.

    Its logarithm falls along a straight line: boards fill up, and more and more ways meet.
    """
    steps = range(begin, len(by_ply) - 1)
    rises = [math.log(by_ply[ply + 1] / by_ply[ply]) for ply in steps]
    middle, mean = sum(steps) / len(steps), sum(rises) / len(rises)
    slope = sum((ply - middle) * rise for ply, rise in zip(steps, rises, strict=True))
    slope = min(0.0, slope / sum((ply - middle) ** 2 for ply in steps))
    found = list(map(float, by_ply))
    while len(found) <= last:
        found.append(found[-1] * math.exp(min(100.0, mean + slope * (len(found) - 1 - middle))))
    return found
