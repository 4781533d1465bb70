"""Machine code on disk: one file for each function and set of types that it was compiled for.

A file's name is the digest of everything that its contents depend on, so a file is never stale, two processes never
write different things under one name, and there is no index to corrupt. Whatever goes wrong here is only a cache miss.

What is read here is run. So the folder is private to the user, and a folder or a file that somebody else owns or could
have written is not used.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite.binding import address_of_symbol
from numba.core import compiler, serialize
from numba.core.caching import NullCache
from numba.core.runtime import rtsys

from kibitz.native.compiling import digest
from kibitz.native.compiling.arithmetic import CHECKED
from kibitz.native.compiling.cache_folder import fault_of, folder

KEPT_FILES = 600  # the oldest go first when there are more


def _refused() -> bool:
    """Is the cache folder unsafe to use? If so, standard error says why, once."""
    place = folder()
    try:
        fault = fault_of(place.stat())
    except OSError:  # missing or unusable: that shows when it is used
        return False
    if fault:
        instead = "delete it, or set KIBITZ_CACHE to another folder"
        _say_once(f"the cache folder '{place}' {fault}, so compiled games are not saved: {instead}")
    return bool(fault)


@functools.cache
def _say_once(sentence: str) -> None:
    print(f"kibitz: {sentence}", file=sys.stderr, flush=True)


def _read(path: Path) -> bytes:
    """The contents of a file that nobody else can have written."""
    with path.open("rb") as file:
        if fault := fault_of(os.fstat(file.fileno())):
            raise PermissionError(f"'{path}' {fault}")
        return file.read()


class DiskCache(NullCache):
    """What Numba asks for machine code before it compiles, and gives what it has compiled."""

    def __init__(self, function: Any, compiling: Callable[[], None], compiled: Callable[[], None]) -> None:
        self._name = function.__qualname__
        self._digest = digest.Walk(function).hexdigest()
        self._compiling = compiling
        self._compiled = compiled

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The machine code for these types, or None: then it is compiled."""
        try:
            if _refused():
                raise PermissionError("the cache folder is not to be trusted")
            needed, payload = pickle.loads(_checked(_read(self._path(signature, target_context))))
            _prepare(target_context, needed)
            return compiler.CompileResult._rebuild(target_context, *payload)
        except Exception:  # missing, unreadable, cut short, from another world: compile instead
            target_context.refresh()
            self._compiling()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Save what was compiled, if it can be saved."""
        self._compiled()
        names = _outside_names(result)
        # Functions that call each other in a ring are tied together in this process only.
        if result.library.has_dynamic_globals or any(name.startswith(".numba.unresolved") for name in names):
            return
        if _refused():
            return
        with contextlib.suppress(OSError, pickle.PicklingError, TypeError, AttributeError, RuntimeError):
            path = self._path(signature, result.target_context)
            contents = _pickled((names, result._reduce()))
            _write(path, hashlib.sha256(contents).digest() + contents)
            _forget_the_oldest(path.parent)

    def _path(self, signature: Any, target_context: Any) -> Path:
        parts = (self._name, self._digest, str(signature), target_context.codegen().magic_tuple(), world())
        name = hashlib.sha256(repr(parts).encode()).hexdigest()[:40]
        return folder() / f"{self._name}-{name}.machinecode"


def _outside_names(result: Any) -> list[str]:
    """The functions and variables outside itself that machine code refers to."""
    module = result.library._final_module
    names = [item.name for item in (*module.functions, *module.global_variables) if item.is_declaration]
    return [name for name in names if not name.startswith(("llvm.", "_ZN08NumbaEnv"))]


def _prepare(target_context: Any, needed: list[str]) -> None:
    """Prepare what machine code needs; all of Numba's declarations, which take long, only where it needs them."""
    rtsys.initialize(target_context)
    if any(address_of_symbol(name) is None for name in needed):
        target_context.refresh()


@functools.cache
def world() -> tuple[str, ...]:
    """What all machine code depends on: the versions of Kibitz and the compiler, and the compiler's options."""
    return digest.of_kibitz(), numba.__version__, llvmlite.__version__, sys.version, str(CHECKED)


class _ByReference(serialize.NumbaPickler):
    """Pickles the classes of `__main__` by name too: the next process has them under the same names."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, type) and value.__module__ == "__main__":
            if "<locals>" in value.__qualname__:
                raise pickle.PicklingError("a class inside a function has no name in the next process")
            return _class_by_name, (value.__qualname__,)
        return super().reducer_override(value)


def _class_by_name(qualname: str) -> Any:
    return functools.reduce(getattr, qualname.split("."), sys.modules["__main__"])


def _pickled(payload: Any) -> bytes:
    buffer = io.BytesIO()
    _ByReference(buffer, protocol=4).dump(payload)
    return buffer.getvalue()


def _checked(contents: bytes) -> bytes:
    """What follows the digest in a file; raises `ValueError` where it is not what was written."""
    if hashlib.sha256(contents[32:]).digest() != contents[:32]:
        raise ValueError("damaged")
    return contents[32:]


def _write(path: Path, contents: bytes) -> None:
    """Write all of a file or none of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _forget_the_oldest(kept: Path) -> None:
    files = sorted(kept.glob("*.machinecode"), key=lambda path: path.stat().st_mtime)
    for path in files[:-KEPT_FILES]:
        path.unlink(missing_ok=True)
