"""The classroom over HTTP. What only the teacher may do is asked from the machine that the server runs on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from kibitz.draw.quick_response import quick_response_svg
from kibitz.lab.classroom import CALLED, LOOK, ROOM_KINDS, Posed, about_position, about_quiz, about_tree
from kibitz.lab.quiz import question
from kibitz.web.answers import Mistake
from kibitz.web.guard import is_from_here
from kibitz.web.quizzes import RandomTreesAsked, one_of
from kibitz.web.refusals import Refused
from kibitz.web.requests import LONGEST_TEXT, Algorithm, Asked, Moves, Name, PositionAsked, Scalar
from kibitz.web.room import LONGEST_CODE, TEACHER, Room, new_code
from kibitz.web.service import service
from kibitz.web.shown_positions import position_shown
from kibitz.web.streams import EventStream, Json, wants_stream
from kibitz.web.tree_forms import LONGEST_TYPED, TYPED_SCHEMA, NodeName, Seed, TreeText, is_typed

SEAT_COOKIE = "kibitz-seat"
MOST_MARKED = 400  # branches in an answer
LONGEST_SENTENCE = 300
CELL = 64  # pixels of a cell of a board
if TYPE_CHECKING:
    RoomKind = str
else:
    RoomKind = one_of(ROOM_KINDS)
_OF_A_QUIZ = {"seed", "tree", "variant", "depth", "branching", "node", "after", "trees"}
_OF_A_PLACE = {"game", "set", "position", "moves", "flip", "seat"}
NOT_TOLD: dict[str, Any] = {"code": None, "addresses": [], "picture": None}  # but to the teacher
NOT_IN = "you are not in the room: join it with its code first"

_MISTAKES: dict[int | str, dict[str, Any]] = {
    status: {"model": Mistake, "description": words}
    for status, words in {
        400: "Kibitz refuses",
        403: "a seat, or the teacher's machine, is needed",
        404: "there is no room",
        413: "the body is too large",
        422: "the form is wrong",
        429: "too many",
    }.items()
}
router = APIRouter(prefix="/api/room", responses=_MISTAKES, tags=["classroom"])


class RoomShown(BaseModel):
    """The room as whoever asks may know it."""

    open: bool = Field(description="was the server started with --room?")
    teacher: bool = Field(description="does the request come from the machine that the server runs on?")
    seated: bool = Field(description="has whoever asks joined the room?")
    code: str | None = Field(description="what joins the room; for the teacher only, else null")
    addresses: list[str] = Field(description="where the room is found from other machines; for the teacher only")
    picture: str | None = Field(description="the first address with the code, to be scanned: SVG; for the teacher only")


class CountShown(BaseModel):
    """How many gave an answer, or marked a branch."""

    answer: str
    count: int
    right: bool | None = Field(description="null where that is not known, or not revealed yet")


class QuestionShown(BaseModel):
    """What the teacher shows, and what may be answered."""

    kind: str = Field(description='"look", "move", "cut", "value", or another kind of the quiz')
    shape: str = Field(description='how it is answered: "look", "board", "choice", "numbers" or "edges"')
    sentence: str
    drawing: str = Field(description="SVG")
    choices: list[str] = Field(description="what may be answered; empty where numbers are typed")
    many: bool = Field(description="may several be chosen?")
    facts: dict[str, Any] = Field(description="of a position: its moves with their cells; of a quiz: its form")


class RoomTold(BaseModel):
    """Where the question stands. What others answered is told to the teacher at once, to others once it is revealed."""

    number: int = Field(description="of the question; an answer names it")
    stage: str = Field(description='"open", "closed" or "revealed"')
    present: int
    machines: int | None = Field(description="from how many addresses; for the teacher only")
    answered: int
    mine: list[str] | None
    tally: list[CountShown] | None
    right: list[str] | None
    all_right: int | None = Field(description="how many answers are wholly right")
    words: str
    proven: bool = Field(description="is what is called right proven, or only what an engine prefers?")
    question: QuestionShown | None = Field(None, description="left out where it is the same as before")
    place: dict[str, Any] | None = Field(None, description="for the teacher: the position that is asked about")


class AnswerCounted(BaseModel):
    """An answer as it is counted."""

    number: int
    mine: list[str]


class JoinAsked(Asked):
    """To join the room."""

    code: Annotated[str, Field(max_length=4 * LONGEST_CODE, examples=["K7MPXQ"])]


def _answer(given: Any) -> Any:
    parts = list(given.values()) if isinstance(given, dict) else given if isinstance(given, list) else [given]
    if len(parts) <= MOST_MARKED and all(map(is_typed, parts)):
        return given
    raise PydanticCustomError(
        "expected", "expected {what}", {"what": "a text, a number, numbers by name, or a list of names"}
    )


Given = Annotated[
    Any,
    BeforeValidator(_answer),
    WithJsonSchema(
        {
            "anyOf": [
                *TYPED_SCHEMA["anyOf"],
                {"type": "array", "items": {"type": "string", "maxLength": LONGEST_TYPED}, "maxItems": MOST_MARKED},
                {"type": "object", "additionalProperties": TYPED_SCHEMA, "maxProperties": MOST_MARKED},
            ],
            "description": "a move, a value, a choice, several numbers by name, or the branches that are cut",
            "examples": ["4"],
        }
    ),
]


class AnswerAsked(Asked):
    """An answer to the question of that number; it may be changed as long as the question is open."""

    number: Annotated[int, Field(ge=0, lt=1 << 53)]
    answer: Given


class RoomAsked(RandomTreesAsked):
    """What to show: a position of a `game`, a `tree`, or the quiz of a `seed`; and what to ask about it."""

    kind: RoomKind
    sentence: Annotated[str, Field(max_length=LONGEST_SENTENCE)] = ""
    game: Annotated[str, Field(max_length=200)] | None = None
    set: Annotated[dict[Name, Scalar], Field(max_length=20)] = Field(default_factory=dict)
    position: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    moves: Moves = Field(default_factory=list)
    flip: bool = False
    seat: int | None = Field(None, ge=0, le=1000, description="show what this player may see")
    seed: Seed | None = Field(None, description="ask the question of the quiz with this seed")
    tree: TreeText | None = None
    algorithm: Algorithm = "auto"
    node: NodeName | None = None
    after: NodeName | None = None
    step: int | None = Field(None, ge=0, le=1_000_000)


class StageAsked(Asked):
    """What becomes of the question: it takes answers, takes no more, or all see what was answered.

    `right` and `words` say what is right, where the question itself does not know it.
    """

    stage: Literal["open", "closed", "revealed"]
    right: Annotated[list[Annotated[str, Field(max_length=LONGEST_TYPED)]], Field(max_length=MOST_MARKED)] = Field(
        default_factory=list
    )
    words: Annotated[str, Field(max_length=LONGEST_SENTENCE)] = ""
    proven: bool = Field(True, description="is that proven, or only what an engine prefers?")


# ------------------------------------------------------------ for everybody


@router.get("", responses={200: {"model": RoomShown}}, summary="Is there a room, and what am I in it?")
async def shown(request: Request) -> Response:
    """The room as whoever asks may know it; `open` is false where the server was started without one."""
    room = service(request).room
    if room is None:
        return Json({"open": False, "teacher": False, "seated": False, **NOT_TOLD})
    is_teacher = is_from_here(request.scope)
    addresses = list(service(request).addresses) if is_teacher else []
    return Json(
        {
            "open": True,
            "teacher": is_teacher,
            "seated": room.has(_seat(request)),
            "code": room.code if is_teacher else None,
            "addresses": addresses,
            "picture": quick_response_svg(f"{addresses[0]}room#{room.code}") if addresses else None,
        }
    )


@router.post("/join", responses={200: {"model": RoomShown}}, summary="Join the room with its code")
async def join(request: Request, asked: JoinAsked) -> Response:
    """Take a seat. The answer sets a cookie that is forgotten when the browser is closed."""
    room = _room(request)
    token = room.join(asked.code, request.client.host if request.client else "", _seat(request))
    response = Json({"open": True, "teacher": is_from_here(request.scope), "seated": True, **NOT_TOLD})
    response.set_cookie(SEAT_COOKIE, token, httponly=True, samesite="strict")
    return response


@router.get(
    "/watch",
    response_class=Response,
    responses={200: {"model": RoomTold, "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    summary="Follow the question and the counts",
)
async def watch(
    request: Request, teaching: Annotated[bool, Query(description="as the teacher, who sees all counts")] = False
) -> Response:
    """Where the question stands; with `Accept: text/event-stream`, the question once, then that again and again."""
    room = _room(request)
    token = _seat(request)
    if teaching:
        _refuse_all_but_the_teacher(request)
        token = TEACHER
    elif not room.has(token):
        raise Refused(403, NOT_IN)
    if wants_stream(request):
        return EventStream(room.watch(token))
    return Json(room.counts(token) | {"question": room.shown()})


@router.post("/answer", responses={200: {"model": AnswerCounted}}, summary="Answer the question")
async def answer(request: Request, asked: AnswerAsked) -> Response:
    """Count an answer, or change it."""
    room = _room(request)
    token = _seat(request)
    if not room.has(token):
        raise Refused(403, NOT_IN)
    return Json({"number": asked.number, "mine": list(room.answer(token, asked.number, asked.answer))})


# ------------------------------------------------------------ for the teacher


@router.post("/ask", responses={200: {"model": RoomTold}}, summary="Show a position or a tree, and ask about it")
async def ask(request: Request, asked: RoomAsked) -> Response:
    """Show something to the room. The answers to the question before are forgotten."""
    room = _room(request)
    _refuse_all_but_the_teacher(request)
    if asked.seed is not None and asked.kind == LOOK:
        raise Refused(400, "a quiz is not only looked at: expected one of its kinds of questions", "kind")
    if asked.game is not None and (asked.tree is not None or asked.seed is not None):
        raise Refused(400, "expected either a game or a tree to show, or the seed of a quiz", "game")
    if asked.game is None and asked.tree is None and asked.seed is None:
        raise Refused(400, "expected either a game or a tree to show, or the seed of a quiz", "game")
    here = service(request)
    who = "the tree" if asked.game is None else repr(asked.game)
    posed: Posed = await here.ask(who, lambda: _posed(request, asked))
    place = asked.model_dump(include={"game", "set", "position", "moves"}) if asked.game is not None else None
    room.pose(posed, place)
    return Json(room.counts(TEACHER) | {"question": room.shown()})


def _posed(request: Request, asked: RoomAsked) -> Posed:
    if asked.seed is not None:
        about = asked.model_dump(include=_OF_A_QUIZ)
        return about_quiz(question(CALLED.get(asked.kind, asked.kind), **about), asked.sentence)
    if asked.tree is not None:
        return about_tree(asked.kind, asked.tree, asked.sentence, asked.variant, asked.algorithm, asked.step)
    offered = service(request).offered
    place = PositionAsked.model_construct(**asked.model_dump(include=_OF_A_PLACE), size=CELL)
    seen = position_shown(offered, place)
    if seen["hidden"] and asked.seat is None:  # what others hold stays hidden from the room
        seen = position_shown(offered, place.model_copy(update={"seat": max(0, seen["player"])}))
    return about_position(asked.kind, asked.sentence, seen)


@router.post("/stage", responses={200: {"model": RoomTold}}, summary="Close the question, or reveal the answers")
async def stage(request: Request, asked: StageAsked) -> Response:
    """Take answers, take no more, or show everybody what was answered."""
    room = _room(request)
    _refuse_all_but_the_teacher(request)
    room.set_stage(asked.stage, tuple(asked.right), asked.words, asked.proven)
    return Json(room.counts(TEACHER))


@router.post("/code", responses={200: {"model": RoomShown}}, summary="Empty the room and change its code")
async def code(request: Request) -> Response:
    """Everybody has to join again, with the new code."""
    room = _room(request)
    _refuse_all_but_the_teacher(request)
    room.clear(new_code())
    return await shown(request)


def _room(request: Request) -> Room:
    room = service(request).room
    if room is None:
        raise Refused(404, "this server has no room: start it with 'kibitz serve --room'")
    return room


def _seat(request: Request) -> str:
    """The seat that the cookie claims; the teacher's where there is none, so always to be checked."""
    return request.cookies.get(SEAT_COOKIE, "")


def _refuse_all_but_the_teacher(request: Request) -> None:
    if not is_from_here(request.scope):
        raise Refused(403, "only the machine that runs the server may do this: join the room with its code instead")
