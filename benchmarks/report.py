"""Everything that was measured beside a peer: one table, one JSON file, one chart and one page.

A comparison is a row of a benchmark whose contender is a peer, with Kibitz's own row at the same task. Its ratio is the
benchmark's own: nodes a second where both count nodes alike, else time. The spread is that of the rounds: contenders
take turns, so each round has a ratio; where they have different rounds, it is what the slowest and the fastest give.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.ratio_chart import ratio_chart
from benchmarks.table import amount, duration, line, times

# How the names of peers begin, and how each is installed.
PEERS = {
    "OpenSpiel": "pip install open_spiel",
    "easyAI": "pip install easyAI",
    "bitbully": "pip install bitbully",
    "DDS": "pip install endplay, or apt-get install libdds0",
    "python-chess": "pip install chess",
    "Stockfish": "apt-get install stockfish",
    "GNU Chess": "apt-get install gnuchess",
    "Toga": "apt-get install toga2",
    "sunfish": "pip install sunfish",
    "C++ by hand": "apt-get install g++",
}
OPENING = (
    "Kibitz beside the programs of its kind that PyPI and Debian have, measured on one machine, each pair in one run, "
    "turn by turn. This page is made from `{source}` by `python -m benchmarks --page docs/speed.md`: nobody writes "
    "figures into it. `make bench` measures everything on your machine and prints one table; what is done is kept, so "
    "the same command goes on where it was stopped. `python -m benchmarks --only NAME --quick` is a first impression.",
    "![How many times as fast Kibitz is as each peer, with the spread of the rounds]({picture})",
    "“Kibitz is” compares nodes a second where both count nodes alike, else time; below 1× the peer is faster. The "
    "spread is the least and the most of the rounds. How well programs play is another matter: see "
    "[matches](matches.md), [learning](learning.md), [UCI](uci.md) and [GTP](gtp.md).",
)
TITLES = {  # of benchmarks whose name is not one
    "by-hand": "C++ by hand",
    "connect-four": "Connect Four",
    "montecarlo": "Monte Carlo tree search",
    "regret": "CFR+",
    "start": "First answer",
    "textbook": "Textbook searches",
}
LONGEST = 30  # letters of a task that the chart shows
BRIEF = 18  # letters of a task that may not say what it is about
SAME = 0.01  # relative: ratios that differ by less are the same
HEADINGS = ("", "Kibitz", "the peer", "Kibitz is", "spread", "")


class Comparison(NamedTuple):
    """Kibitz beside one peer at one task. `low` and `high` are the spread of the ratio, None where it ran once."""

    benchmark: str
    subject: str
    peer: str
    ours: str  # how much Kibitz did, or how long it took
    theirs: str
    ratio: float
    low: float | None
    high: float | None
    note: str

    @property
    def spread(self) -> str:
        """The least and the most of all rounds."""
        return "one run" if self.low is None or self.high is None else f"{times(self.low)} to {times(self.high)}"


def is_peer(contender: str) -> bool:
    """Is a contender another program?"""
    return contender.startswith(tuple(PEERS))


def comparisons(measured: Sequence[dict[str, Any]]) -> Iterator[Comparison]:
    """Every comparison with a peer, in the order in which it was measured."""
    for found in measured:
        for _, group in groupby(found["rows"], key=lambda row: row["subject"]):
            rows = list(group)
            for row in rows[1:]:
                if is_peer(row["contender"]):
                    yield _compared(found["benchmark"], _opponent(rows, row), row)


def _opponent(rows: Sequence[dict[str, Any]], peer: dict[str, Any]) -> dict[str, Any]:
    """Kibitz's row that a peer is compared with: the first; where times to an answer are, that with compiled code."""
    cached = [row for row in rows if row["contender"].endswith(", cached")]
    return cached[0] if cached and peer["ratio"] is None else rows[0]


def _compared(benchmark: str, ours: dict[str, Any], peer: dict[str, Any]) -> Comparison:
    own, others = ours["times"], peer["times"]
    plain = median(others) / median(own)
    ratio = plain if peer["ratio"] is None else float(peer["ratio"])
    low = high = None
    if len(own) == len(others) > 1:
        rounds = [ratio / plain * other / mine for mine, other in zip(own, others, strict=True)]
        low, high = min(ratio, *rounds), max(ratio, *rounds)  # a ratio of medians need not be that of a round
    elif len(own) > 1 or len(others) > 1:
        low, high = (ratio / plain * other / mine for other, mine in ((min(others), max(own)), (max(others), min(own))))
    is_counted = bool(ours["nodes"] and peer["nodes"])
    if is_counted:  # and compared by nodes a second: each may count in its own way
        is_counted = abs(ours["nodes_per_second"] / peer["nodes_per_second"] / ratio - 1) < SAME
    told = [_told(row, is_counted=is_counted) for row in (ours, peer)]
    return Comparison(benchmark, peer["subject"], peer["contender"], *told, ratio, low, high, peer["note"])


