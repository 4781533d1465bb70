"""A search seen from outside, from another thread: stopped by a person or by the clock, and its progress shown."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Stoppable(Protocol):
    """What a clock, or a remote in another thread, can stop, and ask how far it is: a running search, or its watch."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""

    def stop(self) -> None:
        """Stop the search, from any thread."""


class Remote:
    """A handle to an analysis that runs in another thread: stops it, and shows how far it is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watch: Stoppable | None = None
        self._nodes_before = 0  # of the searches that this one followed
        self._reason = ""
        self._since: float | None = None

    def stop(self, reason: str = "stopped") -> None:
        """Stop the search, from any thread and at any time, even before it begins; only the first reason counts."""
        with self._lock:
            self._reason = self._reason or reason
            if self._watch is not None:
                self._watch.stop()

    def follow(self, watch: Stoppable) -> None:
        """Called by an analysis with what it searches with, once all is compiled; several may follow each other."""
        with self._lock:
            self._since = time.perf_counter() if self._since is None else self._since
            self._nodes_before += 0 if self._watch is None else self._watch.nodes
            self._watch = watch
            if self._reason:
                watch.stop()

    def start_over(self) -> None:
        """Called by an analysis that begins anew, compiled: what it did before no longer counts."""
        with self._lock:
            self._watch = None
            self._since = None

    @property
    def stopped(self) -> bool:
        """Has `stop` been called?"""
        return bool(self._reason)

    @property
    def reason(self) -> str:
        """Why it was stopped; empty if it was not."""
        return self._reason

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        with self._lock:
            return self._nodes_before + (0 if self._watch is None else int(self._watch.nodes))

    @property
    def seconds(self) -> float | None:
        """Seconds since the search began; None before it begins, as while it is being compiled."""
        return None if self._since is None else time.perf_counter() - self._since


class Clock:
    """Stops a search after some seconds, or never where `seconds` is None; a context manager.

    On a busy machine a search may have had little of them: up to `slack` times as many may pass until the process has
    had those seconds of a processor.
    """

    def __init__(self, watch: Stoppable, seconds: float | None, *, slack: float = 1.0) -> None:
        self._watch = watch
        self._seconds = seconds
        self._slack = slack
        self._timer: threading.Timer | None = None
        self.has_rung = False  # is the time up?

    def _ring(self) -> None:
        left = 0.0
        if self._slack > 1.0 and self._seconds is not None:
            left = min(self._seconds - (time.process_time() - self._had), self._until - time.monotonic())
        if left > 0.001:
            self._set(left)
            return
        self.has_rung = True
        self._watch.stop()

    def _set(self, seconds: float) -> None:
        with self._lock:
            if not self._is_over:
                self._timer = threading.Timer(max(0.0, seconds), self._ring)
                self._timer.daemon = True
                self._timer.start()

    def __enter__(self) -> None:
        self._lock, self._is_over = threading.Lock(), False
        if self._seconds is not None:
            self._had = time.process_time()
            self._until = time.monotonic() + self._slack * self._seconds
            self._set(self._seconds)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._is_over = True
            if self._timer is not None:
                self._timer.cancel()


class Ticker:
    """Reports the progress of a search twice a second; a context manager.

    `progress` is called with one sentence each time: the search's `nodes`, and the bounds that it has `proven`, if any.
    None for no reports.
    """

    def __init__(self, watch: Stoppable, progress: Callable[[str], object] | None) -> None:
        self._watch = watch
        self._progress = progress
        self._over = threading.Event()
        self._started = time.monotonic()

    def __enter__(self) -> None:
        if self._progress is not None:
            threading.Thread(target=self._tick, args=(self._progress,), name="kibitz-ticker", daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _tick(self, progress: Callable[[str], object]) -> None:
        while not self._over.wait(0.5):
            seconds = time.monotonic() - self._started
            proven = getattr(self._watch, "proven", None)
            between = f", between {proven[0]:g} and {proven[1]:g}" if proven else ""
            progress(f"{self._watch.nodes:,} nodes, {seconds:.1f} s{between}")
