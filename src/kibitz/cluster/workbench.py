"""What a worker does, wherever it is: keep the work it was given, and carry out pieces of it."""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz import errors
from kibitz.errors import BadInput, KibitzError, raised

MOST_WORKS = 4  # that are kept, of each thread: one may hold tables and programs

Work = Callable[[Any], Any]


class Packed(NamedTuple):
    """Work on its way to a worker, which unpacks it once however many pieces of it there are."""

    digest: str
    contents: bytes
    label: str  # for people

    @staticmethod
    def of(work: Work) -> Packed:
        """Work, packed; `BadInput` where it holds something that cannot travel, such as a class inside a function."""
        label = str(getattr(work, "__name__", None) or type(work).__name__).replace("_", " ").strip()
        try:
            contents = pickle.dumps(work)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise BadInput(f"{label} cannot be sent to another process: {error}") from None
        return Packed(hashlib.sha256(contents).hexdigest(), contents, label)


class Answer(NamedTuple):
    """What became of a piece: pickled, or in a sentence why there is nothing, and the class of the error it was."""

    found: bytes = b""
    sentence: str = ""
    error: str = ""
    seconds: float = 0.0  # that it took

    def value(self) -> Any:
        """What the work answered; else the error that it raised is raised here."""
        if not self.error:
            return pickle.loads(self.found)
        kind = getattr(errors, self.error, BadInput)
        raise (BadInput if kind is errors.Misread else kind)(self.sentence)


def carried_out(
    packed: Packed, name: str, argument: bytes, *, before: Callable[[], None] | None = None, warms_up: bool = True
) -> Answer:
    """Carry out a piece of work; nothing is raised.

    Work that is new in this thread is warmed up where `warms_up` says so. `before` is called when all is ready.
    """
    try:
        work, is_new = _unpacked(packed)
        given = pickle.loads(argument)
        if is_new and warms_up and (warm_up := getattr(work, "warm_up", None)) is not None:
            warm_up(given)
        if before is not None:
            before()
        began = time.perf_counter()
        found = work(given)
        return Answer(pickle.dumps(found), seconds=time.perf_counter() - began)
    except KibitzError as error:
        return Answer(sentence=str(error), error=type(error).__name__)
    except Exception as error:  # the rules may be somebody else's
        return Answer(sentence=raised(f"{packed.label} {name!r}", error), error="BadInput")


_works: dict[tuple[int, str], Work] = {}  # by thread and digest: what work keeps is not shared by threads
_lock = threading.Lock()


def _unpacked(packed: Packed) -> tuple[Work, bool]:
    """The work, and whether it is new in this thread."""
    key = threading.get_ident(), packed.digest
    with _lock:
        if key in _works:
            return _works[key], False
    work: Work = pickle.loads(packed.contents)
    with _lock:
        mine = [other for other in _works if other[0] == key[0]]
        old = [_works.pop(other) for other in mine[: max(0, len(mine) - MOST_WORKS + 1)]]
        _works[key] = work
    _close(old)
    return work, True


def put_away(digest: str | None = None) -> None:
    """Close the work of that digest, or all work, in every thread."""
    with _lock:
        old = [_works.pop(key) for key in list(_works) if digest in (None, key[1])]
    _close(old)


def _close(works: list[Work]) -> None:
    for work in works:
        if (close := getattr(work, "close", None)) is not None:
            with contextlib.suppress(Exception):
                close()
