"""Games that clients play against the engine: what it has found on the way to one move is kept for the next."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator

from kibitz.answer.questions.by_selective import Sitting

MOST = 4  # of them at once: each has a hash table


class Sittings:
    """The games that go on, by whose they are; the one that was asked about longest ago gives way to a new one."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Sitting] = OrderedDict()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def lent(self, whose: Hashable) -> Iterator[Sitting]:
        """The game of that name, for one search: a second search at the same time gets a new one."""
        with self._lock:
            sitting = self._kept.pop(whose, None) or Sitting()
        try:
            yield sitting
        finally:
            with self._lock:
                self._kept[whose] = sitting
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
