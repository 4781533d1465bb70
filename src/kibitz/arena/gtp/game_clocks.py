"""The clocks of a game as GTP sets them: a main time, then periods with a number of moves each."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.errors import BadInput
from kibitz.search.pacing import OVERHEAD, Pace


@dataclass
class GameClocks:
    """What the controller said of time. Without any, every move has `per_move` seconds.

    `time_left` counts: a controller that never sends it is taken to leave all of the main time, so a move is then
    given an even share of it.
    """

    per_move: float
    main: float | None = None  # seconds; None: no clock was set
    period: float = 0.0
    stones: int = 0  # moves in a period; 0: there are none, the main time is all
    left: list[tuple[float, int] | None] = field(default_factory=lambda: [None, None])

    def set(self, main: float, period: float, stones: int) -> None:
        """The words of `time_settings`. A period without moves to make in it means that there is no limit."""
        if main < 0 or period < 0 or stones < 0:
            raise BadInput(f"times and stones must not be negative, got {main:g} {period:g} {stones}")
        self.left = [None, None]
        if period > 0 and stones == 0:
            self.main = None
            return
        self.main, self.period, self.stones = main, period, stones

    def remain(self, player: int, seconds: float, stones: int) -> None:
        """The words of `time_left`: what one player has, in the main time (no stones) or for some moves."""
        self.left[player] = (seconds, stones)

    def begin_game(self) -> None:
        """Both clocks are full again."""
        self.left = [None, None]

    def pace(self, player: int) -> Pace:
        """How long the player may think about the next move."""
        if self.main is None:
            return Pace.of_move(self.per_move)
        seconds, stones = self.left[player] or (self.main, 0)
        if stones == 0 and self.stones > 0 and seconds <= OVERHEAD:
            seconds, stones = self.period, self.stones
        if stones > 0:  # what is not used of a period is lost: an even share, and all of it with the last move
            return Pace.of_move(seconds / stones)
        share = self.period / self.stones if self.stones > 0 else 0.0
        return Pace.of_clock(seconds + share, increment=share)
