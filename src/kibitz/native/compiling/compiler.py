"""From a function marked for the compiler to machine code that Python can call."""

from __future__ import annotations

import inspect
import math
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numba
from numba.core import errors

from kibitz.native.compilable import Compilable
from kibitz.native.compiling.arithmetic import is_wrapping, wrapping
from kibitz.native.compiling.cache import DiskCache
from kibitz.native.compiling.collecting import Pause
from kibitz.native.compiling.frame_stack import with_frames
from kibitz.native.compiling.functions import INNER
from kibitz.native.compiling.pipeline import EntryPipeline
from kibitz.native.lists import arena, run_items, run_methods
from kibitz.native.objects import bare_rows
from kibitz.native.objects.object_types import texts_read
from kibitz.native.override import override
from kibitz.native.tuples import shaped
from kibitz.native.values import (
    bits_compiled,
    cells_fallback,
    cells_loops,
    optionals_compiled,
    packing_compiled,
    text_methods_compiled,
    tuples_compiled,
    tuples_in_memory,
)
from kibitz.native.values.cells import LeavesItsByte, handed

# To import these is to teach Numba our types and functions.
TEACHERS = (
    bare_rows,
    bits_compiled,
    cells_fallback,
    cells_loops,
    optionals_compiled,
    packing_compiled,
    run_items,
    run_methods,
    text_methods_compiled,
    tuples_compiled,
    tuples_in_memory,
)

SAY_SO_AFTER = 0.5  # seconds of compiling
SAY_AGAIN_AFTER = 60.0  # seconds since the last time


class CannotCompile(Exception):
    """The arguments do not allow a function to be compiled. The cause is Numba's own error."""


def entry(function: Compilable[..., Any]) -> Entry:
    """The compiled function as Python calls it.

    Python enters through a small function of its own, and only that one is cached: whatever it calls is compiled
    together with it and inlined where LLVM sees fit.
    """
    plain: Any = function.function
    enter = _enter(function, list(inspect.signature(plain).parameters))
    dispatcher = numba.njit(enter, nogil=True, no_cfunc_wrapper=True, pipeline_class=EntryPipeline)
    notice = Notice()
    dispatcher._cache = DiskCache(plain, notice.begin, notice.end)
    return Entry(dispatcher, notice)


def obstacle(function: Compilable[..., Any], *arguments: Any) -> str | None:
    """What the compiler says against this call; None where it compiles. Nothing is run, and nothing is cached."""
    enter = _enter(function, [f"a{number}" for number in range(len(arguments))])
    pause = Pause()
    pause.begin()
    try:
        _attempt(lambda *given: numba.njit(enter, **INNER).compile(tuple(map(numba.typeof, given))), arguments)
    except Exception as error:
        return str(error) or type(error).__name__
    finally:
        pause.end()
    return None


def is_of_the_game(game: Any, s: Any, error: Exception) -> bool:
    """Does what stood in the way of compiling lie in the game alone, and not in the position that was asked about?"""
    initial = game.initial()

    def kind(state: Any) -> Any:
        try:
            return numba.typeof(handed(game, initial, shaped(initial, state)))
        except Exception:
            return None

    is_usual = kind(s) == kind(initial)
    return is_usual and (kind(initial) is None or isinstance(error.__cause__, errors.NumbaError))


def _enter(function: Compilable[..., Any], parameters: list[str]) -> Any:
    """A plain function that calls another with all that it is given."""
    names = ", ".join(parameters)
    scope: dict[str, Any] = {"function": function, "__name__": __name__}
    exec(f"def enter({names}): return function({names})", scope)
    return scope["enter"]


def _attempt(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call what may compile something: again where compiled code has asked for a text that it was not given."""
    while True:
        before = texts_read()
        try:
            with wrapping():
                return function(*arguments)
        except errors.NumbaError:
            if texts_read() == before:
                raise


class Entry:
    """A compiled function as Python calls it."""

    def __init__(self, dispatcher: Any, notice: Notice) -> None:
        self._dispatcher = dispatcher
        self._notice = notice

    def __call__(self, *arguments: Any) -> Any:
        """Run it, compiling it first where these types are new."""
        arena.begin()
        return self._guarded(self._dispatcher, arguments)

    def prepare(self, *arguments: Any) -> None:
        """Compile it for these arguments, without running it."""
        if not _is_compiled(self._dispatcher, arguments):
            with_frames(lambda: self._guarded(self._compile, arguments))

    def _compile(self, *arguments: Any) -> None:
        self._dispatcher.compile(tuple(map(numba.typeof, arguments)))

    def _guarded(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            return _attempt(function, arguments)
        except LeavesItsByte:  # whatever the types are by now: another thread may have changed them
            raise
        except Exception as error:
            # What a game raises while it is played is the game's; what is raised before that is the compiler's.
            if isinstance(error, errors.NumbaError) or not _is_compiled(self._dispatcher, arguments):
                raise CannotCompile(str(error)) from error
            live = getattr(sys.modules["__main__"], type(error).__qualname__, None)
            if type(error).__module__ == "__main__" and isinstance(live, type) and type(error) is not live:
                raise live(*error.args) from None  # machine code from disk brings a copy of the script's class
            raise
        finally:
            self._notice.end()


def _is_compiled(dispatcher: Any, arguments: tuple[Any, ...]) -> bool:
    try:
        return tuple(map(numba.typeof, arguments)) in dispatcher.overloads
    except (ValueError, OverflowError, errors.NumbaError):
        return False


class _OfOurCode(type):
    """Takes a Numba warning for a kind of ours in a thread that compiles for Kibitz, and in no other."""

    @override
    def __subclasscheck__(cls, kind: type) -> bool:
        return is_wrapping() and issubclass(kind, errors.NumbaWarning)


class _NumbaWarning(Warning, metaclass=_OfOurCode):
    """Numba's warnings about what Kibitz compiles.

    `warnings.catch_warnings` puts back for all threads what one of them found: a filter that asks which thread it is in
    can stay where it is.
    """


class Notice:
    """Tells a waiting person that something is being compiled: once, where a game takes several compilations."""

    _said = -math.inf  # when anyone last said so

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        self._pause = Pause()

    def begin(self) -> None:
        """Compiling begins: say so if it takes a while."""
        self.end()
        self._pause.begin()
        warnings.simplefilter("ignore", _NumbaWarning)
        self._timer = threading.Timer(SAY_SO_AFTER, self._say)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Compiling is over."""
        self._pause.end()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self) -> None:
        now = time.monotonic()
        was_said, Notice._said = now - Notice._said < SAY_AGAIN_AFTER, now
        if not was_said:
            print("kibitz: compiling this game, once…", file=sys.stderr, flush=True)
