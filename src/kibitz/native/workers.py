"""Threads that run searches: with room for deep recursion, side by side, and stopped by Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from kibitz.errors import BadInput, TooDeep, raised
from kibitz.native.compiling.frame_stack import with_frames

STACK = 512 << 20  # bytes for a search's thread; taken from memory only as it is used
PYTHON_FRAMES = 60_000
PATIENCE = 5.0  # seconds that an interrupted search may take to notice


class Call:
    """One call of a function, to be made by a worker."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._function = function
        self._arguments = arguments
        self._answer: Any = None
        self._failure: BaseException | None = None

    def make(self) -> None:
        """Call the function, and keep what comes of it; nothing is raised."""
        try:
            self._answer = self._function(*self._arguments)
        except RecursionError:
            self._failure = TooDeep("a line of play passed the recursion limit")
        except Exception as error:
            self._failure = error
        except BaseException as error:  # the game's: Ctrl-C never comes to a worker's thread
            self._failure = BadInput(raised("the game", error))
        finally:
            self._arguments = ()  # whoever holds the outcome need not hold the game and its table

    def answer(self) -> Any:
        """Call the function in this thread."""
        return self._function(*self._arguments)

    def outcome(self) -> Any:
        """What the function answered, or raise what it raised."""
        if self._failure is not None:
            raise self._failure
        return self._answer


def first_of(calls: list[Call], stop: Callable[[], None], go_on: Callable[[], None] | None = None) -> Any:
    """Make calls side by side, and give the first answer when all have ended.

    `stop` ends the others, and is called on Ctrl-C too; `go_on`, needed where there are several, takes it back.
    """
    first, *others = _made(calls, stop, stop_after=1)
    if others and go_on is not None:
        go_on()
    return first.outcome()


def all_of(calls: list[Call], stop: Callable[[], None]) -> list[Any]:
    """Make calls side by side, and give every answer, in their order, when all have ended. Ctrl-C calls `stop`."""
    _made(calls, stop, stop_after=len(calls))
    return [call.outcome() for call in calls]


def _made(calls: list[Call], stop: Callable[[], None], stop_after: int) -> list[Call]:
    """The calls as they ended, the first one first. Once `stop_after` of them have, the others are stopped."""
    over: SimpleQueue[Call] = SimpleQueue()  # not a semaphore: Ctrl-C in its Python code would break that
    begun = 0
    ended: list[Call] = []
    with _deep_recursion:
        try:
            for call in calls:
                _worker().begin(call, over)
                begun += 1
            while len(ended) < len(calls):
                ended.append(over.get())
                if len(ended) == stop_after < len(calls):
                    stop()
        except BaseException:
            stop()
            _wait_for(over, begun - len(ended))
            raise
    return ended


def _wait_for(over: SimpleQueue[Call], calls: int) -> None:
    """Let stopped calls end; one that does not, as in a rule that never returns, is left behind."""
    until = time.monotonic() + PATIENCE
    with contextlib.suppress(Empty):
        for _ in range(calls):
            over.get(timeout=max(0.0, until - time.monotonic()))


class _Worker:
    """A thread with a deep stack that waits for work: a new one for every call would cost more than the call."""

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Call, SimpleQueue[Call]]] = SimpleQueue()
        with _starting:
            usual = threading.stack_size(STACK)
            try:
                threading.Thread(target=with_frames, args=(self._serve,), name="kibitz-search", daemon=True).start()
            finally:
                threading.stack_size(usual)

    def begin(self, call: Call, over: SimpleQueue[Call]) -> None:
        """Start on a call; it is put into `over` when it has ended."""
        self._work.put((call, over))

    def _serve(self) -> None:
        while True:
            call, over = self._work.get()
            call.make()
            _idle.append(self)  # ready for the next, even where nobody waits for this one any longer
            over.put(call)
            del call, over


def _worker() -> _Worker:
    try:
        return _idle.pop()
    except IndexError:
        return _Worker()


class _DeepRecursion:
    """Raises Python's recursion limit while at least one search runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._usual = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._running == 0:
                self._usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._usual, PYTHON_FRAMES))
            self._running += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._running -= 1
            if self._running == 0:
                sys.setrecursionlimit(self._usual)


_starting = threading.Lock()
_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)  # threads do not cross into a child process
_deep_recursion = _DeepRecursion()
