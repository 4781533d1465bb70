"""The games that a server offers: those that come with Kibitz, and those it was given when it started.

A request can name nothing else: no file, no module, no class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import quote

from kibitz.answer.catalogue import described
from kibitz.errors import BadInput, KibitzError
from kibitz.game import Game
from kibitz.games import game_class, made, names, parameters_from_text
from kibitz.web.refusals import about
from kibitz.web.reloading import OwnGames

Scalar = str | int | float | bool


class Offered:
    """Games by name; `BadInput` at once if a file holds no game, or one with the name of another."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._classes: dict[str, type[Game]] = {name: game_class(name) for name in names()}
        self._sources = {name: name for name in self._classes}  # how each is named on the command line
        self._listed = [_listed(made(cls, {}), own=False) for cls in self._classes.values()]
        self.own = OwnGames(lambda game: _listed(game, own=True))
        for file in files:
            self._add(file)

    def _add(self, file: str) -> None:
        own = self.own.add(file)
        name = own.row["name"]
        if name in self._classes:
            raise BadInput(f"{file!r} is called {name!r}, as another game is: give it another name")
        self._classes[name] = own.cls
        self._sources[name] = own.source

    def listed(self) -> list[dict[str, Any]]:
        """Every game, described; a user's own as it was last read."""
        return [*self._listed, *self.own.listed()]

    def source(self, name: str, given: Mapping[str, Scalar]) -> tuple[str, dict[str, str]]:
        """How a game that is offered is named on the command line, with parameters as they are typed there."""
        self.game(name, given)  # refuses what is not offered
        return self._sources[name], {key: _typed(value) for key, value in given.items()}

    def sources(self) -> frozenset[str]:
        """How every game that is offered is named on the command line."""
        return frozenset(self._sources.values())

    def name_of(self, source: str) -> str | None:
        """The name under which a game is offered that is named so on the command line; None where it is not."""
        return next((name for name, named in self._sources.items() if named == source), None)

    def first(self, view: str) -> str:
        """The name of the game that a view of the page begins with: the one that says so, else the first listed."""
        return next((name for name, cls in self._classes.items() if cls.opens == view), next(iter(self._classes)))

    def game(self, name: str, given: Mapping[str, Scalar]) -> Game:
        """The game of that name with those parameters; `Refused` where there is no such game, or it refuses them."""
        cls = self._classes.get(name)
        with about("game"):
            if cls is None:
                near = get_close_matches(name, self._classes, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(self._classes)}"
                raise BadInput(f"unknown game {name!r}; {hint}")
        if name in self.own:
            cls = self._classes[name] = self.own.current(name)
        typed = {key: _typed(value) for key, value in given.items()}
        with about(lambda: f"set.{_culprit(cls, typed)}"):
            return _made(cls, typed)


def _listed(game: Game, *, own: bool) -> dict[str, Any]:
    """A game as the page lists it: also where its picture is, and whether it is a user's own."""
    row = described(game)
    return {**row, "picture": f"api/picture?game={quote(row['name'])}", "own": own}


def _made(cls: type[Game], typed: Mapping[str, str]) -> Game:
    """A game with parameters as they would be typed behind `--set`; `BadInput` where it refuses them."""
    parameters = parameters_from_text(cls, typed)
    for key, value in typed.items():
        offered = cls.values_of(key)
        if offered and value not in offered:
            raise BadInput(f"{key}={value!r} is not offered here: expected one of {', '.join(offered)}")
    return made(cls, parameters)


def _culprit(cls: type[Game], typed: Mapping[str, str]) -> str:
    """The parameter that a game refuses even alone; the first where they only do not go together."""
    for key, value in typed.items():
        try:
            _made(cls, {key: value})
        except KibitzError:
            return key
    return next(iter(typed), "")


def _typed(value: Scalar) -> str:
    """A value as it would be typed behind `--set`."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).strip()
