"""The child process in which a student's code runs: with a time-out for endless code and a limit on memory."""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.lab.grading.calling import DIED, ENDLESS, FINE, SKIPPED, Outcome, call, called, parameters_of
from kibitz.lab.grading.shapes import Calling, Parameter
from kibitz.lab.grading.trial import Trial
from kibitz.native.override import override

MEGABYTES = 1_024  # that a student's code may take, beyond what the process has when it begins
PATIENCE = 10  # times the limit in processor time that may pass on the clock, for code that sleeps
START = 30.0  # seconds on the clock, at least
GONE = object()  # stands for what a process says that has ended
ENDED = "it ended the process, or took all memory"


class _Endless(BaseException):
    """The time limit was reached."""


class Source(NamedTuple):
    """The function to grade: itself, or the file and the name to find it under."""

    function: Callable[..., Any] | None = None
    path: str = ""
    name: str = ""


@dataclass(frozen=True)
class AtPosition:
    """One call of the search on a position of a real game."""

    s: State
    depth: int | None


class Child:
    """The process that runs the function. It is started when it is first needed, and again whenever it has died."""

    def __init__(self, source: Source, seconds: float, game: Game | None = None) -> None:
        self._source = source
        self._seconds = seconds
        self._game = game
        self._process: Any = None
        self._connection: Any = None
        self._started = 0
        self.name = ""
        self.parameters: list[Parameter] = []
        self.source = ""  # what the function is written in, where that can be had

    def __enter__(self) -> Child:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the process and load the function there; `BadInput` if that fails."""
        fork = "fork" in multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("fork" if fork else "spawn")
        here, there = context.Pipe()
        self._started += 1
        settings = (there, self._source, self._seconds, self._game, self._started << 40)
        self._process = context.Process(target=_serve, args=settings, daemon=True)
        sys.stdout.flush()
        sys.stderr.flush()
        self._process.start()
        there.close()
        self._connection = here
        loaded = self._received()
        if loaded is None or loaded is GONE:
            self.stop()
            raise BadInput(f"{self._called()} cannot be loaded: it ran into the time limit or ended the process")
        if isinstance(loaded, str):
            self.stop()
            raise BadInput(loaded)
        self.name, self.parameters, self.source = loaded

    def _called(self) -> str:
        return Path(self._source.path).name or "the function"

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = None

    def ask(
        self,
        trials: Sequence[Trial | AtPosition],
        calling: Calling,
        *,
        counting: str = "",
        seconds: float | None = None,
    ) -> list[Outcome]:
        """What the function answers to each of these; after an endless call the rest is left out."""
        outcomes: list[Outcome] = []
        limit = seconds or self._seconds
        while len(outcomes) < len(trials):
            if outcomes and outcomes[-1].status in (ENDLESS, DIED):
                outcomes += [Outcome(SKIPPED)] * (len(trials) - len(outcomes))
                break
            if self._process is None:
                self.start()
            todo = list(trials[len(outcomes) :])
            try:
                self._connection.send((todo, calling, counting, limit))
                outcomes += self._answers(len(todo), limit)
            except (OSError, EOFError):
                self.stop()
                outcomes.append(Outcome(DIED, text=ENDED))
        return outcomes

    def _answers(self, count: int, limit: float) -> list[Outcome]:
        """The outcomes that come back; fewer than `count` where one was endless or the process died."""
        outcomes: list[Outcome] = []
        while len(outcomes) < count:
            outcome = self._received(limit)
            if outcome is None or outcome is GONE:
                self.stop()
                outcomes.append(
                    Outcome(ENDLESS, text=_endless(limit)) if outcome is None else Outcome(DIED, text=ENDED)
                )
                return outcomes
            outcomes.append(outcome)
            if outcome.status == ENDLESS:
                self.stop()  # whatever it left behind
                return outcomes
        return outcomes

    def _received(self, limit: float | None = None) -> Any:
        """What the process says; GONE if it has ended, None if it says nothing for too long."""
        try:
            return (
                self._connection.recv() if self._connection.poll(START + PATIENCE * (limit or self._seconds)) else None
            )
        except (OSError, EOFError):
            return GONE


def _endless(limit: float) -> str:
    return f"it did not stop within {limit:g} s"


def _serve(connection: Connection, source: Source, seconds: float, game: Game | None, first: int) -> None:
    """Answer calls until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_quiet()
    _limit_memory()
    try:
        with _TimeLimit(seconds):
            function, name = _loaded(source)
            connection.send((name, parameters_of(function), _source(function)))
    except _Endless:
        connection.send(f"{Path(source.path).name} cannot be loaded: it did not end within {seconds:g} s")
        return
    except (BadInput, ValueError, TypeError) as error:
        connection.send(str(error))
        return
    with contextlib.suppress(EOFError, OSError):
        while True:
            trials, calling, counting, limit = connection.recv()
            for trial in trials:
                outcome = _called(function, trial, calling, counting, limit, first, game)
                first += 1_000
                connection.send(outcome)
                if outcome.status == ENDLESS:
                    return


