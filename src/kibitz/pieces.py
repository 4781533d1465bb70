"""Long work in pieces: each has a name, can be carried out anywhere and more than once, and answers the same each time.

Whoever has long work cuts it into pieces and hands them to a `Spread`, which says nothing of where they are carried
out: one after the other here, in processes of this machine, or on a cluster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol


class Piece(NamedTuple):
    """A piece of work. `name` is its own among the pieces of one call; `argument` can be pickled, and is small."""

    name: str
    argument: Any


class Spread(Protocol):
    """Whatever has pieces of work carried out."""

    def __call__(self, work: Callable[[Any], Any], pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
        """Give the name of each piece and `work(piece.argument)`, in the order in which they are done.

        `work` is a function of a module, or an object of a module's class that can be called; what it answers is small
        and can be pickled. A piece may be carried out twice, where the first time was cut short. `pieces` is read only
        a little ahead of what is carried out, so there may be any number of them. If `work` has a method `warm_up`, it
        is called with the argument of a first piece before anything is carried out in a new place: it compiles what is
        needed. A `KibitzError` that `work` raises comes out of the iterator.
        """


def one_by_one(work: Callable[[Any], Any], pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
    """Carry out the pieces here, one after the other."""
    for piece in pieces:
        yield piece.name, work(piece.argument)


class Estimate:
    """How long the rest of some work will take, by what was done since this was made."""

    def __init__(self, total: int) -> None:
        """`total` is how many pieces there are, those included that were done before."""
        self._total = total
        self._began = time.monotonic()
        self._before: int | None = None  # pieces done when it was first asked: their time is not known

    def words(self, done: int) -> str:
        """`, about 3 min left`, when this many pieces are done; empty where nothing can be said."""
        if self._before is None:
            self._before, self._began = done, time.monotonic()
        new = done - self._before
        if new <= 0 or done >= self._total:
            return ""
        return f", about {duration((time.monotonic() - self._began) / new * (self._total - done))} left"


def duration(seconds: float) -> str:
    """A time in the unit that suits it: `40 s`, `3 min`, `5 h`, `12 days`."""
    for size, unit, least in ((86_400, "days", 2), (3_600, "h", 2), (60, "min", 2)):
        if seconds >= least * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(1, round(seconds))} s"
