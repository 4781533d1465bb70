"""Quizzes over HTTP: questions about trees, their grading, and sheets of them to print."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from kibitz.lab.quiz import Question, grade, question
from kibitz.lab.sheet import MOST_ITEMS, sheet
from kibitz.lab.tree_search import MOST_NODES
from kibitz.web.requests import Asked
from kibitz.web.service import service, worked_out
from kibitz.web.tree_forms import TYPED_SCHEMA, NodeName, Seed, TreeText, Variant, drawn_seed, is_typed

router = APIRouter()

QuizKind = Literal["value", "prune", "window", "select"]


def _answer(given: Any) -> Any:
    parts = given.values() if isinstance(given, dict) else given if isinstance(given, list) else [given]
    if len(parts) <= MOST_NODES and all(map(is_typed, parts)):
        return given
    what = "a number or its text, alpha and beta with one each, or a list of names"
    raise PydanticCustomError("expected", "expected {what}", {"what": what})


Answer = Annotated[
    Any,
    BeforeValidator(_answer),
    WithJsonSchema(
        {
            "anyOf": [
                *TYPED_SCHEMA["anyOf"],
                {
                    "type": "object",
                    "properties": {"alpha": TYPED_SCHEMA, "beta": TYPED_SCHEMA},
                    "required": ["alpha", "beta"],
                    "additionalProperties": False,
                },
                {"type": "array", "items": TYPED_SCHEMA, "maxItems": MOST_NODES},
            ]
        }
    ),
]


class QuizAsked(Asked):
    """A question to ask: about `tree`, or about a random one. `node` is the one whose window is asked for."""

    kind: QuizKind
    seed: Seed | None = None
    tree: TreeText | None = None
    variant: Variant = "fail-soft"
    depth: int = Field(3, ge=2, le=6)
    branching: int = Field(3, ge=2, le=6)
    node: NodeName | None = None


class QuizShown(BaseModel):
    """The question. `algorithm` is the search whose recording shows the answer."""

    kind: str
    seed: int
    tree: str
    variant: str
    algorithm: str
    sentence: str
    svg: str
    node: str | None
    at: str
    parts_to_click: list[str]


class GradeAsked(QuizAsked):
    """The same question again, and a student's answer to it."""

    seed: Seed
    answer: Answer


class GradeShown(BaseModel):
    """How right an answer is; `step` is where the recording shows the first mistake."""

    right: bool
    sentence: str
    explanation: str = Field(description="the sentence without the word that says whether it is right")
    missed: list[str]
    wrong: list[str]
    gone: list[str]
    expected: Any
    step: int | None


@router.post("/api/quiz", responses={200: {"model": QuizShown}})
async def quiz(request: Request, asked: QuizAsked) -> Response:
    """A question about a tree; the same seed asks the same again."""
    seed = drawn_seed(asked.seed)

    def put() -> dict[str, Any]:
        one = _question(asked, seed)
        return one.json() | {"svg": one.drawing}

    return await worked_out(request, put)


@router.post("/api/quiz/grade", responses={200: {"model": GradeShown}})
async def graded(request: Request, asked: GradeAsked) -> Response:
    """What an answer to a question is worth."""
    return await worked_out(request, lambda: _graded(asked))


def _graded(asked: GradeAsked) -> dict[str, Any]:
    told: dict[str, Any] = grade(_question(asked, asked.seed), asked.answer).json()
    sentence = told["sentence"].removeprefix("Right: ")
    return told | {"explanation": sentence[:1].upper() + sentence[1:] if told["right"] else sentence}


@router.get("/sheet", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def printable(
    request: Request,
    seed: Annotated[Seed | None, Query(description="the same seed prints the same sheet")] = None,
    count: Annotated[int, Query(ge=1, le=MOST_ITEMS)] = 6,
    depth: Annotated[int, Query(ge=2, le=6)] = 3,
    branching: Annotated[int, Query(ge=2, le=6)] = 3,
    answers: Annotated[bool, Query(description="draw and tell the answers")] = False,
    kind: Literal["mixed", "value", "prune", "window", "select"] = "mixed",
    variant: Variant = "fail-soft",
) -> Response:
    """A sheet of questions to print, with or without their answers."""
    first = drawn_seed(seed)
    page = await service(request).ask(
        "the sheet", lambda: sheet(first, count, depth, branching, answers=answers, kind=kind, variant=variant)
    )
    return HTMLResponse(page)


def _question(asked: QuizAsked, seed: int) -> Question:
    return question(asked.kind, seed, asked.tree, asked.variant, asked.depth, asked.branching, asked.node)
