"""What GTP asks of Go alone: scores, dead stones, when to pass, handicap stones, SGF files."""

from __future__ import annotations

from pathlib import Path

from kibitz.arena.gtp.gtp_thinkers import Choice
from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.record import KeptGame
from kibitz.games.go import Go
from kibitz.games.go.board import BLACK, PASS, passes
from kibitz.games.go.dead_stones import PLAYOUTS, Settled, settled, stones_of
from kibitz.games.go.points import each, some
from kibitz.games.go.record import Record
from kibitz.games.go.stones import lead

SURE = 0.98  # of the playouts must be won before a pass, while the other player still may play on
MOST_HANDICAP = 9
FEW_PLAYOUTS = 60  # where they are not compiled


class BoardOfGo:
    """A game of Go as the protocol sees it; `BadInput` for any other game."""

    def __init__(self, game: Game, *, interpreted: bool = False) -> None:
        if not isinstance(game, Go):
            raise BadInput(f"only Go answers this, and the game is {game.facts.name!r}")
        self.game = game
        self._interpreted = interpreted

    @property
    def komi(self) -> float:
        """The points that White gets for moving second."""
        return self.game.komi

    def is_empty(self, s: State) -> bool:
        """Is there no stone on the board?"""
        return all(not some(stones) for stones in stones_of(s))

    def settled(self, s: State) -> Settled:
        """What playouts say of a position."""
        playouts = FEW_PLAYOUTS if self._interpreted else PLAYOUTS
        return settled(self.game, s, playouts=playouts, interpreted=self._interpreted)

    def score_text(self, s: State) -> str:
        """The score with dead stones taken away, such as `B+3.5`; `0` for a draw."""
        margin = self.settled(s).lead() - self.game.komi
        if margin == 0:
            return "0"
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    def strings(self, s: State, *, is_dead: bool) -> list[list[str]]:
        """The groups that are dead, or that live, as the texts of their points."""
        return [[self._text(point) for point in each(group)] for group in self.settled(s).groups(dead=is_dead)]

    def pass_is_enough(self, s: State, player: int, choice: Choice) -> Action | None:
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
        return self.game.action_text(self.game.initial(), point)

    def read_sgf(self, path: Path) -> KeptGame:
        """The game in a file: its size and komi, the first position, and what was played."""
        try:
            return Record().read(path.read_text(errors="replace"))
        except (OSError, BadInput) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadInput(f"cannot load file: {reason}") from None
