"""What can go wrong, each with one sentence for a person."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any


class KibitzError(Exception):
    """Anything that Kibitz says no to. `str(error)` is one sentence."""


class BadInput(KibitzError, ValueError):
    """A position, move, tree, file, option or game class that cannot be understood."""


class Misread(BadInput):
    """A text that cannot be read; `column`, from 1, is where."""

    def __init__(self, sentence: str, column: int) -> None:
        super().__init__(sentence)
        self.column = column


class DoesNotFit(KibitzError):
    """An algorithm was asked about a game that lacks a property it needs."""


class Unsolved(KibitzError):
    """A limit was reached before an exact answer."""


class Unwritten(BadInput):
    """A file could not be written; what it held before is still there. `answer` is what the work had found, if any."""

    answer: Any = None


class Stopped(KibitzError):
    """A search was told to stop."""


class Stuck(BadInput):
    """A position of the game is not terminal, and has no actions."""


class NotWhole(BadInput):
    """A number of a game that says its numbers are whole is not."""


class Unsound(BadInput):
    """A utility, an evaluation or a probability is no number that can be counted with."""


class NoRoom(KibitzError):
    """The stack of a search is full: with a larger one it can be asked again."""


class TooWide(BadInput):
    """A position has more actions than can be searched."""


class TooDeep(KibitzError):
    """A line of play went on for so long that it may never end."""


def raised(who: str, error: BaseException) -> str:
    """What to say when someone else's code, such as a game's rules, raised an error."""
    if isinstance(error, SystemExit):
        return f"{who} tried to end the program with sys.exit({error.code!r})"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(here)]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{who} raised {what}{place}"
