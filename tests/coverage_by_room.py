"""Which lines the tests have run, room by room: prints a table of what `coverage` has kept.

    make coverage

`--missing ROOM` lists the lines of a room that were not run.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import coverage

import kibitz

PACKAGE = Path(kibitz.__file__).parent
WANTED = {"search": 95, "answer": 95, "game": 95, "lookup": 95, "native": 95}  # per cent


def measured():
    """For each room, its files: (path, lines, lines not run)."""
    kept = coverage.Coverage()
    kept.load()
    rooms = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        _, lines, _, missing, _ = kept.analysis2(str(path))
        parts = path.relative_to(PACKAGE).parts
        rooms[parts[0] if len(parts) > 1 else "(top)"].append((path.relative_to(PACKAGE), lines, missing))
    return rooms


def main():
    """Print the table; 1 if a room is below what is wanted of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", metavar="ROOM", help="list the lines of this room that were not run")
    options = parser.parse_args()
    low = 0
    rooms = measured()
    for room, files in rooms.items():
        lines = sum(len(row[1]) for row in files)
        run = lines - sum(len(row[2]) for row in files)
        share = 100 * run / max(1, lines)
        is_low = share < WANTED.get(room, 0)
        low += is_low
        print(f"{room:12} {lines:7,} lines {share:6.1f} %{'  too low' if is_low else ''}")
    for path, lines, missing in rooms.get(options.missing, []):
        if missing:
            print(f"{path}: {len(lines) - len(missing)} of {len(lines)}, not {', '.join(map(str, missing))}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
