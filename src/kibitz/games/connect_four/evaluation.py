"""What a position of Connect Four looks like to someone who stops searching: threats, and in which rows they are."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.games.connect_four.board import State
from kibitz.games.connect_four.follow_up import FollowUp
from kibitz.native.bits import count
from kibitz.native.override import override

EVALUATIONS = ("none", "threats")
OWN_THREAT, OTHER_THREAT, OPEN_LINE = 30, 10, 1  # in tenths


class Judged(FollowUp):
    """A board with an evaluation, where one is asked for; without, every guess is 0 and exact values are proven."""

    has_evaluate = False
    has_is_quiet = False
    guesses_within = True

    def __init__(self, width: int = 7, height: int = 6, line: int = 4, evaluation: str = "none") -> None:
        super().__init__(width, height, line)
        if evaluation not in EVALUATIONS:
            wanted = " or ".join(EVALUATIONS)
            raise BadInput(f"evaluation={evaluation!r} is not an evaluation of connect-four: expected {wanted}")
        if evaluation != "none":
            self.evaluation = evaluation
            self.has_evaluate = self.has_is_quiet = True

    @override
    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return EVALUATIONS if parameter == "evaluation" else ()

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Threats of the player less those of the other: 3 for one in a row of its own, 1 for another, 0.1 for a line.

        A threat is an empty cell that would complete a line. When the other columns are full, the first player gets the
        odd rows (from the bottom, on a board of even height) and the second the even ones: there a threat wins in the
        end. A line counts as long as no stone of the other is in it.
        """
        if not self.has_evaluate:
            return 0.0
        guess = (self.promises(s, player) - self.promises(s, 1 - player)) / 10
        most = self.utility_range[1] - 1.0
        return max(-most, min(most, guess))

    def promises(self, s: State, player: int) -> int:
        """What a player's threats and open lines are worth to it, in tenths."""
        stones, threats = (s.me, s.mine) if player == self.player(s) else (s.all ^ s.me, s.theirs)
        own_rows = self.board & ~self.even if player == 0 else self.even
        total = OWN_THREAT * count(threats & own_rows) + OTHER_THREAT * count(threats & ~own_rows)
        if self.line == 4:
            free = self.board & ~(s.all ^ stones)
            for step in (1, self.height, self.height + 1, self.height + 2):
                total += OPEN_LINE * count(self.open_lines(free, stones, step)[0])
        return total

    @override
    def is_quiet(self, s: State) -> bool:
        """Nobody can complete a line with the next stone."""
        return not self.has_is_quiet or (s.mine | s.theirs) & self.playable(s) == 0
