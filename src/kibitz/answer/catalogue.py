"""What there is to say about a game before it is played: its facts, its parameters, and the searches that fit it."""

from __future__ import annotations

import inspect
from typing import Any

from kibitz.answer.game_pages import description
from kibitz.answer.plan import seated_algorithm
from kibitz.game import Game
from kibitz.search import fits


def described(game: Game) -> dict[str, Any]:
    """A game as `kibitz games --json` lists it."""
    facts = game.facts
    found = fits(game)
    text = description(game)
    return {
        "name": facts.name,
        "title": facts.title,
        "about": text.about,
        "rules": text.rules,
        "goal": text.goal,
        "numbers": text.numbers,
        "players": facts.players,
        "chance": facts.chance,
        "chance_kind": game.chance_kind,
        "hidden": facts.hidden,
        "notation": facts.notation,
        "algorithms": [fit.name for fit in found if fit.fits],
        "reasons_against": {fit.name: fit.reason for fit in found if not fit.fits},
        "opens": game.opens,
        "seated": seated_algorithm(game),
        "parameters": [
            _parameter(game, name, p.default) for name, p in inspect.signature(type(game)).parameters.items()
        ],
    }


def _parameter(game: Game, name: str, default: Any) -> dict[str, Any]:
    """A parameter with the value it has if it is left out, as one would type it after `--set`, and its kind."""
    if isinstance(default, bool):
        return {"name": name, "default": default, "kind": "yes or no"}
    if isinstance(default, (int, float)):
        return {"name": name, "default": default, "kind": "whole" if isinstance(default, int) else "number"}
    if isinstance(default, tuple):
        return {"name": name, "default": ",".join(map(str, default)), "kind": "numbers"}
    offered = game.values_of(name)
    row = {"name": name, "default": str(default), "kind": "one of" if offered else "text"}
    return {**row, "values": list(offered)} if offered else row
