"""`kibitz oracle`: many positions in, one JSON object a line out, for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from kibitz.answer.oracle import Oracle, fields
from kibitz.answer.positions import game_so_far
from kibitz.cli import arguments
from kibitz.cli.chosen import chosen_game, search_options
from kibitz.cli.terminal import BAD, DONE, NO, print_json
from kibitz.errors import BadInput, KibitzError, Unsolved


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    help_text = "answer one position a line from standard input, each with a line of JSON"
    parser = arguments.command(words, "oracle", run, help_text)
    arguments.game(parser)
    parser.add_argument("--in", dest="given", metavar="FILE", help="read the positions from FILE instead")
    arguments.search(parser)


def run(options: Any) -> int:
    """Answer every line; a bad one with its mistake. The exit code is the worst of all lines."""
    oracle = Oracle(game := chosen_game(options), search_options(options, options.time))
    worst = DONE
    for line in _lines(options.given):
        try:
            s, text, history = game_so_far(game, line, "")
            answer = oracle.answer(s, text, history)
            if answer.search.stopped_by == "interrupted":
                raise KeyboardInterrupt
            found = fields(answer)
            code = DONE if found["exact"] else NO
        except KibitzError as error:
            found, code = {"position": line, "error": str(error)}, NO if isinstance(error, Unsolved) else BAD
        print_json(found)
        sys.stdout.flush()
        worst = max(worst, code)
    return worst


def _lines(path: str | None) -> Iterable[str]:
    """The positions, one a line; empty lines are passed over."""
    if path is None:
        yield from (line.strip() for line in sys.stdin if line.strip())
        return
    try:
        with open(path, encoding="utf-8") as file:
            yield from (line.strip() for line in file if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path!r} cannot be read: {why}") from None
