"""Is a file that was made for a game of these very rules? Told by names, by the source, and by a few positions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, Unusable
from kibitz.game import Game, inside
from kibitz.lookup.naming import digest, parameters, shipped_name, source_digest

PLIES = 6  # of the line of play that a sample follows
WHOLE_PLIES = 2  # of these, all successors count, and not only the one that play goes on to


def identity(game: Game) -> dict[str, Any]:
    """What a file holds to be told from those of other rules: to go into its header, as JSON."""
    return {
        "game": shipped_name(game) or game.facts.name,
        "parameters": parameters(game),
        "source": source_digest(game),
        "rules": rules_sample(game),
    }


def rules_sample(game: Game) -> str:
    """Digits that stand for the first plies of one line of play: keys of positions, and what ends are worth."""
    game = inside(game)
    said: list[Any] = []
    try:
        s = game.initial()
        for ply in range(PLIES):
            said.append(int(game.key(s)))
            if game.is_terminal(s):
                said.append([float(game.utility(s, player)) for player in range(game.players)])
                break
            choices = list(game.choices(s))
            said.append([game.player(s), len(choices)])
            if ply < WHOLE_PLIES:
                said.append([int(game.key(game.result(s, a))) for a in choices])
            s = game.result(s, choices[(7 * ply + 3) % len(choices)])
    except KibitzError:
        raise
    except Exception as error:  # a rule that fails does so in the builder and in the search too
        said.append(type(error).__name__)
    return digest(repr(said))


def refuse_other(game: Game, header: Mapping[str, Any], path: str | Path) -> None:
    """Raise `Unusable` where a file with this header is not of this game's rules."""
    own = identity(game)
    name = str(path)
    if header.get("game") != own["game"]:
        raise Unusable(f"{name!r} is for {header.get('game')!r}, not for {own['game']!r}")
    if header.get("parameters") != own["parameters"]:
        theirs, ours = (_said(given) for given in (header.get("parameters"), own["parameters"]))
        raise Unusable(f"{name!r} is for {own['game']!r} with {theirs}, not with {ours}")
    if header.get("source") != own["source"]:
        raise Unusable(f"{name!r} was made before the source of {own['game']!r} was changed: build it anew")
    if header.get("rules") != own["rules"]:
        raise Unusable(f"{name!r} was made for other rules of {own['game']!r}: build it anew")


def _said(given: Any) -> str:
    if not isinstance(given, Mapping) or not given:
        return "its usual parameters"
    return ", ".join(f"{key}={value}" for key, value in given.items())
