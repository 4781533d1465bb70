"""`kibitz film`: a game that plays itself, frame by frame in the terminal or as an animated drawing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from kibitz.answer.positions import state_and_text, verdict
from kibitz.cli import arguments, values
from kibitz.cli.boards import board_lines
from kibitz.cli.chosen import chosen_game, settings
from kibitz.cli.terminal import DONE
from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text
from kibitz.saving import refuse_unwritable, write_text


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "film", run, "watch a game that plays itself")
    arguments.position(parser)
    arguments.depths(parser)
    parser.add_argument(
        "--believe", action="append", default=[], metavar="NAME=VALUE", help="a parameter as the first player sees it"
    )
    parser.add_argument("--rounds", type=values.positive, default=200, metavar="N", help="round limit (200)")
    parser.add_argument("--pause", type=values.seconds, default=0.2, metavar="SECONDS", help="time for a frame (0.2)")
    parser.add_argument("--svg", metavar="FILE", help="write an animated drawing to a file")
    arguments.interpreted(parser)


def run(options: Any) -> int:
    """Play a game and show it."""
    from kibitz.arena.beliefs import refuse_other_states, seed_of
    from kibitz.arena.film import drawn_film, rounds_of, states_of
    from kibitz.arena.playing import Players

    if options.svg:
        refuse_unwritable(options.svg)
    game = chosen_game(options)
    if game.facts.hidden:
        raise BadInput(f"{game.facts.name!r} cannot be filmed: each player would see what the others hide")
    given = {**settings(options.set), **settings(options.believe, "--believe")}
    believed = make_game(options.game, **parameters_from_text(game_class(options.game), given))
    refuse_other_states(believed, game)
    start, _ = state_and_text(game, options.position, options.moves)
    players = Players(game, believed, depth=options.depth, reply=options.reply, interpreted=options.interpreted)
    shown = rounds_of(game, states_of(game, start, players, options.rounds, seed_of(options.seed, 0)))
    if options.svg:
        frames = list(shown)
        _write(options, game, frames[-1], len(frames), drawn_film(game, frames, options.pause))
    else:
        print(_verdict(options, game, _show(options, game, shown)))
    return DONE


def _write(options: Any, game: Game, end: State, frames: int, drawing: str) -> None:
    """Write the film to a file; how the game ended is printed even if that fails."""
    try:
        write_text(options.svg, drawing)
        print(f"{frames} frames in {options.svg}")
    finally:
        print(_verdict(options, game, end), flush=True)


def _verdict(options: Any, game: Game, end: State) -> str:
    """How the game ended."""
    return verdict(game, end) if game.is_terminal(end) else f"Broken off after {options.rounds} rounds."


def _show(options: Any, game: Game, states: Iterator[State]) -> State:
    """Print the frames, on a terminal each in place of the last one, elsewhere one below the other; the last state."""
    is_live = sys.stdout.isatty()
    height = 0
    for s in states:
        if is_live and height:
            time.sleep(options.pause)
        lines = board_lines(game.picture(s))
        back = f"\033[{height}A\033[J" if is_live and height else ""
        print(back + "\n".join(lines) + ("" if is_live else "\n"), flush=True)
        height = len(lines)
        end = s
    return end
