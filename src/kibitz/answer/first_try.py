"""Plain Python first: for half a second a question is asked without compiling anything.

A small game is answered by then, and a mistake in the rules has shown itself. Otherwise the same question is asked
anew, compiled, and nothing of the first try is counted. Both ways find the same; see `kibitz.native.at_hand` for when
the first try is left out.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import islice

from kibitz.answer.analysis import Analysis, goes_by_depth
from kibitz.answer.options import Options
from kibitz.answer.questions.question import Progress
from kibitz.game import Game, State
from kibitz.native import at_hand
from kibitz.native.execution import compiles

SLOW_STEP = 0.1  # seconds for the moves of one position: rules so slow in Python are not tried in it
SOME = 64  # moves
MOST_SLACK, LESS_SLACK = 4.0, 2.0  # on a busy machine; less where there is a time limit

WITHOUT_END = ("endless", "memory")  # ends of a search that are errors where there is no limit


@dataclass
class TimeLeft:
    """What is left of a time limit, in seconds: None where there is none. Time spent on compiling does not count."""

    seconds: float | None
    slack: float = 1.0  # how many times as many may pass on a busy machine, where seconds of a processor are meant
    spent: float = 0.0

    def spend(self, seconds: float) -> None:
        """So much less is left."""
        self.spent += seconds
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - seconds)


@dataclass
class FirstTry:
    """How long plain Python may try a question about a state, and what came of it."""

    algorithm: str
    game: Game
    options: Options
    seconds: float  # 0: it is not to be tried
    spent: float = 0.0

    @staticmethod
    def of(algorithm: str, game: Game, options: Options, s: State, pays: bool = True) -> FirstTry:
        """Decide whether plain Python is worth a try; `pays`: could it ever be enough?"""
        seconds = 0.0
        if pays and not options.interpreted and not options.compiled and compiles(game):
            seconds = at_hand.seconds_to_try(algorithm, game, options.seconds)
        if seconds > 0 and _is_slow(game, s):
            seconds = 0.0
        return FirstTry(algorithm, game, options, seconds)

    @property
    def moment(self) -> TimeLeft:
        """The time that plain Python has."""
        return TimeLeft(self.seconds, MOST_SLACK if self.options.seconds is None else LESS_SLACK)

    def __enter__(self) -> Options:
        self._begun = time.perf_counter()
        return replace(self.options, interpreted=True)

    def __exit__(self, *_: object) -> None:
        self.spent = time.perf_counter() - self._begun
        at_hand.count_try(self.algorithm, self.game, self.spent)

    def is_final(self, found: Analysis) -> bool:
        """Would machine code find nothing else?"""
        why = found.search.stopped_by
        return why != "time" and (self.options.is_limited or why not in WITHOUT_END)

    def has_compiled(self) -> None:
        """The question has been answered as machine code, which from now on is at hand."""
        if not self.options.interpreted and compiles(self.game):
            at_hand.mark(self.algorithm, self.game)


def _is_slow(game: Game, s: State) -> bool:
    started = time.perf_counter()
    try:
        for a in islice(game.choices(s), SOME):
            game.is_terminal(game.result(s, a))
    except Exception:
        return False  # the search will say so
    return time.perf_counter() - started > SLOW_STEP


def deeper_than(first: Analysis, progress: Progress | None) -> Progress | None:
    """What to call with the answers of the compiled search: those that say no more than the first try are left out."""
    if progress is None:
        return None

    def told(answer: Analysis) -> None:
        if answer.exact or not goes_by_depth(answer.search) or answer.search.depth > first.search.depth:
            progress(answer)

    return told


def better_of(first: Analysis, found: Analysis) -> Analysis:
    """The compiled answer, unless it had no time to come as far as plain Python."""
    is_behind = not found.exact and goes_by_depth(found.search) and found.search.depth < first.search.depth
    if not is_behind:
        return found
    return replace(first, search=replace(first.search, stopped_by=found.search.stopped_by))
