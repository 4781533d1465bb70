"""Which versions work is done with: pieces carried out by others than ours would not fit together."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from kibitz.errors import BadInput
from kibitz.version import VERSION

PACKAGE = Path(__file__).resolve().parents[1]


@functools.cache
def versions_here() -> Mapping[str, str]:
    """What this process works with. Two copies of Kibitz are the same if their files are, not by their number alone."""
    return {
        "Kibitz": f"{VERSION} ({_digest_of_files()})",
        "Python": platform.python_version(),
        "numpy": metadata.version("numpy"),
        "Numba": _numba(),
    }


def _numba() -> str:
    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return "none"


def _digest_of_files() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def refuse_other_versions(theirs: Mapping[str, str], worker: str, ours: Mapping[str, str] | None = None) -> None:
    """`BadInput` where a worker has other versions than we; `ours` are those of this process if not given."""
    for name, here in (versions_here() if ours is None else ours).items():
        there = theirs.get(name, "none")
        if there != here:
            raise BadInput(f"the worker {worker} has {name} {there}, but here it is {here}: install the same on both")
