"""A position or a game as a file to take away: one HTML page, a drawing, or a film."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from kibitz.answer.options import USUAL_SECONDS
from kibitz.answer.take_away import game_page
from kibitz.draw import board_svg
from kibitz.draw.film import film_svg
from kibitz.errors import BadInput
from kibitz.web.analyses import best_job, history_job
from kibitz.web.requests import BestAsked, HistoryAsked, Seen
from kibitz.web.routes import searching
from kibitz.web.searches import Event, Job
from kibitz.web.service import Service, client, service
from kibitz.web.shown_positions import Found
from kibitz.web.streams import answered
from kibitz.web.tree_forms import FileShown

router = APIRouter()

LONGEST_FILM = 400  # frames
FRAME_SECONDS = 0.8
CHART = 400  # pixels of the chart of a game


class TakenAway(Seen):
    """A game to be made a file of: the position it leads to (`svg`), all of it (`html`, `film`)."""

    format: Literal["html", "svg", "film"] = "html"
    judged: bool = Field(True, description="html: judge every move, and every legal move of the last position")
    time: float = Field(0.3, ge=0.05, le=5, description="html: seconds for each position that is judged")


@router.post(
    "/api/take-away",
    responses=searching(FileShown, "notes on how far it is, then the file"),
    summary="A position or a game as a file",
)
async def take_away(request: Request, asked: TakenAway) -> Response:
    """A position or a game as one HTML file that needs no server, as a drawing (SVG), or as a film (animated SVG)."""
    here = service(request)
    at = await here.find(asked)
    return await answered(request, _events(here, client(request), at, asked))


async def _events(here: Service, who: str, at: Found, asked: TakenAway) -> AsyncGenerator[Event]:
    name = asked.game
    if asked.format != "html":
        made = _drawing if asked.format == "svg" else _film
        text = await here.ask(repr(name), lambda: made(at, asked))
        yield Event("data", {"text": text, "filename": f"{name}.svg", "media": "image/svg+xml"})
        return
    found: dict[str, Any] = {}
    if asked.judged:
        async for event in _judged(here, who, at, asked, found):
            yield event
    text = await here.ask(
        repr(name), lambda: game_page(at.game, at.plies, at.s, seat=asked.seat, flipped=asked.flip, **found)
    )
    yield Event("data", {"text": text, "filename": f"{name}.html", "media": "text/html"})


async def _judged(here: Service, who: str, at: Found, asked: TakenAway, found: dict[str, Any]) -> AsyncGenerator[Event]:
    """Notes on how far the judging is; `found` gets what it found."""
    place = asked.model_dump(include={"game", "set", "position", "moves"})
    compilations = here.searches.compilations
    longest = min(here.settings.seconds, max(asked.time, USUAL_SECONDS))
    jobs: list[tuple[str, Job]] = []
    if at.plies:
        history = HistoryAsked.model_construct(
            **{**HistoryAsked(game=asked.game).model_dump(), **place, "time": asked.time, "width": CHART}
        )
        jobs.append(
            ("judged", await here.ask(repr(asked.game), lambda: history_job(at, history, here.settings, compilations)))
        )
    if not at.game.is_terminal(at.s) and not (at.game.facts.hidden and asked.seat is not None):
        best = BestAsked.model_construct(**{**BestAsked(game=asked.game).model_dump(), **place, "time": longest})
        jobs.append(
            ("analysed", await here.ask(repr(asked.game), lambda: best_job(at, best, here.settings, compilations)))
        )
    for name, job in jobs:
        async with aclosing(here.searches.events(who, job)) as events:
            async for event in events:
                if event.kind != "data":
                    yield event
                    continue
                found[name] = event.data
                if name == "judged":
                    done = max(0, len(event.data["plies"]) - 1)
                    yield Event("note", {"note": f"judging: {done} of {len(at.plies)} moves"})


def _drawing(at: Found, asked: TakenAway) -> str:
    picture = at.game.picture(at.s) if asked.seat is None else at.game.seen(at.s, asked.seat)
    return board_svg(picture, size=64, title=f"{at.game.facts.title}: {at.text}", flipped=asked.flip)


def _film(at: Found, asked: TakenAway) -> str:
    if len(at.plies) > LONGEST_FILM:
        raise BadInput(f"{len(at.plies)} moves do not fit a film: expected at most {LONGEST_FILM}")
    states = [*(ply.s for ply in at.plies), at.s]
    pictures = [at.game.picture(s) if asked.seat is None else at.game.seen(s, asked.seat) for s in states]
    return film_svg(pictures, size=48, seconds=FRAME_SECONDS, title=f"{at.game.facts.title} in {len(at.plies)} moves")
