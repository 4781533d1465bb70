"""`kibitz puzzles`: positions with one right move, from a game that was played or made up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.cli import arguments, values
from kibitz.cli.chosen import settings
from kibitz.cli.terminal import DONE, NO, clear_progress, print_json, say, show_line, shows_progress

if TYPE_CHECKING:
    from kibitz.answer.puzzles import Puzzle

USUAL_COUNT = 5
PAGE = "http://127.0.0.1:8080/"  # where 'kibitz serve' has the page


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "puzzles", run, "find positions in which one move alone is right")
    arguments.game(parser)
    parser.add_argument(
        "--count", type=values.positive, metavar="N", help=f"how many ({USUAL_COUNT}; from a game: all of them)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed for the games that are made up (0)")
    parser.add_argument(
        "--from",
        dest="file",
        metavar="FILE",
        help="of a game that was played: saved by 'kibitz play', PGN for chess, PDN for checkers, SGF for Go",
    )
    parser.add_argument("--position", metavar="POSITION", help="where games begin; default: the initial position")
    arguments.moves(parser)
    parser.add_argument("--nodes", type=values.positive, metavar="N", help="node limit for each position (100,000)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Print every puzzle as soon as it is found; the exit code says whether there was any."""
    from kibitz.answer.puzzles import USUAL_NODES, Setter
    from kibitz.cli.review import given_game

    game, start, moves = given_game(options)
    setter = Setter(game, nodes=options.nodes or USUAL_NODES, interpreted=options.interpreted)
    if options.file or moves:
        found: Iterator[Puzzle] = islice(setter.in_game(start, moves), options.count)
    else:
        found = setter.made_up(
            options.count or USUAL_COUNT, options.seed, s=start, progress=_show if shows_progress() else None
        )
    number = 0
    for number, puzzle in enumerate(found, 1):
        clear_progress()
        _print(options, number, puzzle)
    clear_progress()
    if not number:
        say(f"no position of {game.facts.name!r} was found in which one move alone is right")
        return NO
    return DONE


def _show(number: int) -> None:
    show_line(f"looking at game {number}")


def _print(options: Any, number: int, puzzle: Puzzle) -> None:
    parameters = settings(options.set)
    if options.json:
        print_json(puzzle.json(parameters))
        return
    at = f" (move {puzzle.ply}; {puzzle.played} was played)" if puzzle.ply else ""
    print(f"{number}. {puzzle.position}{at}")
    deep = f"the point lies {puzzle.depth} {'ply' if puzzle.depth == 1 else 'plies'} deep"
    print(f"   {puzzle.task[0].upper()}{puzzle.task[1:]} {puzzle.level.capitalize()}: {deep}.")
    print(f"   {puzzle.solution}: {puzzle.words}; any other move: {puzzle.otherwise} at best")
    print(f"   {PAGE}{puzzle.link(parameters)}", flush=True)
