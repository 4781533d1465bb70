"""Ctrl-C while the command is still being imported: it ends at once with one line, as it does later on.

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
    """Is Kibitz imported by its own command, `kibitz` or `python -m kibitz`, rather than by somebody's program?"""
    begun_as = sys.argv[0] if sys.argv else ""
    return begun_as == "-m" or os.path.basename(begun_as) in ("kibitz", "kibitz.exe")


def _leave(*_: Any) -> None:
    os.write(2, b"kibitz: interrupted\n")
    os._exit(INTERRUPTED)


def guard() -> None:
    """Exit on Ctrl-C until `ready` is called. A handler that somebody else has set is left alone."""
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours and is_command() and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _leave)


def ready() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` from now on."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


guard()
