"""Games kept in files as their players keep them, such as PGN: `games/GAME/record.py` reads and writes them.

Its class `Record` answers. Positions and moves go in and out as text, so that the game they are read for may have any
parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from kibitz.game import Game


class KeptGame(NamedTuple):
    """A game of a file: the position it began at, empty for the initial one, and its moves, in Kibitz's notation."""

    position: str
    moves: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...] = ()  # of the game, as `--set` takes them, where a file tells some


class Remark(NamedTuple):
    """What is said about a move: a mark (`?`, `??`, `?!` or nothing), words, and the move that was better, if any."""

    mark: str
    words: str
    better: str = ""


class GameRecord(Protocol):
    """What the class `Record` of such a file answers."""

    ending: str  # of the names of such files: ".pgn"

    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput`, with where and what, if it cannot be read."""

    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as such a file holds it. `result` is who won: "0", "1", "draw" or empty while it goes on.

        `remarks` are by the number of the move, from 0.
        """

    def annotated(self, text: str, remarks: Mapping[int, Remark]) -> str:
        """The first game of a file with remarks about its moves; what the file says besides is kept.

        A file of which only the moves are understood keeps only those.
        """
        return self.written(self.read(text), "", remarks)

    def unclaimed(self, game: Game) -> Game:
        """The game without draws that somebody has to claim: one that was played may have gone on all the same."""
        return game
