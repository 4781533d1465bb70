"""What `kibitz tree` prints of a search that stops early: evaluations, rounds, and the answer at every depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.lab.cutoff import DepthRow
from kibitz.lab.depth_recording import Round
from kibitz.lab.recording import finite_or_none, shown
from kibitz.lab.tree_search import LabRun


def print_cutoff(run: LabRun) -> None:
    """The evaluations, what fell outside the beam, and the rounds, where there are any."""
    recorder = run.recorder
    if recorder.evaluations and not recorder.rounds:
        print(f"evaluated: {', '.join(f'{name} {shown(value)}' for name, value in recorder.evaluations)}")
    if run.cutoff and run.cutoff.beam:
        left = ", ".join(f"child {number} of {parent}" for parent, number in recorder.dropped)
        print(f"left out by the beam: {left or 'nothing'}")
    if recorder.rounds:
        _print_rounds(recorder.rounds)


def _print_rounds(rounds: Sequence[Round]) -> None:
    heads = ["round", "value", "best", "looked at", "plain", "by the table", "best cut", "killer cut"]
    rows = []
    for one in rounds:
        counts = (one.looked, one.plain, one.recalled, one.first_cuts, one.killer_cuts)
        rows.append([str(one.depth), shown(one.value), one.best or "none", *map(str, counts)])
    _print_table(heads, rows)
    looked, last = sum(one.looked for one in rounds), rounds[-1]
    alone = f"plain alpha-beta to depth {last.depth} alone: {last.plain}"
    print(f"leaves and evaluations: {looked} in all rounds; {alone}")


def print_depths(rows: Sequence[DepthRow]) -> None:
    """How the answer changes with the depth limit."""
    heads = ["depth", "value", "best", "leaves", "evaluations", ""]
    told = []
    for row in rows:
        changed = [name for name, changes in (("value", row.value_changes), ("best", row.best_changes)) if changes]
        verb = "changes" if len(changed) == 1 else "change"
        note = f"{' and '.join(changed)} {verb}" if changed else ""
        numbers = [str(row.leaves), str(row.evaluations)]
        told.append([str(row.depth), shown(row.value), row.best or "none", *numbers, note])
    _print_table(heads, told)


def depths_json(rows: Sequence[DepthRow]) -> list[dict[str, Any]]:
    """The same for a program."""
    return [row._asdict() | {"value": finite_or_none(row.value)} for row in rows]


def _print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Columns to the right; the last one, which has no head, to the left."""
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for row in [heads, *rows]:
        cells = [cell.rjust(width) if head else cell for cell, width, head in zip(row, widths, heads, strict=True)]
        print("  ".join(cells).rstrip())
