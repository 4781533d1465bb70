"""Where the game of a match comes from: its name and parameters, from which every process makes its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.malformed import answers_the_questions
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text


@dataclass(frozen=True)
class GameSource:
    """A game by its name and its parameters as they are typed, or an object made in Python."""

    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    made_game: Game | None = None

    @staticmethod
    def of(game: Game | str) -> GameSource:
        """The source of a game given in Python: an object, or a name."""
        if isinstance(game, str):
            return GameSource(game)
        return GameSource(game.facts.name, made_game=game)

    def game(self, others: Mapping[str, str] | None = None) -> Game:
        """The game, with other parameters where some are given; `BadInput` where there is no such game."""
        if self.made_game is not None:
            if others:
                raise BadInput(
                    f"set.{next(iter(others))} needs the name of a game, not an object such as {self.name!r}"
                )
            return self.made_game
        given = {**self.parameters, **(others or {})}
        made = make_game(self.name, **parameters_from_text(game_class(self.name), given))
        answers_the_questions(made)
        return made

    def json(self) -> dict[str, Any]:
        """What is kept of it in a file."""
        if self.made_game is not None:
            return {"game": self.name, "set": {"object": repr(self.made_game)}}
        return {"game": self.name, "set": dict(self.parameters)}
