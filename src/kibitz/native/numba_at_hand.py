"""Is Numba there? Where it is not, or is too old, everything runs as plain Python, and standard error says so once."""

from __future__ import annotations

import importlib
import importlib.util
import multiprocessing
import sys
import threading
from collections.abc import Callable
from typing import Any

OLDEST = (0, 66)  # whose types and passes ours are made for


class _Finding:
    """What is known of Numba in this process."""

    def __init__(self) -> None:
        self.fault = "" if _is_found() else "Numba is not installed"  # "": none is known
        self.is_imported = False
        self.was_said = False
        self.lock = threading.RLock()  # held while Numba is imported, which may come back here


def _is_found() -> bool:
    try:
        return importlib.util.find_spec("numba") is not None
    except ImportError:
        return False


_numba = _Finding()


def may_compile() -> bool:
    """False where it is known that there is no compiler. Nothing is imported for it, and nothing is said."""
    return not _numba.fault


def can_compile() -> bool:
    """Is there a compiler? Numba is imported for the answer; where it is no, standard error says so, the first time."""
    if not _numba.is_imported:
        with _numba.lock:
            _numba.fault = _numba.fault or _fault_of_numba()
            _numba.is_imported = not _numba.fault
            if _numba.fault:
                _say_once(_numba.fault)
    return _numba.is_imported


def say_if_plain() -> None:
    """Say on standard error that there is no compiler, if that is known and was not said: other processes follow."""
    if _numba.fault:
        _say_once(_numba.fault)


def _fault_of_numba() -> str:
    try:
        numba = importlib.import_module("numba")
        version = tuple(map(int, numba.__version__.split(".")[: len(OLDEST)]))
        if version < OLDEST:
            needed = ".".join(map(str, OLDEST))
            return f"Numba {numba.__version__} is too old (Kibitz needs {needed} or newer)"
        importlib.import_module("kibitz.native.compiling.compiler")
    except (ImportError, OSError) as error:  # a library of LLVM that is missing or of another machine is an OSError
        return f"Numba cannot be imported ({error})"
    return ""


def _say_once(fault: str) -> None:
    is_child = multiprocessing.parent_process() is not None  # whose parent has said it
    if not _numba.was_said and not is_child:
        print(f"kibitz: {fault}, so everything runs as plain Python, which is slow", file=sys.stderr, flush=True)
    _numba.was_said = True


class PlainEntry:
    """A function as Python calls it where there is no compiler."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        """Run it as plain Python."""
        return self._function(*arguments)

    def prepare(self, *arguments: Any) -> None:
        """Do nothing: there is nothing to compile."""
