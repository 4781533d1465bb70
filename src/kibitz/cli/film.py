"""A game that plays by itself: frame by frame in the terminal, or as a drawing that moves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from kibitz.answer.positions import state_and_text, verdict
from kibitz.arena.beliefs import refuse_other_states, seed_of
from kibitz.arena.film import drawn_film, rounds_of, states_of
from kibitz.arena.playing import Players
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text
from kibitz.saving import refuse_unwritable, write_text


def film(options: Any) -> int:
    """Play and show a game as the command asks for it."""
    from kibitz.cli.commands import chosen_game, parameters

    if options.svg:
        refuse_unwritable(options.svg)
    game = chosen_game(options)
    if game.facts.hidden:
        raise BadInput(f"{game.facts.name!r} cannot be filmed: each player would see what the others hide")
    given = {**parameters(options), **_settings(options.believe)}
    believed = make_game(options.game, **parameters_from_text(game_class(options.game), given))
    refuse_other_states(believed, game)
    start, _ = state_and_text(game, options.position, options.moves)
    players = Players(game, believed, depth=options.depth, reply=options.reply, interpreted=options.interpreted)
    shown = rounds_of(game, states_of(game, start, players, options.rounds, seed_of(options.seed, 0)))
    if not options.svg:
        print(_verdict(options, game, _shown(options, game, shown)))
        return 0
    states = list(shown)
    drawing = drawn_film(game, states, options.pause)
    try:
        write_text(options.svg, drawing)
        print(f"{len(states)} frames in {options.svg}")
    finally:
        print(_verdict(options, game, states[-1]), flush=True)
    return 0


def _verdict(options: Any, game: Game, end: Any) -> str:
    """How the film ended."""
    return verdict(game, end) if game.is_terminal(end) else f"Broken off after {options.rounds} rounds."


def _settings(given: list[str]) -> dict[str, str]:
    """What `--believe` gave, by name."""
    found: dict[str, str] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise BadInput(f"--believe {setting!r} is not understood: expected NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def _shown(options: Any, game: Game, states: Iterator[Any]) -> Any:
    """Each frame in the place of the last one; not on a terminal, one below the other."""
    is_live = sys.stdout.isatty()
    has_colours = is_live and not os.environ.get("NO_COLOR")
    height = 0
    for s in states:
        if is_live and height:
            time.sleep(options.pause)
        lines = painted(game.picture(s)) if has_colours else str(game.picture(s)).split("\n")
        back = f"\033[{height}A\033[J" if is_live and height else ""
        print(back + "\n".join(lines) + ("" if is_live else "\n"), flush=True)
        height = len(lines)
        end = s
    return end


def painted(picture: Picture) -> list[str]:
    """The lines of a picture for a terminal with colours: a figure that stands on another is the one to be seen."""
    lines = str(picture).split("\n")
    seen = {(int(figure.row + 0.5), int(figure.column + 0.5)): figure for figure in picture.figures}
    for (row, column), figure in sorted(seen.items(), reverse=True):
        at = 2 * column  # a symbol and what is between it and the next
        lines[row] = f"{lines[row][:at]}\033[{figure.look.terminal}m{lines[row][at]}\033[0m{lines[row][at + 1 :]}"
    return lines
