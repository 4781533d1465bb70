"""Searches on behalf of clients: in threads, in turn, and only as long as somebody waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.errors import Stopped
from kibitz.game import Game, State
from kibitz.native import at_hand
from kibitz.native.compiling.progress import functions_compiled
from kibitz.native.numba_at_hand import may_compile
from kibitz.native.override import override
from kibitz.search.clock import Remote
from kibitz.web.line import ENDING, Line, Turn
from kibitz.web.refusals import Refused, refusal
from kibitz.web.settings import Settings
from kibitz.web.threads import Outcome, Threads, begin

TICK = 0.5  # seconds between two signs of life
GRACE = 10.0  # seconds a search may take to stop
A_MOMENT = 0.05  # seconds, for a search of which only the machine code is wanted
ONE_FUNCTION = 20.0  # seconds that the compiler may be silent: a large function takes that long on a busy machine
COMPILING = 300.0  # seconds that may pass before a search begins: a busy machine compiles for minutes

Tell = Callable[[Any], None]


@dataclass(frozen=True)
class Event:
    """What a client receives: `data` again and again, a `note` while there is none, and `done` at the end."""

    kind: str
    data: Any


@dataclass
class Job:
    """A search to be run.

    `work(remote, tell)` runs in a thread; it calls `tell` with what it has found so far and returns the last of it, or
    None where everything has been passed on. `show` makes plain data of that, in a thread too. With `every` all of it
    is shown, else only the latest. `moved_on` is what was shown last, with nodes and seconds as they are now.
    """

    who: str
    work: Callable[[Remote, Tell], Any]
    show: Callable[[Any], Any]
    seconds: float
    every: bool = False
    moved_on: Callable[[Any, Remote], Any] | None = None


class Compilations:
    """Which games have been compiled. One at a time, and not too many of them in the life of a server.

    Machine code is never freed: a client that kept asking for new parameters would fill the memory. Games beyond the
    limit run as plain Python.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._games: set[Any] = set()
        self._ready: set[Any] = set()
        self._beside: set[Any] = set()  # compiled, or being compiled, while plain Python answers

    def allows(self, game: Game) -> bool:
        """May this game be compiled, and is there a compiler?"""
        if not may_compile():
            return False
        key = _compiled_as(game)
        with self._lock:
            if len(self._games) < self._most:
                self._games.add(key)
            return key in self._games

    def is_ready(self, plan: Plan) -> bool:
        """Is what a plan needs compiled, by this server or by an earlier one?"""
        key = _compiled_as(plan.game), plan.algorithm.name
        return key in self._ready or at_hand.is_at_hand(plan.algorithm.name, plan.game)

    def compile_beside(self, plan: Plan, s: State) -> None:
        """Have what a plan needs compiled in a thread of its own; nobody waits for that."""
        key = _compiled_as(plan.game), plan.algorithm.name
        with self._lock:
            if key in self._beside:
                return
            self._beside.add(key)
        least = replace(plan, options=replace(plan.options, seconds=A_MOMENT, interpreted=False, compiled=True))

        def work() -> None:
            remote = _Remote()
            with contextlib.suppress(Exception), self.one_at_a_time(plan.game, plan.algorithm.name, remote):
                least.answer(s, remote=remote)  # what is wrong with it, the search that is waited for will say

        threading.Thread(target=work, name="kibitz-compiles-beside", daemon=True).start()

    @contextlib.contextmanager
    def one_at_a_time(self, game: Game, algorithm: str, remote: _Remote) -> Iterator[None]:
        """Around a search: while it is being compiled, no other is. Ends when the search itself begins."""
        key = _compiled_as(game), algorithm
        if key in self._ready:
            yield
            return
        remote.algorithm = algorithm
        remote.until_begun(_compiling)
        try:
            yield
            self._ready.add(key)
        finally:
            remote.release()


def warm_up(game: Game, compilations: Compilations) -> None:
    """Have a game compiled before anybody asks."""
    remote = _Remote()
    if compilations.allows(game):
        s = game.initial()
        plan = Plan.of(game, Options(depth=1, compiled=True), s)
        with compilations.one_at_a_time(game, plan.algorithm.name, remote):
            plan.answer(s, remote=remote)


