"""What players of a game agree on beside its rules, such as dead stones in Go: `games/GAME/manners.py` knows it.

Its class `Manners` answers, for a game with its parameters. Points and moves go in and out as text.
"""

from __future__ import annotations

from typing import Protocol

from kibitz.game import Action, Game, State


class GameManners(Protocol):
    """What programs that play a game through the Go Text Protocol ask about it."""

    def __init__(self, game: Game, *, interpreted: bool = False) -> None: ...

    def turned(self, s: State, player: int) -> State:
        """The same board with this player to move, even where both have passed."""

    def stones(self, s: State) -> tuple[list[str], list[str]]:
        """Where the stones of both players lie."""

    def score_text(self, s: State) -> str:
        """The score with dead stones taken away, such as `B+3.5`; `0` for a draw."""

    def strings(self, s: State, *, is_dead: bool) -> list[list[str]]:
        """The groups that are dead, or that live, as the texts of their points."""

    def pass_is_enough(self, s: State, player: int) -> Action | None:
        """A pass where that wins, and nothing is left to gain; else None."""

    def handicap(self, number: int) -> list[str]:
        """The usual points for this many handicap stones."""
