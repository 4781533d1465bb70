"""`kibitz serve`: the page, in a web browser."""

from __future__ import annotations

import os
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.terminal import INTERRUPTED, say
from kibitz.errors import BadInput
from kibitz.search.engine.engine import MEGABYTES


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "serve", run, "play, analyse and learn in a web browser")
    parser.add_argument("--host", metavar="H", help="address to listen on (127.0.0.1; with --room 0.0.0.0)")
    parser.add_argument("--port", type=values.port, default=8080, metavar="P", help="port, 0 for any free one (8080)")
    parser.add_argument(
        "--room", nargs="?", const="", metavar="CODE", help="open a classroom to other machines, to be joined by a code"
    )
    parser.add_argument(
        "--game", dest="games", action="append", default=[], metavar="FILE.py:Class", help="add a game of your own"
    )
    parser.add_argument("--seconds", type=values.seconds, default=60.0, metavar="N", help="longest search (60)")
    parser.add_argument("--searches", type=values.positive, default=4, metavar="N", help="searches at once (4)")
    parser.add_argument(
        "--memory", type=values.megabytes, default=MEGABYTES, metavar="MB", help="hash table of each search (64)"
    )


def run(options: Any) -> int:
    """Serve the page until Ctrl-C, and end the process."""
    try:
        from kibitz.web.room import chosen_code
        from kibitz.web.server import serve
        from kibitz.web.settings import Settings
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "kibitz":
            raise
        raise BadInput(f"the page needs {error.name!r}, which is not installed: pip install {error.name}") from None
    has_room = options.room is not None
    settings = Settings(
        games=tuple(options.games),
        seconds=options.seconds,
        searches=options.searches,
        megabytes=options.memory,
        room=chosen_code(options.room) if has_room else "",
    )
    serve(settings, options.host or ("0.0.0.0" if has_room else "127.0.0.1"), options.port, say)
    say("interrupted")
    os._exit(INTERRUPTED)  # at once: a thread that compiles, or runs rules that never end, cannot be told to stop
