"""Checkers, also called English draughts: taking is forced, and a man that reaches the last row becomes a king."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.evaluation.weights import put_into
from kibitz.game import Game
from kibitz.games.checkers import evaluation as judged
from kibitz.games.checkers import notation, places
from kibitz.games.checkers.board import BLACK, SQUARES, TOP, WHITE, State, number_of, position_key, turned
from kibitz.games.checkers.moves import (
    after,
    captures,
    crown_row,
    end_of,
    jumpers,
    start_of,
    steppers,
    steps,
    taken_by,
)
from kibitz.games.checkers.picture import drawn
from kibitz.native.bits import count
from kibitz.native.override import override

__all__ = ["Checkers", "State"]

WIN = 30_000.0
PATIENCE = 40  # moves by each side without a piece taken or a man moved, after which the game is a draw
MEN = TOP | TOP << 4 | TOP << 9  # the first three rows


class Checkers(Game):
    """Jump over all enemy men, or leave them without a move; taking is forced.

    An action is a whole move, with all its jumps: see `moves`.
    """

    title = "Checkers"
    notation = "PDN's FEN: who is to move, then the squares of both sides, K for kings: B:W18,24,27,K10:B12,16,20"
    utility_range = (-WIN, WIN)
    whole = True
    haste = 1.0
    swing = float(judged.MAN)
    unit = float(judged.MAN)
    repetition = 0.0
    feature_count = judged.FEATURES

    bare = ("learned_weights",)

    def __init__(self, evaluation: str = "learned", patience: int = PATIENCE) -> None:
        """`evaluation`: `learned` weights, or plain `material`.

        `patience`: after this many moves by each side without a piece taken or a man moved, the game is a draw.
        """
        if evaluation not in judged.EVALUATIONS:
            wanted = " or ".join(judged.EVALUATIONS)
            raise BadInput(f"evaluation={evaluation!r} is not an evaluation of checkers: expected {wanted}")
        if not 1 <= patience <= notation.MOST_PATIENCE:
            raise BadInput(f"patience={patience} is out of range: expected 1 to {notation.MOST_PATIENCE} moves")
        self.evaluation = evaluation
        self.patience = patience
        weights = judged.weights_of(evaluation)
        put_into(self, weights)
        self.learned_list = judged.Listing()
        self.weigh(weights.values)
        self.learned_is_sum = evaluation != "material"

    @override
    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return judged.EVALUATIONS if parameter == "evaluation" else ()

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(MEN, turned(MEN), 0, BLACK, 0)

    @override
    def player(self, s: State) -> int:
        return s.mover

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Steps, unless something can be taken: then only moves that take, each as far as it goes."""
        if s.still < 2 * self.patience:
            if jumpers(s):
                for a in captures(s):
                    yield a
            else:
                for a in steps(s):
                    yield a

    @override
    def result(self, s: State, a: int) -> State:
        return after(s, a)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.still >= 2 * self.patience or not (jumpers(s) | steppers(s))

    @override
    def utility(self, s: State, player: int) -> float:
        """Whoever cannot move has lost; a game that is over although there are moves is a draw."""
        if jumpers(s) | steppers(s):
            return 0.0
        return -WIN if player == s.mover else WIN

    # ------------------------------------------------------------ what helps the search

    @override
    def evaluate(self, s: State, player: int) -> float:
        guess = judged.summed(self.learned_sum, s) if self.learned_is_sum else judged.material(s)
        return float(guess if player == s.mover else -guess)

    @override
    def is_over_early(self, s: State) -> bool:
        return s.still >= 2 * self.patience

    @override
    def is_quiet(self, s: State) -> bool:
        """No piece has to be taken. Where one has, there is no other move, and no guess before all are taken."""
        return jumpers(s) == 0

    @override
    def is_noisy(self, s: State, a: int) -> bool:
        return taken_by(a) != 0

    @override
    def noisy_actions(self, s: State) -> Iterator[int]:
        if s.still < 2 * self.patience:
            for a in captures(s):  # noqa: UP028, since what is compiled has no `yield from`
                yield a

    @override
    def is_reducible(self, s: State, a: int) -> bool:
        """A step that neither makes a king nor offers anything: shots begin with men that are given away."""
        return taken_by(a) == 0 and not self.crowns(s, a) and jumpers(after(s, a)) == 0

    @override
    def order(self, s: State, a: int) -> float:
        """What it takes, kings first; then men that become kings."""
        return self.gain(s, a)

    @override
    def gain(self, s: State, a: int) -> float:
        taken = taken_by(a)
        kings = count(taken & s.kings)
        more = judged.KING - judged.MAN if self.crowns(s, a) else 0
        return float(judged.KING * kings + judged.MAN * (count(taken) - kings) + more)

    @override
    def action_kind(self, s: State, a: int) -> int:
        """From where to where."""
        return (number_of(start_of(a)) - 1) * SQUARES + number_of(end_of(a)) - 1

    def crowns(self, s: State, a: int) -> bool:
        """Does a man become a king?"""
        return crown_row(s.mover) >> end_of(a) & 1 == 1 and s.kings >> start_of(a) & 1 == 0

    @override
    def key(self, s: State) -> int:
        return position_key(s)

    @override
    def reversible(self, s: State) -> int:
        return s.still

    @override
    def is_memorable(self, s: State) -> bool:
        """Not in the last quarter of the moves to a draw: the key does not tell how many of them are left.

        Before that, what a search finds of up to 20 plies is right wherever the same pieces stand on the same squares.
        """
        return 2 * s.still < 3 * self.patience

    # ------------------------------------------------------------ endgame tables

    @override
    def section(self, s: State) -> int:
        return places.section_of(s)

    @override
    def place(self, s: State) -> int:
        return places.index_of(s)

    @override
    def is_swapped(self, s: State) -> bool:
        return s.mover == WHITE

    @override
    def section_size(self, section: int) -> int:
        return places.size_of(section)

    @override
    def is_placed(self, section: int, place: int) -> bool:
        return places.is_placed(section, place)

    @override
    def placed(self, section: int, place: int) -> State:
        return places.placed(section, place)

    @override
    def sections(self, men: int) -> Iterable[int]:
        return places.sections(men)

    @override
    def section_exits(self, section: int) -> Iterable[int]:
        return places.exits(section)

    @override
    def section_name(self, section: int) -> str:
        return places.name_of(section)

    @override
    def section_named(self, text: str) -> int:
        return places.section_named(text)

    @override
    def plies_allowed(self, s: State) -> int:
        return 2 * self.patience - s.still

    # ------------------------------------------------------------ features, from which the evaluation is learned

    @override
    def viewer(self, s: State) -> int:
        return s.mover

    @override
    def features(self, s: State) -> Iterator[tuple[int, float]]:
        return judged.features(self.learned_list, s)

    @override
    def weigh(self, weights: Any) -> None:
        self.learned_sum = judged.Summing(weights)
        self.learned_is_sum = True

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        return notation.position_text(s)

    @override
    def parse(self, text: str) -> State:
        return notation.read_position(text)

    @override
    def action_text(self, s: State, a: int) -> str:
        return notation.move_text(s, a)

    @override
    def parse_action(self, s: State, text: str) -> int:
        """A move by all its squares; or by the first and the last, where that says enough."""
        if self.is_terminal(s):
            raise BadInput(f"the game is over at {self.text(s)!r}: {text!r} cannot be played")
        return notation.read_move(s, text, list(self.actions(s)))

    @override
    def ending(self, s: State) -> str:
        if jumpers(s) | steppers(s):
            return f"The game is over: a draw, after {self.patience} moves each without a piece taken or a man moved."
        winner, loser = ("White", "Black") if s.mover == BLACK else ("Black", "White")
        return f"The game is over: {winner} won, since {loser} {'cannot move' if s.mine else 'has no pieces left'}."

    @override
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    @override
    def picture(self, s: State) -> Picture:
        moves = [] if self.is_terminal(s) else [self.action_text(s, a) for a in self.actions(s)]
        return drawn(s, moves)
