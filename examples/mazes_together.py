"""Several agents, one payoff: a maze as joint actions, by turns, and with one planner, side by side.

Try `python examples/mazes_together.py`, or `python examples/mazes_together.py corridor`, or a maze file of your own.
"""

from __future__ import annotations

import sys

import kibitz as kz
from kibitz.games.maze.sizes import size

HEADS = ("form", "players", "states", "actions", "decisions", "full tree", "nodes searched", "steps", "by")


def row(layout: str, mode: str) -> tuple[str, ...]:
    """One form: its sizes, and what a search of it finds."""
    game = kz.game("maze", layout=layout, mode=mode)
    answer = kz.analyse(game, interpreted=True)  # so few nodes are not worth compiling for
    value = answer.value[0] if isinstance(answer.value, tuple) else answer.value
    found = size(layout, mode, round(-value))
    return (
        mode,
        str(found.players),
        f"{found.states:,}",
        str(found.actions),
        str(found.decisions),
        f"{found.tree:.2g}",
        f"{answer.search.nodes:,}",
        f"{-value:g}",
        answer.search.algorithm,
    )


def main() -> None:
    """Print the table."""
    layout = sys.argv[1] if len(sys.argv) > 1 else "crossing"
    rows = [HEADS, *(row(layout, mode) for mode in ("joint", "turns", "plan"))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
