"""Which position does an evaluation prefer, and by how much?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.games import game as game_of
from kibitz.games.tree import Tree
from kibitz.lab.drawing.boards import Board, boards_svg
from kibitz.lab.quiz_answers import Form
from kibitz.lab.quiz_question import Evidence, Grade, Question, node_choice, one_number
from kibitz.lab.quiz_trees import BETWEEN_TRIES, TRIES, Wishes
from kibitz.lab.recording import Step, shown
from kibitz.lab.tree_search import lab_tree
from kibitz.native.override import override
from kibitz.search.textbook.minimax import MINIMAX

POSITIONS = (2, 3, 4)  # to choose from
NAMES = "BCDE"  # as in a tree below A
WEIGHTS = (2, 3, 4, 5)  # of a line with two
MATERIAL = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
MEN = "ppppnnbbrrq"  # of one side, some of them
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Scored:
    """A position, and what a linear evaluation makes of it: each term is a weight and a number of features."""

    text: str
    terms: tuple[tuple[int, int], ...]

    @property
    def worth(self) -> int:
        """The sum of weights times features."""
        return sum(weight * count for weight, count in self.terms)

    @property
    def sum(self) -> str:
        """The sum, written out."""
        parts = [f"{weight}·{f'({count})' if count < 0 else count}" for weight, count in self.terms]
        written = " + ".join(parts).replace("+ -", "− ").replace("-", "−")
        return f"{written} = {shown(float(self.worth))}"


class Evaluation(Question):
    """The position that a weighted sum of features prefers: lines in tic-tac-toe, or material in chess."""

    kind, title, rank = "evaluation", "What an evaluation prefers", 85
    trees = ()
    needs_tree = False

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        return "an evaluation is asked about positions of a game, not about a tree: leave the tree out"

    @classmethod
    @override
    def tries(cls, seed: int, wishes: Wishes) -> Iterator[Question]:
        for attempt in range(TRIES):
            dice = random.Random(seed + attempt * BETWEEN_TRIES)
            subject = SUBJECTS[dice.randrange(len(SUBJECTS))](dice)
            if subject is not None:
                yield cls(seed, subject, dice.random() < 0.5, wishes)

    def __init__(self, seed: int, subject: Subject, by_how_much: bool, wishes: Wishes) -> None:
        self.subject = subject
        self.by_how_much = by_how_much
        leaves = " ".join(f"{name}: {each.worth}" for name, each in zip(NAMES, subject.positions, strict=False))
        super().__init__(seed, lab_tree(f"({leaves})"), wishes)

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.tree, MINIMAX)

    @property
    def positions(self) -> dict[str, Scored]:
        """The positions to choose from, by name."""
        return dict(zip(NAMES, self.subject.positions, strict=False))

    @property
    def ranking(self) -> list[str]:
        """The names of the positions, the best first."""
        return sorted(self.positions, key=lambda name: -self.positions[name].worth)

    @property
    @override
    def is_telling(self) -> bool:
        best, second = (self.positions[name].worth for name in self.ranking[:2])
        return best > second

    @property
    @override
    def sentence(self) -> str:
        asked = f"Which position does {self.subject.side} prefer?"
        if self.by_how_much:
            asked = f"By how much does {self.subject.side} prefer the best of these positions to the second best?"
        return f"{self.subject.formula} {asked}"

    @property
    @override
    def form(self) -> Form:
        if self.by_how_much:
            return one_number("Difference")
        return node_choice("Preferred", tuple(self.positions))

    @property
    @override
    def answer(self) -> Any:
        best, second = self.ranking[:2]
        return self.positions[best].worth - self.positions[second].worth if self.by_how_much else best

    @property
    @override
    def drawing(self) -> str:
        return boards_svg([self._board(name) for name in self.positions])

    @property
    @override
    def solution_drawing(self) -> str:
        return boards_svg([self._board(name, each.sum) for name, each in self.positions.items()])

    def _board(self, name: str, caption: str = "") -> Board:
        text = self.positions[name].text
        game = self.subject.game
        return Board(name, game.picture(game.parse(text)), caption)

    @override
    def graded(self, given: Any) -> Grade:
        best, second = self.ranking[:2]
        sums = "; ".join(f"{name}: {each.sum}" for name, each in self.positions.items())
        if given == self.answer:
            by = f" by {self.answer}" if self.by_how_much else ""
            return Grade(True, f"Right: {best} is preferred{by}. {sums}.", self.answer)
        wrong = f"{best} is preferred to {second} by {self.positions[best].worth - self.positions[second].worth}"
        step = self._settled()
        not_this = shown(given) if self.by_how_much else given
        return Grade(False, f"{wrong}, not {not_this}. {sums}.", self.answer, step.index)

    def _settled(self) -> Step:
        """The step at which the best position has been compared with all."""
        return next(step for step in reversed(self.recorder.steps) if step.event == "update")


@dataclass(frozen=True)
class Subject:
    """Positions of a game, and an evaluation of them in words."""

    game: Game
    side: str
    formula: str
    positions: list[Scored]


@cache
def _played(name: str) -> Game:
    return game_of(name)


def _tic_tac_toe(dice: random.Random) -> Subject | None:
    """What X may reach in one move from a position in the middle of a game."""
    game = _played("tic-tac-toe")
    s = game.initial()
    for _ in range(2 * dice.randrange(1, 3)):
        moves = list(game.actions(s))
        if not moves:
            return None
        s = game.result(s, moves[dice.randrange(len(moves))])
    reached = [game.result(s, a) for a in game.actions(s)]
    reached = [after for after in reached if not game.is_terminal(after)]
    count = POSITIONS[dice.randrange(len(POSITIONS))]
    if len(reached) < count:
        return None
    dice.shuffle(reached)
    weight = WEIGHTS[dice.randrange(len(WEIGHTS))]
    formula = (
        f"Eval = {weight}·X₂ + X₁ − ({weight}·O₂ + O₁): X₂ is the number of lines with two X and no O, "
        "X₁ of those with one X and no O; O₂ and O₁ likewise."
    )
    return Subject(game, "X", formula, [_scored_lines(game.text(after), weight) for after in reached[:count]])


def _scored_lines(text: str, weight: int) -> Scored:
    found = {(side, stones): 0 for side in "XO" for stones in (1, 2)}
    for line in LINES:
        cells = [text[square] for square in line]
        for side, other in ("XO", "OX"):
            if other not in cells and cells.count(side) in (1, 2):
                found[side, cells.count(side)] += 1
    return Scored(
        text,
        ((weight, found["X", 2]), (1, found["X", 1]), (-weight, found["O", 2]), (-1, found["O", 1])),
    )


def _chess(dice: random.Random) -> Subject | None:
    """Positions with a few pieces each."""
    game = _played("chess")
    positions = [_material(game, dice) for _ in range(POSITIONS[dice.randrange(len(POSITIONS))])]
    if any(position is None for position in positions):
        return None
    formula = "Eval is White's material less Black's: a pawn is worth 1, a knight or bishop 3, a rook 5, a queen 9."
    return Subject(game, "White", formula, [position for position in positions if position is not None])


def _material(game: Game, dice: random.Random) -> Scored | None:
    """A position with kings and some men of each side; None where the rules do not allow it."""
    men = [man for side in (str.upper, str.lower) for man in map(side, dice.sample(MEN, dice.randrange(2, 6)))]
    squares = dice.sample(range(64), 2 + len(men))
    board = ["."] * 64
    for square, man in zip(squares, ["K", "k", *men], strict=True):
        if man in "Pp" and not 8 <= square < 56:
            return None
        board[square] = man
    rows = ["".join(board[row * 8 : row * 8 + 8]) for row in range(8)]
    text = f"{'/'.join(_counted(row) for row in rows)} w - - 0 1"
    try:
        game.parse(text)
    except BadInput:
        return None
    terms = [(weight, men.count(man.upper()) - men.count(man)) for man, weight in MATERIAL.items()]
    return Scored(text, tuple(term for term in terms if term[1]) or ((1, 0),))


def _counted(row: str) -> str:
    """A row of a board as in a FEN: empty squares are counted."""
    for run in range(8, 0, -1):
        row = row.replace("." * run, str(run))
    return row


SUBJECTS: tuple[Callable[[random.Random], Subject | None], ...] = (_tic_tac_toe, _chess)
