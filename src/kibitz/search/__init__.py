"""The searches, in families, and the list of them.

A textbook search is one file in `textbook/`: whatever `Algorithm` it defines is listed here, by its rank. A search that
is defined elsewhere is added with `register`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.search import textbook
from kibitz.search.algorithm import Algorithm
from kibitz.search.engine.look import look
from kibitz.search.equilibrium.regret import REGRET
from kibitz.search.hidden.deals import DEALS
from kibitz.search.needs import opponents
from kibitz.search.proof.proof_algorithm import PROOF
from kibitz.search.whole.value_iteration import TABLE

# The engine is asked through `search/engine/engine.py`; `textbook/deepening.py` stands for it where steps are shown.
ENGINE = Algorithm(
    name="deepening",
    title="Deepening alpha-beta with everything",
    function=look,
    needs=opponents,
    pseudocode="",
    lines={},
    rank=30,
)


class Fit(NamedTuple):
    """Whether an algorithm can be asked about a game, and the sentence that says why not; empty where it can."""

    name: str
    fits: bool
    reason: str


def defined_in(package: ModuleType) -> Iterator[Algorithm]:
    """The algorithms that the files of a package define, each once, file by file in alphabetical order."""
    seen: set[int] = set()
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        for value in vars(importlib.import_module(f"{package.__name__}.{module.name}")).values():
            if isinstance(value, Algorithm) and value.is_listed and id(value) not in seen:
                seen.add(id(value))
                yield value


def _ranked(algorithms: Iterable[Algorithm]) -> dict[str, Algorithm]:
    return {algorithm.name: algorithm for algorithm in sorted(algorithms, key=lambda algorithm: algorithm.rank)}


ALGORITHMS: dict[str, Algorithm] = _ranked([*defined_in(textbook), ENGINE, PROOF, DEALS, REGRET, TABLE])


def register(algorithm: Algorithm) -> None:
    """List an algorithm that is defined elsewhere: it can be asked for by its name from then on."""
    if not isinstance(algorithm, Algorithm):
        raise BadInput(f"a search must be a kibitz.search.algorithm.Algorithm, got {algorithm!r}")
    if algorithm.name in ALGORITHMS or algorithm.name == "auto":
        raise BadInput(f"there is an algorithm called {algorithm.name!r} already: choose another name")
    ranked = _ranked([*ALGORITHMS.values(), algorithm])
    ALGORITHMS.clear()
    ALGORITHMS.update(ranked)


def unregister(name: str) -> None:
    """Take an algorithm that was registered off the list."""
    if name not in ALGORITHMS:
        raise BadInput(f"there is no algorithm called {name!r}")
    del ALGORITHMS[name]


def fits(game: Game) -> list[Fit]:
    """For every algorithm whether it can be asked about a game, and why not."""
    rows = [(name, algorithm.reason_against(game)) for name, algorithm in ALGORITHMS.items()]
    return [Fit(name, not reason, reason) for name, reason in rows]
