"""Running a search: compiled where it can be, in a thread that can be interrupted, with room for deep recursion."""

from __future__ import annotations

import sys
import threading
from typing import Any

from kibitz.errors import TooDeep
from kibitz.native.jit import Jit
from kibitz.native.tuples import shaped

STACK = 512 << 20  # bytes for the search's thread; taken from memory only as it is used
PYTHON_FRAMES = 60_000

_interpreted_types: set[tuple[type, str]] = set()


def run(function: Jit[..., Any], game: Any, s: Any, *arguments: Any, interpreted: bool = False) -> Any:
    """`function(game, s, *arguments)`, as machine code unless told otherwise or the game does not allow it.

    Runs in a thread of its own: Ctrl-C reaches the caller at once, and stops the search through its watch.
    """
    if interpreted or not compiles(game):
        return in_thread(function, game, s, *arguments)
    try:
        return in_thread(_compiled, function, game, shaped(game.initial(), s), *arguments)
    except _fall_back() as error:
        _tell_once(game, error)
        return in_thread(function, game, s, *arguments)


def compiles(game: Any) -> bool:
    """False once the game has been found to be beyond the compiler."""
    return (type(game), repr(game)) not in _interpreted_types


def _compiled(function: Jit[..., Any], *arguments: Any) -> Any:
    return function.compiled(*arguments)


def _fall_back() -> tuple[type[Exception], ...]:
    from kibitz.native.compiler import CannotCompile

    return CannotCompile, OverflowError


def _tell_once(game: Any, error: Exception) -> None:
    from kibitz.native.faults import explain

    _interpreted_types.add((type(game), repr(game)))
    print(f"kibitz: {explain(game, error)}", file=sys.stderr, flush=True)


def in_thread(function: Any, *arguments: Any) -> Any:
    """Call a function in a thread with a deep stack; on Ctrl-C stop it through the watch among its arguments."""
    answer: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            answer.append(function(*arguments))
        except RecursionError:
            failure.append(TooDeep("a line of play went on and on"))
        except BaseException as error:
            failure.append(error)

    with _deep_recursion:
        thread = _start(work)
        try:
            thread.join()
        except BaseException:
            for argument in arguments:
                if hasattr(argument, "stop"):
                    argument.stop()
            thread.join()
            raise
    if failure:
        raise failure[0]
    return answer[0]


def _start(work: Any) -> threading.Thread:
    """A running thread with the deep stack; others that start at the same time keep theirs."""
    with _starting:
        previous = threading.stack_size(STACK)
        try:
            thread = threading.Thread(target=work, name="kibitz-search", daemon=True)
            thread.start()
        finally:
            threading.stack_size(previous)
    return thread


class _DeepRecursion:
    """Raises Python's limit of recursion while at least one search runs."""

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
_deep_recursion = _DeepRecursion()
