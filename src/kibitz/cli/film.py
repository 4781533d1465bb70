"""A game that plays by itself: frame by frame in the terminal, or as a drawing that moves."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.answer.positions import state_and_text, verdict
from kibitz.arena.beliefs import refuse_other_states, seed_of
from kibitz.arena.playing import Players
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text
from kibitz.saving import refuse_unwritable, write_text

MUNCHER, SCARED, GHOSTS = "1;33", "1;34", ("1;36", "1;31", "1;35", "1;32")  # a terminal's colours


def states_of(game: Game, s: Any, players: Players, rounds: int, seed: int) -> Iterator[Any]:
    """The states of a game from one on, until it is over or broken off."""
    yield s
    while not game.is_terminal(s) and rounds > 0:
        rounds -= game.depth_spent(s)
        s, seed = players.step(s, seed)
        yield s


def rounds_of(game: Game, states: Iterable[Any]) -> Iterator[Any]:
    """The states that a film shows: one after each round, and the last one. Dice are on their way to a player."""
    last: Any = None
    spent = 1
    for s in states:
        over = game.is_terminal(s)
        if over or (spent > 0 and game.player(s) != CHANCE):
            yield s
            last, spent = s, 0
        if not over:
            spent += game.depth_spent(s)
    if last is not s:
        yield s


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
    states, drawing = _drawn(options, game, shown)
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
        paint = (
            SCARED if figure.scared else MUNCHER if figure.shape == "muncher" else GHOSTS[figure.number % len(GHOSTS)]
        )
        lines[row] = f"{lines[row][:at]}\033[{paint}m{lines[row][at]}\033[0m{lines[row][at + 1 :]}"
    return lines


def _drawn(options: Any, game: Game, states: Iterator[Any]) -> tuple[list[Any], str]:
    """The states of the film, and the drawing of them."""
    from kibitz.draw import film_svg

    shown = list(states)
    drawing = film_svg([game.picture(s) for s in shown], seconds=options.pause, title=game.facts.title)
    return shown, drawing
