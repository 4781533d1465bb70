"""Is machine code for a game at hand? Where it is not, plain Python has the first try: compiling takes seconds.

A game that was compiled leaves a mark behind: in this process, and as an empty file in the folder of the cache. A mark
is only a hint. Where it is wrong, a game is compiled that plain Python might have been quick enough for, or the other
way round; no answer depends on it. Nothing here imports Numba.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from kibitz.native.compilable import Native
from kibitz.native.compiling import digest
from kibitz.native.compiling.cache_folder import fault_of, folder

TRY = 0.5  # seconds that plain Python has for one question before a game is compiled for it
ALL_TRIES = 3.0  # seconds for one game in one process, about what compiling takes: after that, compiling pays
SHARE = 0.25  # of a time limit
KEPT_MARKS = 2_000

Purpose = str  # what a game is compiled for: the name of an algorithm

_marked: set[Any] = set()
_tried: dict[Any, float] = {}


def seconds_to_try(purpose: Purpose, game: Any, limit: float | None = None) -> float:
    """How long plain Python should be tried before a game is compiled, within a time limit; 0: not at all.

    Not where machine code is at hand, and not where `KIBITZ_COMPILED=1` asks for it at once.
    """
    if os.environ.get("KIBITZ_COMPILED", "0") not in ("", "0") or is_at_hand(purpose, game):
        return 0.0
    left = ALL_TRIES - _tried.get(_key(purpose, game), 0.0)
    return max(0.0, min(TRY, left, TRY if limit is None else SHARE * limit))


def count_try(purpose: Purpose, game: Any, seconds: float) -> None:
    """Plain Python was tried for so long."""
    key = _key(purpose, game)
    _tried[key] = _tried.get(key, 0.0) + seconds


def is_at_hand(purpose: Purpose, game: Any) -> bool:
    """Has this game been compiled for this before, in this process or in one that shares its cache?"""
    key = _key(purpose, game)
    if key not in _marked:
        with contextlib.suppress(OSError):
            if _mark(purpose, game).exists():
                _marked.add(key)
    return key in _marked


def mark(purpose: Purpose, game: Any) -> None:
    """This game has been compiled for this: next time machine code is used at once."""
    key = _key(purpose, game)
    if key in _marked:
        return
    _marked.add(key)
    with contextlib.suppress(OSError):
        place = _mark(purpose, game)
        if not fault_of(place.parent.stat()):  # else nothing was saved there
            place.touch(mode=0o600)
            _forget_the_oldest(place.parent)


def _forget_the_oldest(kept: Path) -> None:
    marks = sorted(kept.glob("*.mark"), key=lambda path: path.stat().st_mtime)
    for path in marks[:-KEPT_MARKS]:
        path.unlink(missing_ok=True)


def _mark(purpose: Purpose, game: Any) -> Path:
    """The file that says so."""
    walk = digest.Walk(purpose, type(game), _constants(game), digest.of_kibitz(), sys.version)
    return folder() / f"{purpose}-{walk.hexdigest()}.mark"


def _key(purpose: Purpose, game: Any) -> Any:
    return purpose, type(game), _constants(game)


def _constants(game: Any) -> tuple[Any, ...]:
    """What machine code depends on beside the class: numbers, texts and tuples, and what kinds of arrays there are."""
    found = []
    for name, value in vars(game).items():
        if isinstance(value, Native):
            found.append((name, type(value).__qualname__, _constants(value)))
        elif hasattr(value, "dtype"):
            found.append((name, str(value.dtype), ()))
        elif isinstance(value, (int, float, str, tuple, type(None))):
            found.append((name, repr(value), ()))
    return tuple(found)
