"""From a `Jit` function to machine code that Python can call."""

from __future__ import annotations

import inspect
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numba
from numba.core import errors

from kibitz.native import intrinsics, objects  # noqa: F401  (they teach Numba our types and functions)
from kibitz.native.cache import DiskCache
from kibitz.native.jit import Jit

SAY_SO_AFTER = 0.5  # seconds of compiling


class CannotCompile(Exception):
    """The arguments do not allow a function to be compiled. The cause is Numba's own error."""


def entry(function: Jit[..., Any]) -> Callable[..., Any]:
    """The compiled function as Python calls it.

    Python enters through a small function of its own, and only that one is cached: whatever it calls is compiled
    together with it and inlined where LLVM sees fit.
    """
    names = ", ".join(inspect.signature(function.function).parameters)
    scope: dict[str, Any] = {"function": function, "__name__": __name__}
    exec(f"def enter({names}): return function({names})", scope)
    dispatcher = numba.njit(scope["enter"], nogil=True)
    notice = Notice()
    dispatcher._cache = DiskCache(function.function, notice.begin, notice.end)

    def call(*arguments: Any) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", errors.NumbaWarning)
                return dispatcher(*arguments)
        except errors.NumbaError as error:
            raise CannotCompile(str(error)) from error
        finally:
            notice.end()

    call.dispatcher = dispatcher  # type: ignore[attr-defined]
    return call


class Notice:
    """Tells a waiting person that something is being compiled."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        self.end()
        self._timer = threading.Timer(SAY_SO_AFTER, self._say)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self) -> None:
        print("kibitz: compiling this game for the first time…", file=sys.stderr, flush=True)
