"""A command that a game brings: `kibitz NAME TEXT…`, from the file `games/GAME/commands/NAME.py`.

The first line of that file's docstring is the command's line in the help, and all of it its description; its class
`Command` answers. A game cannot import the search, which stands above it: it is handed a prover instead.
"""

from __future__ import annotations

from typing import Any, Protocol

from kibitz.game import Game, State


class Prover(Protocol):
    """Finds exact values: an engine, as a game sees it."""

    game: Game

    def begin(self, s: State) -> None:
        """Get ready for a position and those like it."""

    def prove_many(self, states: list[State], *, together: bool = False) -> list[float]:
        """The exact value of each state for its player to move; `together`: the states have much in common."""


class CommandAnswer(Protocol):
    """An answer in three forms; as a string it may take several lines."""

    @property
    def line(self) -> str:
        """The answer on one line, with what it answers, where many are asked for."""

    def json(self) -> dict[str, Any]:
        """The answer for a program."""


class GameCommand(Protocol):
    """What the class `Command` of such a file answers."""

    def game(self) -> Game:
        """The game whose positions are proven."""

    def answer(self, text: str, prover: Prover) -> CommandAnswer:
        """Answer one TEXT; `BadInput` where it cannot be read."""
