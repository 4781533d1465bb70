"""The programs that Kibitz is compared with, one file each. None of them needs to be installed."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any


@functools.cache
def peer(name: str) -> Any:
    """The module of this folder for a peer; None, and a line that says so, where the peer is not installed."""
    try:
        return importlib.import_module(f"benchmarks.peers.{name}")
    except ImportError as error:
        print(f"benchmarks: {name} is left out: {error}", file=sys.stderr, flush=True)
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
