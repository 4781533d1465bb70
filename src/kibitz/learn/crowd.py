"""Games side by side, in processes of their own: Python between two short searches would hold threads up.

The processes are forked once everything is compiled, and so have the machine code without compiling or loading it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from kibitz.errors import BadInput, KibitzError
from kibitz.learn.engine_games import EngineGames
from kibitz.learn.records import Record

AHEAD = 4  # games for each process that are handed out before their turn

_at_work: list[EngineGames] = []  # what a forked process plays, set before it is forked


def played(games: EngineGames, numbers: range, openings: int, processes: int) -> Iterator[Record]:
    """The games of these numbers, in their order; `openings` games in a row begin with the same one."""
    if processes == 1:
        for number in numbers:
            yield games.play(number, number // openings)
        return
    if not hasattr(os, "fork"):
        raise BadInput(f"--threads {processes}: games can be played side by side only where processes can be forked")
    games.prepare()
    _at_work[:] = [games]
    executor = ProcessPoolExecutor(processes, multiprocessing.get_context("fork"), _ignore_interrupts)
    waiting: deque[Future[Record]] = deque()
    try:
        for number in numbers:
            with warnings.catch_warnings():  # the threads of earlier searches wait, and hold nothing a child needs
                warnings.simplefilter("ignore", DeprecationWarning)
                waiting.append(executor.submit(_play, number, number // openings))
            if len(waiting) >= AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise KibitzError("a process that played games has ended: there may be too little memory for so many") from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _play(number: int, opening: int) -> Record:
    return _at_work[0].play(number, opening)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that started this one: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
