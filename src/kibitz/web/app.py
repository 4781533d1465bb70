"""The app: every address of the page and its interface."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kibitz.errors import KibitzError, raised
from kibitz.native.override import override
from kibitz.version import VERSION
from kibitz.web import game_pictures, lab, lectures, predictions, quizzes, room_routes, routes, store_routes, take_away
from kibitz.web.description import describe
from kibitz.web.guard import Guard, is_from_here
from kibitz.web.refusals import Refused, form_refusal, quoted
from kibitz.web.service import COOKIE, Service, is_private
from kibitz.web.settings import Settings
from kibitz.web.streams import Json

STATIC = Path(__file__).parent / "static"
MONTH = 30 * 24 * 3600


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's app. `BadInput` if a game that the settings name cannot be offered."""
    app = FastAPI(
        title="Kibitz",
        version=VERSION,
        description="Play, solve and explain games. Every mistake in a request is a 4xx with one sentence.",
        docs_url=None,  # those pages load their scripts from elsewhere
        redoc_url=None,
    )
    settings = settings or Settings()
    app.state.service = Service(settings)
    app.include_router(routes.router)
    app.include_router(game_pictures.router)
    app.include_router(store_routes.router)
    app.include_router(room_routes.router)
    app.include_router(take_away.router)
    for teaching in (lab.router, lectures.router, predictions.router, quizzes.router):
        app.include_router(teaching, responses=routes.mistakes(routes.MISTAKES))
    _add_page(app, settings)
    _add_refusals(app)
    describe(app, app.state.service.offered)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=9)
    app.add_middleware(Guard, only_local=settings.only_local, only_room=bool(settings.room))
    return app


class _Files(StaticFiles):
    """The page's files. Browsers keep them, and ask each time whether they are still the same."""

    @override
    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or 304 where the browser has it."""
        try:
            response = await super().get_response(path, scope)
        except ValueError:  # a name that no file can have
            raise HTTPException(404) from None
        response.headers["Cache-Control"] = "no-cache"
        return response


def _add_page(app: FastAPI, settings: Settings) -> None:
    files = _Files(directory=STATIC, check_dir=False)

    async def page(request: Request) -> Response:
        """The page itself; with the tab of the room where there is one."""
        response = await files.get_response("index.html", request.scope)
        if settings.room:
            text = (STATIC / "index.html").read_text(encoding="utf-8")
            response = HTMLResponse(text.replace('data-view="room" hidden', 'data-view="room"'))
        if COOKIE not in request.cookies:
            token = secrets.token_urlsafe(16)
            response.set_cookie(COOKIE, token, max_age=MONTH, httponly=True, samesite="strict")
        return response

    async def first_page(request: Request) -> Response:
        """The page; the classroom for those who come from other machines to a server that has one."""
        if settings.room and not is_from_here(request.scope):
            return RedirectResponse("room", 307)
        return await page(request)

    async def phone(request: Request) -> Response:
        """The page of somebody who answers in the classroom."""
        return await files.get_response("room/phone.html", request.scope)

    app.add_api_route("/", first_page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/room", phone, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files)


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return Json(error.json(with_code=is_private(request)), error.status)

    @app.exception_handler(KibitzError)
    async def no(request: Request, error: KibitzError) -> Response:
        return Json({"error": " ".join(str(error).split("\n"))}, 400)

    @app.exception_handler(RequestValidationError)
    async def form(request: Request, error: RequestValidationError) -> Response:
        return await refused(request, form_refusal(error.errors(), _fields(request)))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return Json({"error": _http_sentence(request, error)}, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        sentence = raised("the server", error)
        print(f"kibitz: {sentence}", file=sys.stderr, flush=True)
        return Json({"error": sentence}, 500)


def _fields(request: Request) -> list[str]:
    """The fields that a request to this address may have."""
    body: Any = getattr(request.scope.get("route"), "body_field", None)
    model = getattr(getattr(body, "field_info", None), "annotation", None)
    return list(getattr(model, "model_fields", ()))


def _http_sentence(request: Request, error: HTTPException) -> str:
    where = quoted(request.url.path)
    if error.status_code == 404:
        return f"there is nothing at {where}"
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "another method")
        return f"{where} does not answer {request.method}: expected {allowed}"
    return "the body cannot be read: expected a JSON object in UTF-8"
