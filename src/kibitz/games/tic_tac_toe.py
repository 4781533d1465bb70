"""Tic-tac-toe, the game that every textbook begins with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.threats import Threat, joined
from kibitz.native.bits import count, squares
from kibitz.native.override import override

# Squares, and the bits that stand for them:   1 2 3     0 1 2
#                                              4 5 6     3 4 5
#                                              7 8 9     6 7 8
LINES = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
FULL = 0b111111111
EVALUATIONS = ("none", "lines")
OPEN_LINES = 10  # so many lines that are still open would be worth as much as a win; there are only eight


class State(NamedTuple):
    """The stones of the two players, one bit per square."""

    me: int  # of the player to move
    other: int


def has_line(stones: int) -> bool:
    """Are three of these stones in a row?"""
    for line in LINES:
        if stones & line == line:
            return True
    return False


def open_lines(stones: int) -> int:
    """How many lines have none of these stones in them: they are still open to the other player."""
    number = 0
    for line in LINES:
        if stones & line == 0:
            number += 1
    return number


def has_gap(stones: int, others: int) -> bool:
    """Do these stones need only one more for a line?"""
    for line in LINES:
        if count(stones & line) == 2 and others & line == 0:
            return True
    return False


class TicTacToe(Game):
    """Three in a row on a 3×3 board."""

    title = "Tic-tac-toe"
    notation = "nine of X O ., row by row"
    utility_range = (-1.0, 1.0)
    opens = "lab"
    has_evaluate = False
    has_is_quiet = False
    guesses_within = True

    def __init__(self, evaluation: str = "none") -> None:
        """`evaluation`: `none`, where exact values are wanted, or open `lines`, for searches to a depth."""
        if evaluation not in EVALUATIONS:
            wanted = " or ".join(EVALUATIONS)
            raise BadInput(f"evaluation={evaluation!r} is not an evaluation of tic-tac-toe: expected {wanted}")
        if evaluation != "none":
            self.evaluation = evaluation
            self.has_evaluate = self.has_is_quiet = True

    @override
    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return EVALUATIONS if parameter == "evaluation" else ()

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(0, 0)

    @override
    def player(self, s: State) -> int:
        return count(s.me | s.other) % 2

    @override
    def actions(self, s: State) -> Iterator[int]:
        if not has_line(s.other):
            for square in range(9):
                if not (s.me | s.other) >> square & 1:
                    yield square

    @override
    def result(self, s: State, square: int) -> State:
        return State(s.other, s.me | 1 << square)

    @override
    def is_terminal(self, s: State) -> bool:
        return has_line(s.other) or (s.me | s.other) == FULL

    @override
    def utility(self, s: State, player: int) -> float:
        if not has_line(s.other):
            return 0.0
        return -1.0 if player == self.player(s) else 1.0

    @override
    def previous(self, s: State) -> Iterator[State]:
        for square in squares(s.other):
            if not has_line(s.me) and not has_line(s.other ^ 1 << square):
                yield State(s.other ^ 1 << square, s.me)

    # ------------------------------------------------------------ what a search goes by that stops early

    @override
    def evaluate(self, s: State, player: int) -> float:
        """A tenth for every line that is still open to the player, less a tenth for every one open to the other."""
        if not self.has_evaluate:
            return 0.0
        guess = (open_lines(s.other) - open_lines(s.me)) / OPEN_LINES
        return guess if player == self.player(s) else -guess

    @override
    def is_quiet(self, s: State) -> bool:
        """Nobody has two in a row with the third square free."""
        return not self.has_is_quiet or not (has_gap(s.me, s.other) or has_gap(s.other, s.me))

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        first, second = (s.me, s.other) if self.player(s) == 0 else (s.other, s.me)
        return "".join("X" if first >> n & 1 else "O" if second >> n & 1 else "." for n in range(9))

    @override
    def parse(self, text: str) -> State:
        cells = text.strip().upper()
        if len(cells) != 9 or set(cells) - set("XO."):
            raise BadInput(f"{text!r} is not a position of tic-tac-toe: expected nine of X, O and '.', row by row")
        first = sum(1 << n for n in range(9) if cells[n] == "X")
        second = sum(1 << n for n in range(9) if cells[n] == "O")
        ahead = count(first) - count(second)
        if ahead not in (0, 1):
            raise BadInput(f"{text!r} has {count(first)} X and {count(second)} O: expected as many, or one X more")
        s = State(first, second) if ahead == 0 else State(second, first)
        if has_line(s.me):
            raise BadInput(f"{text!r} cannot arise: {'XO'[self.player(s)]} had a line before the other's last move")
        return s

    @override
    def action_text(self, s: State, square: int) -> str:
        return str(square + 1)

    @override
    def threats(self, s: State, player: int) -> Iterable[Threat]:
        """The squares where one more stone makes three in a row."""
        own, others = (s.me, s.other) if player == self.player(s) else (s.other, s.me)
        lines = [] if self.is_terminal(s) else LINES
        gaps = sorted({n for line in lines if count(own & line) == 2 for n in squares(line & ~(own | others))})
        if gaps:
            names = [self.action_text(s, n) for n in gaps]
            cells = tuple(divmod(n, 3) for n in gaps)
            yield Threat(f"three in a row at {joined(names)}", tuple(names), cells, wins=True)

    @override
    def player_name(self, player: int) -> str:
        return "XO"[player]

    @override
    def picture(self, s: State) -> Picture:
        text = self.text(s)
        free = {self.action_text(s, n): divmod(n, 3) for n in range(9) if text[n] == EMPTY}
        lines = [line for line in LINES if s.other & line == line]
        return Picture(
            cells=tuple(tuple(text[row * 3 : row * 3 + 3]) for row in range(3)),
            owners={"X": 0, "O": 1},
            marked=frozenset(divmod(n, 3) for line in lines for n in squares(line)),
            clicks={} if self.is_terminal(s) else free,
        )