_compiling = threading.Lock()  # one for the process: so is the compiler
_functions_of: dict[str, int] = {}  # by algorithm: how many functions were compiled last time


def _compiled_as(game: Game) -> Any:
    """What machine code for a game depends on: its class and its constants."""
    constants = sorted((name, repr(value)) for name, value in vars(game).items() if _is_constant(name, value))
    return type(game), tuple(constants)


def _is_constant(name: str, value: Any) -> bool:
    return not name.startswith("_") and isinstance(value, (int, float, str, tuple, type(None)))


class _Remote(Remote):
    """A remote that holds a lock until the search begins."""

    def __init__(self) -> None:
        super().__init__()
        self._held: threading.Lock | None = None
        self._is_waiting = False
        self._compiling_since = 0.0  # when compiling began, and how many functions had been compiled by then
        self._before = 0
        self._functions_seen, self._seen_at = functions_compiled(), -ONE_FUNCTION
        self.algorithm = ""

    @property
    def notice(self) -> str:
        """What somebody is told who waits for the search to begin."""
        if self._is_waiting:
            return "another game is being compiled: this one is next …"
        if self._held is None:
            return "compiling this game, once …"
        done = functions_compiled() - self._before
        usual = _functions_of.get(self.algorithm, 0)
        of = f" of about {usual}" if usual > done else ""
        seconds = time.monotonic() - self._compiling_since
        return f"compiling this game, once: {done}{of} functions, {seconds:.0f} s so far …"

    @property
    def is_compiling(self) -> bool:
        """Has another function been compiled within the last seconds? Asked again and again."""
        now, functions = time.monotonic(), functions_compiled()
        if functions != self._functions_seen:
            self._functions_seen, self._seen_at = functions, now
        return now - self._seen_at < ONE_FUNCTION

    def until_begun(self, lock: threading.Lock) -> None:
        self._is_waiting = True
        try:
            self._take(lock)
        finally:
            self._is_waiting = False

    def _take(self, lock: threading.Lock) -> None:
        until = time.monotonic() + COMPILING / 2  # rules that never end do not keep everybody waiting
        while not lock.acquire(timeout=0.1):
            if self.stopped:
                raise Stopped("told to stop")
            if time.monotonic() > until:
                return
        self._compiling_since, self._before = time.monotonic(), functions_compiled()
        self._held = lock

    @override
    def follow(self, watch: Any) -> None:
        super().follow(watch)
        self.release()

    @override
    def start_over(self) -> None:
        super().start_over()
        self.until_begun(_compiling)

    def release(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            done = functions_compiled() - self._before
            if done:
                _functions_of[self.algorithm] = done
            held.release()


@dataclass
class _Told:
    """What a search has found and nobody has shown yet."""

    every: bool
    wake: Callable[[], None]
    things: list[Any] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, thing: Any) -> None:
        with self.lock:
            self.things = [*self.things, thing] if self.every else [thing]
        self.wake()

    def take(self) -> list[Any]:
        with self.lock:
            things, self.things = self.things, []
        return things


