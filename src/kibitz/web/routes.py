"""The addresses that have to do with games."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kibitz.answer.levels import LEVELS, USUAL_LEVEL
from kibitz.web import answers, game_answers, history_answers
from kibitz.web.analyses import ablate_job, best_job, history_job, puzzles_job
from kibitz.web.level_answers import LevelsShown
from kibitz.web.reloading import OwnGameShown
from kibitz.web.requests import AblateAsked, BestAsked, HistoryAsked, LineAsked, PositionAsked, PuzzlesAsked
from kibitz.web.searches import Event, Job
from kibitz.web.service import client, is_private, service
from kibitz.web.shown_positions import line_shown, position_shown
from kibitz.web.streams import Json, answered

router = APIRouter(prefix="/api")

Asked = BestAsked | AblateAsked | HistoryAsked | PuzzlesAsked


MISTAKES = {
    400: "Kibitz refuses",
    403: "the request comes from another site",
    413: "the body is too large",
    422: "the form is wrong",
}
TOO_MANY = {429: "too many searches"}

Responses = dict[int | str, dict[str, Any]]


def mistakes(said: dict[int, str]) -> Responses:
    """The mistakes that may be made at an address, described."""
    return {status: {"model": answers.Mistake, "description": words} for status, words in said.items()}


def documented(model: Any) -> Responses:
    """An address that answers this."""
    return {200: {"model": model}, **mistakes(MISTAKES)}


def searching(model: Any, stream: str) -> Responses:
    """An address that searches first, and on request streams what it finds."""
    content = {"text/event-stream": {"schema": {"type": "string", "description": stream}}}
    return {200: {"model": model, "content": content}, **mistakes(MISTAKES | TOO_MANY)}


@router.get("/games", responses={200: {"model": list[game_answers.GameListed]}, **mistakes({403: MISTAKES[403]})})
async def games(request: Request) -> Response:
    """Every game that is offered, as `kibitz games --json` lists it."""
    return Json(service(request).offered.listed())


@router.get("/levels", responses={200: {"model": LevelsShown}, **mistakes({403: MISTAKES[403]})})
async def levels(request: Request) -> Response:
    """How well the engine can play, from beginner to perfect, and the longest search of this server."""
    return Json({"levels": [level.json() for level in LEVELS], "usual": USUAL_LEVEL, "longest": _longest(request)})


def _longest(request: Request) -> float:
    return service(request).settings.seconds


@router.get("/own-games", responses={200: {"model": list[OwnGameShown]}, **mistakes({403: MISTAKES[403]})})
async def own_games(request: Request) -> Response:
    """The user's own games as their files are now: a file that has changed is read again. A page asks now and then."""
    here = service(request)
    return Json(await here.ask("your game", lambda: here.offered.own.rows(is_private(request))))


@router.post("/position", responses=documented(answers.PositionShown))
async def position(request: Request, asked: PositionAsked) -> Response:
    """A position with its board, the legal moves, and the moves played."""
    here = service(request)
    return Json(await here.ask(repr(asked.game), lambda: position_shown(here.offered, asked)))


@router.post("/line", responses=documented(answers.LineShown))
async def line(request: Request, asked: LineAsked) -> Response:
    """The boards along a line of play."""
    here = service(request)
    return Json(await here.ask(repr(asked.game), lambda: line_shown(here.offered, asked)))


@router.post("/best", responses=searching(answers.Judged, "the same, better and better"))
async def best(request: Request, asked: BestAsked) -> Response:
    """The best move and a judgement of every legal one, as `kibitz best --json` gives it."""
    job = partial(best_job, sittings=service(request).sittings, whose=client(request))
    return await answered(request, await _events(request, asked, job))


@router.post("/ablate", responses=searching(answers.Savings, "a row at a time"))
async def ablate(request: Request, asked: AblateAsked) -> Response:
    """What each technique of the engine saves on a position."""
    return await answered(request, await _events(request, asked, ablate_job), lambda rows: {"rows": rows})


@router.post("/history", responses=searching(history_answers.History, "the same, longer and longer"))
async def history(request: Request, asked: HistoryAsked) -> Response:
    """Who stood better after every move of a game, whose mistakes that were, and where it turned."""
    return await answered(request, await _events(request, asked, history_job))


@router.post("/puzzles", responses=searching(history_answers.Puzzles, "a puzzle at a time"))
async def puzzles(request: Request, asked: PuzzlesAsked) -> Response:
    """Positions in which one move alone is right, as `kibitz puzzles --json` finds them."""
    return await answered(request, await _events(request, asked, puzzles_job), lambda rows: {"puzzles": rows})


async def _events(request: Request, asked: Asked, made: Callable[..., Job]) -> AsyncGenerator[Event]:
    """What the search will find; `made` makes a job of the request."""
    here = service(request)
    at = await here.find(asked)
    compilations = here.searches.compilations
    job: Job = await here.ask(repr(asked.game), lambda: made(at, asked, here.settings, compilations))
    return here.searches.events(client(request), job)
