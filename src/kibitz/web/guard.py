"""What stands before every request: who may ask, how much may be sent, and the headers that protect a browser."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.web.refusals import Refused, quoted
from kibitz.web.streams import Json

LARGEST_BODY = 256 * 1024  # bytes
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


class Guard:
    """ASGI middleware. With `only_local`, requests for any other name than this machine's own are refused.

    Without that, a page from elsewhere whose name is made to mean 127.0.0.1 could ask anything here.
    """

    def __init__(self, app: ASGIApp, only_local: bool) -> None:
        self._app = app
        self._only_local = only_local

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
            self._refuse_strangers(Headers(scope=scope))
            receive = await _with_body(Headers(scope=scope), receive)
        except Refused as error:
            await Json(error.json(), error.status)(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _refuse_strangers(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if self._only_local and _name_in(f"//{host}") not in LOCAL_NAMES:
            raise Refused(403, f"this server is not {quoted(host)}: expected localhost or 127.0.0.1")
        origin = headers.get("origin")
        if origin is not None and _address_in(origin) != host.lower():
            raise Refused(403, f"a page from {quoted(origin)} may not ask this server: expected one of its own pages")


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
    """Read the whole body, unless it is too large; what receives it again."""
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length[:12]) > LARGEST_BODY:
        raise Refused(413, f"the body has {int(length[:12]):,} bytes: expected at most {LARGEST_BODY:,}")
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY:
            raise Refused(413, f"the body has more than {LARGEST_BODY:,} bytes: expected at most that")
        if not message.get("more_body", False):
            break
    whole: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def again() -> Message:
        return whole.pop() if whole else await receive()

    return again
