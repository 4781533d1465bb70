"""The parts of an answer: one legal move, and what the search did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.answer.certainty import UNDECIDED, Value
from kibitz.game import Action, Game, State


@dataclass(frozen=True)
class MoveReport:
    """One legal move: its value for the player to move (a vector for several players) and the line that follows."""

    move: str
    action: Action
    value: Value
    words: str
    loss: float
    line: tuple[str, ...]
    standard_error: float | None = None  # of the value, where that is an average over deals
    loss_error: float | None = None  # of the loss
    best_share: float | None = None  # of the deals: those in which no other move is better
    probability: float | None = None  # of playing it, where moves are to be mixed
    visits: int | None = None  # simulations that began with it, where the value is their average
    confidence: float | None = None  # half of the interval in which their average lies with 95 % probability
    error: float | None = (
        None  # the most by which leaving out outcomes may change the value; None where none is left out
    )
    exact: bool = False  # is the value proven?
    outcome: str | None = None  # "win", "draw" or "loss" for the player to move, where that is proven
    distance: int | None = None  # plies to the end under best play, this move included, where a search has counted them

    @property
    def undecided(self) -> bool:
        """Is nothing known about the value?"""
        return not self.exact and self.words.startswith(UNDECIDED)


@dataclass(frozen=True)
class SearchReport:
    """What the search did."""

    algorithm: str
    depth: int
    nodes: int
    seconds: float
    table_hits: int = 0
    cutoffs: int = 0
    stopped_by: str = "solved"
    statistics: dict[str, Any] = field(default_factory=dict)

    @property
    def nodes_per_second(self) -> int:
        """Speed; 0 where there was nothing to measure."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


class Answered(Protocol):
    """What an `Analysis` is to those who put it into sentences."""

    @property
    def game(self) -> Game: ...
    @property
    def state(self) -> State: ...
    @property
    def player(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def best(self) -> str | None: ...
    @property
    def words(self) -> str: ...
    @property
    def moves(self) -> tuple[MoveReport, ...]: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def undecided(self) -> bool: ...
