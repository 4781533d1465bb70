"""Other programs run to their end, and what they took: the processor's seconds, which a busy machine hardly changes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USERS_GAMES = ROOT / "benchmarks" / "users_games"


@dataclass(frozen=True)
class Finished:
    """What a process printed, and the processor's seconds it took from its start to its end."""

    output: str
    seconds: float


def finished(command: Sequence[str], limit: float | None = None, **environment: str) -> Finished | None:
    """Run a command in the repository's root; None where it is stopped, after so many of the processor's seconds."""
    before = _spent()
    limited = [] if limit is None else ["sh", "-c", 'ulimit -t "$0" && exec "$@"', str(ceil(limit))]
    known = {name: value for name, value in os.environ.items() if name != "KIBITZ_COMPILED"}  # as anybody gets it
    done = subprocess.run([*limited, *command], cwd=ROOT, env=known | environment, capture_output=True, text=True)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    done.check_returncode()
    return Finished(done.stdout.strip(), _spent() - before)


def kibitz(cache: str, *words: str, limit: float | None = None) -> Finished | None:
    """The command `kibitz` with a cache of its own; bytecode is kept beside it, so that the source tree stays clean."""
    command = [sys.executable, "-m", "kibitz", *words]
    return finished(command, limit, KIBITZ_CACHE=cache, PYTHONPYCACHEPREFIX=f"{cache}-bytecode")


def _spent() -> float:
    """Processor seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
