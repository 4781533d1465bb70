"""`kibitz book`: build opening books, show what they hold, and check them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.chosen import settings
from kibitz.cli.spreading import add_spreading, spread_from
from kibitz.cli.terminal import DONE, INTERRUPTED, NO, clear_progress, say, show_line, shows_progress
from kibitz.errors import BadInput, Unusable
from kibitz.game import Game

SHOWN_OF_A_BOOK = 20  # openings


def declare(words: Any) -> None:
    """Declare the commands and their arguments."""
    own = arguments.group(words, "book", "build, show and check opening books")
    _declare_build(own)


def _declare_build(words: Any) -> None:
    parser = arguments.command(words, "build", build, "build a book: positions solved or searched, or what was played")
    arguments.game(parser)
    parser.add_argument("position", metavar="POSITION", nargs="?", help="where it begins (the initial position)")
    parser.add_argument("--plies", type=values.positive, metavar="N", help="how far the book goes, in plies")
    parser.add_argument("--depth", type=values.positive, metavar="N", help="search each to this depth; else solve it")
    parser.add_argument("--time", type=values.seconds, metavar="SECONDS", help="time limit for each position")
    parser.add_argument(
        "--within", type=values.seconds, metavar="SECONDS", help="stop after this time, write what is there; go on later"
    )
    parser.add_argument("--memory", type=values.megabytes, metavar="MB", help="size of each worker's hash table")
    parser.add_argument("--out", metavar="FILE", help="the file to write (one for each game, in the data folder)")
    arguments.interpreted(parser)
    add_spreading(parser)


def build(options: Any) -> int:
    """Build a book, or go on with one that was stopped."""
    from kibitz.answer.books import built_path
    from kibitz.answer.books_building import BookPlan, build_book
    from kibitz.games import GameSource
    from kibitz.saving import data_folder, refuse_unwritable
    from kibitz.search.retrograde.job import Job

    source = GameSource(options.game, settings(options.set))
    game = source.game()
    if options.plies is None:
        raise BadInput("book build needs --plies N, how far the book goes")
    out = Path(options.out) if options.out else built_path(game)
    if not options.out:
        out.parent.mkdir(parents=True, exist_ok=True)
    refuse_unwritable(out)
    start = "" if options.position is None else game.text(game.parse(options.position))
    plan = BookPlan(options.plies, options.depth, options.time, start)
    with spread_from(options) as spread:
        job = Job(
            out=out,
            folder=data_folder() / "builds" / f"{built_path(game).name}",
            spread=spread,
            progress=_progress,
            interpreted=options.interpreted,
        )
        try:
            positions, left = build_book(source, plan, job, megabytes=options.memory, within=options.within)
        except KeyboardInterrupt:
            clear_progress()
            say(f"{str(out)!r} has what is known so far; the same command goes on")
            return INTERRUPTED
    clear_progress()
    size = out.stat().st_size
    print(f"{out}: {positions:,} positions, {size:,} bytes")
    if left:
        say(f"{left:,} positions are still to be judged; the same command goes on")
    return NO if left else DONE


def _progress(text: str) -> None:
    if shows_progress():
        show_line(text)
