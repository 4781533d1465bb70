"""The lectures over HTTP: their slides, and their numbers computed anew."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from kibitz.lab.lectures import Asked as TopicAsked
from kibitz.lab.lectures import Showing, Topic, topic_named
from kibitz.lab.lectures.slides import lectures
from kibitz.lab.lectures.topic import PAGE
from kibitz.web.refusals import Refused
from kibitz.web.requests import Asked
from kibitz.web.routes import searching
from kibitz.web.searches import Job
from kibitz.web.service import client, service, worked_out
from kibitz.web.streams import answered
from kibitz.web.tree_forms import Seed

router = APIRouter(prefix="/api/lectures")

MOST_GAMES = 200  # of a topic that averages over games: a minute of them


class Span(BaseModel):
    """A piece of a line: text, code, strong, emphasis, or a link with its address on the page."""

    kind: str
    text: str
    address: str


class Block(BaseModel):
    """A paragraph, an item of a list, or a command with what it prints."""

    kind: str = Field(description="paragraph, item or console")
    spans: list[Span] | None = None
    command: str | None = None
    output: list[str] | None = None
    is_cut: bool | None = Field(None, description="does it print more after this?")
    topic: str | None = Field(None, description="what POST /api/lectures/topic computes anew; empty if nothing")
    options: dict[str, str] | None = None
    seen_at: list[str] | None = Field(None, description="places on the page that show it")
    more: list[str] | None = Field(None, description="commands that show more of it")


class SlideShown(BaseModel):
    """What is told about a slide, or about a few that belong together."""

    title: str
    anchor: str
    blocks: list[Block]


class LectureShown(BaseModel):
    """A lecture, slide by slide."""

    number: int
    title: str
    about: list[Block]
    slides: list[SlideShown]


class ComputeAsked(Asked):
    """A topic to compute; only the fields that it uses may be given."""

    topic: str = Field(max_length=100, examples=["calculator"])
    games: int | None = Field(None, ge=1, le=MOST_GAMES, description="games, or random trees, to average over")
    seed: Seed | None = None
    branching: float | None = Field(None, gt=1, le=1e6, description="calculator: moves in a position")
    plies: int | None = Field(None, ge=1, le=1_000_000, description="calculator: plies of a game")
    speed: float | None = Field(None, gt=0, le=1e18, description="calculator: nodes a second")
    time: float | None = Field(None, gt=0, le=1e9, description="calculator: seconds for a move")


class Computed(BaseModel):
    """The answer of `kibitz lectures TOPIC --json`; links lead to places on the page."""

    topic: str
    title: str
    lectures: list[int]
    numbers: dict[str, Any]
    text: list[str]
    commands: list[str]
    links: list[str]


@router.get("", responses={200: {"model": list[LectureShown]}})
async def listed(request: Request) -> Response:
    """Every lecture, slide by slide, as the documentation tells it."""
    return await worked_out(request, lambda: [lecture.json() for lecture in lectures()], "the list of lectures")


@router.post("/topic", responses=searching(Computed, "the numbers, once"))
async def topic(request: Request, asked: ComputeAsked) -> Response:
    """The numbers of a topic, computed now, as `kibitz lectures TOPIC --json` gives them."""
    wanted = topic_named(asked.topic)
    given = _given(wanted, asked)
    job = Job(
        f"the topic {wanted.name!r}",
        lambda remote, tell: wanted.show(given),
        partial(_shown, wanted),
        service(request).settings.seconds,
    )
    return await answered(request, service(request).searches.events(client(request), job))


def _given(wanted: Topic, asked: ComputeAsked) -> TopicAsked:
    given = asked.model_dump(exclude={"topic"}, exclude_none=True)
    if "time" in given:
        given["seconds"] = given.pop("time")
    for name in given:
        if name not in wanted.options:
            used = ", ".join(wanted.options).replace("seconds", "time") or "none"
            field = name.replace("seconds", "time")
            sentence = f"{field!r} has no effect on the topic {wanted.name!r}; its options: {used}"
            raise Refused(422, sentence, field=field)
    return TopicAsked(**given)


def _shown(wanted: Topic, showing: Showing) -> dict[str, Any]:
    told = wanted.json(showing)
    return told | {"links": [link.removeprefix(PAGE) for link in told["links"]]}
