"""Work that must not hold up the server, in threads of its own.

The threads are daemons: a game whose rules never end keeps nobody from ending the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from kibitz.web.refusals import Refused, refusal

AT_ONCE = 32  # requests whose rules run side by side
LEFT_BEHIND = 32  # threads that were given up on, before no more is tried

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


class Threads:
    """Asks the rules of games, for so many seconds at most."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._room = asyncio.Semaphore(AT_ONCE)
        self.left_behind = 0

    async def ask(self, who: str, function: Callable[[], Any]) -> Any:
        """What a function answers; `Refused` with a sentence about `who` if it raises, or does not come back."""
        async with self._room:
            if self.left_behind >= LEFT_BEHIND:
                raise Refused(400, f"{self.left_behind} earlier requests are still busy with rules that do not end")
            future = begin(function, "kibitz-rules")
            try:
                await asyncio.wait({future}, timeout=self._seconds)
            finally:
                if not future.done():
                    self.left_behind += 1
                    future.add_done_callback(self._came_back)
            if not future.done():
                raise Refused(400, f"{who} takes more than {self._seconds:g} seconds: its rules may never end")
        answer, error = future.result()
        if error is not None:
            raise refusal(who, error) from error
        return answer

    def _came_back(self, _: object) -> None:
        self.left_behind -= 1
