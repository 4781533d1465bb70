"""Work that must not hold up the server, in threads of its own.

The threads are daemons: a game whose rules never end keeps nobody from ending the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from kibitz.web.refusals import Refused, refusal

AT_ONCE = 32  # requests whose rules run side by side
LEFT_BEHIND = 2  # threads of one game that were given up on, before the game is refused

Outcome = tuple[Any, BaseException | None]


def begin(function: Callable[[], Any], name: str) -> asyncio.Future[Outcome]:
    """Run a function in a new thread; the future holds what it answers, and what it raises."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Outcome] = loop.create_future()

    def tell(outcome: Outcome) -> None:
        if not future.done():
            future.set_result(outcome)

    def work() -> None:
        try:
            outcome: Outcome = function(), None
        except BaseException as error:  # a game may raise anything, SystemExit too
            outcome = None, error
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(tell, outcome)

    threading.Thread(target=work, name=name, daemon=True).start()
    return future


class _GivenUp(BaseException):
    """Raised inside rules that nobody waits for any longer; no `except Exception` of a game catches it."""


class _Interruptible:
    """A function that another thread can break off, as long as it runs Python: not within a call to C."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self._function = function
        self._lock = threading.Lock()
        self._thread: int | None = None

    def __call__(self) -> Any:
        self._thread = threading.get_ident()
        try:
            return self._function()
        finally:
            with self._lock:  # a thread's number may be another's as soon as it has ended
                self._thread = None

    def interrupt(self) -> None:
        """Break it off, if it still runs."""
        with self._lock:
            if self._thread is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_GivenUp))


class Threads:
    """Asks the rules of games, each time for a limited number of seconds.

    Rules that take longer are broken off. Where even that does not end them, no more than `LEFT_BEHIND` threads are
    lost to one game: it is then refused, and the others are served.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._room = asyncio.Semaphore(AT_ONCE)
        self._left_behind: Counter[str] = Counter()

    @property
    def left_behind(self) -> int:
        """How many threads were given up on and have not come back."""
        return self._left_behind.total()

    async def ask(self, who: str, function: Callable[[], Any]) -> Any:
        """What a function answers; `Refused` with a sentence about `who` if it raises, or does not come back."""
        async with self._room:
            lost = self._left_behind[who]
            if lost >= LEFT_BEHIND:
                raise Refused(400, f"{who} is still busy with {lost} earlier requests: its rules may never end")
            rules = _Interruptible(function)
            future = begin(rules, "kibitz-rules")
            try:
                await asyncio.wait({future}, timeout=self._seconds)
            finally:
                if not future.done():
                    self._left_behind[who] += 1
                    future.add_done_callback(lambda _: self._came_back(who))
                    rules.interrupt()
            if not future.done():
                raise Refused(400, f"{who} takes more than {self._seconds:g} seconds: its rules may never end")
        answer, error = future.result()
        if error is not None:
            raise refusal(who, error) from error
        return answer

    def _came_back(self, who: str) -> None:
        self._left_behind[who] -= 1
