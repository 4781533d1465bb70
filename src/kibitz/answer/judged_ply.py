"""A move of a game that was played, as it is judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SLIP, MISTAKE, BLUNDER = "slip", "mistake", "blunder"


@dataclass(frozen=True)
class JudgedPly:
    """The position after `ply` moves, and the move that led there.

    `values` is what the position is worth to each player; `exact` says that this is proven, `undecided` that nothing
    is known of it, and `depth` how deep it was searched, where neither holds or it is undecided. `words`, `loss` and
    `why` are about the move, for who played it; `best` and `best_words` are about the best one in its place. At ply 0
    there is no move: `words` is about the position, for the player to move. `mistake` is empty, `slip`, `mistake` or
    `blunder`, and `rests` says what that rests on: `proven`, `depth 12`, `undecided at depth 12`; `rests_on` is
    `proof`, `depth`, `samples` or `nothing`, and `rests_depth` that depth. `was` is what was said of the move at first,
    where it has changed since.
    """

    ply: int
    move: str | None
    player: int | None
    values: tuple[float, ...]
    words: str
    best: str | None = None
    best_words: str = ""
    loss: float = 0.0
    mistake: str = ""
    why: str = ""
    exact: bool = False
    undecided: bool = False
    depth: int | None = None
    rests: str = ""
    rests_on: str = ""
    rests_depth: int | None = None
    was: str = ""

    @property
    def value(self) -> float:
        """What the position is worth to player 0."""
        return self.values[0]

    def json(self) -> dict[str, Any]:
        """Plain data."""
        return {**vars(self), "value": self.value, "values": list(self.values)}
