"""`kibitz check`: is this game well defined?"""

from __future__ import annotations

from typing import Any

from kibitz.check import check
from kibitz.cli import arguments
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, NO, print_json


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "check", run, "check that a game is well defined")
    arguments.game(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random games it plays (0)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Print every fault of the game, with the position that shows it."""
    game = chosen_game(options)
    report = check(game, seed=options.seed, compiled=not options.interpreted)
    if options.json:
        walked = {"positions": report.positions, "final": report.final, "whole": report.whole}
        found = {"game": game.facts.name, "ok": bool(report), "faults": report.faults}
        print_json({**found, **walked, "compiled": report.compiled})
    else:
        print(report)
    return DONE if report else NO
