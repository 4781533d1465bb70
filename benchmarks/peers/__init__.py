"""The programs that Kibitz is compared with, one file each. None of them needs to be installed."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

INSTALLED_BY = {
    "bitbully": "pip install bitbully",
    "dds": "pip install endplay, or apt-get install libdds0",
    "easyai": "pip install easyAI",
    "openspiel": "pip install open_spiel",
    "python_chess": "pip install chess",
}


@functools.cache
def peer(name: str) -> Any:
    """The module of this folder for a peer; None, and a line that says so, where the peer is not installed."""
    try:
        return importlib.import_module(f"benchmarks.peers.{name}")
    except ImportError as error:
        how = INSTALLED_BY.get(name, "make .venv/.installed-bench")
        print(f"benchmarks: {name} is left out ({error}): {how}", file=sys.stderr, flush=True)
        return None


def calls(module: Any, name: str, run: Callable[[], object]) -> int:
    """How often a module's function is called during a run, recursive calls included: the nodes of a search.

    Such a function finds itself by its name in the module, so a stand-in of that name sees every call.
    """
    original = getattr(module, name)
    number = 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal number
        number += 1
        return original(*arguments, **named)

    setattr(module, name, counted)
    try:
        run()
    finally:
        setattr(module, name, original)
    return number
