"""What Go players agree on beside the rules: scores and dead stones, when to pass, where handicap stones lie."""

from __future__ import annotations

from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.manners import GameManners
from kibitz.games.go import Go
from kibitz.games.go.board import BLACK, PASS, passes
from kibitz.games.go.dead_stones import PLAYOUTS, Settled, resumed, settled, stones_of, with_mover
from kibitz.games.go.points import each
from kibitz.games.go.stones import lead
from kibitz.native.override import override

SURE = 0.98  # of the playouts must be won before a pass, while the other player still may play on
MOST_HANDICAP = 9
FEW_PLAYOUTS = 60  # where they are not compiled


class Manners(GameManners):
    """A game of Go as its players see it."""

    def __init__(self, game: Game, *, interpreted: bool = False) -> None:
        assert isinstance(game, Go), "only Go has these manners"
        self.game: Any = game
        self._interpreted = interpreted

    @override
    def turned(self, s: State, player: int) -> State:
        """The same board with this player to move, even where both have passed."""
        return with_mover(resumed(s) if passes(s) > 1 else s, player)

    @override
    def stones(self, s: State) -> tuple[list[str], list[str]]:
        """Where Black's stones lie, and White's."""
        black, white = ([self._text(point) for point in each(stones)] for stones in stones_of(s))
        return black, white

    def settled(self, s: State) -> Settled:
        """What playouts say of a position."""
        playouts = FEW_PLAYOUTS if self._interpreted else PLAYOUTS
        return settled(self.game, s, playouts=playouts, interpreted=self._interpreted)

    @override
    def score_text(self, s: State) -> str:
        """The score with dead stones taken away, such as `B+3.5`; `0` for a draw."""
        margin = self.settled(s).lead() - self.game.komi
        if margin == 0:
            return "0"
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    @override
    def strings(self, s: State, *, is_dead: bool) -> list[list[str]]:
        """The groups that are dead, or that live, as the texts of their points."""
        return [[self._text(point) for point in each(group)] for group in self.settled(s).groups(dead=is_dead)]

    @override
    def pass_is_enough(self, s: State, player: int) -> Action | None:
        """A pass where that wins: by the rules as the board stands, and either at once or with nothing left to gain.

        Stones that are dead but still there count for their owner then, so they are taken first.
        """
        margin = lead(self.game, s) - self.game.komi
        if (margin if player == BLACK else -margin) <= 0:
            return None
        if passes(s) == 1:
            return PASS
        found = self.settled(self.game.result(s, PASS))
        wins = found.black_wins if player == BLACK else 1.0 - found.black_wins
        return PASS if found.is_settled and wins >= SURE else None

    @override
    def handicap(self, number: int) -> list[str]:
        """The usual points for this many handicap stones."""
        size = self.game.size
        if size < 7 or not 2 <= number <= (MOST_HANDICAP if size % 2 else 4):
            raise BadInput("invalid number of stones")
        low = 2 if size < 13 else 3
        high, middle = size - 1 - low, size // 2
        corners = [(low, low), (high, high), (high, low), (low, high)]
        sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
        points = corners[:number]
        if number in (6, 7, 8, 9):
            points = corners + sides[: 2 if number < 8 else 4]
        if number in (5, 7, 9):
            points = [*corners, *points[4:], (middle, middle)]
        return [self._text(self.game.point(row, column)) for row, column in points]

    def _text(self, point: int) -> str:
        return str(self.game.action_text(self.game.initial(), point))
