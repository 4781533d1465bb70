"""Metareasoning: is thinking on worth its time? For searches that deepen under a clock, where only the move counts.

More thought is worth something only if it may change the move. So a search stops early where there is nothing to
choose, where the best move has long been the same, the sooner the clearer it is, and where the next depth would not be
finished anyway. `Pace` shares the clock of a whole game by the same idea; this is for a time limit for each move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

ONLY_MOVE = "it is the only legal move"
CATCH_UP = "no other move can catch up"
CLEAR = "the best move is clear"
SAME = "the best move has long been the same"
TOO_LATE = "the next depth would not be finished in time"
PROVEN = "the best move is proven"

# The share of the time limit that a move may take which has been best for 1, 2, 3 … depths. A new best move has mostly
# beaten the old one by little, and the next depth may turn it again; after six it hardly ever changes.
ENOUGH = (1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
ENOUGH_IF_CLEAR = (1.0, 1.0, 0.5, 0.25, 0.15)  # and where all others have been far behind for that long
FAR_BEHIND = 1.5  # swings, or this share of an eighth of the range of utilities where a game says no swing
FALLING = 0.5  # swings: where the value falls by more with a depth, something is wrong, and all of the time is used
FIRST_DEPTHS = 4  # a search of fewer is no ground for any of this

# The next depth takes about as many times longer than the last as that took longer than the one before it.
LEAST_GROWTH, MOST_GROWTH = 1.3, 25.0
HOPE = 0.5  # of the time that it should take, is enough to begin it, where a depth counts only if it is finished
LITTLE = 0.15  # and where a beginning counts too: the best move comes first in it

# How many more simulations there is time for is told by the best speed so far, of any moment: what it was on average
# says little, for the first moments are the slowest, and other programs may have had the machine. An action that
# catches up hardly ever gets more than a part of them. Connect Four and Othello, 6,000 and 1,000 simulations a move,
# 368 moves: with a share of 1 or of 0.7 no stop changed the move, with 0.5 five did, with 0.3 sixteen.
CATCHING_UP = 0.7
FIRST_SHARE = 0.1  # of the time limit, after which the best speed so far tells something


@dataclass
class Deliberation:
    """Watches one search under a time limit of `seconds`, and says when to stop and why.

    `choices` is how many moves there are; `scale` is what counts as a large difference of values, see `scale_of`.
    `keeps_parts`: is a depth that was not finished worth anything?
    """

    seconds: float
    choices: int
    scale: float
    keeps_parts: bool = False
    _best: Any = field(default=None, init=False)
    _same: int = field(default=0, init=False)  # for how many depths the same move has been best
    _clear: int = field(default=0, init=False)  # and for how many it has been far ahead
    _value: float = field(default=inf, init=False)
    _ends: list[float] = field(default_factory=lambda: [0.0], init=False)  # when each depth was finished

    def reason_to_stop(self, best: Any, value: float, second: float | None, elapsed: float) -> str:
        """Why no further depth is worth its time, in words; empty to go on. Asked once after each depth.

        `value` is what the best move is worth to who makes it, `second` the same of the next best, None where that is
        not known; `elapsed` are the seconds since the search began.
        """
        falls = self._value - value > FALLING * self.scale
        is_same = best == self._best
        is_far = second is not None and value - second >= FAR_BEHIND * self.scale
        self._same = self._same + 1 if is_same else 1
        self._clear = 0 if not is_far else self._clear + 1 if is_same else 1
        self._best, self._value = best, value
        self._ends.append(elapsed)
        if self.choices == 1:
            return ONLY_MOVE
        if len(self._ends) > FIRST_DEPTHS and not falls:
            if elapsed >= self.seconds * _share(ENOUGH_IF_CLEAR, self._clear):
                return CLEAR
            if elapsed >= self.seconds * _share(ENOUGH, self._same):
                return SAME
        return TOO_LATE if self._comes_too_late(elapsed) else ""

    def _comes_too_late(self, elapsed: float) -> bool:
        """Is too little time left for the next depth?"""
        if len(self._ends) < 3:
            return False
        before, last = self._ends[-2] - self._ends[-3], self._ends[-1] - self._ends[-2]
        growth = min(max(last / before if before > 0 else MOST_GROWTH, LEAST_GROWTH), MOST_GROWTH)
        wanted = LITTLE if self.keeps_parts else HOPE
        return self.seconds - elapsed < wanted * growth * last


def scale_of(swing: float, utility_range: tuple[float, float]) -> float:
    """What counts as a large difference of values: the game's own swing, else an eighth of the range of utilities."""
    low, high = utility_range
    return swing if swing > 0 else (high - low) / 8 if high - low < inf else inf


def most_to_come(speed: float, elapsed: float, seconds: float) -> int | None:
    """How many simulations another action may have more within a time limit; None where it is too early to tell.

    `speed` are the simulations a second in the best moment so far, `elapsed` the seconds since the search began.
    """
    if elapsed < FIRST_SHARE * seconds:
        return None
    return int(CATCHING_UP * speed * max(0.0, seconds - elapsed)) + 1


def sentence(seconds: float, limit: float, reason: str) -> str:
    """Why a search stopped early, for people."""
    return f"Stopped after {seconds:.2g} of {limit:g} s: {reason}."


def _share(shares: tuple[float, ...], depths: int) -> float:
    """The entry for this many depths, the last one for more, 1 for none."""
    return 1.0 if depths == 0 else shares[min(depths, len(shares)) - 1]
