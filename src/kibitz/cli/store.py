"""`kibitz store`: games that were played, kept, listed, found by position, tagged, imported, exported and deleted."""

from __future__ import annotations

import argparse
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli import store_changing as changing
from kibitz.cli import store_finding as finding
from kibitz.cli.store_finding import SHOWN


def declare(words: Any) -> None:
    """Declare the command and its own commands."""
    own = arguments.group(words, "store", "keep the games that are played, and find them again")
    _command(own, "status", changing.status, "is the store on, where is it, and how large?")
    arguments.command(
        own, "on", changing.turn_on, "keep every game from now on: on the page, in the terminal, of matches"
    )
    arguments.command(own, "off", changing.turn_off, "keep no more games; those that are kept stay")
    _filters(_command(own, "list", finding.show_list, "list the games, the latest first"))
    for name in ("show", "open"):
        shown = _command(own, name, finding.show_game, "show a game: its moves, and the board at its end")
        _number(shown)
        shown.add_argument("--ply", type=values.whole, metavar="N", help="the board after N moves")
    found = _command(own, "search", finding.search, "list the games that came to a position, also mirrored")
    arguments.position(found)
    _filters(found, has_game=False)
    arguments.position(
        _command(own, "stats", finding.show_statistics, "what was played in a position, and how it ended")
    )
    for name, run, about in (
        ("tag", changing.tag, "give a game tags"),
        ("untag", changing.untag, "take tags from a game"),
    ):
        tagging = arguments.command(own, name, run, about)
        _number(tagging)
        tagging.add_argument("tags", metavar="TAG", nargs="+", help="one or more tags")
    _command(own, "tags", changing.show_tags, "list every tag")
    noting = arguments.command(own, "note", changing.note, "write a note to a game, in place of the one it has")
    _number(noting)
    noting.add_argument("text", metavar="TEXT", help='"" takes the note away')
    bringing = _command(
        own, "import", changing.bring_in, "keep the games of files: PGN, SGF, PDN, JSON, files of matches"
    )
    bringing.add_argument("files", metavar="FILE", nargs="+", help="files to read: PGN, SGF, PDN or JSON")
    bringing.add_argument("--game", metavar="GAME", help="whose games they are, for a game of your own: file.py:Class")
    bringing.add_argument("--tag", action="append", default=[], metavar="TAG", help="give every game this tag")
    writing = arguments.command(
        own, "export", changing.export, "write games to a file: .pgn, .sgf, .pdn, .json or .jsonl"
    )
    writing.add_argument("file", metavar="FILE", help="the file to write")
    writing.add_argument("numbers", metavar="N", nargs="*", type=values.positive, help="these games; default: all")
    _filters(writing)
    deleting = arguments.command(own, "delete", changing.delete, "delete games, or the whole store with --all")
    deleting.add_argument(
        "numbers",
        metavar="N",
        nargs="*",
        type=values.positive,
        help="numbers of games, as 'kibitz store list' shows them",
    )
    deleting.add_argument("--all", action="store_true", help="delete the store with every game")
    deleting.add_argument("--yes", action="store_true", help="do not ask")


def _command(own: Any, name: str, run: Any, about: str) -> argparse.ArgumentParser:
    parser = arguments.command(own, name, run, about)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", metavar="N", type=values.positive, help="the number of the game, as listed")


def _filters(parser: argparse.ArgumentParser, has_game: bool = True) -> None:
    if has_game:
        parser.add_argument("--game", metavar="GAME", help="games of this name, or of path/to/file.py:Class")
    parser.add_argument("--player", metavar="NAME", help="games of a player whose name has this in it")
    parser.add_argument("--result", metavar="WHO", help="the number of the winner, draw, over or unfinished")
    parser.add_argument("--tag", metavar="TAG", help="games with this tag")
    parser.add_argument("--since", metavar="DATE", help="games of this day or later: 2026-11-16, 2026-11 or 2026")
    parser.add_argument("--until", metavar="DATE", help="games of this day or earlier")
    parser.add_argument("--limit", type=values.positive, metavar="N", help=f"at most N games ({SHOWN}; export: all)")
