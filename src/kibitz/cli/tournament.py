"""`kibitz tournament`: everybody plays everybody; a cross-table, and ratings that are fitted together."""

from __future__ import annotations

import argparse
from typing import Any

from kibitz.cli import arguments
from kibitz.cli.match import PLAYERS, play, terms
from kibitz.errors import BadInput

MOST_DEPTHS = 64


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "tournament", run, "let many players play each other, and rate them")
    arguments.game(parser)
    parser.add_argument("players", metavar="PLAYER", nargs="*", help=PLAYERS)
    parser.add_argument("--depths", type=depths, metavar="LOW-HIGH", help="each player once with every depth limit")
    parser.add_argument(
        "--without", metavar="NAMES", help="the first player once more without each of these techniques"
    )
    parser.add_argument("--gauntlet", action="store_true", help="only the first player meets the others")
    parser.add_argument("--svg", metavar="FILE", help="draw a chart of the ratings")
    terms(parser)


def run(options: Any) -> int:
    """Play a tournament and print its cross-table; after Ctrl-C the one so far."""
    players = options.players
    if options.depths is not None:
        if any("depth=" in player for player in players):
            raise BadInput(f"--depths gives every player its depth: leave depth= out of {' and '.join(players)!r}")
        players = [f"{player} depth={depth}" for player in players or ["deepening"] for depth in options.depths]
    if options.without is not None:
        players = [*players, *without(players, options.without)]
    if len(players) < 2:
        raise BadInput(f"a tournament needs two players or --depths LOW-HIGH, got {len(players)}")
    return play(options, players, "first" if options.gauntlet else "all pairs")


def without(players: list[str], names: str) -> list[str]:
    """The first player without each of some techniques, such as `rave,solver`."""
    if not players:
        raise BadInput(f"--without {names!r} needs a player before it")
    if "techniques=" in players[0]:
        raise BadInput(f"--without {names!r} needs a first player with all its techniques, got {players[0]!r}")
    return [f"{players[0]} techniques=no-{name}" for name in names.replace(",", " ").split()]


def depths(text: str) -> range:
    """Depth limits, the lowest and the highest with a dash between them."""
    low, dash, high = text.partition("-")
    if not (dash and low.isdecimal() and high.isdecimal() and 0 < int(low) < int(high) <= MOST_DEPTHS):
        raise argparse.ArgumentTypeError(f"expected two depths from 1 to {MOST_DEPTHS}, such as 1-8, got {text!r}")
    return range(int(low), int(high) + 1)
