"""Chess programs over UCI: nodes a second, and how many best moves each finds, with the same time a position.

The positions are every fifth of tests/data/chess/tactics-100.epd. Every program has one thread, 64 MB of hash table and
no book, and gets the same time; a row's nodes are all that it tells of at the end of each search. Programs count nodes
in their own ways, and stronger ones look at fewer moves: that a program is faster does not say that it plays better,
the note says more.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.contest import progress
from benchmarks.peers import peer
from benchmarks.table import Row

NAME = "chess-programs"

TACTICS = Path(__file__).resolve().parent.parent / "tests" / "data" / "chess" / "tactics-100.epd"
EVERY = 5
SECONDS, QUICK_SECONDS = 0.5, 0.1
GAMES = "/usr/games"  # where Debian puts them, which is not on everybody's path
PROGRAMS = {
    "Stockfish": ("stockfish",),
    "GNU Chess": ("gnuchess", "--uci"),
    "Toga": ("toga2",),
    "sunfish": ("sunfish-uci",),
}
OPTIONS = {"Threads": 1, "Hash": 64, "OwnBook": False}


@dataclass(frozen=True)
class Tried:
    """What a program did on all positions."""

    nodes: int
    seconds: float
    found: int


def rows(quick: bool) -> Iterator[Row]:
    """Ours, and every program that is installed."""
    if not peer("python_chess"):
        return
    seconds = QUICK_SECONDS if quick else SECONDS
    epd = TACTICS.read_text(encoding="utf-8").splitlines()[::EVERY]
    subject = f"{len(epd)} chess tactics, {seconds:g} s each"
    ours = tried("Kibitz", (sys.executable, "-m", "kibitz", "uci"), epd, seconds)
    yield Row(subject, "Kibitz", (ours.seconds,), ours.nodes, note=f"{ours.found} of {len(epd)} found")
    for name, command in PROGRAMS.items():
        path = shutil.which(command[0]) or shutil.which(command[0], path=GAMES)
        if path is None:
            print(f"benchmarks: {name} is left out: {command[0]!r} is not installed", file=sys.stderr, flush=True)
            continue
        theirs = tried(name, (path, *command[1:]), epd, seconds)
        ratio = (ours.nodes / ours.seconds) / max(theirs.nodes / theirs.seconds, 1e-9)
        note = f"{theirs.found} of {len(epd)} found, Kibitz {ours.found}"
        yield Row(subject, name, (theirs.seconds,), theirs.nodes or None, ratio=ratio, note=note)


def tried(name: str, command: Sequence[str], epd: Sequence[str], seconds: float) -> Tried:
    """All positions, each from an empty hash table; the first once before, so that all is loaded and compiled."""
    import chess
    import chess.engine

    progress(name)
    nodes, spent, found = 0, 0.0, 0
    with chess.engine.SimpleEngine.popen_uci(list(command), timeout=180) as engine:
        engine.configure({option: value for option, value in OPTIONS.items() if option in engine.options})
        for number, position in enumerate([epd[0], *epd]):
            board = chess.Board()
            wanted: dict[str, Any] = board.set_epd(position)
            answer = engine.play(board, chess.engine.Limit(time=seconds), game=number, info=chess.engine.INFO_ALL)
            if number:
                nodes += answer.info.get("nodes", 0)
                spent += answer.info.get("time", seconds)
                found += answer.move in wanted.get("bm", [answer.move]) and answer.move not in wanted.get("am", [])
    return Tried(nodes, spent, found)
