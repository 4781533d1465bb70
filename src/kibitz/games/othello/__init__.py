"""Othello: enclose the other's discs to turn them over; whoever has most in the end wins."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.draw.men import Piece
from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.evaluation.weights import Weights, put_into
from kibitz.game.notation import counted
from kibitz.games.othello import forecasts, notation
from kibitz.games.othello.board import EMPTIES, PASS, WIDTH, Board, State
from kibitz.games.othello.handmade import handmade
from kibitz.games.othello.last_squares import after_few, odd_squares
from kibitz.games.othello.patterns import (
    FEATURES,
    by_configuration,
    pattern_features,
    pattern_value,
    shared,
    ternary,
)
from kibitz.games.othello.stability import most_possible
from kibitz.native.bits import bit, count, has, lowest, mix, without_lowest
from kibitz.native.override import override

__all__ = ["Othello", "State"]

MOST_ADJUDGED = 12
SURE = 6  # empty squares: with as many or fewer an evaluation is the exact value, which takes some microseconds
EVALUATIONS = ("patterns", "rules")
WEIGHTS = Path(__file__).parent / "weights.npz"


@functools.cache
def shipped() -> tuple[Weights, Any, Any]:
    """The weights that come with the game, learned from self-play, and as they are used: see `by_configuration`."""
    weights = Weights.load(WEIGHTS)
    return weights, *by_configuration(weights)


SALT = 0x5851F42D4C957F2D  # mix(0) is 0: so that a side without discs counts too


class Othello(Board):
    """Enclose discs between two of yours to turn them over; who has most in the end wins.

    An action is the square on which a disc is placed, or `PASS` for whoever cannot place one.
    """

    title = "Othello"
    notation = "64 of X O - row by row from a1, a space, the side to move: …---OX------XO---… X"
    whole = True
    guesses_within = True
    swing = 4.0
    steady = 1.5  # stable discs are counted only from this much asked for, for every empty square

    def __init__(self, size: int = 8, empties: str = "usual", evaluation: str = "patterns", adjudged: int = 0) -> None:
        """`evaluation`: by `patterns` that were learned, on the board of 8×8, or by `rules` of thumb.

        `adjudged`: with this many squares left the game is over, and counts what best play would have made of it. So
        one learns from what a position is worth, not from mistakes at the end.
        """
        import numpy as np

        super().__init__(size, empties)
        if evaluation not in EVALUATIONS:
            raise BadInput(f"evaluation must be patterns or rules, got {evaluation!r}")
        if not 0 <= adjudged <= MOST_ADJUDGED:
            raise BadInput(f"adjudged must be from 0 to {MOST_ADJUDGED} squares, got {adjudged}")
        self.evaluation = evaluation
        self.adjudged = adjudged
        is_usual = size == WIDTH
        self.uses_patterns = is_usual and evaluation == "patterns" and WEIGHTS.exists()
        self.feature_count = FEATURES if is_usual else 0
        self.learned_forecasts = forecasts.rows()
        nothing = np.zeros(1, np.int64)
        self.learned_digits, self.learned_shares = (ternary(), shared()) if is_usual else (nothing, nothing)
        self.learned_parts, self.learned_numbers = nothing.astype(np.int16), np.zeros(1)
        if self.uses_patterns:
            weights, self.learned_parts, self.learned_numbers = shipped()
            put_into(self, weights)

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        half = self.size // 2
        me = bit(self.square(half - 1, half)) | bit(self.square(half, half - 1))
        other = bit(self.square(half - 1, half - 1)) | bit(self.square(half, half))
        return State(me, other, self.legal(me, other), 0)

    @override
    def player(self, s: State) -> int:
        return s.mover

    @override
    def actions(self, s: State) -> Iterator[int]:
        left = 0 if self.left(s) <= self.adjudged else s.moves
        if left == 0 and self.left(s) > self.adjudged and self.legal(s.other, s.me):
            yield PASS
        while left:
            yield lowest(left)
            left = without_lowest(left)

    @override
    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return State(s.other, s.me, self.legal(s.other, s.me), 1 - s.mover)
        turned = self.flips(s.me, s.other, a)
        me, other = s.other ^ turned, s.me ^ turned ^ bit(a)
        return State(me, other, self.legal(me, other), 1 - s.mover)

    @override
    def is_terminal(self, s: State) -> bool:
        if self.left(s) <= self.adjudged:
            return True
        return s.moves == 0 and self.legal(s.other, s.me) == 0

    @override
    def utility(self, s: State, player: int) -> float:
        """The difference in discs, for the player; the winner gets the squares that are empty too, by default."""
        lead = float(self.score(s.me, s.other))
        if self.adjudged > 0 and self.left(s) <= self.adjudged:
            lead = float(after_few(self, s.me, s.other, -self.cells, self.cells, self.left(s))[0])
        return lead if player == s.mover else -lead

    # ------------------------------------------------------------ what makes the search fast

    @override
    def key(self, s: State) -> int:
        return mix(mix(s.me ^ SALT) ^ s.other) ^ s.mover

    @override
    def is_memorable(self, s: State) -> bool:
        """Not where `settled` tells."""
        return self.left(s) > self.few

    @override
    def settled(self, s: State, alpha: float, beta: float) -> tuple[float, int]:
        """The last squares, searched by code of their own; before them, whether the other's stable discs are enough."""
        squares = self.left(s)
        if squares > self.few:
            # Only where much is asked for and the other has a corner. On FFO 40, won by 38, it saves 3 % of the nodes.
            if s.other & self.corners and alpha >= self.cells - 2 * count(s.other) and alpha >= self.steady * squares:
                most = most_possible(self, s.me, s.other)
                if most <= alpha:
                    return float(most), 0
            return 0.0, -1
        low = math.floor(max(alpha, -self.cells - 1.0))
        high = math.ceil(min(beta, self.cells + 1.0))
        value, looked = after_few(self, s.me, s.other, low, high, squares)
        return float(value), looked

    @override
    def lasts(self, s: State) -> int:
        """No two passes in a row: at most one for every square."""
        return 2 * self.left(s)

    @override
    def order(self, s: State, a: int) -> float:
        """By the square alone: corners first, the squares that give them away last."""
        if a != PASS and has(self.corners, a):
            return 1.0
        return -1.0 if a != PASS and has(self.beside, a) else 0.0

    @override
    def action_kind(self, s: State, a: int) -> int:
        """The square, and how far the game is."""
        return a + 65 * (self.left(s) // 8)

    @override
    def survey(self, s: State) -> int:
        """Where an odd number of squares is left: see `last_squares`."""
        return odd_squares(self.empty(s))

    @override
    def promise(self, s: State, a: int, after: State, odd: int) -> float:
        """Few replies, above all none in a corner (fastest first); then the evaluation, a corner and an odd region."""
        total = -4 * (count(after.moves) + count(after.moves & self.corners))
        if a != PASS:
            total += (1 if has(odd, a) else 0) + (1 if has(self.corners, a) else 0)
        if self.left(s) > self.judged:
            return total * 0.25 - self.judgement(after)
        return float(total)

    @override
    def evaluate(self, s: State, player: int) -> float:
        v = self.judgement(s)
        return v if player == s.mover else -v

    def judgement(self, s: State) -> float:
        """What a position is worth to the player to move, in discs: a guess."""
        left = self.left(s)
        if left <= SURE:
            return float(after_few(self, s.me, s.other, -self.cells, self.cells, left)[0])
        return pattern_value(self, s) if self.uses_patterns else handmade(self, s)

    @override
    def forecast(self, s: State, depth: int) -> tuple[int, float, float, float]:
        """As measured; what is deeper is taken to be foretold as well by a search that is four plies less deep."""
        if depth < forecasts.FIRST:
            return 0, 1.0, 0.0, 0.0
        known = depth if depth <= forecasts.LAST else forecasts.LAST - (depth - forecasts.LAST) % 2
        stage = 0
        for least in forecasts.STAGES:
            if self.left(s) < least:
                stage += 1
        at = 3 * ((known - forecasts.FIRST) * (len(forecasts.STAGES) + 1) + stage)
        told = self.learned_forecasts
        return depth - forecasts.APART, float(told[at]), float(told[at + 1]), float(told[at + 2])

    @override
    def features(self, s: State) -> Iterator[tuple[int, float]]:
        """The patterns of a position, seen by the player to move; on the board of 8×8 only."""
        return pattern_features(self, s)

    @override
    def viewer(self, s: State) -> int:
        return s.mover

    # ------------------------------------------------------------ notation and picture

    @classmethod
    @override
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return {"empties": EMPTIES, "evaluation": EVALUATIONS}.get(parameter, ())

    @override
    def text(self, s: State) -> str:
        return notation.written(self, s)

    @override
    def parse(self, text: str) -> State:
        return notation.read(self, text)

    @override
    def action_text(self, s: State, a: int) -> str:
        return notation.written_square(self, a)

    @override
    def words(self, s: State, value: float) -> str:
        return f"{'wins' if value > 0 else 'loses'} by {abs(value):g}" if value else "draws"

    @override
    def ending(self, s: State) -> str:
        first, second = (s.me, s.other) if s.mover == 0 else (s.other, s.me)
        discs = sorted((count(first), count(second)), reverse=True)
        who = "Nobody" if discs[0] == discs[1] else "Black (X)" if count(first) > count(second) else "White (O)"
        return f"{who} wins, {discs[0]} discs to {discs[1]}."

    @override
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    @override
    def score_text(self, s: State, player: int) -> str:
        discs = count(s.me if s.mover == player else s.other)
        return counted(discs, "disc")

    @override
    def picture(self, s: State) -> Picture:
        signs = notation.symbols(self, s).replace(notation.NO_DISC, EMPTY)
        over = self.is_terminal(s)
        placed = [] if over else [a for a in self.actions(s) if a != PASS]
        return Picture(
            cells=tuple(tuple(signs[start : start + self.size]) for start in range(0, self.cells, self.size)),
            owners={"X": 0, "O": 1},
            column_labels=tuple(notation.LETTERS[: self.size]),
            row_labels=tuple(str(row + 1) for row in range(self.size)),
            surface="felt",
            pieces={"X": Piece("disc", is_white=False), "O": Piece("disc")},
            clicks={self.action_text(s, a): notation.cell(self, a) for a in placed},
        )
