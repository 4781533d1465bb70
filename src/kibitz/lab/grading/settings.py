"""How a search is graded, unless something else is said."""

from __future__ import annotations

from dataclasses import dataclass

TREES = 200
SECONDS = 1.0  # of processor time for a call
POINTS = 100.0
BUDGET = 1.0


@dataclass(frozen=True)
class Settings:
    """How to grade."""

    kind: str | None = None
    seed: int = 0
    trees: int = TREES
    seconds: float = SECONDS
    points: float = POINTS
    budget: float = BUDGET  # how many times the leaves of alpha-beta it may read; 0: any number
    alternating: bool = False  # only games in which players take turns
