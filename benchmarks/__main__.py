"""Kibitz beside its peers, in one command: `python -m benchmarks [--only NAME] [--quick]`, or `make bench`.

Each benchmark is written down as soon as it is done; stopped, the same command goes on with the next. What was measured
with another Kibitz, or with `--quick` where that is not asked for, is measured again; `--again` measures everything.
At the end there is one table of every comparison with a peer, one JSON file and one chart.

`--page docs/speed.md` measures nothing: it makes the page, and the chart beside it, from what is kept in
`benchmarks/measured/speed.json`. `--keep` puts what was measured there.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import benchmarks
from benchmarks import report, table

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
MEASURED = HERE / "measured" / "speed.json"
PICTURE = Path("pictures") / "speed.svg"  # beside the page


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


def is_done(name: str, folder: Path, quick: bool) -> bool:
    """Was a benchmark measured with this Kibitz, as thoroughly as is asked for?"""
    try:
        kept = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(kept.get("kibitz") == table.measured_code() and (quick or not kept["quick"]))


def measure(known: dict[str, Benchmark], folder: Path, quick: bool, again: bool) -> None:
    """Run the benchmarks that are not done; print each, and write it down."""
    for name, benchmark in known.items():
        if not again and is_done(name, folder, quick):
            print(f"{name} is done: {folder / name}.json\n", flush=True)
            continue
        rows = list(benchmark.rows(quick))
        print(table.text(name, rows), flush=True)
        path = table.write(folder, name, rows, quick, benchmark.__doc__ or "")
        print(f"written to {path}\n", flush=True)


def summarise(folder: Path) -> None:
    """Print every comparison with a peer, and write them into one file and one chart."""
    measured = report.merged(folder)
    compared = list(report.comparisons(measured))
    if not compared:
        return
    print(report.text(compared))
    for sentence in report.missing(compared):
        print(f"benchmarks: {sentence}")
    everything = folder / "all"
    report.write(everything / "speed.json", measured)
    (everything / "speed.svg").write_text(report.chart(compared) + "\n", encoding="utf-8")
    print(f"written to {everything}/speed.json and speed.svg", flush=True)


def make_page(page: Path, source: Path) -> None:
    """Make the page and its chart from what was measured before."""
    measured = report.read(source)
    page.write_text(report.page(measured, f"benchmarks/measured/{source.name}", PICTURE.as_posix()), encoding="utf-8")
    picture = page.parent / PICTURE
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_text(report.chart(list(report.comparisons(measured))) + "\n", encoding="utf-8")
    print(f"written to {page} and {picture}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write down."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="NAME", help="one benchmark, or some with commas between")
    parser.add_argument("--quick", action="store_true", help="smaller searches and fewer rounds: a first impression")
    parser.add_argument("--again", action="store_true", help="measure what is done, too")
    parser.add_argument("--keep", action="store_true", help=f"put what was measured into {MEASURED.name}")
    parser.add_argument("--page", type=Path, metavar="FILE", help="only make the page from what is kept")
    options = parser.parse_args(arguments)
    if options.page is not None:
        make_page(options.page, MEASURED)
        return
    known = found()
    wanted = list(known) if options.only is None else options.only.split(",")
    for name in wanted:
        if name not in known:
            parser.error(f"there is no benchmark {name!r}: expected one of {', '.join(known)}")
    measure({name: known[name] for name in wanted}, RESULTS, options.quick, options.again)
    summarise(RESULTS)
    if options.keep:
        report.write(MEASURED, report.merged(RESULTS))
        print(f"kept in {MEASURED}")


if __name__ == "__main__":
    main()
