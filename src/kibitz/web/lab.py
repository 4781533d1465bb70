"""The tree lab over HTTP: run, draw, edit, ask and print trees."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from kibitz.lab.drawing import tree_svg
from kibitz.lab.editing import Edit, edited_and_named
from kibitz.lab.export import exported
from kibitz.lab.gallery import GALLERY
from kibitz.lab.position_tree import position_tree
from kibitz.lab.quiz import Question, grade, question
from kibitz.lab.random_trees import random_tree
from kibitz.lab.sheet import MOST_ITEMS, sheet
from kibitz.lab.tree_search import (
    LONGEST_TEXT,
    MOST_NODES,
    LabRun,
    bounded_tree,
    lab_tree,
    recorded,
    run_on,
    run_tree,
    tree_algorithm,
    tree_json,
)
from kibitz.lab.tree_text import canonical
from kibitz.web.answers import TreeSearched, Value
from kibitz.web.positions import Found
from kibitz.web.requests import Algorithm, Asked, Place
from kibitz.web.service import service
from kibitz.web.streams import Json

router = APIRouter()

MOST_SEEDS = 1_000_000  # a seed that is not given is drawn from these: short enough to be read out
MOST_NODES_OF_A_POSITION = 2_000
LONGEST_TYPED = 200  # characters of a value or an answer
LARGEST = 1e300

TreeText = Annotated[str, Field(max_length=LONGEST_TEXT, examples=["((3 12 8) (2 4 6) (14 5 2))"])]
Variant = Literal["fail-soft", "fail-hard", "strict"]
NodeName = Annotated[str, Field(max_length=200, examples=["B"])]
Seed = Annotated[int, Field(ge=0, lt=1 << 53)]
QuizKind = Literal["value", "prune", "window"]


def _is_typed(given: Any) -> bool:
    """Is it a number, or a text short enough to be one?"""
    if isinstance(given, str):
        return len(given) <= LONGEST_TYPED
    return isinstance(given, (int, float)) and not isinstance(given, bool) and abs(given) <= LARGEST


def _typed(given: Any) -> Any:
    if given is None or _is_typed(given):
        return given
    what = f"a number, or a text of at most {LONGEST_TYPED} characters"
    raise PydanticCustomError("expected", "expected {what}", {"what": what})


def _answer(given: Any) -> Any:
    parts = given.values() if isinstance(given, dict) else given if isinstance(given, list) else [given]
    if len(parts) <= MOST_NODES and all(map(_is_typed, parts)):
        return given
    what = "a number or its text, alpha and beta with one each, or a list of names"
    raise PydanticCustomError("expected", "expected {what}", {"what": what})


def _pair(given: Any) -> Any:
    if given is None:
        return None
    are_numbers = isinstance(given, list) and all(not isinstance(part, str) and _is_typed(part) for part in given)
    if are_numbers and len(given) == 2:
        return float(given[0]), float(given[1])
    raise PydanticCustomError("expected", "expected {what}", {"what": "two numbers, the lower one first"})


NUMBER_SCHEMA: dict[str, Any] = {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
Bounds = Annotated[
    Any,
    BeforeValidator(_pair),
    WithJsonSchema(
        {
            "anyOf": [{"type": "array", "items": NUMBER_SCHEMA, "minItems": 2, "maxItems": 2}, {"type": "null"}],
            "description": "for star1 and star2: two numbers between which all values lie",
            "examples": [[-2, 2]],
        }
    ),
]

TYPED_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "string", "maxLength": LONGEST_TYPED},
        NUMBER_SCHEMA,
    ]
}
Typed = Annotated[Any, BeforeValidator(_typed), WithJsonSchema(TYPED_SCHEMA)]
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


class RunAsked(Asked):
    """A search to run on a tree."""

    tree: TreeText
    algorithm: Algorithm = "auto"
    variant: Variant = "fail-soft"
    bounds: Bounds = None


class TreeAsked(RunAsked):
    """The same, to a depth."""

    depth: int | None = Field(None, ge=0, le=1_000)


class NodeShown(BaseModel):
    """A node of a tree."""

    name: str
    named: bool = Field(description="does the tree give the name?")
    kind: str = Field(description="max, min, chance, leaf, or player where leaves are vectors")
    player: int | None = Field(description="who is to move, from 0; −1 is chance; null at a leaf")
    parent: str | None
    number: int | None = Field(description="which child of its parent it is, from 1")
    value: Value = Field(description="at a leaf")
    probability: float | None = Field(description="below a chance node")
    label: str = Field(description="the move that leads here")
    path: list[int] = Field(description="which child was taken at each ply from the root, from 0")


class CountsShown(BaseModel):
    """Leaves visited, against those of a full tree with the same branching b and depth m."""

    nodes: int
    leaves: int
    visited: int = Field(description="leaves")
    branching: int
    depth: int
    full: int | None = Field(description="b^m leaves; null beyond 2^53")
    best: int | None = Field(description="b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves: alpha-beta with the best child first")


class FitShown(BaseModel):
    """A search that can be run on the tree."""

    algorithm: str
    variant: str | None
    title: str


class DrawingShown(BaseModel):
    """The tree at step 0, and what each step changes: part (the `data-part` of an element) to its new markup."""

    svg: str
    changes: list[dict[str, str]]


class LabShown(TreeSearched):
    """A search of a tree, with everything that is needed to draw it and to step through it."""

    variant: str | None
    title: str
    text: str = Field(description="the tree in brackets, as short as it goes")
    nodes_list: list[NodeShown]
    cut: list[str] = Field(description="children whose edge is cut")
    counts: CountsShown
    fits: list[FitShown]
    drawing: DrawingShown


class PositionTreeAsked(Place):
    """A position whose tree is wanted, so many decisions deep."""

    depth: int = Field(2, ge=1, le=6)
    algorithm: Algorithm = "alphabeta"
    variant: Variant = "fail-soft"
    bounds: Bounds = None


class PositionTreeShown(LabShown):
    """The tree of a position."""

    position: str


class EditAsked(Asked):
    """A change to a tree; `kibitz.lab.editing.Edit` tells of each kind."""

    tree: TreeText
    kind: Literal[
        "value",
        "probability",
        "add",
        "grow",
        "remove",
        "kind",
        "left",
        "right",
        "best-first",
        "worst-first",
        "as-written",
        "shuffle",
    ]
    node: NodeName | None = None
    value: Typed | None = None
    seed: Seed = 0


class TreeEdited(BaseModel):
    """The tree after a change, and the new name of the node that it was about."""

    tree: str
    named: str | None


class RandomAsked(Asked):
    """A random tree to draw; without a seed, a new one each time."""

    depth: int = Field(3, ge=1, le=6)
    branching: int = Field(3, ge=1, le=6)
    low: int = Field(-9, ge=-9_999, le=9_999)
    high: int = Field(9, ge=-9_999, le=9_999)
    seed: Seed | None = None
    kind: Literal["opponents", "chance", "players"] = "opponents"
    players: int = Field(3, ge=2, le=9)
    even: bool = False


class TreeDrawn(BaseModel):
    """A random tree, and the seed that draws it again."""

    tree: str
    seed: int


class ExhibitShown(BaseModel):
    """A tree of the gallery, the search to run on it, and what to look for."""

    name: str
    title: str
    tree: str
    algorithm: str
    variant: str
    note: str


class ExportAsked(RunAsked):
    """A tree to be written to a file as it is after a step; without one, at the end of the search."""

    step: int | None = Field(None, ge=0, le=1_000_000)
    format: Literal["svg", "latex", "json"]


class FileShown(BaseModel):
    """The file."""

    text: str
    filename: str
    media: str


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
    missed: list[str]
    wrong: list[str]
    gone: list[str]
    expected: Any
    step: int | None


# ------------------------------------------------------------ the lab


@router.post("/api/tree", responses={200: {"model": TreeSearched}})
async def tree(request: Request, asked: TreeAsked) -> Response:
    """A textbook search of a tree in brackets, step by step, as `kibitz tree --json` gives it."""
    return await _answered(request, lambda: _tree_searched(asked))


def _tree_searched(asked: TreeAsked) -> dict[str, Any]:
    tree = lab_tree(asked.tree)
    algorithm = tree_algorithm(tree, asked.algorithm, asked.variant)
    bounded = bounded_tree(tree, algorithm, asked.bounds)
    return tree_json(bounded, algorithm, *recorded(bounded, algorithm, asked.depth))


@router.post("/api/lab", responses={200: {"model": LabShown}})
async def lab(request: Request, asked: RunAsked) -> Response:
    """A textbook search of a tree, with everything that is needed to draw it and to step through it."""
    return await _answered(request, lambda: _run(asked).json())


def _run(asked: RunAsked) -> LabRun:
    return run_tree(asked.tree, asked.algorithm, asked.variant, asked.bounds)


@router.post("/api/search-tree", responses={200: {"model": PositionTreeShown}})
async def search_tree(request: Request, asked: PositionTreeAsked) -> Response:
    """The tree of a position as a search sees it, with everything that is needed to step through it."""
    at = await service(request).find(asked)
    return await _answered(request, lambda: _position_searched(at, asked), who=repr(asked.game))


def _position_searched(at: Found, asked: PositionTreeAsked) -> dict[str, Any]:
    tree = position_tree(at.game, at.s, asked.depth, MOST_NODES_OF_A_POSITION)
    return {"position": at.text} | run_on(tree, asked.algorithm, asked.variant, asked.bounds).json()


@router.post("/api/lab/edit", responses={200: {"model": TreeEdited}})
async def edit(request: Request, asked: EditAsked) -> Response:
    """A tree with a change."""
    change = Edit(asked.kind, asked.node, None if asked.value is None else str(asked.value), asked.seed)
    return await _answered(request, lambda: edited_and_named(asked.tree, change)._asdict())


@router.post("/api/lab/random", responses={200: {"model": TreeDrawn}})
async def draw(request: Request, asked: RandomAsked) -> Response:
    """A tree drawn at random; the same seed draws the same again."""
    return await _answered(request, lambda: _drawn(asked, _seed(asked.seed)))


def _drawn(asked: RandomAsked, seed: int) -> dict[str, Any]:
    tree = random_tree(
        asked.depth,
        asked.branching,
        asked.low,
        asked.high,
        seed,
        asked.kind,
        players=asked.players,
        even=asked.even,
    )
    return {"tree": canonical(tree.node(0)), "seed": seed}


@router.get("/api/lab/gallery", responses={200: {"model": list[ExhibitShown]}})
async def gallery() -> Response:
    """The trees of the lectures."""
    return Json([vars(exhibit) for exhibit in GALLERY])


@router.post("/api/lab/export", responses={200: {"model": FileShown}})
async def export(request: Request, asked: ExportAsked) -> Response:
    """A tree as a file: SVG, LaTeX or JSON."""
    return await _answered(
        request,
        lambda: exported(_run(asked), asked.format, asked.step)._asdict(),
    )


# ------------------------------------------------------------ the quiz


@router.post("/api/quiz", responses={200: {"model": QuizShown}})
async def quiz(request: Request, asked: QuizAsked) -> Response:
    """A question about a tree; the same seed asks the same again."""
    seed = _seed(asked.seed)

    def put() -> dict[str, Any]:
        one = _question(asked, seed)
        return one.json() | {"svg": tree_svg(one.tree, blank=True)}

    return await _answered(request, put)


@router.post("/api/quiz/grade", responses={200: {"model": GradeShown}})
async def graded(request: Request, asked: GradeAsked) -> Response:
    """What an answer to a question is worth."""
    return await _answered(request, lambda: grade(_question(asked, asked.seed), asked.answer).json())


@router.get("/sheet", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def printable(
    request: Request,
    seed: Annotated[Seed | None, Query(description="the same seed prints the same sheet")] = None,
    count: Annotated[int, Query(ge=1, le=MOST_ITEMS)] = 6,
    depth: Annotated[int, Query(ge=2, le=6)] = 3,
    branching: Annotated[int, Query(ge=2, le=6)] = 3,
    answers: Annotated[bool, Query(description="draw and tell the answers")] = False,
    kind: Literal["mixed", "value", "prune", "window"] = "mixed",
    variant: Variant = "fail-soft",
) -> Response:
    """A sheet of questions to print, with or without their answers."""
    first = _seed(seed)
    page = await service(request).ask(
        "the sheet", lambda: sheet(first, count, depth, branching, answers=answers, kind=kind, variant=variant)
    )
    return HTMLResponse(page)


async def _answered(request: Request, function: Callable[[], Any], who: str = "the tree") -> Response:
    """What a function answers, worked out in a thread: a large tree must not hold up the server."""
    return Json(await service(request).ask(who, function))


def _question(asked: QuizAsked, seed: int) -> Question:
    return question(asked.kind, seed, asked.tree, asked.variant, asked.depth, asked.branching, asked.node)


def _seed(given: int | None) -> int:
    return secrets.randbelow(MOST_SEEDS) if given is None else given
