"""Games that cannot be compiled, remembered on disk: the attempt takes seconds, and would fail in every process again.

A refusal lies beside the machine code that there would be otherwise, with the sentence that was printed. Its name is a
digest of everything that it depends on: the game's source and numbers, Kibitz, Python and the compiler. If one of them
changes, the game is tried again. Nothing here imports Numba.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from kibitz.native.compiling import digest
from kibitz.native.compiling.cache_folder import fault_of, folder

KEPT = 300  # the oldest go first when there are more


def remembered(function: Any, game: Any) -> str | None:
    """The sentence with which the compiler refused this function for this game before; None where it did not."""
    with contextlib.suppress(Exception):  # whatever goes wrong, the game is tried again
        if fault_of(folder().stat()):
            return None
        with _place(function, game).open("rb") as file:
            contents = b"" if fault_of(os.fstat(file.fileno())) else file.read()
        if hashlib.sha256(contents[32:]).digest() == contents[:32]:
            return contents[32:].decode()
    return None


def remember(function: Any, game: Any, sentence: str) -> None:
    """The compiler refuses this function for this game, whatever the position: this is what is said about it."""
    with contextlib.suppress(Exception):
        place = _place(function, game)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if fault_of(place.parent.stat()):
            return
        handle, name = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(sentence.encode()).digest() + sentence.encode())
        os.replace(name, place)
        kept = sorted(place.parent.glob("*.refusal"), key=lambda path: path.stat().st_mtime)
        for path in kept[:-KEPT]:
            path.unlink(missing_ok=True)


def _place(function: Any, game: Any) -> Path:
    """The file of a refusal."""
    walk = digest.Walk(type(game), vars(game))
    # The sentence names lines, which may move while the code stays the same.
    lines = [(code.co_firstlineno, code.co_linetable) for code in (each.__code__ for each in walk.functions)]
    name = f"{function.__module__}.{function.__qualname__}"
    parts = (name, walk.hexdigest(), lines, digest.of_kibitz(), _world())
    return folder() / f"{function.__qualname__}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:40]}.refusal"


@functools.cache
def _world() -> tuple[str, ...]:
    """The compiler and what it runs on."""
    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite")]
    return (*versions, sys.version, os.environ.get("KIBITZ_CHECKED", ""))
