"""Workers of a Dask cluster, which may be on many machines.

Contract. A worker may die: Dask has its pieces carried out by another. The scheduler may die: it is waited for, and
what was under way is handed to it again. Workers whose versions differ from ours are refused, whenever they join.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import queue
import re
import time
import uuid
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from kibitz.cluster.versions import refuse_other_versions, versions_here
from kibitz.cluster.workbench import Answer, Packed, carried_out, put_away
from kibitz.errors import BadInput
from kibitz.pieces import Piece

CONNECT_TIME = 10.0  # seconds for a scheduler to answer at first
RETURN_TIME = 60.0  # seconds for one to come back
WORKER_TIME = 30.0  # seconds for a first worker to join
LOOK = 0.5  # seconds between looks whether the scheduler is still there
AHEAD = 2  # pieces for each thread of a worker that are handed out: nobody waits for the next, and few are lost
# Small pieces are handed out together, this many seconds of work at least: a scheduler hands out some hundred batches a
# second, whoever waits. Where there are many workers, each has to be busy for longer.
BATCH_TIME = 0.25
BATCH_TIME_OF_EACH = 0.002
LARGEST_BATCH = 1_000
LARGE = 50_000  # bytes of work beyond which workers get it from each other, once, and not with every piece

ADDRESS = re.compile(r"(tcp|tls)://.+:\d+")


class DaskCluster:
    """The workers of a Dask cluster, by the address of its scheduler."""

    def __init__(self, address: str, tell: Callable[[str], None] | None = None) -> None:
        """`BadInput` where there is no such cluster, it has no workers, or their versions differ from ours."""
        try:
            import distributed
        except ImportError:
            needed = "needs the package 'distributed': pip install 'kibitz[cluster]'"
            raise BadInput(f"--cluster {address} {needed}, or use --workers N") from None
        self._distributed: Any = distributed
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said in a sentence
        if not ADDRESS.fullmatch(address):
            raise BadInput(f"--cluster must be an address such as tcp://host:8786, got {address!r}")
        self.address = address
        self._tell = tell or (lambda sentence: None)
        self._works: set[str] = set()  # digests of what was sent
        self._is_deserted = False
        self._client = self._connected(CONNECT_TIME)
        if self._client is None:
            raise BadInput(
                f"no Dask scheduler answers at {address!r}: start one with 'dask scheduler', or use --workers N"
            )
        try:
            self._meet_workers()
        except BaseException:
            self.close()
            raise

    def _connected(self, seconds: float) -> Any:
        """A client of the scheduler; None where it does not answer in that time."""
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # versions are compared by ourselves
                    return self._distributed.Client(self.address, timeout=max(1.0, left), set_as_default=False)
            except (OSError, TimeoutError):
                if left <= 1.0:
                    return None
                time.sleep(min(0.2, left))

    def _meet_workers(self) -> None:
        """Wait for a first worker, compare versions, and say where the cluster can be watched."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_TIME)
        except TimeoutError:
            joined = f"start some with 'dask worker {self.address}'"
            raise BadInput(f"no worker joined {self.address} within {WORKER_TIME:.0f} s: {joined}") from None
        for worker, theirs in self._client.run(_versions_there, on_error="return").items():
            if isinstance(theirs, Exception):
                raise BadInput(f"the worker {worker} cannot load Kibitz: {theirs}; install the same version there")
            refuse_other_versions(theirs, worker)
        threads = self._threads()
        workers = f"{len(threads)} worker{'' if len(threads) == 1 else 's'}, {sum(threads.values())} at a time"
        dashboard = ""
        with contextlib.suppress(Exception):  # a scheduler may have none
            dashboard = f"; dashboard {self._client.dashboard_link}"
        self._tell(f"{self.address}: {workers}{dashboard}")

    @property
    def places(self) -> int:
        """How many pieces are carried out at a time."""
        return max(1, sum(self._threads().values()))

    def _threads(self) -> Mapping[str, int]:
        """How many pieces each worker carries out at a time."""
        return {name: int(worker["nthreads"]) for name, worker in self._client.scheduler_info(-1)["workers"].items()}

    def __call__(self, work: Callable[[Any], Any], pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
        """Carry out pieces, as `kibitz.pieces.Spread` says."""
        flight = _Flight(Packed.of(work), iter(pieces))
        self._works.add(flight.packed.digest)
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()  # futures
        looked = 0.0
        with contextlib.suppress(Exception):  # a scheduler that has gone is noticed below
            flight.room = AHEAD * self.places
        try:
            while True:
                flight.draw()  # outside: what goes wrong there is not the scheduler's
                try:
                    if self._client.status != "running":
                        raise ConnectionError("the scheduler has gone")
                    if time.monotonic() > looked + LOOK:
                        flight.room = AHEAD * self._counted_places()
                        looked = time.monotonic()
                    flight.hand_out(self._client, done.put)
                except Exception as error:
                    if not self._is_gone(error):
                        raise
                    flight.give_up()
                    self._wait_for_return()
                    continue
                if not flight.under_way:
                    return
                for future in _finished(done):
                    batch = flight.landed(future)
                    answers = self._answers(future, batch) if batch else []  # none: of a scheduler that has gone
                    if answers is None:  # the scheduler has gone, and come back
                        flight.drawn.extend(batch)
                        flight.give_up()
                        continue
                    flight.grow(answers)
                    for piece, answer in zip(batch, answers, strict=True):
                        yield piece.name, answer.value()
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(flight.futures(), force=True)

    def _counted_places(self) -> int:
        """How many pieces are carried out at a time; where nobody is left, that is told once."""
        threads = self._threads()
        if not threads and not self._is_deserted:
            self._tell(f"no worker is left at {self.address}; waiting for one to join")
        self._is_deserted = not threads
        return max(1, sum(threads.values()))

    def _answers(self, future: Any, batch: list[Piece]) -> list[Answer] | None:
        """What became of some pieces; None where they have to be carried out again."""
        try:
            found: list[Answer] = future.result(timeout=RETURN_TIME)
            return found
        except self._distributed.KilledWorker:
            raise BadInput(
                f"workers of {self.address} ended several times at {batch[0].name!r}: is memory short?"
            ) from None
        except Exception as error:
            if future.cancelled() or self._is_gone(error):
                return None
            said = f"{type(error).__name__}: {error}"
            raise BadInput(f"{batch[0].name!r} could not be carried out at {self.address}: {said}") from None

    def _is_gone(self, error: Exception) -> bool:
        """Does the error mean that the scheduler cannot be reached, and not that something is wrong with the work?"""
        return isinstance(error, OSError | TimeoutError) or self._client.status != "running"

    def _wait_for_return(self) -> None:
        """Wait until the scheduler is there again; `BadInput` where it stays away."""
        self._tell(f"the scheduler at {self.address} does not answer; waiting {RETURN_TIME:.0f} s for it")
        until = time.monotonic() + RETURN_TIME
        while time.monotonic() < until:
            with contextlib.suppress(Exception):
                if self._client.status == "closed":
                    self._client = self._connected(until - time.monotonic()) or self._client
                if self._client.status == "running" and self._threads() is not None:
                    self._tell(f"the scheduler at {self.address} is back")
                    return
            time.sleep(LOOK)
        raise BadInput(f"the scheduler at {self.address} has gone: start it again, and the same command goes on")

    def close(self) -> None:
        """Leave the cluster; what the workers keep of the work is put away."""
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                for digest in self._works:
                    self._client.run(put_away, digest, on_error="ignore")
        with contextlib.suppress(Exception):
            self._client.close(timeout=1)


class _Flight:
    """One call: the work, what is left of its pieces, and those that workers have."""

    def __init__(self, packed: Packed, waiting: Iterator[Piece]) -> None:
        self.packed = packed
        self.drawn: deque[Piece] = deque()  # pieces that nobody has: drawn just now, or lost on the way
        self.room = 1  # batches of pieces that workers may have at a time
        self._size = 1  # pieces in a batch
        self._waiting = waiting
        self._flying: dict[Any, tuple[list[Piece], Any]] = {}  # by the future's key
        self._shared: Any = None  # the work, or a future of it

    @property
    def under_way(self) -> int:
        """How many batches and pieces are not done, of those that were begun."""
        return len(self._flying) + len(self.drawn)

    def draw(self) -> None:
        """Take as many pieces as there is room for."""
        wanted = self._size * (self.room - len(self._flying))
        while len(self.drawn) < wanted and (piece := next(self._waiting, None)) is not None:
            self.drawn.append(piece)

    def hand_out(self, client: Any, done: Callable[[Any], None]) -> None:
        """Hand out the pieces that were drawn, if there is room; `done` is called with every future that is."""
        if self._shared is None:
            large = len(self.packed.contents) > LARGE
            self._shared = client.submit(_kept, self.packed, pure=False) if large else self.packed
        while len(self._flying) < self.room:
            batch = list(islice(self.drawn, self._size))
            if not batch:
                return
            key = f"{self.packed.label}-{uuid.uuid4().hex}"
            packed = [(piece.name, pickle.dumps(piece.argument)) for piece in batch]
            future = client.submit(_carry_out, self._shared, packed, versions_here(), key=key)
            for _ in batch:
                self.drawn.popleft()
            self._flying[key] = batch, future  # a future that nobody holds is given up by the scheduler
            future.add_done_callback(done)

    def landed(self, future: Any) -> list[Piece]:
        """The pieces of a future, no longer under way; none where they were given up."""
        batch, _ = self._flying.pop(future.key, ([], None))
        return batch

    def grow(self, answers: list[Answer]) -> None:
        """Choose how many pieces to hand out together, by how long these took."""
        spent = sum(answer.seconds for answer in answers)
        if answers:
            wanted = max(BATCH_TIME, BATCH_TIME_OF_EACH * self.room / AHEAD)
            self._size = max(1, min(LARGEST_BATCH, 2 * self._size, int(wanted * len(answers) / max(spent, 1e-6))))

    def give_up(self) -> None:
        """Nothing that was handed out comes back: it is to be handed out again."""
        self.drawn.extend(piece for batch, _ in self._flying.values() for piece in batch)
        self._flying.clear()
        self._shared = None

    def futures(self) -> list[Any]:
        """Those that are not done."""
        return [future for _, future in self._flying.values()]


def _finished(done: queue.SimpleQueue[Any]) -> Iterator[Any]:
    """Futures that are done; none where none is for a while."""
    with contextlib.suppress(queue.Empty):
        yield done.get(timeout=LOOK)
        while True:
            yield done.get_nowait()


def _versions_there() -> Mapping[str, str]:
    return dict(versions_here())


def _kept(packed: Packed) -> Packed:
    """Work that workers get from each other."""
    return packed


def _carry_out(packed: Packed, batch: list[tuple[str, bytes]], versions: Mapping[str, str]) -> list[Answer]:
    """What a worker of the cluster does."""
    try:
        import distributed

        refuse_other_versions(versions_here(), distributed.get_worker().address, versions)
    except BadInput as error:
        return [Answer(sentence=str(error), error="BadInput")] * len(batch)
    return [carried_out(packed, name, argument) for name, argument in batch]
