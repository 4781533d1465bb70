"""Files that are written completely or not at all, .npz files that are read with care, and the folder of kept things.

Contract. A file is written beside its target and renamed over it: whatever happens on the way, the target holds either
all of its old contents or all of the new. Devices and pipes, which cannot be replaced, are written to directly.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from io import BufferedWriter
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput, Unwritten

OPEN_FILES = ("/dev", "/dev/fd", "/proc/self/fd")  # the folders in which devices and open files have a name

DATA_VARIABLE = "KIBITZ_DATA"  # the environment variable that names another folder for tables, books and kept games


def data_folder() -> Path:
    """The folder in which Kibitz keeps tables, books, kept games and unfinished builds of this user.

    `$KIBITZ_DATA`, or else `$XDG_DATA_HOME/kibitz`, or else `~/.local/share/kibitz`. It need not exist: whoever writes
    to it makes it.
    """
    if chosen := os.environ.get(DATA_VARIABLE):
        return Path(chosen).absolute()
    shared = os.environ.get("XDG_DATA_HOME", "")
    base = Path(shared) if Path(shared).is_absolute() else Path("~/.local/share")  # a relative one is to be ignored
    return Path(os.path.expanduser(base)) / "kibitz"


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[BufferedWriter]:
    """A binary file to write to, which replaces `path` when it is complete; raises `Unwritten` where that fails."""
    try:
        if _is_special(Path(path)):
            with Path(path).open("wb") as device:
                yield device
        else:
            with _beside(Path(os.path.realpath(path))) as file:
                yield file
    except (OSError, ValueError) as error:
        raise Unwritten(_sentence(path, error)) from None


def write_text(path: str | Path, text: str) -> None:
    """Replace the contents of a file with a text, in UTF-8; raises `Unwritten` where that fails."""
    with replacing(path) as file:
        file.write(text.encode("utf-8", "replace"))


def refuse_unwritable(path: str | Path) -> None:
    """Raise `BadInput` where a file cannot be written. Call it before the work whose result is to be saved there."""
    try:
        if _is_special(Path(path)):
            _refuse_full(Path(path))
        else:
            target = Path(os.path.realpath(path))
            _refuse_read_only(target)
            made = _sibling(target)
            os.close(_created(made))
            made.unlink()
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadInput(_sentence(path, error)) from None


def read_npz(path: str | Path, wanted: str) -> dict[str, Any]:
    """The arrays of a .npz file by name. Never unpickles anything.

    Raises `BadInput`, which says what was `wanted`, where the file is damaged or not a .npz file.
    """
    import numpy as np

    try:
        with Path(path).open("rb") as file:
            is_archive = file.read(2) == b"PK"
            file.seek(0)
            if not is_archive:
                raise BadInput(f"{str(path)!r} is not a .npz file: expected {wanted}")
            with np.load(file, allow_pickle=False) as kept:
                return {name: kept[name] for name in kept.files}
    except BadInput:
        raise
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror or error}; expected {wanted}") from None
    except Exception:  # a damaged archive raises anything, from zlib.error to MemoryError
        raise BadInput(f"{str(path)!r} is damaged: expected {wanted}") from None


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[BufferedWriter]:
    mode = _refuse_read_only(target)
    made = _sibling(target)
    try:
        with open(_created(made), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # else a crash of the machine may leave the new name with nothing in it
        if mode is not None:
            made.chmod(mode)
        os.replace(made, target)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def _sibling(target: Path) -> Path:
    """A new name in the same folder, and so in the same file system."""
    return target.with_name(f".kibitz-{os.urandom(8).hex()}.part")


def _created(path: Path) -> int:
    """A new file, opened, with the permissions that any new file gets: `tempfile` would make it private."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)


def _is_special(path: Path) -> bool:
    """Is this a device, a pipe, or a file that is open already, such as /dev/stdout?"""
    if str(Path(os.path.abspath(path)).parent) in OPEN_FILES:
        return True
    mode = _mode(path)
    return mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _refuse_full(device: Path) -> None:
    """Write zero bytes to a device: a full one refuses even that. A pipe's reader would take it for the end."""
    if stat.S_ISFIFO(_mode(device) or 0):
        return
    with device.open("wb", buffering=0) as opened:
        opened.write(b"")


def _refuse_read_only(target: Path) -> int | None:
    """The permissions of a file that may be written; None where there is no file yet."""
    mode = _mode(target)
    if mode is None:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "it is a folder")
    if not os.access(target, os.W_OK):
        raise PermissionError(None, "it is read-only")
    return stat.S_IMODE(mode)


def _mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _sentence(path: str | Path, error: OSError | ValueError) -> str:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    why = "there is no such folder" if isinstance(error, FileNotFoundError) else why
    return f"{str(path)!r} cannot be written: {why[:1].lower()}{why[1:]}"
