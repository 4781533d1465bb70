"""Quizzes over HTTP: questions about trees, their grading, and sheets of them to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from kibitz.errors import BadInput
from kibitz.lab.quiz import KINDS, QUIZ_KINDS, QUIZ_TREES, USUAL_KIND, Question, grade, kinds_about, question
from kibitz.lab.quiz_series import MOST_ITEMS, Series
from kibitz.lab.quiz_trees import MIXED
from kibitz.lab.sheet import sheet
from kibitz.lab.tree_search import MOST_NODES
from kibitz.search.textbook.alphabeta import VARIANTS
from kibitz.web.refusals import Refused
from kibitz.web.requests import Asked
from kibitz.web.service import service, worked_out
from kibitz.web.streams import Json
from kibitz.web.tree_forms import TYPED_SCHEMA, NodeName, Seed, TreeText, Variant, drawn_seed, is_typed

router = APIRouter()


def one_of(names: tuple[str, ...]) -> Any:
    """The type of a text that is one of these: they are not known before the kinds are collected."""

    def checked(given: Any) -> Any:
        if given in names:
            return given
        raise PydanticCustomError("expected", "expected {what}", {"what": ", ".join(names)})

    return Annotated[str, BeforeValidator(checked), WithJsonSchema({"type": "string", "enum": list(names)})]


if TYPE_CHECKING:  # to mypy they are texts: what is allowed is known when the kinds are collected
    QuizKind = str
    QuizTrees = str
else:
    QuizKind = one_of(QUIZ_KINDS)
    QuizTrees = one_of(QUIZ_TREES)


def _answer(given: Any) -> Any:
    parts = given.values() if isinstance(given, dict) else given if isinstance(given, list) else [given]
    if len(parts) <= MOST_NODES and all(map(is_typed, parts)):
        return given
    what = "a number or its text, a choice, several numbers by name such as alpha and beta, or a list of names"
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
                    "additionalProperties": TYPED_SCHEMA,
                    "maxProperties": MOST_NODES,
                    "examples": [{"alpha": 3, "beta": "∞"}],
                },
                {"type": "array", "items": TYPED_SCHEMA, "maxItems": MOST_NODES},
            ]
        }
    ),
]


class RandomTreesAsked(Asked):
    """Which random trees a question may be about."""

    variant: Variant = "fail-soft"
    depth: int = Field(3, ge=2, le=6)
    branching: int = Field(3, ge=2, le=6)
    trees: QuizTrees = Field("opponents", description="mixed: whatever the kind of question can be about")


class QuizAsked(RandomTreesAsked):
    """A question to ask: about `tree`, or about a random one. `node` is the one whose window is asked for."""

    kind: QuizKind
    seed: Seed | None = None
    tree: TreeText | None = None
    node: NodeName | None = None
    after: NodeName | None = Field(None, description="ask for what is so after the search has returned from this node")


class SeriesAsked(RandomTreesAsked):
    """One question of a series, such as a whole class is given by a link: its kinds in turns."""

    kinds: Annotated[list[QuizKind], Field(min_length=1, max_length=MOST_ITEMS)]
    seed: Seed
    count: int = Field(6, ge=1, le=MOST_ITEMS)
    place: int = Field(0, ge=0, lt=MOST_ITEMS, description="of the question, from 0")


class KindShown(BaseModel):
    """A kind of question."""

    kind: str
    title: str
    trees: list[str] = Field(description="the kinds of random trees that it can be about; empty where it needs none")
    needs_tree: bool = Field(description="can it be asked about a tree of one's own?")
    variants: list[str] = Field(description="the forms of alpha-beta, where the form matters")
    usual: bool = Field(description="is it the one to begin with?")


class FieldShown(BaseModel):
    """A number to type."""

    name: str = Field(description="what it is called in an answer")
    label: str
    said: str = Field(description="the label for a screen reader")
    is_bound: bool = Field(description="may it be infinite?")
    players: int = Field(description="how many numbers it takes: a vector, where more than one")


class FormShown(BaseModel):
    """What a question is answered with.

    `numbers`: a text, or an object of texts by the names of the fields where there are several. `choice`: one of the
    choices. `edges`: a list of some of the choices, which are the children at the ends of edges.
    """

    shape: str
    label: str
    fields: list[FieldShown]
    choices: list[str]
    are_nodes: bool = Field(description="are the choices nodes of the drawing?")
    nothing: str = Field(description="what it means where no edge is marked")


class QuizShown(BaseModel):
    """The question. `algorithm` is the search whose recording shows the answer."""

    kind: str
    title: str
    seed: int
    tree: str
    variant: str
    trees: str
    algorithm: str
    sentence: str
    svg: str
    node: str | None = Field(description="the node that is asked about")
    at: str = Field(description="when that is, in words")
    after: str | None
    form: FormShown
    parents: dict[str, str] = Field(description="the parent of every node but the root")
    parts_to_click: list[str]
    kinds: list[str] = Field(description="all kinds of question that can be asked about this tree")


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
    shows: dict[str, Any] = Field(description="the request to /api/lab for the search of which `step` is one")


@router.get("/api/quiz/kinds", responses={200: {"model": list[KindShown]}})
async def quiz_kinds() -> Response:
    """The kinds of questions that a quiz can ask."""
    return Json(
        [
            {
                "kind": name,
                "title": kind.title,
                "trees": list(kind.trees),
                "needs_tree": kind.needs_tree,
                "variants": list(VARIANTS) if kind.has_forms else [],
                "usual": name == USUAL_KIND,
            }
            for name, kind in KINDS.items()
        ]
    )


@router.post("/api/quiz", responses={200: {"model": QuizShown}})
async def quiz(request: Request, asked: QuizAsked) -> Response:
    """A question about a tree; the same seed asks the same again."""
    seed = drawn_seed(asked.seed)
    return await worked_out(request, lambda: _shown(_question(asked, seed)))


@router.post("/api/quiz/series", responses={200: {"model": QuizShown}})
async def one_of_a_series(request: Request, asked: SeriesAsked) -> Response:
    """A question of a series; the sheet with the same seed and kinds has the same questions."""
    series = Series(**asked.model_dump(exclude={"kinds", "place"}), kinds=tuple(dict.fromkeys(asked.kinds)))
    return await worked_out(request, lambda: _shown(series.item(asked.place)))


def _shown(one: Question) -> dict[str, Any]:
    kinds = kinds_about(one.tree) if one.needs_tree else (one.kind,)
    return one.json() | {"svg": one.drawing, "kinds": list(kinds)}


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
    kind: Annotated[str, Query(max_length=200, description="mixed, all, one kind, or several with commas")] = MIXED,
    kinds: Annotated[str | None, Query(max_length=200, description="the same by its other name")] = None,
    variant: Variant = "fail-soft",
    trees: QuizTrees = "opponents",
) -> Response:
    """A sheet of questions to print, with or without their answers."""
    first = drawn_seed(seed)
    wanted = kind if kinds is None else kinds
    try:
        Series(0).of_kinds(wanted)
    except BadInput as unknown:
        raise Refused(422, str(unknown), "kind" if kinds is None else "kinds") from None
    page = await service(request).ask(
        "the sheet",
        lambda: sheet(first, count, depth, branching, answers=answers, kind=wanted, variant=variant, trees=trees),
    )
    return HTMLResponse(page)


def _question(asked: QuizAsked, seed: int) -> Question:
    about = asked.model_dump(include={"tree", "variant", "depth", "branching", "node", "after", "trees"})
    return question(asked.kind, seed, **about)
