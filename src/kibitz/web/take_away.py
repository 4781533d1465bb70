"""A position or a game as a file to take away: one HTML page, a drawing, or a film."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from kibitz.answer.options import USUAL_SECONDS
from kibitz.answer.take_away import game_page
from kibitz.draw import board_svg
from kibitz.draw.film import film_svg
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.lab.board_latex import board_latex
from kibitz.web.analyses import best_job, history_job
from kibitz.web.refusals import Refused
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
    """A game to be made a file of: the position it leads to (`svg`, `latex`), or all of it (`html`, `film`)."""

    format: Literal["html", "svg", "film", "latex"] = "html"
    judged: bool = Field(True, description="html: judge every move, and every legal move of the last position")
    time: float = Field(0.3, ge=0.05, le=5, description="html: seconds for each position that is judged")


@router.post(
    "/api/take-away",
    responses=searching(FileShown, "notes on how far it is, then the file"),
    summary="A position or a game as a file",
)
async def take_away(request: Request, asked: TakenAway) -> Response:
    """A position or a game as one HTML file that needs no server, as a drawing, or as a film (animated SVG)."""
    here = service(request)
    at = await here.find(asked)
    return await answered(request, _events(here, client(request), at, asked))


async def _events(here: Service, who: str, at: Found, asked: TakenAway) -> AsyncGenerator[Event]:
    name = asked.game
    if asked.format != "html":
        made, ending, media = DRAWN[asked.format]
        text = await here.ask(repr(name), lambda: made(at, asked))
        yield Event("data", {"text": text, "filename": f"{name}.{ending}", "media": media})
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
    """Notes on how far the judging is; `found` gets what it found, or why it did not."""
    try:
        for name, job in await here.ask(repr(asked.game), lambda: _jobs(here, at, asked)):
            async with aclosing(here.searches.events(who, job)) as events:
                async for event in events:
                    if event.kind == "data":
                        found[name] = event.data
                        done = len(event.data.get("plies", ())) - 1
                        event = Event("note", {"note": f"judging: {done} of {len(at.plies)} moves"})
                        if name != "judged":
                            continue
                    yield event
    except Refused as error:
        if error.status != 400:
            raise
        found["unjudged"] = error.sentence  # some games cannot be: the file is wanted all the same


def _jobs(here: Service, at: Found, asked: TakenAway) -> list[tuple[str, Job]]:
    """The searches that judge a game and its last position. What a seat may not know is not judged for it."""
    is_over = bool(at.game.is_terminal(at.s))
    if asked.seat is not None and at.game.facts.hidden and not is_over:
        return []
    place = asked.model_dump(include={"game", "set", "position", "moves"})
    settings, compilations = here.settings, here.searches.compilations
    jobs = []
    if at.plies:
        history = HistoryAsked.model_validate(place | {"time": asked.time, "width": CHART})
        jobs.append(("judged", history_job(at, history, settings, compilations)))
    if not is_over:
        best = BestAsked.model_validate(place | {"time": min(settings.seconds, max(asked.time, USUAL_SECONDS))})
        jobs.append(("analysed", best_job(at, best, settings, compilations)))
    return jobs


def _seen(game: Game, s: State, seat: int | None) -> Picture:
    if seat is not None and seat >= game.players:
        raise BadInput(f"there is no seat {seat}: expected 0 to {game.players - 1}")
    return game.picture(s) if seat is None else game.seen(s, seat)


def _drawing(at: Found, asked: TakenAway) -> str:
    title = at.game.facts.title if asked.seat is not None else f"{at.game.facts.title}: {at.text}"
    return board_svg(_seen(at.game, at.s, asked.seat), size=64, title=title, flipped=asked.flip)


def _latex(at: Found, asked: TakenAway) -> str:
    return board_latex(_seen(at.game, at.s, asked.seat))


def _film(at: Found, asked: TakenAway) -> str:
    if len(at.plies) > LONGEST_FILM:
        raise BadInput(f"{len(at.plies)} moves do not fit a film: expected at most {LONGEST_FILM}")
    states = [*(ply.s for ply in at.plies), at.s]
    pictures = [_seen(at.game, s, asked.seat) for s in states]
    return film_svg(pictures, size=48, seconds=FRAME_SECONDS, title=f"{at.game.facts.title} in {len(at.plies)} moves")


DRAWN: dict[str, tuple[Callable[[Found, TakenAway], str], str, str]] = {
    "svg": (_drawing, "svg", "image/svg+xml"),
    "film": (_film, "svg", "image/svg+xml"),
    "latex": (_latex, "tex", "application/x-tex"),
}
