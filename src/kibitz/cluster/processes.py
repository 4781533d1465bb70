"""Workers that are processes of this machine.

Contract. Whoever dies, nothing is lost: a worker that ends is replaced, and its piece is carried out again. When
whoever asked for the work ends, in whatever way, so do the workers, and the programs that they started. Ctrl-C is for
whoever asked; workers do not hear it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import connection
from typing import Any

from kibitz.cluster.workbench import Answer, Packed, carried_out
from kibitz.errors import BadInput
from kibitz.native.numba_at_hand import say_if_plain
from kibitz.pieces import Piece

END_TIME = 5.0  # seconds for a process to end
MOST_DEATHS = 3  # of workers at one piece, or before they began: then it is not by accident

_ending: list[Callable[[], None]] = []


def at_end(end: Callable[[], None]) -> None:
    """Call this too when this process is a worker and is told to end: `atexit` is not heard then."""
    if end not in _ending:
        _ending.append(end)


class Processes:
    """Workers that are processes of this machine, started when there is something to do for them."""

    def __init__(self, number: int, tell: Callable[[str], None] | None = None) -> None:
        """At most `number` of them; `tell` is called with a sentence where one had to be replaced."""
        say_if_plain()  # once: the workers would each have to
        self.places = number  # how many pieces are carried out at a time
        self.shares_memory = number  # as many workers can use the same memory
        self._tell = tell
        self._workers: list[_Worker] = []
        self._deaths: dict[str, int] = {}  # by the name of the piece; "": before a worker began

    def __call__(self, work: Callable[[Any], Any], pieces: Iterable[Piece]) -> Iterator[tuple[str, Any]]:
        """Carry out pieces, as `kibitz.pieces.Spread` says."""
        task = _Task(Packed.of(work), iter(pieces), is_warm=not hasattr(work, "warm_up"))
        self._deaths.clear()
        try:
            while busy := self._handed_out(task):
                for ready in connection.wait(list(busy)):
                    worker = busy[ready]
                    assert worker.piece is not None, "only those are listened to who have something to do"
                    name = worker.piece.name
                    heard = worker.hear()
                    if heard is None:
                        task.again.append(self._buried(worker))
                        continue
                    task.is_warm = True
                    self._handed_out(task)  # before whoever asked is busy with the answer
                    if isinstance(heard, Answer):
                        yield name, heard.value()
        finally:
            self._end([worker for worker in self._workers if worker.piece is not None])

    def _handed_out(self, task: _Task) -> dict[Any, _Worker]:
        """Give everybody something to do, as long as there is anything; who is busy now, by the end of their pipe."""
        while (worker := self._free(task.is_warm)) is not None and (piece := task.next_piece()) is not None:
            worker.hand_out(task.packed, piece, warms_up=not task.is_warm)
        return {worker.end: worker for worker in self._workers if worker.piece is not None}

    def _free(self, is_warm: bool) -> _Worker | None:
        """A worker with nothing to do; a new one where there may be more. Only one works before everything is warm."""
        if not is_warm and any(worker.piece is not None for worker in self._workers):
            return None
        for worker in self._workers:
            if worker.piece is None:
                return worker
        if len(self._workers) == self.places:
            return None
        self._workers.append(_Worker())
        return self._workers[-1]

    def _buried(self, worker: _Worker) -> Piece:
        """Take leave of a worker that has ended, and give the piece that it leaves behind."""
        self._end([worker])
        piece = worker.piece
        assert piece is not None, "a worker is only listened to while it has something to do"
        code = worker.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        if not worker.has_begun and code > 0:
            more = "in a script that needs 'if __name__ == \"__main__\":' around what it does"
            raise BadInput(f"a worker ended before it began ({how}): run with one worker to see why, or look {more}")
        key = piece.name if worker.has_begun else ""
        self._deaths[key] = self._deaths.get(key, 0) + 1
        if self._deaths[key] >= MOST_DEATHS:
            raise BadInput(
                f"workers ended {MOST_DEATHS} times ({how}) at {piece.name!r}: if memory is short, use fewer of them"
            )
        if self._tell is not None:
            self._tell(f"a worker ended ({how}); {piece.name!r} is carried out again")
        return piece

    def close(self) -> None:
        """End all workers."""
        self._end(self._workers)

    def _end(self, workers: list[_Worker]) -> None:
        leaving = list(workers)
        self._workers = [worker for worker in self._workers if worker not in leaving]
        for worker in leaving:
            worker.let_go()
        for worker in leaving:
            worker.see_off()


def in_a_process(work: Callable[[Any], Any], argument: Any) -> Any:
    """`work(argument)`, carried out in a process of its own, whose memory is free again afterwards.

    What cannot be pickled is carried out here.
    """
    try:
        pickle.dumps((work, argument))
    except (pickle.PicklingError, AttributeError, TypeError):
        return work(argument)
    with contextlib.closing(Processes(1)) as crew:
        [(_, answer)] = crew(work, [Piece("alone", argument)])
    return answer


READY = "ready"  # a worker begins with the piece itself


class _Task:
    """One call: the work, what is left of its pieces, and whether it has been warmed up in some worker."""

    def __init__(self, packed: Packed, waiting: Iterator[Piece], *, is_warm: bool) -> None:
        self.packed = packed
        self.again: deque[Piece] = deque()  # pieces whose worker has ended
        self.is_warm = is_warm
        self._waiting = waiting

    def next_piece(self) -> Piece | None:
        """A piece that nobody carries out, or None."""
        return self.again.popleft() if self.again else next(self._waiting, None)


class _Worker:
    """One process, as whoever gives it work sees it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.end, theirs = context.Pipe()
        its_life, self._life = context.Pipe(duplex=False)  # it ends when this is closed
        self.process = context.Process(target=_serve, args=(theirs, its_life), daemon=True, name="kibitz-worker")
        with _deaf():
            self.process.start()
        theirs.close()
        its_life.close()
        self.piece: Piece | None = None
        self.has_begun = False
        self._known = ""  # the digest of the work it has

    def hand_out(self, packed: Packed, piece: Piece, *, warms_up: bool) -> None:
        """Give it a piece."""
        self.piece = piece
        short = packed._replace(contents=b"") if self._known == packed.digest else packed
        self._known = packed.digest
        with contextlib.suppress(OSError):  # a process that has ended is noticed when it should answer
            self.end.send_bytes(pickle.dumps((short, piece.name, pickle.dumps(piece.argument), warms_up)))

    def hear(self) -> Any:
        """What it says: `READY`, or an `Answer` to its piece; None where it has ended."""
        try:
            heard = pickle.loads(self.end.recv_bytes())
        except (EOFError, OSError):
            self.process.join(END_TIME)
            return None
        self.has_begun = True
        if isinstance(heard, Answer):
            self.piece = None
            return heard
        return READY

    def let_go(self) -> None:
        """Tell it to end."""
        self.end.close()
        self._life.close()

    def see_off(self) -> None:
        """Wait until it has ended, and make it."""
        self.process.join(END_TIME)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C: it is for the one who started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(end: connection.Connection, life: connection.Connection) -> None:
    """What a worker does: it carries out the pieces that it is given, as long as its life lasts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    known: dict[str, Packed] = {}

    def say(what: Any) -> None:
        end.send_bytes(pickle.dumps(what))

    try:
        while True:
            packed, name, argument, warms_up = pickle.loads(end.recv_bytes())
            if packed.contents:
                known = {packed.digest: packed}
            say(carried_out(known[packed.digest], name, argument, before=lambda: say(READY), warms_up=warms_up))
    except (EOFError, OSError):
        life.poll(None)  # it was told to end, and will


def _end_with(life: connection.Connection) -> None:
    """End this process when whoever started it lets go or has ended in any way."""
    with contextlib.suppress(EOFError, OSError):
        life.recv()
    for end in _ending:
        with contextlib.suppress(Exception):
            end()
    os._exit(0)
