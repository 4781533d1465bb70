"""What the routes of a server share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kibitz.web.guard import is_from_here
from kibitz.web.offered import Offered
from kibitz.web.requests import Place
from kibitz.web.room import Room
from kibitz.web.searches import Searches
from kibitz.web.settings import Settings
from kibitz.web.shown_positions import Found, found
from kibitz.web.sittings import Sittings
from kibitz.web.streams import Json
from kibitz.web.threads import Threads

COOKIE = "kibitz-client"
LONGEST_COOKIE = 64


class Service:
    """The games a server offers, its limits, and its threads; one for each app."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.offered = Offered(settings.games)
        self.threads = Threads(settings.rules_seconds)
        self.searches = Searches(settings, self.threads)
        self.sittings = Sittings()
        self.room = Room(settings.room) if settings.room else None
        self.addresses: tuple[str, ...] = ()  # where other machines find the room

    async def ask(self, who: str, function: Callable[[], Any]) -> Any:
        """What a function that asks a game's rules, or takes its time, answers; `Refused` in a sentence if it fails.

        It runs in a thread. `who` is named in the sentence if something other than a `KibitzError` is raised.
        """
        return await self.threads.ask(who, function)

    async def find(self, place: Place) -> Found:
        """The position that a request speaks of."""
        at: Found = await self.ask(repr(place.game), lambda: found(self.offered, place))
        return at


def service(request: Request) -> Service:
    """The service that answers a request."""
    answering: Service = request.app.state.service
    return answering


def is_private(request: Request) -> bool:
    """Is a request sure to be the owner's: to a server for this machine alone, or the teacher's beside a classroom?"""
    settings = service(request).settings
    return settings.only_local or (bool(settings.room) and is_from_here(request.scope))


async def worked_out(request: Request, function: Callable[[], Any], who: str = "the tree") -> Response:
    """What a function answers, as JSON, worked out in a thread: a large tree must not hold up the server."""
    return Json(await service(request).ask(who, function))


def client(request: Request) -> str:
    """Who asks: the browser that was given a cookie, or else the machine."""
    cookie = request.cookies.get(COOKIE, "")
    if 0 < len(cookie) <= LONGEST_COOKIE:
        return f"cookie {cookie}"
    return f"machine {request.client.host if request.client else ''}"
