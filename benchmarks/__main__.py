"""Run the benchmarks: `python -m benchmarks [--only NAME] [--quick]`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import benchmarks
from benchmarks import table

RESULTS = Path(__file__).resolve().parent / "results"


class Benchmark(Protocol):
    """What a module must have to be run as a benchmark."""

    NAME: str

    def rows(self, quick: bool) -> Iterator[table.Row]:
        """Measure every contender, ours first."""
        ...


def found() -> dict[str, Benchmark]:
    """Every benchmark of this folder, by name."""
    modules = {entry.name for entry in pkgutil.iter_modules(benchmarks.__path__)} - {"__main__"}
    loaded = [importlib.import_module(f"benchmarks.{name}") for name in sorted(modules)]
    return {module.NAME: module for module in loaded if hasattr(module, "rows")}


def main() -> None:
    """Measure, print, and write down."""
    known = found()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Kibitz beside its peers, in one run.")
    parser.add_argument("--only", metavar="NAME", choices=known, help=f"one benchmark: {', '.join(known)}")
    parser.add_argument("--quick", action="store_true", help="smaller searches and fewer rounds: a first impression")
    options = parser.parse_args()
    for name in [options.only] if options.only else known:
        rows = list(known[name].rows(options.quick))
        print(table.text(name, rows), flush=True)
        path = table.write(RESULTS, name, rows, options.quick)
        print(f"written to {path}\n", flush=True)


if __name__ == "__main__":
    main()
