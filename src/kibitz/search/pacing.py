"""Pacing: how long to think about a move when a whole game must be played on one clock.

Thinking is worth its time while it may still change the move (metareasoning). So a move has two limits. The *soft* one
is asked after each depth: it stretches where the best move has just changed or its value falls, and shrinks where the
same move has been best for long. The *hard* one ends a search in the middle of a depth, and is never more than a part
of the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

OVERHEAD = 0.03  # seconds a move that the clock runs while we do not think: the way to the other program and back
HORIZON = 26  # moves that a clock is shared among, where nothing says how many are to come
MOST_TO_GO = 40  # with more moves to go than this, the later ones are left to the increment and to shorter thoughts
FROM_INCREMENT = 0.8  # the part of the increment that is spent with each move
MOST_OF_CLOCK = 0.3  # the part of the clock that one move may take
LAST_MOVE = 0.8  # and where it is the last one before the clock is set again
STRETCH = 4.5  # the hard limit is at most this many times the soft one
SETTLED_DEPTHS = 3  # a won or lost game that has looked so for this many depths is thought about no more

# By how much the soft limit stretches where a move has been best for 1, 2, 3 … depths. A new best move has mostly
# beaten the old one by little, and one more depth may turn it again; after six it hardly ever changes.
STEADINESS = (1.7, 1.25, 1.0, 0.85, 0.75, 0.65, 0.55)
WORST_FALL = 1.6  # the most that a falling value adds
FALL = 0.8  # added for each `swing` that the value fell by since the depth before


class Considered(Protocol):
    """What a pace looks at after each depth of a search: the fields of a `Thought` that it needs."""

    @property
    def depth(self) -> int:
        """The depth that has been searched."""

    @property
    def value(self) -> float:
        """What the position is worth to the player to move."""

    @property
    def is_exact(self) -> bool:
        """Is that proven? Then more thought changes nothing."""

    @property
    def line(self) -> Any:
        """The best line, its first action first."""

    @property
    def seconds(self) -> float:
        """How long the search has taken so far."""


@dataclass
class Pace:
    """The time for one move, in seconds: `soft` is asked after each depth, `hard` is never passed.

    `swing` is what counts as a large change of the value, a pawn in chess; `sure` is a value that says the game is
    decided, so that looking longer at a win or a loss stops early. A pace is for one search: it remembers what it saw.
    """

    soft: float = inf
    hard: float = inf
    swing: float = 0.0
    sure: float = inf
    is_forced: bool = False  # only one action is legal: any thought will do
    uses_all: bool = False  # is all of the time to be used, as with a fixed time for each move?
    _best: Any = field(default=None, init=False)
    _steady: int = field(default=0, init=False)  # for how many depths the same action has been best
    _value: float | None = field(default=None, init=False)
    _decided: int = field(default=0, init=False)  # for how many depths the game has looked decided

    @classmethod
    def of_clock(
        cls,
        clock: float,
        *,
        increment: float = 0.0,
        moves_to_go: int | None = None,
        overhead: float = OVERHEAD,
        swing: float = 0.0,
        sure: float = inf,
        is_forced: bool = False,
    ) -> Pace:
        """The pace for a clock with this many seconds left, to which `increment` is added after the move.

        `moves_to_go` are the moves until the clock is set again, this one included. More on the clock never makes a
        limit shorter, and the hard limit leaves `overhead` on it wherever there is that much.
        """
        usable = max(0.0, clock - overhead)
        moves = HORIZON if moves_to_go is None else min(max(1, moves_to_go), MOST_TO_GO)
        # Each move to come costs the overhead too; where that leaves nothing, some thought is had all the same.
        shared = max(usable - overhead * (moves - 1), usable / 4)
        soft = shared / moves + FROM_INCREMENT * max(0.0, increment)
        part = LAST_MOVE if moves == 1 else MOST_OF_CLOCK
        hard = min(part * usable, STRETCH * soft)
        return cls(min(soft, hard), hard, swing, sure, is_forced)

    @classmethod
    def of_move(cls, seconds: float, *, overhead: float = OVERHEAD) -> Pace:
        """The pace for a move that has exactly these seconds: all of them are used, less the overhead."""
        limit = max(seconds - overhead, seconds / 2, 0.0)
        return cls(limit, limit, uses_all=True)

    def wants_more(self, thought: Considered) -> bool:
        """Is another depth worth its time? Asked once after each depth."""
        stretch = self._stretch(thought)
        if self.uses_all:
            return thought.seconds < self.hard
        if self.is_forced or thought.is_exact or self._decided >= SETTLED_DEPTHS:
            return self.soft == inf  # without a clock, whoever asked says when to stop
        return thought.seconds < min(self.hard, self.soft * stretch)

    def _stretch(self, thought: Considered) -> float:
        """What the soft limit is multiplied by after this thought."""
        best = thought.line[0] if len(thought.line) else None
        self._steady = self._steady + 1 if best == self._best and self._steady else 1
        self._best = best
        fallen = 0.0 if self._value is None else self._value - thought.value
        self._value = thought.value
        self._decided = self._decided + 1 if abs(thought.value) >= self.sure else 0
        steadiness = STEADINESS[min(self._steady, len(STEADINESS)) - 1]
        if self.swing <= 0 or fallen <= 0:
            return steadiness
        return steadiness * (1.0 + min(WORST_FALL, FALL * fallen / self.swing))