class Searches:
    """All searches of a server."""

    def __init__(self, settings: Settings, threads: Threads) -> None:
        self.line = Line(settings.searches, settings.waiting)
        self.compilations = Compilations(settings.compiled)
        self._threads = threads
        self._live: dict[Remote, asyncio.Event] = {}  # with what wakes those who listen
        self._given_up: Counter[str] = Counter()  # by game: searches that should have stopped long ago and have not
        self._is_ending = False

    def stop(self) -> None:
        """End every search: the server is shutting down."""
        self.line.close()
        self._is_ending = True
        for remote, woken in self._live.items():
            remote.stop()
            woken.set()

    async def events(self, client: str, job: Job) -> AsyncGenerator[Event]:
        """Run a job when its turn comes, and pass on what it finds. Closing the generator stops the search.

        `Refused` where there is no place in the line, the search fails, or one of the same game never came back.
        """
        if self._given_up[job.who]:
            raise Refused(400, f"an earlier search of {job.who} has not come back: its rules may never end")
        turn = self.line.join(client)
        try:
            async for event in self._wait(turn):
                yield event
        except BaseException:
            self.line.leave(turn)
            raise
        remote = _Remote()
        woken = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(woken.set)

        told = _Told(job.every, wake)
        outcome = begin(lambda: job.work(remote, told.tell), "kibitz-asked")

        def ended(_: object) -> None:
            self.line.leave(turn)
            self._live.pop(remote, None)
            woken.set()

        outcome.add_done_callback(ended)
        self._live[remote] = woken
        try:
            async for event in self._shown(job, remote, told, outcome, woken):
                yield event
        finally:
            if not outcome.done():
                remote.stop()
                latest = time.monotonic() + COMPILING
                loop.call_later(GRACE, self._give_up, job.who, turn, outcome, functions_compiled(), latest)

    def _give_up(self, who: str, turn: Turn, outcome: asyncio.Future[Outcome], compiled: int, latest: float) -> None:
        """A search in rules that never end does not keep its place for ever: its game is refused instead.

        `compiled` is how many functions had been compiled when it was last looked at. Where more have been since, it
        may be compiling, which cannot be stopped: it is given time until `latest`.
        """
        if outcome.done():
            return
        if (now := functions_compiled()) != compiled and time.monotonic() < latest:
            asyncio.get_running_loop().call_later(GRACE, self._give_up, who, turn, outcome, now, latest)
            return
        self._given_up[who] += 1
        outcome.add_done_callback(lambda _: self._came_back(who))
        self.line.leave(turn)

    def _came_back(self, who: str) -> None:
        self._given_up[who] -= 1

    async def _wait(self, turn: Turn) -> AsyncGenerator[Event]:
        last = None
        while not turn.ready.done():
            ahead = self.line.ahead(turn)
            if ahead != last:
                last = ahead
                yield Event("note", {"note": f"waiting: {ahead} search{'es are' if ahead != 1 else ' is'} ahead"})
            await asyncio.wait({turn.ready}, timeout=TICK)
        turn.ready.result()

    async def _shown(
        self, job: Job, remote: _Remote, told: _Told, outcome: asyncio.Future[Outcome], woken: asyncio.Event
    ) -> AsyncGenerator[Event]:
        started = time.monotonic()
        shown: Any = None
        while not outcome.done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):  # `wait_for` may lose the news that the client has gone
                    await woken.wait()
            woken.clear()
            fresh = told.take()
            for thing in fresh:
                if outcome.done() and not job.every:
                    break  # the answer itself comes next
                shown = await self._threads.ask(job.who, lambda thing=thing: job.show(thing))  # type: ignore[misc]
                yield Event("data", shown)
            if outcome.done():
                break
            self._keep_time(job, remote, started)
            if not fresh and remote.seconds is None:
                yield Event("note", {"note": remote.notice})
            elif not fresh and shown is not None and job.moved_on is not None:
                yield Event("data", job.moved_on(shown, remote))
        answer, error = outcome.result()
        if error is not None:
            raise refusal(job.who, error) from error
        for thing in told.take() if job.every else [answer]:
            yield Event("data", await self._threads.ask(job.who, lambda thing=thing: job.show(thing)))  # type: ignore[misc]

    def _keep_time(self, job: Job, remote: _Remote, started: float) -> None:
        """Stop a search that is over its time, and give up on one that does not stop: but not while it compiles."""
        searching, is_compiling = remote.seconds, remote.is_compiling
        if self._is_ending and searching is None:
            raise Refused(429, ENDING)  # what is being compiled cannot be stopped
        if searching is not None and searching > job.seconds:
            remote.stop("time")
        is_late = time.monotonic() - started > COMPILING if searching is None else searching > job.seconds + GRACE
        if is_late and (searching is None or not is_compiling):
            raise Refused(400, f"the rules of {job.who} have not come back: they may never end")
