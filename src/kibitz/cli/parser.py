"""The parser of the command line: one file a command, and the commands that games bring."""

from __future__ import annotations

import argparse
import re
from difflib import get_close_matches
from typing import Any, NoReturn

from kibitz.cli import (
    beliefs,
    best,
    book,
    check,
    efg,
    film,
    forecast,
    game_commands,
    games,
    grade,
    gtp,
    learn,
    lectures,
    match,
    new,
    oracle,
    perft,
    play,
    puzzles,
    review,
    serve,
    solve,
    store,
    table,
    tournament,
    tree,
    uci,
)
from kibitz.errors import BadInput
from kibitz.native.override import override
from kibitz.version import VERSION

# As in the help.
COMMANDS = (
    games,
    best,
    solve,
    oracle,
    game_commands,
    play,
    match,
    tournament,
    review,
    puzzles,
    store,
    film,
    beliefs,
    tree,
    grade,
    lectures,
    book,
    serve,
    uci,
    gtp,
    perft,
    forecast,
    efg,
    table,
    learn,
    new,
    check,
)

UNKNOWN_COMMAND = re.compile(r"argument COMMAND: invalid choice: '(.*)' \(choose from (.*)\)$")  # argparse's words


def parser() -> argparse.ArgumentParser:
    """The parser with every command."""
    made = _Parser(
        prog="kibitz",
        description="Play, solve and explain games.",
        epilog="GAME is a name from 'kibitz games', or path/to/file.py:Class for a game of your own.",
    )
    made.add_argument("--version", action="version", version=f"kibitz {VERSION}")
    words = made.add_subparsers(metavar="COMMAND", required=True, parser_class=_Command)
    for module in COMMANDS:
        module.declare(words)
    return made


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence."""

    @override
    def error(self, message: str) -> NoReturn:
        if message == "argument --bounds: expected one argument":
            message = "--bounds needs two numbers after an equals sign, as in --bounds=-2,2"
        if found := UNKNOWN_COMMAND.match(message):
            near = get_close_matches(found[1], re.findall(r"'([\w-]+)'", found[2]), 1)
            hint = f"did you mean '{self.prog} {near[0]}'?" if near else f"'{self.prog} --help' lists the commands"
            raise BadInput(f"unknown command {found[1]!r}; {hint}")
        raise BadInput(f"{message}; try '{self.prog} --help'")


class _Command(_Parser):
    """Takes options and positions in any order: `solve connect-four --set width=5 44`."""

    _inside = False

    @override
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it, but intermixed; a command that has words of its own leaves that to them."""
        if self._inside or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._inside = False
