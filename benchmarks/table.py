"""What a benchmark finds, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from kibitz.cluster.versions import versions_here

PACKAGES = ("kibitz", "numba", "numpy", "easyAI", "open_spiel", "bitbully", "endplay", "chess")
HEADINGS = ("", "nodes", "time", "nodes/s", "Kibitz is", "at best", "wanted", "met", "")


@dataclass(frozen=True)
class Row:
    """One contender at one task."""

    subject: str  # the task
    contender: str
    times: tuple[float, ...]  # seconds that one run took, for each round
    nodes: int | None = None  # of one run
    ratio: float | None = None  # Kibitz's nodes a second over this one's, by the medians
    ratio_at_best: float | None = None  # the same by the fastest round of each: what a quiet machine would show
    wanted: str = ""  # the goal as it is written: "≥ 50×", "≤ 3 s"
    met: bool | None = None
    note: str = ""

    @property
    def seconds(self) -> float:
        """The median of the rounds."""
        return median(self.times)

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes over seconds, of the median round."""
        return self.nodes / self.seconds if self.nodes else None

    def json(self) -> dict[str, Any]:
        """The row with what follows from it."""
        return asdict(self) | {"seconds": self.seconds, "nodes_per_second": self.nodes_per_second}


def text(name: str, rows: Sequence[Row]) -> str:
    """The rows as a table, a heading over each task."""
    cells = [_cells(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *cells, strict=True)]
    lines = [f"== {name} ==", line(HEADINGS, widths)]
    for subject, group in groupby(rows, key=lambda row: row.subject):
        lines.append(subject)
        lines += [line(_cells(row), widths) for row in group]
    return "\n".join(lines)


def write(folder: Path, name: str, rows: Sequence[Row], quick: bool, about: str = "") -> Path:
    """The rows as JSON, with what they were measured on and `about`, what they mean; the file's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    found = {
        "benchmark": name,
        "about": about,
        "quick": quick,
        "kibitz": measured_code(),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": _processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "python": platform.python_version(),
        "packages": _versions(),
        "rows": [row.json() for row in rows],
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)  # complete, or not there: a run that is stopped goes on with what is whole
    return path


def measured_code() -> str:
    """Which Kibitz is measured: what another one needed is measured again."""
    return versions_here()["Kibitz"]


def _cells(row: Row) -> tuple[str, ...]:
    return (
        f"  {row.contender}",
        "" if row.nodes is None else f"{row.nodes:,}",
        duration(row.seconds),
        "" if row.nodes_per_second is None else amount(row.nodes_per_second),
        times(row.ratio),
        times(row.ratio_at_best),
        row.wanted,
        "" if row.met is None else "yes" if row.met else "NO",
        row.note,
    )


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Names and notes to the left, figures to the right."""
    last = len(cells) - 1
    padded = [
        cell.ljust(width) if place in (0, last) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()


def duration(seconds: float) -> str:
    """A time, in seconds or milliseconds."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def times(ratio: float | None) -> str:
    """A ratio, as `3.2×`."""
    if ratio is None:
        return ""
    return f"{ratio:.2f}×" if ratio < 1 else f"{ratio:.1f}×" if ratio < 10 else f"{ratio:,.0f}×"


def amount(number: float) -> str:
    """A number of things, in thousands or millions."""
    return f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number / 1e3:.3g} k"


def _versions() -> dict[str, str]:
    """The versions of the packages that take part; those that are not installed are left out."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = [each.partition(":")[2].strip() for each in lines if each.startswith("model name")]
    return named[0] if named else platform.processor()
