"""Ctrl-C while the command is still being imported: it ends at once, in a word, as it does later on.

Importing takes some tenths of a second, and nothing of ours can catch what is raised then. So this is imported first.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any

INTERRUPTED = 130


def is_command() -> bool:
    """Is Kibitz being imported by its command, `kibitz` or `python -m kibitz`, and not by somebody's program?"""
    begun_as = sys.argv[0] if sys.argv else ""
    return begun_as == "-m" or os.path.basename(begun_as) in ("kibitz", "kibitz.exe")


def _leave(*_: Any) -> None:
    os.write(2, b"kibitz: interrupted\n")
    os._exit(INTERRUPTED)


def guard() -> None:
    """Leave on Ctrl-C until `ready`. One that is ignored or handled by others is left alone."""
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours and is_command() and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _leave)


def ready() -> None:
    """From now on Ctrl-C is a `KeyboardInterrupt`."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


guard()