def _called(
    function: Callable[..., Any],
    trial: Trial | AtPosition,
    calling: Calling,
    counting: str,
    limit: float,
    first: int,
    game: Game | None,
) -> Outcome:
    try:
        with _TimeLimit(limit):
            if isinstance(trial, Trial):
                return call(function, trial, calling, counting=counting, first=first)
            assert game is not None
            return _on_game(function, game, trial, calling)
    except _Endless:
        return Outcome(ENDLESS, text=_endless(limit))


def _on_game(function: Callable[..., Any], game: Game, at: AtPosition, calling: Calling) -> Outcome:
    """Call the function on a position of a real game."""
    from kibitz.lab.grading.trial import Spot

    asked = Trial(Spot(int(game.player(at.s))), at.depth)
    outcome = called(function, asked, calling, {"game": game, "state": at.s}, list(game.actions(at.s)))
    return outcome if outcome.status != FINE else Outcome(**{**vars(outcome), "reads": None})


class _TimeLimit:
    """Raises `_Endless` when the code inside has used so much processor time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, self._seconds, 0.1)  # again and again: it may be caught

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        raise _Endless

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)


class _Nowhere(io.TextIOBase):
    """Takes what a student prints."""

    @override
    def write(self, text: str) -> int:
        return len(text)


def _be_quiet() -> None:
    """Nothing to read, and nothing that is printed is seen: the answer is all that counts."""
    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = _Nowhere()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        with contextlib.suppress(OSError):
            os.dup2(nothing, stream)


def _limit_memory() -> None:
    """At most so much more memory than now, where the system can say so."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + (MEGABYTES << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        return


def _loaded(source: Source) -> tuple[Callable[..., Any], str]:
    """The function and its name; `BadInput` says why there is none."""
    if source.function is not None:
        return source.function, getattr(source.function, "__name__", type(source.function).__name__)
    path = Path(source.path)
    module = _module(path)
    name = source.name or _only_function(module, path)
    found: Any = module
    for number, word in enumerate(name.split(".")):
        if not hasattr(found, word):
            raise BadInput(f"{path.name} has no function {name!r}: {_listed(module)}")
        found = getattr(found, word)
        if isinstance(found, type) and number < name.count("."):
            found = _made(found, path)
    if not callable(found) or isinstance(found, type):
        raise BadInput(f"{name!r} in {path.name} is not a function: {_listed(module)}")
    return found, name


def _source(function: Callable[..., Any]) -> str:
    with contextlib.suppress(OSError, TypeError):
        return inspect.getsource(inspect.unwrap(function))
    return ""


def _made(cls: type, path: Path) -> Any:
    try:
        return cls()
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise BadInput(f"{cls.__name__} in {path.name} cannot be made without arguments: {what}") from error


def _module(path: Path) -> ModuleType:
    """The student's file, imported; the files beside it can be imported by it."""
    spec = importlib.util.spec_from_file_location(f"graded_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{str(path)!r} is not a Python file: expected FILE.py:function")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadInput(f"{path.name}, line {error.lineno}: {error.msg}") from error
    except _Endless:
        raise
    except BaseException as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BadInput(f"{path.name} cannot be loaded: {what}") from error
    return module


def _functions(module: ModuleType) -> list[str]:
    """The functions that the file defines itself."""
    own = [name for name, each in vars(module).items() if callable(each) and not isinstance(each, type)]
    return [n for n in own if getattr(vars(module)[n], "__module__", "") == module.__name__ and not n.startswith("_")]


def _listed(module: ModuleType) -> str:
    names = _functions(module)
    return f"expected one of {', '.join(names)}" if names else "it defines no function"


def _only_function(module: ModuleType, path: Path) -> str:
    names = _functions(module)
    if len(names) != 1:
        raise BadInput(f"which function of {path.name}? Write {path.name}:NAME; {_listed(module)}")
    return names[0]
