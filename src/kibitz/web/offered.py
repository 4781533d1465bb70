"""The games that a server offers: those that come with Kibitz, and those it was given when it started.

A request can name nothing else: no file, no module, no class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from kibitz.answer.catalogue import described
from kibitz.errors import BadInput, KibitzError, raised
from kibitz.game import Game
from kibitz.game.malformed import answers_the_questions
from kibitz.games import game_class, made, names, parameters_from_text

Scalar = str | int | float | bool


class Offered:
    """Games by name; `BadInput` at once if one of the files is none, or has the name of another."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._classes: dict[str, type[Game]] = {name: game_class(name) for name in names()}
        self._listed = [described(made(cls, {})) for cls in self._classes.values()]
        for file in files:
            self._add(file)

    def _add(self, file: str) -> None:
        cls = game_class(file)
        try:
            game = made(cls, {})
            answers_the_questions(game)
            row = described(game)
            if game.initial() is None:
                raise BadInput(f"{file!r} has no initial state: initial gives None")
        except (KibitzError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a game may raise anything
            raise BadInput(raised(repr(file), error)) from error
        if row["name"] in self._classes:
            raise BadInput(f"{file!r} is a game called {row['name']!r}, but there is one already: give it another name")
        self._classes[row["name"]] = cls
        self._listed.append(row)

    def listed(self) -> list[dict[str, Any]]:
        """Every game, described."""
        return self._listed

    def game(self, name: str, given: Mapping[str, Scalar]) -> Game:
        """The game of that name with those parameters; `BadInput` where there is none."""
        cls = self._classes.get(name)
        if cls is None:
            near = get_close_matches(name, self._classes, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(self._classes)}"
            raise BadInput(f"{name!r} is no game: {hint}")
        typed = {key: _typed(value) for key, value in given.items()}
        parameters = parameters_from_text(cls, typed)
        for key, value in typed.items():
            offered = cls.values_of(key)
            if offered and value not in offered:
                raise BadInput(f"{key}={value!r} is not offered here: expected one of {', '.join(offered)}")
        return made(cls, parameters)


def _typed(value: Scalar) -> str:
    """A value as it would be typed behind `--set`."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).strip()
