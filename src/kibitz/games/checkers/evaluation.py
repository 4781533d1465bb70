"""What a position of checkers is worth, where a search has to stop."""

from __future__ import annotations

from kibitz.games.checkers.board import State
from kibitz.native.bits import count

EVALUATIONS = ("material",)
MAN = 100  # values are hundredths of a man
KING = 150


def material(s: State) -> int:
    """Men and kings of the player to move, less those of the other."""
    mine = MAN * count(s.mine) + (KING - MAN) * count(s.mine & s.kings)
    theirs = MAN * count(s.theirs) + (KING - MAN) * count(s.theirs & s.kings)
    return mine - theirs
