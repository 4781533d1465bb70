"""Many positions solved in pieces, one each, wherever a `Spread` has it done."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.answer.certainty import Value
from kibitz.answer.options import Options
from kibitz.answer.solve import Solver
from kibitz.errors import KibitzError, Unsolved
from kibitz.game import Game, State
from kibitz.games import GameSource
from kibitz.native.override import override


class Solved(NamedTuple):
    """The exact value of a position for the player to move, or in a sentence why there is none."""

    value: Value | None
    sentence: str = ""
    is_unsolved: bool = False  # is it only that a limit was reached?


class PositionSolver:
    """Solving positions as work: called with a position and the keys of the game so far, it finds its value."""

    def __init__(self, game: Game, options: Options) -> None:
        self._game = game
        self._options = options
        self._solver: Solver | None = None

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return _position_solver, (GameSource.of(self._game), self._options)

    def __call__(self, asked: tuple[State, tuple[int, ...]]) -> Solved:
        """The value of a position; a limit that is reached, or a mistake in it, is told and not raised."""
        if self._solver is None:
            self._solver = Solver(self._game, self._options)
        try:
            return Solved(self._solver.value(*asked))
        except KibitzError as error:
            return Solved(None, str(error), isinstance(error, Unsolved))

    def warm_up(self, asked: tuple[State, tuple[int, ...]]) -> None:
        """Have compiled what is needed."""
        self(asked)


def _position_solver(source: GameSource, options: Options) -> PositionSolver:
    """What solves positions, in another process."""
    return PositionSolver(source.game(), options)
