"""Compiling without Python's garbage collector, which looks at all that Numba has loaded again and again.

It takes a sixth of the time that compiling takes, and finds little: what is compiled is kept.
"""

from __future__ import annotations

import gc
import threading


class Pause:
    """Holds the garbage collector up from `begin` to `end`, as long as anyone does."""

    _lock = threading.Lock()
    _pausing = 0
    _was_on = False

    def __init__(self) -> None:
        self._is_on = False

    def begin(self) -> None:
        """Hold it up; a second `begin` changes nothing."""
        with Pause._lock:
            if not self._is_on:
                self._is_on = True
                if Pause._pausing == 0:
                    Pause._was_on = gc.isenabled()
                    gc.disable()
                Pause._pausing += 1

    def end(self) -> None:
        """Let it go on; without a `begin`, this changes nothing."""
        with Pause._lock:
            if self._is_on:
                self._is_on = False
                Pause._pausing -= 1
                if Pause._pausing == 0 and Pause._was_on:
                    gc.enable()
