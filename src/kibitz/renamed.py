"""Old names that still work for one release, with a `DeprecationWarning` that says the new one.

Importing a module by its old name gives the module under its new name. It costs a look into a table for each module of
Kibitz that is imported, and nothing is imported on the way.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

# Not here: `kibitz.review` and `kibitz.perft`. To import a module is to set its name in the package, and those are the
# names of functions there.
#
# A new room, and the old names of the modules in it that kept the last part of their name.
_MOVED = {
    "answer": "alliances analysis catalogue certainty positions",
    "arena": "beliefs search.playing",
    "draw": "picture",
    "evaluation": "learn.network learn.weights",
    "game": "dealing given notation",
    "games.bridge": "double_dummy",
    "lab": "recording",
    "lab.drawing": "draw.edges draw.frames draw.progress",
    "native.compiling": "native.arithmetic native.cache native.compiler native.digest native.frame_stack "
    "native.functions native.instructions",
    "native.objects": "native.bare_rows native.object_layout native.object_types native.state_types",
    "native.refusing": "native.faults",
    "native.values": "native.bits_compiled native.packing_compiled native.tuples_compiled",
    "lookup": "tables.classes tables.keyed tables.transposition",
    "search": "watch",
    "search.equilibrium": "search.best_response search.information search.regret search.sampling search.strategy",
    "search.several": "search.coalition search.vector_engine",
    "search.textbook": "search.alphabeta search.best_reply search.expectiminimax search.leaf "
    "search.minimax search.paranoid search.shallow search.star1 search.star2",
    "search.whole": "search.components search.equations search.intervals search.shares search.sides "
    "search.value_iteration",
}

# Modules by their old names, and the new ones.
MODULES = {
    f"kibitz.{old}": f"kibitz.{room}.{old.split('.')[-1]}" for room in _MOVED for old in _MOVED[room].split()
} | {
    "kibitz.answering": "kibitz.answer.analyse",
    "kibitz.draw.layout": "kibitz.lab.drawing.placement",
    "kibitz.draw.pieces": "kibitz.draw.men",
    "kibitz.draw.recorded": "kibitz.lab.drawing.recorded_tree",
    "kibitz.draw.tree": "kibitz.lab.drawing.tree_drawing",
    "kibitz.lab.against": "kibitz.lab.modelled_tree",
    "kibitz.lab.positions": "kibitz.lab.position_tree",
    "kibitz.lab.randomly": "kibitz.lab.random_trees",
    "kibitz.lab.running": "kibitz.lab.tree_search",
    "kibitz.lab.writing": "kibitz.lab.tree_text",
    "kibitz.native.marker": "kibitz.native.compilable",
    "kibitz.native.running": "kibitz.native.execution",
    "kibitz.search.deepening": "kibitz.search.engine.look",
    "kibitz.search.likely": "kibitz.search.textbook.likely_outcomes",
    "kibitz.search.multiplayer": "kibitz.search.textbook.maxn",
    "kibitz.search.partitioning": "kibitz.search.partition.partition_engine",
    "kibitz.search.vectors": "kibitz.search.several.vector_look",
    "kibitz.tables": "kibitz.lookup",
    "kibitz.tables.vectors": "kibitz.lookup.vector_table",
}

# Modules that are still there, and where to find what they no longer hold: the new module, and the name in it.
NAMES: dict[str, dict[str, tuple[str, str]]] = {
    "kibitz.answer.analyse": {name: ("kibitz.answer.solve", name) for name in ("Solver", "solve")},
    "kibitz.draw": {name: ("kibitz.lab.drawing", name) for name in ("Frames", "tree_frames", "tree_svg")},
    "kibitz.search.engine": {
        **{name: ("kibitz.search.engine.engine", name) for name in ("Counts", "Engine", "MEGABYTES")},
        "Techniques": ("kibitz.search.engine.techniques", "Techniques"),
    },
    "kibitz.search.hidden": {
        name: ("kibitz.search.hidden.deals", name)
        for name in ("Average", "Averages", "DEALS", "Seat", "Worlds", "hides", "seated")
    },
    "kibitz.search.partition": {
        name: ("kibitz.search.partition.partition_look", name) for name in ("divide", "divide_many", "follow", "reach")
    },
    "kibitz.search.watch": {name: ("kibitz.search.clock", name) for name in ("Clock", "Remote", "Ticker")},
}


class _Finder:
    """Finds the modules of the tables above; Python asks it before all others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in MODULES:
            _warn(fullname, MODULES[fullname])
            return ModuleSpec(fullname, _Renamed(MODULES[fullname]))  # type: ignore[arg-type]
        if fullname in NAMES:
            return _with_old_names(fullname, PathFinder.find_spec(fullname, path, target))
        return None


class _Renamed:
    """Loads a module under its new name, and gives it for its old one. `importlib.abc` would take long to import."""

    def __init__(self, new: str) -> None:
        self._new = new
        self._spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._new)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # Python has put that of the old name in its place


def _with_old_names(module_name: str, spec: ModuleSpec | None) -> ModuleSpec | None:
    """A module's spec, whose loader makes the module answer to the names that it no longer holds too."""
    if spec is None or spec.loader is None:
        return spec

    def old_name(name: str) -> Any:
        if name not in NAMES[module_name]:
            raise AttributeError(f"module {module_name!r} has no attribute {name!r}")
        new_module, new_name = NAMES[module_name][name]
        _warn(f"{module_name}.{name}", f"{new_module}.{new_name}")
        return getattr(importlib.import_module(new_module), new_name)

    execute = spec.loader.exec_module

    def exec_module(module: ModuleType) -> None:
        execute(module)
        module.__dict__.setdefault("__getattr__", old_name)

    setattr(spec.loader, "exec_module", exec_module)  # noqa: B010  (to mypy a method is not to be assigned)
    return spec


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is now {new}; the old name will be removed", DeprecationWarning, stacklevel=3)


sys.meta_path.insert(0, _Finder())
