"""The result of an exercise, to be handed in: every question with the answer given, the right one, and the points."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, NamedTuple

from kibitz.lab.predicting.exercise import Exercise, Graded
from kibitz.lab.tree_text import canonical

COLUMNS = ("question", "step", "node", "asked", "answer", "right answer", "points")
BYTE_ORDER_MARK = "\ufeff"  # without it, spreadsheets do not know that a file is in UTF-8
NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of a formula


class Row(NamedTuple):
    """One blank of one question: a line of the table."""

    question: int
    step: int
    node: str
    asked: str
    given: str  # empty where the answer was shown
    expected: str
    points: int


@dataclass(frozen=True)
class PredictionResult:
    """What a student has answered, graded."""

    exercise: Exercise
    graded: tuple[Graded, ...]
    name: str = ""  # of the student

    @property
    def points(self) -> int:
        """One for each blank that is right."""
        return sum(each.points for each in self.graded)

    @property
    def of(self) -> int:
        """The points there were for the questions answered or shown."""
        return sum(len(each.filled) for each in self.graded)

    @property
    def possible(self) -> int:
        """The points of the whole exercise."""
        return sum(len(question.blanks) for question in self.exercise.questions)

    @property
    def is_perfect(self) -> bool:
        """Is every question of the exercise answered, and every answer right?"""
        return self.points == self.possible

    @property
    def rows(self) -> list[Row]:
        """The table, a row for each blank."""
        return [
            Row(each.asked.number, each.asked.step + 1, each.asked.node, filled.label, *filled[1:3], int(filled.right))
            for each in self.graded
            for filled in each.filled
        ]

    def csv(self) -> str:
        """The table for a spreadsheet: the exercise and the score first, then a line for each row.

        No field can be taken for a formula: a number stays a number, any other text that begins like one is quoted
        with an apostrophe.
        """
        run = self.exercise.run
        file = StringIO()
        write = csv.writer(file, lineterminator="\r\n").writerow
        for name, value in (
            ("name", self.name),
            ("tree", canonical(run.tree.node(0))),
            ("search", run.algorithm.title),
            ("points", self.points),
            ("of", self.possible),
        ):
            write([name, safe(value)])
        write([])
        write(COLUMNS)
        for row in self.rows:
            write([safe(value) for value in row])
        return file.getvalue()

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        score = {"points": self.points, "of": self.of, "possible": self.possible, "perfect": self.is_perfect}
        return score | {"rows": [row._asdict() for row in self.rows], "csv": self.csv()}


def result(exercise: Exercise, answers: Sequence[Mapping[str, Any] | None], name: str = "") -> PredictionResult:
    """Grade the answers to the first questions of an exercise, in their order; None where one was shown."""
    graded = tuple(exercise.grade(number, given) for number, given in enumerate(answers, 1))
    return PredictionResult(exercise, graded, name)


def safe(value: object) -> str:
    """A field that no spreadsheet takes for a formula; a negative number still reads as a number."""
    text = str(value).removeprefix("+") if value == "+∞" else str(value)
    plain = text.replace("−", "-")
    if NUMBER.fullmatch(plain):
        return plain
    return f"'{text}" if text.startswith(FORMULA) else text
