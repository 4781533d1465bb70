"""Running a search: compiled where it can be, in a thread that can be interrupted, with room for deep recursion."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any

from kibitz.errors import BadInput, TooDeep, raised
from kibitz.native.jit import Jit
from kibitz.native.tuples import shaped

STACK = 512 << 20  # bytes for the search's thread; taken from memory only as it is used
PYTHON_FRAMES = 60_000
PATIENCE = 5.0  # seconds that an interrupted search may take to notice

_interpreted_types: set[tuple[type, str]] = set()
_has_run: set[type] = set()  # as machine code
_outgrown: set[tuple[type, str]] = set()  # games that turned out to be beyond the compiler in the middle of a search


def run(function: Jit[..., Any], game: Any, s: Any, *arguments: Any, interpreted: bool = False) -> Any:
    """`function(game, s, *arguments)`, as machine code unless told otherwise or the game does not allow it.

    Runs in a thread of its own: Ctrl-C reaches the caller at once, and stops the search through its watch.
    """

    def stop() -> None:
        for argument in arguments:
            if hasattr(argument, "stop"):
                argument.stop()

    return _compiled_or_not([(function, game, s, arguments)], stop, None, interpreted, compile_first=False)


def run_alone(function: Jit[..., Any], *arguments: Any, stop: Any, interpreted: bool = False) -> Any:
    """The same for a function that is about no game: `function(*arguments)`. `stop` is called on Ctrl-C."""
    return _first_of([(function if interpreted else function.compiled, arguments)], stop, None)


def _fitted(game: Any, s: Any) -> Any:
    from kibitz.native.compiler import CannotCompile

    try:
        return shaped(game.initial(), s)
    except (ValueError, TypeError) as error:
        raise CannotCompile(f"the states differ in type: {error}") from error


def compiles(game: Any) -> bool:
    """False once the game has been found to be beyond the compiler."""
    return not _interpreted_types or (type(game), repr(game)) not in _interpreted_types  # repr of arrays takes long


def is_runnable(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> bool:
    """Compile a function for these arguments; False where the game does not allow it, and the user is told once."""
    if not compiles(game):
        return False
    error = _obstacle(function, game, s, *arguments)
    if error is not None:
        _tell_once(game, error)
    return error is None


def has_compiled(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> bool:
    """The same for a function that a game can do without: nobody is told."""
    return _obstacle(function, game, s, *arguments) is None


def _obstacle(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> Exception | None:
    """Compile a function for these arguments; what stands in the way."""
    try:
        function.compiled.prepare(game, _fitted(game, s), *arguments)
    except _fall_back() as error:
        return error
    return None


def _fall_back() -> tuple[type[Exception], ...]:
    from kibitz.native.compiler import CannotCompile

    return CannotCompile, OverflowError


def _tell_once(game: Any, error: Exception) -> None:
    from kibitz.native.faults import explain

    distrust(game, explain(game, error))
    if type(game) in _has_run:
        _outgrown.add((type(game), repr(game)))


def has_outgrown(game: Any) -> bool:
    """Did machine code stop being enough after it had begun, as where a number leaves 64 bits, since last asked?

    What was found on the way is then partly of its making.
    """
    found = bool(_outgrown) and (type(game), repr(game)) in _outgrown
    if found:
        _outgrown.discard((type(game), repr(game)))
    return found


def distrust(game: Any, sentence: str) -> None:
    """Play this game interpreted from now on, and say why."""
    _interpreted_types.add((type(game), repr(game)))
    print(f"kibitz: {sentence}", file=sys.stderr, flush=True)


def both_ways(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> tuple[Any, Any]:
    """What `function(game, s, *arguments)` answers in Python, and as machine code; an exception is an answer too."""

    def answer(call: Any, state: Any) -> Any:
        try:
            return call(game, state(), *arguments)
        except Exception as error:
            return error

    return answer(function, lambda: s), answer(function.compiled, lambda: _fitted(game, s))


def _worker() -> _Worker:
    try:
        return _idle.pop()
    except IndexError:
        return _Worker()


def race(calls: list[Any], stop: Any, go_on: Any, *, interpreted: bool) -> Any:
    """Run `function(game, s, *arguments)` for each call, each in a thread; the first answer is taken.

    `stop` ends the others, and is called on Ctrl-C too; `go_on` takes that back once they have ended.
    """
    return _compiled_or_not(calls, stop, go_on, interpreted, compile_first=True)


def together(calls: list[Any], stop: Any, *, interpreted: bool) -> list[Any]:
    """Run `function(game, s, *arguments)` for each call, each in a thread; all answers, in the order of the calls.

    `stop` is called on Ctrl-C. They are compiled before, or run one after the other, interpreted.
    """
    if interpreted:
        return [_first_of([(function, (game, s, *more))], stop, None) for function, game, s, more in calls]
    function, game, s, arguments = calls[0]
    function.compiled.prepare(game, _fitted(game, s), *arguments)
    return _all_of([(f.compiled, (g, _fitted(g, s), *more)) for f, g, s, more in calls], stop)


def _compiled_or_not(calls: list[Any], stop: Any, go_on: Any, interpreted: bool, *, compile_first: bool) -> Any:
    """Run calls as machine code, or the first of them interpreted where the game does not allow it.

    `compile_first`: in the caller's own thread, before any call begins. That costs a look at the types.
    """
    function, game, s, arguments = calls[0]
    if not interpreted and compiles(game):
        try:
            if compile_first:
                function.compiled.prepare(game, _fitted(game, s), *arguments)
            answer = _first_of([(f.compiled, (g, _fitted(g, s), *more)) for f, g, s, more in calls], stop, go_on)
            _has_run.add(type(game))
            return answer
        except Exception as error:
            if not isinstance(error, _fall_back()):
                raise
            _tell_once(game, error)
    return _first_of([(function, (game, s, *arguments))], stop, go_on)


def _first_of(calls: list[tuple[Any, tuple[Any, ...]]], stop: Any, go_on: Any) -> Any:
    """Run calls side by side, and give the first answer when all have ended."""
    over: SimpleQueue[None] = SimpleQueue()  # not a semaphore: Ctrl-C in its Python code would break that
    workers = []
    with _deep_recursion:
        for function, arguments in calls:
            workers.append(_worker())
            workers[-1].begin(function, arguments, over)
        try:
            over.get()
        except BaseException:
            stop()
            _wait_for(over, len(calls))
            raise
        if len(calls) > 1:
            first = [worker.outcome() for worker in workers if worker.is_done]
            stop()
            for _ in calls[1:]:
                over.get()
            go_on()
            for worker in workers:
                if worker.is_done:
                    worker.outcome()
        else:
            first = [workers[0].outcome()]
    _idle.extend(workers)
    answer, failure = first[0]
    if failure is not None:
        raise failure
    return answer


def _wait_for(over: SimpleQueue[None], calls: int) -> None:
    """Let calls that were told to stop end; one that does not, as in a rule that never returns, is left behind."""
    until = time.monotonic() + PATIENCE
    with contextlib.suppress(Empty):
        for _ in range(calls):
            over.get(timeout=max(0.0, until - time.monotonic()))


def _all_of(calls: list[tuple[Any, tuple[Any, ...]]], stop: Any) -> list[Any]:
    """Run calls side by side, and give every answer when all have ended."""
    over: SimpleQueue[None] = SimpleQueue()  # not a semaphore: Ctrl-C in its Python code would break that
    workers = []
    with _deep_recursion:
        for function, arguments in calls:
            workers.append(_worker())
            workers[-1].begin(function, arguments, over)
        ended = 0
        try:
            while ended < len(calls):
                over.get()
                ended += 1
        except BaseException:
            stop()
            _wait_for(over, len(calls) - ended)
            raise
        outcomes = [worker.outcome() for worker in workers]
    _idle.extend(workers)
    for _, failure in outcomes:
        if failure is not None:
            raise failure
    return [answer for answer, _ in outcomes]


class _Worker:
    """A thread with a deep stack that waits for work: a new one for every call would cost more than the call."""

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Any, tuple[Any, ...], SimpleQueue[None]]] = SimpleQueue()
        self._outcome: list[tuple[Any, BaseException | None]] = []
        with _starting:
            usual = threading.stack_size(STACK)
            try:
                threading.Thread(target=self._serve, name="kibitz-search", daemon=True).start()
            finally:
                threading.stack_size(usual)

    def begin(self, function: Any, arguments: tuple[Any, ...], over: SimpleQueue[None]) -> None:
        """Start on a call; `over` gets an entry when it is done."""
        self._work.put((function, arguments, over))

    @property
    def is_done(self) -> bool:
        """Is there an outcome that has not been told?"""
        return bool(self._outcome)

    def outcome(self) -> tuple[Any, BaseException | None]:
        """What the call answered, and what it raised; forgotten once told."""
        return self._outcome.pop()

    def _serve(self) -> None:
        while True:
            function, arguments, over = self._work.get()
            try:
                self._outcome.append((function(*arguments), None))
            except RecursionError:
                self._outcome.append((None, TooDeep("a line of play went on and on")))
            except Exception as error:
                self._outcome.append((None, error))
            except BaseException as error:  # the game's: Ctrl-C never comes to this thread
                self._outcome.append((None, BadInput(raised("the game", error))))
            del function, arguments
            over.put(None)


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
_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)  # threads do not cross into a child process
_deep_recursion = _DeepRecursion()
