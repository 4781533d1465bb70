"""Arguments that several commands share, each group declared once."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from kibitz.cli import values
from kibitz.search import ALGORITHMS
from kibitz.search.equilibrium.regret import VARIANTS
from kibitz.search.opponent import USUAL_DEPTH


def command(words: Any, name: str, run: Callable[[Any], int], help_text: str) -> argparse.ArgumentParser:
    """Declare a command: its name, what it runs, and its line in the help."""
    parser: argparse.ArgumentParser = words.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(run=run)
    return parser


def group(words: Any, name: str, help_text: str) -> Any:
    """Declare a command that has commands of its own, as `kibitz table build`: the words to declare them with."""
    parser: argparse.ArgumentParser = words.add_parser(name, help=help_text, description=help_text)
    return parser.add_subparsers(metavar="COMMAND", required=True, parser_class=type(parser))


def game(parser: argparse.ArgumentParser) -> None:
    """Which game, with which parameters."""
    parser.add_argument("game", metavar="GAME", help="a name from 'kibitz games', or path/to/file.py:Class")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")


def position(parser: argparse.ArgumentParser) -> None:
    """Which position of which game."""
    game(parser)
    parser.add_argument("position", metavar="POSITION", nargs="?", help="default: the initial position")
    moves(parser)


def moves(parser: argparse.ArgumentParser) -> None:
    """Moves to play before the question is asked."""
    parser.add_argument("--moves", default="", metavar="MOVES", help='moves to play first, as in "4 4 5"')


def opponent(parser: argparse.ArgumentParser) -> None:
    """How the others are believed to play."""
    parser.add_argument(
        "--opponent",
        metavar="WHO",
        help="how the others play: uniform, minimax, mixed, or the probability of a minimax move, such as 0.8",
    )
    parser.add_argument(
        "--opponent-depth", type=values.positive, metavar="N", help=f"depth limit of that minimax ({USUAL_DEPTH})"
    )


def search(parser: argparse.ArgumentParser) -> None:
    """Which search, and its limits."""
    parser.add_argument("--time", type=values.seconds, metavar="SECONDS", help="time limit in seconds")
    parser.add_argument("--depth", type=values.positive, metavar="N", help="depth limit in plies")
    parser.add_argument("--nodes", type=values.positive, metavar="N", help="node limit")
    parser.add_argument("--exact", action="store_true", help="search until the value is proven")
    parser.add_argument("--algorithm", default="auto", metavar="NAME", help=f"auto, {', '.join(ALGORITHMS)}")
    parser.add_argument("--threads", type=values.threads, default=1, metavar="N", help="threads (1)")
    parser.add_argument(
        "--memory", type=values.megabytes, metavar="MB", help="size of the hash table, or of a game solved whole"
    )
    parser.add_argument(
        "--techniques", default="", metavar="WORDS", help='switches, as in "no-table no-killers beam=3"'
    )
    parser.add_argument("--no-table", action="store_true", help="do not look anything up in an endgame table")
    parser.add_argument("--table", metavar="FILE", help="look up in this endgame table, not in the kept one")
    parser.add_argument("--no-book", action="store_true", help="search, even where an opening book has the position")
    parser.add_argument("--book", metavar="FILE", help="look up in this opening book, not in the kept one")
    parser.add_argument("--weights", metavar="FILE", help="evaluate with weights from 'kibitz learn'")
    parser.add_argument("--worlds", type=values.positive, metavar="N", help="deals: the most worlds to solve")
    parser.add_argument(
        "--simulations", type=values.positive, metavar="N", help="montecarlo: the most simulations to make"
    )
    parser.add_argument("--iterations", type=values.positive, metavar="N", help="regret: the number of iterations")
    parser.add_argument("--variant", default="plus", choices=VARIANTS, help="regret: the form of CFR (plus)")
    parser.add_argument("--strategy", metavar="FILE", help="CFR: load the strategy from FILE and save it back")
    parser.add_argument("--seed", type=int, metavar="N", help="seed for everything random")
    parser.add_argument(
        "--early-stop",
        type=values.yes_or_no,
        metavar="YES|NO",
        help="stop before the time limit once thinking on is not worth its time (yes where a move is played)",
    )
    output(parser)


def no_store(parser: argparse.ArgumentParser) -> None:
    """Whether games are kept, where the store is on."""
    parser.add_argument("--no-store", action="store_true", help="do not keep this in the store, even if it is on")


def output(parser: argparse.ArgumentParser) -> None:
    """In what form the answer is printed, and whether the game is compiled."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    interpreted(parser)


def interpreted(parser: argparse.ArgumentParser) -> None:
    """Whether the game is compiled."""
    parser.add_argument("--interpreted", action="store_true", help="run as plain Python, without compiling")


def depths(parser: argparse.ArgumentParser) -> None:
    """How deep each side searches in games that play themselves, and the seed of their chance."""
    parser.add_argument("--depth", type=values.positive, default=2, metavar="N", help="depth of the first player (2)")
    parser.add_argument("--reply", type=values.positive, default=2, metavar="N", help="depth of the others (2)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed for chance and for equal moves (0)")
