"""`kibitz check`: is this game well defined?"""

from __future__ import annotations

from typing import Any

from kibitz.check import check
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, NO, clear_progress, print_json, show_line, shows_progress

SECONDS = 10.0  # of the walk, unless --time says otherwise


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "check", run, "check that a game is well defined")
    arguments.game(parser)
    parser.add_argument(
        "--time",
        type=values.seconds,
        default=SECONDS,
        metavar="SECONDS",
        help=f"time limit of the walk through a large game, in processor time ({SECONDS:g})",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random games it plays (0)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Print every fault of the game, with the position that shows it, and the facts that may show a mistake."""
    game = chosen_game(options)
    progress = show_line if shows_progress() else None
    compiled = not options.interpreted
    report = check(game, seed=options.seed, compiled=compiled, seconds=options.time, progress=progress)
    clear_progress()
    if options.json:
        walked = {"positions": report.positions, "final": report.final, "whole": report.whole}
        found = {"game": game.facts.name, "ok": bool(report), "faults": report.faults, "facts": report.facts}
        print_json({**found, **walked, "compiled": report.compiled})
    else:
        print(report)
    return DONE if report else NO
