"""The exceptions of Kibitz. The message of each is one sentence for a person."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any


class KibitzError(Exception):
    """The base of every exception that Kibitz raises on purpose. `str(error)` is one sentence."""


class BadInput(KibitzError, ValueError):
    """A position, move, tree, file, option or game class that cannot be understood."""


class Misread(BadInput):
    """A text that cannot be read; `column`, from 1, is where."""

    def __init__(self, sentence: str, column: int) -> None:
        super().__init__(sentence)
        self.column = column


class DoesNotFit(KibitzError):
    """The game lacks a property that the algorithm needs."""


class Unsolved(KibitzError):
    """A limit was reached before an exact answer was found."""


class Unwritten(BadInput):
    """A file could not be written; its old contents are still there. `answer` is the result to be saved, if any."""

    answer: Any = None


class Stopped(KibitzError):
    """A search was stopped before it was done."""


class Stuck(BadInput):
    """A position of the game is not terminal, but has no actions."""


class NotWhole(BadInput):
    """A game that says all its utilities and evaluations are whole numbers gave one that is not."""


class Unsound(BadInput):
    """A utility, an evaluation or a probability is not a usable number: infinite, not a number, or out of range."""


class Unusable(KibitzError):
    """A table or a book that cannot be used: damaged, cut short, of other rules, or of a later format.

    Whoever opens one goes on without it, and says so.
    """


class NoRoom(KibitzError):
    """The stack of a search is full: it can be run again with a larger one."""


class TooWide(BadInput):
    """A position has more actions than can be searched."""


class TooDeep(KibitzError):
    """A line of play is so long that it may never end."""


def raised(who: str, error: BaseException) -> str:
    """One sentence about an error that somebody else's code raised: `who` (such as a game), what, and on which line."""
    if isinstance(error, SystemExit):
        return f"{who} tried to end the program with sys.exit({error.code!r})"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(here)]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{who} raised {what}{place}"
