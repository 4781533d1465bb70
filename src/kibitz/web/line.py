"""Who may search now, and who waits: a limited number at once, and the clients take turns."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from kibitz.web.refusals import Refused

WAITING_IN_ALL = 1024
ENDING = "the server is shutting down"


@dataclass(eq=False)
class Turn:
    """A place in the line; `ready` is done when it may search."""

    client: str
    ready: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Line:
    """At most `at_once` searches; of the clients that wait, the one with the fewest running goes first.

    Among equals it is the one whose last turn is longest ago, so that a client with many searches does not keep out
    one with a single search.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most_waiting = waiting
        self._running: set[Turn] = set()
        self._waiting: dict[str, list[Turn]] = {}
        self._last_turn: dict[str, int] = {}  # of the clients that run or wait, as a number that grows
        self._turns = 0
        self._is_closed = False

    @property
    def running(self) -> int:
        """Searches that are under way."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Searches in the line."""
        return sum(map(len, self._waiting.values()))

    def join(self, client: str) -> Turn:
        """Get in line; `Refused` where the client, or the whole server, has too many waiting."""
        own = self._waiting.get(client, [])
        if self._is_closed:
            raise Refused(429, ENDING)
        if len(own) >= self._most_waiting:
            raise Refused(429, f"{len(own)} of your searches are waiting already, the most allowed: try again later")
        if self.waiting >= WAITING_IN_ALL:
            raise Refused(429, f"{self.waiting} searches are waiting already: try again later")
        turn = Turn(client)
        self._waiting.setdefault(client, []).append(turn)
        self._admit()
        return turn

    def leave(self, turn: Turn) -> None:
        """Leave: the search is over, or nobody waits for it."""
        self._running.discard(turn)
        own = self._waiting.get(turn.client, [])
        if turn in own:
            own.remove(turn)
            if not own:
                del self._waiting[turn.client]
        if turn.client not in self._waiting and all(other.client != turn.client for other in self._running):
            self._last_turn.pop(turn.client, None)
        self._admit()

    def close(self) -> None:
        """Admit no more searches, and refuse those that wait."""
        self._is_closed = True
        waiting, self._waiting = self._waiting, {}
        for turn in (turn for own in waiting.values() for turn in own):
            if not turn.ready.done():
                turn.ready.set_exception(Refused(429, ENDING))

    def ahead(self, turn: Turn) -> int:
        """How many searches are before this one: those that run, and those whose turn comes earlier."""
        place = self._waiting[turn.client].index(turn)
        rank = self._rank()
        own = rank(turn.client)
        others = sum(
            min(len(turns), place + (rank(client) < own))
            for client, turns in self._waiting.items()
            if client != turn.client
        )
        return len(self._running) + place + others

    def _rank(self) -> Callable[[str], tuple[int, int]]:
        """What tells whose turn comes earlier: the lower one's."""
        busy = Counter(turn.client for turn in self._running)
        return lambda client: (busy[client], self._last_turn.get(client, 0))

    def _admit(self) -> None:
        while self._waiting and len(self._running) < self._at_once:
            client = min(self._waiting, key=self._rank())
            first, *rest = self._waiting.pop(client)
            if rest:
                self._waiting[client] = rest
            self._turns += 1
            self._last_turn[client] = self._turns
            self._running.add(first)
            if not first.ready.done():
                first.ready.set_result(None)
