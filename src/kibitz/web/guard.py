"""What stands before every request: who may ask, how much may be sent, and the headers that protect a browser."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.web.refusals import Refused, quoted
from kibitz.web.streams import Json

LARGEST_BODY = 256 * 1024  # bytes
MOST_DISCARDED = 64 * 1024 * 1024  # bytes of a body that is too large, read only so that its sender reads the refusal
BODY_SECONDS = 30.0  # time limit for a body to arrive
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
HARMLESS = ("/static/", "/room")  # and the page itself: a link from elsewhere may lead there
FOR_GUESTS = frozenset({"/", "/room", "/api/room", "/api/room/join", "/api/room/watch", "/api/room/answer"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def is_from_here(scope: Scope) -> bool:
    """Does a request come from the machine that the server runs on, and by its own name?

    A page from elsewhere whose name is made to mean 127.0.0.1 does not, nor does what a proxy passes on.
    """
    headers = Headers(scope=scope)
    if _name_in(f"//{headers.get('host', '')}") not in LOCAL_NAMES or "x-forwarded-for" in headers:
        return False
    peer = (scope.get("client") or ("",))[0].partition("%")[0]
    try:
        return ipaddress.ip_address(peer).is_loopback and "forwarded" not in headers
    except ValueError:
        return False


class Guard:
    """ASGI middleware. With `only_local`, requests for any other name than this machine's own are refused.

    Without that, a page from elsewhere whose name is made to mean 127.0.0.1 could ask anything here. With `only_room`,
    other machines reach the classroom, and nothing else.
    """

    def __init__(self, app: ASGIApp, only_local: bool, only_room: bool = False) -> None:
        self._app = app
        self._only_local = only_local
        self._only_room = only_room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, with its body read, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._refuse_strangers(Headers(scope=scope), scope["path"])
            if self._only_room and not is_from_here(scope):
                _refuse_guests(scope["path"])
            receive = await _with_body(Headers(scope=scope), receive)
        except Refused as error:
            await Json(error.json(), error.status)(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _refuse_strangers(self, headers: Headers, path: str) -> None:
        host = headers.get("host", "")
        if self._only_local and _name_in(f"//{host}") not in LOCAL_NAMES:
            raise Refused(403, f"this server is not {quoted(host)}: expected localhost or 127.0.0.1")
        origin = headers.get("origin")
        if origin is not None and _address_in(origin) != host.lower():
            raise Refused(403, f"a page from {quoted(origin)} may not ask this server: expected one of its own pages")
        # A browser sends no Origin with a GET, but says where it comes from.
        is_harmless = path == "/" or path.startswith(HARMLESS)
        if headers.get("sec-fetch-site", "") in ("cross-site", "same-site") and not is_harmless:
            raise Refused(403, f"another site may not ask for {quoted(path)}: expected one of this server's own pages")


def _refuse_guests(path: str) -> None:
    if path not in FOR_GUESTS and not path.startswith("/static/"):
        raise Refused(403, f"only the classroom is open to other machines, not {quoted(path)}: see /room")


def _name_in(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _address_in(address: str) -> str:
    """The host and port in an address; empty where it has none."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""


async def _with_body(headers: Headers, receive: Receive) -> Receive:
    """Read the whole body, unless it is too large or too slow; what receives it again."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _body(headers, receive)
    except TimeoutError:
        raise Refused(408, f"the body has not arrived after {BODY_SECONDS:g} seconds") from None
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return whole.pop() if whole else await receive()

    return again


async def _body(headers: Headers, receive: Receive) -> bytes:
    length = headers.get("content-length", "0")
    declared = int(length[:12]) if length.isdecimal() else 0
    is_too_large = declared > LARGEST_BODY
    told = f"the body has {declared:,} bytes" if is_too_large else f"the body has more than {LARGEST_BODY:,} bytes"
    refused = Refused(413, f"{told}: expected at most {LARGEST_BODY:,}")
    if is_too_large and ("expect" in headers or declared > MOST_DISCARDED):
        raise refused  # its sender asks first, or would go on for long
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        size += len(message.get("body", b""))
        is_too_large = is_too_large or size > LARGEST_BODY
        if is_too_large:
            parts.clear()  # the rest is thrown away: many clients read no answer before all is written
        else:
            parts.append(message.get("body", b""))
        if size > MOST_DISCARDED or not message.get("more_body", False):
            break
    if is_too_large:
        raise refused
    return b"".join(parts)