def _told(row: dict[str, Any], *, is_counted: bool) -> str:
    return f"{amount(row['nodes_per_second'])}/s" if is_counted else duration(row["seconds"])


# ------------------------------------------------------------ in one file


def merged(folder: Path) -> list[dict[str, Any]]:
    """What every benchmark of a folder has found, by name."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def read(path: Path) -> list[dict[str, Any]]:
    """What was written into one file."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    return found


def write(path: Path, measured: Sequence[dict[str, Any]]) -> None:
    """Everything that was measured beside a peer, in one file."""
    kept = [found for found in measured if any(comparisons([found]))]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"benchmarks": kept}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


# ------------------------------------------------------------ for people


def text(found: Sequence[Comparison]) -> str:
    """One table."""
    cells = [_cells(each) for each in found]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *cells, strict=True)]
    lines = [line(HEADINGS, widths)]
    for subject, group in groupby(found, key=lambda each: f"{each.benchmark}: {each.subject}"):
        lines.append(subject)
        lines += [line(_cells(each), widths) for each in group]
    return "\n".join(lines)


def _cells(each: Comparison) -> tuple[str, ...]:
    return (f"  {each.peer}", each.ours, each.theirs, times(each.ratio), each.spread, each.note)


def missing(found: Iterable[Comparison]) -> list[str]:
    """A sentence for each peer that has no row."""
    seen = {name for each in found for name in PEERS if each.peer.startswith(name)}
    return [f"{name} was not measured: {how}" for name, how in PEERS.items() if name not in seen]


def chart(found: Sequence[Comparison]) -> str:
    """How many times as fast Kibitz is, as an SVG document."""
    return ratio_chart([(_label(each), each.subject, each.ratio, each.low, each.high) for each in found])


def _label(each: Comparison) -> str:
    """A row of the chart: the task and the peer, and where the task is said in a word or two, the benchmark."""
    task, title = _short(each.subject), _title(each.benchmark)
    says_all = len(each.subject) > BRIEF or task.partition(",")[0].lower() in title.lower()
    return f"{task} · {each.peer}" if says_all else f"{title}, {task} · {each.peer}"


def _title(benchmark: str) -> str:
    """The name of a benchmark as a heading."""
    return TITLES.get(benchmark, benchmark.replace("-", " ").capitalize())


def _short(subject: str) -> str:
    """A task in few words: what follows a comma is left out where it is long."""
    while len(subject) > LONGEST and ", " in subject:
        subject = subject.rpartition(", ")[0]
    return subject if len(subject) <= LONGEST else subject[:LONGEST].rpartition(" ")[0] + " …"


def page(measured: Sequence[dict[str, Any]], source: str, picture: str) -> str:
    """A page for the documents: made from the JSON file `source`, with the chart `picture`."""
    found = list(comparisons(measured))
    parts = ["# Speed", *(part.format(source=source, picture=picture) for part in OPENING)]
    conditions = [_conditions(one) for one in measured]
    alike = len(set(conditions)) == 1
    parts += [f"All figures: {conditions[0]}"] if alike else []
    for one, under in zip(measured, conditions, strict=True):
        rows = [each for each in found if each.benchmark == one["benchmark"]]
        about = f"{_about(one)} `--only {one['benchmark']}` measures it."
        parts += [f"## {_title(one['benchmark'])}", about, _markdown(rows), *([] if alike else [under])]
    left = missing(found)
    if left:
        parts += ["## Not measured here", "\n".join(f"- {sentence}" for sentence in left)]
    return "\n\n".join(parts) + "\n"


def _about(one: dict[str, Any]) -> str:
    """What a benchmark measures: the beginning of its description."""
    return " ".join(one["about"].split("\n\n")[0].split())


def _markdown(rows: Sequence[Comparison]) -> str:
    lines = ["| task | peer | Kibitz | the peer | Kibitz is | spread | |", "|---|---|---|---|---|---|---|"]
    for each in rows:
        cells = (each.subject, each.peer, each.ours, each.theirs, f"**{times(each.ratio)}**", each.spread, each.note)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _conditions(one: dict[str, Any]) -> str:
    machine, packages = one["machine"], one["packages"]
    versions = ", ".join(f"{name} {version}" for name, version in packages.items())
    kind = ", a first impression (`--quick`)" if one["quick"] else ""
    where = f"{machine['processor']}, {machine['cores']} cores; Python {one['python']}"
    return f"{one['when'][:10]}{kind}; {where}; {versions}."
