"""A picture of every game, for its card and beside its rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kibitz.answer.game_pages import picture_file
from kibitz.draw import board_svg
from kibitz.web.offered import Offered
from kibitz.web.routes import MISTAKES, Responses, mistakes
from kibitz.web.service import service

router = APIRouter(prefix="/api")

SVG = "image/svg+xml"
SHOWN: Responses = {200: {"content": {SVG: {"schema": {"type": "string"}}}, "description": "an SVG"}}


@router.get("/picture", response_class=Response, responses={**SHOWN, **mistakes(MISTAKES)})
async def picture(request: Request, game: Annotated[str, Query(max_length=200)]) -> Response:
    """A telling position of a game, drawn: the one on its page of the documentation, or else the start."""
    here = service(request)
    drawn = await here.ask(repr(game), lambda: _drawn(here.offered, game))
    return Response(drawn, media_type=SVG, headers={"Cache-Control": "no-cache"})


def _drawn(offered: Offered, name: str) -> str:
    game = offered.game(name, {})
    file = picture_file(game)
    if file is not None:
        return file.read_text(encoding="utf-8")
    s = game.initial()
    return board_svg(game.seen(s, 0) if game.facts.hidden else game.picture(s), title=game.facts.title)
