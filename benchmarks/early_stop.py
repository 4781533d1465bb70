"""What stopping early costs and saves: the same player with it and without, under the same time limit a move.

`python -m benchmarks.early_stop connect-four othello --games 300 [--time 0.02] [--only montecarlo] [--out FOLDER]`
prints a table as in docs/matches.md. `--processor` has every clock count seconds of the processor in place of seconds
that pass, so that what else runs on the machine takes nothing from anybody's time. `--longer 1.2` gives the player that
stops early 1.2 times as much for a move: with that much, both may use the same time in all. With `--out` every game is
kept as it ends, and the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import kibitz as kz
from benchmarks.users_games.hex import Hex
from kibitz.game import Game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.go import Go
from kibitz.games.othello import Othello
from kibitz.search.clock import Clock, Stoppable

PATIENCE = 10_000.0  # times as long as the time limit: so long a search waits for its share of the processor


class Entered(NamedTuple):
    """A game with an algorithm that plays it, and the random plies that open it."""

    name: str
    game: Game
    plies: int
    algorithm: str


ENTERED = (
    Entered("connect-four", ConnectFour(), 4, "montecarlo"),
    Entered("connect-four", ConnectFour(evaluation="threats"), 4, "deepening"),
    Entered("othello", Othello(), 6, "montecarlo"),
    Entered("othello", Othello(), 6, "deepening"),
    Entered("hex", Hex(size=7), 2, "montecarlo"),
    Entered("go", Go(size=7), 2, "montecarlo"),
)
NAMES = tuple(dict.fromkeys(entered.name for entered in ENTERED))
HEADING = "| game | player | time a move | games | who stops early | seconds |\n|---|---|--:|--:|---|--:|"


def count_processor_time() -> None:
    """Have every clock of this process count seconds of the processor. It is for a process that plays one match."""
    usual = Clock.__init__

    def patient(self: Clock, watch: Stoppable, seconds: float | None, *, slack: float = 1.0) -> None:
        usual(self, watch, seconds, slack=max(slack, PATIENCE))

    Clock.__init__ = patient  # type: ignore[method-assign]
    time.perf_counter = time.process_time


def row(entered: Entered, options: argparse.Namespace) -> str:
    """A row of the table: play the match, or what is left of it."""
    early = f"{entered.algorithm} time={options.time * options.longer:g}"
    late = f"{entered.algorithm} time={options.time:g} early-stop=no"
    out = None
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        out = str(options.out / f"{entered.name}-{entered.algorithm}-{options.time:g}-{options.longer:g}.jsonl")
    result = kz.match(entered.game, early, late, games=options.games, plies=entered.plies, seed=options.seed, out=out)
    with_it, without = result.json()["seconds"]
    spent = f"{with_it:.1f} against {without:.1f}, {100 * (with_it / max(without, 1e-9) - 1):+.0f} %"
    longer = "" if options.longer == 1 else f"{options.time * options.longer:g} and "
    played = f"| {entered.name} | {entered.algorithm} | {longer}{options.time:g} s | {len(result.games)} "
    return f"{played}| {result.strength.words()} | {spent} |"


def main() -> None:
    """Play, and print a row for every game and algorithm."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.early_stop", description="What stopping early saves.")
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(NAMES), help=", ".join(NAMES))
    parser.add_argument("--games", type=int, default=300, help="games of every match (300)")
    parser.add_argument("--time", type=float, default=0.02, help="seconds a move (0.02)")
    parser.add_argument("--longer", type=float, default=1.0, help="times as long for the player that stops early (1)")
    parser.add_argument("--only", metavar="ALGORITHM", help="montecarlo or deepening")
    parser.add_argument("--processor", action="store_true", help="count seconds of the processor")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="keep the games there, and go on from there")
    parser.add_argument("--seed", type=int, default=0, help="seed for everything random (0)")
    options = parser.parse_args()
    for name in options.names:
        if name not in NAMES:
            parser.error(f"unknown game {name!r}: expected one of {', '.join(NAMES)}")
    if options.processor:
        count_processor_time()
    print(HEADING, flush=True)
    for entered in ENTERED:
        if entered.name in options.names and options.only in (None, entered.algorithm):
            print(row(entered, options), flush=True)


if __name__ == "__main__":
    main()
