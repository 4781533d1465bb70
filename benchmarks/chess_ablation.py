"""What each technique saves in chess, over many positions: each is searched again without one technique at a time.

`python -m benchmarks.chess_ablation [FILE.epd] [--depth N]`: for every technique the nodes of all positions together,
and how many times as many that is as with all techniques. One position tells little: what saves in one costs in
another. A search that is given up, at 50 times the nodes, counts with the nodes it had.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.contest import progress
from kibitz.answer.ablation import ablate
from kibitz.games.chess import Chess
from kibitz.games.chess.epd import read_epd

POSITIONS = Path(__file__).resolve().parent.parent / "tests" / "data" / "chess" / "bratko-kopec.epd"


def savings(file: Path, depth: int) -> dict[str, tuple[int, bool]]:
    """The nodes without each technique, "" for none, and whether a search was given up."""
    game = Chess()
    total: dict[str, tuple[int, bool]] = {}
    for line in filter(str.strip, file.read_text(encoding="utf-8").splitlines()):
        position = read_epd(game, line)
        progress(position.id)
        for row in ablate(game, position.s, depth):
            nodes, is_partial = total.get(row.without, (0, False))
            total[row.without] = nodes + row.nodes, is_partial or row.value is None
    return total


def main() -> None:
    """Search all positions, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=POSITIONS, help="positions in EPD (Bratko and Kopec's)")
    parser.add_argument("--depth", type=int, default=10, help="plies (10)")
    arguments = parser.parse_args()
    rows = savings(arguments.file, arguments.depth)
    every = rows[""][0]
    for name, (nodes, is_partial) in rows.items():
        more = "over " if is_partial else ""
        print(f"{name or '(all on)':20} {nodes:14,} {more:>5}{nodes / every:6.2f}")


if __name__ == "__main__":
    main()
