"""How an answer is printed: a row for every move, and what the search did in a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kibitz.answer.reports import MoveReport, SearchReport

NUMBERS = (
    "value",
    "loss",
    "visits",
    "games",
    "share",
    "score",
    "won",
    "drawn",
    "lost",
)  # the heads of columns of numbers
ENDED = {  # why a search ended, by `stopped_by`
    "solved": "exact",
    "table": "exact",
    "book": "as the book has it",
    "depth": "depth limit reached",
    "time": "time limit reached",
    "nodes": "node limit reached",
    "worlds": "enough worlds",
    "iterations": "enough iterations",
    "outcomes": "only the likely outcomes are searched",
    "endless": "play can go on for ever",
    "memory": "memory is full",
    "simulations": "enough simulations",
    "decided": "stopped early",
    "answered": "nothing is left to ask",
}


def move_rows(moves: Sequence[MoveReport], shown: Callable[[Any], str]) -> list[tuple[str, ...]]:
    """A row of heads and one for every move; `shown` makes text of a value."""
    has_visits = any(move.visits is not None for move in moves)
    rows = [("move", "value", "", "loss", *(["visits"] if has_visits else []), _head_behind(moves))]
    for move in moves:
        value = "?" if move.undecided else shown(move.value)
        visits = [f"{move.visits or 0:,}"] if has_visits else []
        rows.append((move.move, value, move.words, shown(move.loss) if move.loss else "", *visits, _behind(move)))
    return rows


def numbers_in(heads: Sequence[str]) -> list[int]:
    """The columns that hold numbers."""
    return [column for column, head in enumerate(heads) if head in NUMBERS]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines whose columns stand below each other, numbers to the right; the last column has any width."""
    numbers = numbers_in(rows[0])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [f"{row[i]:{'>' if i in numbers else '<'}{width}}" for i, width in enumerate(widths)]
        lines.append("  ".join([*cells, row[-1]]).rstrip())
    return lines


def did_line(search: SearchReport, how_far: str) -> str:
    """What a search did, in a line."""
    speed = f"{search.nodes_per_second:,} a second" if search.seconds > 0 else ""
    nodes = "node" if search.nodes == 1 else "nodes"
    parts = [
        f"{search.algorithm}, {how_far}",
        f"{search.nodes:,} {nodes} in {search.seconds:.3g} s{f' ({speed})' if speed else ''}",
        ENDED.get(search.stopped_by, search.stopped_by),
    ]
    return "; ".join(parts)


def _head_behind(moves: Sequence[MoveReport]) -> str:
    """What the last column is of."""
    if any(move.probability is not None for move in moves):
        return "played"
    return "best in" if any(move.best_share is not None for move in moves) else "line"


def _behind(move: MoveReport) -> str:
    """The last column: the line that follows, how often an average is of the best move, or how often it is played."""
    if move.probability is not None:
        return f"{100 * move.probability:.1f} %"
    if move.best_share is None:
        return " ".join(move.line[:12])
    return f"{100 * move.best_share:.0f} %"
