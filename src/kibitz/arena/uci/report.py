"""What a search reports while it runs, and the `info` lines that say so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.game import Game

FARTHEST = 1_000  # plies to a forced end that are still told as such, not as a value


@dataclass(frozen=True)
class ReportedLine:
    """A line of play for the player to move: its value, and the plies to a forced end (negative: lost) if known."""

    value: float
    plies_to_end: int | None
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What has been found to a depth: one line of play or, with MultiPV, several, the best first."""

    depth: int
    reached: int  # the longest line that was looked at, in plies
    nodes: int
    seconds: float
    hash_full: int  # how much of the hash table is in use, in thousandths
    is_exact: bool
    lines: tuple[ReportedLine, ...]

    @property
    def value(self) -> float:
        """What the best line is worth to the player to move."""
        return self.lines[0].value

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of the best line."""
        return self.lines[0].moves

    def info(self, unit: float) -> Iterator[str]:
        """The lines for the chess program; `unit` is what a pawn is worth."""
        speed = round(self.nodes / self.seconds) if self.seconds > 0 else 0
        for number, line in enumerate(self.lines, 1):
            yield (
                f"info depth {self.depth} seldepth {max(self.depth, self.reached)} multipv {number}"
                f" score {score(line, unit)} nodes {self.nodes} nps {speed} hashfull {self.hash_full}"
                f" time {round(1000 * self.seconds)} pv {' '.join(line.moves)}"
            )


def score(line: ReportedLine, unit: float) -> str:
    """A value as the protocol writes it: hundredths of a pawn, or moves to mate."""
    if line.plies_to_end is None:
        return f"cp {round(100 * line.value / unit)}"
    moves = (abs(line.plies_to_end) + 1) // 2
    return f"mate {moves if line.plies_to_end > 0 else -moves}"


def plies_to_end(game: Game, value: float) -> int | None:
    """The plies to a forced win (or, negative, loss) that a value tells of, in a game where haste counts."""
    if game.haste <= 0:
        return None
    low, high = game.utility_range
    short = high - value if value > 0 else value - low
    plies = round(short / game.haste)
    if plies > FARTHEST:
        return None
    return plies if value > 0 else -plies
