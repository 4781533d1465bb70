"""Predict, then see, over HTTP: what is asked before each step of a search, and grading. Nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from kibitz.lab.predicting.exercise import Exercise, exercise_on
from kibitz.lab.predicting.prediction_result import BYTE_ORDER_MARK, result
from kibitz.web.lab import run_asked
from kibitz.web.service import worked_out
from kibitz.web.tree_forms import RunAsked, Typed

router = APIRouter()

MOST_ANSWERS = 20_000
MOST_BLANKS = 3

Answers = Annotated[
    dict[Literal["v", "alpha", "beta", "cut", "next"], Typed],
    Field(max_length=MOST_BLANKS, description="by blank; null: the answer was shown, for no points"),
]


class PredictAsked(RunAsked):
    """A search to predict."""

    asked: list[Literal["v", "window", "cut", "next"]] = Field(
        ["v", "window", "cut"],
        min_length=1,
        max_length=4,
        description="what to ask about; of that, what the search has is asked",
    )


class BlankShown(BaseModel):
    """One thing to fill in."""

    name: str = Field(description="v, alpha, beta, cut or next")
    label: str
    kind: str = Field(description="number, vector, yes-no, or name")
    choices: list[str] = Field(description="of a name: those there are")


class PredictionShown(BaseModel):
    """What is asked before a step."""

    number: int = Field(description="from 1")
    step: int = Field(description="the index of the step that shows the answer")
    node: str
    prompt: str
    blanks: list[BlankShown]


class ExerciseShown(BaseModel):
    """Every question about a search, without the answers."""

    algorithm: str
    variant: str | None
    title: str
    asked: list[str] = Field(description="what is asked about")
    can_ask: list[str] = Field(description="what could be asked about this search")
    questions: list[PredictionShown]


class PredictionAnswered(PredictAsked):
    """The same search, and the answers to one question."""

    number: int = Field(ge=1, le=1_000_000)
    answers: Answers | None


class FilledShown(BaseModel):
    """One blank, graded."""

    label: str
    given: str
    expected: str
    right: bool


class PredictionGraded(BaseModel):
    """What the answers to a question are worth."""

    number: int
    step: int
    node: str
    points: int
    of: int
    filled: list[FilledShown]
    why: str = Field(description="what was wrong; empty where nothing was")
    sentence: str = Field(description="the same, and the step's own sentence")


class ResultAsked(PredictAsked):
    """The same search, and the answers to its first questions, in their order."""

    answers: list[Answers | None] = Field(max_length=MOST_ANSWERS)
    name: str = Field("", max_length=200, description="of the student: it goes into the table, and is not kept")


class RowShown(BaseModel):
    """A row of the result."""

    question: int
    step: int
    node: str
    asked: str
    given: str
    expected: str
    points: int


class ResultShown(BaseModel):
    """The result: points, of those for the questions answered, and of those for the whole exercise."""

    points: int
    of: int
    possible: int
    perfect: bool
    rows: list[RowShown]
    csv: str = Field(description="the table for a spreadsheet, formulas made harmless")


@router.post("/api/lab/predict", responses={200: {"model": ExerciseShown}})
async def predict(request: Request, asked: PredictAsked) -> Response:
    """What a student can be asked before each step of a search, without the answers."""
    return await worked_out(request, lambda: _exercise(asked).json())


@router.post("/api/lab/predict/grade", responses={200: {"model": PredictionGraded}})
async def grade_prediction(request: Request, asked: PredictionAnswered) -> Response:
    """What the answers to one question are worth, and the step's own sentence."""
    return await worked_out(request, lambda: _exercise(asked).grade(asked.number, _by_text(asked.answers)).json())


@router.post("/api/lab/predict/result", responses={200: {"model": ResultShown}})
async def prediction_result(request: Request, asked: ResultAsked) -> Response:
    """All answers of a student, graded, and as a table to hand in. Nothing is kept."""
    return await worked_out(request, lambda: _result(asked))


def _result(asked: ResultAsked) -> dict[str, Any]:
    told = result(_exercise(asked), [_by_text(each) for each in asked.answers], asked.name).json()
    return told | {"csv": BYTE_ORDER_MARK + told["csv"]}


def _by_text(answers: Mapping[Any, Any] | None) -> dict[str, Any] | None:
    return None if answers is None else dict(answers)


def _exercise(asked: PredictAsked) -> Exercise:
    return exercise_on(run_asked(asked), asked.asked)
