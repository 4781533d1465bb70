"""`kibitz gtp`: an engine for any Go program that speaks the Go Text Protocol."""

from __future__ import annotations

import contextlib
import io
import queue
import sys
import threading
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.terminal import DONE
from kibitz.errors import BadInput

SECONDS = 5.0


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "gtp", run, "be a GTP engine for a Go program")
    parser.add_argument("--game", default="go", metavar="GAME", help="the game to play (go)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument(
        "--time",
        type=values.seconds,
        default=SECONDS,
        metavar="SECONDS",
        help=f"time limit of a move where no clock is set ({SECONDS:g})",
    )
    parser.add_argument(
        "--simulations", type=values.positive, metavar="N", help="simulations a move, whatever the time"
    )
    parser.add_argument("--threads", type=values.threads, default=1, metavar="N", help="threads (1)")
    parser.add_argument("--memory", type=values.megabytes, metavar="MB", help="size of the tree")
    parser.add_argument("--seed", type=int, metavar="N", help="seed for everything random")
    parser.add_argument(
        "--techniques", default="", metavar="WORDS", help='switches of the search, as in "no-rave no-solver"'
    )
    parser.add_argument("--never-resign", action="store_true", help="play lost games to their end")
    arguments.interpreted(parser)


def run(options: Any) -> int:
    """Answer lines of standard input until `quit`, or until there are no more."""
    from kibitz.arena.gtp.gtp_session import GtpSession
    from kibitz.arena.gtp.gtp_thinkers import GtpMeans
    from kibitz.arena.gtp.lines import INTERRUPT
    from kibitz.arena.uci.session import fits
    from kibitz.cli.chosen import settings
    from kibitz.games import game_class
    from kibitz.search.engine.techniques import Techniques

    if not fits(game_class(options.game)):
        wanted = "expected one for two players, without dice or hidden cards"
        raise BadInput(f"{options.game!r} cannot be played through GTP; {wanted}")
    means = GtpMeans(
        megabytes=options.memory,
        threads=options.threads,
        seed=options.seed,
        simulations=options.simulations,
        techniques=Techniques(**Techniques.named(options.techniques)) if options.techniques else None,
        interpreted=options.interpreted,
    )
    session = GtpSession(
        _print,
        name=options.game,
        settings=settings(options.set),
        seconds=options.time,
        means=means,
        may_resign=not options.never_resign,
    )
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not UTF-8 is a word that is not understood
    lines: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        """Read on while the session thinks, so that an interruption is heard."""
        for line in iter(sys.stdin.readline, ""):
            if line.strip() == INTERRUPT:
                session.interrupt()
            else:
                lines.put(line)
        lines.put("")

    threading.Thread(target=listen, name="kibitz-gtp", daemon=True).start()
    while (line := lines.get()) and session.obey(line):
        pass
    return DONE


def _print(answer: str) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody reads any longer: the input ends too
        print(answer, end="", flush=True)
