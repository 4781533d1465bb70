"""`kibitz uci`: an engine for any chess program that speaks the Universal Chess Interface."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any

from kibitz.cli import arguments
from kibitz.cli.terminal import DONE
from kibitz.errors import BadInput
from kibitz.games import game_class


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "uci", run, "be a UCI engine for a chess program")
    parser.add_argument("--game", default="chess", metavar="GAME", help="the game to play (chess)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument("--weights", metavar="FILE", help="evaluate with weights from 'kibitz learn'")
    parser.add_argument(
        "--techniques", default="", metavar="WORDS", help='switches of the search, as in "no-table no-killers"'
    )
    arguments.interpreted(parser)


def run(options: Any) -> int:
    """Obey lines of standard input until `quit`, or until there are no more."""
    from kibitz.arena.uci.session import UciSession, fits
    from kibitz.arena.uci.thinkers import Means
    from kibitz.cli.chosen import chosen_game
    from kibitz.search.engine.techniques import Techniques

    if not fits(game_class(options.game)):
        wanted = "expected one for two players, without dice or hidden cards"
        raise BadInput(f"{options.game!r} cannot be played through UCI; {wanted}")
    if options.set or options.weights:
        chosen_game(options)  # a mistake there is told at once
    techniques = Techniques(**Techniques.named(options.techniques)) if options.techniques else None
    means = Means(techniques=techniques, interpreted=options.interpreted)
    session = UciSession(_print, make=lambda: chosen_game(options), name=options.game, means=means)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not UTF-8 is a word that is not understood
    try:
        for line in iter(sys.stdin.readline, ""):
            if not session.obey(line):
                break
    finally:
        session.close()
    return DONE


def _print(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody reads any longer: the input ends too
        print(line, flush=True)
